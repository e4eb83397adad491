//! Runs the examples of a test on the plain build, as the tests do that are made of them.

use super::Replay;
use super::boundaries::as_explored;
use super::lives::{ReplayEnd, Setting, alone};
use forall_engine::{Case, End};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::put::PutDescription;
use forall_protocol::replay::{EXAMPLE, Values};

/// An example, and what the plain build does on it.
pub struct RepeatedExample {
    /// What stands for it where its leaves are not known.
    pub itself: Values,
    /// What its arguments would be drawn from.
    pub leaves: Option<Values>,
    /// `None` when nobody saw how it ends, or when it did what it may not do.
    pub end: Option<End>,
    pub plain: ReplayEnd,
}

impl Replay<'_> {
    pub fn examples(&self, put: &PutDescription) -> anyhow::Result<Vec<RepeatedExample>> {
        let case = |number: u32| {
            let itself = Input { name: EXAMPLE.into(), kind: InputKind::U32 };
            let arguments = vec![(itself, number.into())];
            Case { arguments, end: End::default(), failure: None, covered: Vec::new() }
        };
        let cases: Vec<Case> = (0..put.examples).map(case).collect();
        let lives = (0..put.examples).map(alone).collect();
        let lived = self.live(&put.path, &cases, lives, &Setting::default())?;
        let repeated = lived.into_iter().flatten().map(|(number, repeated)| {
            let end = match &repeated.end {
                ReplayEnd::TimedOut => Some(End::TimedOut),
                end => as_explored(end),
            };
            let itself = case(number).arguments;
            RepeatedExample { itself, leaves: repeated.given, end, plain: repeated.end }
        });
        Ok(repeated.collect())
    }
}
