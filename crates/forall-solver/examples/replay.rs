//! Asks the queries of recordings again and says how long each took, and how many steps.

use std::time::{Duration, Instant};

use forall_solver::recording::Recording;
use forall_solver::{Answer, Embedded, Limit, Solver};

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).expect("a file that can be read");
        let Recording { mut terms, queries } = Recording::read(&bytes).expect("a recording");
        let mut solver = Embedded::new();
        let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
        let mut slowest: Vec<(Duration, u64, usize)> = Vec::new();
        let begin = Instant::now();
        for (place, assertions) in queries.iter().enumerate() {
            let started = Instant::now();
            let before = solver.work();
            let answer = solver.check(&mut terms, assertions, Limit::default());
            slowest.push((started.elapsed(), solver.work() - before, place));
            match answer {
                Answer::Sat(_) => sat += 1,
                Answer::Unsat => unsat += 1,
                Answer::Unknown(_) => unknown += 1,
            }
        }
        let total = begin.elapsed();
        slowest.sort();
        println!(
            "{path}: {total:?} for {sat} sat, {unsat} unsat, {unknown} unknown; {} terms; median {:?}, slowest {:?}",
            terms.len(),
            slowest.get(slowest.len() / 2),
            slowest.iter().rev().take(5).collect::<Vec<_>>()
        );
    }
}
