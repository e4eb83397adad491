//! The machine: concrete values with terms beside them, decisions, and the records an executor hands to the
//! engine.

use crate::setup::Flow;
use forall_engine::{Decision, End, Executor, ExecutorError, Note, Run};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::manifest::{Manifest, NOT_COUNTED};
use forall_protocol::shared::{Ending, NoteKind};
use forall_protocol::terms::{CONCRETE, Op, TermId, TermRecord};
use std::collections::{HashMap, HashSet};

/// A value of the tiny program.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub width: u32,
    pub bits: u128,
    pub term: TermId,
}

impl Value {
    pub fn of(width: u32, bits: u128) -> Value {
        Value { width, bits: bits & mask(width), term: CONCRETE }
    }

    pub fn signed(self) -> i128 {
        let unused = 128 - self.width;
        (self.bits << unused).cast_signed() >> unused
    }
}

/// An executor made of a closure.
pub struct Program<'a, F> {
    body: F,
    manifest: &'a Manifest,
    /// So many runs it makes at once.
    series: usize,
    arena: Arena,
    terms_told: usize,
    inputs_told: usize,
}

#[derive(Default)]
struct Arena {
    records: Vec<TermRecord>,
    known: HashMap<TermRecord, TermId>,
    inputs: Vec<Input>,
}

impl<'a, F: FnMut(&mut Machine) -> Flow> Program<'a, F> {
    pub fn new(body: F, manifest: &'a Manifest, series: usize) -> Program<'a, F> {
        Program { body, manifest, series, arena: Arena::default(), terms_told: 0, inputs_told: 0 }
    }
}

impl<F: FnMut(&mut Machine) -> Flow> Executor for Program<'_, F> {
    fn run(&mut self, values: &[u128], max_decisions: u32) -> Result<Run, ExecutorError> {
        let mut machine = Machine {
            arena: &mut self.arena,
            manifest: self.manifest,
            max_branches: max_decisions,
            values,
            decided: HashSet::new(),
            run: Run { place: u32::MAX, ..Run::default() },
        };
        let flow = (self.body)(&mut machine);
        let mut run = machine.run;
        if let Err(end) = flow {
            run.end = end;
        }
        run.terms = self.arena.records[self.terms_told..].to_vec();
        run.inputs = self.arena.inputs[self.inputs_told..].to_vec();
        self.terms_told = self.arena.records.len();
        self.inputs_told = self.arena.inputs.len();
        Ok(run)
    }

    fn run_some(&mut self, series: &[&[u128]], max_decisions: u32) -> Result<Vec<Run>, ExecutorError> {
        series.iter().take(self.series).map(|values| self.run(values, max_decisions)).collect()
    }
}

/// What a tiny program works with.
pub struct Machine<'a> {
    arena: &'a mut Arena,
    manifest: &'a Manifest,
    max_branches: u32,
    values: &'a [u128],
    decided: HashSet<TermId>,
    pub run: Run,
}

impl Machine<'_> {
    pub fn draw(&mut self, name: &str, kind: InputKind) -> Value {
        let input = Input { name: name.into(), kind };
        let known = self.arena.inputs.iter().position(|other| *other == input);
        let index = known.unwrap_or_else(|| {
            self.arena.inputs.push(input);
            self.arena.inputs.len() - 1
        });
        self.run.drawn.push(index as u32);
        let width = kind.width();
        let term = self.record(TermRecord::new(Op::Input, width, index as u32, 0, 0));
        Value { width, bits: self.values.get(index).copied().unwrap_or(0) & mask(width), term }
    }

    pub fn i32(&mut self, name: &str) -> Value {
        self.draw(name, InputKind::I32)
    }

    pub fn u8(&mut self, name: &str) -> Value {
        self.draw(name, InputKind::U8)
    }

    pub fn add(&mut self, a: Value, b: impl IntoValue) -> Value {
        let b = b.value(a.width);
        self.binary(Op::Add, a, b, a.bits.wrapping_add(b.bits))
    }

    pub fn mul(&mut self, a: Value, b: impl IntoValue) -> Value {
        let b = b.value(a.width);
        self.binary(Op::Mul, a, b, a.bits.wrapping_mul(b.bits))
    }

    pub fn and(&mut self, a: Value, b: impl IntoValue) -> Value {
        let b = b.value(a.width);
        self.binary(Op::And, a, b, a.bits & b.bits)
    }

    pub fn xor(&mut self, a: Value, b: impl IntoValue) -> Value {
        let b = b.value(a.width);
        self.binary(Op::Xor, a, b, a.bits ^ b.bits)
    }

    pub fn eq(&mut self, a: Value, b: impl IntoValue) -> Value {
        let b = b.value(a.width);
        self.binary(Op::Eq, a, b, u128::from(a.bits == b.bits))
    }

    /// Signed.
    pub fn less(&mut self, a: Value, b: impl IntoValue) -> Value {
        let b = b.value(a.width);
        self.binary(Op::SLt, a, b, u128::from(a.signed() < b.signed()))
    }

    /// Unsigned.
    pub fn below(&mut self, a: Value, b: impl IntoValue) -> Value {
        let b = b.value(a.width);
        self.binary(Op::ULt, a, b, u128::from(a.bits < b.bits))
    }

    /// `if condition`, at a site. Too many decisions end the run.
    pub fn branch(&mut self, site: u32, condition: Value) -> Result<bool, End> {
        let taken = condition.bits == 1;
        self.cover(site, taken);
        if condition.term != CONCRETE && self.decided.insert(condition.term) {
            if self.run.decisions.len() as u32 >= self.max_branches {
                return Err(crate::setup::ended(Ending::OutOfBounds));
            }
            self.run.decisions.push(Decision { site, condition: condition.term, taken });
        }
        Ok(taken)
    }

    pub fn assume(&mut self, site: u32, condition: Value) -> Flow {
        match self.branch(site, condition)? {
            true => Ok(()),
            false => Err(crate::setup::ended(Ending::Meaningless)),
        }
    }

    /// `assert!`, which panics on the line of its site.
    pub fn assert(&mut self, site: u32, condition: Value) -> Flow {
        match self.branch(site, condition)? {
            true => Ok(()),
            false => Err(crate::setup::panic_at("assertion failed: it holds", &self.manifest.place(site))),
        }
    }

    pub fn note(&mut self, kind: NoteKind, site: u32) {
        self.run.notes.push(Note { kind, site, what: 2 });
    }

    fn cover(&mut self, site: u32, taken: bool) {
        let first = self.manifest.sites[site as usize].first_outcome;
        let outcome = first.wrapping_add(u32::from(taken));
        if first != NOT_COUNTED && !self.run.covered.contains(&outcome) {
            self.run.covered.push(outcome);
        }
    }

    fn binary(&mut self, op: Op, a: Value, b: Value, bits: u128) -> Value {
        let width = if op.yields_bit() { 1 } else { a.width };
        if (a.term, b.term) == (CONCRETE, CONCRETE) {
            return Value::of(width, bits);
        }
        let (left, right) = (self.term(a), self.term(b));
        let term = self.record(TermRecord::new(op, width, left, right, 0));
        Value { width, bits: bits & mask(width), term }
    }

    fn term(&mut self, value: Value) -> TermId {
        match value.term {
            CONCRETE => self.record(TermRecord::constant(value.width, value.bits as u64)),
            term => term,
        }
    }

    fn record(&mut self, record: TermRecord) -> TermId {
        let next = self.arena.records.len() as TermId + 1;
        let id = *self.arena.known.entry(record).or_insert(next);
        if id == next {
            self.arena.records.push(record);
        }
        id
    }
}

/// Operands may be literals.
pub trait IntoValue {
    fn value(self, width: u32) -> Value;
}

impl IntoValue for Value {
    fn value(self, _width: u32) -> Value {
        self
    }
}

impl IntoValue for i64 {
    fn value(self, width: u32) -> Value {
        Value::of(width, i128::from(self).cast_unsigned())
    }
}

/// `file:line:column` of a site in the manifest of these tests.
pub fn site_place(site: u32) -> String {
    format!("src/lib.rs:{}:5", site + 1)
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
