//! Powers with whole exponents: the products that the toolchain's own library computes, in its order.

use crate::llvm::{BinOp, Block, Builder, Cast, Linkage, Module, Predicate, Type, TypeKind, Value};

/// The value of a call of `llvm.powi`, by a function that is followed like any other.
pub fn plain_call(b: &Builder, program: Module, name: &str, call: Value) -> Option<Value> {
    name.strip_prefix("powi.f")?;
    let arguments = call.arguments();
    let (TypeKind::Float(width @ (32 | 64)), TypeKind::Integer(32)) =
        (arguments[0].type_of().kind(), arguments[1].type_of().kind())
    else {
        return None;
    };
    let name = format!("forall.powi.f{width}");
    let ty = Type::function(call.type_of(), &[call.type_of(), b.int_type(32)]);
    let function = program.function(&name).unwrap_or_else(|| define(program, &name, ty, width));
    Some(b.call(ty, function, &arguments))
}

/// Squares the base as often as the exponent has bits, multiplies where they are set, and takes the
/// reciprocal if the exponent is negative.
fn define(program: Module, name: &str, ty: Type, width: u32) -> Value {
    let b = &Builder::new(program.context);
    let function = program.add_function(name, ty);
    function.set_linkage(Linkage::Internal);
    let block = |name| Block::append(program.context, function, name);
    let [entry, turn, again, end] = ["entry", "turn", "again", "end"].map(block);
    let [base, exponent] = [0, 1].map(|index: usize| function.parameters()[index]);
    let float = base.type_of();
    let one = if width == 32 { b.int(32, 0x3F80_0000) } else { b.int(64, 0x3FF0_0000_0000_0000) };
    let one = b.cast(Cast::Bits, one, float);
    let zero = b.int(32, 0);

    b.at_end(entry);
    let negative = b.compare(Predicate::Slt, exponent, zero);
    let magnitude = b.select(negative, b.binary(BinOp::Sub, zero, exponent), exponent);
    b.br(turn);

    b.at_end(turn);
    let [factor, rest, product] = [float, b.int_type(32), float].map(|ty| b.phi(ty));
    let odd = b.compare(Predicate::Ne, b.binary(BinOp::And, rest, b.int(32, 1)), zero);
    let grown = b.select(odd, b.binary(BinOp::FMul, product, factor), product);
    let halved = b.binary(BinOp::LShr, rest, b.int(32, 1));
    b.cond_br(b.compare(Predicate::Eq, halved, zero), end, again);

    b.at_end(again);
    let square = b.binary(BinOp::FMul, factor, factor);
    b.br(turn);

    b.at_end(end);
    b.ret(Some(b.select(negative, b.binary(BinOp::FDiv, one, grown), grown)));

    for (phi, first, next) in [(factor, base, square), (rest, magnitude, halved), (product, one, grown)] {
        phi.add_incoming(first, entry);
        phi.add_incoming(next, again);
    }
    function
}
