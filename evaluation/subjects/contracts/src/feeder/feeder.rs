//! What sends.

use super::{Event, Queue, Retry, Session};
use forall_spec::{Input, contract};

#[derive(Clone, Debug, Input)]
pub struct Feeder {
    session: Session,
    queue: Queue,
    retry: Retry,
    sent: Vec<u8>,
}

#[contract]
impl Feeder {
    #[requires(session.is_open())]
    #[ensures(|ret| ret.waiting() == 0 && ret.sent_count() == 0)]
    pub fn new(session: Session, retry: Retry) -> Self {
        Feeder { session, queue: Queue::new(), retry, sent: Vec::new() }
    }

    #[pure]
    pub fn session(&self) -> &Session {
        &self.session
    }

    #[pure]
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    #[pure]
    pub fn sent_count(&self) -> usize {
        self.sent.len()
    }

    #[pure]
    #[requires(self.sent_count() > 0)]
    pub fn last_sent(&self) -> u8 {
        self.sent[self.sent.len() - 1]
    }

    #[pure]
    #[ensures(|ret| *ret == (event.session() == self.session().id()))]
    pub fn is_own(&self, event: &Event) -> bool {
        self.session.id() == event.session()
    }

    #[requires(event.is_ready() && self.is_own(&event))]
    #[requires(self.waiting() < 3)]
    #[ensures(|_| self.waiting() == old(self.waiting()) + 1)]
    pub fn enqueue(&mut self, event: Event) {
        self.queue.put(event);
    }

    /// Sends the event at once.
    #[requires(self.session().is_confirmed() && self.session().sent() < 200)]
    #[requires(event.is_ready() && self.is_own(event))]
    #[ensures(|_| self.sent_count() == old(self.sent_count()) + 1 && self.last_sent() == event.sequence())]
    #[ensures(|_| self.session().sent() == old(self.session().sent()) + 1)]
    pub fn send(&mut self, event: &Event) {
        self.session.count();
        self.sent.push(event.sequence());
    }

    #[requires(self.waiting() > 0 && self.session().is_confirmed() && self.session().sent() < 200)]
    #[ensures(|_| self.waiting() == old(self.waiting()) - 1)]
    #[ensures(|ret| !*ret || self.sent_count() == old(self.sent_count()) + 1)]
    pub fn send_next(&mut self) -> bool {
        let event = self.queue.take();
        let is_sent = event.is_ready() && self.is_own(&event);
        if is_sent {
            self.send(&event);
        }
        is_sent
    }

    /// On purpose it stops at the first event that is not of its session.
    #[requires(self.session().is_confirmed() && self.session().sent() < 190)]
    #[ensures(|_| self.waiting() == 0)]
    #[ensures(|ret| *ret <= old(self.waiting()))]
    pub fn flush(&mut self) -> usize {
        let mut sent = 0;
        while self.waiting() > 0 && self.is_own(self.queue.first()) {
            sent += usize::from(self.send_next());
        }
        sent
    }

    #[requires(self.is_due(time))]
    #[ensures(|ret| *ret == (self.waiting() > 0))]
    pub fn retry(&mut self, time: u8) -> bool {
        self.retry.attempt(time);
        !self.queue.is_empty()
    }

    #[pure]
    pub fn is_due(&self, time: u8) -> bool {
        self.retry.is_due(time)
    }

    #[requires(self.session().is_open())]
    #[ensures(|_| !self.session().is_open() && self.waiting() == 0)]
    pub fn close(&mut self) {
        self.queue.clear();
        self.session.close();
    }
}
