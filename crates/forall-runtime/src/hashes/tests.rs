use super::*;
use crate::testing::Memory;
use forall_protocol::terms::TermRecord;

struct World {
    memory: Memory,
    terms: Terms,
    shadow: Shadow,
    hashes: Hashes,
}

/// Where hashers and keys lie.
const HASHER: usize = 0x5000;
const KEYS: [u64; 2] = [1, 2];

impl World {
    fn new() -> World {
        let memory = Memory::new();
        let hashes = Hashes::new(memory.arena());
        World { terms: memory.terms(), shadow: memory.shadow(), hashes, memory }
    }

    fn input(&self, index: u32, at: &mut u32) {
        let input = self.terms.intern(TermRecord::new(Op::Input, 32, index, 0, 0));
        self.shadow.store(&self.terms, (&raw const *at).addr(), input, 32);
    }

    /// The hash of some numbers, and how the decisions came out.
    fn hash(&self, keys: [u64; 2], numbers: &[&u32]) -> (u64, Vec<bool>) {
        self.hashes.begin(keys, HASHER);
        for number in numbers {
            let bytes = (&raw const **number).cast();
            // SAFETY: a number has four bytes.
            assert!(unsafe { self.hashes.write(Some(&self.shadow), HASHER, bytes, 4) });
        }
        let mut decisions = Vec::new();
        let hash = self.hashes.finish(Some((&self.terms, &self.shadow)), HASHER, |condition, same| {
            assert!(self.terms.constant_value(condition).is_none());
            decisions.push(same);
        });
        (hash.unwrap(), decisions)
    }
}

#[test]
fn concrete_data_has_its_hash_without_decisions() {
    let world = World::new();
    let hashes: Vec<u64> = (0..1000).map(|number| world.hash(KEYS, &[&number]).0).collect();
    let again: Vec<u64> = (0..1000).map(|number| world.hash(KEYS, &[&number]).0).collect();
    assert_eq!(hashes, again);
    let distinct: std::collections::BTreeSet<u64> = hashes.iter().copied().collect();
    assert_eq!(distinct.len(), 1000);
    let tags: std::collections::BTreeSet<u64> = hashes[..128].iter().map(|hash| hash >> 57).collect();
    assert_eq!(tags.len(), 128);
    assert!(world.hash(KEYS, &[&3]).1.is_empty());
}

#[test]
fn symbolic_data_is_held_against_one_after_the_other() {
    let world = World::new();
    let (mut x, mut y) = (7, 8);
    world.input(0, &mut x);
    world.input(1, &mut y);
    let (of_five, _) = world.hash(KEYS, &[&5]);
    let (of_x, decisions) = world.hash(KEYS, &[&x]);
    assert_eq!(decisions, [false]);
    assert_ne!(of_x, of_five);
    assert_eq!(world.hash(KEYS, &[&x]), (of_x, vec![]), "the same term needs no decision");
    assert_eq!(world.hash(KEYS, &[&7]), (of_x, vec![true]), "a constant is held against symbolic data only");
    let (of_y, decisions) = world.hash(KEYS, &[&y]);
    assert_eq!(decisions, [false, false]);
    assert!(of_y != of_x && of_y != of_five);
}

#[test]
fn equal_values_of_different_terms_are_the_same_data() {
    let world = World::new();
    let (mut x, mut y) = (7, 7);
    world.input(0, &mut x);
    world.input(1, &mut y);
    let (of_x, _) = world.hash(KEYS, &[&x]);
    assert_eq!(world.hash(KEYS, &[&y]), (of_x, vec![true]));
}

#[test]
fn other_lengths_are_other_data_and_other_keys_know_nothing_of_each_other() {
    let world = World::new();
    let mut x = 7;
    world.input(0, &mut x);
    let (short, _) = world.hash(KEYS, &[&x]);
    let (long, decisions) = world.hash(KEYS, &[&x, &x]);
    assert!(decisions.is_empty());
    assert_ne!(short, long);
    assert!(world.hash([3, 4], &[&7]).1.is_empty());
}

#[test]
fn what_differs_in_a_constant_part_needs_no_decision() {
    let world = World::new();
    let (mut x, mut y) = (7, 8);
    world.input(0, &mut x);
    world.input(1, &mut y);
    let many = [&1; 40];
    let (first, _) = world.hash(KEYS, &[&[&x][..], &many].concat());
    let (second, decisions) = world.hash(KEYS, &[&[&y][..], &many[1..], &[&2]].concat());
    assert!(decisions.is_empty());
    assert_ne!(first, second);
}

#[test]
fn a_hasher_that_is_not_recorded_hashes_itself() {
    let world = World::new();
    let byte = 1u8;
    // SAFETY: there is a byte.
    assert!(!unsafe { world.hashes.write(Some(&world.shadow), HASHER, &byte, 1) });
    world.hashes.begin(KEYS, HASHER);
    // SAFETY: there is a byte.
    assert!(!unsafe { world.hashes.write(Some(&world.shadow), HASHER + 8, &byte, 1) });
    world.hashes.forget_hashers();
    // SAFETY: there is a byte.
    assert!(!unsafe { world.hashes.write(Some(&world.shadow), HASHER, &byte, 1) });
    assert_eq!(world.hashes.finish(Some((&world.terms, &world.shadow)), HASHER, |_, _| ()), None);
    drop(world.memory);
}

#[test]
fn maps_that_were_filled_before_the_first_run_find_what_is_in_them() {
    let world = World::new();
    assert!(!world.hashes.are_random());
    world.hashes.begin_after(2);
    assert!(world.hashes.are_random());
    let (mut number, other) = (3, 4);
    world.input(0, &mut number);
    for key in [&number, &other] {
        assert_eq!(world.hash([1, 0], &[key]), (0, vec![]));
    }
    assert_ne!(world.hash([2, 0], &[&number]).0, world.hash([2, 0], &[&other]).0);
}

#[test]
fn a_thread_without_terms_compares_what_there_is() {
    let world = World::new();
    let (mut number, same, other) = (3, 3, 4);
    world.input(0, &mut number);
    let (hash, _) = world.hash(KEYS, &[&number]);
    let count = world.terms.count();
    let elsewhere = |number: &u32| {
        world.hashes.begin(KEYS, HASHER);
        // SAFETY: a number has four bytes.
        assert!(unsafe { world.hashes.write(None, HASHER, (&raw const *number).cast(), 4) });
        world.hashes.finish(None, HASHER, |_, _| panic!("there is nothing to decide")).unwrap()
    };
    assert_eq!(elsewhere(&same), hash);
    assert_ne!(elsewhere(&other), hash);
    assert_eq!(world.terms.count(), count);
}
