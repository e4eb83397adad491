use super::*;
use crate::testing::{Memory, Random};
use forall_protocol::manifest::WRONG_TERM;
use forall_protocol::terms::{Op, Rounding, TermRecord};

const SPECIAL: [u64; 16] = [
    0,
    1 << 63,
    0x3FF0_0000_0000_0000, // 1
    0xBFF8_0000_0000_0000, // -1.5
    0x7FF0_0000_0000_0000, // infinity
    0xFFF0_0000_0000_0000,
    0x7FF8_0000_0000_0001, // quiet NaNs
    0xFFFC_0000_0000_0000,
    0x7FF0_0000_0000_0001, // signalling NaNs
    0xFFF4_0000_0000_0000,
    1, // subnormals
    0x800F_FFFF_FFFF_FFFF,
    0x7FEF_FFFF_FFFF_FFFF, // the largest
    0x4330_0000_0000_0001,
    0x43E0_0000_0000_0000, // 2 to the 63rd
    0x4004_0000_0000_0000, // 2.5
];

/// Every operation of the machine on one or two doubles, with operands in the order of the protocol.
#[cfg(target_arch = "x86_64")]
#[test]
fn arithmetic_is_that_of_the_machine() {
    use std::arch::asm;
    macro_rules! machine {
        ($instruction:literal, $a:expr, $b:expr) => {{
            let mut result = f64::from_bits($a);
            // SAFETY: plain arithmetic in registers.
            unsafe { asm!(concat!($instruction, " {0}, {1}"), inout(xmm_reg) result, in(xmm_reg) f64::from_bits($b)) };
            u128::from(result.to_bits())
        }};
    }
    let mut random = Random(7);
    let mut number = || match random.below(3) {
        0 => SPECIAL[random.below(SPECIAL.len())],
        1 => SPECIAL[random.below(SPECIAL.len())] ^ (random.below(16) as u64),
        _ => (0..4).fold(0, |bits, _| bits << 16 | random.below(1 << 16) as u64),
    };
    for _ in 0..20_000 {
        let (a, b) = (number(), number());
        let of = |op| floats::binary(op, 64, a.into(), b.into());
        assert_eq!(of(Op::FAdd), machine!("addsd", a, b), "{a:#x} + {b:#x}");
        assert_eq!(of(Op::FSub), machine!("subsd", a, b), "{a:#x} - {b:#x}");
        assert_eq!(of(Op::FMul), machine!("mulsd", a, b), "{a:#x} * {b:#x}");
        assert_eq!(of(Op::FDiv), machine!("divsd", a, b), "{a:#x} / {b:#x}");
        let root = floats::unary(Op::FSqrt, 0, 64, b.into());
        assert_eq!(root, machine!("sqrtsd", a, b), "root of {b:#x}");
    }
}

#[test]
fn rounding_and_conversion_do_what_rust_does() {
    let round = |mode: Rounding, x: f64| {
        f64::from_bits(floats::unary(Op::FRound, mode as u32, 64, x.to_bits().into()) as u64)
    };
    for (mode, expected) in [
        (Rounding::Even, [2.0, -2.0, 4.0]),
        (Rounding::Floor, [2.0, -3.0, 3.0]),
        (Rounding::Ceil, [3.0, -2.0, 4.0]),
        (Rounding::Trunc, [2.0, -2.0, 3.0]),
        (Rounding::Away, [3.0, -3.0, 4.0]),
    ] {
        assert_eq!([2.5, -2.5, 3.5].map(|x| round(mode, x)), expected, "{mode:?}");
    }
    let convert = |op, from, to, bits: u64| floats::convert(op, from, to, bits.into());
    assert_eq!(convert(Op::FToS, 64, 8, (-1e9_f64).to_bits()) as u8, 0x80);
    assert_eq!(convert(Op::FToU, 64, 8, 255.9_f64.to_bits()), 255);
    assert_eq!(convert(Op::FToU, 64, 8, f64::NAN.to_bits()), 0);
    assert_eq!(convert(Op::FFromS, 8, 32, 0xFF) as u32, (-1.0_f32).to_bits());
    assert_eq!(convert(Op::FFromU, 8, 32, 0xFF) as u32, 255_f32.to_bits());
    assert_eq!(convert(Op::FToF, 32, 64, 0xFFA0_0001), 0xFFFC_0000_2000_0000, "a NaN keeps what fits");
}

#[test]
fn a_term_that_contradicts_the_run_is_noted() {
    let memory = Memory::new();
    let mut state = memory.state();
    state.check = Some(Check::new(memory.shared()).unwrap());
    // SAFETY: the header lies in the mapping, which has room for values.
    unsafe {
        (*memory.shared().header()).values = 1;
        memory.shared().values().write(40);
    }
    let x = state.terms.intern(TermRecord::new(Op::Input, 8, 0, 0, 0));
    let sum = state.terms.binary(Op::Add, 8, x, state.terms.constant(8, 2));
    let notes = || {
        let shared = memory.shared();
        // SAFETY: the header lies in the mapping and counts written records.
        unsafe { std::slice::from_raw_parts(shared.notes(), (*shared.header()).notes as usize).to_vec() }
    };
    state.computed(0, sum, || 42);
    state.computed(0, sum, || 0x12A); // bits above the term's are none of its business
    assert!(notes().is_empty());
    state.computed(0, sum, || 43);
    assert_eq!(notes().iter().map(|note| note.what).collect::<Vec<_>>(), [WRONG_TERM]);
}
