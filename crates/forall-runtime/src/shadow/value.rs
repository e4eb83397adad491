//! Values in shadow memory. The machine is little endian: byte 0 of a value lies at the lowest address.

use super::Shadow;
use super::entries::Entry;
use crate::terms::Terms;
use forall_protocol::terms::{CONCRETE, MAX_WIDTH, Op, TermId};

const MAX_BYTES: usize = MAX_WIDTH as usize / 8;

impl Shadow {
    /// The term of the `width` bits at `address`.
    ///
    /// # Safety
    /// The bytes that hold the value are readable.
    pub unsafe fn load(&self, terms: &Terms, address: usize, width: u32) -> TermId {
        debug_assert!((1..=MAX_WIDTH).contains(&width));
        let mut entries = [Entry::CONCRETE; MAX_BYTES];
        let entries = &mut entries[..width.div_ceil(8) as usize];
        self.read(address, entries);
        if entries.iter().all(|&entry| entry == Entry::CONCRETE) {
            return CONCRETE;
        }
        let mut value = CONCRETE;
        let mut offset = 0;
        while offset < entries.len() {
            let length = run_length(&entries[offset..]);
            let first = entries[offset];
            let part = if first == Entry::CONCRETE {
                // SAFETY: part of the value, which is readable.
                let bytes = unsafe {
                    std::slice::from_raw_parts(
                        std::ptr::with_exposed_provenance::<u8>(address + offset),
                        length,
                    )
                };
                let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte));
                terms.constant(8 * length as u32, number)
            } else {
                bytes_of(terms, first, length as u32)
            };
            value = if value == CONCRETE { part } else { terms.concat(part, value) };
            offset += length;
        }
        terms.unless_constant(terms.extract(value, 0, width))
    }

    /// The term of one byte, or a constant.
    ///
    /// # Safety
    /// The byte is readable.
    pub unsafe fn byte(&self, terms: &Terms, address: usize) -> TermId {
        match self.entry(address) {
            Entry::CONCRETE => {
                // SAFETY: readable, as the caller promises.
                let byte = unsafe { std::ptr::with_exposed_provenance::<u8>(address).read() };
                terms.constant(8, byte.into())
            }
            entry => bytes_of(terms, entry, 1),
        }
    }

    /// A value of `width` bits goes to `address`. One that does not fill its last byte is zero extended.
    pub fn store(&self, terms: &Terms, address: usize, value: TermId, width: u32) {
        let bytes = width.div_ceil(8);
        if value == CONCRETE {
            return self.clear(address, bytes as usize);
        }
        debug_assert_eq!(terms.width(value), width);
        self.write(address, bytes as usize, |byte| Entry::new(value, byte as u32));
    }

    /// All bytes of the range become the given one.
    pub fn fill(&self, address: usize, byte: TermId, length: usize) {
        if byte == CONCRETE {
            return self.clear(address, length);
        }
        self.write(address, length, |_| Entry::new(byte, 0));
    }
}

/// How many entries at the front are concrete, or consecutive bytes of one term.
fn run_length(entries: &[Entry]) -> usize {
    let first = entries[0];
    let belongs = |(offset, entry): &(usize, &Entry)| {
        if first == Entry::CONCRETE {
            **entry == Entry::CONCRETE
        } else {
            entry.term() == first.term() && entry.byte() == first.byte() + *offset as u32
        }
    };
    entries.iter().enumerate().take_while(belongs).count()
}

/// `count` bytes of a term's value, beginning with the one the entry names.
fn bytes_of(terms: &Terms, first: Entry, count: u32) -> TermId {
    let (term, low, width) = (first.term(), 8 * first.byte(), 8 * count);
    let known = terms.width(term) - low;
    if known >= width {
        terms.extract(term, low, width)
    } else {
        terms.extend(Op::ZExt, terms.extract(term, low, known), width)
    }
}

#[cfg(test)]
mod tests;
