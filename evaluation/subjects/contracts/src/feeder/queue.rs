//! Events that wait.

use super::Event;
use forall_spec::{Input, contract};
use std::collections::VecDeque;

/// What the contract does not mention.
const CAPACITY: usize = 3;

#[derive(Clone, Debug, Default, Input)]
pub struct Queue {
    events: VecDeque<Event>,
}

#[contract]
impl Queue {
    #[ensures(|ret| ret.is_empty())]
    pub fn new() -> Self {
        Queue::default()
    }

    #[pure]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    #[pure]
    #[ensures(|ret| *ret == (self.len() == 0))]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    #[pure]
    #[requires(!self.is_empty())]
    pub fn first(&self) -> &Event {
        &self.events[0]
    }

    #[requires(event.is_ready())]
    #[ensures(|_| self.len() == old(self.len()) + 1)]
    #[ensures(|_| self.first().sequence() == old(if self.is_empty() { event.sequence() } else { self.first().sequence() }))]
    pub fn put(&mut self, event: Event) {
        if self.events.len() < CAPACITY {
            self.events.push_back(event);
        }
    }

    #[requires(!self.is_empty())]
    #[ensures(|ret| ret.sequence() == old(self.first().sequence()))]
    #[ensures(|_| self.len() == old(self.len()) - 1)]
    pub fn take(&mut self) -> Event {
        self.events.pop_front().expect("there is one")
    }

    #[ensures(|_| self.is_empty())]
    pub fn clear(&mut self) {
        self.events.clear();
    }

    #[ensures(|ret| *ret <= self.len())]
    pub fn urgent(&self) -> usize {
        self.events.iter().filter(|event| event.priority() > 7).count()
    }
}
