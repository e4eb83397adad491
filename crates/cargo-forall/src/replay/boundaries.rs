//! Runs the boundary inputs of a test on the plain build, as the test does itself while it has no cases.

use super::Replay;
use super::compare::{compare, fails};
use super::lives::{Lived, Repeated, ReplayEnd, Setting, alone};
use crate::outcome::Confirmation;
use forall_engine::{Case, End};
use forall_protocol::put::PutDescription;
use forall_protocol::replay::{Life, Observation, ROUND, ROUNDS, Request, Values};
use signal_hook::consts::SIGSYS;
use std::ops::Range;
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
    ///
    /// Like the test itself, this runs them one after the other in one process; those that fail are run again, each in its own.
    pub fn failing_boundaries(&self, put: &PutDescription) -> anyhow::Result<Vec<FailingBoundary>> {
        let quick = Replay { time_limit: INPUT_TIME, variables: self.variables.clone(), ..*self };
        let deadline = Instant::now() + ALL_TIME;
        let mut failing: Vec<(u32, End)> = Vec::new();
        // Who draws a single value has been given all there are after one round.
        for inputs in [0..ROUND, ROUND..ROUND * ROUNDS] {
            let mut most = 0;
            for (number, input) in quick.in_a_row(&put.path, inputs, deadline)? {
                most = most.max(input.given.as_ref().map_or(0, Values::len));
                let Some(end) = as_explored(&input.end).filter(|_| fails(put, &input.end)) else { continue };
                if !failing.iter().any(|(_, known)| same_place(known, &end)) {
                    failing.push((number, end));
                }
            }
            if most <= 1 || Instant::now() > deadline {
                break;
            }
        }
        if failing.is_empty() {
            return Ok(Vec::new());
        }
        let lives = failing.iter().map(|(number, _)| alone(*number)).collect();
        let request = Request { cases: Vec::new(), lives };
        let lived = quick.live_all(&put.path, &request, &Setting::default(), Some(deadline))?;
        let fails_alone = |(_, input): (u32, Repeated)| {
            let end = as_explored(&input.end).filter(|_| fails(put, &input.end))?;
            Some(FailingBoundary { values: input.given?, end, plain: input.end })
        };
        Ok(lived.into_iter().flatten().filter_map(fails_alone).collect())
    }

    /// Runs boundary inputs one after the other in one process. After one that ends its process, the others have another.
    fn in_a_row(&self, put: &str, mut inputs: Range<u32>, deadline: Instant) -> anyhow::Result<Lived> {
        let mut all = Lived::new();
        while !inputs.is_empty() && Instant::now() < deadline && !self.interrupt.is_over() {
            let life = Life { cases: inputs.clone().collect(), traces: false };
            let request = Request { cases: Vec::new(), lives: vec![life] };
            let lived = self.live_all(put, &request, &Setting::default(), Some(deadline))?;
            let Some(last) = lived.iter().flatten().map(|(number, _)| *number).max() else { break };
            inputs.start = last + 1;
            all.extend(lived.into_iter().flatten());
        }
        Ok(all)
    }

    /// Runs a row of cases in one process, in which the boundary inputs of a round have run before; the last first, for the first are those that
    /// cases have, too. Where one of these does not come back, only those before it run.
    pub(super) fn after_boundaries(&self, put: &str, cases: &[Case], row: &[u32]) -> anyhow::Result<Lived> {
        let cases: Vec<Values> = cases.iter().map(|case| case.arguments.clone()).collect();
        let mut boundaries: Vec<u32> = (0..).skip(cases.len()).take(ROUND as usize).collect();
        boundaries.reverse();
        loop {
            let life = Life { cases: [&*boundaries, row].concat(), traces: false };
            let request = Request { cases: cases.clone(), lives: vec![life] };
            let lived = self.live_all(put, &request, &Setting::default(), None)?.into_iter().flatten();
            let lived: Lived = lived.collect();
            match lived.iter().position(|(_, one)| !matches!(one.end, ReplayEnd::Observed(_))) {
                Some(place) if place < boundaries.len() => boundaries.truncate(place),
                _ => return Ok(lived),
            }
        }
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
