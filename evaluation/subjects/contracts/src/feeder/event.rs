//! What is sent.

use super::{Field, Session};
use forall_spec::{Input, contract};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Input)]
pub enum Kind {
    /// Carries nothing.
    Signal,
    /// Carries three fields.
    Alarm,
    /// Carries twelve fields.
    Statistics,
}

/// How far the configuration of an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Input)]
pub struct Step(#[forall(range = 0..=17)] u8);

impl Step {
    pub const BEGUN: Step = Step(0);
    pub const NAMED: Step = Step(1);
    pub const SOURCED: Step = Step(2);
    pub const TARGETED: Step = Step(3);
    pub const PRIORITIZED: Step = Step(4);
    pub const SEQUENCED: Step = Step(5);
    pub const TIMED: Step = Step(6);
    pub const EXPIRING: Step = Step(7);
    pub const VERSIONED: Step = Step(8);
    pub const ENCODED: Step = Step(9);
    pub const LIMITED: Step = Step(10);
    pub const GROUPED: Step = Step(11);
    pub const TRACED: Step = Step(12);
    pub const FILLED: Step = Step(13);
    pub const CHECKED: Step = Step(14);
    pub const ATTACHED: Step = Step(15);
    pub const APPROVED: Step = Step(16);
    pub const READY: Step = Step(17);
}

#[derive(Clone, Debug, PartialEq, Eq, Input)]
pub struct Event {
    kind: Kind,
    step: Step,
    code: u8,
    source: u8,
    target: u8,
    priority: u8,
    sequence: u8,
    time: u8,
    expiry: u8,
    version: u8,
    is_packed: bool,
    limit: u8,
    /// 0 stands for none.
    group: u8,
    trace: u8,
    /// A bit for each key that a field has.
    keys: u64,
    #[forall(range = 0..=500)]
    size: usize,
    checksum: u16,
    session: u8,
}

#[contract]
#[invariant(self.keys == 0 || self.step >= Step::TRACED)]
#[invariant(self.field_count() <= 12 && self.keys >> 41 == 0 && self.keys & 1 == 0)]
impl Event {
    #[ensures(|ret| ret.kind() == kind && ret.step() == Step::BEGUN && ret.field_count() == 0)]
    pub fn new(kind: Kind) -> Self {
        Event {
            kind,
            step: Step::BEGUN,
            code: 0,
            source: 0,
            target: 0,
            priority: 0,
            sequence: 0,
            time: 0,
            expiry: 0,
            version: 0,
            is_packed: false,
            limit: 0,
            group: 0,
            trace: 0,
            keys: 0,
            size: 0,
            checksum: 0,
            session: 0,
        }
    }

    #[pure]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    #[pure]
    pub fn step(&self) -> Step {
        self.step
    }

    #[pure]
    #[ensures(|ret| *ret == (self.step() == Step::READY))]
    pub fn is_ready(&self) -> bool {
        self.step == Step::READY
    }

    /// So many fields its kind has to carry.
    #[pure]
    #[ensures(|ret| *ret <= 12 && (*ret == 0) == (self.kind() == Kind::Signal))]
    pub fn needed_fields(&self) -> usize {
        match self.kind {
            Kind::Signal => 0,
            Kind::Alarm => 3,
            Kind::Statistics => 12,
        }
    }

    #[pure]
    pub fn field_count(&self) -> usize {
        self.keys.count_ones() as usize
    }

    /// So many bytes its fields take.
    #[pure]
    #[ensures(|ret| *ret <= 500)]
    pub fn size(&self) -> usize {
        self.size
    }

    #[pure]
    #[requires(key < 64)]
    #[ensures(|ret| !*ret || self.field_count() > 0)]
    pub fn has_key(&self, key: u8) -> bool {
        self.keys & 1 << key != 0
    }

    #[pure]
    pub fn session(&self) -> u8 {
        self.session
    }

    #[pure]
    pub fn checksum(&self) -> u16 {
        self.checksum
    }

    #[pure]
    pub fn code(&self) -> u8 {
        self.code
    }

    #[requires(self.step() == Step::BEGUN)]
    #[requires(code >= 10)]
    #[ensures(|_| self.code() == code)]
    #[ensures(|_| self.step() == Step::NAMED && self.kind() == old(self.kind()))]
    pub fn set_code(&mut self, code: u8) {
        self.code = code;
        self.step = Step::NAMED;
    }

    #[pure]
    pub fn source(&self) -> u8 {
        self.source
    }

    #[requires(self.step() == Step::NAMED)]
    #[requires(source > 0)]
    #[ensures(|_| self.source() == source)]
    #[ensures(|_| self.step() == Step::SOURCED && self.kind() == old(self.kind()))]
    pub fn set_source(&mut self, source: u8) {
        self.source = source;
        self.step = Step::SOURCED;
    }

    #[pure]
    pub fn target(&self) -> u8 {
        self.target
    }

    #[requires(self.step() == Step::SOURCED)]
    #[requires(target > 0 && target != self.source())]
    #[ensures(|_| self.target() == target)]
    #[ensures(|_| self.step() == Step::TARGETED && self.kind() == old(self.kind()))]
    pub fn set_target(&mut self, target: u8) {
        self.target = target;
        self.step = Step::TARGETED;
    }

    #[pure]
    pub fn priority(&self) -> u8 {
        self.priority
    }

    #[requires(self.step() == Step::TARGETED)]
    #[requires(priority <= 9)]
    #[ensures(|_| self.priority() == priority)]
    #[ensures(|_| self.step() == Step::PRIORITIZED && self.kind() == old(self.kind()))]
    pub fn set_priority(&mut self, priority: u8) {
        self.priority = priority;
        self.step = Step::PRIORITIZED;
    }

    #[pure]
    pub fn sequence(&self) -> u8 {
        self.sequence
    }

    #[requires(self.step() == Step::PRIORITIZED)]
    #[ensures(|_| self.sequence() == sequence)]
    #[ensures(|_| self.step() == Step::SEQUENCED && self.kind() == old(self.kind()))]
    pub fn set_sequence(&mut self, sequence: u8) {
        self.sequence = sequence;
        self.step = Step::SEQUENCED;
    }

    #[pure]
    pub fn time(&self) -> u8 {
        self.time
    }

    #[requires(self.step() == Step::SEQUENCED)]
    #[requires(time >= self.sequence())]
    #[ensures(|_| self.time() == time)]
    #[ensures(|_| self.step() == Step::TIMED && self.kind() == old(self.kind()))]
    pub fn set_time(&mut self, time: u8) {
        self.time = time;
        self.step = Step::TIMED;
    }

    #[pure]
    pub fn expiry(&self) -> u8 {
        self.expiry
    }

    #[requires(self.step() == Step::TIMED)]
    #[requires(expiry >= self.time())]
    #[ensures(|_| self.expiry() == expiry)]
    #[ensures(|_| self.step() == Step::EXPIRING && self.kind() == old(self.kind()))]
    pub fn set_expiry(&mut self, expiry: u8) {
        self.expiry = expiry;
        self.step = Step::EXPIRING;
    }

    #[pure]
    pub fn version(&self) -> u8 {
        self.version
    }

    #[requires(self.step() == Step::EXPIRING)]
    #[requires(1 <= version && version <= 3)]
    #[ensures(|_| self.version() == version)]
    #[ensures(|_| self.step() == Step::VERSIONED && self.kind() == old(self.kind()))]
    pub fn set_version(&mut self, version: u8) {
        self.version = version;
        self.step = Step::VERSIONED;
    }

    #[pure]
    pub fn is_packed(&self) -> bool {
        self.is_packed
    }

    #[requires(self.step() == Step::VERSIONED)]
    #[ensures(|_| self.is_packed() == is_packed)]
    #[ensures(|_| self.step() == Step::ENCODED && self.kind() == old(self.kind()))]
    pub fn set_packed(&mut self, is_packed: bool) {
        self.is_packed = is_packed;
        self.step = Step::ENCODED;
    }

    #[pure]
    pub fn limit(&self) -> u8 {
        self.limit
    }

    #[requires(self.step() == Step::ENCODED)]
    #[requires(limit > 0)]
    #[ensures(|_| self.limit() == limit)]
    #[ensures(|_| self.step() == Step::LIMITED && self.kind() == old(self.kind()))]
    pub fn set_limit(&mut self, limit: u8) {
        self.limit = limit;
        self.step = Step::LIMITED;
    }

    #[pure]
    pub fn group(&self) -> u8 {
        self.group
    }

    #[requires(self.step() == Step::LIMITED)]
    #[ensures(|_| self.group() == group)]
    #[ensures(|_| self.step() == Step::GROUPED && self.kind() == old(self.kind()))]
    pub fn set_group(&mut self, group: u8) {
        self.group = group;
        self.step = Step::GROUPED;
    }

    #[pure]
    pub fn trace(&self) -> u8 {
        self.trace
    }

    #[requires(self.step() == Step::GROUPED)]
    #[ensures(|_| self.trace() == trace)]
    #[ensures(|_| self.step() == Step::TRACED && self.kind() == old(self.kind()))]
    pub fn set_trace(&mut self, trace: u8) {
        self.trace = trace;
        self.step = Step::TRACED;
    }

    #[requires(self.step() == Step::TRACED)]
    #[requires(self.field_count() < self.needed_fields())]
    #[requires(!self.has_key(field.key()) && self.size() + field.size() <= 500)]
    #[ensures(|_| self.field_count() == old(self.field_count()) + 1)]
    #[ensures(|_| self.has_key(old(field.key())))]
    #[ensures(|_| self.step() == Step::TRACED)]
    pub fn add(&mut self, field: Field) {
        self.keys |= 1 << field.key();
        self.size += field.size();
    }

    /// Nothing is missing.
    #[requires(self.step() == Step::TRACED)]
    #[requires(self.field_count() == self.needed_fields())]
    #[requires(for_all(1..=40, |key| key <= self.limit() || !self.has_key(key)))]
    #[ensures(|_| self.step() == Step::FILLED)]
    pub fn fill(&mut self) {
        self.step = Step::FILLED;
    }

    #[requires(self.step() == Step::FILLED)]
    #[ensures(|ret| *ret == self.checksum())]
    #[ensures(|_| self.step() == Step::CHECKED && self.field_count() == old(self.field_count()))]
    pub fn check(&mut self) -> u16 {
        self.checksum = (self.keys % 65_521) as u16 ^ u16::from(self.sequence);
        self.step = Step::CHECKED;
        self.checksum
    }

    /// It then belongs to the session.
    #[requires(self.step() == Step::CHECKED)]
    #[requires(session.is_confirmed() && session.id() == self.source())]
    #[ensures(|_| self.session() == session.id())]
    #[ensures(|_| self.step() == Step::ATTACHED)]
    pub fn attach(&mut self, session: &Session) {
        self.session = session.id();
        self.step = Step::ATTACHED;
    }

    #[requires(self.step() == Step::ATTACHED)]
    #[requires(checksum == self.checksum())]
    #[ensures(|_| self.step() == Step::APPROVED)]
    pub fn approve(&mut self, checksum: u16) {
        // Only the contract compares it.
        let _ = checksum;
        self.step = Step::APPROVED;
    }

    #[requires(self.step() == Step::APPROVED)]
    #[ensures(|_| self.is_ready() && self.session() == old(self.session()))]
    pub fn seal(&mut self) {
        self.step = Step::READY;
    }

    #[requires(self.is_ready())]
    #[ensures(|ret| matches("[A-Z]+-[0-9]+", ret))]
    pub fn label(&self) -> String {
        let kind = match self.kind {
            Kind::Signal => "SIG",
            Kind::Alarm => "ALM",
            Kind::Statistics => "STA",
        };
        format!("{kind}-{}", self.sequence)
    }

    #[ensures(|ret| *ret == (self.time() <= now && now <= self.expiry()))]
    pub fn is_current(&self, now: u8) -> bool {
        !(now < self.time || now > self.expiry)
    }
}
