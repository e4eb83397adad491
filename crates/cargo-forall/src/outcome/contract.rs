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
    for reason in reasons.iter_mut().filter(|reason| reason.kind == ReasonKind::Vacuous) {
        let function = &put.contract;
        reason.detail = match reason.detail.starts_with("no input satisfies") {
            true => format!("nothing satisfies what `{function}` requires"),
            false => format!("nothing was found that satisfies what `{function}` requires"),
        };
        reason.remedies = forall_report::Remedy::WeakenContract.into();
    }
}
