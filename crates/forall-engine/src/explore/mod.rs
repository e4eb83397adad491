//! The search, from the first run to the verdict.
//!
//! It is divided into parts, each with a share of the tree and with a program, terms and a solver of its own; a small search is one part. All
//! parts work for a while, then those that have run dry are given open sides by the others, and so on. What a part does in such
//! a round depends on nothing but what it did before and what it was given, so it makes no difference how many threads do the work.
//!
//! See docs/decisions/deterministic-parallel-search.md.

mod beyond;
mod boundaries;
mod conclude;
mod learn;
mod lengths;
mod loops;
mod memory;
mod part;
mod reconcile;
mod rounds;
mod series;
mod share;
mod values;

use crate::judge::Judge;
use crate::options::Options;
use crate::report::Report;
use crate::target::TargetError;
use crate::world::World;
use forall_protocol::manifest::Manifest;
use forall_protocol::put::PutDescription;
use part::Part;

/// Explores one test. The same answers of the world give the same report, unless the time runs out.
pub fn explore<'a>(
    put: &'a PutDescription,
    manifest: &'a Manifest,
    world: &'a World<'a>,
    options: &'a Options,
) -> Result<Report, TargetError> {
    Exploration::new(put, manifest, world, options)?.finish()
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
    parts: Vec<Part<'a>>,
}

/// What all parts of an exploration have in common.
#[derive(Clone, Copy)]
struct Setting<'a> {
    put: &'a PutDescription,
    manifest: &'a Manifest,
    world: &'a World<'a>,
    options: &'a Options,
}

impl<'a> Exploration<'a> {
    fn new(
        put: &'a PutDescription,
        manifest: &'a Manifest,
        world: &'a World<'a>,
        options: &'a Options,
    ) -> Result<Exploration<'a>, TargetError> {
        let setting = Setting { put, manifest, world, options };
        Ok(Exploration { setting, parts: vec![Part::new(0, setting)?] })
    }

    fn finish(mut self) -> Result<Report, TargetError> {
        let mut stop = self.search()?;
        let mut claim = self.claim();
        if stop == Stop::Exhausted {
            stop = self.look_beyond(&mut claim)?;
        }
        self.conclude(stop, claim)
    }
}

impl<'a> Setting<'a> {
    fn judge(&self) -> Judge<'a> {
        Judge::new(self.put, self.manifest, self.world.passes_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Progress;
    use crate::report::{ReasonKind, Verdict};
    use crate::target::{Decision, Run, Target};
    use crate::tree::Tree;
    use crate::world::{Forgetful, Permits};
    use forall_protocol::inputs::{Input, InputKind};
    use forall_protocol::terms::{Op, TermRecord};
    use forall_solver::Embedded;
    use std::ops::ControlFlow;
    use std::time::Instant;

    /// Looks at one coin after the other.
    struct Coins {
        count: u32,
        told: bool,
    }

    impl Target for Coins {
        fn run(&mut self, values: &[u128], _: u32) -> Result<Run, TargetError> {
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
        let world = World {
            targets: &|| Ok(Box::new(Coins { count: 3, told: false })),
            solvers: &|| Ok(Box::new(Embedded::new())),
            clock: &clock,
            observer: &|_: &Progress| ControlFlow::Continue(()),
            permits: &Permits::default(),
            journal: &Forgetful,
            passes_on: &|_| false,
            found: &|_, _| {},
        };
        // Three coins make a tree of seven decisions.
        for (capacity, verdict) in [(7, Verdict::Proved), (6, Verdict::Incomplete), (2, Verdict::Incomplete)]
        {
            let mut exploration = Exploration::new(&put, &manifest, &world, &options).expect("coins");
            exploration.parts[0].tree = Tree::new(capacity);
            let report = exploration.finish().expect("coins always fall");
            assert_eq!(report.verdict(), verdict);
            let full = report.reasons.iter().any(|reason| reason.kind == ReasonKind::Memory);
            assert_eq!(full, verdict == Verdict::Incomplete, "{:?}", report.reasons);
            assert!(!report.cases.is_empty());
        }
    }
}
