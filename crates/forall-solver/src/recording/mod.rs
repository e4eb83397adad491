//! The queries of an exploration in a file, to be asked again: for measuring, and for finding out what went wrong.
//!
//! A recording is a sequence of entries: terms, each after its operands, and what was asked about them.
//! Numbers are written seven bits a byte, the lowest first.

mod read;
mod write;

pub use read::{Malformed, Recording};
pub use write::Recorder;

use crate::listed::list_values;
use crate::terms::{Binary, Float, Unary};

/// What a recording starts with; it changes with the format.
const MAGIC: &[u8] = b"forall queries 1\n";

/// What an entry is about.
#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
enum Entry {
    Constant,
    Variable,
    Unary,
    Binary,
    Extract,
    ZeroExtend,
    SignExtend,
    Ite,
    Float,
    /// How many assertions are those of the query before, and the others.
    Query,
    /// The name of a function, how many arguments it has, and these.
    Apply,
}

list_values!(
    Entry:
    Constant, Variable, Unary, Binary, Extract, ZeroExtend, SignExtend, Ite, Float, Query, Apply,
);

fn unary_code(op: Unary) -> u128 {
    Unary::ALL.iter().position(|&known| known == op).unwrap_or_default() as u128
}

fn binary_code(op: Binary) -> u128 {
    Binary::ALL.iter().position(|&known| known == op).unwrap_or_default() as u128
}

fn float_code(op: Float) -> u128 {
    Float::ALL.iter().position(|&known| known == op).unwrap_or_default() as u128
}

#[cfg(test)]
mod tests;
