use super::*;
use crate::check::evaluate;
use crate::testing::Memory;
use forall_protocol::terms::TermRecord;

struct World {
    memory: Memory,
    terms: Terms,
    shadow: Shadow,
    decisions: Decisions,
}

impl World {
    fn new() -> World {
        let memory = Memory::new();
        // SAFETY: the header lies in the mapping.
        unsafe { (*memory.shared().header()).max_decisions = 100 };
        let decisions = Decisions::new(memory.shared(), memory.report(), memory.arena());
        World { terms: memory.terms(), shadow: memory.shadow(), decisions, memory }
    }

    fn input(&self, index: u32, width: u32) -> TermId {
        self.terms.intern(TermRecord::new(Op::Input, width, index, 0, 0))
    }

    /// The address of an element of the array.
    fn address(&self, array: &[u32], index: TermId) -> TermId {
        let scaled = self.terms.binary(Op::Mul, 64, index, self.terms.constant(64, 4));
        self.terms.binary(Op::Add, 64, scaled, self.terms.constant(64, array.as_ptr().addr() as u128))
    }

    fn check(&self, index: TermId, below: u128) {
        let inside = self.terms.binary(Op::ULt, 64, index, self.terms.constant(64, below));
        self.decisions.decide(&self.terms, 0, inside, true);
    }

    fn to_read(&self, array: &[u32], index: TermId, here: usize) -> Option<Window> {
        let (address, concrete) = (self.address(array, index), &raw const array[here]);
        Window::to_read(&self.terms, &self.decisions, address, concrete.addr() as u64, 4)
    }

    fn to_write(&self, array: &[u32], index: TermId, here: usize) -> Option<Window> {
        let (address, concrete) = (self.address(array, index), &raw const array[here]);
        Window::to_write(&self.terms, &self.decisions, address, concrete.addr() as u64, 4)
    }

    /// The term of an element.
    fn element(&self, array: &[u32], at: usize) -> TermId {
        // SAFETY: the element is readable.
        unsafe { self.shadow.load(&self.terms, (&raw const array[at]).addr(), 32) }
    }
}

#[test]
fn every_element_is_read_under_its_index() {
    let world = World::new();
    let array: Vec<u32> = (0..5).map(|i| 10 * i + 7).collect();
    let x = world.input(1, 32);
    world.shadow.store(&world.terms, (&raw const array[2]).addr(), x, 32);
    let index = world.input(0, 64);
    world.check(index, 5);
    let value = world.to_read(&array, index, 3).unwrap().read(&world.terms, &world.shadow);
    for i in 0..5 {
        let expected = if i == 2 { 99 } else { u128::from(array[i as usize]) };
        assert_eq!(evaluate(&world.terms, value, &[i, 99]), expected, "{i}");
    }
}

#[test]
fn every_remainder_is_a_place() {
    let world = World::new();
    let array: Vec<u32> = (0..5).map(|i| 10 * i + 7).collect();
    let remainder = world.terms.binary(Op::URem, 64, world.input(0, 64), world.terms.constant(64, 5));
    let value = world.to_read(&array, remainder, 1).unwrap().read(&world.terms, &world.shadow);
    for i in 0..10 {
        let expected = u128::from(array[i as usize % 5]);
        assert_eq!(evaluate(&world.terms, value, &[i]), expected, "{i}");
    }
}

#[test]
fn what_is_written_is_at_its_index_and_nothing_else_changes() {
    let world = World::new();
    let mut array: Vec<u32> = vec![1, 2, 3];
    let (index, value) = (world.input(0, 64), world.input(1, 32));
    world.check(index, 3);
    world.to_write(&array, index, 1).unwrap().write(&world.terms, &world.shadow, value);
    array[1] = 50;
    for i in 0..3_u128 {
        for at in 0..3 {
            let element = world.element(&array, at);
            let expected = if at as u128 == i { 77 } else { at as u128 + 1 };
            assert_eq!(evaluate(&world.terms, element, &[i, 77]), expected, "{i} {at}");
        }
    }
    // A concrete value is written all the same, and leaves what is the same everywhere alone.
    let two = world.terms.constant(32, 2);
    let fresh: Vec<u32> = vec![2, 2, 3];
    world.to_write(&fresh, index, 1).unwrap().write(&world.terms, &world.shadow, two);
    assert_eq!([0, 1].map(|at| world.element(&fresh, at)), [CONCRETE; 2]);
    assert_eq!(evaluate(&world.terms, world.element(&fresh, 2), &[2, 0]), 2);
    assert_eq!(evaluate(&world.terms, world.element(&fresh, 2), &[1, 0]), 3);
}

#[test]
fn an_unchecked_or_distant_or_fixed_address_has_no_window() {
    let world = World::new();
    let array: Vec<u32> = vec![0; 200];
    let index = world.input(0, 64);
    assert!(world.to_read(&array, index, 1).is_none(), "it may be anything");
    let byte = world.terms.extend(Op::ZExt, world.input(1, 8), 64);
    assert!(world.to_read(&array, byte, 1).is_none(), "256 are too many");
    let masked = world.terms.binary(Op::And, 64, index, world.terms.constant(64, 15));
    assert!(world.to_read(&array, masked, 1).is_some());
    assert!(world.to_read(&array, masked, 16).is_none(), "this is not where it can lead");
    world.check(index, 60);
    assert!(world.to_read(&array, index, 1).is_some());
    assert!(world.to_write(&array, index, 1).is_none(), "60 are too many to write");
    world.check(index, 9);
    assert!(world.to_write(&array, index, 1).is_some());
    let address = world.address(&array, index);
    let first = (&raw const array[0]).addr() as u128;
    world.decisions.fix(&world.terms, 0, address, 64, first);
    assert!(world.to_read(&array, index, 0).is_none(), "it is known already");
    drop(world.memory);
}

#[test]
fn what_wraps_around_has_no_bound() {
    let world = World::new();
    let array: Vec<u32> = vec![0; 8];
    let index = world.input(0, 64);
    world.check(index, 8);
    let three = world.terms.constant(64, 3);
    let less = world.terms.binary(Op::Sub, 64, index, three);
    assert!(world.to_read(&array, less, 0).is_none());
    let narrow = world.input(1, 8);
    let sum = world.terms.binary(
        Op::Add,
        8,
        world.terms.binary(Op::And, 8, narrow, world.terms.constant(8, 200)),
        world.terms.constant(8, 100),
    );
    let bounds = Bounds { terms: &world.terms, decisions: &world.decisions };
    assert_eq!(bounds.of(sum, DEPTH), Some(255), "by its width alone");
}

#[test]
fn what_lies_beyond_the_end_of_memory_is_not_read() {
    assert!(!is_readable((0, 8), (1 << 40, 1 << 41)));
    let byte = 1_u8;
    let here = (&raw const byte).addr() as u64;
    assert!(is_readable((here, here + 1), (here, here + 1)));
    assert!(is_readable_page(here / PAGE * PAGE));
}
