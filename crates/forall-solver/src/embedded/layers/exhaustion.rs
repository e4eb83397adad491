//! All values of few bits: some questions about sixteen bits, say of two bytes and their greatest common
//! divisor, are hard for a search, and to try all values takes less time.
//!
//! Gates compute bit by bit, so that one pass over the gates tries as many values as its numbers have bits.

use super::{Layer, Query, Step};
use crate::circuit::{Circuit, Gate, Literal};
use crate::hash::{FastMap, FastSet};
use crate::sat::{Budget, SatResult};
use crate::solver::Answer;

/// Numbers as wide as the processor computes with at a time, and a few of them, so that to look up a gate is
/// the lesser part.
const WORDS: usize = 4;

type Values = [u64; WORDS];

/// The inputs that have both values within one pass.
const INNER: usize = 6 + WORDS.ilog2() as usize;

/// The first inputs within a number: bit `n` is the value that they have in the `n`th of 64 trials.
const PATTERNS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// With more inputs than this even one gate would be computed too often.
const MOST_INPUTS: usize = 30;

/// With more gates than this their values would take more memory than they are worth, and a pass too long.
const MOST_GATES: usize = 1 << 20;

/// So many gates are computed at most; that takes a fraction of a second.
const MOST_COMPUTED: u64 = 1 << 27;

/// So many gates are computed between two looks at what is left of the budget.
const BETWEEN_LOOKS: u64 = 1 << 20;

/// To try values costs as much as a conflict of the search when so many gates are computed.
const OF_A_CONFLICT: u64 = 1 << 15;

pub(super) struct TryAll;

impl Layer for TryAll {
    fn name(&self) -> &'static str {
        "Exhaustion"
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let Query { terms, group, meter, shared } = query;
        let circuits = &mut shared.circuits;
        let Ok(assumptions) = circuits.encode(terms, group, meter) else { return Step::Open };
        let Some(mut trials) = Exhaustion::new(circuits.gates(), &assumptions) else { return Step::Open };
        // The search goes on until so much is spent that to try all values costs no more.
        let conflicts = trials.cost() / OF_A_CONFLICT;
        if let decided @ Step::Answer(_) = circuits.search(terms, group, &assumptions, meter, conflicts) {
            return decided;
        }
        match trials.check(Budget { meter, conflicts: u64::MAX, cancel: Some(&circuits.cancel) }) {
            SatResult::Contradiction => Step::Answer(Answer::Unsat),
            SatResult::Satisfiable => {
                let model = circuits.model_of(terms, group, |bit| trials.value(bit));
                query.confirmed(model)
            }
            SatResult::Undecided | SatResult::Broken => Step::Open,
        }
    }

    /// All inputs of the circuit are tried, and consistency of functions is one of the conditions.
    fn takes_functions(&self) -> bool {
        true
    }
}

/// The gates that a question depends on.
struct Exhaustion {
    /// By number: the constant "false", the inputs, and what is computed from them.
    values: Vec<Values>,
    inputs: usize,
    /// The gates after the inputs; their literals are numbers of values.
    gates: Vec<Gate>,
    assumptions: Vec<Literal>,
    numbers: FastMap<u32, u32>,
    /// A trial in the last pass in which all assumptions hold.
    found: Option<usize>,
}

impl Exhaustion {
    /// `None` if there are too many values to try.
    fn new(circuit: &Circuit, assumptions: &[Literal]) -> Option<Exhaustion> {
        let wires = below(circuit, assumptions)?;
        let is_input = |wire: &u32| circuit.gate(*wire) == Gate::Input;
        let (inputs, computed): (Vec<u32>, Vec<u32>) = wires.into_iter().partition(is_input);
        let numbers: FastMap<u32, u32> =
            std::iter::once(&0).chain(&inputs).chain(&computed).copied().zip(0..).collect();
        let number =
            |literal: Literal| Literal::of_wire(numbers[&literal.wire()]).negated_if(literal.is_negated());
        let gates: Vec<Gate> = computed.iter().map(|wire| circuit.gate(*wire).map(number)).collect();
        let exhaustion = Exhaustion {
            values: vec![[0; WORDS]; numbers.len()],
            inputs: inputs.len(),
            assumptions: assumptions.iter().copied().map(number).collect(),
            gates,
            numbers,
            found: None,
        };
        (exhaustion.cost() <= MOST_COMPUTED).then_some(exhaustion)
    }

    /// How many gates will have been computed when all values are tried.
    fn cost(&self) -> u64 {
        self.passes() * self.gates.len() as u64
    }

    fn check(&mut self, budget: Budget<'_>) -> SatResult {
        let between_looks = BETWEEN_LOOKS / (self.gates.len() as u64 + 1) + 1;
        for pass in 0..self.passes() {
            if pass % between_looks == 0 && budget.is_spent_after(0) {
                return SatResult::Undecided;
            }
            budget.meter.spend(self.gates.len() as u64);
            self.found = self.try_all_of(pass);
            if self.found.is_some() {
                return SatResult::Satisfiable;
            }
        }
        SatResult::Contradiction
    }

    /// What a literal is in the solution; `None` if the question does not depend on it.
    fn value(&self, literal: Literal) -> Option<bool> {
        let (trial, number) = (self.found?, self.numbers.get(&literal.wire())?);
        let value = self.values[*number as usize][trial / 64] >> (trial % 64) & 1 == 1;
        Some(value != literal.is_negated())
    }

    fn passes(&self) -> u64 {
        1 << self.inputs.saturating_sub(INNER)
    }

    /// The trial in which all assumptions hold, if there is one in this pass.
    fn try_all_of(&mut self, pass: u64) -> Option<usize> {
        for input in 0..self.inputs {
            self.values[1 + input] = values_of_input(input, pass);
        }
        let first = 1 + self.inputs;
        for (number, &gate) in (first..).zip(&self.gates) {
            self.values[number] = compute(gate, |literal| self.values_of(literal));
        }
        let all = self
            .assumptions
            .iter()
            .fold([u64::MAX; WORDS], |all, &literal| zip(all, self.values_of(literal), |a, b| a & b));
        let word = all.iter().position(|&word| word != 0)?;
        Some(64 * word + all[word].trailing_zeros() as usize)
    }

    #[inline]
    fn values_of(&self, literal: Literal) -> Values {
        let flip = if literal.is_negated() { u64::MAX } else { 0 };
        self.values[literal.wire() as usize].map(|word| word ^ flip)
    }
}

fn values_of_input(input: usize, pass: u64) -> Values {
    let all_or_none = |set: bool| if set { u64::MAX } else { 0 };
    match (PATTERNS.get(input), input < INNER) {
        (Some(&pattern), _) => [pattern; WORDS],
        (None, true) => std::array::from_fn(|word| all_or_none(word >> (input - PATTERNS.len()) & 1 == 1)),
        (None, false) => [all_or_none(pass >> (input - INNER) & 1 == 1); WORDS],
    }
}

#[inline]
fn compute(gate: Gate, of: impl Fn(Literal) -> Values) -> Values {
    match gate {
        Gate::Input => unreachable!("inputs are not computed"),
        Gate::And(a, b) => zip(of(a), of(b), |a, b| a & b),
        Gate::Xor(a, b) => zip(of(a), of(b), |a, b| a ^ b),
        Gate::Mux(c, t, e) => {
            let (c, t, e) = (of(c), of(t), of(e));
            std::array::from_fn(|word| c[word] & t[word] | !c[word] & e[word])
        }
        Gate::Majority(a, b, c) => {
            let (a, b, c) = (of(a), of(b), of(c));
            std::array::from_fn(|word| a[word] & b[word] | c[word] & (a[word] | b[word]))
        }
    }
}

#[inline]
fn zip(a: Values, b: Values, f: impl Fn(u64, u64) -> u64) -> Values {
    std::array::from_fn(|word| f(a[word], b[word]))
}

/// The wires that literals depend on, inputs first to last; `None` if they are too many.
fn below(circuit: &Circuit, literals: &[Literal]) -> Option<Vec<u32>> {
    let mut seen: FastSet<u32> = FastSet::default();
    let mut pending: Vec<u32> = literals.iter().map(|literal| literal.wire()).collect();
    let mut inputs = 0;
    while let Some(wire) = pending.pop() {
        if wire == 0 || !seen.insert(wire) {
            continue;
        }
        let gate = circuit.gate(wire);
        inputs += usize::from(gate == Gate::Input);
        if inputs > MOST_INPUTS || seen.len() > MOST_GATES {
            return None;
        }
        pending.extend(gate.inputs().map(Literal::wire));
    }
    let mut wires: Vec<u32> = seen.into_iter().collect();
    // A gate is newer than its inputs.
    wires.sort_unstable();
    Some(wires)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::random::{Random, add_random_gate};
    use crate::meter::Meter;
    use crate::solver::Limit;
    use std::time::Duration;

    fn check(trials: &mut Exhaustion, limit: Limit) -> SatResult {
        trials.check(Budget { meter: &Meter::new(limit), conflicts: u64::MAX, cancel: None })
    }

    const MINUTE: Limit = Limit::of_time(Duration::from_secs(60));

    /// Do all literals hold for these values of the inputs, lowest bit first?
    fn hold(circuit: &Circuit, literals: &[Literal], mut inputs: u64) -> bool {
        let mut wires = vec![false];
        let of = |wires: &[bool], literal: Literal| wires[literal.wire() as usize] != literal.is_negated();
        for wire in 1..circuit.len() as u32 {
            let value = match circuit.gate(wire) {
                Gate::Input => {
                    let value = inputs & 1 == 1;
                    inputs >>= 1;
                    value
                }
                Gate::And(a, b) => of(&wires, a) && of(&wires, b),
                Gate::Xor(a, b) => of(&wires, a) != of(&wires, b),
                Gate::Mux(c, t, e) => of(&wires, if of(&wires, c) { t } else { e }),
                Gate::Majority(a, b, c) => [a, b, c].into_iter().filter(|l| of(&wires, *l)).count() >= 2,
            };
            wires.push(value);
        }
        literals.iter().all(|&literal| of(&wires, literal))
    }

    /// Few inputs and more than fit into one pass, in random circuits.
    #[test]
    fn it_finds_what_trying_one_value_after_the_other_finds() {
        let mut verdicts = [0, 0];
        for seed in 0..300 {
            let mut random = Random(seed);
            let mut circuit = Circuit::new();
            let inputs: Vec<Literal> = (0..1 + random.below(INNER + 2)).map(|_| circuit.input()).collect();
            let mut from = inputs.clone();
            for _ in 0..1 + random.below(60) {
                add_random_gate(&mut random, &mut circuit, &mut from);
            }
            let assumptions: Vec<Literal> =
                (0..1 + random.below(12)).map(|_| random.literal(&from)).collect();
            let expected = (0..1 << inputs.len()).any(|values| hold(&circuit, &assumptions, values));
            let mut trials = Exhaustion::new(&circuit, &assumptions).expect("few inputs");
            match check(&mut trials, MINUTE) {
                SatResult::Satisfiable => {
                    assert!(expected, "seed {seed}");
                    let bit = |(at, input): (usize, &Literal)| {
                        u64::from(trials.value(*input).unwrap_or(false)) << at
                    };
                    let values = inputs.iter().enumerate().map(bit).sum();
                    assert!(hold(&circuit, &assumptions, values), "seed {seed}");
                    assert!(assumptions.iter().all(|&literal| trials.value(literal) == Some(true)));
                }
                verdict => assert!(verdict == SatResult::Contradiction && !expected, "seed {seed}"),
            }
            verdicts[usize::from(expected)] += 1;
        }
        assert!(verdicts.into_iter().all(|count| count > 50), "both are met often: {verdicts:?}");
    }

    #[test]
    fn the_only_solution_among_many_values_is_found() {
        let mut circuit = Circuit::new();
        let inputs: Vec<Literal> = (0..20).map(|_| circuit.input()).collect();
        for wanted in [0, 0xA_BCDE, 0xF_FFFF] {
            let bits = inputs.iter().enumerate().map(|(at, input)| input.negated_if(wanted >> at & 1 == 0));
            let assumptions: Vec<Literal> = bits.collect();
            let mut trials = Exhaustion::new(&circuit, &assumptions).unwrap();
            assert_eq!(check(&mut trials, MINUTE), SatResult::Satisfiable);
            assert!(assumptions.iter().all(|&literal| trials.value(literal) == Some(true)));
        }
    }

    #[test]
    fn too_many_values_are_not_tried_and_work_and_time_run_out() {
        let mut circuit = Circuit::new();
        let inputs: Vec<Literal> = (0..=MOST_INPUTS).map(|_| circuit.input()).collect();
        let all = |circuit: &mut Circuit, inputs: &[Literal]| {
            inputs.iter().fold(Literal::TRUE, |all, &input| circuit.and(all, input))
        };
        let (many, few) = (all(&mut circuit, &inputs), all(&mut circuit, &inputs[..16]));
        assert!(Exhaustion::new(&circuit, &[many]).is_none());
        let mut trials = Exhaustion::new(&circuit, &[few]).unwrap();
        assert_eq!(check(&mut trials, Limit::of_time(Duration::ZERO)), SatResult::Undecided);
        assert_eq!(check(&mut trials, Limit { work: 0, ..MINUTE }), SatResult::Undecided);
    }
}
