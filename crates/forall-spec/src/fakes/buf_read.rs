//! Readers with a buffer.

use super::{outcome, stands_for};
use crate::fake::{Answers, Call, Fake};
use crate::input::{Itself, MakeInput};
use crate::source::Source;
use std::fmt;
use std::io::{self, BufRead, Read};

/// A reader with a buffer. Whenever it is empty, it is filled with any bytes, or that fails; no bytes are the end.
///
/// To consume more than there is in the buffer is a failure of the code under test.
///
/// ```
/// use forall::fakes::FakeBufRead;
/// use std::io::BufRead;
///
/// let reader = FakeBufRead::answering().on_fill_buf([Ok(b"a\nb".to_vec()), Ok(vec![]), Ok(vec![])]);
/// assert_eq!(reader.lines().map(Result::unwrap).collect::<Vec<_>>(), ["a", "b"]);
/// ```
pub struct FakeBufRead {
    fake: Fake<()>,
    filled: Answers<io::Result<Vec<u8>>>,
    buffer: Vec<u8>,
    /// How much of the buffer is consumed.
    consumed: usize,
}

impl FakeBufRead {
    /// Gives the listed answers, in the order of the calls, and no others.
    pub fn answering() -> FakeBufRead {
        FakeBufRead::new(Fake::listed("FakeBufRead"))
    }

    fn new(fake: Fake<()>) -> FakeBufRead {
        FakeBufRead { fake, filled: Answers::default(), buffer: Vec::new(), consumed: 0 }
    }

    /// What the buffer is filled with the next times.
    pub fn on_fill_buf<const N: usize>(self, answers: [io::Result<Vec<u8>>; N]) -> FakeBufRead {
        self.filled.extend(answers);
        self
    }
}

impl BufRead for FakeBufRead {
    #[track_caller]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.buffer.len() {
            let call = Call { method: "fill_buf", arguments: &String::new, key: None };
            let draw = |source: &mut Source<'_>| outcome(source, Vec::make);
            self.buffer = self.fake.answer(&call, &self.filled, draw)?;
            self.consumed = 0;
        }
        Ok(&self.buffer[self.consumed..])
    }

    #[track_caller]
    fn consume(&mut self, amount: usize) {
        let left = self.buffer.len() - self.consumed;
        assert!(amount <= left, "`consume({amount})` where the buffer has {left} bytes");
        self.consumed += amount;
    }
}

impl Read for FakeBufRead {
    #[track_caller]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len();
        let available = self.fill_buf()?;
        let count = available.len().min(length);
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl fmt::Debug for FakeBufRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fake.fmt(f)
    }
}

impl MakeInput<Itself> for FakeBufRead {
    fn make(source: &mut Source<'_>) -> FakeBufRead {
        let make = |fake, _: &mut Source<'_>| FakeBufRead::new(fake);
        Fake::drawn(source, "FakeBufRead", "forall::fakes::FakeBufRead", &[], make)
    }
}

stands_for!(FakeBufRead, BufRead);
