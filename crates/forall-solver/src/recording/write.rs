//! Writing a recording while queries are answered.

use std::io::{self, Write};

use super::{Entry, MAGIC, binary_code, float_code, unary_code};
use crate::hash::FastMap;
use crate::model::Model;
use crate::slicing::terms_below;
use crate::solver::{Answer, Limit, Solver};
use crate::terms::{Node, Term, Terms};

/// Passes queries on to a solver and writes them down.
pub struct Recorder<S, W> {
    solver: S,
    output: W,
    /// The [`Terms`] that were asked about last: which of them were written, and their numbers.
    asked_about: Option<u64>,
    numbers: FastMap<Term, u128>,
    /// How many terms were written, those of others included.
    written: u128,
    before: Vec<u128>,
    failed: Option<io::Error>,
}

impl<S: Solver, W: Write> Recorder<S, W> {
    pub fn new(solver: S, mut output: W) -> io::Result<Self> {
        output.write_all(MAGIC)?;
        Ok(Recorder {
            solver,
            output,
            asked_about: None,
            numbers: FastMap::default(),
            written: 0,
            before: Vec::new(),
            failed: None,
        })
    }

    /// Whatever went wrong while writing.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None => self.output.flush(),
        }
    }

    /// After the first failure nothing more is written, and the queries go on.
    fn write(&mut self, entry: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.failed.is_none() {
            self.failed = entry(self).err();
        }
    }

    fn query(&mut self, terms: &Terms, assertions: &[Term]) -> io::Result<()> {
        if self.asked_about.replace(terms.identity()) != Some(terms.identity()) {
            self.numbers.clear();
        }
        for term in terms_below(terms, assertions) {
            self.term(terms, term)?;
        }
        let numbers: Vec<u128> = assertions.iter().map(|assertion| self.numbers[assertion]).collect();
        let common = numbers.iter().zip(&self.before).take_while(|(a, b)| a == b).count();
        self.entry(Entry::Query, &[common as u128, (numbers.len() - common) as u128])?;
        self.entries(&numbers[common..])?;
        self.before = numbers;
        Ok(())
    }

    fn term(&mut self, terms: &Terms, term: Term) -> io::Result<()> {
        if self.numbers.contains_key(&term) {
            return Ok(());
        }
        let width = u128::from(terms.width(term));
        let number = |operand: &Term| self.numbers[operand];
        let numbered = |operands: &[Term]| operands.iter().map(number).collect::<Vec<u128>>();
        let (entry, mut fields) = match terms.node(term) {
            Node::Constant(_) => (Entry::Constant, vec![terms.as_constant(term).unwrap_or_default()]),
            Node::Variable(index) => (Entry::Variable, name(terms.name_and_style(index).0).collect()),
            Node::Apply(function, arguments) => {
                let mut fields: Vec<u128> = name(&terms.signature(function).name).collect();
                fields.push(function.arity() as u128);
                fields.extend(numbered(&arguments[..function.arity()]));
                (Entry::Apply, fields)
            }
            Node::Unary(op, a) => (Entry::Unary, vec![unary_code(op), number(&a)]),
            Node::Binary(op, a, b) => (Entry::Binary, vec![binary_code(op), number(&a), number(&b)]),
            Node::Extract(a, low) => (Entry::Extract, vec![u128::from(low), number(&a)]),
            Node::ZeroExtend(a) => (Entry::ZeroExtend, numbered(&[a])),
            Node::SignExtend(a) => (Entry::SignExtend, numbered(&[a])),
            Node::Ite(condition, then, otherwise) => (Entry::Ite, numbered(&[condition, then, otherwise])),
            Node::Float(op, operands) => {
                let mut fields = vec![float_code(op)];
                fields.extend(numbered(&operands));
                (Entry::Float, fields)
            }
        };
        fields.insert(0, width);
        self.entry(entry, &fields)?;
        self.numbers.insert(term, self.written);
        self.written += 1;
        Ok(())
    }

    fn entry(&mut self, entry: Entry, fields: &[u128]) -> io::Result<()> {
        self.output.write_all(&[entry as u8])?;
        self.entries(fields)
    }

    fn entries(&mut self, fields: &[u128]) -> io::Result<()> {
        for &field in fields {
            let mut rest = field;
            while rest >= 0x80 {
                self.output.write_all(&[rest as u8 | 0x80])?;
                rest >>= 7;
            }
            self.output.write_all(&[rest as u8])?;
        }
        Ok(())
    }
}

fn name(name: &str) -> impl Iterator<Item = u128> {
    [name.len() as u128].into_iter().chain(name.bytes().map(u128::from))
}

impl<S: Solver, W: Write> Solver for Recorder<S, W> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        self.write(|recorder| recorder.query(terms, assertions));
        self.solver.check(terms, assertions, limit)
    }

    /// What is known is not written down: a recorded query has all its assertions.
    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        self.write(|recorder| recorder.query(terms, assertions));
        self.solver.check_last(terms, assertions, known, limit)
    }

    /// The recording goes on.
    fn forget(&mut self) -> bool {
        self.solver.forget()
    }

    fn work(&self) -> u64 {
        self.solver.work()
    }
}
