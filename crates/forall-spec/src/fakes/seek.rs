//! Streams with a position.

use super::{failure, outcome, stands_for};
use crate::fake::{Answers, Call, Fake};
use crate::input::{Itself, MakeInput};
use crate::source::Source;
use std::fmt;
use std::io::{self, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// A stream whose position can be set, or that fails. From the start and from where it is, it gets where it is told; where its end is, and
/// where it stands at first, is chosen.
#[derive(Clone)]
pub struct FakeSeek {
    fake: Fake<()>,
    positions: Answers<io::Result<u64>>,
    /// Where it stands, as far as that is known.
    position: Arc<Mutex<Option<u64>>>,
}

impl FakeSeek {
    /// Gives the listed answers, in the order of the calls, and no others.
    pub fn answering() -> FakeSeek {
        FakeSeek::new(Fake::listed("FakeSeek"))
    }

    fn new(fake: Fake<()>) -> FakeSeek {
        FakeSeek { fake, positions: Answers::default(), position: Arc::default() }
    }

    /// The next answers of `seek`.
    pub fn on_seek<const N: usize>(self, answers: [io::Result<u64>; N]) -> FakeSeek {
        self.positions.extend(answers);
        self
    }
}

/// Where a call can lead to.
enum Aim {
    Exactly(u64),
    /// Not below this.
    Anywhere(u64),
    Nowhere,
}

impl Aim {
    fn of(to: SeekFrom, position: Option<u64>) -> Aim {
        match (to, position) {
            (SeekFrom::Start(start), _) => Aim::Exactly(start),
            (SeekFrom::Current(offset), Some(position)) => match position.checked_add_signed(offset) {
                Some(position) => Aim::Exactly(position),
                None => Aim::Nowhere,
            },
            (SeekFrom::Current(offset) | SeekFrom::End(offset), _) => {
                Aim::Anywhere(u64::try_from(offset).unwrap_or(0))
            }
        }
    }

    fn draw(self, source: &mut Source<'_>) -> io::Result<u64> {
        match self {
            Aim::Exactly(position) => outcome(source, |source| source.known(position)),
            Aim::Anywhere(least) => outcome(source, |source| crate::input::within(source, least..=u64::MAX)),
            Aim::Nowhere => failure(source),
        }
    }
}

impl Seek for FakeSeek {
    #[track_caller]
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let arguments = || format!("SeekFrom::{to:?}");
        let call = Call { method: "seek", arguments: &arguments, key: None };
        let mut position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        let aim = Aim::of(to, *position);
        let reached = self.fake.answer(&call, &self.positions, |source| aim.draw(source))?;
        *position = Some(reached);
        Ok(reached)
    }
}

impl fmt::Debug for FakeSeek {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fake.fmt(f)
    }
}

impl MakeInput<Itself> for FakeSeek {
    fn make(source: &mut Source<'_>) -> FakeSeek {
        let make = |fake, _: &mut Source<'_>| FakeSeek::new(fake);
        Fake::drawn(source, "FakeSeek", "forall::fakes::FakeSeek", &[], make)
    }
}

stands_for!(FakeSeek, Seek);
