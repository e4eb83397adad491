//! The answers that a case lists.

use super::Call;
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

/// An answer of a method that also changes what it was given by `&mut`.
#[derive(Clone, Debug)]
pub struct Answer<T, W> {
    pub(crate) value: T,
    pub(crate) written: Option<W>,
}

/// The answer of a fake to a call that may change its arguments: `.on_read([answer(Ok(2)).writes(b"ab")])`.
pub fn answer<T, W>(value: T) -> Answer<T, W> {
    Answer { value, written: None }
}

impl<T, W> Answer<T, W> {
    /// Changes the argument that was passed as `&mut`. Of a slice, the first elements. Several arguments are changed by a tuple.
    pub fn writes(self, written: impl Into<W>) -> Answer<T, W> {
        Answer { written: Some(written.into()), ..self }
    }

    #[doc(hidden)]
    pub fn into_parts(self) -> (T, Option<W>) {
        (self.value, self.written)
    }
}
