//! What is said of contracts.

use forall_engine::Report;
use forall_protocol::contract::{Rule, Violation};
use forall_protocol::put::PutDescription;
use forall_report::{
    Assumption, BrokenContract, ClauseKind, Failure, FailureKind, Party, Reason, ReasonKind,
};

/// The contract that a message says is broken.
pub(super) fn broken(message: &str) -> Option<BrokenContract> {
    let Violation { rule, function, clause, conjunct, values, written, called } = Violation::read(message)?;
    let (party, clause_kind) = match rule {
        Rule::Requires => (Party::Caller, ClauseKind::Requires),
        Rule::Ensures => (Party::Callee, ClauseKind::Ensures),
        Rule::EnsuresOfTrait => (Party::Callee, ClauseKind::EnsuresOfTrait),
        Rule::Stricter => (Party::Callee, ClauseKind::Requires),
        Rule::Constraint => (Party::Callee, ClauseKind::Constraint),
        Rule::Decreases => (Party::Callee, ClauseKind::Decreases),
        Rule::LoopInvariant => (Party::Callee, ClauseKind::LoopInvariant),
        Rule::Invariant => (Party::Callee, ClauseKind::Invariant),
        Rule::InvariantBefore => (Party::Object, ClauseKind::Invariant),
        Rule::Panics => (Party::Callee, ClauseKind::Panics),
        Rule::Modifies => (Party::Callee, ClauseKind::Modifies),
        Rule::Condition => (Party::Contract, ClauseKind::Any),
    };
    Some(BrokenContract { party, clause_kind, function, clause, conjunct, values, written, called })
}

/// Nothing satisfies what is required, and that is certain: a mistake of the contract, in the place of the reason. Where there are bounds,
/// something beyond them may satisfy it.
pub(super) fn unsatisfiable(
    put: &PutDescription,
    report: &Report,
    reasons: &mut Vec<Reason>,
) -> Option<Failure> {
    let is_bounded = report.assumptions.iter().any(|assumption| match assumption {
        Assumption::Length { .. }
        | Assumption::Depth { .. }
        | Assumption::Number { .. }
        | Assumption::AnswerCount { .. } => true,
        Assumption::Answers { .. }
        | Assumption::FreshProcess { .. }
        | Assumption::Solver { .. }
        | Assumption::Toolchain { .. } => false,
    });
    if put.contract.is_empty() || is_bounded || !report.exhausted {
        return None;
    }
    let vacuous = reasons.iter().position(is_certain)?;
    let location = reasons.remove(vacuous).location;
    let function = put.contract.clone();
    Some(Failure {
        kind: FailureKind::Unsatisfiable,
        paths: 0,
        message: format!("nothing satisfies what `{function}` requires"),
        contract: Some(BrokenContract {
            party: Party::Contract,
            clause_kind: ClauseKind::Requires,
            function,
            clause: String::new(),
            conjunct: String::new(),
            values: String::new(),
            written: location.clone(),
            called: String::new(),
        }),
        location,
        arguments: String::new(),
        calls: Vec::new(),
        case: String::new(),
        stack: Vec::new(),
    })
}

/// What the engine says where something longer than the bounds allow is needed.
const BEYOND: &str = "no input within the bounds satisfies the assumptions; ";

fn is_certain(reason: &Reason) -> bool {
    reason.kind == ReasonKind::Vacuous && reason.detail.starts_with("no input satisfies")
}

/// In the test of a contract, all that is assumed is the contract.
pub(super) fn explain_vacuous(put: &PutDescription, reasons: &mut [Reason]) {
    if put.contract.is_empty() {
        return;
    }
    // Of fakes whose answers satisfy nothing, the reason says so itself.
    let is_of_test =
        |reason: &&mut Reason| reason.kind == ReasonKind::Vacuous && reason.detail.starts_with("no input ");
    for reason in reasons.iter_mut().filter(is_of_test) {
        let function = &put.contract;
        if let Some((_, longer)) = reason.detail.split_once(BEYOND) {
            reason.detail =
                format!("within the bounds, nothing satisfies what `{function}` requires; {longer}");
            continue;
        }
        reason.detail = match is_certain(reason) {
            true => format!("within the bounds, nothing satisfies what `{function}` requires"),
            false => format!("nothing was found that satisfies what `{function}` requires"),
        };
        reason.remedies = forall_report::Remedy::WeakenContract.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::Remedy;

    #[test]
    fn the_message_tells_whose_fault_it_is() {
        let message = "`Stack::pop` is called although it requires `a && b == 1`, of which this is false: \
            `b == 1`: b = 2 (written at src/lib.rs:3, called at src/lib.rs:9)";
        let expected = BrokenContract {
            party: Party::Caller,
            clause_kind: ClauseKind::Requires,
            function: "Stack::pop".into(),
            clause: "a && b == 1".into(),
            conjunct: "b == 1".into(),
            values: "b = 2".into(),
            written: "src/lib.rs:3".into(),
            called: "src/lib.rs:9".into(),
        };
        assert_eq!(broken(message), Some(expected));
        let party = |words: &str| {
            broken(&format!("`f` {words} `a` (written at src/lib.rs:3)")).map(|it| (it.party, it.clause_kind))
        };
        assert_eq!(party("does not do what it ensures,"), Some((Party::Callee, ClauseKind::Ensures)));
        assert_eq!(party("breaks the invariant"), Some((Party::Callee, ClauseKind::Invariant)));
        let of_trait = "does not do what its trait ensures,";
        assert_eq!(party(of_trait), Some((Party::Callee, ClauseKind::EnsuresOfTrait)));
        let stricter = "refuses what its trait accepts: it requires";
        assert_eq!(party(stricter), Some((Party::Callee, ClauseKind::Requires)));
        let constraint = "does what no method may do, against";
        assert_eq!(party(constraint), Some((Party::Callee, ClauseKind::Constraint)));
        let decreases = "calls itself although this does not decrease:";
        assert_eq!(party(decreases), Some((Party::Callee, ClauseKind::Decreases)));
        let of_loop = "breaks the invariant of its loop,";
        assert_eq!(party(of_loop), Some((Party::Callee, ClauseKind::LoopInvariant)));
        assert_eq!(
            party("is called on what breaks the invariant"),
            Some((Party::Object, ClauseKind::Invariant))
        );
        assert_eq!(party("does not panic as it must where"), Some((Party::Callee, ClauseKind::Panics)));
        assert_eq!(party("changes more than it may,"), Some((Party::Callee, ClauseKind::Modifies)));
        assert_eq!(party("has a contract that panics, in"), Some((Party::Contract, ClauseKind::Any)));
        assert_eq!(party("panics, in"), None);
    }

    #[test]
    fn what_certainly_nothing_satisfies_is_a_failure_of_the_contract() {
        let failure = |contract: &str, detail: &str, bounds: &[Assumption], exhausted: bool| {
            let report = Report { exhausted, assumptions: bounds.to_vec(), ..Report::of_nothing() };
            let mut reasons = vec![Reason {
                kind: ReasonKind::Vacuous,
                location: "src/lib.rs:3".into(),
                detail: detail.into(),
                remedies: Remedy::WeakenAssumptions.into(),
            }];
            let put = PutDescription { contract: contract.into(), ..PutDescription::default() };
            let failure = unsatisfiable(&put, &report, &mut reasons);
            assert_eq!(failure.is_some(), reasons.is_empty());
            failure
        };
        let certain = "no input satisfies the assumptions";
        let found = failure("f", certain, &[], true).unwrap();
        assert_eq!((found.kind, found.location.as_str()), (FailureKind::Unsatisfiable, "src/lib.rs:3"));
        assert_eq!(found.contract.map(|contract| contract.party), Some(Party::Contract));
        let bound = Assumption::Length { of: "v.len()".into(), at_most: 8 };
        assert_eq!(failure("f", certain, &[bound], true), None, "a longer one may satisfy it");
        assert_eq!(failure("f", certain, &[], false), None);
        assert_eq!(failure("f", "no input that satisfies the assumptions was found", &[], true), None);
        assert_eq!(failure("", certain, &[], true), None, "an assumption of the user's");
    }

    #[test]
    fn only_of_contracts_it_is_said_that_nothing_satisfies_them() {
        let explained = |contract: &str, detail: &str| {
            let mut reasons = [Reason {
                kind: ReasonKind::Vacuous,
                location: String::new(),
                detail: detail.into(),
                remedies: Remedy::WeakenAssumptions.into(),
            }];
            let put = PutDescription { contract: contract.into(), ..PutDescription::default() };
            explain_vacuous(&put, &mut reasons);
            reasons[0].detail.clone()
        };
        let [certain, uncertain, of_fake] = [
            "no input satisfies the assumptions",
            "no input that satisfies the assumptions was found",
            "no answer of `FakeClock::now` satisfies its `ensures`",
        ];
        assert_eq!(explained("", certain), certain);
        assert_eq!(explained("f", certain), "within the bounds, nothing satisfies what `f` requires");
        assert_eq!(
            explained("f", &format!("{BEYOND}one with b.len() = 33 does")),
            "within the bounds, nothing satisfies what `f` requires; one with b.len() = 33 does"
        );
        assert_eq!(explained("f", uncertain), "nothing was found that satisfies what `f` requires");
        assert_eq!(explained("f", of_fake), of_fake);
    }
}
