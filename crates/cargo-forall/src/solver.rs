//! Which solver answers, and who checks it.

use crate::args::Search;
use crate::interrupt::Interrupt;
use crate::log::Logged;
use anyhow::Context;
use forall_report::Assumption;
use forall_solver::recording::Recorder;
use forall_solver::{Embedded, Process, Referee, Solver};
use std::ffi::OsStr;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use tracing::Span;

/// The one that checks when none is named.
const REFEREE: &str = "z3";

/// For the benchmark of the solver: the queries go to files in this directory, a number each.
const RECORD: &str = "FORALL_RECORD_QUERIES";

/// The solver of one exploration, or of one of several that share it.
/// Its queries end when the user interrupts.
pub fn start(search: &Search, interrupt: &Interrupt) -> anyhow::Result<Box<dyn Solver + Send>> {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let solver = unrecorded(search, interrupt)?;
    let solver = Logged { solver, test: Span::current() };
    let Some(directory) = std::env::var_os(RECORD) else { return Ok(Box::new(solver)) };
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    let path = Path::new(&directory).join(number.to_string());
    let file = File::create(&path).with_context(|| format!("cannot record queries in {}", path.display()))?;
    Ok(Box::new(Recorder::new(solver, BufWriter::new(file))?))
}

/// Are the queries written down?
pub fn is_recording() -> bool {
    std::env::var_os(RECORD).is_some()
}

/// What a verdict takes for granted if nobody checks the answers.
pub fn assumption(search: &Search) -> Option<Assumption> {
    let unchecked = search.solver.as_ref().filter(|_| !search.check_solver);
    unchecked.map(|program| Assumption::Solver { program: program.to_string_lossy().into_owned() })
}

fn unrecorded(search: &Search, interrupt: &Interrupt) -> anyhow::Result<Box<dyn Solver + Send>> {
    let embedded = || Embedded::new().cancelled_by(interrupt.cancel());
    let process = |program: &OsStr| process(program, interrupt);
    Ok(match (&search.solver, search.check_solver) {
        (None, false) => Box::new(embedded()),
        (Some(program), false) => Box::new(process(program)?),
        (program, true) => {
            let referee = process(program.as_deref().unwrap_or(OsStr::new(REFEREE)))?;
            Box::new(Referee::new(embedded(), referee))
        }
    })
}

fn process(program: &OsStr, interrupt: &Interrupt) -> anyhow::Result<Process> {
    Process::start(program)
        .map(|process| process.cancelled_by(interrupt.cancel()))
        .map_err(|error| anyhow::anyhow!("{error}\n  help: install it, give its path, or do without"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;

    #[test]
    fn only_a_solver_that_is_believed_is_an_assumption() {
        let of = |line: &str| assumption(&commands::explore(line).expect("valid").search);
        assert_eq!(of("cargo-forall"), None);
        assert_eq!(of("cargo-forall --solver z3"), Some(Assumption::Solver { program: "z3".into() }));
        // The embedded one answers here.
        assert_eq!(of("cargo-forall --check-solver"), None);
        assert_eq!(of("cargo-forall --solver z3 --check-solver"), None);
    }
}
