//! The leaves of a value that was not drawn: the inverse of drawing. A run on these leaves is given the same value again.
//!
//! An example is such a value, and the search begins with its leaves.

mod standard;

#[cfg(test)]
mod tests;

use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::replay::Values;

/// A value whose leaves are known: those that drawing it would ask for, by the same names.
pub trait Leaves {
    fn leaves(&self, to: &mut Sink<'_>);
}

/// What is known of the leaves of some values.
#[derive(Default)]
pub struct Gathered {
    /// Behind the `length` of a sink stands what another one has left there.
    name: String,
    values: Values,
    is_incomplete: bool,
}

impl Gathered {
    pub fn sink(&mut self) -> Sink<'_> {
        Sink { length: 0, gathered: self }
    }

    /// The leaves, in the order in which they are drawn; `None` when some are not known.
    pub fn complete(self) -> Option<Values> {
        (!self.is_incomplete).then_some(self.values)
    }
}

/// Takes the leaves of a value, which are called as [`Source`](crate::Source) calls them.
pub struct Sink<'a> {
    gathered: &'a mut Gathered,
    length: usize,
}

impl Sink<'_> {
    /// For a named part of the value.
    pub fn part(&mut self, name: &str) -> Sink<'_> {
        let all = &mut self.gathered.name;
        all.truncate(self.length);
        if self.length > 0 {
            all.push('.');
        }
        all.push_str(name);
        Sink { length: all.len(), gathered: self.gathered }
    }

    /// For an element of the value.
    pub fn element(&mut self, index: usize) -> Sink<'_> {
        let all = &mut self.gathered.name;
        all.truncate(self.length);
        all.push_str(&format!("[{index}]"));
        Sink { length: all.len(), gathered: self.gathered }
    }

    pub fn leaf(&mut self, kind: InputKind, bits: u128) {
        let name = self.gathered.name[..self.length].to_owned();
        self.gathered.values.push((Input { name, kind }, bits));
    }

    /// Which of so many ways the value was made.
    pub fn way(&mut self, way: usize, ways: usize) {
        if ways > 1 {
            self.part(crate::input::VARIANT).leaf(InputKind::Way, way as u128);
        }
    }

    fn length(&mut self, length: usize) {
        self.part("len").leaf(InputKind::Length, length as u128);
    }

    /// Of some part nobody knows what it was made of.
    pub fn unknown(&mut self) {
        self.gathered.is_incomplete = true;
    }
}

/// Adds the leaves of a value if it has any: `(&&Probe(&value)).add(sink)`. What comes with a `&` more is tried first.
pub struct Probe<'a, T: ?Sized>(pub &'a T);

pub trait ByLeaves {
    fn add(&self, to: &mut Sink<'_>);
}

impl<T: Leaves + ?Sized> ByLeaves for &Probe<'_, T> {
    fn add(&self, to: &mut Sink<'_>) {
        self.0.leaves(to);
    }
}

pub trait WithoutLeaves {
    fn add(&self, to: &mut Sink<'_>);
}

impl<T: ?Sized> WithoutLeaves for Probe<'_, T> {
    fn add(&self, to: &mut Sink<'_>) {
        to.unknown();
    }
}
