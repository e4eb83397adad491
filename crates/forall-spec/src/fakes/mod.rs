//! Ready-made fakes of traits of the standard library, and elements of which nothing is known but how they compare.
//!
//! They keep the promises of their traits, and else answer anything. In a test they stand for the trait, as all fakes do:
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::forall;
//! use std::io::{Read, Write};
//!
//! #[forall]
//! fn copying_ends(mut from: impl Read, to: &mut dyn Write) {
//!     let _ = std::io::copy(&mut from, to);
//! }
//!
//! #[forall]
//! fn the_first_is_left_out(numbers: impl Iterator<Item = u8>) {
//!     let _ = numbers.skip(1).next();
//! }
//!
//! #[forall(max_len = 3)]
//! fn sorting_sorts<T: Ord>(mut elements: Vec<T>) {
//!     elements.sort();
//!     assert!(elements.is_sorted());
//! }
//! # }
//! ```

mod buf_read;
mod element;
mod iterator;
mod read;
mod seek;
mod write;

pub use buf_read::FakeBufRead;
pub use element::{ArbitraryElement, Element, PartialElement};
pub use iterator::FakeIterator;
pub use read::{FakeRead, ReadCall};
pub use seek::FakeSeek;
pub use write::{FakeWrite, WriteCall};

use crate::input::MakeInput;
use crate::source::Source;
use forall_protocol::value::Shape;
use std::io;

/// What comes of input and output: an error of any kind, or what is drawn.
fn outcome<T>(source: &mut Source<'_>, draw: impl FnOnce(&mut Source<'_>) -> T) -> io::Result<T> {
    if source.part("is_ok").choice() {
        source.whole(Shape::Ok, |source| Ok(draw(&mut source.part("ok"))))
    } else {
        failure(source)
    }
}

fn failure<T>(source: &mut Source<'_>) -> io::Result<T> {
    source.whole(Shape::Err, |source| Err(io::Error::make(&mut source.part("err"))))
}

/// Bytes, at most so many.
fn bytes(source: &mut Source<'_>, most: usize) -> Vec<u8> {
    source.whole(Shape::Vec, |source| {
        let length = source.part("len").count_within(most);
        let mut bytes = Vec::new();
        while bytes.len() < length {
            let next = u8::make(&mut source.element(bytes.len()));
            bytes.push(next);
        }
        bytes
    })
}

/// A case that lists what the call cannot have been answered with was written for other code.
#[track_caller]
fn fits(listed: usize, most: usize, method: &str) {
    assert!(
        listed <= most,
        "the case lists {listed} bytes for a `{method}` of at most {most}\nhelp: renew the cases with `cargo forall`"
    );
}

/// The fake stands for the trait, and for boxes of it.
macro_rules! stands_for {
    ($fake:ident, $of:path) => {
        impl crate::fake::Faked<$fake> for dyn $of {
            type Fake = $fake;
        }

        crate::fakes::stands_for!(@boxed $fake, dyn $of, dyn $of + Send, dyn $of + Send + Sync);

        impl crate::input::Input for $fake {
            type By = crate::input::Itself;
        }
    };
    (@boxed $fake:ident, $($object:ty),+) => { $(
        impl crate::input::MakeInput<$fake> for Box<$object> {
            fn make(source: &mut crate::source::Source<'_>) -> Box<$object> {
                <Box<$fake> as crate::input::MakeInput<crate::input::Itself>>::make(source)
            }
        }
    )+ };
}
use stands_for;
