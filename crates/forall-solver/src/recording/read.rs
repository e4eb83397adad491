//! Reading a recording.

use std::fmt;

use super::{Entry, MAGIC};
use crate::terms::{Binary, Float, Function, Term, Terms, Unary};

/// What was asked, over terms of its own.
pub struct Recording {
    pub terms: Terms,
    /// The assertions of each.
    pub queries: Vec<Vec<Term>>,
}

/// Not a recording, or not of this version.
#[derive(Debug)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is no recording of queries, or one of another version")
    }
}

impl std::error::Error for Malformed {}

impl Recording {
    pub fn read(bytes: &[u8]) -> Result<Recording, Malformed> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Malformed)?;
        let mut reader = Reader {
            rest,
            recording: Recording { terms: Terms::new(), queries: Vec::new() },
            numbered: Vec::new(),
            before: Vec::new(),
        };
        while let Some((&code, rest)) = reader.rest.split_first() {
            reader.rest = rest;
            let entry = Entry::ALL.get(usize::from(code)).ok_or(Malformed)?;
            reader.entry(*entry).ok_or(Malformed)?;
        }
        Ok(reader.recording)
    }
}

struct Reader<'a> {
    rest: &'a [u8],
    recording: Recording,
    numbered: Vec<Term>,
    before: Vec<Term>,
}

impl Reader<'_> {
    fn entry(&mut self, entry: Entry) -> Option<()> {
        match entry {
            Entry::Query => self.query(),
            _ => {
                let width = u32::try_from(self.number()?).ok()?;
                let term = ((1..=Terms::MAX_WIDTH).contains(&width)).then(|| self.term(entry, width))??;
                self.numbered.push(term);
                (self.recording.terms.width(term) == width).then_some(())
            }
        }
    }

    fn query(&mut self) -> Option<()> {
        let (common, others) = (self.number()?, self.number()?);
        let mut assertions = self.before.get(..usize::try_from(common).ok()?)?.to_vec();
        for _ in 0..others {
            let assertion = self.operand()?;
            assertions.push(Some(assertion).filter(|&t| self.recording.terms.width(t) == 1)?);
        }
        self.before.clone_from(&assertions);
        self.recording.queries.push(assertions);
        Some(())
    }

    fn term(&mut self, entry: Entry, width: u32) -> Option<Term> {
        match entry {
            Entry::Constant => {
                let value = self.number()?;
                Some(self.recording.terms.constant(width, value))
            }
            Entry::Variable => {
                let name = self.name()?;
                Some(self.recording.terms.variable(&name, width))
            }
            Entry::Unary => {
                let op = *Unary::ALL.get(usize::try_from(self.number()?).ok()?)?;
                let a = self.operand()?;
                let terms = &mut self.recording.terms;
                (op != Unary::BSwap || terms.width(a).is_multiple_of(8)).then(|| terms.unary(op, a))
            }
            Entry::Binary => {
                let op = *Binary::ALL.get(usize::try_from(self.number()?).ok()?)?;
                let (a, b) = (self.operand()?, self.operand()?);
                let terms = &mut self.recording.terms;
                let fits = match op {
                    Binary::Concat => terms.width(a) + terms.width(b) == width,
                    _ => terms.width(a) == terms.width(b),
                };
                fits.then(|| terms.binary(op, a, b))
            }
            Entry::Extract => {
                let low = u32::try_from(self.number()?).ok()?;
                let a = self.operand()?;
                let terms = &mut self.recording.terms;
                let fits = low.checked_add(width).is_some_and(|end| end <= terms.width(a));
                fits.then(|| terms.extract(a, low, width))
            }
            Entry::ZeroExtend | Entry::SignExtend => {
                let a = self.operand()?;
                let terms = &mut self.recording.terms;
                let fits = terms.width(a) <= width;
                fits.then(|| match entry {
                    Entry::ZeroExtend => terms.zero_extend(a, width),
                    _ => terms.sign_extend(a, width),
                })
            }
            Entry::Ite => {
                let (condition, then, otherwise) = (self.operand()?, self.operand()?, self.operand()?);
                let terms = &mut self.recording.terms;
                let fits = terms.width(condition) == 1 && terms.width(then) == terms.width(otherwise);
                fits.then(|| terms.ite(condition, then, otherwise))
            }
            Entry::Float => {
                let op = *Float::ALL.get(usize::try_from(self.number()?).ok()?)?;
                let operands = [self.operand()?, self.operand()?, self.operand()?];
                let terms = &mut self.recording.terms;
                let of = terms.width(operands[0]);
                let fits = operands.iter().all(|&operand| terms.width(operand) == of) && op.takes(of, width);
                fits.then(|| terms.float(op, &operands[..op.arity()], width))
            }
            Entry::Apply => {
                let name = self.name()?;
                let arity = usize::try_from(self.number()?).ok()?;
                (1..=Function::MOST_ARGUMENTS).contains(&arity).then_some(())?;
                let arguments: Vec<Term> = (0..arity).map(|_| self.operand()).collect::<Option<_>>()?;
                let terms = &mut self.recording.terms;
                let widths: Vec<u32> = arguments.iter().map(|&argument| terms.width(argument)).collect();
                let function = terms.function(&name, &widths, width);
                Some(terms.apply(function, &arguments))
            }
            Entry::Query => None,
        }
    }

    fn name(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let byte = |_| self.number().and_then(|byte| u8::try_from(byte).ok());
        String::from_utf8((0..length).map(byte).collect::<Option<_>>()?).ok()
    }

    fn operand(&mut self) -> Option<Term> {
        let number = usize::try_from(self.number()?).ok()?;
        self.numbered.get(number).copied()
    }

    fn number(&mut self) -> Option<u128> {
        let mut number = 0;
        for shift in (0..128).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u128::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}
