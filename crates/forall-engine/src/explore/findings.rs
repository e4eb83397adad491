//! What the runs of a worker have shown of the test.

use super::Setting;
use super::lengths::OutcomesBeyond;
use super::place::PathEnd;
use crate::bug::Bug;
use crate::coverage::Coverage;
use crate::executor::Run;
use crate::inputs::Inputs;
use crate::judge::{Judge, Judgement};
use crate::reasons::Reasons;
use crate::witnesses::{Witness, Witnesses};
use forall_protocol::inputs::InputKind;
use forall_report::PathCounts;
use std::collections::HashMap;

pub(super) struct Findings<'a> {
    setting: Setting<'a>,
    /// The number of the worker.
    worker: u32,
    pub judge: Judge<'a>,
    /// Distinct paths executed.
    pub paths: PathCounts,
    /// Of these, how many fail in the same way.
    pub failing: HashMap<Bug, u64>,
    /// Some input satisfied the assumptions.
    pub assumptions_hold: bool,
    /// Of the inputs that did not, the one that came to most decisions, and how many.
    pub furthest: (usize, Vec<u128>),
    /// Any input that satisfies them is worth a case.
    pub seeks_any: bool,
    pub coverage: Coverage,
    pub witnesses: Witnesses,
    pub reasons: Reasons<'a>,
    /// What runs do now says nothing of what was to be explored: they only look for failures and new
    /// branches.
    pub is_beyond: bool,
    /// The run is one that the search was told to begin with.
    pub is_seed: bool,
    /// What only runs beyond the bound took.
    pub beyond: OutcomesBeyond,
}

impl<'a> Findings<'a> {
    pub fn new(setting: Setting<'a>, worker: u32) -> Findings<'a> {
        Findings {
            setting,
            worker,
            judge: setting.judge(),
            paths: PathCounts::default(),
            failing: HashMap::new(),
            assumptions_hold: false,
            furthest: (0, Vec::new()),
            seeks_any: false,
            coverage: Coverage::default(),
            witnesses: Witnesses::new(setting.options.emit),
            reasons: Reasons::new(setting.manifest),
            is_beyond: false,
            is_seed: false,
            beyond: OutcomesBeyond::new(),
        }
    }

    /// Takes in what a run on these values did, wherever it ended.
    pub fn add(&mut self, run: &Run, values: &[u128], judgement: &Judgement, inputs: &Inputs) {
        self.assumptions_hold |= *judgement != Judgement::Discarded;
        if !self.assumptions_hold && !self.is_beyond && run.decisions.len() > self.furthest.0 {
            self.furthest = (run.decisions.len(), values.to_vec());
        }
        if self.is_beyond && judgement.is_meaningful() {
            self.note_beyond(run, values, inputs);
        }
        self.coverage.add(&run.covered, judgement.is_meaningful());
        run.notes.iter().for_each(|note| self.reasons.note(note));
    }

    /// Counts a path that was not known.
    pub fn count(&mut self, judgement: &Judgement) {
        match judgement {
            Judgement::Passed => self.paths.succeeding += 1,
            Judgement::Failed(blame) => {
                self.paths.failing += 1;
                *self.failing.entry(Bug::of(blame)).or_default() += 1;
            }
            Judgement::Discarded => self.paths.meaningless += 1,
            Judgement::OutOfBounds | Judgement::Exhausted { .. } | Judgement::Refused { .. } => {}
        }
    }

    /// Does a run show something that none before it showed?
    pub fn grow_by(&self, run: &Run, judgement: &Judgement) -> bool {
        match judgement {
            Judgement::Failed(_) => true,
            judgement if !judgement.is_meaningful() => false,
            _ => {
                let is_first = self.seeks_any && self.witnesses.all.is_empty();
                is_first || self.coverage.would_grow(&run.covered)
            }
        }
    }

    /// Remembers which lengths led to outcomes that were not taken before.
    pub fn note_beyond(&mut self, run: &Run, values: &[u128], inputs: &Inputs) {
        if !self.coverage.would_grow(&run.covered) {
            return;
        }
        let bounds = &self.setting.options.bounds;
        let is_longer = |input: u32, value: u128| {
            let input = inputs.all().get(input as usize).filter(|input| input.kind == InputKind::Length);
            input.is_some_and(|input| value > bounds.max_len_of(input).into())
        };
        let lengths: Vec<(u32, u128)> = run
            .drawn
            .iter()
            .filter_map(|input| Some((*input, *values.get(*input as usize)?)))
            .filter(|(input, value)| is_longer(*input, *value))
            .collect();
        for outcome in run.covered.iter().filter(|outcome| !self.coverage.has(**outcome)) {
            self.beyond.entry(*outcome).or_insert_with(|| lengths.clone());
        }
    }

    /// Sets the reasons aside, to be put back later: what hinders the runs in between is no reason to say
    /// less.
    pub fn set_reasons_aside(&mut self) -> Reasons<'a> {
        std::mem::replace(&mut self.reasons, Reasons::new(self.setting.manifest))
    }

    pub fn take_witnesses(&mut self) -> Vec<Witness> {
        std::mem::replace(&mut self.witnesses, Witnesses::new(self.setting.options.emit)).all
    }

    /// A run that shows something.
    pub fn witness(
        &self,
        run: &Run,
        values: &[u128],
        judgement: &Judgement,
        end: &PathEnd,
        inputs: &Inputs,
    ) -> Witness {
        let value = |input: &u32| values.get(*input as usize).copied().unwrap_or(0);
        let is_foreign = |input: &&u32| value(input) > 0x7F && inputs.is(**input, InputKind::Char);
        Witness {
            worker: self.worker,
            is_beyond: self.is_beyond,
            is_seed: self.is_seed,
            drawn: run.drawn.clone().into(),
            values: run.drawn.iter().map(value).collect(),
            foreign: run.drawn.iter().filter(is_foreign).count(),
            covered: run.covered.clone().into(),
            end: run.end.clone(),
            blame: match judgement {
                Judgement::Failed(blame) => Some(blame.clone()),
                _ => None,
            },
            failure: None,
            leaf: end.leaf,
            decisions: end.decisions,
            stack: run.stack,
        }
    }
}
