//! Who sends.

use super::Channel;
use forall_spec::{Input, contract};

#[derive(Clone, Debug, PartialEq, Eq, Input)]
pub struct Session {
    id: u8,
    channel: Channel,
    is_open: bool,
    is_confirmed: bool,
    #[forall(range = 0..=200)]
    sent: u8,
}

#[contract]
#[invariant(!self.is_confirmed || self.is_open)]
impl Session {
    /// On purpose it does not require what it asserts of the channel.
    #[requires(id > 0)]
    #[ensures(|ret| ret.id() == id && !ret.is_open() && ret.sent() == 0)]
    pub fn new(id: u8, channel: Channel) -> Self {
        assert!(!channel.is_reserved(), "the channel is reserved");
        Session { id, channel, is_open: false, is_confirmed: false, sent: 0 }
    }

    #[pure]
    pub fn id(&self) -> u8 {
        self.id
    }

    #[pure]
    pub fn channel(&self) -> Channel {
        self.channel
    }

    #[pure]
    #[ensures(|ret| *ret || !self.is_confirmed())]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    #[pure]
    #[ensures(|ret| !*ret || self.is_open())]
    pub fn is_confirmed(&self) -> bool {
        self.is_confirmed
    }

    #[pure]
    pub fn sent(&self) -> u8 {
        self.sent
    }

    #[requires(!self.is_open())]
    #[ensures(|_| self.is_open() && !self.is_confirmed())]
    pub fn open(&mut self) {
        self.is_open = true;
    }

    #[requires(self.is_open())]
    #[ensures(|_| self.is_confirmed())]
    pub fn confirm(&mut self) {
        self.is_confirmed = true;
    }

    #[requires(self.is_confirmed() && self.sent() < 200)]
    #[ensures(|_| self.sent() == old(self.sent()) + 1)]
    pub fn count(&mut self) {
        self.sent += 1;
    }

    #[requires(self.is_open())]
    #[ensures(|_| !self.is_open() && self.id() == old(self.id()))]
    pub fn close(&mut self) {
        self.is_open = false;
        self.is_confirmed = false;
    }
}
