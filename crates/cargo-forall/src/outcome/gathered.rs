//! What keeps a test from being proved, by the exploration and by the plain build.
//!
//! See docs/decisions/exit-6-is-an-internal-contradiction.md.

use super::reason;
use super::replayed::{Confirmation, Replayed, state};
use super::written::{place_of, subject};
use forall_engine::Report;
use forall_protocol::manifest::UNKNOWN_PLACE;
use forall_protocol::put::PutDescription;
use forall_report::{Reason, ReasonKind};

/// What keeps a test from being proved, by the exploration and by the plain build.
pub(super) struct Gathered {
    pub reasons: Vec<Reason>,
    /// What others leave behind that makes a difference.
    pub state: Vec<String>,
    pub interrupted: bool,
    /// forall contradicts itself.
    pub internal_error: bool,
}

/// What the reasons of the exploration say of a case that the plain build contradicts.
struct Explained {
    /// It may do something else each time.
    differs: bool,
    /// What it asks for outside of Rust code may be answered otherwise.
    asks_outside: bool,
    has_threads: bool,
}

impl Explained {
    fn by(reasons: &[Reason]) -> Explained {
        let differing = [ReasonKind::Random, ReasonKind::LeftOpen, ReasonKind::Address];
        Explained {
            differs: reasons.iter().any(|reason| differing.contains(&reason.kind)),
            asks_outside: reasons.iter().any(|reason| reason.kind == ReasonKind::NotFollowed),
            has_threads: reasons.iter().any(reason::is_about_threads),
        }
    }
}

impl Gathered {
    pub(super) fn of(put: &PutDescription, report: &Report, replayed: &[Replayed]) -> Gathered {
        let mut reasons: Vec<Reason> = report.reasons.clone();
        for reason in reasons.iter_mut().filter(|reason| reason.location == UNKNOWN_PLACE) {
            reason.location = place_of(put);
        }
        let explained = Explained::by(&reasons);
        let interrupted = reasons.iter().any(|reason| reason.kind == ReasonKind::Interrupted);
        let state = state(replayed);
        let mut gathered = Gathered { reasons, state, interrupted, internal_error: false };
        for case in replayed {
            gathered.add(put, case, &explained);
        }
        if replayed.iter().any(|case| case.confirmation == Confirmation::Chance) {
            gathered.reasons.push(reason::chance(place_of(put)));
        }
        if replayed.iter().any(Replayed::ends_otherwise_after_others) {
            gathered.reasons.push(reason::state(place_of(put), &gathered.state));
        }
        gathered
    }

    /// Adds what the plain build says of a case.
    fn add(&mut self, put: &PutDescription, case: &Replayed, explained: &Explained) {
        let place = place_of(put);
        let arguments = || subject(put, case);
        let reason = match &case.confirmation {
            Confirmation::Confirmed | Confirmation::DiesPlainly { .. } | Confirmation::Chance => return,
            Confirmation::Unknown if self.interrupted => return,
            Confirmation::Unknown => {
                self.interrupted = true;
                reason::interrupted()
            }
            Confirmation::OutOfMemory => reason::may_suffice(place, &arguments()),
            Confirmation::Elsewhere { on } => reason::elsewhere(place, &arguments(), on),
            Confirmation::OnlySlow => reason::only_slow(place, &arguments()),
            Confirmation::EnoughMemory => reason::enough_memory(place, &arguments()),
            Confirmation::Refused => reason::refused(place, &arguments()),
            // One is enough to look for it.
            Confirmation::Undefined { .. }
                if self.reasons.iter().any(|known| known.kind == ReasonKind::Undefined) =>
            {
                return;
            }
            Confirmation::Undefined { place, instead } => {
                reason::undefined(place.clone(), &arguments(), instead)
            }
            // No wonder, and the reasons say so already.
            Confirmation::Addressed { .. } | Confirmation::Contradicted(_) if explained.differs => return,
            Confirmation::Addressed { instead, .. } | Confirmation::Contradicted(instead)
                if explained.asks_outside =>
            {
                reason::answered_otherwise(place, &arguments(), instead)
            }
            Confirmation::Addressed { instead, .. } | Confirmation::Contradicted(instead)
                if explained.has_threads =>
            {
                reason::other_order(place, &arguments(), instead)
            }
            Confirmation::Addressed { place: panic, instead } => {
                let place = if panic.is_empty() { place } else { panic.clone() };
                reason::addressed(place, &arguments(), instead)
            }
            Confirmation::Contradicted(instead) => {
                self.internal_error = true;
                reason::not_reproduced(place, &arguments(), instead)
            }
        };
        self.reasons.push(reason);
    }
}
