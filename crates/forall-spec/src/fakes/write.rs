//! Writers.

use super::{fits, outcome, stands_for};
use crate::fake::{Answers, Call, Fake};
use crate::input::{Itself, MakeInput, within};
use crate::source::Source;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A writer that takes any number of the bytes it is given, from the first on, or fails.
///
/// ```
/// use forall::fakes::FakeWrite;
/// use std::io::Write;
///
/// let mut writer = FakeWrite::answering().on_write([Ok(1), Ok(2)]);
/// writer.write_all(b"abc").unwrap();
/// assert_eq!(writer.written(), b"abc");
/// ```
#[derive(Clone)]
pub struct FakeWrite {
    fake: Fake<WriteCall>,
    writes: Answers<io::Result<usize>>,
    flushes: Answers<io::Result<()>>,
    taken: Arc<Mutex<Vec<Taken>>>,
}

/// What was given, and how much of it was taken.
type Taken = (Vec<u8>, usize);

/// A call of [`FakeWrite`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteCall {
    /// With these bytes.
    Write { bytes: Vec<u8> },
    /// Of what was taken.
    Flush,
}

impl FakeWrite {
    /// Gives the listed answers, in the order of the calls, and no others.
    pub fn answering() -> FakeWrite {
        FakeWrite::new(Fake::listed("FakeWrite"))
    }

    fn new(fake: Fake<WriteCall>) -> FakeWrite {
        FakeWrite { fake, writes: Answers::default(), flushes: Answers::default(), taken: Arc::default() }
    }

    /// The next answers of `write`: how many bytes are taken.
    pub fn on_write<const N: usize>(self, answers: [io::Result<usize>; N]) -> FakeWrite {
        self.writes.extend(answers);
        self
    }

    /// The next answers of `flush`.
    pub fn on_flush<const N: usize>(self, answers: [io::Result<()>; N]) -> FakeWrite {
        self.flushes.extend(answers);
        self
    }

    /// All calls so far, in their order.
    pub fn calls(&self) -> Vec<WriteCall> {
        self.fake.calls()
    }

    /// All bytes that were taken.
    pub fn written(&self) -> Vec<u8> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.iter().flat_map(|(bytes, count)| &bytes[..*count]).copied().collect()
    }
}

impl Write for FakeWrite {
    #[track_caller]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.fake.record(WriteCall::Write { bytes: bytes.to_vec() });
        let arguments = || format!("b\"{}\"", bytes.escape_ascii());
        let call = Call { method: "write", arguments: &arguments, key: None };
        let draw = |source: &mut Source<'_>| outcome(source, |source| within(source, 0..=bytes.len()));
        let count = self.fake.answer(&call, &self.writes, draw)?;
        fits(count, bytes.len(), "write");
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).push((bytes.to_vec(), count));
        Ok(count)
    }

    #[track_caller]
    fn flush(&mut self) -> io::Result<()> {
        self.fake.record(WriteCall::Flush);
        let call = Call { method: "flush", arguments: &String::new, key: None };
        self.fake.answer(&call, &self.flushes, MakeInput::make)
    }
}

impl fmt::Debug for FakeWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fake.fmt(f)
    }
}

impl MakeInput<Itself> for FakeWrite {
    fn make(source: &mut Source<'_>) -> FakeWrite {
        let make = |fake, _: &mut Source<'_>| FakeWrite::new(fake);
        Fake::drawn(source, "FakeWrite", "forall::fakes::FakeWrite", &[], make)
    }
}

stands_for!(FakeWrite, Write);
