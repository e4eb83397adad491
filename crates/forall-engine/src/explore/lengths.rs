//! Which lengths beyond the bound make a difference: one run for each shows what a condition such as
//! `text.len() != 12` waits for.
//!
//! In the test itself a length is a plain number, so no term tells what it is compared with.

use super::place::PathEnd;
use super::worker::Worker;
use super::{Exploration, Stop};
use crate::coverage::Coverage;
use crate::executor::{End, ExecutorError, Run};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::manifest::{NOT_COUNTED, Site};
use forall_protocol::shared::Ending;
use forall_report::{Remark, RemarkKind, Remedy, Setting};
use std::collections::BTreeMap;

/// Lengths of dates, addresses, identifiers and digests are not greater.
pub(super) const LONGEST: u64 = 64;
/// So many collections are tried so.
const COLLECTIONS: usize = 4;
/// A run that decides more often has much to do, and so have all with greater lengths.
pub(super) const DECISIONS: u32 = 1000;
/// So many lengths are named.
const NAMED: usize = 3;

/// Branch outcomes that only runs beyond the bound took, each with the inputs whose lengths made the
/// difference.
pub(super) type OutcomesBeyond = BTreeMap<u32, Vec<(u32, u128)>>;

impl Worker<'_> {
    /// Runs the test with each length of each of the first collections, and otherwise the simplest values. If
    /// there is a reason to stop, says so.
    pub(super) fn try_lengths(&mut self, mut left: u64) -> Result<Option<Stop>, ExecutorError> {
        let collections = self.collections();
        for collection in collections {
            for length in self.setting.options.bounds.max_len + 1..=LONGEST {
                if self.search.clock_is_up() {
                    return Ok(Some(Stop::MaxTime));
                }
                if (self.setting.environment.observer)(&self.progress()).is_break() {
                    return Ok(Some(Stop::Interrupted));
                }
                // One to see which inputs there are, and perhaps one with better values for them.
                let Some(rest) = left.checked_sub(2) else { return Ok(Some(Stop::MaxRuns)) };
                left = rest;
                if !self.try_length(collection, length)? {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The first collections for which nobody has chosen a bound, by their inputs.
    pub(super) fn collections(&self) -> Vec<usize> {
        let bounds = &self.setting.options.bounds;
        let is_collection = |input: &Input| {
            let is_whole = input.kind == InputKind::Length && !input.name.contains(['[', '#']);
            is_whole && bounds.own_max_len(input).is_none()
        };
        let inputs = self.search.program.inputs().all().iter().enumerate();
        inputs.filter(|(_, input)| is_collection(input)).map(|(n, _)| n).take(COLLECTIONS).collect()
    }

    /// False when greater lengths are too great to be tried.
    fn try_length(&mut self, collection: usize, length: u64) -> Result<bool, ExecutorError> {
        let mut values = self.simple_values(collection, length);
        let mut run = self.run_shortly(&values)?;
        if is_too_much(&run) {
            return Ok(false);
        }
        if !self.shows_more(&run) {
            return Ok(true);
        }
        let better = self.simple_values(collection, length);
        if better != values {
            let with_better = self.run_shortly(&better)?;
            if self.shows_more(&with_better) && !is_too_much(&with_better) {
                (run, values) = (with_better, better);
            }
        }
        if length <= self.setting.options.bounds.seek_len {
            // From here the search goes on.
            self.learn_anywhere(&run, &values)?;
            return Ok(true);
        }
        let (findings, inputs) = (&mut self.findings, self.search.program.inputs());
        let judgement = findings.judge.judge(&run);
        findings.note_beyond(&run, &values, inputs);
        findings.coverage.add(&run.covered, judgement.is_meaningful());
        let end = PathEnd { leaf: None, fresh: true, decisions: run.decisions.len(), full: false };
        findings.witnesses.offer(findings.witness(&run, &values, &judgement, &end, inputs), true);
        Ok(true)
    }

    pub(super) fn run_shortly(&mut self, values: &[u128]) -> Result<Run, ExecutorError> {
        self.search.runs += 1;
        self.search.program.record(values, DECISIONS)
    }

    fn shows_more(&self, run: &Run) -> bool {
        self.findings.grow_by(run, &self.findings.judge.judge(run))
    }

    fn simple_values(&self, collection: usize, length: u64) -> Vec<u128> {
        let inputs = self.search.program.inputs().all().iter().enumerate();
        let value = |(index, input): (usize, &Input)| match input.kind {
            _ if index == collection => length.into(),
            InputKind::Depth => self.setting.options.bounds.max_depth.into(),
            InputKind::Char => 'a'.into(),
            _ => 0,
        };
        inputs.map(value).collect()
    }
}

/// Lengths by how a reader of the test would write them.
pub(super) type NamedLengths = Vec<(String, u128)>;

impl Exploration<'_> {
    /// The lengths greater than the bound that take branches where they did not go within it.
    pub(super) fn beyond_remarks(&self, within: &Coverage) -> Vec<Remark> {
        // What a length leads to, it mostly leads to by one branch: the first of them.
        let mut by_lengths: BTreeMap<(u128, NamedLengths), Vec<String>> = BTreeMap::new();
        for (place, lengths) in self.sides_beyond(within) {
            if !lengths.is_empty() {
                by_lengths.entry((longest(&lengths), lengths)).or_default().push(place);
            }
        }
        let remark = |((length, lengths), places): ((u128, NamedLengths), Vec<String>)| {
            let told: Vec<String> =
                lengths.iter().map(|(name, length)| format!("{name} = {length}")).collect();
            let sides = match places.len() {
                1 => "a side not seen within it".to_owned(),
                n => format!("sides of {n} branches not seen within it, the first"),
            };
            Remark {
                kind: RemarkKind::Beyond,
                location: places.into_iter().min_by_key(|place| in_order(place)).unwrap_or_default(),
                detail: format!("{} is beyond the bound, and takes {sides}", told.join(", ")),
                remedies: Remedy::ExploreUpTo {
                    setting: Setting::MaxLen,
                    value: u64::try_from(length).unwrap_or(u64::MAX),
                }
                .into(),
            }
        };
        by_lengths.into_iter().take(NAMED).map(remark).collect()
    }

    /// By place: the least lengths with which a branch took a side that it did not take within the bound, in
    /// functions that were entered there.
    fn sides_beyond(&self, within: &Coverage) -> BTreeMap<String, NamedLengths> {
        let manifest = self.setting.manifest;
        let sites = within.sites(manifest);
        let mut found: BTreeMap<String, NamedLengths> = BTreeMap::new();
        for worker in &self.workers {
            for (outcome, lengths) in &worker.findings.beyond {
                let is_here = |site: &Site| {
                    site.first_outcome != NOT_COUNTED
                        && (site.first_outcome..site.first_outcome + site.outcomes).contains(outcome)
                };
                let Some(site) = manifest.sites.iter().position(is_here) else { continue };
                let number = outcome - manifest.sites[site].first_outcome;
                let place = manifest.place(site as u32);
                if !sites.iter().any(|known| known.location == place && known.missed.contains(&number)) {
                    continue;
                }
                let inputs = worker.search.program.inputs();
                let named = |(input, length): &(u32, u128)| Some((inputs.length_in_words(*input)?, *length));
                let lengths: NamedLengths = lengths.iter().filter_map(named).collect();
                let known = found.entry(place).or_insert_with(|| lengths.clone());
                if longest(&lengths) < longest(known) {
                    *known = lengths;
                }
            }
        }
        found
    }
}

pub(super) fn longest(lengths: &NamedLengths) -> u128 {
    lengths.iter().map(|(_, length)| *length).max().unwrap_or(0)
}

/// Orders places by their lines, not by the digits of these.
fn in_order(place: &str) -> (String, u32, u32) {
    let mut parts = place.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|number| number.parse().ok()).unwrap_or(0);
    let (column, line) = (number(), number());
    (parts.next().unwrap_or_default().to_owned(), line, column)
}

/// How long something takes and how much memory it needs says nothing about lengths that nobody asked for.
pub(super) fn is_too_much(run: &Run) -> bool {
    use Ending::{Exhausted, OutOfBounds, OutOfMemory, StackOverflow};
    match &run.end {
        End::TimedOut => true,
        End::Reported { ending, .. } => {
            [Exhausted, OutOfBounds, OutOfMemory, StackOverflow].contains(ending) || run.memory_denied
        }
        _ => run.memory_denied,
    }
}
