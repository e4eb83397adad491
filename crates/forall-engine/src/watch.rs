//! Somebody who follows a search path by path and query by query, to see what was tried and what is open.

use crate::judge::Judgement;
use forall_protocol::inputs::Input;
use forall_solver::Unknown;
use std::time::Duration;

/// Told of every path and query as soon as it is known, by several threads at once.
pub trait Watcher: Sync {
    /// A run took a path that none took before.
    fn path(&self, path: WatchedPath);
    fn query(&self, query: Query);
    /// A side of a branch that was not tried when the search ended: the conditions that lead there.
    fn open(&self, conditions: Vec<Condition>);
}

/// One decision on a path, as a condition that holds there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// `file:line:column`.
    pub place: String,
    /// In Rust's notation over the names of the inputs.
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct WatchedPath {
    /// The inputs that the run asked for, with their values.
    pub arguments: Vec<(Input, u128)>,
    /// The path condition.
    pub conditions: Vec<Condition>,
    pub end: PathOutcome,
}

/// What a path says of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathOutcome {
    Passes,
    Fails {
        message: String,
        /// `file:line:column`.
        location: String,
    },
    /// Its inputs do not satisfy the assumptions.
    Discarded,
    /// It was not followed to its end; the text says why.
    CutOff(String),
}

impl PathOutcome {
    pub(crate) fn of(judgement: &Judgement) -> PathOutcome {
        match judgement {
            Judgement::Passed => PathOutcome::Passes,
            Judgement::Failed(blame) => {
                PathOutcome::Fails { message: blame.message.clone(), location: blame.location.clone() }
            }
            Judgement::Discarded => PathOutcome::Discarded,
            Judgement::OutOfBounds => PathOutcome::CutOff("it makes too many decisions".into()),
            Judgement::Exhausted { of_inputs: true } => {
                PathOutcome::CutOff("it asks for too many inputs".into())
            }
            Judgement::Exhausted { of_inputs: false } => {
                PathOutcome::CutOff("there is no room to record it".into())
            }
            Judgement::Refused { what, location } => PathOutcome::CutOff(format!("{what}, {location}")),
        }
    }
}

/// A question to the solver: is there an input that takes a side?
#[derive(Clone, Debug)]
pub struct Query {
    /// All but the last hold on the path from which it was asked.
    pub conditions: Vec<Condition>,
    pub answer: QueryAnswer,
    pub time: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryAnswer {
    Sat,
    Unsat,
    Unknown(Unknown),
}
