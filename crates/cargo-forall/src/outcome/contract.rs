//! What is said of contracts.

use forall_protocol::contract::{Rule, Violation};
use forall_protocol::put::PutDescription;
use forall_report::{BrokenContract, ClauseKind, Party, Reason, ReasonKind};

/// The contract that a message says is broken.
pub(super) fn broken(message: &str) -> Option<BrokenContract> {
    let Violation { rule, function, clause, conjunct, values, written, called } = Violation::read(message)?;
    let (party, clause_kind) = match rule {
        Rule::Requires => (Party::Caller, ClauseKind::Requires),
        Rule::Ensures => (Party::Callee, ClauseKind::Ensures),
        Rule::Invariant => (Party::Callee, ClauseKind::Invariant),
        Rule::InvariantBefore => (Party::Object, ClauseKind::Invariant),
        Rule::Panics => (Party::Callee, ClauseKind::Panics),
        Rule::Condition => (Party::Contract, ClauseKind::Any),
    };
    Some(BrokenContract { party, clause_kind, function, clause, conjunct, values, written, called })
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
        reason.detail = match reason.detail.starts_with("no input satisfies") {
            true => format!("nothing satisfies what `{function}` requires"),
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
        assert_eq!(
            party("is called on what breaks the invariant"),
            Some((Party::Object, ClauseKind::Invariant))
        );
        assert_eq!(party("does not panic as it must where"), Some((Party::Callee, ClauseKind::Panics)));
        assert_eq!(party("has a contract that panics, in"), Some((Party::Contract, ClauseKind::Any)));
        assert_eq!(party("panics, in"), None);
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
        assert_eq!(explained("f", certain), "nothing satisfies what `f` requires");
        assert_eq!(explained("f", uncertain), "nothing was found that satisfies what `f` requires");
        assert_eq!(explained("f", of_fake), of_fake);
    }
}
