//! Values that are asked for while a test runs.

use crate::__private::chosen;
use crate::input::{Input, MakeInput};
use crate::source::push_number;
use std::cell::RefCell;
use std::panic::Location;

/// A fresh value that the exploration decides, anywhere below a `#[forall]` test.
///
/// In a hand-written mock this makes all that the real thing could answer:
///
/// ```
/// # fn main() {}
/// # #[cfg(test)]
/// # mod tests {
/// # use forall::{choose, forall};
/// use std::io::{self, Read};
///
/// struct Anything;
///
/// impl Read for Anything {
///     fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
///         let length = choose::<io::Result<usize>>()?;
///         Ok(length.min(buffer.len()))
///     }
/// }
///
/// #[forall]
/// fn reading_does_not_panic() {
///     let _ = Anything.read(&mut [0; 4]);
/// }
/// # }
/// ```
///
/// Choices are told apart by the place of the call and by how often it was made there; see also [`choose_as`]. Outside of a test,
/// there is nobody to decide: it panics.
#[track_caller]
pub fn choose<T: Input + 'static>() -> T {
    choose_made::<T, T::By>()
}

/// The same as [`choose`](choose()) for any type that has inputs, also one that only a `#[factory]` makes:
/// `choose!(Stack)`.
#[macro_export]
macro_rules! choose {
    ($type:ty) => {
        $crate::__private::choose_made::<$type, _>()
    };
}

#[track_caller]
pub fn choose_made<T: MakeInput<By> + 'static, By>() -> T {
    let place = Location::caller();
    let mut name = String::from("choice@");
    name.push_str(place.file());
    for number in [place.line(), place.column()] {
        name.push(':');
        push_number(&mut name, number as usize);
    }
    chosen(numbered(name))
}

/// The same as [`choose`](choose()), under a name of your own: reports speak of `name#1`, `name#2` and so on.
#[track_caller]
pub fn choose_as<T: Input + 'static>(name: &str) -> T {
    chosen::<T, T::By>(numbered(name.to_owned()))
}

/// What a function without a receiver answers: it belongs to no fake in particular.
pub fn chosen_by_type<T: MakeInput<By> + 'static, By>(name: &str) -> T {
    chosen::<T, By>(numbered(name.to_owned()))
}

thread_local! {
    /// How often each name was used in the current run.
    static USES: RefCell<Vec<(String, usize)>> = const { RefCell::new(Vec::new()) };
}

fn numbered(mut name: String) -> String {
    let number = USES.with_borrow_mut(|uses| match uses.iter_mut().find(|(used, _)| *used == name) {
        Some((_, number)) => {
            *number += 1;
            *number
        }
        None => {
            uses.push((name.clone(), 1));
            1
        }
    });
    name.push('#');
    push_number(&mut name, number);
    name
}

/// A run begins: names are counted from one again.
#[cfg(not(forall_explore))]
pub fn begin() {
    USES.with_borrow_mut(Vec::clear);
}
