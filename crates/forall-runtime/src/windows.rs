//! Memory that an address which depends on the inputs may lead to, when that is little: then all of it is
//! read, or written, at once.
//!
//! Which memory that is follows from the address alone: a constant, the start of an array, plus something
//! that is known to be small, by its form or because the program has checked it on this path. So nothing has
//! to be known of objects, and there is nothing to decide.

use crate::decisions::Decisions;
use crate::selection::{MAX_LENGTH, Places, multiple_of, split};
use crate::shadow::Shadow;
use crate::terms::Terms;
use forall_protocol::terms::{CONCRETE, Op, TermId};

/// With more places to read from, a path for each is cheaper.
const MOST_READ: u64 = 128;
/// The same for writing, after which every place holds a choice.
const MOST_WRITTEN: u64 = 16;
/// How far an offset is looked into for what bounds it.
const DEPTH: u32 = 6;
/// What is called small, in bytes.
const SMALL: u64 = 1 << 12;
const PAGE: u64 = 1 << 12;

pub struct Window {
    start: u64,
    places: Places,
    length: usize,
}

impl Window {
    /// The places from which `length` bytes could be read; `None` where they are unknown or too many.
    pub fn to_read(
        terms: &Terms,
        decisions: &Decisions,
        address: TermId,
        concrete: u64,
        length: usize,
    ) -> Option<Window> {
        Window::find(terms, decisions, address, concrete, length)
            .filter(|window| window.places.count() <= MOST_READ)
    }

    /// The places to which `length` bytes could be written. They do not overlap.
    pub fn to_write(
        terms: &Terms,
        decisions: &Decisions,
        address: TermId,
        concrete: u64,
        length: usize,
    ) -> Option<Window> {
        Window::find(terms, decisions, address, concrete, length).filter(|window| {
            window.places.count() <= MOST_WRITTEN && 1 << window.places.stride >= length as u64
        })
    }

    fn find(
        terms: &Terms,
        decisions: &Decisions,
        address: TermId,
        concrete: u64,
        length: usize,
    ) -> Option<Window> {
        if !(1..=MAX_LENGTH).contains(&length) {
            return None;
        }
        let (offset, start) = split(terms, address);
        let here = concrete.checked_sub(start)?;
        let is_here = terms.binary(Op::Eq, 64, address, terms.constant(64, concrete.into()));
        if here >= SMALL || decisions.decided(is_here) == Some(true) || is_chosen(terms, offset, DEPTH) {
            return None;
        }
        let last = Bounds { terms, decisions }.of(offset, DEPTH).filter(|last| *last < SMALL)?;
        let stride = multiple_of(terms, address, start).min(u64::BITS - 1);
        let last = last >> stride << stride;
        let known = (concrete, concrete + length as u64);
        let whole = (start, start + last + length as u64);
        if here > last || here & ((1 << stride) - 1) != 0 || !is_readable(whole, known) {
            return None;
        }
        Some(Window { start, places: Places { offset, last, stride }, length })
    }

    /// The term of what is read; concrete if it is the same everywhere.
    pub fn read(&self, terms: &Terms, shadow: &Shadow) -> TermId {
        let width = 8 * self.length as u32;
        let value = self.places.select(terms, width, &mut |at| self.value(terms, shadow, at));
        terms.unless_constant(value)
    }

    /// Each place now holds `value`, if it is the one, or what it held before.
    pub fn write(&self, terms: &Terms, shadow: &Shadow, value: TermId) {
        let width = 8 * self.length as u32;
        for place in 0..self.places.count() {
            let at = place << self.places.stride;
            let old = self.value(terms, shadow, at);
            if old == value {
                continue;
            }
            let here = terms.binary(Op::Eq, 64, self.places.offset, terms.constant(64, at.into()));
            let new = terms.choose(width, here, value, old);
            shadow.store(terms, (self.start + at) as usize, new, width);
        }
    }

    /// The term or constant at an offset.
    fn value(&self, terms: &Terms, shadow: &Shadow, at: u64) -> TermId {
        let address = (self.start + at) as usize;
        let width = 8 * self.length as u32;
        // SAFETY: all of the window is readable.
        let term = unsafe { shadow.load(terms, address, width) };
        if term != CONCRETE {
            return term;
        }
        let start = std::ptr::with_exposed_provenance::<u8>(address);
        let mut bytes = [0; MAX_LENGTH];
        for (at, byte) in bytes[..self.length].iter_mut().enumerate() {
            // SAFETY: all of the window is readable.
            *byte = unsafe { start.add(at).read() };
        }
        terms.constant(width, u128::from_le_bytes(bytes))
    }
}

/// Is it a choice between values, as links are that were read from one of several places? Following these
/// would make choices of choices; with a path for each there are none.
fn is_chosen(terms: &Terms, term: TermId, depth: u32) -> bool {
    if term == CONCRETE || depth == 0 || terms.is_constant(term) {
        return false;
    }
    let record = terms.record(term);
    let of = |operand: TermId| is_chosen(terms, operand, depth - 1);
    match terms.op(term) {
        Some(Op::Ite) => true,
        Some(Op::ZExt | Op::SExt | Op::Extract) => of(record.a),
        Some(Op::Add | Op::Sub | Op::Mul | Op::Shl | Op::LShr | Op::And | Op::Or | Op::Xor | Op::Concat) => {
            of(record.a) || of(record.b)
        }
        _ => false,
    }
}

/// What terms cannot exceed on this path.
struct Bounds<'a> {
    terms: &'a Terms,
    decisions: &'a Decisions,
}

impl Bounds<'_> {
    /// The largest value, if that is small.
    fn of(&self, term: TermId, depth: u32) -> Option<u64> {
        let by_form = self.by_form(term, depth).filter(|bound| *bound < SMALL);
        if by_form.is_some_and(|bound| bound < 2) {
            return by_form;
        }
        // Or because the program has checked it.
        let checked = self.decisions.greatest(self.terms, term).filter(|bound| *bound < MOST_READ);
        by_form.into_iter().chain(checked).min()
    }

    fn by_form(&self, term: TermId, depth: u32) -> Option<u64> {
        let terms = self.terms;
        if let Some(value) = terms.constant_value(term) {
            return u64::try_from(value).ok();
        }
        let record = terms.record(term);
        let by_width = (record.width < 12).then(|| (1 << record.width) - 1);
        let Some(depth) = depth.checked_sub(1) else { return by_width };
        let of = |operand: TermId| self.of(operand, depth);
        let constant =
            |operand: TermId| terms.constant_value(operand).and_then(|value| u64::try_from(value).ok());
        let fits = |bound: &u64| record.width >= 64 || *bound < 1 << record.width;
        let by_operands = match terms.op(term)? {
            Op::Add => of(record.a).zip(of(record.b)).and_then(|(a, b)| a.checked_add(b)),
            Op::Mul => of(record.a).zip(of(record.b)).and_then(|(a, b)| a.checked_mul(b)),
            Op::Shl => of(record.a).zip(constant(record.b)).and_then(|(a, distance)| {
                let factor = 1_u64.checked_shl(u32::try_from(distance).ok()?)?;
                a.checked_mul(factor)
            }),
            Op::ZExt | Op::LShr | Op::UDiv => of(record.a),
            Op::And => match (of(record.a), of(record.b)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            Op::URem => constant(record.b).and_then(|divisor| divisor.checked_sub(1)),
            Op::Ite => of(record.b).zip(of(record.c)).map(|(b, c)| b.max(c)),
            _ => None,
        };
        let by_operands = by_operands.filter(fits);
        by_width.into_iter().chain(by_operands).min()
    }
}

/// Can the program read all of a range, given that it is about to read, or write, a part of it?
fn is_readable(range: (u64, u64), known: (u64, u64)) -> bool {
    let pages = |(start, end): (u64, u64)| start / PAGE..=(end - 1) / PAGE;
    let known = pages(known);
    pages(range).all(|page| known.contains(&page) || is_readable_page(page * PAGE))
}

fn is_readable_page(address: u64) -> bool {
    let mut byte = 0_u8;
    let here = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    let there = libc::iovec { iov_base: std::ptr::without_provenance_mut(address as usize), iov_len: 1 };
    // SAFETY: the kernel reads one byte of this process, or says that it cannot.
    unsafe { libc::process_vm_readv(libc::getpid(), &here, 1, &there, 1, 0) == 1 }
}

#[cfg(test)]
mod tests;
