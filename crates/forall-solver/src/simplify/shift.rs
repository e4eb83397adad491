//! Shifts. By a constant distance they are extractions with zeros or sign bits around them.

use crate::terms::{Binary, Node, Term, Terms};

impl Terms {
    pub(super) fn shift_left(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match self.distance(b) {
            Some(distance) if distance >= width => self.zero(width),
            Some(distance) => {
                let kept = self.extract(a, 0, width - distance);
                self.append_zeros(kept, distance)
            }
            None if self.as_constant(a) == Some(0) => a,
            None => match self.node(a) {
                // There and back: what fell off at the low end is zero now.
                Node::Binary(Binary::LShr | Binary::AShr, x, there) if there == b => {
                    let ones = self.constant(width, crate::concrete::mask(width));
                    let kept = self.intern(Node::Binary(Binary::Shl, ones, b), width);
                    self.binary(Binary::And, x, kept)
                }
                _ => self.intern(Node::Binary(Binary::Shl, a, b), width),
            },
        }
    }

    pub(super) fn logical_shift_right(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match self.distance(b) {
            Some(distance) if distance >= width => self.zero(width),
            Some(distance) => {
                let kept = self.extract(a, distance, width - distance);
                self.zero_extend(kept, width)
            }
            None if self.as_constant(a) == Some(0) => a,
            None => match self.node(a) {
                Node::Binary(Binary::Shl, x, there)
                    if there == b && self.as_constant(x) != Some(crate::concrete::mask(width)) =>
                {
                    let ones = self.constant(width, crate::concrete::mask(width));
                    let kept = self.intern(Node::Binary(Binary::LShr, ones, b), width);
                    self.binary(Binary::And, x, kept)
                }
                _ => self.intern(Node::Binary(Binary::LShr, a, b), width),
            },
        }
    }

    pub(super) fn arithmetic_shift_right(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(distance) = self.distance(b) {
            let distance = distance.min(width - 1);
            let kept = self.extract(a, distance, width - distance);
            return self.sign_extend(kept, width);
        }
        if self.as_constant(a) == Some(0) || self.as_constant(a) == Some(crate::concrete::mask(width)) {
            return a;
        }
        if self.never_negative(a) {
            return self.binary(Binary::LShr, a, b);
        }
        self.intern(Node::Binary(Binary::AShr, a, b), width)
    }

    /// `t` followed by that many zero bits.
    pub(super) fn append_zeros(&mut self, t: Term, count: u32) -> Term {
        if count == 0 {
            return t;
        }
        let zeros = self.zero(count);
        self.binary(Binary::Concat, t, zeros)
    }

    /// A constant distance; the width stands for all that are greater.
    fn distance(&self, b: Term) -> Option<u32> {
        let width = self.width(b);
        self.as_constant(b).map(|distance| u32::try_from(distance).map_or(width, |d| d.min(width)))
    }
}
