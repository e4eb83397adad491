//! What was found about the candidates of each assertion.

use crate::asked::Under;
use crate::outcome::Fault;
use crate::relation::Relation;

/// Which candidate holds, and under which relations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub candidate: usize,
    pub relations: Vec<usize>,
}

/// A candidate that does not hold under some conditions, with an input that shows it.
#[derive(Clone, Debug)]
struct Refuted {
    assertion: usize,
    candidate: usize,
    under: Under,
    by: Fault,
}

#[derive(Clone, Debug, Default)]
pub struct Findings {
    refuted: Vec<Refuted>,
}

impl Findings {
    pub fn refute(&mut self, assertion: usize, candidate: usize, under: Under, by: Fault) {
        self.refuted.push(Refuted { assertion, candidate, under, by });
    }

    /// The input that refutes a candidate under these conditions.
    pub fn against(&self, assertion: usize, candidate: usize, under: Under) -> Option<&Fault> {
        let is_meant =
            |own: &&Refuted| (own.assertion, own.candidate) == (assertion, candidate) && own.under == under;
        self.refuted.iter().find(is_meant).map(|own| &own.by)
    }

    /// The candidate that needs the fewest conditions; of these the first.
    pub fn best(&self, assertion: usize, candidates: usize, relations: &[Relation]) -> Option<Held> {
        let unordered = relations.iter().filter(|own| !own.kind.is_order()).count();
        let mut tiers = vec![(Under::Nothing, 0)];
        tiers.extend((unordered > 0).then_some((Under::Unordered, unordered)));
        tiers.extend((unordered < relations.len()).then_some((Under::All, relations.len())));
        for (under, count) in tiers {
            let holds = |candidate: &usize| self.against(assertion, *candidate, under).is_none();
            let Some(candidate) = (0..candidates).find(holds) else { continue };
            let without = |number| match under {
                Under::All => Under::AllWithout(number),
                _ => Under::UnorderedWithout(number),
            };
            let is_needed = |number: &usize| self.against(assertion, candidate, without(*number)).is_some();
            let needed: Vec<usize> = (0..count).filter(is_needed).collect();
            // Each can be left out by itself, but not all of them.
            let relations = if needed.is_empty() { (0..count).collect() } else { needed };
            return Some(Held { candidate, relations });
        }
        None
    }

    /// Does some candidate hold if this parameter keeps its value?
    pub fn holds_if_kept(&self, assertion: usize, candidates: usize, parameter: usize) -> bool {
        let kept = Under::Kept(parameter);
        (0..candidates).any(|candidate| self.against(assertion, candidate, kept).is_none())
    }
}
