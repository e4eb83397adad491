//! One JSON object a line, for programs: the events as they are.

use super::Reporter;
use forall_report::Event;
use std::io::{self, Write};

pub struct Json;

impl Reporter for Json {
    fn report(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            // Of interest only while it goes on.
            Event::Build { .. } | Event::Selected { .. } | Event::Started(_) | Event::Progress(_) => Ok(()),
            Event::Listed(_)
            | Event::Found(_)
            | Event::Put(_)
            | Event::Summary(_)
            | Event::ClosedTest(_)
            | Event::GeneralizeSummary(_) => {
                writeln!(out, "{}", event.line())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;
    use forall_report::{Assumption, Assumptions, Exit, Outcome, Summary, Test};

    /// The line of an event, which can be read back.
    fn line(event: Event) -> String {
        let line = samples::reported(&mut Json, &[event]);
        let line = line.strip_suffix('\n').expect("a whole line");
        let read: Event = serde_json::from_str(line).expect("of its own form");
        assert_eq!(read.line(), line);
        line.to_owned()
    }

    fn put(outcome: Outcome) -> String {
        line(Event::Put(Box::new(outcome)))
    }

    #[test]
    fn what_is_of_interest_only_while_it_goes_on_is_left_out() {
        let events = [Event::Selected { tests: vec![Test::default()] }, Event::Started(Test::default())];
        assert_eq!(samples::reported(&mut Json, &events), "");
    }

    #[test]
    fn a_failing_test() {
        assert_eq!(
            put(samples::failed()),
            r#"{"event":"put","name":"krate::abs_is_not_negative","target":"lib","verdict":"failed","paths":2,"path_counts":{"meaningless":1,"failing":0,"succeeding":2},"runs":3,"cases":2,"failures":[{"kind":"overflow","message":"attempt to negate with overflow","location":"src/num.rs:14:9","arguments":"x = i64::MIN","paths":1,"case":"forall/num/abs_is_not_negative.rs::overflows_i64_min","stack":["num::abs","num::tests::abs_is_not_negative"]}],"bounds":[],"reasons":[],"branches":{"covered":14,"total":15,"beyond":0,"sites":[{"location":"src/num.rs:13:8","function":"num::abs","taken":[0],"missed":[1]}]},"seconds":0.312,"first_failure_seconds":0.02}"#
        );
    }

    #[test]
    fn what_was_found_so_far() {
        assert_eq!(
            line(Event::Found(samples::early_failures())),
            r#"{"event":"found","name":"krate::abs_is_not_negative","target":"lib","failures":[{"kind":"overflow","message":"attempt to negate with overflow","location":"src/num.rs:14:9","arguments":"x = i64::MIN","paths":1,"case":"","stack":["num::abs","num::tests::abs_is_not_negative"]}],"seconds":0.312}"#
        );
    }

    #[test]
    fn an_incomplete_test() {
        assert_eq!(
            put(samples::incomplete()),
            r#"{"event":"put","name":"krate::parse_never_panics","target":"lib","verdict":"incomplete","paths":2000,"path_counts":{"meaningless":1,"failing":0,"succeeding":2000},"runs":2000,"cases":17,"failures":[],"bounds":[],"reasons":[{"kind":"max_runs","location":"","detail":"stopped after 2000 runs, with 3 sides of branches still to try","help":"raise --max-runs","remedies":[{"kind":"raise","setting":"max_runs"}]},{"kind":"not_followed","location":"src/cfg.rs:9:5","detail":"call not followed: libc::getenv","help":"wrap libc::getenv behind a trait the test can replace","remedies":[{"kind":"wrap","function":"libc::getenv"}]}],"branches":{"covered":14,"total":15,"beyond":0,"sites":[{"location":"src/num.rs:13:8","function":"num::abs","taken":[0],"missed":[1]}]},"seconds":0.312}"#
        );
    }

    #[test]
    fn what_other_tests_leave_behind_is_a_field_of_its_own() {
        let state = vec!["static CELL at src/lib.rs:3".to_owned()];
        let assumptions = Assumptions(vec![Assumption::FreshProcess { state }]);
        let line = put(Outcome { assumptions, ..samples::proved() });
        let stated = r#""assumptions":[{"kind":"fresh_process","state":["static CELL at src/lib.rs:3"]}],"state":["static CELL at src/lib.rs:3"],"reasons":[],"#;
        assert!(line.contains(stated), "{line}");
    }

    #[test]
    fn a_solver_of_others_is_an_assumption() {
        let assumptions = Assumptions(vec![Assumption::Solver { program: "z3".into() }]);
        let line = put(Outcome { assumptions, ..samples::proved() });
        let stated = r#""bounds":[],"assumptions":[{"kind":"solver","program":"z3"}],"reasons":[],"#;
        assert!(line.contains(stated), "{line}");
    }

    #[test]
    fn what_lies_beyond_the_bound_is_told() {
        let line = put(samples::beyond());
        let remark = r#""remarks":[{"kind":"beyond","location":"src/num.rs:7:8","detail":"s.len() = 12 is beyond the bound, and takes a side not seen within it","help":"--max-len 12 explores up to there","remedies":[{"kind":"explore_up_to","setting":"max_len","value":12}]}]"#;
        let bounds =
            r#""bounds":["s.len() <= 8"],"assumptions":[{"kind":"length","of":"s.len()","at_most":8}],"#;
        assert!(line.contains(bounds), "{line}");
        assert!(line.contains(remark), "{line}");
        assert!(line.contains(r#""branches":{"covered":17,"total":25,"beyond":12,"#), "{line}");
    }

    #[test]
    fn the_closing_line() {
        let (exit, seconds) = (Exit::Failed, 1.5);
        let figures = Summary {
            puts: 4,
            proved: 2,
            failed: 1,
            incomplete: 1,
            cases: 30,
            exit,
            seconds,
            ..Summary::default()
        };
        assert_eq!(
            line(Event::Summary(figures)),
            r#"{"event":"summary","version":1,"puts":4,"proved":2,"failed":1,"incomplete":1,"cases":30,"exit":1,"seconds":1.5}"#
        );
    }
}
