//! Operations that bring the elements of vectors together, written out element by element. Those that keep
//! them apart are LLVM's own to take apart.

use super::integers;
use crate::llvm::{BinOp, Builder, Cast, Module, Predicate, Type, TypeKind, Value};

/// The value of a call of an intrinsic on vectors; `name` is without `llvm.`.
pub fn plain_call(b: &Builder, program: Module, name: &str, call: Value) -> Option<Value> {
    let arguments = call.arguments();
    if let Some(reduction) = name.strip_prefix("vector.reduce.") {
        return reduce(b, program, reduction.split('.').next()?, &arguments);
    }
    let lanes = |index: usize| elements(b, arguments[index]);
    let elements: Vec<Value> = match name {
        "x86.sse2.psad.bw" | "x86.avx2.psad.bw" => {
            let pairs: Vec<Value> =
                lanes(0)?.into_iter().zip(lanes(1)?).map(|(x, y)| distance(b, x, y)).collect();
            pairs.chunks(8).map(|eight| sum(b, eight)).collect()
        }
        "x86.sse2.pmadd.wd" | "x86.avx2.pmadd.wd" => {
            let wide = |value| b.cast(Cast::SExt, value, b.int_type(32));
            let product = |(x, y)| b.binary(BinOp::Mul, wide(x), wide(y));
            let products: Vec<Value> = lanes(0)?.into_iter().zip(lanes(1)?).map(product).collect();
            products.chunks(2).map(|two| sum(b, two)).collect()
        }
        "x86.sse2.packuswb.128" => pack(b, &[lanes(0)?, lanes(1)?].concat(), [0, 255]),
        "x86.sse2.packsswb.128" => pack(b, &[lanes(0)?, lanes(1)?].concat(), [-128, 127]),
        "x86.sse2.packssdw.128" => pack(b, &[lanes(0)?, lanes(1)?].concat(), [-32768, 32767]),
        _ => return None,
    };
    let mut vector = b.null(call.type_of());
    for (index, element) in elements.into_iter().enumerate() {
        vector = b.insert_element(vector, element, index as u32);
    }
    Some(vector)
}

/// All elements as one, from the first to the last.
fn reduce(b: &Builder, program: Module, name: &str, arguments: &[Value]) -> Option<Value> {
    let all = elements(b, *arguments.last()?)?;
    let plain = |op| all.iter().copied().reduce(|left, right| b.binary(op, left, right));
    let extreme =
        |predicate| all.iter().copied().reduce(|left, right| integers::extreme(b, predicate, left, right));
    match name {
        "add" => plain(BinOp::Add),
        "mul" => plain(BinOp::Mul),
        "and" => plain(BinOp::And),
        "or" => plain(BinOp::Or),
        "xor" => plain(BinOp::Xor),
        "umin" => extreme(Predicate::Ult),
        "umax" => extreme(Predicate::Ugt),
        "smin" => extreme(Predicate::Slt),
        "smax" => extreme(Predicate::Sgt),
        "fmin" => all.iter().copied().reduce(|left, right| of_floats(b, program, "minnum", [left, right])),
        "fmax" => all.iter().copied().reduce(|left, right| of_floats(b, program, "maxnum", [left, right])),
        // These have a first operand of their own.
        "fadd" => Some(all.iter().fold(arguments[0], |sum, &next| b.binary(BinOp::FAdd, sum, next))),
        "fmul" => Some(all.iter().fold(arguments[0], |product, &next| b.binary(BinOp::FMul, product, next))),
        _ => None,
    }
}

/// A call of the intrinsic for two floats.
fn of_floats(b: &Builder, program: Module, name: &str, [left, right]: [Value; 2]) -> Value {
    let float = left.type_of();
    let TypeKind::Float(width) = float.kind() else { unreachable!("elements are floats") };
    let (name, ty) = (format!("llvm.{name}.f{width}"), Type::function(float, &[float, float]));
    let function = program.function(&name).unwrap_or_else(|| program.add_function(&name, ty));
    b.call(ty, function, &[left, right])
}

fn elements(b: &Builder, vector: Value) -> Option<Vec<Value>> {
    let TypeKind::Vector(length) = vector.type_of().kind() else { return None };
    Some((0..length).map(|index| b.extract_element(vector, index)).collect())
}

/// How far two bytes are apart, in 64 bits.
fn distance(b: &Builder, left: Value, right: Value) -> Value {
    let less = b.compare(Predicate::Ult, left, right);
    let (up, down) = (b.binary(BinOp::Sub, right, left), b.binary(BinOp::Sub, left, right));
    b.cast(Cast::ZExt, b.select(less, up, down), b.int_type(64))
}

fn sum(b: &Builder, values: &[Value]) -> Value {
    let sum = values.iter().copied().reduce(|left, right| b.binary(BinOp::Add, left, right));
    sum.expect("there are elements")
}

/// Each signed number in half its width, the nearest one in the range.
fn pack(b: &Builder, values: &[Value], [least, most]: [i64; 2]) -> Vec<Value> {
    let half = |value: Value| {
        let TypeKind::Integer(width) = value.type_of().kind() else { unreachable!("elements are integers") };
        let limit = |limit: i64| b.int(width, limit as u64 & (u64::MAX >> (64 - width)));
        let value = integers::extreme(b, Predicate::Sgt, value, limit(least));
        let value = integers::extreme(b, Predicate::Slt, value, limit(most));
        let narrow: Type = b.int_type(width / 2);
        b.cast(Cast::Trunc, value, narrow)
    };
    values.iter().copied().map(half).collect()
}
