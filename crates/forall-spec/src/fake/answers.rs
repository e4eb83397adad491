//! The answers that a case lists.

use super::Call;
use super::writes::Taken;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The answers of one method, in the order of its calls. Clones share them.
pub struct Answers<T>(Arc<Mutex<Listed<T>>>);

struct Listed<T> {
    answers: VecDeque<T>,
    given: usize,
}

impl<T> Answers<T> {
    /// These are the next ones.
    pub fn extend<const N: usize>(&self, answers: [T; N]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).answers.extend(answers);
    }

    #[track_caller]
    pub fn next(&self, type_name: &str, call: &Call<'_>) -> T {
        let mut listed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = listed.answers.pop_front() {
            listed.given += 1;
            return answer;
        }
        let given = listed.given;
        drop(listed);
        let method = call.method;
        let expected = match given {
            0 => format!("no call of `{method}` was expected"),
            1 => format!("1 call of `{method}` was expected"),
            _ => format!("{given} calls of `{method}` were expected"),
        };
        let arguments = (call.arguments)();
        assert!(
            !method.is_empty(),
            "{type_name} has no result for `({arguments})`: {given} were listed\n\
             help: add a result to `forall::function([…])`, or renew the cases with `cargo forall`"
        );
        panic!(
            "`{type_name}` has no answer to `{method}({arguments})`: {expected}\n\
             help: add an answer with `.on_{method}([…])`, or renew the cases with `cargo forall`"
        )
    }
}

impl<T> Default for Answers<T> {
    fn default() -> Answers<T> {
        Answers(Arc::new(Mutex::new(Listed { answers: VecDeque::new(), given: 0 })))
    }
}

impl<T> Clone for Answers<T> {
    fn clone(&self) -> Answers<T> {
        Answers(Arc::clone(&self.0))
    }
}

/// An answer of a method that also changes what it was given by `&mut`, or that may panic.
#[derive(Clone, Debug)]
pub struct Answer<T, W>(Ending<T, W>);

#[derive(Clone, Debug)]
enum Ending<T, W> {
    Returns { value: T, written: Option<W> },
    Panics,
}

/// The answer of a fake to a call that may change its arguments, or panic: `.on_read([answer(Ok(2)).writes(b"ab")])`.
pub fn answer<T, W>(value: T) -> Answer<T, W> {
    Answer::new(value, None)
}

/// The answer of a fake whose method may panic, when it does: `.on_load([answer(None), panics()])`.
pub fn panics<T, W>() -> Answer<T, W> {
    Answer(Ending::Panics)
}

impl<T, W> Answer<T, W> {
    pub(super) fn new(value: T, written: Option<W>) -> Answer<T, W> {
        Answer(Ending::Returns { value, written })
    }

    /// Changes the argument that was passed as `&mut`. Of a slice, the first elements. Several arguments are changed by a tuple.
    pub fn writes<X>(self, written: X) -> Answer<T, W>
    where
        W: Taken<X>,
    {
        match self.0 {
            Ending::Returns { value, .. } => Answer::new(value, Some(W::taken(written))),
            Ending::Panics => self,
        }
    }

    /// What is returned and what is written; or it panics with the message.
    #[doc(hidden)]
    #[track_caller]
    pub fn into_parts(self, message: &str) -> (T, Option<W>) {
        match self.0 {
            Ending::Returns { value, written } => (value, written),
            Ending::Panics => panic!("{message}"),
        }
    }
}
