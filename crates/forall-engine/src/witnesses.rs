//! The runs worth remembering: few, whatever the number of paths, unless every path is asked for.

use crate::bug::Bug;
use crate::cover::{Candidate, smallest_cover};
use crate::coverage::OutcomeSet;
use crate::judge::Blame;
use crate::options::Emit;
use crate::target::{End, Run};
use crate::tree::Side;
use forall_protocol::shared::{Ending, MAX_OUTCOMES};
use forall_solver::hash::FastMap;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A run that shows something.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The number of the worker that made it.
    pub worker: u32,
    /// Its input lies beyond what was to be explored.
    pub is_beyond: bool,
    /// The inputs it asked for, in order.
    pub drawn: Box<[u32]>,
    /// Their values, in the same order.
    pub values: Box<[u128]>,
    /// How many of them are characters beyond ASCII.
    pub foreign: usize,
    /// Branch outcomes it took.
    pub covered: Box<[u32]>,
    pub end: End,
    /// What went wrong, if something did.
    pub blame: Option<Blame>,
    /// Index into [`Witnesses::failures`].
    pub failure: Option<usize>,
    /// Where it ends in the tree; `None` when it found no place there.
    pub leaf: Option<Side>,
    /// How many decisions it made.
    pub decisions: usize,
    /// Bytes of stack it used, if that is more than tests have outside of exploration; else 0.
    pub stack: u64,
}

/// A distinct way to fail, and the simplest runs that show it, the simplest first.
#[derive(Clone, Debug)]
pub struct DistinctFailure {
    pub witnesses: Vec<usize>,
}

/// So many runs are kept for a failure. Which path has the simplest values shows only when all of them are made simple.
pub const CANDIDATES: usize = 8;

/// So many combinations of outcomes are kept to choose from; beyond, only what shows an outcome for the first time.
const COMBINATIONS: usize = 400;

pub struct Witnesses {
    emit: Emit,
    pub all: Vec<Witness>,
    pub failures: Vec<DistinctFailure>,
    by_bug: HashMap<Bug, usize>,
    covered: OutcomeSet,
    /// By what they show: the failure, and the outcomes.
    by_covered: HashMap<Option<usize>, FastMap<Box<[u32]>, usize>>,
    first_passing: Option<usize>,
    /// Of the passing runs that use much stack, the one that uses most: only the plain build can tell whether that is too much.
    deepest: Option<usize>,
}

impl Witnesses {
    pub fn new(emit: Emit) -> Witnesses {
        Witnesses {
            emit,
            all: Vec::new(),
            failures: Vec::new(),
            by_bug: HashMap::new(),
            covered: OutcomeSet::default(),
            by_covered: HashMap::new(),
            first_passing: None,
            deepest: None,
        }
    }

    /// Keeps a run if it shows something new. `fresh`: its path is new.
    pub fn offer(&mut self, mut witness: Witness, fresh: bool) {
        let number = self.all.len();
        let mut keep = self.emit == Emit::Paths && fresh;
        match &witness.blame {
            Some(blame) => {
                let failure = self.failure(blame);
                witness.failure = Some(failure);
                keep |= self.compete(failure, number, &witness);
            }
            None if self.emit != Emit::Failures && self.first_passing.is_none() => {
                self.first_passing = Some(number);
                keep = true;
            }
            None => {}
        }
        let deepest = self.deepest.map_or(0, |deepest| self.all[deepest].stack);
        if witness.failure.is_none() && witness.stack > deepest {
            self.deepest = Some(number);
            keep = true;
        }
        witness.covered = self.shown_by(&witness);
        if self.emit == Emit::Coverage {
            keep |= self.adds_coverage(number, &witness);
        }
        if keep {
            self.all.push(witness);
        }
    }

    /// What a run is chosen for, beside how it ends: the outcomes it took, where these count.
    pub fn shown_by(&self, witness: &Witness) -> Box<[u32]> {
        if self.emit == Emit::Coverage { with_ending(witness) } else { Box::default() }
    }

    /// Is there nothing that this run, which passed after so many decisions, shows better than those before it? That is what most do.
    pub fn know_simpler(&self, run: &Run, decisions: usize) -> bool {
        let returned = matches!(run.end, End::Reported { ending: Ending::Returned, .. });
        if !returned || run.stack > 0 || self.emit != Emit::Coverage || self.first_passing.is_none() {
            return false;
        }
        let known = self.by_covered.get(&None).and_then(|by_covered| by_covered.get(&run.covered[..]));
        known.is_some_and(|known| {
            Some(*known) == self.deepest || simplicity(&self.all[*known]) <= (run.drawn.len(), decisions)
        })
    }

    /// Could a smallest set of cases contain witness `number`? A simpler one takes the place of one that shows the same.
    fn adds_coverage(&mut self, number: usize, witness: &Witness) -> bool {
        let mut new = false;
        for outcome in &witness.covered {
            new |= self.covered.insert(*outcome);
        }
        let combinations: usize = self.by_covered.values().map(HashMap::len).sum();
        let by_covered = self.by_covered.entry(witness.failure).or_default();
        match by_covered.get(&witness.covered) {
            // The deepest is kept for its depth.
            Some(known) if Some(*known) == self.deepest => false,
            Some(known) => {
                if let Some(known) = self.all.get_mut(*known)
                    && witness.failure.is_none()
                    && simplicity(witness) < simplicity(known)
                {
                    *known = witness.clone();
                }
                false
            }
            None if new || combinations < COMBINATIONS => {
                by_covered.insert(witness.covered.clone(), number);
                true
            }
            None => false,
        }
    }

    /// Is witness `number` one of the simplest of its failure? A path counts once.
    fn compete(&mut self, failure: usize, number: usize, witness: &Witness) -> bool {
        let known = &mut self.failures[failure].witnesses;
        let same_path = |other: &usize| {
            let other = &self.all[*other];
            witness.leaf.is_some() && (other.worker, other.leaf) == (witness.worker, witness.leaf)
        };
        if known.iter().any(same_path) {
            return false;
        }
        // A text is easily read if it is ASCII, even if it takes more characters.
        let rank = |witness: &Witness| (witness.foreign, simplicity(witness));
        let place = known.partition_point(|other| rank(&self.all[*other]) <= rank(witness));
        if place == CANDIDATES {
            return false;
        }
        known.insert(place, number);
        known.truncate(CANDIDATES);
        true
    }

    /// The index of the failure that has this blame.
    fn failure(&mut self, blame: &Blame) -> usize {
        let next = self.failures.len();
        let failure = *self.by_bug.entry(Bug::of(blame)).or_insert(next);
        if failure == next {
            self.failures.push(DistinctFailure { witnesses: Vec::new() });
        }
        failure
    }

    /// Is this the failure of that index?
    pub fn is_failure(&self, blame: &Blame, failure: usize) -> bool {
        self.by_bug.get(&Bug::of(blame)) == Some(&failure)
    }

    /// The witnesses that become cases.
    pub fn selection(&self) -> Vec<usize> {
        let failing = self.failures.iter().filter_map(|failure| failure.witnesses.first().copied());
        let mut selection: Vec<usize> = match self.emit {
            Emit::Paths => (0..self.all.len()).collect(),
            Emit::Failures => failing.collect(),
            Emit::Coverage => self.cover(failing.collect()),
        };
        selection.extend(self.deepest.filter(|deepest| !selection.contains(deepest)));
        selection
    }

    /// The fewest witnesses that take every outcome, on top of one a failure: passing ones as far as they go. Of equally many the simplest.
    fn cover(&self, mut selected: Vec<usize>) -> Vec<usize> {
        let mut covered = OutcomeSet::default();
        for witness in &selected {
            covered.extend(&self.all[*witness].covered);
        }
        for failing in [false, true] {
            let sets = self.all.iter().map(|witness| {
                let missing = witness.covered.iter().copied().filter(|outcome| !covered.contains(*outcome));
                let useful = witness.failure.is_some() == failing;
                Candidate {
                    members: if useful { missing.collect() } else { Vec::new() },
                    cost: simplicity(witness),
                }
            });
            for number in smallest_cover(&sets.collect::<Vec<_>>()) {
                covered.extend(&self.all[number].covered);
                selected.push(number);
            }
        }
        if let Some(passing) = self.first_passing
            && selected.iter().all(|number| self.all[*number].failure.is_some())
        {
            selected.push(passing);
        }
        selected
    }
}

/// The outcomes, and one more for a panic that is no failure. The decision that led there may be one of the standard library, as in
/// `expect`, which does not count; but how a test can end is worth a case.
fn with_ending(witness: &Witness) -> Box<[u32]> {
    let mut covered = witness.covered.to_vec();
    if let (None, End::Reported { ending: Ending::Panicked, location, .. }) = (&witness.blame, &witness.end) {
        let mut hasher = DefaultHasher::new();
        location.hash(&mut hasher);
        let outcome = MAX_OUTCOMES as u32 + (hasher.finish() % PLACES) as u32;
        // It is there already when the run is offered again.
        if covered.last() != Some(&outcome) {
            covered.push(outcome);
        }
    }
    covered.into()
}

/// Places of panics are told apart by so many numbers.
const PLACES: u64 = 1 << 12;

/// Fewer inputs, then fewer decisions.
fn simplicity(witness: &Witness) -> (usize, usize) {
    (witness.drawn.len(), witness.decisions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::FailureKind;
    use std::sync::Arc;

    fn witness(covered: &[u32], inputs: u32) -> Witness {
        Witness {
            worker: 0,
            is_beyond: false,
            drawn: (0..inputs).collect(),
            values: vec![0; inputs as usize].into(),
            foreign: 0,
            covered: covered.into(),
            end: End::default(),
            blame: None,
            failure: None,
            leaf: None,
            decisions: 0,
            stack: 0,
        }
    }

    fn boom(location: &str) -> Option<Blame> {
        Some(Blame {
            kind: FailureKind::Panic,
            message: "boom".into(),
            location: location.into(),
            panic: String::new(),
            passed_on: false,
            callers: Arc::default(),
        })
    }

    fn selected(emit: Emit, offers: &[(&[u32], u32, Option<Blame>)]) -> Vec<usize> {
        let mut witnesses = Witnesses::new(emit);
        for (covered, inputs, blame) in offers {
            witnesses.offer(Witness { blame: blame.clone(), ..witness(covered, *inputs) }, true);
        }
        let mut selection = witnesses.selection();
        selection.sort();
        selection
    }

    #[test]
    fn one_witness_that_takes_everything_makes_the_others_redundant() {
        let offers: &[(&[u32], u32, _)] = &[(&[0], 1, None), (&[1], 1, None), (&[0, 1, 2], 1, None)];
        assert_eq!(selected(Emit::Coverage, offers), [2]);
        assert_eq!(selected(Emit::Paths, offers), [0, 1, 2]);
        assert!(selected(Emit::Failures, offers).is_empty());
    }

    #[test]
    fn a_panic_that_is_no_failure_is_shown_even_when_no_branch_of_the_package_leads_there() {
        let panic_at = |location: &str| {
            let end = End::Reported {
                ending: Ending::Panicked,
                message: "expected".into(),
                location: location.into(),
            };
            Witness { end, ..witness(&[0], 1) }
        };
        let mut witnesses = Witnesses::new(Emit::Coverage);
        for run in [witness(&[0], 1), panic_at("a.rs:1:1"), panic_at("a.rs:2:2"), panic_at("a.rs:1:1")] {
            witnesses.offer(run, true);
        }
        // As at the end of an exploration, which offers what its workers have kept once more.
        let mut again = Witnesses::new(Emit::Coverage);
        witnesses.all.into_iter().for_each(|witness| again.offer(witness, true));
        let mut shown: Vec<End> = again.selection().into_iter().map(|n| again.all[n].end.clone()).collect();
        shown.sort_by_key(|end| format!("{end:?}"));
        assert_eq!(shown, [panic_at("a.rs:1:1").end, panic_at("a.rs:2:2").end]);
    }

    #[test]
    fn of_equally_useful_ones_the_simpler_is_taken() {
        let offers: &[(&[u32], u32, Option<Blame>)] = &[(&[0, 1, 2], 3, None), (&[0, 1, 3], 2, None)];
        assert_eq!(selected(Emit::Coverage, offers), [0, 1], "each has an outcome that the other lacks");
        let offers: &[(&[u32], u32, _)] = &[(&[0], 3, None), (&[1], 3, None), (&[0, 1], 2, None)];
        assert_eq!(selected(Emit::Coverage, offers), [2]);
    }

    #[test]
    fn what_shows_nothing_new_is_forgotten() {
        let mut witnesses = Witnesses::new(Emit::Coverage);
        for _ in 0..100 {
            witnesses.offer(witness(&[0, 1], 1), true);
            witnesses.offer(Witness { blame: boom("a"), ..witness(&[0], 1) }, true);
        }
        assert_eq!(witnesses.all.len(), 1 + CANDIDATES);
        for outcome in 2..2000 {
            witnesses.offer(witness(&[0, outcome / 2 * 2], 1), true);
        }
        assert_eq!(witnesses.all.len(), 1 + CANDIDATES + 999, "each that shows something for the first time");
        for outcome in 0..2000 {
            witnesses.offer(witness(&[1, outcome / 2 * 2], 1), true);
        }
        assert_eq!(witnesses.all.len(), 1 + CANDIDATES + 999, "there are enough to choose from");
    }

    #[test]
    fn what_a_simpler_run_shows_need_not_be_offered() {
        let end = End::Reported { ending: Ending::Returned, message: String::new(), location: String::new() };
        let mut witnesses = Witnesses::new(Emit::Coverage);
        let mut known = 0;
        for number in 0..500_usize {
            let (covered, drawn) = (vec![number as u32 * 7 % 5, 9], vec![0; 1 + number * 11 % 6]);
            let (decisions, stack) = (number * 13 % 7, u64::from(number == 40));
            let run = Run { covered, drawn, stack, end: end.clone(), ..Run::default() };
            let witness = Witness { decisions, stack, ..witness(&run.covered, run.drawn.len() as u32) };
            let before = witnesses.all.clone();
            let is_known = witnesses.know_simpler(&run, decisions);
            witnesses.offer(witness, true);
            assert_eq!(is_known, witnesses.all == before, "run {number}");
            known += u32::from(is_known);
        }
        assert!((400..490).contains(&known), "{known}");
    }

    #[test]
    fn a_failure_is_shown_by_its_simplest_witness() {
        let offers: &[(&[u32], u32, _)] = &[(&[], 3, boom("a")), (&[], 1, boom("a")), (&[], 2, boom("b"))];
        assert_eq!(selected(Emit::Failures, offers), [1, 2]);
    }

    #[test]
    fn a_failure_that_ascii_shows_is_shown_in_ascii() {
        let mut witnesses = Witnesses::new(Emit::Failures);
        for (foreign, inputs) in [(1, 2), (0, 4), (0, 5), (2, 1)] {
            witnesses.offer(Witness { foreign, blame: boom("a"), ..witness(&[], inputs) }, true);
        }
        assert_eq!(witnesses.selection(), [1]);
    }

    #[test]
    fn a_passing_case_is_kept_even_where_a_failing_one_covers_all() {
        let offers: &[(&[u32], u32, _)] = &[(&[0], 1, None), (&[0, 1], 1, boom("a"))];
        assert_eq!(selected(Emit::Coverage, offers), [0, 1]);
    }

    #[test]
    fn of_runs_that_use_much_stack_the_deepest_is_kept() {
        for emit in [Emit::Coverage, Emit::Failures, Emit::Paths] {
            let mut witnesses = Witnesses::new(emit);
            for (stack, inputs) in [(0, 5), (3, 4), (7, 3), (5, 2), (0, 1)] {
                witnesses.offer(Witness { stack, ..witness(&[1], inputs) }, true);
            }
            let kept = witnesses.selection().into_iter().map(|number| witnesses.all[number].stack);
            assert_eq!(kept.max(), Some(7), "{emit:?}");
        }
    }
}
