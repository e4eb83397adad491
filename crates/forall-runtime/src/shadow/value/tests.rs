//! Shadow memory against a naive model: for every byte, the term that gives its value.

use super::*;
use crate::check::evaluate;
use crate::mapping::Mapping;
use crate::testing::{Memory, Random};
use forall_protocol::terms::TermRecord;

const INPUTS: [u128; 6] =
    [1, 0xA7, 0xBEEF, 0x89AB_CDEF, 0x0123_4567_89AB_CDEF, 0x1122_3344_5566_7788_99AA_BBCC_DDEE_FF01];
const WIDTHS: [u32; 6] = [1, 8, 16, 32, 64, 128];

fn input(terms: &Terms, index: usize) -> TermId {
    terms.intern(TermRecord::new(Op::Input, WIDTHS[index], index as u32, 0, 0))
}

/// Real memory over several pages, its shadow, and what the model knows of it.
struct World {
    terms: Terms,
    shadow: Shadow,
    bytes: Mapping,
    /// The symbolic bytes: one the model copies only as a whole.
    symbolic: Vec<Option<(TermId, u32)>>,
    _memory: Memory,
}

impl World {
    fn new(length: usize) -> World {
        let memory = Memory::new();
        let bytes = Mapping::anonymous(length).unwrap();
        World {
            terms: memory.terms(),
            shadow: memory.shadow(),
            bytes,
            symbolic: vec![None; length],
            _memory: memory,
        }
    }

    fn address(&self, at: usize) -> usize {
        self.bytes.start().expose_provenance() + at
    }

    fn poke(&self, at: usize, byte: u8) {
        assert!(at < self.bytes.length());
        // SAFETY: inside the mapping.
        unsafe { self.bytes.start().add(at).write(byte) }
    }

    fn peek(&self, at: usize) -> u8 {
        assert!(at < self.bytes.length());
        // SAFETY: inside the mapping.
        unsafe { self.bytes.start().add(at).read() }
    }

    fn store(&mut self, at: usize, value: TermId, width: u32, concrete: u128) {
        self.shadow.store(&self.terms, self.address(at), value, width);
        for byte in 0..width.div_ceil(8) as usize {
            self.poke(at + byte, (concrete >> (8 * byte)) as u8);
            self.symbolic[at + byte] = (value != CONCRETE).then_some((value, byte as u32));
        }
    }

    fn copy(&mut self, to: usize, from: usize, length: usize) {
        self.shadow.copy(self.address(to), self.address(from), length);
        let bytes: Vec<u8> = (from..from + length).map(|at| self.peek(at)).collect();
        for (offset, byte) in bytes.into_iter().enumerate() {
            self.poke(to + offset, byte);
        }
        self.symbolic.copy_within(from..from + length, to);
    }

    fn load(&self, at: usize, width: u32) -> TermId {
        // SAFETY: the mapping is readable; the indices stay inside.
        unsafe { self.shadow.load(&self.terms, self.address(at), width) }
    }

    /// Entries and loads agree with the model.
    fn check(&self, at: usize, width: u32) {
        let bytes = width.div_ceil(8) as usize;
        let range = at..at + bytes;
        for at in range.clone() {
            let entry = self.shadow.entry(self.address(at));
            let expected = self.symbolic[at].map_or(Entry::CONCRETE, |(term, byte)| Entry::new(term, byte));
            assert_eq!(entry, expected, "at {at}");
        }
        let any = self.symbolic[range.clone()].iter().any(Option::is_some);
        assert_eq!(self.shadow.holds(self.address(at), bytes), any);
        let loaded = self.load(at, width);
        if !any {
            assert_eq!(loaded, CONCRETE);
            return;
        }
        // What the load means must hold for other inputs than those that ran.
        for inputs in [INPUTS, INPUTS.map(|input| !input)] {
            let byte = |at: usize| match self.symbolic[at] {
                Some((term, byte)) => evaluate(&self.terms, term, &inputs) >> (8 * byte) & 0xFF,
                None => self.peek(at).into(),
            };
            let expected = range.clone().rev().fold(0_u128, |value, at| value << 8 | byte(at));
            let expected = if width == 128 { expected } else { expected & ((1 << width) - 1) };
            if loaded == CONCRETE {
                let memory =
                    range.clone().rev().fold(0_u128, |value, at| value << 8 | u128::from(self.peek(at)));
                let memory = if width == 128 { memory } else { memory & ((1 << width) - 1) };
                assert_eq!(memory, expected, "constant after all");
            } else {
                assert_eq!(self.terms.width(loaded), width);
                assert_eq!(evaluate(&self.terms, loaded, &inputs), expected);
            }
        }
    }
}

#[test]
fn an_unbroken_value_comes_back_as_itself_at_any_address() {
    let mut world = World::new(3 * 4096);
    for index in 0..INPUTS.len() {
        let term = input(&world.terms, index);
        for at in (4096 - 20..4096 + 4).chain([100, 101, 102, 103]) {
            world.store(at, term, WIDTHS[index], INPUTS[index]);
            assert_eq!(world.load(at, WIDTHS[index]), term);
        }
    }
}

#[test]
fn a_bool_comes_back_from_the_byte_it_is_stored_in() {
    let mut world = World::new(4096);
    let bit = input(&world.terms, 0);
    world.store(8, bit, 1, 1);
    assert_eq!(world.load(8, 1), bit);
    let byte = world.load(8, 8);
    assert_eq!(byte, world.terms.extend(Op::ZExt, bit, 8));
    assert_eq!(world.terms.extract(byte, 0, 1), bit);
    world.store(8, byte, 8, 1);
    assert_eq!(world.load(8, 1), bit);
}

#[test]
fn neighbouring_bytes_of_one_term_are_one_part() {
    let mut world = World::new(4096);
    let value = input(&world.terms, 3);
    world.store(16, value, 32, INPUTS[3]);
    let part = world.load(17, 16);
    assert_eq!(world.terms.record(part), TermRecord::new(Op::Extract, 16, value, 8, 0));
    world.store(19, CONCRETE, 8, 0x42);
    let patched = world.load(16, 32);
    let record = world.terms.record(patched);
    assert_eq!(record.op, Op::Concat as u8);
    assert_eq!(world.terms.constant_value(record.a), Some(0x42));
    assert_eq!(world.terms.record(record.b), TermRecord::new(Op::Extract, 24, value, 0, 0));
}

#[test]
fn what_is_constant_after_all_is_concrete() {
    let mut world = World::new(4096);
    let wide = world.terms.extend(Op::ZExt, input(&world.terms, 1), 64);
    world.store(0, wide, 64, INPUTS[1]);
    assert_eq!(world.load(4, 32), CONCRETE);
    assert_eq!(world.load(0, 8), input(&world.terms, 1));
}

#[test]
fn random_stores_copies_and_clears_agree_with_a_byte_map() {
    let length = 4 * 4096;
    for seed in 1..=6 {
        let mut world = World::new(length);
        let mut random = Random(seed * 0x9E37_79B9);
        // Half of the seeds crowd around a page boundary.
        let place = |random: &mut Random| {
            if seed % 2 == 1 { 4096 - 40 + random.below(80) } else { random.below(length - 16) }
        };
        for _ in 0..4000 {
            let at = place(&mut random);
            match random.below(10) {
                0..=3 => {
                    let index = random.below(INPUTS.len());
                    let term = input(&world.terms, index);
                    world.store(at, term, WIDTHS[index], INPUTS[index]);
                }
                4 => {
                    let width = WIDTHS[random.below(WIDTHS.len())];
                    world.store(at, CONCRETE, width, random.0 as u128);
                }
                5 => {
                    // What was loaded, whole or in part, is stored elsewhere.
                    let width = 8 * (1 + random.below(16)) as u32;
                    let (loaded, to) = (world.load(at, width), place(&mut random));
                    let value = (0..width as usize / 8)
                        .rev()
                        .fold(0, |value, byte| value << 8 | u128::from(world.peek(at + byte)));
                    world.store(to, loaded, width, value);
                }
                6 | 7 => {
                    let to = place(&mut random);
                    let most = length - at.max(to);
                    let limit = if random.below(4) == 0 { most } else { most.min(64) };
                    world.copy(to, at, random.below(limit + 1));
                }
                8 => {
                    let count = random.below((length - at).min(900) + 1);
                    world.shadow.clear(world.address(at), count);
                    world.symbolic[at..at + count].fill(None);
                }
                _ => {
                    let count = random.below((length - at).min(40) + 1);
                    let byte = input(&world.terms, 1);
                    world.shadow.fill(world.address(at), byte, count);
                    for at in at..at + count {
                        world.poke(at, INPUTS[1] as u8);
                        world.symbolic[at] = Some((byte, 0));
                    }
                }
            }
            let width = if random.below(4) == 0 { 1 + random.below(128) } else { 8 * (1 + random.below(16)) };
            world.check(place(&mut random), width as u32);
        }
        for at in (0..length - 16).step_by(3) {
            world.check(at, 128);
        }
    }
}

#[test]
fn a_range_beyond_the_address_space_is_concrete() {
    let world = World::new(4096);
    let terms = &world.terms;
    world.shadow.store(terms, usize::MAX - 64, input(terms, 4), 64);
    assert!(!world.shadow.holds(usize::MAX - 64, 8));
    world.shadow.store(terms, world.address(0), input(terms, 4), 64);
    assert!(world.shadow.holds(world.address(0), usize::MAX));
    world.shadow.clear(world.address(0), usize::MAX);
    assert!(!world.shadow.holds(world.address(0), 8));
}
