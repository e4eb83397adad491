//! Looking something up in a constant by a symbolic index: `TABLE[b as usize]` without a path for every `b`.

use crate::selection::{MAX_LENGTH, Places, multiple_of};
use crate::terms::Terms;
use forall_protocol::hooks::Constant;
use forall_protocol::terms::{Op, TermId};

/// A selection has at most this many leaves.
const MAX_LEAVES: usize = 1 << 12;

/// The constants of the program, by address.
pub struct Tables(Box<[Constant]>);

/// What was found in a constant.
#[derive(Debug, PartialEq, Eq)]
pub struct Lookup {
    /// The condition that the address lies inside.
    pub inside: TermId,
    /// The bytes there; concrete when they are the same everywhere.
    pub value: TermId,
}

impl Tables {
    pub fn new(constants: &[Constant]) -> Tables {
        let mut constants = constants.to_vec();
        constants.sort_by_key(|constant| constant.start);
        Tables(constants.into())
    }

    /// `length` bytes at an address that is `concrete` in this run; `None` where there is no constant, or too
    /// large a one.
    pub fn look_up(&self, terms: &Terms, address: TermId, concrete: usize, length: usize) -> Option<Lookup> {
        if !(1..=MAX_LENGTH).contains(&length) {
            return None;
        }
        let Constant { start, length: size } = self.holding(concrete as u64, length as u64)?;
        let offset = terms.binary(Op::Sub, 64, address, terms.constant(64, start.into()));
        let last = size - length as u64;
        let stride = multiple_of(terms, address, start);
        let bits = u64::BITS - last.leading_zeros();
        if (last >> stride.min(bits)) as usize >= MAX_LEAVES {
            return None;
        }
        let inside = terms.binary(Op::ULe, 64, offset, terms.constant(64, last.into()));
        let width = 8 * length as u32;
        let places = Places { offset, last, stride };
        let value = places.select(terms, width, &mut |at| terms.constant(width, read(start + at, length)));
        let value = terms.unless_constant(value);
        Some(Lookup { inside, value })
    }

    /// The constant in which these bytes lie.
    pub fn holding(&self, address: u64, length: u64) -> Option<Constant> {
        let after = self.0.partition_point(|constant| constant.start <= address);
        let constant = *self.0.get(after.checked_sub(1)?)?;
        (address - constant.start + length <= constant.length).then_some(constant)
    }
}

fn read(address: u64, length: usize) -> u128 {
    let mut bytes = [0; MAX_LENGTH];
    let address = std::ptr::with_exposed_provenance::<u8>(address as usize);
    // SAFETY: the instrumenter promises that the constant is that long, and nobody ever writes it.
    let found = unsafe { std::slice::from_raw_parts(address, length) };
    bytes[..length].copy_from_slice(found);
    u128::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::evaluate;
    use crate::testing::Memory;
    use forall_protocol::terms::{CONCRETE, TermRecord};

    static SQUARES: [u16; 8] = [0, 1, 4, 9, 16, 25, 36, 49];
    static SAME: [u8; 4] = [7; 4];

    fn constant<T>(table: &'static T) -> Constant {
        Constant { start: (&raw const *table).expose_provenance() as u64, length: size_of::<T>() as u64 }
    }

    struct World {
        terms: Terms,
        tables: Tables,
        _memory: Memory,
    }

    impl World {
        fn new() -> World {
            let memory = Memory::new();
            let tables = Tables::new(&[constant(&SQUARES), constant(&SAME)]);
            World { terms: memory.terms(), tables, _memory: memory }
        }

        /// The address of an element whose index is an input of eight bits.
        fn address(&self, start: u64, size: u128) -> TermId {
            let input = self.terms.intern(TermRecord::new(Op::Input, 8, 0, 0, 0));
            let index = self.terms.extend(Op::ZExt, input, 64);
            let scaled = self.terms.binary(Op::Mul, 64, index, self.terms.constant(64, size));
            self.terms.binary(Op::Add, 64, scaled, self.terms.constant(64, start.into()))
        }

        /// Concrete value of a term when the input has this value.
        fn evaluate(&self, term: TermId, input: u128) -> u128 {
            if let Some(value) = self.terms.constant_value(term) {
                return value;
            }
            let record = self.terms.record(term);
            let of = |operand| self.evaluate(operand, input);
            let mask =
                |value: u128| if record.width == 128 { value } else { value & ((1 << record.width) - 1) };
            mask(match self.terms.op(term).unwrap() {
                Op::Input => input,
                Op::ZExt => of(record.a),
                Op::Add => of(record.a).wrapping_add(of(record.b)),
                Op::Sub => of(record.a).wrapping_sub(of(record.b)),
                Op::Mul => of(record.a).wrapping_mul(of(record.b)),
                Op::Extract => of(record.a) >> record.b,
                Op::ULe => u128::from(of(record.a) <= of(record.b)),
                Op::Ite => {
                    if of(record.a) == 1 {
                        of(record.b)
                    } else {
                        of(record.c)
                    }
                }
                other => panic!("{other:?} is not expected here"),
            })
        }
    }

    #[test]
    fn every_element_is_found_under_its_index() {
        let world = World::new();
        let start = constant(&SQUARES).start;
        let address = world.address(start, 2);
        let lookup = world.tables.look_up(&world.terms, address, start as usize + 6, 2).unwrap();
        for (index, square) in SQUARES.iter().enumerate() {
            assert_eq!(world.evaluate(lookup.value, index as u128), u128::from(*square), "{index}");
            assert_eq!(world.evaluate(lookup.inside, index as u128), 1, "{index}");
        }
        assert_eq!(world.evaluate(lookup.inside, 8), 0);
        assert_eq!(multiple_of(&world.terms, address, start), 1);
    }

    #[test]
    fn a_choice_is_a_multiple_of_what_both_sides_are_multiples_of() {
        let world = World::new();
        let (terms, start) = (&world.terms, constant(&SQUARES).start);
        let input = |index, width| terms.intern(TermRecord::new(Op::Input, width, index, 0, 0));
        let (any, condition) = (terms.extend(Op::ZExt, input(0, 8), 64), input(1, 1));
        let index = terms.choose(64, condition, terms.constant(64, 4), any);
        let scaled = terms.binary(Op::Mul, 64, index, terms.constant(64, 2));
        let address = terms.binary(Op::Add, 64, scaled, terms.constant(64, start.into()));
        let lookup = world.tables.look_up(terms, address, start as usize, 2).unwrap();
        for (index, square) in (0..).zip(SQUARES) {
            assert_eq!(evaluate(terms, lookup.value, &[index, 0]), u128::from(square), "{index}");
            assert_eq!(evaluate(terms, lookup.value, &[index, 1]), 16);
        }
    }

    #[test]
    fn unaligned_bytes_are_found_too() {
        let world = World::new();
        let start = constant(&SQUARES).start;
        let address = world.address(start, 1);
        let lookup = world.tables.look_up(&world.terms, address, start as usize, 3).unwrap();
        let bytes: Vec<u8> = SQUARES.iter().flat_map(|square| square.to_le_bytes()).collect();
        for (index, three) in bytes.windows(3).enumerate() {
            let expected = u128::from(three[0]) | u128::from(three[1]) << 8 | u128::from(three[2]) << 16;
            assert_eq!(world.evaluate(lookup.value, index as u128), expected, "{index}");
        }
    }

    #[test]
    fn what_is_the_same_everywhere_is_concrete() {
        let world = World::new();
        let start = constant(&SAME).start;
        let lookup = world.tables.look_up(&world.terms, world.address(start, 1), start as usize, 1).unwrap();
        assert_eq!(lookup.value, CONCRETE);
    }

    #[test]
    fn there_is_nothing_to_find_outside() {
        let world = World::new();
        let Constant { start, length } = constant(&SQUARES);
        let address = world.address(start, 2);
        let end = (start + length) as usize;
        assert!(world.tables.look_up(&world.terms, address, end - 1, 2).is_none());
        assert!(Tables::new(&[]).look_up(&world.terms, address, start as usize, 2).is_none());
    }
}
