//! The panics of a run. The one that it ends with need not be the last: a destructor may catch another while
//! the stack unwinds.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hasher};

/// A panic as its hook told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported {
    /// A digest: two panics with one message are not told apart.
    message: u64,
    /// The name of a file that the program was made of.
    pub file: &'static [u8],
    pub line: u32,
    pub column: u32,
    /// Of the call that the package's own code was in.
    pub place: u32,
}

impl Reported {
    pub fn new(message: &[u8], file: &'static [u8], [line, column]: [u32; 2], place: u32) -> Reported {
        Reported { message: digest(message), file, line, column, place }
    }
}

/// More than are ever under way at once.
const KEPT: usize = 8;

#[derive(Default)]
pub struct Panics {
    count: Cell<u32>,
    /// The last ones, in turn.
    kept: [Cell<Option<Reported>>; KEPT],
}

impl Panics {
    pub fn add(&self, panic: Reported) {
        self.kept[self.count.get() as usize % KEPT].set(Some(panic));
        self.count.set(self.count.get() + 1);
    }

    /// How many were reported.
    pub fn count(&self) -> u32 {
        self.count.get()
    }

    /// The panic with this message, if others came after it.
    pub fn before_the_last(&self, message: &[u8]) -> Option<Reported> {
        let message = digest(message);
        let latest_first = (0..self.count.get()).rev().take(KEPT);
        let mut panics =
            latest_first.filter_map(|number| self.kept[number as usize % KEPT].get()).enumerate();
        let (later, panic) = panics.find(|(_, panic)| panic.message == message)?;
        (later > 0).then_some(panic)
    }
}

fn digest(message: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(message);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_known_again_when_others_came_after_it() {
        let panics = Panics::default();
        let panic = |message: &str, line: u32| Reported::new(message.as_bytes(), b"a.rs", [line, 1], line);
        for (line, message) in (0..).zip(["first", "outer", "inner", "other"]) {
            panics.add(panic(message, line));
        }
        assert_eq!(panics.count(), 4);
        assert_eq!(panics.before_the_last(b"outer"), Some(panic("outer", 1)));
        assert_eq!(panics.before_the_last(b"other"), None, "it is the last");
        assert_eq!(panics.before_the_last(b"unheard of"), None);
        for line in 4..12 {
            panics.add(panic("one of many", line));
        }
        assert_eq!(panics.before_the_last(b"outer"), None, "it is long ago");
    }
}
