//! Why a test is not proved, in the line and below it.

use super::separated;
use forall_report::{Reason, ReasonKind, Remedies};

/// What forall got wrong, and what no case shows, must be seen even beside a failure.
pub fn contradictions(reasons: &[Reason]) -> impl Iterator<Item = String> {
    let own = reasons.iter().filter(|reason| reason.kind.is_beside_search());
    own.flat_map(|reason| [described(reason), helping(&reason.remedies)])
}

/// Each kind of reason is named in the line; what the line has no room for, and what would help, stands below.
pub fn incompleteness(reasons: &[Reason]) -> (String, Vec<String>) {
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
        let help = helping(&reason.remedies);
        if !reason.remedies.0.is_empty() && !below.contains(&help) {
            below.push(help);
        }
    }
    (headline.join("; "), below)
}

pub fn helping(remedies: &Remedies) -> String {
    format!("help: {remedies}")
}

/// The same, unless there is nothing to be done.
pub fn help_if_any(remedies: &Remedies) -> Option<String> {
    (*remedies != Remedies::default()).then(|| helping(remedies))
}

fn group_name(group: &[&Reason]) -> String {
    let count = group.len();
    let several = |plural: &str| format!("{count} {plural}");
    match (group[0].kind, group) {
        (ReasonKind::MaxRuns, _) => "max_runs".into(),
        (ReasonKind::MaxBranches, _) => "max_branches".into(),
        (ReasonKind::MaxTime, _) => "max_time".into(),
        (ReasonKind::MaxMemory, _) => "max_memory".into(),
        (ReasonKind::SolverTime, _) => "solver_time".into(),
        (ReasonKind::NotFollowed, [only]) => format!("1 {}", described(only)),
        (_, [only]) => described(only),
        (ReasonKind::NotFollowed, _) => several("calls not followed"),
        (ReasonKind::Solver, _) => several("queries not answered"),
        (ReasonKind::Divergence, _) => several("divergences"),
        (ReasonKind::Unsupported, _) => several("operations not supported"),
        (ReasonKind::Concretized, _) => several("values fixed"),
        (ReasonKind::Random, _) => several("things that differ from run to run"),
        (ReasonKind::LeftOpen, _) => several("things left open by the compiler"),
        (ReasonKind::Address, _) => several("things that depend on where they lie in memory"),
        (ReasonKind::Vacuous, _) => several("assumptions that nothing satisfies"),
        (ReasonKind::Memory, _) => "out of room".into(),
        (ReasonKind::Refused, _) => several("operations refused"),
        (ReasonKind::Interrupted, _) => "interrupted".into(),
        (ReasonKind::State, _) => "depends on what other tests leave behind".into(),
        (ReasonKind::Process, _) => "depends on the process it runs in".into(),
        (ReasonKind::NotWritten, _) => several("failures not written as cases"),
        (ReasonKind::Undefined, _) => several("inputs on which what happens is undefined"),
        (ReasonKind::NotReproduced | ReasonKind::InternalError, _) => several("internal errors"),
    }
}

/// Bounds are named by their option; their detail does not fit in the line.
fn is_bound(reason: &Reason) -> bool {
    use ReasonKind::{MaxBranches, MaxMemory, MaxRuns, MaxTime, SolverTime};
    matches!(reason.kind, MaxRuns | MaxBranches | MaxTime | MaxMemory | SolverTime)
}

fn described(reason: &Reason) -> String {
    let separator = if reason.kind.is_beside_search() { ", " } else { " at " };
    format!("{}{}", reason.detail, separated(separator, &reason.location))
}
