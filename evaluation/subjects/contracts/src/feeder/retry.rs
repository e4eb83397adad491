//! When something is tried again.

use forall_spec::{Input, contract};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Input)]
pub struct Period {
    begin: u8,
    end: u8,
}

#[contract]
#[invariant(self.begin <= self.end)]
impl Period {
    /// On purpose it does not require what it asserts.
    #[ensures(|ret| ret.begin() == begin && ret.end() == end)]
    pub fn new(begin: u8, end: u8) -> Self {
        assert!(begin <= end, "it ends before it begins");
        Period { begin, end }
    }

    #[pure]
    #[ensures(|ret| *ret <= self.end())]
    pub fn begin(&self) -> u8 {
        self.begin
    }

    #[pure]
    #[ensures(|ret| *ret >= self.begin())]
    pub fn end(&self) -> u8 {
        self.end
    }

    #[pure]
    #[ensures(|ret| *ret == (self.begin() <= time && time <= self.end()))]
    pub fn contains(&self, time: u8) -> bool {
        (self.begin..=self.end).contains(&time)
    }

    #[ensures(|ret| *ret == exists([other.begin(), other.end()], |time| self.contains(time)) || other.contains(self.begin()))]
    pub fn overlaps(&self, other: &Period) -> bool {
        self.begin <= other.end && other.begin <= self.end
    }

    #[requires(self.overlaps(other))]
    #[ensures(|ret| ret.contains(self.begin()) && ret.contains(other.begin()))]
    #[ensures(|ret| ret.contains(self.end()) && ret.contains(other.end()))]
    pub fn joined(&self, other: &Period) -> Self {
        Period { begin: self.begin.min(other.begin), end: self.end.max(other.end) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Input)]
pub struct Retry {
    #[forall(range = 1..=10)]
    attempts: u8,
    #[forall(range = 0..=10)]
    made: u8,
    period: Period,
}

#[contract]
#[invariant(self.made <= self.attempts)]
impl Retry {
    /// On purpose it does not require what it asserts.
    #[requires(attempts <= 10)]
    #[ensures(|ret| ret.left() == attempts)]
    pub fn new(attempts: u8, period: Period) -> Self {
        assert!(attempts > 0, "something is tried once at least");
        Retry { attempts, made: 0, period }
    }

    #[pure]
    #[ensures(|ret| *ret <= 10)]
    pub fn left(&self) -> u8 {
        self.attempts - self.made
    }

    #[pure]
    #[ensures(|ret| *ret == (self.left() > 0 && self.period.contains(time)))]
    pub fn is_due(&self, time: u8) -> bool {
        self.made < self.attempts && self.period.contains(time)
    }

    #[requires(self.is_due(time))]
    #[ensures(|_| self.left() == old(self.left()) - 1)]
    pub fn attempt(&mut self, time: u8) {
        // Only the contract asks for it.
        let _ = time;
        self.made += 1;
    }

    #[ensures(|_| self.left() >= old(self.left()))]
    pub fn reset(&mut self) {
        self.made = 0;
    }

    #[panics(self.left() == 0, "given up", ensures(|_| self.left() == 0))]
    #[ensures(|_| self.left() > 0)]
    pub fn check(&self) {
        assert!(self.left() > 0, "it was given up");
    }
}
