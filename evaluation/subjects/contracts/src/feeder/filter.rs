//! Which events are looked at.

use super::{Event, Kind};
use forall_spec::{Input, contract};

/// Either one kind, or all events of at least this priority.
#[derive(Clone, Debug, PartialEq, Eq, Input)]
pub struct Filter {
    kind: Option<Kind>,
    priority: Option<u8>,
}

#[contract]
#[invariant(self.kind.is_some() != self.priority.is_some())]
impl Filter {
    #[requires(exists_one([kind.is_some(), priority.is_some()], |is_given| is_given))]
    #[ensures(|ret| ret.is_by_kind() == kind.is_some())]
    pub fn new(kind: Option<Kind>, priority: Option<u8>) -> Self {
        Filter { kind, priority }
    }

    #[pure]
    pub fn is_by_kind(&self) -> bool {
        self.kind.is_some()
    }

    #[ensures(|ret| !*ret || !self.is_by_kind() || self.kind == Some(event.kind()))]
    #[ensures(|ret| self.is_by_kind() || *ret == self.priority.is_some_and(|least| event.priority() >= least))]
    pub fn accepts(&self, event: &Event) -> bool {
        match (self.kind, self.priority) {
            (Some(kind), _) => event.kind() == kind,
            (None, Some(least)) => event.priority() >= least,
            (None, None) => false,
        }
    }

    #[ensures(|ret| *ret <= events.len())]
    #[ensures(|ret| (*ret == 0) == for_all(events, |event| !self.accepts(event)))]
    pub fn count(&self, events: &[Event]) -> usize {
        events.iter().filter(|event| self.accepts(event)).count()
    }
}
