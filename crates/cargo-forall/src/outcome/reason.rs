//! Why a test is not proved: the reasons that only the plain build shows.

use forall_protocol::manifest::{Manifest, THREAD_ORDER};
use forall_report::{Reason, ReasonKind, Remedy, Setting};

pub(super) fn interrupted() -> Reason {
    Reason {
        kind: ReasonKind::Interrupted,
        location: String::new(),
        detail: "interrupted".into(),
        remedies: Remedy::RunAgain.into(),
    }
}

pub(super) fn no_inputs(location: String, missing: &[String]) -> Reason {
    Reason {
        kind: ReasonKind::NoInputs,
        location,
        detail: format!("not explored, there is nothing to call it with: {}", missing.join(", ")),
        remedies: Remedy::MakeInput.into(),
    }
}

pub(super) fn only_slow(location: String, arguments: &str) -> Reason {
    Reason {
        kind: ReasonKind::MaxTime,
        location,
        detail: format!("{arguments}: too slow under exploration, though it ends in the plain build"),
        remedies: [Remedy::DoLess, Remedy::BoundInputs].into(),
    }
}

pub(super) fn enough_memory(location: String, arguments: &str) -> Reason {
    Reason {
        kind: ReasonKind::MaxMemory,
        location,
        detail: format!("{arguments}: out of memory under exploration, though not in the plain build"),
        remedies: Remedy::Raise { setting: Setting::MaxMemory }.into(),
    }
}

pub(super) fn refused(location: String, arguments: &str) -> Reason {
    Reason {
        kind: ReasonKind::Refused,
        location,
        detail: format!("{arguments}: the plain build tried to do what is refused to explored code"),
        remedies: [Remedy::Fake, Remedy::Allow { setting: Setting::Unconfined }].into(),
    }
}

pub(super) fn addressed(location: String, arguments: &str, instead: &str) -> Reason {
    Reason {
        kind: ReasonKind::Divergence,
        location,
        detail: format!("{arguments}: what happens depends on where things lie in memory: {instead}"),
        remedies: Remedy::AvoidAddresses { printed: true }.into(),
    }
}

pub(super) fn may_suffice(location: String, arguments: &str) -> Reason {
    Reason {
        kind: ReasonKind::NotWritten,
        location,
        detail: format!(
            "{arguments}: no case is written of what fails for lack of memory: with more of it, it may pass"
        ),
        remedies: [Remedy::AllocateLess, Remedy::RaiseToSee { setting: Setting::MaxMemory }].into(),
    }
}

pub(super) fn chance(location: String) -> Reason {
    Reason {
        kind: ReasonKind::Random,
        location,
        detail: "by chance: on the same input, the plain build does now this, now that".into(),
        remedies: Remedy::PassRandomness.into(),
    }
}

pub(super) fn answered_otherwise(location: String, arguments: &str, instead: &str) -> Reason {
    Reason {
        kind: ReasonKind::Process,
        location,
        detail: format!("{arguments}: {instead}: it depends on the process it runs in"),
        remedies: Remedy::PassWhatItDependsOn.into(),
    }
}

pub(super) fn elsewhere(location: String, arguments: &str, on: &str) -> Reason {
    Reason {
        kind: ReasonKind::Process,
        location,
        detail: format!("{arguments}: how it ends depends on {on}, which is no input"),
        remedies: Remedy::PassSurroundings.into(),
    }
}

pub(super) fn state(location: String, state: &[String]) -> Reason {
    Reason {
        kind: ReasonKind::State,
        location,
        detail: format!(
            "what other tests leave in {} makes it end otherwise than in a fresh process",
            state.join(", ")
        ),
        remedies: Remedy::SetState.into(),
    }
}

pub(super) fn other_order(location: String, arguments: &str, instead: &str) -> Reason {
    Reason {
        kind: ReasonKind::Process,
        location,
        detail: format!("{arguments}: {instead}: it depends on the order in which threads take their steps"),
        remedies: [Remedy::OrderThreads, Remedy::TestThreadsAlone].into(),
    }
}

pub(super) fn undefined(location: String, arguments: &str, instead: &str) -> Reason {
    Reason {
        kind: ReasonKind::Undefined,
        location,
        detail: format!(
            "{arguments}: {instead}: the `unsafe` code here, or some that it calls, may read or write where it must not"
        ),
        remedies: Remedy::CheckPointers.into(),
    }
}

/// Does it say that only one order of the steps of threads was tried?
pub(super) fn is_about_threads(reason: &Reason) -> bool {
    reason.kind == ReasonKind::Concretized && reason.detail.ends_with(Manifest::default().text(THREAD_ORDER))
}

pub(super) fn not_reproduced(location: String, arguments: &str, instead: &str) -> Reason {
    Reason {
        kind: ReasonKind::NotReproduced,
        location,
        detail: format!("internal error: {arguments} does not reproduce: {instead}"),
        remedies: Remedy::IsolateOrReport.into(),
    }
}

/// The exploration could not go on.
pub(super) fn broken(location: String, error: &str) -> Reason {
    Reason {
        kind: ReasonKind::InternalError,
        location,
        detail: format!("internal error: {}", forall_testgen::one_line(error)),
        remedies: Remedy::ReportBreakdown.into(),
    }
}
