//! Which way of writing constants suits a term.

use crate::terms::{Binary, Float, Node, Style, Term, Terms};

/// How deep a term is looked into.
const DEPTH: u32 = 8;

impl Terms {
    /// The style of the values that a term has, as far as its variables tell.
    pub(super) fn style_of(&self, t: Term) -> Style {
        self.style_within(t, DEPTH).unwrap_or_default()
    }

    fn style_within(&self, t: Term, depth: u32) -> Option<Style> {
        let depth = depth.checked_sub(1)?;
        let first = |a, b| self.style_within(a, depth).or_else(|| self.style_within(b, depth));
        match self.node(t) {
            Node::Constant(_) | Node::Apply(..) => None,
            Node::Variable(index) => Some(self.name_and_style(index).1),
            Node::SignExtend(_) => Some(Style::Signed),
            // Still the same character in more bits; but any other number has become unsigned.
            Node::ZeroExtend(a) => match self.style_within(a, depth) {
                Some(Style::Character) => Some(Style::Character),
                _ => Some(Style::Unsigned),
            },
            Node::Extract(..) => Some(Style::Unsigned),
            Node::Unary(_, a) => self.style_within(a, depth),
            Node::Binary(Binary::SDiv | Binary::SRem | Binary::AShr, ..) => Some(Style::Signed),
            // The difference of two characters is a number.
            Node::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => {
                first(a, b).map(|style| if style == Style::Character { Style::Unsigned } else { style })
            }
            Node::Float(Float::Eq | Float::Lt | Float::Le | Float::ToU, _) => Some(Style::Unsigned),
            Node::Float(Float::ToS, _) => Some(Style::Signed),
            Node::Float(..) => Some(Style::Float),
            Node::Binary(_, a, b) | Node::Ite(_, a, b) => first(a, b),
        }
    }
}
