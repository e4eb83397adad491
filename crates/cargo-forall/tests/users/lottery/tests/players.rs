//! Players are threads with names.

use forall::{assume, forall};
use lottery::Dice;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

#[forall]
fn players_know_their_names(n: u8) {
    assume!(n < 10);
    let name = format!("player {n}");
    let player = thread::Builder::new().name(name.clone()).spawn(|| thread::current().name().map(str::to_owned));
    assert_eq!(player.unwrap().join().unwrap(), Some(name));
}

/// Seeds from the clock, as everybody does it.
#[forall]
fn seeds_from_the_clock_differ(n: u8) {
    let seed = |_| SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos() | 1;
    let mut first = Dice::new(seed(n)).unwrap();
    let mut second = Dice::new(seed(n)).unwrap();
    assert!(n == 0 || first.next() != second.next());
}

/// A seed of the process.
#[forall]
fn processes_play_alike(rounds: u8) {
    assume!(rounds < 4);
    let seed = std::process::id();
    let mut dice = [Dice::new(seed).unwrap(), Dice::new(seed).unwrap()];
    for _ in 0..rounds {
        let rolls = dice.each_mut().map(Dice::roll);
        assert_eq!(rolls[0], rolls[1]);
    }
}
