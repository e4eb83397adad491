//! Selection by a condition.

use crate::terms::{Binary, Node, Term, Terms, Unary};

impl Terms {
    pub(crate) fn simplified_ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        if let Some(known) = self.as_constant(condition) {
            return if known == 1 { then } else { otherwise };
        }
        if then == otherwise {
            return then;
        }
        if let Node::Unary(Unary::Not, x) = self.node(condition) {
            return self.simplified_ite(x, otherwise, then);
        }
        // What a nested selection by the same condition would choose is known.
        if let Node::Ite(inner, x, _) = self.node(then)
            && inner == condition
        {
            return self.simplified_ite(condition, x, otherwise);
        }
        if let Node::Ite(inner, _, y) = self.node(otherwise)
            && inner == condition
        {
            return self.simplified_ite(condition, then, y);
        }
        match self.width(then) {
            1 => self.choose_bit(condition, then, otherwise),
            width => {
                if let (Some(x), Some(y)) = (self.as_constant(then), self.as_constant(otherwise)) {
                    return self.choose_constants(condition, width, x, y);
                }
                self.intern(Node::Ite(condition, then, otherwise), width)
            }
        }
    }

    /// A choice between two constants, whose bits beyond the width are dropped. The condition is no complement.
    pub(super) fn choose_constants(
        &mut self,
        condition: Term,
        width: u32,
        then: u128,
        otherwise: u128,
    ) -> Term {
        let [then, otherwise] = [then, otherwise].map(|value| self.constant(width, value));
        if then == otherwise {
            return then;
        }
        match (self.as_constant(then), self.as_constant(otherwise)) {
            (Some(1), Some(0)) => self.zero_extend(condition, width),
            (Some(0), Some(1)) => {
                let condition = self.not(condition);
                self.zero_extend(condition, width)
            }
            _ => self.intern(Node::Ite(condition, then, otherwise), width),
        }
    }

    /// A choice between bits is a matter of "and" and "or" as soon as one of them is constant.
    pub(super) fn choose_bit(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        match (self.as_constant(then), self.as_constant(otherwise)) {
            (Some(x), Some(y)) => self.choose_constants(condition, 1, x, y),
            (Some(1), None) => self.or(condition, otherwise),
            (Some(_), None) => {
                let unless = self.not(condition);
                self.and(unless, otherwise)
            }
            (None, Some(0)) => self.and(condition, then),
            (None, Some(_)) => {
                let unless = self.not(condition);
                self.or(unless, then)
            }
            _ if then == condition => self.or(condition, otherwise),
            _ if otherwise == condition => self.and(condition, then),
            _ if self.complementary(then, otherwise) => self.binary(Binary::Eq, condition, then),
            _ => self.intern(Node::Ite(condition, then, otherwise), 1),
        }
    }
}
