//! Why a test is not proved.
//!
//! See docs/decisions/exit-6-is-an-internal-contradiction.md.

use super::replayed::{Confirmation, Replayed, state};
use super::written::{place_of, subject};
use forall_engine::{ReasonKind, Report};
use forall_protocol::manifest::{Manifest, THREAD_ORDER, UNKNOWN_PLACE};
use forall_protocol::put::PutDescription;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub kind: Kind,
    pub location: String,
    pub detail: String,
    pub help: String,
}

/// Why a test is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Engine(ReasonKind),
    /// The plain build behaves otherwise than the exploration saw.
    NotReproduced,
    /// What happens depends on what earlier tests leave behind in the process.
    State,
    /// A failure is there, but no case can show it.
    NotWritten,
    /// What happens depends on the process in which it happens, or on the machine.
    Elsewhere,
    /// What happens is undefined: code that is not safe does what it must not do.
    Undefined,
    /// The explored program could not be run any more.
    Target,
}

impl Reason {
    pub(super) fn of_engine(reason: &forall_engine::Reason) -> Reason {
        let forall_engine::Reason { kind, location, detail, help } = reason.clone();
        Reason { kind: Kind::Engine(kind), location, detail, help }
    }

    pub(super) fn interrupted() -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Interrupted),
            location: String::new(),
            detail: "interrupted".into(),
            help: "run it again to the end".into(),
        }
    }

    pub(super) fn only_slow(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::MaxTime),
            location,
            detail: format!("{arguments}: too slow under exploration, though it ends in the plain build"),
            help: "make the test do less, or bound its inputs with assume!".into(),
        }
    }

    pub(super) fn enough_memory(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::MaxMemory),
            location,
            detail: format!("{arguments}: out of memory under exploration, though not in the plain build"),
            help: "raise --max-memory".into(),
        }
    }

    pub(super) fn refused(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Refused),
            location,
            detail: format!("{arguments}: the plain build tried to do what is refused to explored code"),
            help: "replace this by a fake the test controls, or let it do so with --unconfined".into(),
        }
    }

    pub(super) fn addressed(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Divergence),
            location,
            detail: format!("{arguments}: what happens depends on where things lie in memory: {instead}"),
            help: "let nothing depend on addresses, be it as numbers, printed or hashed".into(),
        }
    }

    pub(super) fn may_suffice(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::NotWritten,
            location,
            detail: format!(
                "{arguments}: no case is written of what fails for lack of memory: with more of it, it may pass"
            ),
            help: "bound what is asked for, or raise --max-memory to see what comes then".into(),
        }
    }

    pub(super) fn chance(location: String) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Random),
            location,
            detail: "by chance: on the same input, the plain build does now this, now that".into(),
            help: "let the test be given what is random, as a parameter or a fixed seed".into(),
        }
    }

    pub(super) fn answered_otherwise(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::Elsewhere,
            location,
            detail: format!("{arguments}: {instead}: it depends on the process it runs in"),
            help: "let the test be given what it depends on, as a parameter".into(),
        }
    }

    pub(super) fn elsewhere(location: String, arguments: &str, on: &str) -> Reason {
        Reason {
            kind: Kind::Elsewhere,
            location,
            detail: format!("{arguments}: how it ends depends on {on}, which is no input"),
            help:
                "let the test be given what it depends on; no case is written that holds in one process only"
                    .into(),
        }
    }

    pub(super) fn state(location: String, state: &[String]) -> Reason {
        Reason {
            kind: Kind::State,
            location,
            detail: format!(
                "what other tests leave in {} makes it end otherwise than in a fresh process",
                state.join(", ")
            ),
            help: "let the test set what it depends on; no case is written that is true in one order only"
                .into(),
        }
    }

    pub(super) fn other_order(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::Elsewhere,
            location,
            detail: format!(
                "{arguments}: {instead}: it depends on the order in which threads take their steps"
            ),
            help: "let the threads agree on an order, or test what each of them does by itself".into(),
        }
    }

    pub(super) fn undefined(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::Undefined,
            location,
            detail: format!("{arguments}: {instead}: the `unsafe` code here, or some that it calls, may read or write where it must not"),
            help: "see that pointers and indices stay within their objects; `cargo miri test` tells where they do not"
                .into(),
        }
    }

    /// Does it say that only one order of the steps of threads was tried?
    pub(super) fn is_about_threads(&self) -> bool {
        self.kind == Kind::Engine(ReasonKind::Concretized)
            && self.detail.ends_with(Manifest::default().text(THREAD_ORDER))
    }

    pub(super) fn not_reproduced(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::NotReproduced,
            location,
            detail: format!("internal error: {arguments} does not reproduce: {instead}"),
            help: "take time, randomness and state outside the test out of it; if there is none, please report this as a bug of forall"
                .into(),
        }
    }
}

/// What keeps a test from being proved, by the exploration and by the plain build.
pub(super) struct Gathered {
    pub reasons: Vec<Reason>,
    /// What others leave behind that makes a difference.
    pub state: Vec<String>,
    pub interrupted: bool,
    /// forall contradicts itself.
    pub internal_error: bool,
}

impl Gathered {
    pub(super) fn of(put: &PutDescription, report: &Report, replayed: &[Replayed]) -> Gathered {
        let mut reasons: Vec<Reason> = report.reasons.iter().map(Reason::of_engine).collect();
        for reason in reasons.iter_mut().filter(|reason| reason.location == UNKNOWN_PLACE) {
            reason.location = place_of(put);
        }
        let mut interrupted =
            reasons.iter().any(|reason| reason.kind == Kind::Engine(ReasonKind::Interrupted));
        let differing = [ReasonKind::Random, ReasonKind::LeftOpen, ReasonKind::Address].map(Kind::Engine);
        let differs = reasons.iter().any(|reason| differing.contains(&reason.kind));
        let asks_outside = reasons.iter().any(|reason| reason.kind == Kind::Engine(ReasonKind::NotFollowed));
        let has_threads = reasons.iter().any(Reason::is_about_threads);
        let (mut internal_error, mut chance) = (false, false);
        for case in replayed {
            let place = place_of(put);
            match &case.confirmation {
                Confirmation::Confirmed | Confirmation::DiesPlainly { .. } => {}
                Confirmation::OutOfMemory => reasons.push(Reason::may_suffice(place, &subject(put, case))),
                Confirmation::Chance => chance = true,
                Confirmation::Elsewhere { on } => {
                    reasons.push(Reason::elsewhere(place, &subject(put, case), on));
                }
                Confirmation::Unknown if interrupted => {}
                Confirmation::Unknown => {
                    interrupted = true;
                    reasons.push(Reason::interrupted());
                }
                Confirmation::OnlySlow => reasons.push(Reason::only_slow(place, &subject(put, case))),
                Confirmation::EnoughMemory => {
                    reasons.push(Reason::enough_memory(place, &subject(put, case)));
                }
                Confirmation::Refused => reasons.push(Reason::refused(place, &subject(put, case))),
                // No wonder, and the reasons say so already.
                Confirmation::Addressed { .. } | Confirmation::Contradicted(_) if differs => {}
                // What it asked for outside of Rust code was answered otherwise.
                Confirmation::Addressed { instead, .. } | Confirmation::Contradicted(instead)
                    if asks_outside =>
                {
                    reasons.push(Reason::answered_otherwise(place, &subject(put, case), instead));
                }
                Confirmation::Addressed { instead, .. } | Confirmation::Contradicted(instead)
                    if has_threads =>
                {
                    reasons.push(Reason::other_order(place, &subject(put, case), instead));
                }
                // One is enough to look for it.
                Confirmation::Undefined { .. }
                    if reasons.iter().any(|known| known.kind == Kind::Undefined) => {}
                Confirmation::Undefined { place, instead } => {
                    reasons.push(Reason::undefined(place.clone(), &subject(put, case), instead));
                }
                Confirmation::Addressed { place: panic, instead } => {
                    let place = if panic.is_empty() { place } else { panic.clone() };
                    reasons.push(Reason::addressed(place, &subject(put, case), instead));
                }
                Confirmation::Contradicted(instead) => {
                    internal_error = true;
                    reasons.push(Reason::not_reproduced(place, &subject(put, case), instead));
                }
            }
        }

        if chance {
            reasons.push(Reason::chance(place_of(put)));
        }
        let state = state(replayed);
        if replayed.iter().any(Replayed::ends_otherwise_after_others) {
            reasons.push(Reason::state(place_of(put), &state));
        }
        Gathered { reasons, state, interrupted, internal_error }
    }
}
