//! One line a test, for people.

use crate::outcome::{Failure, Kind, Outcome, Reason, without_column};
use anstyle::{AnsiColor, Style};
use forall_engine::{Branches, ReasonKind, Remark, Verdict};

/// The columns of the report.
pub struct Layout {
    label_width: usize,
}

impl Layout {
    pub fn new<'l>(labels: impl Iterator<Item = &'l str>) -> Layout {
        Layout { label_width: labels.map(width).max().unwrap_or(0) }
    }

    /// The line of a test, and the lines below that explain it.
    pub fn render(&self, outcome: &Outcome) -> String {
        let (word, style) = verdict(outcome.verdict());
        let label = &outcome.label;
        let padding = " ".repeat(self.label_width.saturating_sub(width(label)));
        let paths = outcome.paths;
        let path_word = if paths == 1 { "path " } else { "paths" };
        let (count, count_word) = match outcome.verdict() {
            Verdict::Failed => (outcome.failures.len(), "failing "),
            _ if outcome.cases.len() == 1 => (1, "case   "),
            _ => (outcome.cases.len(), "cases  "),
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
pub fn found(outcome: &Outcome) -> String {
    let failures = outcome.failures.iter().map(|one| failure(one, &outcome.failures));
    format!("{}: {}", outcome.label, failures.collect::<Vec<_>>().join("; "))
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
    match outcome.verdict() {
        Verdict::Proved => (proof(outcome), Vec::new()),
        Verdict::Failed => {
            let mut failures = outcome.failures.iter().map(|one| failure(one, &outcome.failures));
            let first = failures.next().unwrap_or_default();
            let below = failures.chain(contradictions(&outcome.reasons)).chain(freshness(outcome));
            (format!("{first} ({})", share(outcome.branches)), below.collect())
        }
        Verdict::Incomplete => {
            let (headline, mut below) = incompleteness(&outcome.reasons);
            below.extend(freshness(outcome));
            (format!("{headline} ({})", share(outcome.branches)), below)
        }
    }
}

/// Of what no reason mentions.
fn freshness(outcome: &Outcome) -> Option<String> {
    let mentioned = outcome.reasons.iter().any(|reason| reason.kind == Kind::State);
    (!mentioned && !outcome.state.is_empty())
        .then(|| format!("in a fresh process: what it returns depends on {}", outcome.state.join(", ")))
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
    if outcome.verdict() == Verdict::Failed {
        return Vec::new();
    }
    let told = |remark: &Remark| {
        [
            format!("{}{}", remark.detail, separated(" at ", &remark.location)),
            format!("help: {}", remark.help),
        ]
    };
    let mut lines: Vec<String> = Vec::new();
    for line in outcome.remarks.iter().flat_map(told) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn proof(outcome: &Outcome) -> String {
    match freshness(outcome) {
        None => claim(outcome),
        Some(freshness) => format!("{}, {freshness}", claim(outcome)),
    }
}

fn claim(outcome: &Outcome) -> String {
    if !outcome.bounds.is_empty() {
        let bounds = outcome.bounds.join(", ").replace("<=", "≤");
        return format!("for {bounds} ({})", share(outcome.branches));
    }
    match outcome.branches {
        // Every path was run: what no path took, this test cannot reach.
        Branches { covered, total, .. } if covered < total => {
            format!("{} reachable", share(outcome.branches))
        }
        branches => share(branches),
    }
}

fn failure(failure: &Failure, all: &[Failure]) -> String {
    let arguments = match failure.arguments.as_str() {
        "" => String::new(),
        arguments => format!("{}: ", shortened(arguments)),
    };
    let message = forall_testgen::one_line(&failure.message);
    format!("{arguments}{message}{}{}", separated(", ", &failure.location), way(failure, all))
}

/// Of failures at one place: by which functions they got there that the others did not go through.
fn way(failure: &Failure, all: &[Failure]) -> String {
    let here = |other: &&Failure| other.location == failure.location;
    let is_common = |caller: &String| all.iter().filter(here).all(|other| other.callers.contains(caller));
    let own = failure.callers.iter().rev().filter(|caller| !is_common(caller));
    let own: Vec<&str> = own.map(|caller| caller.rsplit("::").next().unwrap_or(caller)).collect();
    if own.is_empty() { String::new() } else { format!(", called by {}", own.join(", by ")) }
}

fn separated(separator: &str, location: &str) -> String {
    if location.is_empty() { String::new() } else { format!("{separator}{}", without_column(location)) }
}

/// What forall got wrong, and what no case shows, must be seen even beside a failure.
fn contradictions(reasons: &[Reason]) -> impl Iterator<Item = String> {
    let own = reasons.iter().filter(|reason| !matches!(reason.kind, Kind::Engine(_)));
    own.flat_map(|reason| [described(reason), format!("help: {}", reason.help)])
}

/// Each kind of reason is named in the line; what the line has no room for, and what would help, stands below.
fn incompleteness(reasons: &[Reason]) -> (String, Vec<String>) {
    let mut groups: Vec<Vec<&Reason>> = Vec::new();
    for reason in reasons {
        match groups.iter_mut().find(|group| group[0].kind == reason.kind) {
            Some(group) => group.push(reason),
            None => groups.push(vec![reason]),
        }
    }
    let headline: Vec<String> = groups.iter().map(|group| group_name(group)).collect();
    let several = groups.iter().filter(|group| group.len() > 1 || is_bound(group[0]));
    let mut below: Vec<String> = several.flatten().map(|reason| described(reason)).collect();
    for reason in reasons {
        let help = format!("help: {}", reason.help);
        if !reason.help.is_empty() && !below.contains(&help) {
            below.push(help);
        }
    }
    (headline.join("; "), below)
}

fn group_name(group: &[&Reason]) -> String {
    let count = group.len();
    let several = |plural: &str| format!("{count} {plural}");
    match (group[0].kind, group) {
        (Kind::Engine(ReasonKind::MaxRuns), _) => "max_runs".into(),
        (Kind::Engine(ReasonKind::MaxBranches), _) => "max_branches".into(),
        (Kind::Engine(ReasonKind::MaxTime), _) => "max_time".into(),
        (Kind::Engine(ReasonKind::MaxMemory), _) => "max_memory".into(),
        (Kind::Engine(ReasonKind::SolverTime), _) => "solver_time".into(),
        (Kind::Engine(ReasonKind::NotFollowed), [only]) => format!("1 {}", described(only)),
        (_, [only]) => described(only),
        (Kind::Engine(ReasonKind::NotFollowed), _) => several("calls not followed"),
        (Kind::Engine(ReasonKind::Solver), _) => several("queries not answered"),
        (Kind::Engine(ReasonKind::Divergence), _) => several("divergences"),
        (Kind::Engine(ReasonKind::Unsupported), _) => several("operations not supported"),
        (Kind::Engine(ReasonKind::Concretized), _) => several("values fixed"),
        (Kind::Engine(ReasonKind::Random), _) => several("things that differ from run to run"),
        (Kind::Engine(ReasonKind::LeftOpen), _) => several("things left open by the compiler"),
        (Kind::Engine(ReasonKind::Address), _) => several("things that depend on where they lie in memory"),
        (Kind::Engine(ReasonKind::Vacuous), _) => "no input satisfies the assumptions".into(),
        (Kind::Engine(ReasonKind::Memory), _) => "out of room".into(),
        (Kind::Engine(ReasonKind::Refused), _) => several("operations refused"),
        (Kind::Engine(ReasonKind::Interrupted), _) => "interrupted".into(),
        (Kind::State, _) => "depends on what other tests leave behind".into(),
        (Kind::Elsewhere, _) => "depends on the process it runs in".into(),
        (Kind::NotWritten, _) => several("failures not written as cases"),
        (Kind::Undefined, _) => several("inputs on which what happens is undefined"),
        (Kind::NotReproduced | Kind::Target, _) => several("internal errors"),
    }
}

/// The case has all of it.
fn shortened(arguments: &str) -> String {
    const LONGEST: usize = 400;
    match arguments.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &arguments[..end]),
        None => arguments.to_owned(),
    }
}

/// Bounds are named by their option; their detail does not fit in the line.
fn is_bound(reason: &Reason) -> bool {
    use ReasonKind::{MaxBranches, MaxMemory, MaxRuns, MaxTime, SolverTime};
    matches!(reason.kind, Kind::Engine(MaxRuns | MaxBranches | MaxTime | MaxMemory | SolverTime))
}

fn described(reason: &Reason) -> String {
    let separator = if matches!(reason.kind, Kind::Engine(_)) { " at " } else { ", " };
    format!("{}{}", reason.detail, separated(separator, &reason.location))
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    fn rendered(outcomes: &[Outcome]) -> String {
        let layout = Layout::new(outcomes.iter().map(|outcome| outcome.label.as_str()));
        let text: String = outcomes.iter().map(|outcome| layout.render(outcome)).collect();
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn what_was_found_so_far() {
        assert_eq!(
            found(&samples::failed()),
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
        outcome.failures[0].callers = ["put", "krate::read", "krate::check"].map(String::from).to_vec();
        let mut second = outcome.failures[0].clone();
        second.callers = ["put", "krate::write", "krate::check"].map(String::from).to_vec();
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
        outcome.cases.truncate(1);
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
        outcome.branches = forall_engine::Branches { covered: 999, total: 1000, beyond: 0 };
        assert!(rendered(&[outcome.clone()]).contains(" 999 of 1000 branches reachable"));
        outcome.branches = forall_engine::Branches::default();
        assert!(rendered(&[outcome]).contains(" no branches"));
    }

    #[test]
    fn a_verdict_about_fresh_processes_says_so() {
        let state = vec!["static CELL at src/lib.rs:3".to_owned()];
        let proved = Outcome { state: state.clone(), ..samples::proved() };
        let said = "in a fresh process: what it returns depends on static CELL at src/lib.rs:3\n";
        assert!(rendered(&[proved]).ends_with(&format!(" 100% of branches, {said}")));
        let mut incomplete = Outcome { state, ..samples::incomplete() };
        assert!(rendered(&[incomplete.clone()]).ends_with(said));
        incomplete.reasons[0].kind = Kind::State;
        assert!(!rendered(&[incomplete]).contains("in a fresh process"), "the reason says it");
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
        outcome.failures = samples::failed().failures;
        assert!(!rendered(&[outcome]).contains("--max-len"), "a failure is more important");
    }

    #[test]
    fn that_time_decided_is_said() {
        let mut outcome = samples::incomplete();
        outcome.reasons.truncate(1);
        outcome.reasons[0].kind = Kind::Engine(ReasonKind::SolverTime);
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
