//! Where events go.

use forall_spec::{Input, contract};

/// One of 64 lines to a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Input)]
pub struct Channel {
    #[forall(range = 0..=63)]
    number: u8,
}

#[contract]
impl Channel {
    /// On purpose it does not require what it asserts.
    #[ensures(|ret| ret.number() == number)]
    pub fn new(number: u8) -> Self {
        assert!(number < 64, "there are 64 channels");
        Channel { number }
    }

    #[pure]
    #[ensures(|ret| *ret < 64)]
    pub fn number(&self) -> u8 {
        self.number
    }

    #[ensures(|ret| *ret == (self.number() < 8))]
    #[pure]
    pub fn is_reserved(&self) -> bool {
        self.number < 8
    }

    #[requires(self.number() < 63)]
    #[ensures(|ret| ret.number() == self.number() + 1)]
    pub fn next(&self) -> Self {
        Channel { number: self.number + 1 }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Input)]
pub struct Address {
    #[forall(matches = "[a-z][a-z0-9]*")]
    host: String,
    port: u16,
}

#[contract]
#[invariant(matches("[a-z][a-z0-9]*", &self.host))]
impl Address {
    /// On purpose it does not require what it asserts of the port.
    #[requires(matches("[a-z][a-z0-9]*", host))]
    #[ensures(|ret| ret.host() == host && ret.port() == port)]
    pub fn new(host: &str, port: u16) -> Self {
        assert!(port >= 1024, "a port of the system");
        Address { host: host.to_owned(), port }
    }

    #[pure]
    #[ensures(|ret| !ret.is_empty())]
    pub fn host(&self) -> &str {
        &self.host
    }

    #[pure]
    pub fn port(&self) -> u16 {
        self.port
    }

    #[pure]
    #[ensures(|ret| *ret == (self.host() == other.host() && self.port() == other.port()))]
    pub fn is_same(&self, other: &Address) -> bool {
        self == other
    }

    #[requires(port > 0)]
    #[ensures(|_| self.port() == port)]
    pub fn move_to(&mut self, port: u16) {
        self.port = port;
    }

    #[ensures(|ret| ret.starts_with(self.host()))]
    pub fn text(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}
