//! Running a job, and what becomes of it.

use std::panic::{UnwindSafe, catch_unwind};

/// What became of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done(u32),
    Failed(String),
}

/// Runs the job, and survives its panic.
pub fn run(job: impl FnOnce() -> u32 + UnwindSafe) -> Outcome {
    match catch_unwind(job) {
        Ok(result) => Outcome::Done(result),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            Outcome::Failed(text.unwrap_or_default())
        }
    }
}

/// Ends the program when a job says so.
pub fn finish(code: u8) {
    if code > 100 {
        std::process::exit(code.into());
    }
}

/// The total, or the end: a wrong total must never be printed.
pub fn total(amounts: &[u32]) -> u32 {
    let mut total = 0u32;
    for amount in amounts {
        match total.checked_add(*amount) {
            Some(sum) => total = sum,
            None => std::process::abort(),
        }
    }
    total
}

/// Counts by steps, round and round, until it is there.
pub fn rounds(target: u8, step: u8) -> u32 {
    let (mut at, mut rounds) = (0u8, 0);
    while at != target {
        at = at.wrapping_add(step);
        rounds += 1;
    }
    rounds
}

/// Jobs within jobs.
pub fn nested(levels: u32) -> u32 {
    if levels == 0 { 0 } else { 1 + nested(levels - 1) }
}

/// Room for so many bytes.
pub fn room(bytes: usize) -> anyhow::Result<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve(bytes)?;
    Ok(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn panics_become_failures(n: u8) {
        let outcome = run(move || {
            assert!(n < 200, "too much");
            n.into()
        });
        assert_eq!(outcome == Outcome::Failed("too much".into()), n >= 200);
    }

    /// The message says which job it was.
    #[forall]
    fn messages_are_kept(n: u8) {
        let outcome = run(move || if n > 250 { panic!("job {n} failed") } else { 0 });
        match outcome {
            Outcome::Done(_) => assert!(n <= 250),
            Outcome::Failed(text) => assert_eq!(text, format!("job {n} failed")),
        }
    }

    /// Whoever divides by zero fails, and nobody else does.
    #[forall]
    fn divisions_fail_or_not(a: u32, b: u32) {
        let outcome = run(move || a / b);
        assert_eq!(matches!(outcome, Outcome::Failed(_)), b == 0);
    }

    #[forall]
    fn small_codes_do_not_end_the_program(code: u8) {
        assume!(code <= 100);
        finish(code);
    }

    #[forall]
    fn no_code_ends_the_program(code: u8) {
        finish(code);
    }

    #[forall(max_len = 3)]
    fn totals_are_at_least_each_amount(amounts: &[u32]) {
        let total = total(amounts);
        assert!(amounts.iter().all(|amount| *amount <= total));
    }

    #[forall]
    fn rounds_come_to_an_end(target: u8, step: u8) {
        assume!(step != 0);
        assert!(rounds(target, step) < 256);
    }

    /// Odd steps come everywhere.
    #[forall]
    fn odd_rounds_come_to_an_end(target: u8, step: u8) {
        assume!(step % 2 == 1 && target < 4 && step < 8);
        assert!(rounds(target, step) < 256);
    }

    #[forall]
    fn jobs_can_be_nested(levels: u32) {
        assume!(levels <= 1_000_000);
        assert_eq!(nested(levels), levels);
    }

    #[forall]
    fn a_few_jobs_can_be_nested(levels: u32) {
        assume!(levels <= 30);
        assert_eq!(nested(levels), levels);
    }

    #[forall]
    fn there_is_room_or_an_error(bytes: usize) {
        if let Ok(room) = room(bytes) {
            assert!(room.capacity() >= bytes);
        }
    }

    #[forall]
    fn there_is_room(bytes: usize) -> anyhow::Result<()> {
        room(bytes).map(drop)
    }

    #[forall]
    fn any_room_can_be_made(items: usize) {
        assert!(Vec::<u64>::with_capacity(items).is_empty());
    }

    /// Without all that noise.
    #[forall]
    fn quiet_failures(n: u8) {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let outcome = run(move || u32::from(n.checked_mul(2).unwrap()));
        std::panic::set_hook(hook);
        assert_eq!(matches!(outcome, Outcome::Done(_)), n < 128);
    }
}
