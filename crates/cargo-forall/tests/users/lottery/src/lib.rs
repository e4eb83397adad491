//! Dice, tickets and draws.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// A generator of numbers that look random: xorshift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice(u32);

impl Dice {
    /// The seed must not be zero.
    pub fn new(seed: u32) -> Option<Dice> {
        (seed != 0).then_some(Dice(seed))
    }

    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A number below another.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }

    pub fn roll(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// In another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }

    /// Three different numbers from 1 to the limit.
    pub fn draw(&mut self, limit: u8) -> Vec<u8> {
        let mut drawn = Vec::new();
        while drawn.len() < 3 {
            let number = (self.next() % u32::from(limit)) as u8 + 1;
            if !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn
    }
}

/// Really random, as far as the standard library is.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The prize at this point of the wheel, if each has so much of it.
pub fn wheel(shares: &[u8], point: u16) -> usize {
    let total: u16 = shares.iter().map(|share| u16::from(*share)).sum();
    let mut point = point % total;
    for (i, share) in shares.iter().enumerate() {
        if point < u16::from(*share) {
            return i;
        }
        point -= u16::from(*share);
    }
    unreachable!("the shares are less than their total")
}

/// The chances of three prizes.
pub fn chances(shares: [u8; 3]) -> [f64; 3] {
    let total: u32 = shares.iter().map(|share| u32::from(*share)).sum();
    shares.map(|share| f64::from(share) / f64::from(total))
}

/// The number of a ticket, from a large number and a check of it.
pub fn ticket(number: u128) -> (u64, u64) {
    ((number >> 64) as u64, number as u64)
}

/// And back.
pub fn number(ticket: (u64, u64)) -> u128 {
    u128::from(ticket.0) << 64 | u128::from(ticket.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, choose, factory, forall};
    use std::sync::Arc;

    #[factory]
    fn dice(seed: u32) -> Option<Dice> {
        Dice::new(seed)
    }

    #[forall]
    fn dice_never_stop(mut dice: Dice) {
        assert_ne!(dice.next(), 0);
    }

    #[forall]
    fn different_dice_stay_different(a: Dice, b: Dice) {
        assume!(a != b);
        let (mut a, mut b) = (a, b);
        assert_ne!(a.next(), b.next());
    }

    #[forall]
    fn dice_have_six_sides(mut dice: Dice) {
        assert!((1..=6).contains(&dice.roll()));
    }

    #[forall]
    fn numbers_are_below_the_limit(dice: &mut Dice, limit: u32) {
        assert!(dice.below(limit) < limit);
    }

    /// Any dice, from inside.
    #[forall]
    fn two_rolls_are_at_most_twelve(extra: bool) {
        let mut dice = forall::choose!(Dice);
        let sum = dice.roll() + dice.roll() + u8::from(extra);
        assert!(sum <= 12);
    }

    #[forall(max_len = 3)]
    fn shuffling_keeps_all(mut items: Vec<u8>) {
        let mut dice = Dice::new(choose::<u32>() | 1).unwrap();
        let mut before = items.clone();
        dice.shuffle(&mut items);
        items.sort_unstable();
        before.sort_unstable();
        assert_eq!(items, before);
    }

    #[forall]
    fn shuffling_changes_something(seed: u16) {
        assume!(seed != 0);
        let mut items = [1, 2, 3];
        Dice::new(seed.into()).unwrap().shuffle(&mut items);
        assert_ne!(items, [1, 2, 3]);
    }

    /// Draws with always the same seed.
    #[forall]
    fn drawn_numbers_are_different(limit: u8) {
        assume!(limit < 50);
        let drawn = Dice::new(2024).unwrap().draw(limit);
        assert!(drawn[0] != drawn[1] && drawn[1] != drawn[2] && drawn[0] != drawn[2]);
    }

    #[forall]
    fn real_draws_are_different(limit: u8) {
        assume!((3..50).contains(&limit));
        let drawn = Dice::new(2024).unwrap().draw(limit);
        assert!(drawn.iter().all(|number| *number >= 1 && *number <= limit));
    }

    /// No side is rare.
    #[forall]
    fn dice_are_fair(seed: u8) {
        assume!(seed != 0);
        let mut dice = Dice::new(seed.into()).unwrap();
        let mut counts = [0u32; 7];
        for _ in 0..600 {
            counts[usize::from(dice.roll())] += 1;
        }
        assert!(counts[1..].iter().all(|count| *count >= 60));
    }

    #[forall(max_len = 3)]
    fn every_point_has_a_prize(shares: Arc<Vec<u8>>, point: u16) {
        assert!(wheel(&shares, point) < shares.len());
    }

    #[forall(max_len = 3)]
    fn prizes_without_a_share_are_not_won(shares: &[u8], point: u16) {
        assume!(shares.iter().any(|share| *share > 0));
        assert!(shares[wheel(shares, point)] > 0);
    }

    #[forall]
    fn chances_are_one_together(shares: [u8; 3]) {
        let sum: f64 = chances(shares).iter().sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }

    #[forall]
    fn tickets_can_be_undone(n: u128) {
        assert_eq!(number(ticket(n)), n);
    }

    #[forall]
    fn no_two_random_numbers_are_equal(different: bool) {
        assert_eq!(random() != random(), different || !different);
    }

    #[forall]
    fn guesses_are_wrong(guess: u64) {
        assert_ne!(random(), guess);
    }
}
