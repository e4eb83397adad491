//! One line a test, for people.

mod contract;
mod failures;
mod reasons;

use super::Reporter;
use crate::outcome::without_column;
use crate::status::Status;
use anstyle::{AnsiColor, Style};
use failures::{calls, failure};
use forall_report::{
    Assumption, Assumptions, Branches, EarlyFailures, Event, Outcome, ReasonKind, Remark, Verdict,
};
use reasons::{contradictions, help_if_any, incompleteness};
use std::io::{self, Write};
use std::iter;

pub struct Human {
    status: Status,
    layout: Layout,
}

impl Human {
    pub fn new(status: Status) -> Human {
        Human { status, layout: Layout::default() }
    }
}

impl Reporter for Human {
    fn report(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::Selected { tests } => {
                self.layout = Layout::new(tests.iter().map(|test| test.label.as_str()));
                Ok(())
            }
            Event::Listed(listed) => writeln!(out, "{}", listed.test.label),
            // On the side, since it is said again.
            Event::Found(one) => {
                self.status.say("Found", &early_failures(one));
                Ok(())
            }
            Event::Put(outcome) => write!(out, "{}", self.layout.render(outcome)),
            // The lines above say it all.
            Event::Summary(_) => Ok(()),
            Event::Build { .. } | Event::Started(_) | Event::Progress(_) => Ok(()),
            // A report of their own says them, with the patch.
            Event::ClosedTest(_) | Event::GeneralizeSummary(_) => Ok(()),
        }
    }
}

/// The columns of the report.
#[derive(Default)]
struct Layout {
    label_width: usize,
}

impl Layout {
    fn new<'l>(labels: impl Iterator<Item = &'l str>) -> Layout {
        Layout { label_width: labels.map(width).max().unwrap_or(0) }
    }

    /// The line of a test, and the lines below that explain it.
    fn render(&self, outcome: &Outcome) -> String {
        let (word, style) = verdict(outcome.verdict);
        let label = &outcome.test.label;
        let padding = " ".repeat(self.label_width.saturating_sub(width(label)));
        let paths = outcome.paths;
        let path_word = if paths == 1 { "path " } else { "paths" };
        let (count, count_word) = match outcome.verdict {
            Verdict::Failed => (outcome.failures.len() as u64, "failing "),
            _ if outcome.cases == 1 => (1, "case   "),
            _ => (outcome.cases, "cases  "),
        };
        let start = format!(
            "{style}{word:<10}{style:#} {label}{padding}{paths:>8} {path_word}{count:>4} {count_word} "
        );
        let (headline, explanations) = explain(outcome);
        let mut text = format!("{}{headline}\n", start);
        for line in explanations.into_iter().chain(remarks(outcome)) {
            text.push_str(&format!("{:11}{line}\n", ""));
        }
        text
    }
}

/// What fails in a test of which more will be said.
fn early_failures(found: &EarlyFailures) -> String {
    let failures = found.failures.iter().map(|one| failure(one, &found.failures));
    format!("{}: {}", found.test.label, failures.collect::<Vec<_>>().join("; "))
}

fn verdict(verdict: Verdict) -> (&'static str, Style) {
    let (word, color) = match verdict {
        Verdict::Proved => ("proved", AnsiColor::Green),
        Verdict::Failed => ("FAILED", AnsiColor::Red),
        Verdict::Incomplete => ("incomplete", AnsiColor::Yellow),
    };
    (word, color.on_default().bold())
}

/// What stands at the end of the line, and the lines below it.
fn explain(outcome: &Outcome) -> (String, Vec<String>) {
    match outcome.verdict {
        Verdict::Proved => (proof(outcome), Vec::new()),
        Verdict::Failed => {
            let told = |one| [vec![failure(one, &outcome.failures)], calls(one)].concat();
            let mut failures = outcome.failures.iter().flat_map(told);
            let first = failures.next().unwrap_or_default();
            let below = failures.chain(contradictions(&outcome.reasons)).chain(freshness(outcome));
            (format!("{first} ({})", share(outcome.branches.branches)), below.collect())
        }
        Verdict::Incomplete => {
            let (headline, mut below) = incompleteness(&outcome.reasons);
            below.extend(freshness(outcome));
            (format!("{headline} ({})", share(outcome.branches.branches)), below)
        }
    }
}

/// Of what no reason mentions.
fn freshness(outcome: &Outcome) -> Option<String> {
    let mentioned = outcome.reasons.iter().any(|reason| reason.kind == ReasonKind::State);
    Standing::on(&outcome.assumptions).fresh.filter(|_| !mentioned)
}

/// What a verdict stands on, in words.
#[derive(Default)]
struct Standing {
    bounds: Vec<String>,
    fresh: Option<String>,
    /// What is taken for granted, whatever the inputs.
    granted: Vec<String>,
}

impl Standing {
    fn on(assumptions: &Assumptions) -> Standing {
        let mut standing = Standing::default();
        for assumption in &assumptions.0 {
            match assumption {
                Assumption::Length { of, at_most }
                | Assumption::Depth { of, at_most }
                | Assumption::Number { of, at_most }
                | Assumption::AnswerCount { of, at_most } => {
                    standing.bounds.push(format!("{of} ≤ {at_most}"));
                }
                Assumption::Answers { of } => standing.bounds.push(format!("all answers of {of}")),
                Assumption::FreshProcess { state } => {
                    let on = state.join(", ");
                    standing.fresh = Some(format!("in a fresh process: what it returns depends on {on}"));
                }
                Assumption::Solver { .. } | Assumption::Toolchain { .. } => {
                    standing.granted.push(assumption.to_string());
                }
            }
        }
        standing
    }
}

/// How much of the package's own code was seen.
fn share(branches: Branches) -> String {
    let Branches { covered, total, beyond } = branches;
    let within = covered.saturating_sub(beyond);
    let further = if beyond == 0 { String::new() } else { format!(", {beyond} more beyond") };
    match total {
        0 => "no branches".into(),
        _ if within == total => "100% of branches".into(),
        _ => format!("{within} of {total} branches{further}"),
    }
}

/// Beside a failure nobody cares.
fn remarks(outcome: &Outcome) -> Vec<String> {
    if outcome.verdict == Verdict::Failed {
        return Vec::new();
    }
    let told = |remark: &Remark| {
        [Some(remark.detail.clone() + &separated(" at ", &remark.location)), help_if_any(&remark.remedies)]
    };
    let mut lines: Vec<String> = Vec::new();
    for line in outcome.remarks.iter().flat_map(told).flatten() {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn proof(outcome: &Outcome) -> String {
    let conditions = freshness(outcome).into_iter().chain(Standing::on(&outcome.assumptions).granted);
    iter::once(claim(outcome)).chain(conditions).collect::<Vec<_>>().join(", ")
}

fn claim(outcome: &Outcome) -> String {
    let Standing { bounds, .. } = Standing::on(&outcome.assumptions);
    if !bounds.is_empty() {
        return format!("for {} ({})", bounds.join(", "), share(outcome.branches.branches));
    }
    match outcome.branches.branches {
        // Every path was run: what no path took, this test cannot reach.
        Branches { covered, total, .. } if covered < total => {
            format!("{} reachable", share(outcome.branches.branches))
        }
        branches => share(branches),
    }
}

fn separated(separator: &str, location: &str) -> String {
    if location.is_empty() { String::new() } else { format!("{separator}{}", without_column(location)) }
}

/// The case has all of it.
fn shortened(arguments: &str) -> String {
    const LONGEST: usize = 400;
    match arguments.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &arguments[..end]),
        None => arguments.to_owned(),
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;
    use std::iter;

    fn rendered(outcomes: &[Outcome]) -> String {
        let tests = outcomes.iter().map(|outcome| outcome.test.clone()).collect();
        let puts = outcomes.iter().map(|outcome| Event::Put(Box::new(outcome.clone())));
        let events: Vec<Event> = iter::once(Event::Selected { tests }).chain(puts).collect();
        let text = samples::reported(&mut Human::new(Status::new(samples::quiet())), &events);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn what_was_found_so_far() {
        assert_eq!(
            early_failures(&samples::early_failures()),
            "abs_is_not_negative: x = i64::MIN: attempt to negate with overflow, src/num.rs:14"
        );
    }

    #[test]
    fn one_line_a_test() {
        let outcomes = [samples::proved(), samples::bounded(), samples::failed(), samples::incomplete()];
        assert_eq!(
            rendered(&outcomes),
            "\
proved     push_then_last            3 paths   2 cases   100% of branches
proved     roundtrip                41 paths   9 cases   for s.len() ≤ 8 (14 of 15 branches)
FAILED     abs_is_not_negative       2 paths   1 failing  x = i64::MIN: attempt to negate with overflow, src/num.rs:14 (14 of 15 branches)
incomplete parse_never_panics     2000 paths  17 cases   max_runs; 1 call not followed: libc::getenv at src/cfg.rs:9 (14 of 15 branches)
           stopped after 2000 runs, with 3 sides of branches still to try
           help: raise --max-runs
           help: wrap libc::getenv behind a trait the test can replace
"
        );
    }

    #[test]
    fn failures_at_one_place_say_how_they_got_there() {
        let mut outcome = samples::failed();
        outcome.failures[0].stack = ["krate::check", "krate::read", "put"].map(String::from).to_vec();
        let mut second = outcome.failures[0].clone();
        second.stack = ["krate::check", "krate::write", "put"].map(String::from).to_vec();
        outcome.failures.push(second);
        let (first, below) = explain(&outcome);
        assert!(first.ends_with("src/num.rs:14, called by read (14 of 15 branches)"), "{first}");
        assert!(below[0].ends_with("src/num.rs:14, called by write"), "{}", below[0]);
    }

    #[test]
    fn several_failures_stand_below_each_other() {
        let mut outcome = samples::failed();
        let mut second = outcome.failures[0].clone();
        second.arguments = String::new();
        second.message = "assertion `left == right` failed\n  left: 1\n right: 2".into();
        second.location = "src/num.rs:15:3".into();
        outcome.failures.push(second);
        outcome.paths = 1;
        assert_eq!(
            rendered(&[outcome]),
            "\
FAILED     abs_is_not_negative       1 path    2 failing  x = i64::MIN: attempt to negate with overflow, src/num.rs:14 (14 of 15 branches)
           assertion `left == right` failed, left: 1, right: 2, src/num.rs:15
"
        );
    }

    #[test]
    fn several_reasons_of_a_kind_are_counted_and_listed() {
        let mut outcome = samples::incomplete();
        outcome.reasons.remove(0);
        let mut second = outcome.reasons[0].clone();
        second.detail = "call not followed: libc::open".into();
        second.location = String::new();
        outcome.reasons.push(second);
        outcome.cases = 1;
        assert_eq!(
            rendered(&[outcome]),
            "\
incomplete parse_never_panics    2000 paths   1 case    2 calls not followed (14 of 15 branches)
           call not followed: libc::getenv at src/cfg.rs:9
           call not followed: libc::open
           help: wrap libc::getenv behind a trait the test can replace
"
        );
    }

    #[test]
    fn branches_no_path_took_are_told_apart_from_100_percent() {
        let mut outcome = samples::proved();
        outcome.branches.branches = Branches { covered: 999, total: 1000, beyond: 0 };
        assert!(rendered(&[outcome.clone()]).contains(" 999 of 1000 branches reachable"));
        outcome.branches.branches = Branches::default();
        assert!(rendered(&[outcome]).contains(" no branches"));
    }

    #[test]
    fn a_verdict_about_fresh_processes_says_so() {
        let state = vec!["static CELL at src/lib.rs:3".to_owned()];
        let assumptions = Assumptions(vec![Assumption::FreshProcess { state }]);
        let proved = Outcome { assumptions: assumptions.clone(), ..samples::proved() };
        let said = "in a fresh process: what it returns depends on static CELL at src/lib.rs:3\n";
        assert!(rendered(&[proved]).ends_with(&format!(" 100% of branches, {said}")));
        let mut incomplete = Outcome { assumptions, ..samples::incomplete() };
        assert!(rendered(&[incomplete.clone()]).ends_with(said));
        incomplete.reasons[0].kind = ReasonKind::State;
        assert!(!rendered(&[incomplete]).contains("in a fresh process"), "the reason says it");
    }

    #[test]
    fn a_proof_names_the_solver_that_it_rests_on() {
        let of_z3 = Assumption::Solver { program: "z3".into() };
        let mut bounded = samples::bounded();
        bounded.assumptions.0.push(of_z3.clone());
        let bounded = rendered(&[bounded]);
        assert!(bounded.contains(" for s.len() ≤ 8 ("), "{bounded}");
        assert!(bounded.ends_with("), if all answers of z3 are right\n"), "{bounded}");
        // A failure was replayed, and what is incomplete claims nothing.
        for unproved in [samples::failed(), samples::incomplete()] {
            let outcome = Outcome { assumptions: Assumptions(vec![of_z3.clone()]), ..unproved };
            assert!(!rendered(&[outcome]).contains("z3"));
        }
    }

    #[test]
    fn a_proof_says_what_lies_beyond_its_bound() {
        let mut outcome = samples::beyond();
        let line = "\
proved     roundtrip      41 paths   9 cases   for s.len() ≤ 8 (5 of 25 branches, 12 more beyond)
           s.len() = 12 is beyond the bound, and takes a side not seen within it at src/num.rs:7
           help: --max-len 12 explores up to there
";
        assert_eq!(rendered(&[outcome.clone()]), line);
        (outcome.verdict, outcome.failures) = (Verdict::Failed, samples::failed().failures);
        assert!(!rendered(&[outcome]).contains("--max-len"), "a failure is more important");
    }

    #[test]
    fn that_time_decided_is_said() {
        let mut outcome = samples::incomplete();
        outcome.reasons.truncate(1);
        outcome.reasons[0].kind = ReasonKind::SolverTime;
        outcome.reasons[0].detail = "no answer within 30s to: x * y == 7".into();
        let text = rendered(&[outcome]);
        assert!(text.contains("17 cases   solver_time (14 of 15 branches)\n"), "{text}");
        assert!(text.contains("           no answer within 30s to: x * y == 7\n"), "{text}");
    }

    #[test]
    fn verdicts_are_coloured() {
        let layout = Layout::new(["push_then_last"].into_iter());
        assert!(layout.render(&samples::proved()).starts_with("\u{1b}[1m\u{1b}[32mproved    \u{1b}[0m"));
    }
}
