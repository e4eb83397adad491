//! Operations on bit-vectors. Those that the language does not have are spelled out.

use super::{Script, bit, counting};
use crate::terms::{Binary, Node, Term, Unary};

impl Script<'_> {
    pub(super) fn operation(&self, term: Term) -> String {
        let terms = self.terms;
        let width = terms.width(term);
        let name = |operand: Term| self.symbol(operand);
        match terms.node(term) {
            Node::Unary(op, a) => unary(op, &name(a), width),
            Node::Binary(op, a, b) => binary(op, &name(a), &name(b), terms.width(a)),
            Node::Extract(a, low) => format!("((_ extract {} {low}) {})", low + width - 1, name(a)),
            Node::ZeroExtend(a) => extended("zero_extend", width - terms.width(a), &name(a)),
            Node::SignExtend(a) => extended("sign_extend", width - terms.width(a), &name(a)),
            Node::Ite(condition, then, otherwise) => {
                format!("(ite (= {} #b1) {} {})", name(condition), name(then), name(otherwise))
            }
            Node::Constant(_) | Node::Variable(_) | Node::Float(..) | Node::Apply(..) => {
                unreachable!("defined elsewhere")
            }
        }
    }
}

fn unary(op: Unary, a: &str, width: u32) -> String {
    let bit_at = |i: u32| format!("((_ extract {i} {i}) {a})");
    match op {
        Unary::Not => format!("(bvnot {a})"),
        Unary::Neg => format!("(bvneg {a})"),
        Unary::CtPop => counting::ones(a, width),
        Unary::CtLz => counting::zeros(a, width, counting::End::High),
        Unary::CtTz => counting::zeros(a, width, counting::End::Low),
        Unary::BSwap => concat((0..width / 8).map(|i| format!("((_ extract {} {}) {a})", 8 * i + 7, 8 * i))),
        Unary::BitReverse => concat((0..width).map(bit_at)),
    }
}

/// The first part is the highest.
fn concat(parts: impl Iterator<Item = String>) -> String {
    parts.reduce(|high, low| format!("(concat {high} {low})")).unwrap_or_default()
}

fn extended(how: &str, by: u32, a: &str) -> String {
    format!("((_ {how} {by}) {a})")
}

fn binary(op: Binary, a: &str, b: &str, width: u32) -> String {
    let plain = |name: &str| format!("({name} {a} {b})");
    // The operation in more bits than any result needs, and whether it differs from what fits.
    let overflow = |name: &str, signed: bool, by: u32| {
        let how = if signed { "sign_extend" } else { "zero_extend" };
        let exact = format!("({name} {} {})", extended(how, by, a), extended(how, by, b));
        let kept = format!("((_ extract {} 0) {exact})", width - 1);
        bit(&format!("(not (= {exact} {}))", extended(how, by, &kept)))
    };
    match op {
        Binary::Add => plain("bvadd"),
        Binary::Sub => plain("bvsub"),
        Binary::Mul => plain("bvmul"),
        Binary::UDiv => plain("bvudiv"),
        Binary::SDiv => plain("bvsdiv"),
        Binary::URem => plain("bvurem"),
        Binary::SRem => plain("bvsrem"),
        Binary::Shl => plain("bvshl"),
        Binary::LShr => plain("bvlshr"),
        Binary::AShr => plain("bvashr"),
        Binary::And => plain("bvand"),
        Binary::Or => plain("bvor"),
        Binary::Xor => plain("bvxor"),
        Binary::Concat => plain("concat"),
        Binary::Eq => bit(&plain("=")),
        Binary::Ne => bit(&plain("distinct")),
        Binary::ULt | Binary::USubOverflow => bit(&plain("bvult")),
        Binary::ULe => bit(&plain("bvule")),
        Binary::SLt => bit(&plain("bvslt")),
        Binary::SLe => bit(&plain("bvsle")),
        Binary::UAddOverflow => overflow("bvadd", false, 1),
        Binary::SAddOverflow => overflow("bvadd", true, 1),
        Binary::SSubOverflow => overflow("bvsub", true, 1),
        Binary::UMulOverflow => overflow("bvmul", false, width),
        Binary::SMulOverflow => overflow("bvmul", true, width),
    }
}
