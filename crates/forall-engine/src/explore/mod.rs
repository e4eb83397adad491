//! The search, from the first run to the verdict.
//!
//! It is divided among workers, each with a share of the tree and with a program, terms and a solver of its
//! own; a small search has one worker. All work for a while, then those that have run dry are given open
//! sides by the others, and so on. What a worker does in such a round depends on nothing but what it did
//! before and what it was given, so it makes no difference how many threads do the work.
//!
//! A worker has a search ([`search::PathSearch`]: the tree of paths, its frontier, the program and the
//! solver), what the search has learnt of the test ([`findings::Findings`]), and a journal of its queries
//! ([`transcript::Transcript`]).
//!
//! See docs/decisions/deterministic-parallel-search.md.

mod beyond;
mod boundaries;
mod conclude;
mod demanded;
mod findings;
mod learn;
mod lengths;
mod loops;
mod memory;
mod place;
mod program;
mod reconcile;
mod rounds;
mod search;
mod seeds;
mod series;
mod share;
mod transcript;
mod values;
mod watching;
mod worker;

use crate::environment::Environment;
use crate::executor::ExecutorError;
use crate::judge::Judge;
use crate::options::Options;
use crate::report::Report;
use forall_protocol::manifest::Manifest;
use forall_protocol::put::PutDescription;
use worker::Worker;

/// Explores one test. The same answers of the environment give the same report, unless the time runs out.
pub fn explore<'a>(
    put: &'a PutDescription,
    manifest: &'a Manifest,
    environment: &'a Environment<'a>,
    options: &'a Options,
) -> Result<Report, ExecutorError> {
    Exploration::new(put, manifest, environment, options)?.finish()
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// Nothing is left to try.
    Exhausted,
    MaxRuns,
    MaxTime,
    /// Paths take as much memory as they may.
    MaxMemory,
    Interrupted,
    /// No room for further paths.
    Full,
}

struct Exploration<'a> {
    setting: Setting<'a>,
    /// Never empty; the first one makes the first run.
    workers: Vec<Worker<'a>>,
    /// Values at the limits of their types were tried, because terms do not tell everything.
    tried_boundaries: bool,
    /// There was no time to give all cases simple values.
    left_cases: bool,
}

/// What all workers of an exploration have in common.
#[derive(Clone, Copy)]
struct Setting<'a> {
    put: &'a PutDescription,
    manifest: &'a Manifest,
    environment: &'a Environment<'a>,
    options: &'a Options,
}

impl<'a> Exploration<'a> {
    fn new(
        put: &'a PutDescription,
        manifest: &'a Manifest,
        environment: &'a Environment<'a>,
        options: &'a Options,
    ) -> Result<Exploration<'a>, ExecutorError> {
        let setting = Setting { put, manifest, environment, options };
        let workers = vec![Worker::new(0, setting)?];
        Ok(Exploration { setting, workers, tried_boundaries: false, left_cases: false })
    }

    fn finish(mut self) -> Result<Report, ExecutorError> {
        let mut stop = self.search()?;
        let mut claim = self.claim();
        if stop == Stop::Exhausted {
            stop = self.look_beyond(&mut claim)?;
        }
        self.show_open_sides();
        self.conclude(stop, claim)
    }
}

impl<'a> Setting<'a> {
    fn judge(&self) -> Judge<'a> {
        Judge::new(self.put, self.manifest, self.environment.passes_on)
    }

    /// Is nothing chosen at this site, but the run goes on with the concrete value of something?
    fn fixes_values(&self, site: u32) -> bool {
        self.manifest.sites.get(site as usize).is_some_and(|site| site.outcomes == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::{NoJournal, Permits};
    use crate::executor::{Decision, Executor, Run};
    use crate::progress::Progress;
    use crate::tree::Tree;
    use forall_protocol::inputs::{Input, InputKind};
    use forall_protocol::terms::{Op, TermRecord};
    use forall_report::{ReasonKind, Verdict};
    use forall_solver::Embedded;
    use std::ops::ControlFlow;
    use std::time::Instant;

    /// Looks at one coin after the other.
    struct Coins {
        count: u32,
        told: bool,
    }

    impl Executor for Coins {
        fn run(&mut self, values: &[u128], _: u32) -> Result<Run, ExecutorError> {
            let mut run = Run::default();
            for n in 0..self.count {
                if !self.told {
                    run.inputs.push(Input { name: format!("coin{n}"), kind: InputKind::Bool });
                    run.terms.push(TermRecord::new(Op::Input, 1, n, 0, 0));
                }
                let taken = values.get(n as usize) == Some(&1);
                run.drawn.push(n);
                run.decisions.push(Decision { site: n, condition: n + 1, taken });
            }
            self.told = true;
            Ok(run)
        }
    }

    #[test]
    fn paths_that_find_no_room_end_the_search() {
        let put = PutDescription {
            name: "krate::coins".into(),
            file: "src/lib.rs".into(),
            line: 1,
            cases: "forall/coins.rs".into(),
            parameters: vec![],
            ..PutDescription::default()
        };
        let (manifest, options, clock) = (Manifest::default(), Options::default(), Instant::now());
        let environment = Environment {
            executors: &|| Ok(Box::new(Coins { count: 3, told: false })),
            solvers: &|| Ok(Box::new(Embedded::new())),
            clock: &clock,
            observer: &|_: &Progress| ControlFlow::Continue(()),
            permits: &Permits::default(),
            journal: &NoJournal,
            passes_on: &|_| false,
            on_failure: &|_, _| {},
            watcher: None,
        };
        // Three coins make a tree of seven decisions.
        for (capacity, verdict) in [(7, Verdict::Proved), (6, Verdict::Incomplete), (2, Verdict::Incomplete)]
        {
            let mut exploration = Exploration::new(&put, &manifest, &environment, &options).expect("coins");
            exploration.workers[0].search.tree = Tree::new(capacity);
            let report = exploration.finish().expect("coins always fall");
            assert_eq!(report.verdict(), verdict);
            let full = report.reasons.iter().any(|reason| reason.kind == ReasonKind::Memory);
            assert_eq!(full, verdict == Verdict::Incomplete, "{:?}", report.reasons);
            assert!(!report.cases.is_empty());
        }
    }
}
