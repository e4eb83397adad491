//! What is learnt from one run.

use super::part::Part;
use crate::frontier::{Branch, Open};
use crate::judge::Judgement;
use crate::report::{Case, Failure};
use crate::target::{Decision, End, Run, TargetError};
use crate::tree::{Edge, Placement, State, Step};
use crate::witnesses::Witness;
use forall_protocol::inputs::InputKind;
use forall_protocol::manifest::NOT_COUNTED;
use forall_protocol::shared::{Ending, NoteKind};
use forall_solver::Evaluation;
use std::collections::HashMap;

/// How many of a run's new conditions are checked against what it did: a condition can be as long as the run before it.
const CHECKED_CONDITIONS: usize = 500;

/// What became of a run.
pub(super) struct Learnt {
    pub judgement: Judgement,
    /// Where it ended in the tree, and after how many decisions.
    pub leaf: Option<Edge>,
    pub decisions: usize,
    /// The tree had no room for it.
    pub full: bool,
}

impl Part<'_> {
    /// Runs the test on these values, which should lead through `predicted`, and learns from it.
    pub(super) fn observe(
        &mut self,
        values: &[u128],
        predicted: Option<Edge>,
    ) -> Result<(Run, Learnt), TargetError> {
        let run = self.run(values)?;
        let learnt = self.learn(&run, values, predicted)?;
        Ok((run, learnt))
    }

    /// Runs the test on these values, up to as many decisions as it may make.
    pub(super) fn run(&mut self, values: &[u128]) -> Result<Run, TargetError> {
        let run = self.record(values, self.options.bounds.max_branches)?;
        self.bounded(run, values)
    }

    pub(super) fn record(&mut self, values: &[u128], decisions: u32) -> Result<Run, TargetError> {
        let run = self.target.run(values, decisions)?;
        self.import.extend(&run, &mut self.terms)?;
        Ok(run)
    }

    /// A run on these values, of which the target recorded as many decisions as it may make, up to these. Conditions that cannot come out
    /// otherwise are no decisions: if there are any, the run is made again.
    pub(super) fn bounded(&mut self, mut run: Run, values: &[u128]) -> Result<Run, TargetError> {
        let most = self.options.bounds.max_branches;
        let mut recorded = most;
        loop {
            if run.decisions.len() < most as usize {
                return Ok(run);
            }
            let was_cut = matches!(run.end, End::Reported { ending: Ending::OutOfBounds, .. });
            match self.position_of_decision(&run, most as usize)? {
                Some(position) => {
                    run.decisions.truncate(position);
                    run.end = End::Reported {
                        ending: Ending::OutOfBounds,
                        message: String::new(),
                        location: String::new(),
                    };
                    return Ok(run);
                }
                None if was_cut && recorded < u32::MAX => {
                    recorded = recorded.saturating_mul(2);
                    run = self.record(values, recorded)?;
                }
                None => return Ok(run),
            }
        }
    }

    /// Where in a run the decision of this number is, counted from 0.
    fn position_of_decision(&self, run: &Run, number: usize) -> Result<Option<usize>, TargetError> {
        let mut decisions = 0;
        for (position, decision) in run.decisions.iter().enumerate() {
            let condition = self.import.condition(decision.condition, &self.terms)?;
            if self.terms.as_constant(condition).is_some() {
                continue;
            }
            if decisions == number {
                return Ok(Some(position));
            }
            decisions += 1;
        }
        Ok(None)
    }

    /// Learns from a run that was made already.
    pub(super) fn learn(
        &mut self,
        run: &Run,
        values: &[u128],
        predicted: Option<Edge>,
    ) -> Result<Learnt, TargetError> {
        let steps = self.steps(run)?;
        let inputs: Vec<u32> = (0..values.len() as u32).collect();
        let mut evaluation = Evaluation::new(self.import.model(&inputs, values));
        let mut steps = self.align(steps, &mut evaluation);
        self.notice_loop(&steps);
        let judgement = self.judge.judge(run);
        let meaningful = judgement.is_meaningful();
        self.assumptions_hold |= judgement != Judgement::Meaningless;
        let shows_more = !self.is_beyond
            || matches!(judgement, Judgement::Failed(_))
            || self.coverage.would_grow(&run.covered);
        if self.is_beyond && meaningful {
            self.note_beyond(run, values);
        }
        self.coverage.add(&run.covered, meaningful);
        run.notes.iter().for_each(|note| self.reasons.note(note));
        self.explain_cut(run, &judgement);

        let cut = run.end == End::TimedOut
            || matches!(
                judgement,
                Judgement::OutOfBounds | Judgement::Exhausted { .. } | Judgement::Refused { .. }
            );
        let mut placement = self.tree.insert(&steps, cut);
        while matches!(placement, Placement::Conflict { .. }) && self.reconcile(&mut steps, values)? {
            placement = self.tree.insert(&steps, cut);
        }
        let departed = predicted.is_some_and(|side| self.has_departed(side, run, &steps, cut));
        if let Some(side) = predicted
            && self.tree.state(side) == State::Open
        {
            self.tree.set(side, State::Discarded);
        }
        // Where terms do not tell everything, it is no wonder, and the reasons say so already.
        let explained = departed || !run.notes.is_empty();
        let failed_assumption = judgement == Judgement::Meaningless;
        let (leaf, fresh) = self.place(&steps, &placement, explained, failed_assumption, &mut evaluation);
        if let Placement::Placed { nodes, .. } = &placement {
            let agree = self.check_conditions(&steps[steps.len() - nodes.len()..], &mut evaluation, run);
            // Who asks for something first may get a value that others must not have.
            if agree
                && !departed
                && self.import.allows(&mut evaluation, &self.terms, values.len(), &run.drawn)
            {
                self.origins.add(nodes.clone(), values);
            }
        }
        self.paths += u64::from(fresh && meaningful);
        let learnt = Learnt { judgement, leaf, decisions: steps.len(), full: placement == Placement::Full };
        let is_known = learnt.judgement == Judgement::Passed && self.witnesses.know_simpler(run, steps.len());
        if meaningful && shows_more && !is_known {
            let witness = self.witness(run, values, &learnt);
            if let Some(blame) = witness.blame.clone()
                && self.witnesses.failures.is_empty()
            {
                (self.world.found)(self.case(&witness)?, Failure::of(blame, 0));
            }
            self.witnesses.offer(witness, fresh);
        }
        Ok(learnt)
    }

    /// The decisions of a run whose conditions can be both true and false.
    pub(super) fn steps(&mut self, run: &Run) -> Result<Vec<Step>, TargetError> {
        let mut steps = Vec::with_capacity(run.decisions.len());
        for decision in &run.decisions {
            let condition = self.import.condition(decision.condition, &self.terms)?;
            match self.terms.as_constant(condition) {
                None => steps.push(Step { site: decision.site, condition, taken: decision.taken }),
                Some(value) if (value == 1) != decision.taken && !run.left_what_is_followed() => {
                    self.reasons.contradiction(decision.site, "a run took a side that no input can take");
                }
                Some(_) => {}
            }
        }
        Ok(steps)
    }

    /// The decisions of a run on these values as they stand in the tree.
    pub(super) fn aligned(&self, steps: Vec<Step>, values: &[u128]) -> Vec<Step> {
        let inputs: Vec<u32> = (0..values.len() as u32).collect();
        self.align(steps, &mut Evaluation::new(self.import.model(&inputs, values)))
    }

    /// At a place without outcomes nothing is chosen: the run went on with the concrete value of an address or a length.
    fn align(&self, steps: Vec<Step>, evaluation: &mut Evaluation) -> Vec<Step> {
        let fixes_values =
            |site: u32| self.manifest.sites.get(site as usize).is_some_and(|site| site.outcomes == 0);
        self.tree.align(steps, |site, condition| {
            fixes_values(site) && evaluation.value(&self.terms, condition) == 0
        })
    }

    /// Decisions on conditions that do not say what the run did would lead to wrong proofs: better to notice.
    fn check_conditions(&mut self, steps: &[Step], evaluation: &mut Evaluation, run: &Run) -> bool {
        let mut agree = true;
        for step in steps.iter().take(CHECKED_CONDITIONS) {
            if (evaluation.value(&self.terms, step.condition) == 1) != step.taken {
                // What is not followed may write over data whose terms are known; the reasons tell of it.
                if !run.left_what_is_followed() {
                    self.reasons.contradiction(step.site, "a condition does not say what the run did");
                }
                agree = false;
            }
        }
        agree
    }

    fn has_departed(&mut self, predicted: Edge, run: &Run, steps: &[Step], cut: bool) -> bool {
        let Some(departure) = self.tree.departure(predicted, steps) else { return false };
        if cut && departure.depth == steps.len() {
            return false;
        }
        // By bits that the compiler chose, or by what was not followed: no wonder, and the reasons say so already.
        let explained = [NoteKind::LeftOpen, NoteKind::NotFollowed];
        if run.notes.iter().any(|note| explained.contains(&note.kind)) {
            return true;
        }
        let place = self.manifest.place(departure.site);
        self.reasons.divergence(place, "a run left the path that its input was made for");
        true
    }

    /// Takes up what a run added to the tree; says where it ended, and whether nobody was there before.
    fn place(
        &mut self,
        steps: &[Step],
        placement: &Placement,
        explained: bool,
        failed_assumption: bool,
        evaluation: &mut Evaluation,
    ) -> (Option<Edge>, bool) {
        for Step { site, taken, .. } in steps {
            self.frontier.reached(Branch { site: *site, taken: *taken });
        }
        match placement {
            Placement::Placed { end, fresh, nodes, excluded } => {
                // The last decision was the one that failed it; or, where it depends on plain numbers like lengths, the last that may have led there.
                let assumption = nodes.clone().last().filter(|_| failed_assumption);
                for node in nodes.clone() {
                    let Some(side) = self.tree.other_side(node) else { continue };
                    let Step { site, condition, taken } = self.tree.step(side);
                    let distance = evaluation.distance(&self.terms, condition, taken);
                    let hurdle = if assumption == Some(node) { steps.len() as u32 } else { 0 };
                    self.frontier.add(Open { side, branch: Branch { site, taken }, distance, hurdle });
                }
                if let Some(site) = excluded {
                    self.reasons.contradiction(*site, "a run took a side that the solver had excluded");
                }
                (Some(*end), *fresh)
            }
            Placement::Conflict { site } => {
                if !explained {
                    let place = self.manifest.place(*site);
                    self.reasons.divergence(place, "after the same decisions, two runs went on differently");
                }
                (None, false)
            }
            Placement::Full => (None, false),
        }
    }

    fn explain_cut(&mut self, run: &Run, judgement: &Judgement) {
        match judgement {
            Judgement::OutOfBounds => {
                let (location, times) = self.busiest(run);
                self.reasons.max_branches(location, self.options.bounds.max_branches, times);
            }
            Judgement::Exhausted { of_inputs: true } => {
                self.reasons.too_many_inputs(self.judge.place_of_test());
            }
            Judgement::Exhausted { of_inputs: false } => {
                let (location, _) = self.busiest(run);
                self.reasons.no_room_for_run(location);
            }
            Judgement::Refused { what, location } => self.reasons.refused(location.clone(), what),
            // Otherwise that is how it failed.
            Judgement::Passed | Judgement::Meaningless if run.memory_denied => {
                self.reasons.max_memory(self.judge.place_of_test());
            }
            _ => {}
        }
    }

    /// The place where most decisions of a run were made, and how many: the loop that a reader would blame.
    fn busiest(&self, run: &Run) -> (String, usize) {
        let mut times: HashMap<u32, (usize, usize)> = HashMap::new();
        let is_open = |decision: &Decision| {
            let condition = self.import.condition(decision.condition, &self.terms);
            condition.is_ok_and(|condition| self.terms.as_constant(condition).is_none())
        };
        for (position, decision) in run.decisions.iter().enumerate().filter(|(_, decision)| is_open(decision))
        {
            times.entry(decision.site).or_insert((0, usize::MAX - position)).0 += 1;
        }
        let is_own = |site: u32| {
            self.manifest.sites.get(site as usize).is_some_and(|s| s.first_outcome != NOT_COUNTED)
        };
        let most = |own: bool| {
            let sites = times.iter().filter(|(site, _)| !own || is_own(**site));
            sites.max_by_key(|(_, rank)| **rank).map(|(site, (count, _))| (*site, *count))
        };
        let Some((site, count)) = most(false) else { return (self.judge.place_of_test(), 0) };
        // A loop often decides inside an iterator of the standard library: the package's own place says more.
        if let Some((own, own_count)) = most(true).filter(|(_, own_count)| own_count * 4 >= count) {
            return (self.manifest.place(own), own_count);
        }
        let called = (run.place as usize) < self.manifest.sites.len();
        (self.manifest.place(if called { run.place } else { site }), count)
    }

    /// A run as it is, before anything is made simpler.
    fn case(&self, witness: &Witness) -> Result<Case, TargetError> {
        let named = witness.drawn.iter().zip(&witness.values);
        let arguments = named
            .map(|(input, value)| Ok((self.import.input(*input)?.clone(), *value)))
            .collect::<Result<_, _>>()?;
        Ok(Case { arguments, end: witness.end.clone(), failure: Some(0), covered: Vec::new() })
    }

    pub(super) fn witness(&self, run: &Run, values: &[u128], learnt: &Learnt) -> Witness {
        let value = |input: &u32| values.get(*input as usize).copied().unwrap_or(0);
        let is_foreign = |input: &&u32| {
            value(input) > 0x7F && self.import.input(**input).is_ok_and(|input| input.kind == InputKind::Char)
        };
        Witness {
            part: self.number,
            is_beyond: self.is_beyond,
            drawn: run.drawn.clone().into(),
            values: run.drawn.iter().map(value).collect(),
            foreign: run.drawn.iter().filter(is_foreign).count(),
            covered: run.covered.clone().into(),
            end: run.end.clone(),
            blame: match &learnt.judgement {
                Judgement::Failed(blame) => Some(blame.clone()),
                _ => None,
            },
            failure: None,
            leaf: learnt.leaf,
            decisions: learnt.decisions,
            stack: run.stack,
        }
    }
}
