//! What happens in the plain build, held against what the exploration saw, and against what happened there before.

use super::lives::ReplayEnd;
use crate::outcome::{Confirmation, Death};
use forall_engine::End;
use forall_protocol::put::{Expectation, PutDescription, is_expected};
use forall_protocol::replay::Observation;
use forall_protocol::shared::Ending;
use signal_hook::consts::{SIGBUS, SIGSEGV, SIGSYS};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

pub fn compare(explored: &End, plain: &ReplayEnd) -> Confirmation {
    let confirmed = match (explored, plain) {
        (_, ReplayEnd::Unknown) => return Confirmation::Unknown,
        // It tried to do what it may not do.
        (_, ReplayEnd::Died(status)) if status.signal() == Some(SIGSYS) => return Confirmation::Refused,
        (End::TimedOut, ReplayEnd::TimedOut) => true,
        (End::TimedOut, ReplayEnd::Observed(_) | ReplayEnd::Died(_)) => return Confirmation::OnlySlow,
        // This is what the user's own build does, and it has less stack than explored code.
        (End::Reported { ending, .. }, ReplayEnd::Died(status)) if only_plainly(*ending, status) => {
            let signal = status.signal().unwrap_or_default();
            return Confirmation::DiesPlainly { signal, death: Death::default() };
        }
        (End::Reported { ending: Ending::Panicked, message, location }, ReplayEnd::Observed(observed)) => {
            observed.ending == Ending::Panicked
                && (observed.message == *message || observed.location == *location)
        }
        (End::Reported { ending: Ending::OutOfMemory, .. }, ReplayEnd::Observed(_)) => {
            return Confirmation::EnoughMemory;
        }
        (End::Reported { ending: Ending::OutOfMemory, .. }, ReplayEnd::Died(status)) => {
            status.signal().is_some()
        }
        (End::Reported { ending, .. }, ReplayEnd::Observed(observed)) => observed.ending == *ending,
        (End::Reported { ending: Ending::StackOverflow, .. }, ReplayEnd::Died(status)) => {
            status.signal().is_some()
        }
        (End::Reported { ending: Ending::Died, .. }, ReplayEnd::Died(_)) => true,
        (End::Signal { signal, .. }, ReplayEnd::Died(status)) => status.signal() == Some(*signal),
        (End::Exit(code), ReplayEnd::Died(status)) => status.code() == Some(*code),
        _ => false,
    };
    match confirmed {
        true => Confirmation::Confirmed,
        false => Confirmation::Contradicted(format!(
            "it {} under exploration, but {} in the plain build",
            told_end(explored),
            describe(plain)
        )),
    }
}

/// Is it killed by a signal where the exploration came to such an end? What fails in any case is killed for another reason, unless it is an access to memory.
fn only_plainly(ending: Ending, status: &ExitStatus) -> bool {
    match (ending, status.signal()) {
        (Ending::Returned, Some(_)) => true,
        (Ending::Panicked | Ending::Err, Some(signal)) => [SIGBUS, SIGSEGV].contains(&signal),
        _ => false,
    }
}

fn told_end(end: &End) -> String {
    match end {
        End::Reported { ending, message, location } => describe_ending(*ending, message, location),
        End::Signal { signal, message, .. } if !message.is_empty() => {
            format!("is killed by signal {signal} ({})", forall_testgen::one_line(message))
        }
        End::Signal { signal, .. } => format!("is killed by signal {signal}"),
        End::Exit(code) => format!("exits with code {code}"),
        End::TimedOut => "does not end in time".into(),
    }
}

/// Whether the plain build did the same twice. Messages may mention what differs from run to run.
pub fn same(first: &ReplayEnd, second: &ReplayEnd) -> bool {
    match (first, second) {
        (ReplayEnd::Unknown, _) | (_, ReplayEnd::Unknown) => true,
        (ReplayEnd::Observed(first), ReplayEnd::Observed(second)) => {
            first.ending == second.ending
                && (first.message == second.message || first.location == second.location)
        }
        (ReplayEnd::Died(first), ReplayEnd::Died(second)) => {
            (first.signal(), first.code()) == (second.signal(), second.code())
        }
        (first, second) => first == second,
    }
}

/// Does a case fail that does this?
pub fn fails(put: &PutDescription, plain: &ReplayEnd) -> bool {
    let ReplayEnd::Observed(Observation { ending, message, .. }) = plain else {
        return *plain != ReplayEnd::Unknown;
    };
    match (ending, put.expectation) {
        (Ending::Meaningless, _) => false,
        (Ending::Returned, expectation) => expectation == Expectation::Panics,
        (Ending::Panicked, Expectation::Panics | Expectation::MayPanic) => {
            !is_expected(&put.expected, message)
        }
        _ => true,
    }
}

fn describe(plain: &ReplayEnd) -> String {
    match plain {
        ReplayEnd::Observed(Observation { ending, message, location }) => {
            describe_ending(*ending, message, location)
        }
        ReplayEnd::Died(status) => match (status.signal(), status.code()) {
            (Some(signal), _) => format!("is killed by signal {signal}"),
            (None, code) => format!("exits with code {}", code.unwrap_or_default()),
        },
        ReplayEnd::TimedOut => "does not end in time".into(),
        ReplayEnd::Unknown => "is interrupted".into(),
    }
}

fn describe_ending(ending: Ending, message: &str, location: &str) -> String {
    let message = forall_testgen::one_line(message);
    match ending {
        Ending::Returned => "returns".into(),
        Ending::Err => format!("returns the error {message}"),
        Ending::Panicked => format!("panics with `{message}` at {location}"),
        Ending::Meaningless => "does not satisfy the assumptions".into(),
        Ending::StackOverflow => "overflows the stack".into(),
        Ending::OutOfMemory => "runs out of memory".into(),
        Ending::Refused => format!("is refused to {message}"),
        Ending::Died => "dies".into(),
        Ending::OutOfBounds | Ending::Exhausted => "is cut off".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(ending: Ending, message: &str, location: &str) -> End {
        End::Reported { ending, message: message.into(), location: location.into() }
    }

    fn observed(ending: Ending, message: &str, location: &str) -> ReplayEnd {
        ReplayEnd::Observed(Observation { ending, message: message.into(), location: location.into() })
    }

    fn died(raw: i32) -> ReplayEnd {
        ReplayEnd::Died(ExitStatus::from_raw(raw))
    }

    #[test]
    fn the_same_ending_confirms_a_case() {
        let panic = reported(Ending::Panicked, "boom", "src/a.rs:1:2");
        for (explored, plain) in [
            (reported(Ending::Returned, "", ""), observed(Ending::Returned, "", "")),
            (panic.clone(), observed(Ending::Panicked, "boom", "src/a.rs:1:2")),
            (panic.clone(), observed(Ending::Panicked, "boom at 0x7ff", "src/a.rs:1:2")),
            (panic, observed(Ending::Panicked, "boom", "/rustc/x.rs:3:4")),
            (End::TimedOut, ReplayEnd::TimedOut),
            (End::signal(6), died(6)),
            (End::Exit(3), died(3 << 8)),
            (reported(Ending::StackOverflow, "", ""), died(11)),
        ] {
            assert_eq!(compare(&explored, &plain), Confirmation::Confirmed, "{explored:?} {plain:?}");
        }
    }

    #[test]
    fn another_ending_contradicts_it() {
        for (explored, plain) in [
            (reported(Ending::Returned, "", ""), observed(Ending::Panicked, "boom", "src/a.rs:1:2")),
            (reported(Ending::Panicked, "boom", "src/a.rs:1:2"), observed(Ending::Returned, "", "")),
            (
                reported(Ending::Panicked, "boom", "src/a.rs:1:2"),
                observed(Ending::Panicked, "bang", "src/a.rs:9:9"),
            ),
            (reported(Ending::Panicked, "boom", "src/a.rs:1:2"), died(6)),
            (End::signal(6), died(11)),
            (End::signal(6), observed(Ending::Returned, "", "")),
            (reported(Ending::Returned, "", ""), ReplayEnd::TimedOut),
        ] {
            assert!(
                matches!(compare(&explored, &plain), Confirmation::Contradicted(_)),
                "{explored:?} {plain:?}"
            );
        }
    }

    #[test]
    fn where_only_the_plain_build_dies_it_is_a_failure() {
        let returned = reported(Ending::Returned, "", "");
        let dies = Confirmation::DiesPlainly { signal: 11, death: Death::default() };
        assert_eq!(compare(&returned, &died(11)), dies);
        assert_eq!(compare(&reported(Ending::Panicked, "boom", "src/a.rs:1:2"), &died(11)), dies);
        assert!(matches!(compare(&returned, &died(3 << 8)), Confirmation::Contradicted(_)), "it exits");
    }

    #[test]
    fn what_the_plain_build_is_refused_says_nothing_about_the_test() {
        assert_eq!(compare(&reported(Ending::Returned, "", ""), &died(SIGSYS)), Confirmation::Refused);
        assert_eq!(compare(&End::signal(6), &died(SIGSYS)), Confirmation::Refused);
    }

    #[test]
    fn running_out_of_memory_is_dying_of_it() {
        let explored = reported(Ending::OutOfMemory, "", "");
        assert_eq!(compare(&explored, &died(6)), Confirmation::Confirmed);
        assert_eq!(compare(&explored, &observed(Ending::Returned, "", "")), Confirmation::EnoughMemory);
    }

    #[test]
    fn a_contradiction_says_both_sides() {
        let explored = reported(Ending::Panicked, "boom", "src/a.rs:1:2");
        assert_eq!(
            compare(&explored, &observed(Ending::Returned, "", "")),
            Confirmation::Contradicted(
                "it panics with `boom` at src/a.rs:1:2 under exploration, but returns in the plain build"
                    .into()
            )
        );
    }

    #[test]
    fn what_is_said_may_differ_from_run_to_run_but_not_what_happens() {
        let boom = observed(Ending::Panicked, "boom at 0x7ff", "src/a.rs:1:2");
        assert!(same(&boom, &observed(Ending::Panicked, "boom at 0x7fe", "src/a.rs:1:2")));
        assert!(!same(&boom, &observed(Ending::Panicked, "bang", "src/a.rs:9:9")));
        assert!(!same(&boom, &observed(Ending::Returned, "", "")));
        assert!(same(&died(6), &died(6 | 0x80)), "with or without a core dump");
        assert!(!same(&died(6), &died(11)) && !same(&died(6), &ReplayEnd::TimedOut));
        assert!(same(&ReplayEnd::Unknown, &boom), "nothing is known");
    }

    #[test]
    fn what_is_expected_does_not_fail() {
        let put = |expectation| PutDescription { expectation, expected: "boom".into(), ..Default::default() };
        let [returned, boom, bang] =
            [(Ending::Returned, ""), (Ending::Panicked, "a boom"), (Ending::Panicked, "bang")]
                .map(|(ending, message)| observed(ending, message, ""));
        for (expectation, expected) in [
            (Expectation::Returns, [false, true, true]),
            (Expectation::Panics, [true, false, true]),
            (Expectation::MayPanic, [false, false, true]),
        ] {
            let fail = [&returned, &boom, &bang].map(|plain| fails(&put(expectation), plain));
            assert_eq!(fail, expected, "{expectation:?}");
        }
        assert!(fails(&put(Expectation::MayPanic), &died(6)));
    }

    #[test]
    fn being_slow_only_under_exploration_is_no_contradiction() {
        assert_eq!(compare(&End::TimedOut, &observed(Ending::Returned, "", "")), Confirmation::OnlySlow);
    }
}
