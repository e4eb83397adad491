//! The runs worth remembering: few, whatever the number of paths, unless every path is asked for.

use crate::bug::Bug;
use crate::coverage::Outcomes;
use crate::judge::Blame;
use crate::options::Emit;
use crate::target::End;
use crate::tree::Edge;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A run that shows something.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The inputs it asked for, in order.
    pub drawn: Box<[u32]>,
    /// Their values, in the same order.
    pub values: Box<[u128]>,
    /// Branch outcomes it took.
    pub covered: Box<[u32]>,
    pub end: End,
    /// Index into [`Witnesses::failures`].
    pub failure: Option<usize>,
    /// Where it ends in the tree; `None` when it found no place there.
    pub leaf: Option<Edge>,
    /// How many decisions it made.
    pub decisions: usize,
}

/// A distinct way to fail, and the simplest run that shows it.
#[derive(Clone, Debug)]
pub struct KnownFailure {
    pub blame: Blame,
    pub witness: usize,
}

pub struct Witnesses {
    emit: Emit,
    pub all: Vec<Witness>,
    pub failures: Vec<KnownFailure>,
    by_bug: HashMap<Bug, usize>,
    covered: Outcomes,
    first_passing: Option<usize>,
}

impl Witnesses {
    pub fn new(emit: Emit) -> Witnesses {
        Witnesses {
            emit,
            all: Vec::new(),
            failures: Vec::new(),
            by_bug: HashMap::new(),
            covered: Outcomes::default(),
            first_passing: None,
        }
    }

    /// A run passed, or failed as `blame` says; keeps it if it shows something new. `fresh`: its path is new.
    pub fn offer(&mut self, mut witness: Witness, blame: Option<Blame>, fresh: bool) {
        let number = self.all.len();
        let mut keep = self.emit == Emit::Paths && fresh;
        match blame {
            Some(blame) => {
                let failure = self.failure(blame, number);
                witness.failure = Some(failure);
                let known = &mut self.failures[failure].witness;
                let better = self.all.get(*known).is_some_and(|best| simplicity(&witness) < simplicity(best));
                if better {
                    *known = number;
                }
                keep |= *known == number;
            }
            None if self.emit != Emit::Failures && self.first_passing.is_none() => {
                self.first_passing = Some(number);
                keep = true;
            }
            None => {}
        }
        if self.emit == Emit::Coverage {
            for outcome in &witness.covered {
                keep |= self.covered.insert(*outcome);
            }
        } else {
            witness.covered = Box::default();
        }
        if keep {
            self.all.push(witness);
        }
    }

    /// The index of the failure that has this blame, which is that of witness `number` if it is new.
    fn failure(&mut self, blame: Blame, number: usize) -> usize {
        let next = self.failures.len();
        let failure = *self.by_bug.entry(Bug::of(&blame)).or_insert(next);
        if failure == next {
            self.failures.push(KnownFailure { blame, witness: number });
        }
        failure
    }

    /// Is this the failure of that index?
    pub fn is_failure(&self, blame: &Blame, failure: usize) -> bool {
        self.by_bug.get(&Bug::of(blame)) == Some(&failure)
    }

    /// The witnesses that become cases.
    pub fn selection(&self) -> Vec<usize> {
        match self.emit {
            Emit::Paths => (0..self.all.len()).collect(),
            Emit::Failures => self.failures.iter().map(|failure| failure.witness).collect(),
            Emit::Coverage => self.cover(),
        }
    }

    /// Greedy set cover on top of one witness a failure; of equally useful ones the simplest.
    fn cover(&self) -> Vec<usize> {
        let mut covered = Outcomes::default();
        let mut selected: Vec<usize> = self.failures.iter().map(|failure| failure.witness).collect();
        for witness in &selected {
            covered.extend(&self.all[*witness].covered);
        }
        let rank = |number: usize, covered: &Outcomes| {
            let witness = &self.all[number];
            let gain = witness.covered.iter().filter(|outcome| !covered.contains(**outcome)).count();
            (gain, Reverse((simplicity(witness), number)))
        };
        // What a witness adds only ever shrinks, so one whose rank is still what it was is the best.
        let mut heap: BinaryHeap<_> = (0..self.all.len()).map(|number| rank(number, &covered)).collect();
        while let Some(best) = heap.pop() {
            let (gain, Reverse((_, number))) = best;
            if gain == 0 {
                break;
            }
            let now = rank(number, &covered);
            if now != best {
                heap.push(now);
                continue;
            }
            covered.extend(&self.all[number].covered);
            selected.push(number);
        }
        if let Some(passing) = self.first_passing
            && selected.iter().all(|number| self.all[*number].failure.is_some())
        {
            selected.push(passing);
        }
        selected
    }
}

/// Fewer inputs, then fewer decisions.
fn simplicity(witness: &Witness) -> (usize, usize) {
    (witness.drawn.len(), witness.decisions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::FailureKind;

    fn witness(covered: &[u32], inputs: u32) -> Witness {
        Witness {
            drawn: (0..inputs).collect(),
            values: vec![0; inputs as usize].into(),
            covered: covered.into(),
            end: End::default(),
            failure: None,
            leaf: None,
            decisions: 0,
        }
    }

    fn boom(location: &str) -> Option<Blame> {
        Some(Blame { kind: FailureKind::Panic, message: "boom".into(), location: location.into() })
    }

    fn selected(emit: Emit, offers: &[(&[u32], u32, Option<Blame>)]) -> Vec<usize> {
        let mut witnesses = Witnesses::new(emit);
        for (covered, inputs, blame) in offers {
            witnesses.offer(witness(covered, *inputs), blame.clone(), true);
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
        assert_eq!(selected(Emit::Failures, offers), []);
    }

    #[test]
    fn of_equally_useful_ones_the_simpler_is_taken() {
        let offers: &[(&[u32], u32, _)] = &[(&[0, 1, 2], 3, None), (&[0, 1, 3], 2, None)];
        let mut witnesses = Witnesses::new(Emit::Coverage);
        for (covered, inputs, blame) in offers {
            witnesses.offer(witness(covered, *inputs), blame.clone(), true);
        }
        assert_eq!(witnesses.selection(), [1, 0], "the simpler first, then what it leaves open");
    }

    #[test]
    fn what_shows_nothing_new_is_forgotten() {
        let mut witnesses = Witnesses::new(Emit::Coverage);
        for _ in 0..100 {
            witnesses.offer(witness(&[0, 1], 1), None, true);
            witnesses.offer(witness(&[0], 1), boom("a"), true);
        }
        assert_eq!(witnesses.all.len(), 2);
    }

    #[test]
    fn a_failure_is_shown_by_its_simplest_witness() {
        let offers: &[(&[u32], u32, _)] = &[(&[], 3, boom("a")), (&[], 1, boom("a")), (&[], 2, boom("b"))];
        assert_eq!(selected(Emit::Failures, offers), [1, 2]);
    }

    #[test]
    fn a_passing_case_is_kept_even_where_a_failing_one_covers_all() {
        let offers: &[(&[u32], u32, _)] = &[(&[0], 1, None), (&[0, 1], 1, boom("a"))];
        assert_eq!(selected(Emit::Coverage, offers), [0, 1]);
    }
}
