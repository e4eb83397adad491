//! What operations are written out as: of constants LLVM computes it while it is built, and it must be what
//! the machine computes.

use super::lower;
use crate::llvm::{self, Builder, Cast, Context, Opcode};
use crate::{find_llvm, sysroot};
use std::fmt::Write as _;

/// Values of instructions, written in order; their bits.
fn computed(ty: &str, declarations: &str, instructions: &[String]) -> Vec<u64> {
    llvm::load(&find_llvm(&sysroot().unwrap()).unwrap()).unwrap();
    let mut text = format!("{declarations}\n@result = global {ty} zeroinitializer\ndefine void @f() {{\n");
    for (number, instruction) in instructions.iter().enumerate() {
        writeln!(text, "%r{number} = {instruction}\nstore {ty} %r{number}, ptr @result").unwrap();
    }
    text += "ret void\n}\n";
    let module = Context::new().parse_text(&text, "lowered").unwrap();
    lower(module);
    let builder = Builder::new(module.context);
    let width = match ty {
        "double" => 64,
        integer => integer[1..].parse().unwrap(),
    };
    let stored = module.function("f").unwrap().blocks()[0].instructions().into_iter();
    let stored = stored.filter(|instruction| instruction.opcode() == Opcode::Store);
    stored
        .map(|store| builder.cast(Cast::Bits, store.operand(0), builder.int_type(width)))
        .map(|value| value.as_const_int().unwrap_or_else(|| panic!("not computed: {}", value.text())))
        .collect()
}

const BYTES: [i8; 13] = [-128, -127, -64, -2, -1, 0, 1, 2, 7, 8, 63, 126, 127];

/// What an operation of this name computes.
type Machine<'a, T, R> = (&'a str, &'a dyn Fn(T, T) -> R);

#[test]
fn intrinsics_on_integers_compute_what_the_machine_does() {
    let unsigned = |of: fn(u8, u8) -> u8| move |a: i8, b: i8| of(a as u8, b as u8) as i8;
    let intrinsics: [Machine<'_, i8, i8>; 10] = [
        ("umin.i8", &unsigned(u8::min)),
        ("umax.i8", &unsigned(u8::max)),
        ("smin.i8", &i8::min),
        ("smax.i8", &i8::max),
        ("uadd.sat.i8", &unsigned(u8::saturating_add)),
        ("usub.sat.i8", &unsigned(u8::saturating_sub)),
        ("sadd.sat.i8", &i8::saturating_add),
        ("ssub.sat.i8", &i8::saturating_sub),
        ("ucmp.i8.i8", &|a, b| (a as u8).cmp(&(b as u8)) as i8),
        ("scmp.i8.i8", &|a, b| a.cmp(&b) as i8),
    ];
    for (name, machine) in intrinsics {
        let declaration = format!("declare i8 @llvm.{name}(i8, i8)");
        let pairs: Vec<(i8, i8)> = BYTES.iter().flat_map(|a| BYTES.map(|b| (*a, b))).collect();
        let calls: Vec<String> =
            pairs.iter().map(|(a, b)| format!("call i8 @llvm.{name}(i8 {a}, i8 {b})")).collect();
        for ((a, b), computed) in pairs.iter().zip(computed("i8", &declaration, &calls)) {
            assert_eq!(computed as i8, machine(*a, *b), "{name} of {a} and {b}");
        }
    }
}

#[test]
fn absolute_values_and_funnel_shifts_compute_what_the_machine_does() {
    let calls = BYTES.map(|a| format!("call i8 @llvm.abs.i8(i8 {a}, i1 false)"));
    let absolute = computed("i8", "declare i8 @llvm.abs.i8(i8, i1)", &calls);
    assert_eq!(absolute, BYTES.map(|a| u64::from(a.wrapping_abs() as u8)));

    let both = |high: i8, low: i8| u16::from_be_bytes([high as u8, low as u8]);
    for amount in [0_u16, 1, 5, 7, 8, 9, 255] {
        let pairs: Vec<(i8, i8)> = BYTES.iter().flat_map(|a| BYTES.map(|b| (*a, b))).collect();
        let shifted = |name: &str| {
            let declaration = format!("declare i8 @llvm.{name}.i8(i8, i8, i8)");
            let call = |(a, b): &(i8, i8)| format!("call i8 @llvm.{name}.i8(i8 {a}, i8 {b}, i8 {amount})");
            computed("i8", &declaration, &pairs.iter().map(call).collect::<Vec<_>>())
        };
        let (left, right) = (shifted("fshl"), shifted("fshr"));
        for (number, (high, low)) in pairs.into_iter().enumerate() {
            let whole = both(high, low);
            assert_eq!(left[number], u64::from((whole << (amount % 8)) >> 8), "fshl {high} {low} {amount}");
            assert_eq!(right[number], u64::from((whole >> (amount % 8)) as u8), "fshr {high} {low} {amount}");
        }
    }
}

const FLOATS: [f64; 9] = [0.0, -0.0, 1.5, -1.5, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

fn written(float: f64) -> String {
    format!("0x{:016X}", float.to_bits())
}

#[test]
fn comparisons_of_floats_compute_what_the_machine_does() {
    let unordered = |a: f64, b: f64| a.is_nan() || b.is_nan();
    let predicates: [Machine<'_, f64, bool>; 11] = [
        ("false", &|_, _| false),
        ("true", &|_, _| true),
        ("one", &|a, b| !unordered(a, b) && a != b),
        ("ueq", &|a, b| unordered(a, b) || a == b),
        ("ord", &|a, b| !unordered(a, b)),
        ("uno", &unordered),
        ("une", &|a, b| a != b),
        ("ult", &|a, b| unordered(a, b) || a < b),
        ("ule", &|a, b| unordered(a, b) || a <= b),
        ("ugt", &|a, b| unordered(a, b) || a > b),
        ("uge", &|a, b| unordered(a, b) || a >= b),
    ];
    let pairs: Vec<(f64, f64)> = FLOATS.iter().flat_map(|a| FLOATS.map(|b| (*a, b))).collect();
    for (predicate, machine) in predicates {
        let compared =
            |(a, b): &(f64, f64)| format!("fcmp {predicate} double {}, {}", written(*a), written(*b));
        let instructions: Vec<String> = pairs.iter().map(compared).collect();
        for ((a, b), computed) in pairs.iter().zip(computed("i1", "", &instructions)) {
            assert_eq!(computed == 1, machine(*a, *b), "{predicate} of {a} and {b}");
        }
    }
}

#[test]
fn signs_of_floats_are_changed_as_the_machine_does() {
    let bits = |floats: [f64; 9]| floats.map(f64::to_bits);
    let negated = FLOATS.map(|a| format!("fneg double {}", written(a)));
    assert_eq!(computed("double", "", &negated), bits(FLOATS.map(|a| -a)));
    let absolute = FLOATS.map(|a| format!("call double @llvm.fabs.f64(double {})", written(a)));
    let declared = "declare double @llvm.fabs.f64(double)";
    assert_eq!(computed("double", declared, &absolute), bits(FLOATS.map(f64::abs)));
    for sign in [1.0, -0.0, f64::NEG_INFINITY] {
        let call =
            |a| format!("call double @llvm.copysign.f64(double {}, double {})", written(a), written(sign));
        let declared = "declare double @llvm.copysign.f64(double, double)";
        assert_eq!(computed("double", declared, &FLOATS.map(call)), bits(FLOATS.map(|a| a.copysign(sign))));
    }
}
