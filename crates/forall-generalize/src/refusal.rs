//! How code says that an input is not for it.

use crate::outcome::{Fault, FaultPlace};
use forall_report::FailureKind;

/// Does it only take too much of something?
pub fn needs_bound(fault: &Fault) -> bool {
    let is_own = matches!(fault.place, FaultPlace::Test(_));
    matches!(fault.kind, FailureKind::Memory | FailureKind::Timeout)
        || fault.message.contains("capacity overflow")
        // The test computes with its own numbers.
        || (is_own && fault.kind == FailureKind::Overflow)
}

/// Does the code under test fail by itself, and refuses nothing?
pub fn is_defect(fault: &Fault) -> bool {
    let of_package = matches!(fault.place, FaultPlace::Package(_));
    let is_unwrap = fault.message.starts_with("called `Option::unwrap()`");
    of_package && (is_unwrap || matches!(fault.kind, FailureKind::Overflow | FailureKind::Bounds))
}

/// The text of a panic by which the code under test refuses an input, up to the first value in it. A text that says nothing of who refuses what
/// (`index out of bounds`) is none: it would allow the same panic anywhere else.
pub fn refusal(fault: &Fault) -> Option<String> {
    if !matches!(fault.kind, FailureKind::Panic | FailureKind::Assertion) {
        return None;
    }
    let line = fault.message.lines().next().unwrap_or_default();
    if let Some((start, error)) = line.split_once(" on an `Err` value: ") {
        let name: String = error.chars().take_while(|next| next.is_alphanumeric() || *next == '_').collect();
        return (!name.is_empty()).then(|| format!("{start} on an `Err` value: {name}"));
    }
    if let Some(condition) = line.strip_prefix("assertion failed: ") {
        let of_package = matches!(fault.place, FaultPlace::Package(_));
        return of_package.then(|| format!("assertion failed: {condition}"));
    }
    if let Some(rest) = line.strip_prefix("assertion `") {
        let said = rest.split_once(" failed: ")?.1;
        return up_to_a_value(said);
    }
    if line.starts_with("called `") {
        return None;
    }
    up_to_a_value(line)
}

/// The text of an index, a slice or the like that is out of bounds, in code that is documented to panic.
pub fn documented_refusal(fault: &Fault) -> Option<String> {
    let of_package = matches!(fault.place, FaultPlace::Package(_));
    let line = fault.message.lines().next().unwrap_or_default();
    (of_package && fault.kind == FailureKind::Bounds).then(|| up_to_a_value(line)).flatten()
}

fn up_to_a_value(text: &str) -> Option<String> {
    let end = text.find(|next: char| next.is_ascii_digit() || ['"', '\'', '`', '('].contains(&next));
    let text = text[..end.unwrap_or(text.len())].trim_end_matches([':', ' ']);
    // A word or two are not enough to know it again.
    (text.len() > 4).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(message: &str, place: FaultPlace) -> Fault {
        Fault { kind: FailureKind::Panic, message: message.into(), place, arguments: String::new(), paths: 1 }
    }

    #[test]
    fn what_is_refused_is_known_by_its_text() {
        let package = || FaultPlace::Package("src/lib.rs:1:1".into());
        let of = |message| refusal(&fault(message, package()));
        assert_eq!(of("index 7 is too large").as_deref(), Some("index"));
        assert_eq!(of("invalid key").as_deref(), Some("invalid key"));
        assert_eq!(of("List: it is full").as_deref(), Some("List: it is full"));
        assert_eq!(of("assertion failed: at <= len").as_deref(), Some("assertion failed: at <= len"));
        assert_eq!(
            of("assertion `left == right` failed: lengths differ: 3").as_deref(),
            Some("lengths differ")
        );
        assert_eq!(of("assertion `left == right` failed"), None);
        assert_eq!(of("called `Option::unwrap()` on a `None` value"), None);
        assert_eq!(
            of("called `Result::unwrap()` on an `Err` value: CapacityError(3)").as_deref(),
            Some("called `Result::unwrap()` on an `Err` value: CapacityError")
        );
        assert_eq!(refusal(&fault("assertion failed: x", FaultPlace::Test(3))), None);
        assert!(is_defect(&fault("called `Option::unwrap()` on a `None` value", package())));
        assert!(!is_defect(&fault("invalid key", package())));
        let bounds =
            |place| Fault { kind: FailureKind::Bounds, ..fault("range end index 1 out of range", place) };
        assert_eq!(documented_refusal(&bounds(package())).as_deref(), Some("range end index"));
        assert_eq!(documented_refusal(&bounds(FaultPlace::Test(3))), None);
    }
}
