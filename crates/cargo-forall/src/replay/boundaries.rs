//! Runs the boundary inputs of a test on the plain build, as the test does itself while it has no cases.

use super::Replay;
use super::compare::{compare, fails};
use super::lives::{Repeated, ReplayEnd, Setting, alone};
use crate::outcome::Confirmation;
use forall_engine::End;
use forall_protocol::put::PutDescription;
use forall_protocol::replay::{Life, Observation, ROUND, ROUNDS, Request, Values};
use signal_hook::consts::SIGSYS;
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

/// How long one input may take; what takes longer is left to the exploration.
const INPUT_TIME: Duration = Duration::from_millis(500);
/// After so long no further process is started.
const ALL_TIME: Duration = Duration::from_secs(3);

/// A boundary input that fails.
pub struct FailingBoundary {
    /// Repeated exactly, they make the same arguments.
    pub values: Values,
    pub end: End,
    pub plain: ReplayEnd,
}

impl FailingBoundary {
    /// Does a run that ends like this show the same?
    pub fn is_shown_by(&self, end: &End) -> bool {
        compare(end, &self.plain) == Confirmation::Confirmed
    }
}

impl Replay<'_> {
    /// The boundary inputs for which the test fails, one for each place. What takes too long or may not be done is left out.
    pub fn failing_boundaries(&self, put: &PutDescription) -> anyhow::Result<Vec<FailingBoundary>> {
        let quick = Replay { time_limit: INPUT_TIME, variables: self.variables.clone(), ..*self };
        let deadline = Instant::now() + ALL_TIME;
        let mut failing: Vec<FailingBoundary> = Vec::new();
        // Who draws a single value has been given all there are after one round.
        for inputs in [0..ROUND, ROUND..ROUND * ROUNDS] {
            let request = Request { cases: Vec::new(), lives: inputs.map(alone).collect(), boundaries: true };
            let lived = quick.live_all(&put.path, &request, &Setting::default(), Some(deadline))?;
            let mut most = 0;
            for (_, input) in lived.into_iter().flatten() {
                let Some(values) = input.given else { continue };
                most = most.max(values.len());
                let Some(end) = as_explored(&input.end).filter(|_| fails(put, &input.end)) else { continue };
                if !failing.iter().any(|known| same_place(&known.end, &end)) {
                    failing.push(FailingBoundary { values, end, plain: input.end });
                }
            }
            if most <= 1 || Instant::now() > deadline {
                break;
            }
        }
        Ok(failing)
    }

    /// The values of the boundary inputs of a round from which the test called `put` comes back, the last first: the first are those that cases have, too.
    pub(super) fn harmless_boundaries(&self, put: &str) -> anyhow::Result<Vec<Values>> {
        let life = Life { cases: (0..ROUND).rev().collect(), traces: false };
        let request = Request { cases: Vec::new(), lives: vec![life], boundaries: true };
        let lived = self.live_all(put, &request, &Setting::default(), None)?;
        let comes_back = |input: &Repeated| matches!(input.end, ReplayEnd::Observed(_));
        let harmless = lived.into_iter().flatten().filter(|(_, input)| comes_back(input));
        Ok(harmless.filter_map(|(_, input)| input.given).collect())
    }
}

/// As the exploration would tell it; nothing of what says nothing about the test.
pub(super) fn as_explored(plain: &ReplayEnd) -> Option<End> {
    match plain {
        ReplayEnd::Observed(Observation { ending, message, location }) => {
            Some(End::Reported { ending: *ending, message: message.clone(), location: location.clone() })
        }
        ReplayEnd::Died(status) => match (status.signal(), status.code()) {
            (Some(SIGSYS), _) => None,
            (Some(signal), _) => Some(End::signal(signal)),
            (None, code) => code.map(End::Exit),
        },
        ReplayEnd::TimedOut | ReplayEnd::Unknown => None,
    }
}

/// Messages may mention the input.
fn same_place(first: &End, second: &End) -> bool {
    match (first, second) {
        (End::Reported { ending, location, .. }, End::Reported { ending: other, location: place, .. }) => {
            ending == other && location == place && !place.is_empty() || first == second
        }
        _ => first == second,
    }
}
