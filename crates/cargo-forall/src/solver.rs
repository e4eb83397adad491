//! Which solver answers, and who checks it.

use crate::args::Search;
use forall_solver::{Embedded, Process, Referee, Solver};
use std::ffi::OsStr;

/// The one that checks when none is named.
const REFEREE: &str = "z3";

pub fn start(search: &Search) -> anyhow::Result<Box<dyn Solver + Send>> {
    Ok(match (&search.solver, search.check_solver) {
        (None, false) => Box::new(Embedded::new()),
        (Some(program), false) => Box::new(process(program)?),
        (program, true) => {
            let referee = process(program.as_deref().unwrap_or(OsStr::new(REFEREE)))?;
            Box::new(Referee::new(Embedded::new(), referee))
        }
    })
}

fn process(program: &OsStr) -> anyhow::Result<Process> {
    Process::start(program)
        .map_err(|error| anyhow::anyhow!("{error}\n  help: install it, give its path, or do without"))
}
