//! The runs worth remembering: few, whatever the number of paths, unless every path is asked for.

use crate::bug::Bug;
use crate::cover::{Candidate, smallest_cover};
use crate::coverage::OutcomeSet;
use crate::executor::{End, Run};
use crate::judge::Blame;
use crate::options::Emit;
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
    /// It is what the search was told to begin with: its values stay as they are.
    pub is_seed: bool,
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

/// So many runs are kept for a failure. Which path has the simplest values shows only when all of them are
/// made simple.
pub const CANDIDATES: usize = 8;

/// So many combinations of outcomes are kept to choose from; beyond, only what shows an outcome for the first
/// time.
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
    /// Of the passing runs that use much stack, the one that uses most: only the plain build can tell whether
    /// that is too much.
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

    /// Is there nothing that this run, which passed after so many decisions, shows better than those before
    /// it? That is what most do.
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

    /// Could a smallest set of cases contain witness `number`? A simpler one takes the place of one that
    /// shows the same.
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
                    && !known.is_seed
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
        let rank = |witness: &Witness| (!witness.is_seed, witness.foreign, simplicity(witness));
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

    /// The fewest witnesses that take every outcome, on top of one a failure: passing ones as far as they go.
    /// Of equally many the simplest.
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

/// The outcomes, and one more for a panic that is no failure. The decision that led there may be one of the
/// standard library, as in `expect`, which does not count; but how a test can end is worth a case.
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
mod tests;
