//! The circuits compute what `concrete` does: on all pairs of special numbers, and on random ones, many at a time.
//!
//! `FORALL_FLOAT_PAIRS` says how many random ones are tried for each operation.

use crate::blast::Blaster;
use crate::circuit::{Gate, Literal};
use crate::concrete;
use crate::terms::Float;

/// So many operands are computed with at once, a word for each sixty-four.
const LANES: usize = 64 * WORDS;
const WORDS: usize = 4;

/// A bit for each lane.
type Lanes = [u64; WORDS];

fn wanted_pairs() -> usize {
    std::env::var("FORALL_FLOAT_PAIRS").map_or(6_400, |text| text.parse().expect("a number of pairs"))
}

/// A circuit of one operation, to be run on many operands at once.
struct Operation {
    op: Float,
    operand: u32,
    result: u32,
    blaster: Blaster,
    inputs: [Vec<Literal>; 3],
    outputs: Vec<Literal>,
    /// The values of all wires, a lane a bit.
    wires: Vec<Lanes>,
}

impl Operation {
    fn new(op: Float, operand: u32, result: u32) -> Self {
        let mut blaster = Blaster::new();
        let inputs = [0; 3].map(|_| (0..operand).map(|_| blaster.circuit.input()).collect::<Vec<_>>());
        let [a, b, c] = &inputs;
        let outputs = blaster.float(op, [a, b, c], result as usize);
        assert_eq!(outputs.len(), result as usize);
        Operation { op, operand, result, blaster, inputs, outputs, wires: Vec::new() }
    }

    fn check(&mut self, operands: &[[u128; 3]]) {
        for lanes in operands.chunks(LANES) {
            self.run(lanes);
            for (lane, &values) in lanes.iter().enumerate() {
                let found = self.outputs.iter().enumerate().fold(0, |all, (i, &bit)| {
                    all | u128::from(value(&self.wires, bit)[lane / 64] >> (lane % 64) & 1) << i
                });
                let expected = concrete::float(self.op, self.operand, self.result, values);
                let shown = &values[..self.op.arity()];
                assert_eq!(
                    found,
                    expected,
                    "{:?} of {shown:x?}: {found:x}, not {expected:x}",
                    (self.op, self.operand, self.result)
                );
            }
        }
    }

    fn run(&mut self, lanes: &[[u128; 3]]) {
        let circuit = &self.blaster.circuit;
        let wires = &mut self.wires;
        wires.resize(circuit.len(), [0; WORDS]);
        for (place, inputs) in self.inputs.iter().enumerate() {
            for (i, input) in inputs.iter().enumerate() {
                wires[input.wire() as usize] = [0; WORDS];
                for (lane, values) in lanes.iter().enumerate() {
                    let bit = (values[place] >> i & 1) as u64;
                    wires[input.wire() as usize][lane / 64] |= bit << (lane % 64);
                }
            }
        }
        for wire in 1..circuit.len() {
            let gate = circuit.gate(wire as u32);
            let mut inputs = gate.inputs().map(|literal| value(wires, literal));
            let [a, b, c] = [0; 3].map(|_| inputs.next().unwrap_or_default());
            wires[wire] = match gate {
                Gate::Input => continue,
                Gate::And(..) => each(|i| a[i] & b[i]),
                Gate::Xor(..) => each(|i| a[i] ^ b[i]),
                Gate::Mux(..) => each(|i| a[i] & b[i] | !a[i] & c[i]),
                Gate::Majority(..) => each(|i| a[i] & b[i] | a[i] & c[i] | b[i] & c[i]),
            };
        }
    }
}

fn value(wires: &[Lanes], literal: Literal) -> Lanes {
    let wire = wires[literal.wire() as usize];
    let flip = if literal.is_negated() { u64::MAX } else { 0 };
    each(|i| wire[i] ^ flip)
}

fn each(word: impl Fn(usize) -> u64) -> Lanes {
    std::array::from_fn(word)
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Any bits, exponents near each other, few digits.
    fn float(&mut self, width: u32) -> u128 {
        let (stored, bias) = if width == 32 { (23, 127) } else { (52, 1023) };
        let any = u128::from(self.next()) & concrete::mask(width);
        let fraction = any & concrete::mask(stored);
        let exponent = |exponent: u64| u128::from(exponent) << stored;
        let sign = u128::from(self.next() & 1) << (width - 1);
        match self.next() % 6 {
            0 | 1 => any,
            2 => sign | exponent(bias - 2 + self.next() % 5) | fraction,
            3 => sign | exponent(bias - 30 + self.next() % 100) | fraction,
            4 => sign | exponent(self.next() % 3) | fraction,
            _ => sign | exponent(bias - 8 + self.next() % 40) | fraction >> (stored - 4) << (stored - 4),
        }
    }

    fn integer(&mut self, width: u32) -> u128 {
        let any = u128::from(self.next()) << 64 | u128::from(self.next());
        (any >> (self.next() % u64::from(width))) & concrete::mask(width)
    }
}

fn special(width: u32) -> Vec<u128> {
    let (stored, infinity) = if width == 32 { (23, 0x7f80_0000u128) } else { (52, 0x7ff0 << 48) };
    let quiet = infinity | 1 << (stored - 1);
    let mut values =
        vec![0, 1, 2, 3, (1 << stored) - 1, 1 << stored, (1 << stored) + 1, infinity - 1, infinity];
    values.extend([infinity + 1, infinity + 5, quiet, quiet + 9, quiet - 1, concrete::mask(width - 1)]);
    for number in [0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 7.0, 10.0, 0.1, 1e-30, 1e30, 255.5] {
        let bits = float_bits(number, width);
        values.extend([bits - 1, bits, bits + 1]);
    }
    for power in [7, 8, 15, 16, 22, 23, 24, 31, 32, 51, 52, 53, 63, 64, 126, 127] {
        let bits = float_bits(2f64.powi(power), width);
        values.extend([bits - 1, bits, bits + 1]);
    }
    let negative: Vec<u128> = values.iter().map(|value| value | 1 << (width - 1)).collect();
    values.extend(negative);
    values
}

fn float_bits(value: f64, width: u32) -> u128 {
    if width == 32 { u128::from((value as f32).to_bits()) } else { u128::from(value.to_bits()) }
}

fn check(op: Float, operand: u32, result: u32) {
    check_part(op, operand, result, 1);
}

/// The random operands are divided among so many widths.
fn check_part(op: Float, operand: u32, result: u32, widths: usize) {
    let mut operation = Operation::new(op, operand, result);
    let mut random = Random(7);
    let is_float = !matches!(op, Float::FromS | Float::FromU);
    let edges = if is_float {
        special(operand)
    } else {
        let powers =
            (0..operand).flat_map(|i| [0u128, 1, 2].map(|d| (1u128 << i).wrapping_add(d).wrapping_sub(1)));
        powers.chain([u128::MAX, u128::MAX - 1]).map(|value| value & concrete::mask(operand)).collect()
    };
    // The largest circuit takes a second for a few thousand operands.
    let thinned = op == Float::Rem && std::env::var_os("FORALL_FLOAT_PAIRS").is_none();
    let edges: Vec<u128> = edges.into_iter().step_by(if thinned { 5 } else { 1 }).collect();
    let mut operands = Vec::new();
    for &a in &edges {
        match op.arity() {
            1 => operands.push([a, 0, 0]),
            2 => operands.extend(edges.iter().map(|&b| [a, b, 0])),
            _ => operands.extend(edges.iter().map(|&b| [a, b, edges[random.next() as usize % edges.len()]])),
        }
    }
    operation.check(&operands);
    let mut left = wanted_pairs().div_ceil(widths);
    while left > 0 {
        let some = left.min(LANES);
        left -= some;
        let operands: Vec<[u128; 3]> = (0..some)
            .map(|_| [0; 3].map(|_| if is_float { random.float(operand) } else { random.integer(operand) }))
            .collect();
        operation.check(&operands);
    }
}

#[test]
fn arithmetic_circuits_compute_what_the_machine_does() {
    for op in Float::ALL.into_iter().filter(|&op| op != Float::Rem && op.takes(32, 32) && op.takes(64, 64)) {
        if !matches!(op, Float::FromS | Float::FromU | Float::ToS | Float::ToU) {
            check(op, 32, 32);
            check(op, 64, 64);
        }
    }
}

#[test]
fn remainder_circuits_compute_what_the_machine_does() {
    check(Float::Rem, 32, 32);
    check(Float::Rem, 64, 64);
}

#[test]
fn comparison_circuits_compute_what_the_machine_does() {
    for op in [Float::Eq, Float::Lt, Float::Le] {
        check(op, 32, 1);
        check(op, 64, 1);
    }
}

#[test]
fn conversion_circuits_compute_what_the_machine_does() {
    check(Float::ToF, 32, 64);
    check(Float::ToF, 64, 32);
    let integers = [1, 2, 7, 8, 16, 24, 32, 53, 64, 65, 127, 128];
    for float in [32, 64] {
        for integer in integers {
            for (op, from, to) in [
                (Float::FromS, integer, float),
                (Float::FromU, integer, float),
                (Float::ToS, float, integer),
                (Float::ToU, float, integer),
            ] {
                check_part(op, from, to, integers.len());
            }
        }
    }
}
