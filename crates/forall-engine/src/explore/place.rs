//! Where a run ends in the tree, and which sides it opens.

use super::search::PathSearch;
use crate::executor::{End, ExecutorError, Run};
use crate::frontier::{Branch, OpenSide};
use crate::judge::Judgement;
use crate::reasons::Reasons;
use crate::tree::{Placement, Side, SideState, Step};
use forall_protocol::shared::NoteKind;
use forall_solver::Evaluation;

/// How many of a run's new conditions are checked against what it did: a condition can be as long as the run
/// before it.
const CHECKED_CONDITIONS: usize = 500;

/// Where a run ended.
pub(super) struct PathEnd {
    /// `None` when it found no place in the tree.
    pub leaf: Option<Side>,
    /// No run was there before.
    pub fresh: bool,
    /// How many decisions it made.
    pub decisions: usize,
    /// The tree had no room for it.
    pub full: bool,
}

impl PathSearch<'_> {
    /// Adds a run on these values, which should lead through `predicted`, to the tree, and the sides that it
    /// passed to the frontier. What went wrong with that is added to the reasons.
    pub fn place(
        &mut self,
        run: &Run,
        values: &[u128],
        predicted: Option<Side>,
        judgement: &Judgement,
        reasons: &mut Reasons<'_>,
    ) -> Result<PathEnd, ExecutorError> {
        let steps = self.program.steps(run, reasons)?;
        let mut evaluation = Evaluation::new(self.program.inputs().model_of_first(values));
        let mut steps = self.align(steps, &mut evaluation);
        self.notice_loop(&steps);
        let cut = is_cut(run, judgement);
        let mut placement = self.tree.insert(&steps, cut);
        while matches!(placement, Placement::Conflict { .. })
            && self.reconcile(&mut steps, values, reasons)?
        {
            placement = self.tree.insert(&steps, cut);
        }
        let departed = predicted.is_some_and(|side| self.has_departed(side, run, &steps, cut, reasons));
        if let Some(side) = predicted
            && self.tree.state(side) == SideState::Open
        {
            self.tree.set(side, SideState::GivenUp);
        }
        for Step { site, taken, .. } in &steps {
            self.frontier.reached(Branch { site: *site, taken: *taken });
        }
        let mut end =
            PathEnd { leaf: None, fresh: false, decisions: steps.len(), full: placement == Placement::Full };
        match placement {
            Placement::Placed { end: leaf, fresh, nodes, excluded } => {
                (end.leaf, end.fresh) = (Some(leaf), fresh);
                let failed_assumption = *judgement == Judgement::Discarded;
                self.open_sides(nodes.clone(), steps.len(), failed_assumption, &mut evaluation);
                if let Some(site) = excluded {
                    reasons.contradiction(site, "a run took a side that the solver had excluded");
                }
                let new = &steps[steps.len() - nodes.len()..];
                let agrees = self.check_conditions(new, &mut evaluation, run, reasons);
                let domains = &self.program.inputs().domains;
                // Who asks for something first may get a value that others must not have.
                if agrees
                    && !departed
                    && domains.hold(&mut evaluation, &self.program.terms, values.len(), &run.drawn)
                {
                    self.origins.add(nodes, values);
                }
            }
            // Where terms do not tell everything, it is no wonder, and the reasons say so already.
            Placement::Conflict { site } if !departed && run.notes.is_empty() => {
                let place = self.setting.manifest.place(site);
                reasons.divergence(place, "after the same decisions, two runs went on differently");
            }
            Placement::Conflict { .. } | Placement::Full => {}
        }
        Ok(end)
    }

    /// Opens the side to which the decisions of a run on these values lead, where another worker explores.
    /// `None` when this one does.
    pub fn graft(
        &mut self,
        run: &Run,
        values: &[u128],
        reasons: &mut Reasons<'_>,
    ) -> Result<Option<Side>, ExecutorError> {
        let steps = self.program.steps(run, reasons)?;
        let mut evaluation = Evaluation::new(self.program.inputs().model_of_first(values));
        let steps = self.align(steps, &mut evaluation);
        Ok(self.tree.graft(&steps))
    }

    /// At a place without outcomes nothing is chosen: the run went on with the concrete value of an address
    /// or a length.
    fn align(&self, steps: Vec<Step>, evaluation: &mut Evaluation) -> Vec<Step> {
        self.tree.align(steps, |site, condition| {
            self.setting.fixes_values(site) && evaluation.value(&self.program.terms, condition) == 0
        })
    }

    /// Adds the sides that a run passed at these decisions to the frontier.
    fn open_sides(
        &mut self,
        nodes: std::ops::Range<u32>,
        decisions: usize,
        failed_assumption: bool,
        evaluation: &mut Evaluation,
    ) {
        // The last decision was the one that failed it; or, where it depends on plain numbers like lengths,
        // the last that may have led there.
        let assumption = nodes.clone().last().filter(|_| failed_assumption);
        for node in nodes {
            let Some(side) = self.tree.other_side(node) else { continue };
            let Step { site, condition, taken } = self.tree.step(side);
            let distance = evaluation.distance(&self.program.terms, condition, taken);
            let hurdle = if assumption == Some(node) { decisions as u32 } else { 0 };
            self.frontier.add(OpenSide { side, branch: Branch { site, taken }, distance, hurdle });
        }
    }

    /// Decisions on conditions that do not say what the run did would lead to wrong proofs: better to notice.
    fn check_conditions(
        &self,
        steps: &[Step],
        evaluation: &mut Evaluation,
        run: &Run,
        reasons: &mut Reasons<'_>,
    ) -> bool {
        let mut agree = true;
        for step in steps.iter().take(CHECKED_CONDITIONS) {
            if (evaluation.value(&self.program.terms, step.condition) == 1) != step.taken {
                // What is not followed may write over data whose terms are known; the reasons tell of it.
                if !run.left_what_is_followed() {
                    reasons.contradiction(step.site, "a condition does not say what the run did");
                }
                agree = false;
            }
        }
        agree
    }

    fn has_departed(
        &self,
        predicted: Side,
        run: &Run,
        steps: &[Step],
        cut: bool,
        reasons: &mut Reasons<'_>,
    ) -> bool {
        let Some(departure) = self.tree.departure(predicted, steps) else { return false };
        if cut && departure.depth == steps.len() {
            return false;
        }
        // By bits that the compiler chose, or by what was not followed: no wonder, and the reasons say so
        // already.
        let explained = [NoteKind::LeftOpen, NoteKind::NotFollowed];
        if !run.notes.iter().any(|note| explained.contains(&note.kind)) {
            let place = self.setting.manifest.place(departure.site);
            reasons.divergence(place, "a run left the path that its input was made for");
        }
        true
    }
}

/// Was a run cut off, so that it may end where others went on?
fn is_cut(run: &Run, judgement: &Judgement) -> bool {
    use Judgement::{Exhausted, OutOfBounds, Refused};
    run.end == End::TimedOut || matches!(judgement, OutOfBounds | Exhausted { .. } | Refused { .. })
}
