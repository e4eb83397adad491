//! Sets of variables, each stored once: most terms depend on the same few.

use super::Term;
use crate::hash::FastMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct SetId(u32);

pub(super) struct Dependencies {
    sets: Vec<Box<[Term]>>,
    known: FastMap<Box<[Term]>, SetId>,
    unions: FastMap<(SetId, SetId), SetId>,
}

impl Dependencies {
    pub const NONE: SetId = SetId(0);

    pub fn new() -> Self {
        let mut dependencies =
            Dependencies { sets: Vec::new(), known: FastMap::default(), unions: FastMap::default() };
        dependencies.intern(Vec::new());
        dependencies
    }

    /// Sorted.
    pub fn members(&self, set: SetId) -> &[Term] {
        &self.sets[set.0 as usize]
    }

    pub fn singleton(&mut self, variable: Term) -> SetId {
        self.intern(vec![variable])
    }

    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == Self::NONE {
            return a;
        }
        if a == Self::NONE {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut members = [self.members(a), self.members(b)].concat();
        members.sort_unstable();
        members.dedup();
        let union = self.intern(members);
        self.unions.insert(key, union);
        union
    }

    fn intern(&mut self, members: Vec<Term>) -> SetId {
        let members = members.into_boxed_slice();
        if let Some(&known) = self.known.get(&members) {
            return known;
        }
        let set = SetId(self.sets.len() as u32);
        self.sets.push(members.clone());
        self.known.insert(members, set);
        set
    }
}
