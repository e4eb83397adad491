//! What the plain build does on the cases of an exploration.

use forall_protocol::replay::{Call, Choice, RecordedReturn};
use forall_protocol::value::Value;

/// A case in the plain build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    pub confirmation: Confirmation,
    /// What the test was called with, in the order of its parameters; `None` when it was not called.
    pub arguments: Option<Vec<Value>>,
    /// What could not be made: a factory panicked.
    pub broken: Option<Value>,
    /// What was chosen while it ran, but for the answers of fakes.
    pub choices: Vec<Choice>,
    /// The calls of fakes, in their order, each with its answer.
    pub calls: Vec<(Call, Value)>,
    /// What it returned, if that is a value.
    pub told: Option<RecordedReturn>,
    /// What its message says in any process, where that is not what it said under exploration.
    pub message: Option<String>,
    /// Whether what others leave behind in the process makes a difference.
    pub depends: Option<Depends>,
}

/// A case does something else when it runs after others in the same process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depends {
    /// What others leave behind, in words, as far as that is known.
    pub on: Vec<String>,
    /// It ends in another way; else it only returns something else.
    pub ending: bool,
}

impl Replayed {
    pub(super) fn ends_otherwise_after_others(&self) -> bool {
        self.depends.as_ref().is_some_and(|depends| depends.ending)
    }

    /// Is what its case would say true in any order, and on any machine?
    pub(super) fn can_be_written(&self) -> bool {
        !self.ends_otherwise_after_others() && self.confirmation != Confirmation::OutOfMemory
    }
}

/// Whether the plain build does on a case what the exploration saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    Confirmed,
    /// The text says what the plain build does instead.
    Contradicted(String),
    /// So it does, but what happens depends on where things lie in memory; the place is that of a panic, if there is one.
    Addressed {
        place: String,
        instead: String,
    },
    /// An access to memory kills only one of them, and there is code on the way, at this place, that is not safe.
    Undefined {
        place: String,
        instead: String,
    },
    /// The plain build is killed by a signal where the exploration, which has more stack, saw nothing of the kind.
    DiesPlainly {
        signal: i32,
        death: Death,
    },
    /// Instrumentation alone made it take too long.
    OnlySlow,
    /// It ran out of memory under exploration only.
    EnoughMemory,
    /// It ran out of memory in the plain build as well, under the same limit: with more, it may do something else.
    OutOfMemory,
    /// The plain build does now this, now that.
    Chance,
    /// The plain build does something else where something that is no input is different.
    Elsewhere {
        on: &'static str,
    },
    /// The plain build tried to do what it may not do, which the exploration did not see.
    Refused,
    /// It was not replayed: the user stopped.
    Unknown,
}

/// What is known of the end of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Death {
    /// Why it died; empty when that is not known.
    pub why: String,
    /// `file:line:column` of a panic, or empty.
    pub location: String,
}

impl Confirmation {
    pub(super) fn is_confirmed(&self) -> bool {
        *self == Confirmation::Confirmed
    }

    pub(super) fn is_death(&self) -> bool {
        matches!(self, Confirmation::DiesPlainly { .. })
    }

    /// Is what was found true of the plain build?
    pub(super) fn is_certain(&self) -> bool {
        self.is_confirmed() || self.is_death() || *self == Confirmation::OutOfMemory
    }
}

/// All that makes a difference to any of the cases.
pub(super) fn state(replayed: &[Replayed]) -> Vec<String> {
    let mut state: Vec<String> = Vec::new();
    for Depends { on, .. } in replayed.iter().filter_map(|case| case.depends.as_ref()) {
        match on.as_slice() {
            [] if state.is_empty() => state.push("a place unknown to forall".into()),
            on => state.extend(on.iter().filter(|one| !state.contains(one)).cloned().collect::<Vec<_>>()),
        }
    }
    state
}
