//! The state of the process that runs the explored program.
//!
//! The runner sets it up once. Each forked child finds it as it was before the first run, because only children ever change it
//! (but for the inputs, which the runner brings up to date).

use crate::decisions::Decisions;
use crate::ending::Report;
use crate::inputs::Inputs;
use crate::lock::Lock;
use crate::notes::Notes;
use crate::shadow::Shadow;
use crate::terms::Terms;
use forall_protocol::manifest::{Manifest, NOT_COUNTED};
use forall_protocol::shared::{MAX_OUTCOMES, NoteKind, Shared};
use forall_protocol::terms::{CONCRETE, TermId};
use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

pub struct State {
    pub shadow: Shadow,
    pub terms: Terms,
    pub notes: Notes,
    pub report: Report,
    pub inputs: Inputs,
    pub drawing: Lock,
    decisions: Decisions,
    shared: Shared,
    /// By site.
    first_outcomes: Box<[u32]>,
    outcomes: u32,
    /// Between the beginning of a panic and its hook.
    pub muted: Cell<bool>,
    /// A panic was reported in this run.
    pub panicked: Cell<bool>,
    /// The term of what the last hook yielded.
    pub result: Cell<TermId>,
    other_thread_noted: AtomicBool,
}

/// `what` of a note on another thread; no text of the manifest has this index.
const ANOTHER_THREAD: u32 = u32::MAX;

static CURRENT: AtomicPtr<State> = AtomicPtr::new(std::ptr::null_mut());

thread_local! {
    /// This thread runs the test.
    static FOLLOWED: Cell<bool> = const { Cell::new(false) };
}

impl State {
    pub fn new(shared: Shared, report: Report, manifest: &Manifest) -> io::Result<State> {
        Ok(State {
            shadow: Shadow::new(report)?,
            terms: Terms::new(shared, report),
            notes: Notes::new(shared),
            report,
            inputs: Inputs::new(shared, report)?,
            drawing: Lock::default(),
            decisions: Decisions::new(shared, report)?,
            shared,
            first_outcomes: manifest.sites.iter().map(|site| site.first_outcome).collect(),
            outcomes: manifest.outcomes.min(MAX_OUTCOMES as u32),
            muted: Cell::new(false),
            panicked: Cell::new(false),
            result: Cell::new(CONCRETE),
            other_thread_noted: AtomicBool::new(false),
        })
    }

    /// Makes this the state the hooks use, for good.
    pub fn install(self) -> *mut State {
        let state = Box::into_raw(Box::new(self));
        CURRENT.store(state, Ordering::Release);
        state
    }

    /// The state, for what any thread may do with it.
    ///
    /// # Safety
    /// A state is installed. On a thread that is not followed, only the shadow (to ask or to clear), the notes, the report and the
    /// coverage are used, or the inputs while `drawing` is held.
    #[inline]
    pub unsafe fn any_thread() -> &'static State {
        // SAFETY: installed states are never freed.
        unsafe { &*CURRENT.load(Ordering::Relaxed) }
    }

    /// The state, on the thread that runs the test. Another thread is noted once and gets nothing: to it, all is concrete.
    ///
    /// # Safety
    /// A state is installed.
    #[inline]
    pub unsafe fn followed() -> Option<&'static State> {
        // SAFETY: a state is installed; a thread that is not followed only makes a note.
        let state = unsafe { State::any_thread() };
        if is_followed() {
            return Some(state);
        }
        state.note_other_thread();
        None
    }

    /// Records that a site's outcome was seen.
    #[inline]
    pub fn cover(&self, site: u32, outcome: u32) {
        let Some(&first) = self.first_outcomes.get(site as usize) else { return };
        if first != NOT_COUNTED && first.saturating_add(outcome) < self.outcomes {
            // SAFETY: `outcomes` is at most the length of the map. Threads only ever write the same value.
            unsafe { self.shared.coverage().add((first + outcome) as usize).write_volatile(1) };
        }
    }

    /// The decisions, unless nothing that happens now is part of the path.
    pub fn decisions(&self) -> Option<&Decisions> {
        (!self.muted.get()).then_some(&self.decisions)
    }

    /// Goes on with the concrete value of a term, if it is one.
    pub fn fix(&self, site: u32, term: TermId, width: u32, value: u64) {
        if term != CONCRETE
            && let Some(decisions) = self.decisions()
        {
            decisions.fix(&self.terms, site, term, width, value.into());
        }
    }

    pub fn note(&self, kind: NoteKind, site: u32, what: u32) {
        if !self.muted.get() {
            self.notes.add(kind, site, what);
        }
    }

    #[cold]
    fn note_other_thread(&self) {
        if !self.other_thread_noted.swap(true, Ordering::Relaxed) {
            self.notes.add(NoteKind::NotFollowed, self.report.current_place(), ANOTHER_THREAD);
        }
    }
}

/// Does this thread run the test?
#[inline]
pub fn is_followed() -> bool {
    FOLLOWED.get()
}

/// From here on, this thread runs the test.
pub fn follow_this_thread() {
    FOLLOWED.set(true);
}
