//! What is said in the end: reasons, cases with simple values, the verdict.

use super::beyond::Claim;
use super::worker::Worker;
use super::{Exploration, Stop};
use crate::bug::Bug;
use crate::cases::{CaseOrder, NamedWitness, cases, complexity, order};
use crate::coverage::Coverage;
use crate::domains::said_by_fake;
use crate::executor::ExecutorError;
use crate::frontier::OpenSide;
use crate::judge::Blame;
use crate::reasons::{Reasons, Unrolled};
use crate::report::Report;
use crate::witnesses::{Witness, Witnesses};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::manifest::NOT_COUNTED;
use forall_report::{Assumption, Branches, Remark, RemarkKind, Remedy, Setting};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// What a busy machine leaves out.
fn too_late(detail: &str) -> Remark {
    Remark {
        kind: RemarkKind::Time,
        location: String::new(),
        detail: detail.to_owned(),
        remedies: Remedy::Raise { setting: Setting::MaxTime }.into(),
    }
}

/// So many open sides are looked at for what they have in common.
const LOOKED_AT: usize = 200;
/// What comes up so often on one path is no coincidence.
const OFTEN: usize = 4;

impl<'a> Exploration<'a> {
    pub(super) fn conclude(mut self, stop: Stop, claim: Claim) -> Result<Report, ExecutorError> {
        let unrolled = self.most_unrolled();
        let mut reasons = self.explain(stop, unrolled, &claim);
        let runs = self.runs();
        let mut witnesses = self.gather_witnesses()?;
        let (chosen, flow) = self.choose(&mut witnesses, stop)?;
        if flow.is_break() {
            reasons.interrupted_while_simplifying();
        }
        let beyond = self.greatest_length_beyond(&witnesses);
        let (cases, failures) = cases(chosen, |blame| self.paths_to(blame));
        let remarks = self.remarks(stop, &claim);
        let mut coverage = Coverage::default();
        let mut assumptions = Vec::new();
        for worker in self.workers {
            coverage.merge(&worker.findings.coverage);
            assumptions.extend(worker.search.program.inputs().bounds(beyond));
            reasons.merge(worker.findings.reasons);
        }
        assumptions.sort_by_cached_key(Assumption::to_string);
        assumptions.dedup();
        let sites = coverage.sites(self.setting.manifest);
        let branches = Branches::of(&sites);
        let within = Branches::of(&claim.coverage.sites(self.setting.manifest));
        let beyond = branches.covered.saturating_sub(within.covered);
        Ok(Report {
            exhausted: stop == Stop::Exhausted && claim.settled,
            paths: claim.paths.meaningful(),
            path_counts: claim.paths,
            runs,
            cases,
            failures,
            assumptions,
            reasons: reasons.into_vec(),
            remarks,
            branches: Branches { beyond, ..branches },
            sites,
        })
    }

    /// How many paths of all workers fail so.
    fn paths_to(&self, blame: &Blame) -> u64 {
        let bug = Bug::of(blame);
        self.workers.iter().filter_map(|worker| worker.findings.failing.get(&bug)).sum()
    }

    /// The witnesses of all workers.
    fn gather_witnesses(&mut self) -> Result<Witnesses, ExecutorError> {
        let mut witnesses = Witnesses::new(self.setting.options.emit);
        for worker in &mut self.workers {
            // From here on the answers depend on nothing that was asked before.
            worker.search.renew_solver()?;
            let own = worker.findings.take_witnesses();
            own.into_iter().for_each(|witness| witnesses.offer(witness, true));
        }
        Ok(witnesses)
    }

    /// The witnesses that become cases, with simple values, unless somebody interrupts.
    fn choose(
        &mut self,
        witnesses: &mut Witnesses,
        stop: Stop,
    ) -> Result<(Vec<NamedWitness>, ControlFlow<()>), ExecutorError> {
        let mut flow = ControlFlow::Continue(());
        if stop != Stop::Interrupted {
            flow = self.simplify_failures(witnesses)?;
        }
        // Values make no difference to what is chosen.
        let mut chosen = witnesses.selection();
        let kept = witnesses.all.len();
        if stop != Stop::Interrupted && flow.is_continue() {
            // Those that fail are simple already, unless the time ran out.
            let passing = |number: &usize| witnesses.all[*number].failure.is_none();
            let passing: Vec<usize> = chosen.iter().copied().filter(passing).collect();
            flow = self.rework(witnesses, &passing, Worker::simplify)?;
        }
        // What is to be like an example stays so.
        let changes = !self.setting.options.near_seeds;
        // From here on values may be greater than they have to be.
        let orders = self.orders(witnesses, &chosen)?;
        if stop != Stop::Interrupted && flow.is_continue() && changes {
            // Only now that it is settled which ones become cases: where equal values have to be equal, they
            // are no simpler than where they have not.
            flow = self.rework(witnesses, &chosen, Worker::tell_apart)?;
        }
        if witnesses.all.len() > kept {
            // A repetition did something else.
            chosen = witnesses.selection();
        }
        let named = chosen.into_iter().map(|number| {
            let arguments = self.arguments(witnesses, number)?;
            let order = orders.get(&number).cloned().unwrap_or_else(|| order(&arguments));
            let Witness { end, covered, blame, failure, .. } = witnesses.all[number].clone();
            Ok(NamedWitness { number, arguments, order, end, covered: covered.into(), blame, failure })
        });
        Ok((named.collect::<Result<_, ExecutorError>>()?, flow))
    }

    fn remarks(&self, stop: Stop, claim: &Claim) -> Vec<Remark> {
        let mut remarks = self.beyond_remarks(&claim.coverage);
        if claim.no_time_beyond {
            remarks.push(too_late("there was no time to try longer inputs for failures"));
        }
        if self.left_cases && stop != Stop::MaxTime {
            remarks.push(too_late("there was no time to make all cases simple"));
        }
        remarks
    }

    /// The greatest length with which something fails that is beyond the bound: it would be no failure within
    /// it.
    fn greatest_length_beyond(&self, witnesses: &Witnesses) -> Option<u64> {
        let failing = witnesses.failures.iter().flat_map(|failure| &failure.witnesses);
        let beyond = failing.map(|number| &witnesses.all[*number]).filter(|witness| witness.is_beyond);
        beyond.map(|witness| self.greatest_length(witness)).max()
    }

    /// The greatest length among the inputs of a run.
    fn greatest_length(&self, witness: &Witness) -> u64 {
        let inputs = self.workers[witness.worker as usize].search.program.inputs();
        let drawn = witness.drawn.iter().zip(&witness.values);
        let lengths =
            drawn.filter(|(input, _)| inputs.is(**input, InputKind::Length)).map(|(_, length)| *length);
        lengths.max().and_then(|length| u64::try_from(length).ok()).unwrap_or(0)
    }

    fn explain(&self, stop: Stop, unrolled: Option<Unrolled>, claim: &Claim) -> Reasons<'a> {
        let bounds = &self.setting.options.bounds;
        let mut reasons = Reasons::new(self.setting.manifest);
        let open = self.open();
        match stop {
            Stop::Exhausted => {}
            Stop::MaxRuns => reasons.max_runs(bounds.max_runs, open, unrolled),
            Stop::MaxTime => reasons.max_time(self.time(), open, unrolled),
            Stop::MaxMemory => reasons.max_search_memory(bounds.max_search_memory, open, unrolled),
            Stop::Interrupted => reasons.interrupted(open),
            Stop::Full => reasons.no_room_for_paths(),
        }
        if stop == Stop::Exhausted && !claim.unsatisfied.is_empty() {
            let place = self.setting.judge().place_of_test();
            claim.unsatisfied.iter().for_each(|method| reasons.unsatisfied(place.clone(), method));
        } else if self.runs() > 0 && !claim.assumptions_hold {
            let certain =
                reasons.is_empty() && self.workers.iter().all(|worker| worker.findings.reasons.is_empty());
            reasons.vacuous(self.setting.judge().place_of_test(), certain, &self.demanded());
        }
        reasons
    }

    /// Methods of fakes that were called, and of which no answer was as they ensure.
    pub(super) fn unsatisfied(&self) -> BTreeSet<String> {
        let inputs = self.workers.iter().flat_map(|worker| worker.search.program.inputs().all());
        let names = inputs.filter(|input| input.kind == InputKind::Answers).map(|input| input.name.as_str());
        let of = |said: &str| -> BTreeSet<(&str, &str)> {
            let told = names.clone().filter_map(said_by_fake);
            told.filter(|(_, what, _)| *what == said).map(|(fake, _, method)| (fake, method)).collect()
        };
        let methods = &of("unsatisfied") - &of("satisfied");
        methods.into_iter().map(|(_, method)| method.to_owned()).collect()
    }

    /// The place that comes up most often on the way to sides that are still open: a loop or a recursion that
    /// a bound has ended.
    fn most_unrolled(&mut self) -> Option<Unrolled> {
        let is_own = |site: u32| {
            self.setting.manifest.sites.get(site as usize).is_some_and(|s| s.first_outcome != NOT_COUNTED)
        };
        let mut most: HashMap<u32, usize> = HashMap::new();
        for worker in &mut self.workers {
            let search = &mut worker.search;
            let open: Vec<OpenSide> = std::iter::from_fn(|| search.frontier.next()).take(LOOKED_AT).collect();
            for open in open {
                let mut times: HashMap<u32, usize> = HashMap::new();
                for step in search.tree.steps(open.side) {
                    *times.entry(step.site).or_default() += 1;
                }
                for (site, times) in times {
                    let known = most.entry(site).or_default();
                    *known = times.max(*known);
                }
                search.frontier.add(open);
            }
        }
        // The package's own code is where its author can do something.
        let (site, times) =
            most.into_iter().max_by_key(|(site, times)| (is_own(*site), *times, Reverse(*site)))?;
        (times >= OFTEN).then(|| Unrolled { location: self.setting.manifest.place(site), times })
    }

    /// Gives what fails the simplest values; of several paths to the same failure, the one with the simplest
    /// is taken.
    fn simplify_failures(&mut self, witnesses: &mut Witnesses) -> Result<ControlFlow<()>, ExecutorError> {
        for failure in 0..witnesses.failures.len() {
            let candidates = witnesses.failures[failure].witnesses.clone();
            let mut best = None;
            for number in candidates {
                if self.rework(witnesses, &[number], Worker::simplify)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                let arguments = self.arguments(witnesses, number)?;
                let is_seed = witnesses.all[number].is_seed;
                let far = self.setting.options.distance(&arguments);
                let rank = (!is_seed, far, complexity(&arguments), order(&arguments), number);
                best = best.into_iter().chain([rank]).min();
            }
            witnesses.failures[failure].witnesses = best.into_iter().map(|(.., number)| number).collect();
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The order of what becomes a case, by number.
    fn orders(
        &self,
        witnesses: &Witnesses,
        chosen: &[usize],
    ) -> Result<HashMap<usize, CaseOrder>, ExecutorError> {
        chosen.iter().map(|number| Ok((*number, order(&self.arguments(witnesses, *number)?)))).collect()
    }

    /// Gives witnesses other values, as long as there is time and nobody interrupts.
    fn rework(
        &mut self,
        witnesses: &mut Witnesses,
        numbers: &[usize],
        change: fn(&mut Worker<'a>, &mut Witnesses, usize) -> Result<(), ExecutorError>,
    ) -> Result<ControlFlow<()>, ExecutorError> {
        for &number in numbers {
            let worker = &mut self.workers[witnesses.all[number].worker as usize];
            if worker.search.time_for_cases().is_zero() {
                self.left_cases = true;
                continue;
            }
            if (self.setting.environment.observer)(&worker.progress()).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            change(worker, witnesses, number)?;
            self.left_cases |= worker.search.time_for_cases().is_zero();
        }
        Ok(ControlFlow::Continue(()))
    }

    fn arguments(&self, witnesses: &Witnesses, number: usize) -> Result<Vec<(Input, u128)>, ExecutorError> {
        let witness = &witnesses.all[number];
        let inputs = self.workers[witness.worker as usize].search.program.inputs();
        inputs.arguments(&witness.drawn, &witness.values)
    }
}
