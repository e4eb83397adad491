//! A broken contract in the line.

use forall_report::{BrokenContract, ClauseKind, Party};

/// Whose fault it is, what does not hold, and the place that is not that of the failure. The other conjuncts are in the case.
pub fn broken(contract: &BrokenContract) -> String {
    let BrokenContract { party, clause_kind, function, clause, conjunct, values, written, called } = contract;
    let condition = if conjunct.is_empty() { clause } else { conjunct };
    let values = if values.is_empty() { String::new() } else { format!(": {values}") };
    let call = if called.is_empty() { String::new() } else { format!(", called at {called}") };
    match (party, clause_kind) {
        (Party::Caller, _) => {
            format!("the caller of `{function}` breaks what it requires at {written}, `{condition}`{values}")
        }
        (Party::Object, _) => {
            format!("`{function}` is called on what breaks the invariant at {written}, `{condition}`{values}")
        }
        (Party::Contract, ClauseKind::Requires) => format!("nothing satisfies what `{function}` requires"),
        (Party::Contract, _) => {
            format!("the contract of `{function}` panics, in `{condition}`{values}{call}")
        }
        (Party::Callee, ClauseKind::Invariant) => {
            format!("`{function}` breaks the invariant at {written}, `{condition}`{values}{call}")
        }
        (Party::Callee, ClauseKind::Requires) => {
            format!("`{function}` refuses what its trait accepts: it requires `{condition}`{values}{call}")
        }
        (Party::Callee, ClauseKind::EnsuresOfTrait) => {
            format!("`{function}` breaks what its trait ensures at {written}, `{condition}`{values}{call}")
        }
        (Party::Callee, ClauseKind::Constraint) => {
            format!(
                "`{function}` does what no method may do, against `{condition}` at {written}{values}{call}"
            )
        }
        (Party::Callee, ClauseKind::Decreases) => {
            format!("`{function}` calls itself although `{condition}` does not decrease{values}{call}")
        }
        (Party::Callee, ClauseKind::LoopInvariant) => {
            format!("`{function}` breaks the invariant of its loop, `{condition}`{values}")
        }
        (Party::Callee, ClauseKind::Panics) => {
            format!("`{function}` does not panic as it must where `{condition}`{values}{call}")
        }
        (Party::Callee, ClauseKind::Modifies) => {
            format!("`{function}` changes more than it may, `{condition}`{values}{call}")
        }
        (Party::Callee, _) => format!("`{function}` breaks what it ensures, `{condition}`{values}{call}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_party_at_fault_comes_first() {
        let contract = |party, clause_kind| BrokenContract {
            party,
            clause_kind,
            function: "Stack::pop".into(),
            clause: "a && b == 1".into(),
            conjunct: "b == 1".into(),
            values: "b = 2".into(),
            written: "src/lib.rs:3".into(),
            called: "src/lib.rs:9".into(),
        };
        assert_eq!(
            broken(&contract(Party::Caller, ClauseKind::Requires)),
            "the caller of `Stack::pop` breaks what it requires at src/lib.rs:3, `b == 1`: b = 2"
        );
        assert_eq!(
            broken(&contract(Party::Callee, ClauseKind::Ensures)),
            "`Stack::pop` breaks what it ensures, `b == 1`: b = 2, called at src/lib.rs:9"
        );
        assert_eq!(
            broken(&contract(Party::Callee, ClauseKind::Invariant)),
            "`Stack::pop` breaks the invariant at src/lib.rs:3, `b == 1`: b = 2, called at src/lib.rs:9"
        );
        assert_eq!(
            broken(&contract(Party::Callee, ClauseKind::Requires)),
            "`Stack::pop` refuses what its trait accepts: it requires `b == 1`: b = 2, called at src/lib.rs:9"
        );
        assert_eq!(
            broken(&contract(Party::Callee, ClauseKind::EnsuresOfTrait)),
            "`Stack::pop` breaks what its trait ensures at src/lib.rs:3, `b == 1`: b = 2, called at src/lib.rs:9"
        );
        assert_eq!(
            broken(&contract(Party::Callee, ClauseKind::Decreases)),
            "`Stack::pop` calls itself although `b == 1` does not decrease: b = 2, called at src/lib.rs:9"
        );
        assert_eq!(
            broken(&contract(Party::Callee, ClauseKind::LoopInvariant)),
            "`Stack::pop` breaks the invariant of its loop, `b == 1`: b = 2"
        );
        assert_eq!(
            broken(&contract(Party::Callee, ClauseKind::Constraint)),
            "`Stack::pop` does what no method may do, against `b == 1` at src/lib.rs:3: b = 2, called at src/lib.rs:9"
        );
    }
}
