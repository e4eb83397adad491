//! Functions whose results are chosen.

use super::{Answers, Fake};
use crate::source::Source;
use forall_protocol::value::FUNCTION;
use std::cell::RefCell;
use std::thread::LocalKey;

/// What stands for a parameter that is a function, in a test and in its cases: see [`function`].
pub struct Function<A> {
    #[doc(hidden)]
    pub __fake: Fake<()>,
    #[doc(hidden)]
    pub __call: Answers<A>,
}

/// A function that returns these, one at each call, and no others: what a case passes for a parameter that is a function.
///
/// ```
/// # fn main() {}
/// # #[cfg(test)]
/// # mod tests {
/// # use forall::forall;
/// #[forall]
/// fn calls_once(mut seen: impl FnMut(&str) -> bool, shown: fn(u8) -> String, end: Box<dyn FnOnce() + Send>) {
///     let _ = (seen("a"), shown(1), end());
/// }
/// # }
/// ```
///
/// Parameters can be `impl Fn(A) -> B` (`FnMut`, `FnOnce`), references to these or to `dyn Fn(A) -> B`, `Box`, `Rc` or `Arc` of `dyn Fn(A) -> B`,
/// `fn(A) -> B`, and `F` of `fn test<F: Fn(A) -> B>(f: F)`. Each call's result is chosen anew, and what is passed by `&mut` is changed to
/// something chosen: cases then list `answer(result).writes(value)`.
///
/// A pointer `fn(A) -> B` carries nothing with it: its results are kept for the thread of the test, and it panics when another thread calls it.
pub fn function<A, const N: usize>(results: [A; N]) -> Function<A> {
    let answers = Answers::default();
    answers.extend(results);
    Function { __fake: Fake::listed("the function"), __call: answers }
}

impl<A> Function<A> {
    /// One whose results are drawn, for the parameter of this name.
    #[doc(hidden)]
    pub fn drawn(source: &mut Source<'_>, name: &'static str) -> Function<A> {
        let make = |fake, _: &mut Source<'_>| Function { __fake: fake, __call: Answers::default() };
        Fake::drawn(source, name, FUNCTION, &[], make)
    }
}

/// The same function: clones share their results.
impl<A> Clone for Function<A> {
    fn clone(&self) -> Function<A> {
        Function { __fake: self.__fake.clone(), __call: self.__call.clone() }
    }
}

type FunctionCell<A> = LocalKey<RefCell<Option<Function<A>>>>;

/// Keeps what a pointer is to ask on this thread.
pub fn keep<A>(kept: &'static FunctionCell<A>, function: Function<A>) {
    kept.set(Some(function));
}

/// What was kept on this thread.
#[track_caller]
pub fn kept<A>(kept: &'static FunctionCell<A>, name: &str) -> Function<A> {
    match kept.with_borrow(Option::clone) {
        Some(function) => function,
        None => panic!(
            "`{name}` is called on a thread of its own, where a `fn` pointer does not know what to return\n\
             help: take `impl Fn(..) + Send` instead"
        ),
    }
}
