//! Parameterized unit tests: tests with parameters, which hold for all arguments.
//!
//! ```
//! # fn main() {}
//! #[cfg(test)]
//! mod tests {
//!     use forall::{assume, forall};
//!
//!     #[forall]
//!     fn halves_add_up(x: u32) {
//!         assert_eq!(x / 2 + x.div_ceil(2), x);
//!     }
//!
//!     #[forall]
//!     fn division_undoes_multiplication(a: u64, b: u64) {
//!         assume!(b != 0);
//!         assume!(a.checked_mul(b).is_some());
//!         assert_eq!(a * b / b, a);
//!     }
//! }
//! ```
//!
//! # The test
//!
//! [`#[forall]`](macro@forall) stands in for `#[test]`, on a function that may have parameters, wherever a `#[test]` could stand: beside
//! private code, in a `#[cfg(test)]` module, in a file of `tests/`. Add the crate to the `[dev-dependencies]`.
//!
//! The test fails for an input when it panics on it (a failed `assert!`, an overflow, an index out of bounds,
//! an `unwrap` of `None`), when it returns `Err`, when it aborts or ends the process, and when it does not
//! end. [`assume!`] says which inputs are meant: one that fails an assumption is *discarded*, which is never
//! a failure.
//!
//! Parameters are of the types that are [`Input`]: all integers, `NonZero`, `Wrapping` and `Saturating`,
//! `f32` and `f64`, `bool`, `char`, `String`, tuples, arrays, `Option`, `Result`, `Box`, `Rc` and `Arc` (also
//! of `[T]` and `str`), `Duration`, `Ordering`, `Reverse`, ranges of all kinds and `Bound`, `Vec`,
//! `VecDeque`, `BTreeMap`, `BTreeSet`, `HashMap`, `HashSet`, `BinaryHeap`, `LinkedList`, `Cow`, `Cell`,
//! `RefCell`, `PathBuf` and `OsString` (any bytes), and the addresses of `std::net`, in any combination; or
//! references to these: `&T`, `&mut T`, `&[T]`, `&mut [T]`, `&str`, `&Path`; also inside of types, as in
//! `Vec<&str>`, where what they lead to is never freed. A parameter needs a name, because its values are
//! reported under it.
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::forall;
//! #[forall]
//! fn the_last_is_what_was_pushed(mut v: Vec<i32>, x: i32) {
//!     v.push(x);
//!     assert_eq!(v.last(), Some(&x));
//! }
//!
//! #[forall]
//! fn trimming_never_lengthens(s: &str) {
//!     assert!(s.trim().len() <= s.len());
//! }
//! # }
//! ```
//!
//! # Types of your own
//!
//! [`#[derive(Input)]`](derive@Input) makes a struct or enum a type of inputs; all its parts are explored.
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::{Input, forall};
//! #[derive(Debug, Input)]
//! #[forall(invariant = Date::is_valid)] // only such dates are drawn
//! struct Date {
//!     #[forall(range = 1..=12)]
//!     month: u8,
//!     #[forall(range = 1..=31)]
//!     day: u8,
//!     #[forall(matches = "[A-Z][a-z]+")]
//!     weekday: String,
//!     #[forall(with = leap_year)] // made by a function, whose parameters are drawn
//!     year: u16,
//! }
//!
//! impl Date {
//!     fn is_valid(&self) -> bool {
//!         self.month != 2 || self.day <= 29
//!     }
//! }
//!
//! /// No year, and the input is discarded.
//! fn leap_year(quarter: u16) -> Option<u16> {
//!     quarter.checked_mul(4)
//! }
//!
//! #[forall]
//! fn february_is_short(date: Date) {
//!     assert!(date.month != 2 || date.day < 30);
//! }
//! # }
//! ```
//!
//! Generic types have inputs when what they are made of has. Recursive types are explored as deep as
//! `max_depth` says: a proof says so. In the crate's own code, where `forall` is a dev-dependency, write
//! `#[cfg_attr(test, derive(forall::Input))]`.
//!
//! # Types you do not own
//!
//! [`#[factory]`](macro@factory) on a function says how a type is made through its public interface, whoever the type belongs to. The
//! parameters of the function are explored. Where it returns `None` or `Err`, or fails an assumption, the
//! input is discarded.
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::{assume, factory, forall};
//! use std::path::PathBuf;
//!
//! #[factory]
//! fn relative(parts: Vec<String>) -> PathBuf {
//!     parts.iter().collect()
//! }
//!
//! #[factory]
//! fn absolute(name: String) -> PathBuf {
//!     assume!(!name.starts_with('/'));
//!     PathBuf::from("/").join(name)
//! }
//!
//! #[forall(max_len = 2)]
//! fn a_parent_is_shorter(path: PathBuf) {
//!     assert!(path.parent().is_none_or(|parent| parent.as_os_str().len() < path.as_os_str().len()));
//! }
//! # }
//! ```
//!
//! Several factories for a type, side by side in a module, are alternatives to choose from. On an `impl`
//! block, the attribute makes factories of the functions that return `Self`, or of those among them that have
//! the attribute, too. A type has its factories in one place: two modules that both say how it is made leave
//! the compiler undecided. In a file of cases the factories are called, so those that serve other modules
//! must be visible there.
//!
//! A factory may forget what it is given. `#[factory(arguments = StackArguments)]` names the type of its
//! arguments, and a test that takes a [`MadeOf<StackArguments>`](MadeOf) has both: the object as `value`, and
//! what the factory was called with as `arguments`.
//!
//! With the feature `arbitrary`, `forall::arbitrary!(Order, Customer);` makes types of inputs of all that
//! implement `Arbitrary`. With the feature `proptest`, a factory that takes a `forall::Sampler` makes values
//! with a strategy of proptest.
//!
//! # Choices, candidates and types
//!
//! - [`choose`](choose()) gives a fresh value anywhere below the test: a mock can answer anything. Of a type
//!   that only a factory makes, it is `choose!(Stack)`.
//! - `#[forall(values(x = [1, 10]))]` lists candidates for a parameter; the others are explored with each of them.
//! - `#[forall(types(T = [u8, String]))]` runs a generic test with these types, each on its own.
//!
//! # Examples
//!
//! `#[forall(examples((1, "a"), (2, "b")))]` lists arguments of the test, in the order of its parameters; of
//! a single parameter the parentheses may be left out: `examples(1, 2)`. An argument is what a call of the
//! test would be given: `"a"` for a `&str`, `&mut vec![1]` for a `&mut Vec<u8>`, something that implements
//! the trait for an `impl Trait`. A generic test has its examples with each of its `types`, so they must fit
//! all of them.
//!
//! Each example is a test of its own, `example_1` and so on, in the module of the cases. It passes if the
//! test does what it should for these arguments, be that to panic as `panics` says, and if they fail an
//! assumption. What the test [chooses](choose()) itself is 0 there.
//!
//! `cargo forall` begins its search with the examples, and finds the other paths from there. An example that
//! fails is reported as it is. Where the search cannot begin with one, it is run nevertheless, and a remark
//! says so: if it lies beyond the bounds, if a function made it (a factory, `with`), if its parameter is a
//! trait or a function, is `shared` or has `values`, or if it is a path, an address of the network or an
//! `io::Error`.
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::forall;
//! #[forall(examples(("a,b", ','), ("", ';')))]
//! fn parts_are_shorter(text: &str, at: char) {
//!     assert!(text.split(at).all(|part| part.len() <= text.len()));
//! }
//! # }
//! ```
//!
//! # Handles to one object
//!
//! Each `Rc` and `Arc` of an input is the only handle to its object. On a parameter, `#[forall(shared)]` says
//! that it may lead to the same object as any other of its type that was drawn before, for this parameter or
//! for another one that shares. A factory holds the only handles to what its parameters lead to, and nothing
//! that is drawn after it leads to what was drawn before it:
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::forall;
//! use std::cell::Cell;
//! use std::rc::Rc;
//!
//! #[forall]
//! fn setting_one_sets_both_or_one(#[forall(shared)] a: Rc<Cell<u8>>, #[forall(shared)] b: Rc<Cell<u8>>) {
//!     let before = b.get();
//!     a.set(!before);
//!     assert_eq!(b.get() == before, !Rc::ptr_eq(&a, &b));
//! }
//! # }
//! ```
//!
//! An object can lead back to itself, too, wherever a program could make it so: through a `Cell` or `RefCell`
//! of the object, in which an `Option`, a `Vec` or `VecDeque`, or an enum that has a variant without fields
//! could be without it. A list that contains itself is an input:
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::forall;
//! use std::cell::RefCell;
//! use std::rc::Rc;
//!
//! #[derive(forall::Input)]
//! struct List {
//!     items: RefCell<Vec<Rc<List>>>,
//! }
//!
//! #[forall(max_depth = 1)]
//! fn no_list_contains_itself(#[forall(shared)] list: Rc<List>) { // FAILED
//!     assert!(list.items.borrow().iter().all(|item| !Rc::ptr_eq(item, &list)));
//! }
//!
//! // The body of the case that is written.
//! # fn case() {
//! let list = Rc::new(List { items: RefCell::new(vec![]) });
//! list.items.replace(vec![Rc::clone(&list)]);
//! no_list_contains_itself(list);
//! # }
//! # }
//! ```
//!
//! `max_depth` counts what is drawn, not the ways back. What leads to itself is never dropped: its case
//! leaks. Arguments of factories, elements of `Rc<[T]>` and `Cow`s, fields with a `range` and what satisfies
//! an invariant as a part of something else are complete before something leads to them. What sets and maps
//! contain is not shared. A parameter of a factory can be `#[forall(shared)]` as well.
//!
//! # Bounds
//!
//! `#[forall(max_len = 4)]` bounds the lengths of collections and texts, `max_len(hex = 12)` those of one
//! parameter, `max(count = 64)` the integers of one parameter from above, `max_depth` the depth of recursive
//! types, `max_runs`, `max_branches`, `max_time = "10s"`, `solver_work` and `solver_time` the search. A
//! `[package.metadata.forall]` table in Cargo.toml says the same for all tests of a package, and has the last
//! word; the options of `cargo forall` are stronger still. A bound that matters is part of the verdict.
//!
//! # Expected panics
//!
//! A test can demand a panic, or allow one. The text is a part of the panic's message.
//!
//! ```
//! # fn main() {}
//! # #[cfg(test)]
//! # mod tests {
//! # use forall::forall;
//! #[forall(panics = "attempt to divide by zero")] // for every input that passes the assumptions
//! fn division_by_zero_panics(a: i32) {
//!     let zero = a ^ a;
//!     let _ = a / zero;
//! }
//!
//! #[forall(may_panic = "out of range")] // any other panic is a failure
//! fn slots_are_checked(slot: usize) {
//!     assert!(slot < 8, "slot {slot} is out of range");
//! }
//! # }
//! ```
//!
//! # Where the arguments come from
//!
//! `cargo forall` finds them: it explores the paths through the test and what it calls, and writes a few
//! interesting cases to `forall/<module path>/<test>.rs` in the package (`forall/bin-<name>/…`,
//! `forall/test-<name>/…` for targets other than the library). They are ordinary `#[test]` functions, made to
//! be read and committed; `#[forall]` includes the file, so that plain `cargo test` runs them.
//!
//! Return values are recorded and asserted by the generated cases. (An `Err` is a failure.) So a test that
//! only calls something and returns what it gets writes down how it behaves now.
//!
//! Where there is no such file, `cargo test` runs the test on a fixed, small set of ordinary and boundary inputs.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(forall_explore)]
mod explore;
mod observed;
mod panic_text;
#[cfg(not(forall_explore))]
mod plain;
#[cfg(feature = "proptest")]
mod proptest;
mod register;
mod returned;
mod test;

#[cfg(feature = "arbitrary")]
pub use crate::arbitrary::from_bytes;
#[cfg(feature = "proptest")]
pub use crate::proptest::Sampler;
/// A fake of traits that belong to others, with fields and bodies of one's own beside the answers that are chosen.
///
/// Methods that end in `;` are faked, with the attributes of `#[forall_spec::fake]`; those with a body are as
/// they are written. The struct may be left out. Its fields are drawn with the fake, unless they say what
/// they begin with.
///
/// ```
/// # fn main() {}
/// # #[cfg(test)]
/// # mod tests {
/// # use forall::forall;
/// use std::io::{self, Write};
///
/// forall::fake! {
///     struct FakeWriter {
///         flushes: usize = 0,
///     }
///
///     impl Write for FakeWriter {
///         #[ensures(|ret| ret.as_ref().is_ok_and(|n| *n <= buffer.len()))]
///         fn write(&mut self, buffer: &[u8]) -> io::Result<usize>;
///
///         fn flush(&mut self) -> io::Result<()> {
///             self.flushes += 1;
///             Ok(())
///         }
///     }
/// }
///
/// #[forall]
/// fn what_is_written_is_not_flushed(mut writer: FakeWriter) {
///     let _ = writer.write(b"ab");
///     assert_eq!(writer.flushes, 0);
/// }
/// # }
/// ```
pub use forall_macros::declared_fake as fake;
pub use forall_macros::{factory, forall};
/// What may stand on production code, for tests that have it from here: `#[forall::spec::fake]`.
pub use forall_spec as spec;
pub use forall_spec::{
    Answer, Argument, Arguments, Function, Input, MadeOf, Source, answer, assume, choose, choose_as, fakes,
    from_parts, function, ghost, panics,
};
#[cfg(not(forall_explore))]
pub use forall_spec::{Choices, choices};
#[cfg(unix)]
pub use forall_spec::{leaked_os_str, leaked_path, os_string, path};

/// What the expansion of `#[forall]` uses. Not for use by hand: it changes without notice.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "arbitrary")]
    pub use crate::arbitrary::from_drawn_bytes;
    #[cfg(forall_explore)]
    pub use crate::explore::{explore, returned};
    pub use crate::observed::{ByNothing, ByText, ByValue, Observer};
    #[cfg(all(not(forall_explore), target_os = "linux"))]
    pub use crate::plain::{Constructor, Start, replay};
    #[cfg(not(forall_explore))]
    pub use crate::plain::{boundary_inputs, case, example};
    pub use crate::returned::{AnyValue, Returned};
    pub use crate::test::{Example, Test};
    pub use crate::{
        __boundary_inputs as boundary_inputs, __called as called, __cases as cases, __example as example,
        __examples as examples, __parameter as parameter, __register as register, __told as told,
    };
    pub use forall_protocol::put::{Expectation, Put};
    pub use forall_spec::__private::*;

    /// What files of cases are written with.
    pub mod names {
        pub use ::core::prelude::v1::{From, test};
        pub use ::std;
        pub use ::std::boxed::Box;
        pub use ::std::option::Option::{self, None, Some};
        pub use ::std::primitive::{
            bool, char, f32, f64, i8, i16, i32, i64, i128, isize, str, u8, u16, u32, u64, u128, usize,
        };
        pub use ::std::result::Result::{self, Err, Ok};
        pub use ::std::string::String;
        pub use ::std::vec::Vec;
    }
}

/// The examples of docs/contracts.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/contracts.md")]
mod page_of_contracts {}

/// The examples of docs/fakes.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/fakes.md")]
mod page_of_fakes {}
