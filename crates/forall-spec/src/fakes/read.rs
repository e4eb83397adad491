//! Readers.

use super::{bytes, fits, outcome, stands_for};
use crate::fake::{Answers, Call, Fake};
use crate::input::{Itself, MakeInput};
use crate::source::Source;
use std::fmt;
use std::io::{self, Read};

/// A reader that gives any bytes, as many as fit at most, or fails. Giving none is the end, after which others may follow.
///
/// ```
/// use forall::fakes::FakeRead;
/// use std::io::Read;
///
/// let mut reader = FakeRead::answering().on_read([Ok(b"ab".to_vec()), Ok(vec![])]);
/// let mut text = String::new();
/// assert_eq!(reader.read_to_string(&mut text).unwrap(), 2);
/// assert_eq!(reader.calls().len(), 2);
/// ```
#[derive(Clone)]
pub struct FakeRead {
    fake: Fake<ReadCall>,
    reads: Answers<io::Result<Vec<u8>>>,
}

/// A call of [`FakeRead`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadCall {
    /// With a buffer of this length.
    Read { length: usize },
}

impl FakeRead {
    /// Gives the listed answers, in the order of the calls, and no others.
    pub fn answering() -> FakeRead {
        FakeRead { fake: Fake::listed("FakeRead"), reads: Answers::default() }
    }

    /// The next answers of `read`: what is read, not more than fits.
    pub fn on_read<const N: usize>(self, answers: [io::Result<Vec<u8>>; N]) -> FakeRead {
        self.reads.extend(answers);
        self
    }

    /// All calls so far, in their order.
    pub fn calls(&self) -> Vec<ReadCall> {
        self.fake.calls()
    }
}

impl Read for FakeRead {
    #[track_caller]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len();
        self.fake.record(ReadCall::Read { length });
        let arguments = || format!("&mut [_; {length}]");
        let call = Call { method: "read", arguments: &arguments, key: None };
        let draw = |source: &mut Source<'_>| outcome(source, |source| bytes(source, length));
        let read = self.fake.answer(&call, &self.reads, draw)?;
        fits(read.len(), length, "read");
        buffer[..read.len()].copy_from_slice(&read);
        Ok(read.len())
    }
}

impl fmt::Debug for FakeRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fake.fmt(f)
    }
}

impl MakeInput<Itself> for FakeRead {
    fn make(source: &mut Source<'_>) -> FakeRead {
        let make = |fake, _: &mut Source<'_>| FakeRead { fake, reads: Answers::default() };
        Fake::drawn(source, "FakeRead", "forall::fakes::FakeRead", &[], make)
    }
}

stands_for!(FakeRead, Read);
