//! The loop: run, learn, ask for an input that goes where no run went, until there is nothing left to ask or a bound bites.

mod conclude;
mod learn;

use crate::coverage::Coverage;
use crate::frontier::{Branch, Frontier, TakingTurns};
use crate::import::Import;
use crate::judge::Judge;
use crate::options::Options;
use crate::progress::{Clock, Progress};
use crate::reasons::Reasons;
use crate::report::Report;
use crate::target::{Target, TargetError};
use crate::tree::{Edge, State, Step, Tree};
use crate::witnesses::Witnesses;
use forall_protocol::manifest::Manifest;
use forall_protocol::put::PutDescription;
use forall_solver::{Answer, Limit, Solver, Term, Terms};
use std::ops::ControlFlow;

/// Explores one test. The observer is called before every query and may stop the exploration; what was found until then is reported.
/// The same target and solver answers give the same report.
pub fn explore(
    put: &PutDescription,
    manifest: &Manifest,
    target: &mut dyn Target,
    solver: &mut dyn Solver,
    options: &Options,
    clock: &dyn Clock,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report, TargetError> {
    Exploration::new(put, manifest, target, solver, options, clock, observer).finish()
}

/// Why the search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// Nothing is left to try.
    Exhausted,
    MaxRuns,
    MaxTime,
    Interrupted,
    /// No room for further paths.
    Full,
}

struct Exploration<'a> {
    manifest: &'a Manifest,
    target: &'a mut dyn Target,
    solver: &'a mut dyn Solver,
    options: &'a Options,
    clock: &'a dyn Clock,
    observer: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    terms: Terms,
    import: Import,
    tree: Tree,
    frontier: Box<dyn Frontier>,
    judge: Judge<'a>,
    coverage: Coverage,
    witnesses: Witnesses,
    reasons: Reasons<'a>,
    runs: u64,
    paths: u64,
    /// Some run was not meaningless.
    assumptions_hold: bool,
}

impl<'a> Exploration<'a> {
    fn new(
        put: &'a PutDescription,
        manifest: &'a Manifest,
        target: &'a mut dyn Target,
        solver: &'a mut dyn Solver,
        options: &'a Options,
        clock: &'a dyn Clock,
        observer: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Exploration<'a> {
        Exploration {
            manifest,
            target,
            solver,
            options,
            clock,
            observer,
            terms: Terms::new(),
            import: Import::new(options.bounds.max_len, options.bounds.max_depth),
            tree: Tree::new(Tree::CAPACITY),
            frontier: Box::new(TakingTurns::default()),
            judge: Judge::new(put, manifest),
            coverage: Coverage::default(),
            witnesses: Witnesses::new(options.emit),
            reasons: Reasons::new(manifest),
            runs: 0,
            paths: 0,
            assumptions_hold: false,
        }
    }

    fn finish(mut self) -> Result<Report, TargetError> {
        let stop = self.search()?;
        self.explain(stop);
        self.conclude(stop)
    }

    fn search(&mut self) -> Result<Stop, TargetError> {
        if self.options.bounds.max_runs == 0 {
            return Ok(Stop::MaxRuns);
        }
        self.runs += 1;
        if self.observe(&[], None)?.full {
            return Ok(Stop::Full);
        }
        loop {
            if self.show_progress().is_break() {
                return Ok(Stop::Interrupted);
            }
            let Some(side) = self.next_open_side() else { return Ok(Stop::Exhausted) };
            if let Some(stop) = self.try_side(side)? {
                // It was taken out of the frontier, but not dealt with.
                let Step { site, taken, .. } = self.tree.step(side);
                self.frontier.add(side, Branch { site, taken });
                return Ok(stop);
            }
        }
    }

    fn show_progress(&mut self) -> ControlFlow<()> {
        (self.observer)(&Progress {
            runs: self.runs,
            paths: self.paths,
            open: self.frontier.len() as u64,
            failures: self.witnesses.failures.len() as u64,
        })
    }

    fn next_open_side(&mut self) -> Option<Edge> {
        // A run that left its path may have gone there in the meantime.
        std::iter::from_fn(|| self.frontier.next()).find(|side| self.tree.state(*side) == State::Open)
    }

    /// Asks for an input that takes this side, and runs it.
    fn try_side(&mut self, side: Edge) -> Result<Option<Stop>, TargetError> {
        let Some(limit) = self.solver_limit() else { return Ok(Some(Stop::MaxTime)) };
        let assertions = self.assertions(side);
        match self.solver.check(&mut self.terms, &assertions, limit) {
            Answer::Unsat => self.tree.set(side, State::Infeasible),
            Answer::Unknown(why) => {
                if self.clock.elapsed() >= self.options.bounds.max_time {
                    return Ok(Some(Stop::MaxTime));
                }
                self.tree.set(side, State::Discarded);
                let step = self.tree.step(side);
                let asked = self.assertion(&step);
                let condition = self.terms.display(asked).to_string();
                self.reasons.solver(step.site, &condition, &why, self.options.bounds.solver_time);
            }
            Answer::Sat(model) => {
                if self.runs >= self.options.bounds.max_runs {
                    return Ok(Some(Stop::MaxRuns));
                }
                self.runs += 1;
                let values = self.import.values(&model);
                if self.observe(&values, Some(side))?.full {
                    return Ok(Some(Stop::Full));
                }
            }
        }
        Ok(None)
    }

    /// `None` when the time is up.
    fn solver_limit(&self) -> Option<Limit> {
        let bounds = &self.options.bounds;
        let left = bounds.max_time.checked_sub(self.clock.elapsed()).filter(|left| !left.is_zero())?;
        Some(Limit { time: left.min(bounds.solver_time) })
    }

    /// What an input must satisfy to go through `edge`.
    fn assertions(&mut self, edge: Edge) -> Vec<Term> {
        let steps = self.tree.steps(edge);
        let mut assertions = self.import.domains().to_vec();
        assertions.extend(steps.iter().map(|step| self.assertion(step)));
        assertions
    }

    fn assertion(&mut self, step: &Step) -> Term {
        if step.taken { step.condition } else { self.terms.not(step.condition) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{ReasonKind, Verdict};
    use crate::target::{Decision, Run};
    use forall_protocol::inputs::{Input, InputKind};
    use forall_protocol::terms::{Op, TermRecord};
    use forall_solver::Embedded;
    use std::time::Instant;

    /// Looks at one coin after the other.
    struct Coins {
        count: u32,
        told: bool,
    }

    impl Target for Coins {
        fn run(&mut self, values: &[u128]) -> Result<Run, TargetError> {
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
        // Three coins make a tree of seven decisions.
        for (capacity, verdict) in [(7, Verdict::Proved), (6, Verdict::Incomplete), (2, Verdict::Incomplete)]
        {
            let (manifest, options, clock) = (Manifest::default(), Options::default(), Instant::now());
            let (mut target, mut solver) = (Coins { count: 3, told: false }, Embedded::new());
            let mut observer = |_: &Progress| ControlFlow::Continue(());
            let mut exploration =
                Exploration::new(&put, &manifest, &mut target, &mut solver, &options, &clock, &mut observer);
            exploration.tree = Tree::new(capacity);
            let report = exploration.finish().expect("coins always fall");
            assert_eq!(report.verdict, verdict);
            let full = report.reasons.iter().any(|reason| reason.kind == ReasonKind::Memory);
            assert_eq!(full, verdict == Verdict::Incomplete, "{:?}", report.reasons);
            assert!(!report.cases.is_empty());
        }
    }
}
