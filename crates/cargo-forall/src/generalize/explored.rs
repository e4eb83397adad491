//! What the exploration of a draft found, in terms of the user's files.

use super::placed::{Place, Placed, Trial};
use crate::outcome::TestOutcome;
use forall_generalize::{Explored, Fault, FaultPlace};
use forall_report::{Failure, Reason, ReasonKind};
use std::path::Path;

pub fn explored(outcome: &TestOutcome, trials: &[Trial<'_>], placed: &Placed, root: &Path) -> Explored {
    let fault = |failure: &Failure| Fault {
        kind: failure.kind,
        message: failure.message.clone(),
        place: place(&failure.location, trials, placed, root),
        arguments: failure.arguments.clone(),
        paths: failure.paths,
    };
    Explored::Done {
        verdict: outcome.verdict(),
        paths: outcome.paths,
        faults: outcome.failures.iter().map(fault).collect(),
        bounds: outcome.assumptions.bounds(),
        reasons: outcome.reasons.iter().map(|reason| in_words(reason, placed, root)).collect(),
        branches: (outcome.branches.covered, outcome.branches.total),
    }
}

fn place(location: &str, trials: &[Trial<'_>], placed: &Placed, root: &Path) -> FaultPlace {
    match original(location, placed, root) {
        // It has no place in the user's files yet.
        Some((_, Place::Trial(number, _))) if trials[number].maker.is_some() => FaultPlace::Unknown,
        Some((_, Place::Trial(_, line))) => FaultPlace::Test(line),
        Some((place, Place::Original(_))) => FaultPlace::Package(place),
        None if location.is_empty() => FaultPlace::Unknown,
        None => FaultPlace::Package(location.to_owned()),
    }
}

fn in_words(reason: &Reason, placed: &Placed, root: &Path) -> String {
    let place = original(&reason.location, placed, root).map_or(reason.location.clone(), |(place, _)| place);
    // Files, time, the network, the environment, other languages.
    let is_outside = matches!(reason.kind, ReasonKind::NotFollowed | ReasonKind::Refused);
    let outside = if is_outside { "it leaves the program: " } else { "" };
    match place.is_empty() {
        true => format!("{outside}{}", reason.detail),
        false => format!("{outside}{} at {place}", reason.detail),
    }
}

/// A place of the copy where the user would look for it. Nothing, if its file is as the user's.
fn original(location: &str, placed: &Placed, root: &Path) -> Option<(String, Place)> {
    let (file, line, column) = parts(location)?;
    let file = Path::new(file);
    let file = file.strip_prefix(root).unwrap_or(file);
    let place = placed.at(file, line)?;
    let (Place::Trial(_, line) | Place::Original(line)) = place;
    let column = column.map(|column| format!(":{column}")).unwrap_or_default();
    Some((format!("{}:{line}{column}", file.display()), place))
}

/// `file:line:column` or `file:line`.
fn parts(location: &str) -> Option<(&str, u32, Option<u32>)> {
    let (rest, last) = location.rsplit_once(':')?;
    let last = last.parse().ok()?;
    match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => Some((file, line, Some(last))),
        None => Some((rest, last, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::Remedies;

    #[test]
    fn calls_that_leave_the_program_are_named_with_their_place() {
        let reason = |kind| Reason {
            kind,
            location: "src/a.rs:3:5".into(),
            detail: "call not followed: clock_gettime".into(),
            remedies: Remedies::default(),
        };
        let placed = Placed::new(&[], |_| false);
        let said = |kind| in_words(&reason(kind), &placed, Path::new("/w"));
        let expected = "it leaves the program: call not followed: clock_gettime at src/a.rs:3:5";
        assert_eq!(said(ReasonKind::NotFollowed), expected);
        assert!(said(ReasonKind::Unsupported).starts_with("call not followed"));
    }

    #[test]
    fn places_have_lines_and_often_columns() {
        assert_eq!(parts("src/a.rs:12:5"), Some(("src/a.rs", 12, Some(5))));
        assert_eq!(parts("src/a.rs:12"), Some(("src/a.rs", 12, None)));
        assert_eq!(parts("src/a.rs"), None);
        assert_eq!(parts(""), None);
    }
}
