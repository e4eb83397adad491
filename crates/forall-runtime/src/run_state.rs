//! The state of the process that runs the explored program.
//!
//! The runner sets it up once. Each forked child finds it as it was before the first run, because only
//! children ever change it (but for the inputs, which the runner brings up to date).

use crate::arena::Arena;
use crate::check::Check;
use crate::decisions::Decisions;
use crate::ending::Report;
use crate::hashes::Hashes;
use crate::implied;
use crate::inputs::Inputs;
use crate::left_open::LeftOpen;
use crate::lock::Lock;
use crate::notes::Notes;
use crate::objects::Objects;
use crate::panics::Panics;
use crate::ranges::Comparison;
use crate::shadow::Shadow;
use crate::tables::Tables;
use crate::terms::{Recent, Terms};
use crate::threads::{Destructors, Threads};
use crate::windows::Window;
use forall_protocol::hooks::{Constant, TAG_COUNT};
use forall_protocol::manifest::{
    ANOTHER_THREAD, CAUGHT_PANIC, DRAWN_TWICE, LOST_DESTRUCTOR, Manifest, NOT_COUNTED, THREAD_ORDER,
    WAITING_THREAD, WRONG_TERM,
};
use forall_protocol::put::expected_texts;
use forall_protocol::shared::{Ending, MAX_OUTCOMES, NoteKind, Shared};
use forall_protocol::terms::{CONCRETE, TermId};
use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, Ordering};

pub struct RunState {
    pub shadow: Shadow,
    pub terms: Terms,
    pub recent: Recent,
    pub notes: Notes,
    pub report: Report,
    pub inputs: Inputs,
    pub drawing: Lock,
    pub arena: Arc<Arena>,
    pub hashes: Hashes,
    pub left_open: LeftOpen,
    pub objects: Objects,
    decisions: Decisions,
    tables: Tables,
    shared: Shared,
    /// By site.
    first_outcomes: Box<[u32]>,
    outcomes: u32,
    /// By site: is it in the package's own code?
    own: Box<[bool]>,
    /// Something that depends on the inputs was decided, or could not be followed, while muted.
    missed_decision: Cell<bool>,
    /// Between the beginning of a panic and its hook, in a test to which the message does not matter; or
    /// while the error is formatted that a test returned.
    pub muted: Cell<bool>,
    /// The test has ended, and the text of its panic is all that is still looked at. Unless there is an
    /// expected one, it does not matter.
    is_over: Cell<bool>,
    /// The text that a panic's message must contain for the test to hold: making the message is part of the path.
    pub expected_message: Cell<Option<&'static str>>,
    pub panics: Panics,
    /// The term of what the last hook yielded.
    pub result: Cell<TermId>,
    other_thread_noted: AtomicBool,
    pub threads: Threads,
    /// Of the test's own thread.
    pub destructors: Destructors,
    /// A panic on a thread that the test started.
    pub panicked_elsewhere: Cell<bool>,
    /// If this run checks its terms.
    pub check: Option<Check>,
}

static CURRENT: AtomicPtr<RunState> = AtomicPtr::new(std::ptr::null_mut());

thread_local! {
    /// This thread runs the test.
    static FOLLOWED: Cell<bool> = const { Cell::new(false) };
}

impl RunState {
    /// # Safety
    /// The tags are zero, and stay where they are.
    pub unsafe fn new(
        shared: Shared,
        report: Report,
        manifest: &Manifest,
        constants: &[Constant],
        tags: *const [AtomicU8; TAG_COUNT],
    ) -> io::Result<RunState> {
        let arena = Arc::new(Arena::new(report)?);
        Ok(RunState {
            // SAFETY: as the caller promises.
            shadow: unsafe { Shadow::new(Arc::clone(&arena), tags) },
            terms: Terms::new(shared, report),
            recent: Recent::new()?,
            notes: Notes::new(shared),
            report,
            inputs: Inputs::new(shared, report, Arc::clone(&arena))?,
            drawing: Lock::default(),
            decisions: Decisions::new(shared, report, Arc::clone(&arena)),
            hashes: Hashes::new(Arc::clone(&arena)),
            left_open: LeftOpen::new(shared, Arc::clone(&arena)),
            objects: Objects::new(Arc::clone(&arena)),
            arena,
            shared,
            first_outcomes: manifest.sites.iter().map(|site| site.first_outcome).collect(),
            tables: Tables::new(constants),
            outcomes: manifest.outcomes.min(MAX_OUTCOMES as u32),
            own: manifest.sites.iter().map(|site| site.own).collect(),
            missed_decision: Cell::new(false),
            muted: Cell::new(false),
            is_over: Cell::new(false),
            expected_message: Cell::new(None),
            panics: Panics::default(),
            result: Cell::new(CONCRETE),
            other_thread_noted: AtomicBool::new(false),
            threads: Threads::default(),
            destructors: Destructors::default(),
            panicked_elsewhere: Cell::new(false),
            check: Check::if_asked(shared)?,
        })
    }

    /// Between runs: learns what others did in the meantime, or that another exploration has begun.
    pub fn refresh(&mut self, epoch: u32) -> io::Result<()> {
        self.inputs.refresh()?;
        self.recent.refresh(epoch)
    }

    /// Makes this the state the hooks use, for good.
    pub fn install(self) -> *mut RunState {
        let state = Box::into_raw(Box::new(self));
        CURRENT.store(state, Ordering::Release);
        state
    }

    /// The state, for what any thread may do with it.
    ///
    /// # Safety
    /// A state is installed. On a thread that is not followed, only what is locked or atomic is used (the
    /// notes, the report, the coverage, the objects, the hashes), the shadow to ask or to clear, or the
    /// inputs while `drawing` is held. Threads that are followed take turns; what they alone make is terms,
    /// decisions and the rest.
    #[inline]
    pub unsafe fn any_thread() -> &'static RunState {
        // SAFETY: installed states are never freed.
        unsafe { &*CURRENT.load(Ordering::Relaxed) }
    }

    /// The state, on the thread that runs the test. Another thread is noted once and gets nothing: to it, all
    /// is concrete.
    ///
    /// # Safety
    /// A state is installed.
    #[inline]
    pub unsafe fn followed() -> Option<&'static RunState> {
        // SAFETY: a state is installed; a thread that is not followed only makes a note.
        let state = unsafe { RunState::any_thread() };
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

    /// The thread of the test has ended.
    pub fn end_thread(&self) {
        self.is_over.set(self.expected_message.get().is_none());
    }

    /// The decisions, to add one; nothing that happens while muted, or when the test is over, is part of the path.
    pub fn decisions(&self) -> Option<&Decisions> {
        if self.is_over.get() {
            return None;
        }
        if self.muted.get() {
            self.missed_decision.set(true);
            return None;
        }
        Some(&self.decisions)
    }

    /// The test is over. What it went on with after catching a panic may depend on decisions that were missed
    /// while its message was made.
    pub fn note_missed_decisions(&self, ending: Ending) {
        let caught =
            self.panics.count() > u32::from(ending == Ending::Panicked) || self.panicked_elsewhere.get();
        // The forall crate mutes what formatting an error decides: such a test ends so.
        let hook_replaced = self.muted.get() && ending != Ending::Err;
        if hook_replaced || (caught && self.missed_decision.get()) {
            self.notes.add(NoteKind::Unsupported, self.report.current_place(), CAUGHT_PANIC);
        }
    }

    /// The term, unless the path leaves it only one value: then it is as good as concrete.
    #[inline]
    pub fn open(&self, term: TermId) -> TermId {
        if term == CONCRETE || implied::is_implied(&self.terms, &self.decisions, term) {
            CONCRETE
        } else {
            term
        }
    }

    /// Do the decisions so far leave this comparison no other way to come out than with this value?
    #[inline]
    pub fn follows(&self, comparison: &Comparison, value: u64) -> bool {
        !self.decisions.is_empty() && self.decisions.follows(comparison, comparison.holds(value))
    }

    /// Goes on with the concrete value of a term, if it is one.
    pub fn fix(&self, site: u32, term: TermId, width: u32, value: u64) {
        self.computed(site, term, || value.into());
        let term = self.observe_place(site, self.open(term));
        if term != CONCRETE
            && self.settle(site, term, value.into())
            && let Some(decisions) = self.decisions()
        {
            decisions.fix(&self.terms, site, term, width, value.into());
        }
    }

    /// The places that a symbolic address may lead to, to read from.
    pub fn window_to_read(&self, address: TermId, concrete: usize, length: usize) -> Option<Window> {
        Window::to_read(&self.terms, &self.decisions, address, concrete as u64, length)
    }

    /// The same, to write to.
    pub fn window_to_write(&self, address: TermId, concrete: usize, length: usize) -> Option<Window> {
        Window::to_write(&self.terms, &self.decisions, address, concrete as u64, length)
    }

    /// The term of `length` bytes at a symbolic address inside a constant; all it costs is the decision that
    /// the address lies there.
    pub fn look_up(&self, site: u32, address: TermId, concrete: usize, length: usize) -> Option<TermId> {
        let lookup = self.tables.look_up(&self.terms, address, concrete, length)?;
        if self.settle(site, lookup.inside, 1)
            && let Some(decisions) = self.decisions()
        {
            decisions.decide(&self.terms, site, lookup.inside, true);
        }
        Some(lookup.value)
    }

    /// Are two addresses, or the end of one, in one constant or one block of the heap? Of others nothing is known.
    pub fn are_in_one_object(&self, left: u64, right: u64) -> bool {
        let (low, high) = (left.min(right), left.max(right));
        let in_constant =
            || self.tables.holding(low, 0).is_some_and(|constant| high <= constant.start + constant.length);
        let in_block = || self.objects.block_at(low as usize).is_some_and(|block| high as usize <= block.end);
        left == right || in_constant() || in_block()
    }

    /// Whether a message contains the expected text must be the same for all inputs of the path. It is when
    /// the text stands where nothing is symbolic; otherwise the path goes on with this very message.
    ///
    /// # Safety
    /// There are `length` bytes at `message`.
    pub unsafe fn decide_message(&self, message: *mut u8, length: usize) {
        let Some(expected) = self.expected_message.get() else { return };
        // SAFETY: promised by the caller.
        let bytes = unsafe { std::slice::from_raw_parts(message, length) };
        // SAFETY: each byte lies in the message.
        let term = |index: usize| unsafe {
            self.shadow.load(&self.terms, message.wrapping_add(index).expose_provenance(), 8)
        };
        let is_certain = |text: &str| {
            let mut places = (0..=length.saturating_sub(text.len()))
                .filter(|&start| bytes[start..].starts_with(text.as_bytes()));
            places.any(|start| (start..start + text.len()).all(|index| term(index) == CONCRETE))
        };
        if expected_texts(expected).any(is_certain) {
            return;
        }
        for (index, byte) in bytes.iter().enumerate() {
            self.fix(self.report.current_place(), term(index), 8, u64::from(*byte));
        }
    }

    pub fn note(&self, kind: NoteKind, site: u32, what: u32) {
        if self.muted.get() {
            self.missed_decision.set(true);
            return;
        }
        self.notes.add(kind, self.own_place(site), what);
    }

    /// The site, or for one in a library the call in the package's own code that led there.
    fn own_place(&self, site: u32) -> u32 {
        let place = self.report.current_place();
        let is_own = |site: u32| self.own.get(site as usize).copied().unwrap_or(false);
        if !is_own(site) && is_own(place) { place } else { site }
    }

    /// The run has computed a value whose term it knows. Costs nothing unless the run checks its terms.
    #[inline]
    pub fn computed(&self, site: u32, term: TermId, value: impl FnOnce() -> u128) {
        if let Some(check) = &self.check
            && term != CONCRETE
        {
            let value = value();
            if !check.agrees(&self.terms, term, value)
                && (self.terms.open_marks(term) == 0 || !self.is_left_open(site, term))
            {
                self.contradicted(check, site, term, value);
            }
        }
    }

    /// A new term, unless it says nothing: it depends on no input, and nothing of it is open. Its value is
    /// worked out as long as those of its operands are at hand: later the way down could be long.
    #[inline]
    pub fn unless_idle(&self, term: TermId) -> TermId {
        if term != CONCRETE && self.terms.is_idle(term) {
            return CONCRETE;
        }
        if let Some(check) = &self.check
            && term != CONCRETE
        {
            check.value(&self.terms, term);
        }
        term
    }

    #[cold]
    fn contradicted(&self, check: &Check, site: u32, term: TermId, value: u128) {
        // Code that is not followed may have written over what the term was of.
        if self.notes.has(NoteKind::NotFollowed) {
            return;
        }
        let says = check.value(&self.terms, term);
        let record = self.terms.record(term);
        eprintln!(
            "term {term} {:?} {record:?} says {says:#x}, the run {value:#x} at site {site}",
            self.terms.op(term)
        );
        self.notes.add(NoteKind::Unsupported, self.own_place(site), WRONG_TERM);
    }

    /// A thread of the test waits for something: what it does from here on is not followed.
    pub fn note_waiting_thread(&self) {
        self.notes.add(NoteKind::NotFollowed, self.report.current_place(), WAITING_THREAD);
    }

    /// Values of the two parts that differ are never tried.
    pub fn note_drawn_twice(&self) {
        self.notes.add(NoteKind::Concretized, self.report.current_place(), DRAWN_TWICE);
    }

    /// When the test is over, a destructor of its thread does not run.
    pub fn note_lost_destructor(&self) {
        self.notes.add(NoteKind::NotFollowed, self.report.current_place(), LOST_DESTRUCTOR);
    }

    /// A thread of the test runs alone, to its end: only one of the possible orders.
    pub fn note_thread_order(&self) {
        self.notes.add(NoteKind::Concretized, self.report.current_place(), THREAD_ORDER);
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

/// What this thread does from here on is not followed.
pub fn follow_no_more() {
    FOLLOWED.set(false);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panics::Reported;
    use crate::testing::Memory;

    /// What was noted at the end of a test that caught a panic while this happened.
    fn noted(happens: impl FnOnce(&RunState)) -> Vec<u32> {
        let memory = Memory::new();
        let (shared, state) = (memory.shared(), memory.state());
        state.muted.set(true);
        happens(&state);
        state.muted.set(false);
        state.panics.add(Reported::new(b"caught", b"", [0; 2], 0));
        state.note_missed_decisions(Ending::Returned);
        // SAFETY: the header lies in the mapping and counts written records.
        let notes = unsafe { std::slice::from_raw_parts(shared.notes(), (*shared.header()).notes as usize) };
        notes.iter().map(|note| note.what).collect()
    }

    #[test]
    fn what_is_missed_while_a_panic_begins_is_noted_when_it_is_caught() {
        assert_eq!(noted(|_| {}), []);
        assert_eq!(noted(|state| assert!(state.decisions().is_none())), [CAUGHT_PANIC]);
        assert_eq!(noted(|state| state.note(NoteKind::NotFollowed, 0, 0)), [CAUGHT_PANIC]);
    }
}
