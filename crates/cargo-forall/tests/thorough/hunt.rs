//! A hunt for wrong proofs and false alarms: random properties with few inputs, all of which are tried to know what is true.
//!
//! A fixed set is hunted every time, any number by hand, from any seed:
//! `HUNT=20000 SEED=1 cargo test --release -p cargo-forall --test thorough hunt:: -- --nocapture`.

use crate::fixture::number;
use crate::hunting::{Bag, PROFILES};

/// So many at once: the library of more would be slow to load.
const PACKAGE: usize = 200;

/// How many of each profile are hunted every time.
const ALWAYS: usize = 15;

#[test]
fn nothing_untrue_is_said_of_random_properties() {
    let (count, seed) = (number("HUNT", 0), number("SEED", 1));
    let mut bag = Bag::default();
    for (seed, profile) in (1..).zip(PROFILES) {
        bag.hunt(seed, ALWAYS, profile, "coverage");
    }
    for package in 0..count.div_ceil(PACKAGE as u64) {
        let lies = bag.lies.len();
        bag.hunt(
            seed.wrapping_mul(1_000_000) + package,
            PACKAGE,
            PROFILES[package as usize % PROFILES.len()],
            // All inputs are tried on the plain build: to replay what passes would show little more.
            "failures",
        );
        println!("{bag}");
        bag.lies[lies..].iter().for_each(|lie| println!("{lie}"));
    }
    println!("{bag}");
    assert!(bag.lies.is_empty(), "{bag}\n{}", bag.lies.join("\n"));
}
