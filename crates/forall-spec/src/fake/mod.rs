//! Fakes: what stands for something that a test does not want to run. Whenever one is called, the exploration chooses the answer.
//!
//! `#[fake]` generates the type and the methods of a trait. All that decides anything is here and not in the expansions, where branches would
//! count as the user's own.

mod answers;
mod argument;
mod called;
mod conditions;
mod faked;
mod function;
mod memo;
mod room;
mod writes;

pub use answers::{Answer, Answers, answer, panics};
pub use argument::{Argument, ByClone, ByCloneAndText, ByNothing, ByText, Recorder};
pub use called::{ByDebug, ByName, ByValue, Call, Keyed, Opaque, Shown};
pub use conditions::required;
pub use faked::{Both, Faked};
pub use function::{Function, function, keep, kept};
pub use memo::{Memo, Property};
pub use writes::{Changed, Elements, Unchanged, Writer, each, or_panic, overwrite, room, success, writing};

use crate::__private::{Decider, discard};
use crate::input::MakeInput;
use crate::source::{Source, push_number};
use forall_protocol::inputs::InputKind;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all methods of a fake share. Clones are the same fake.
pub struct Fake<C> {
    shared: Arc<Shared<C>>,
}

struct Shared<C> {
    /// The name of its type: `FakeStorage`.
    type_name: &'static str,
    /// Who decides what it answers; nobody where a case lists the answers.
    decider: Option<Decider>,
    state: Mutex<Interaction<C>>,
}

struct Interaction<C> {
    calls: Vec<C>,
    /// How often each method has answered.
    counts: Vec<(&'static str, usize)>,
    answered: usize,
    /// The methods of which some answer was as they ensure.
    satisfied: Vec<&'static str>,
    /// How often it may answer; asked for at the first call.
    limit: Option<usize>,
}

impl<C> Fake<C> {
    /// One whose answers are listed.
    pub fn listed(type_name: &'static str) -> Fake<C> {
        Fake::new(type_name, None)
    }

    /// One whose answers are drawn, under the name of the source.
    pub fn drawn<T>(
        source: &mut Source<'_>,
        type_name: &'static str,
        path: &'static str,
        fields: &'static [&'static str],
        make: impl FnOnce(Fake<C>, &mut Source<'_>) -> T,
    ) -> T {
        let decider = Decider::of(source);
        source.faked(path, fields, |source| make(Fake::new(type_name, Some(decider)), source))
    }

    fn new(type_name: &'static str, decider: Option<Decider>) -> Fake<C> {
        let state = Interaction {
            calls: Vec::new(),
            counts: Vec::new(),
            answered: 0,
            satisfied: Vec::new(),
            limit: None,
        };
        Fake { shared: Arc::new(Shared { type_name, decider, state: Mutex::new(state) }) }
    }

    fn state(&self) -> MutexGuard<'_, Interaction<C>> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers a call.
    pub fn record(&self, call: C) {
        self.state().calls.push(call);
    }

    /// The answer to a call: drawn, or the next one on the list.
    #[track_caller]
    pub fn answer<T>(
        &self,
        call: &Call<'_>,
        listed: &Answers<T>,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T {
        match &self.shared.decider {
            Some(decider) => decider.answer(self.next(decider, call.method), call, draw),
            None => listed.next(self.shared.type_name, call),
        }
    }

    /// The answer of a method that answers the same to the same arguments.
    #[track_caller]
    pub fn same_answer<K: PartialEq, T: Clone>(
        &self,
        call: &Call<'_>,
        memo: &Memo<K, T>,
        key: K,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T {
        memo.answer_of(key, || self.answer(call, memo.listed(), draw))
    }

    /// The value of a property: it stays the same until it is set.
    #[track_caller]
    pub fn value<T: Clone>(
        &self,
        call: &Call<'_>,
        property: &Property<T>,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T {
        property.value(|| self.answer(call, property.listed(), draw))
    }

    /// A call to which there is but one answer. It is told, so that a reader sees it among the others.
    pub fn tell(&self, call: &Call<'_>) {
        if let Some(decider) = &self.shared.decider {
            decider.answer(self.next(decider, call.method), call, <()>::make);
        }
    }

    /// Answers for which the condition does not hold are not possible.
    pub fn ensured<T: ?Sized>(&self, method: &str, answer: &T, condition: impl FnOnce(&T) -> bool) {
        if !condition(answer) {
            self.tell_engine("unsatisfied", method);
            discard();
        }
    }

    /// An answer is as the method ensures. What comes after a call to which there is none, nobody sees: so that it is not taken for
    /// proved, the engine hears of both.
    pub fn satisfied(&self, method: &'static str) {
        let mut state = self.state();
        if !state.satisfied.contains(&method) {
            state.satisfied.push(method);
            drop(state);
            self.tell_engine("satisfied", method);
        }
    }

    /// By the name of what is drawn: the value does not matter.
    fn tell_engine(&self, what: &str, method: &str) {
        if let Some(decider) = &self.shared.decider {
            let mut subject = String::from(self.shared.type_name);
            subject.push_str("::");
            subject.push_str(method);
            decider.bound(&parenthesized(what, &subject));
        }
    }

    /// The name of the next answer: `load#2`. A fake that has answered often enough answers no more: that is the end of the run.
    fn next(&self, decider: &Decider, method: &'static str) -> String {
        let mut state = self.state();
        let limit = match state.limit {
            Some(limit) => limit,
            None => match decider.bound(&parenthesized("answers", self.shared.type_name)) {
                // A run that is repeated has come to its end before.
                0 => usize::MAX,
                limit => limit,
            },
        };
        state.limit = Some(limit);
        if state.answered >= limit {
            drop(state);
            decider.bound(&parenthesized("spent", self.shared.type_name));
            discard();
        }
        state.answered += 1;
        // A function has no methods: it is called.
        let method = if method.is_empty() { "call" } else { method };
        let number = match state.counts.iter_mut().find(|(counted, _)| *counted == method) {
            Some((_, number)) => {
                *number += 1;
                *number
            }
            None => {
                state.counts.push((method, 1));
                1
            }
        };
        let mut name = String::from(method);
        name.push('#');
        push_number(&mut name, number);
        name
    }
}

/// What a caught panic has left behind is still whole.
impl<C> UnwindSafe for Fake<C> {}
impl<C> RefUnwindSafe for Fake<C> {}

impl<C: Clone> Fake<C> {
    /// All calls, in their order.
    pub fn calls(&self) -> Vec<C> {
        self.state().calls.clone()
    }
}

impl<C> Clone for Fake<C> {
    fn clone(&self) -> Fake<C> {
        Fake { shared: Arc::clone(&self.shared) }
    }
}

impl<C> fmt::Debug for Fake<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shared.type_name)
    }
}

fn parenthesized(word: &str, type_name: &str) -> String {
    let mut text = String::from(word);
    text.push('(');
    text.push_str(type_name);
    text.push(')');
    text
}

impl Source<'_> {
    /// A bound that the host decides.
    pub(crate) fn bound(&mut self) -> usize {
        usize::from_le(self.undisclosed(InputKind::Answers).read())
    }
}

/// Draws an answer; its trait is there for the message that names the method.
#[doc(hidden)]
#[macro_export]
macro_rules! __drawn_answer {
    ($source:ident, $type:ty, $message:literal) => {{
        #[diagnostic::on_unimplemented(message = $message, label = "not a type of inputs")]
        #[diagnostic::on_unimplemented(
            note = "if the type is yours, add `#[derive(forall_spec::Input)]` to it; if not, say with a `#[forall::factory]` how it is made"
        )]
        #[diagnostic::on_unimplemented(
            note = "or say what the method answers, of what is drawn instead: `#[fake(answers = |found: bool| …)]`"
        )]
        trait __Answered<By>: ::core::marker::Sized {
            fn draw(source: &mut $crate::Source<'_>) -> Self;
        }
        // Without this the compiler would report what is missing below, which cannot name the method.
        #[diagnostic::do_not_recommend]
        impl<T: $crate::__private::MakeInput<By>, By> __Answered<By> for T {
            fn draw(source: &mut $crate::Source<'_>) -> T {
                T::make(source)
            }
        }
        <$type as __Answered<_>>::draw($source)
    }};
}
