//! Looks at the clock, and writes down what is asked for.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// When coverage is looked at, in seconds; the last is the end.
const MARKS: [u64; 3] = [1, 10, 60];

pub struct Watch {
    start: Instant,
    runs: u64,
    /// Of the outcomes of branches, when all are known to be covered.
    all: usize,
    covered: fn() -> usize,
    at_marks: Vec<usize>,
    failure: Option<(Duration, String)>,
}

impl Watch {
    pub fn start(branches: usize, covered: fn() -> usize) -> Watch {
        // Panics are what is looked for; millions of messages are not.
        std::panic::set_hook(Box::new(|_| ()));
        let at_marks = Vec::new();
        Watch { start: Instant::now(), runs: 0, all: 2 * branches, covered, at_marks, failure: None }
    }

    /// Whether to go on after this input.
    pub fn run<T: Clone + Debug>(&mut self, input: T, put: fn(T)) -> bool {
        self.runs += 1;
        let told = self.failure.is_none().then(|| input.clone());
        let failed = catch_unwind(AssertUnwindSafe(|| put(input))).is_err();
        let time = self.start.elapsed();
        if failed && let Some(input) = told {
            self.failure = Some((time, format!("{input:?}")));
        }
        while self.at_marks.len() < MARKS.len() && time.as_secs() >= MARKS[self.at_marks.len()] {
            self.at_marks.push((self.covered)());
        }
        let nothing_is_left = self.failure.is_some() && (self.covered)() >= self.all;
        self.at_marks.len() < MARKS.len() && !nothing_is_left
    }

    /// One line of JSON.
    pub fn report(&self) -> String {
        let mut covered = self.at_marks.clone();
        covered.resize(MARKS.len(), (self.covered)());
        let failed_after = self.failure.as_ref().map(|(time, _)| time.as_secs_f64());
        let input = self.failure.as_ref().map(|(_, input)| input);
        serde_json::json!({
            "failed_after": failed_after,
            "input": input,
            "runs": self.runs,
            "seconds": self.start.elapsed().as_secs_f64(),
            "covered": covered,
        })
        .to_string()
    }
}
