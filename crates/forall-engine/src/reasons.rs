//! Why nothing is proved, said so that the reader can do something about it.

use crate::bounds::Bounds;
use crate::executor::Note;
use forall_protocol::manifest::Manifest;
use forall_protocol::shared::{MAX_INPUTS, MAX_NAME_BYTES, NoteKind};
use forall_report::{Reason, ReasonKind, Remedies, Remedy, Setting};
use forall_solver::Unknown;
use std::collections::BTreeMap;
use std::time::Duration;

/// A loop or a recursion that went on until a bound bit.
pub struct Unrolled {
    pub location: String,
    /// Decisions at this place on one path.
    pub times: usize,
}

/// The reasons of one exploration, each once.
pub struct Reasons<'a> {
    manifest: &'a Manifest,
    /// By kind, place and subject.
    known: BTreeMap<(ReasonKind, String, String), Reason>,
}

impl<'a> Reasons<'a> {
    pub fn new(manifest: &'a Manifest) -> Reasons<'a> {
        Reasons { manifest, known: BTreeMap::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Is there something on which no term, or no answer, tells what other inputs do?
    pub fn leave_inputs_out(&self) -> bool {
        use ReasonKind::{Concretized, LeftOpen, NotFollowed, Solver, SolverTime, Unsupported};
        let kinds = [Concretized, LeftOpen, NotFollowed, Solver, SolverTime, Unsupported];
        self.known.keys().any(|(kind, ..)| kinds.contains(kind))
    }

    /// Adds the reasons of another part of the same exploration.
    pub fn merge(&mut self, other: Reasons<'a>) {
        for (key, reason) in other.known {
            self.known.entry(key).or_insert(reason);
        }
    }

    pub fn into_vec(self) -> Vec<Reason> {
        self.known.into_values().collect()
    }

    pub fn max_runs(&mut self, runs: u64, open: usize, unrolled: Option<Unrolled>) {
        let plural = if runs == 1 { "" } else { "s" };
        self.ended(ReasonKind::MaxRuns, format!("{runs} run{plural}"), open, unrolled, Setting::MaxRuns);
    }

    pub fn max_time(&mut self, time: Duration, open: usize, unrolled: Option<Unrolled>) {
        self.ended(ReasonKind::MaxTime, format!("{time:?}"), open, unrolled, Setting::MaxTime);
    }

    fn ended(
        &mut self,
        kind: ReasonKind,
        after: String,
        open: usize,
        unrolled: Option<Unrolled>,
        bound: Setting,
    ) {
        let raise = Remedy::Raise { setting: bound };
        let detail = format!("stopped after {after}, with {} still to try", sides(open));
        match unrolled {
            None => self.add(kind, String::new(), detail, raise),
            Some(Unrolled { location, times }) => {
                let detail = format!("{detail}, past up to {times} decisions here");
                self.add(kind, location, detail, [Remedy::BoundLoop, raise]);
            }
        }
    }

    pub fn max_search_memory(&mut self, bytes: u64, open: usize, unrolled: Option<Unrolled>) {
        let after = format!("its paths had taken {} MiB of memory", bytes >> 20);
        self.ended(ReasonKind::Memory, after, open, unrolled, Setting::MaxSearchMemory);
    }

    pub fn interrupted(&mut self, open: usize) {
        let detail = format!("interrupted, with {} still to try", sides(open));
        self.add(ReasonKind::Interrupted, String::new(), detail, Remedy::RunAgain);
    }

    pub fn interrupted_while_simplifying(&mut self) {
        let detail = "interrupted before all cases were made simple".to_owned();
        self.add(ReasonKind::Interrupted, String::new(), detail, Remedy::RunAgain);
    }

    /// `times` is how often the decision at `location` was made in one run.
    pub fn max_branches(&mut self, location: String, bound: u32, times: usize) {
        let detail = format!("a run was cut off after {bound} decisions, {times} of them here");
        let remedies = [Remedy::BoundLoop, Remedy::Raise { setting: Setting::MaxBranches }];
        // How often differs from run to run: the first one found stands for all at this place.
        self.add_about(ReasonKind::MaxBranches, location, "", detail, remedies.into());
    }

    /// The solver does not know whether `condition` can hold at `site`.
    pub fn solver(&mut self, site: u32, condition: &str, why: &Unknown, bounds: &Bounds) {
        let condition = shorten(condition);
        let (detail, remedies) = match why {
            Unknown::Work => (
                format!("no answer within {} million steps to: {condition}", bounds.solver_work),
                [Remedy::Raise { setting: Setting::SolverWork }, Remedy::TestArithmeticAlone].into(),
            ),
            Unknown::Timeout => (
                format!("no answer within {:?} to: {condition}", bounds.solver_time),
                Remedy::Raise { setting: Setting::SolverTime }.into(),
            ),
            Unknown::Internal => (
                format!("the solver contradicted itself on: {condition}"),
                Remedy::ReportContradiction.into(),
            ),
            Unknown::Memory => {
                (format!("no answer without more memory to: {condition}"), Remedy::TestArithmeticAlone.into())
            }
            Unknown::Cancelled => {
                (format!("interrupted while looking for an answer to: {condition}"), Remedy::RunAgain.into())
            }
            Unknown::Failed(how) => (
                format!("{how}; it was asked about: {condition}"),
                [Remedy::CheckSolver, Remedy::DoWithout { setting: Setting::Solver }].into(),
            ),
            Unknown::Contradicted(how) => (
                format!("two solvers disagree about: {condition}: {how}"),
                Remedy::ReportContradiction.into(),
            ),
        };
        // One place in a loop is asked about many times, each time about a longer condition.
        let subject = format!("{why:?}");
        let kind = if *why == Unknown::Timeout { ReasonKind::SolverTime } else { ReasonKind::Solver };
        self.add_about(kind, self.manifest.place(site), &subject, detail, remedies);
    }

    pub fn divergence(&mut self, location: String, detail: &str) {
        self.add(ReasonKind::Divergence, location, detail.to_owned(), Remedy::MakeRepeatable);
    }

    /// What was recorded of a run contradicts what the run did.
    pub fn contradiction(&mut self, site: u32, detail: &str) {
        let place = self.manifest.place(site);
        self.add(ReasonKind::Divergence, place, detail.to_owned(), Remedy::ReportContradiction);
    }

    /// `beyond`: lengths beyond the bounds with which an input does.
    pub fn vacuous(&mut self, location: String, certain: bool, beyond: &[(String, u128)]) {
        if let Some(longest) = beyond.iter().map(|(_, length)| *length).max() {
            let named: Vec<String> =
                beyond.iter().map(|(name, length)| format!("{name} = {length}")).collect();
            let detail = format!(
                "no input within the bounds satisfies the assumptions; one with {} does",
                named.join(", ")
            );
            let value = u64::try_from(longest).unwrap_or(u64::MAX);
            let remedy = Remedy::ExploreUpTo { setting: Setting::MaxLen, value };
            return self.add(ReasonKind::Vacuous, location, detail, remedy);
        }
        let detail = match certain {
            true => "no input satisfies the assumptions",
            false => "no input that satisfies the assumptions was found",
        };
        self.add(ReasonKind::Vacuous, location, detail.to_owned(), Remedy::WeakenAssumptions);
    }

    /// Nobody sees what comes after a call of this method of a fake.
    pub fn unsatisfied(&mut self, location: String, method: &str) {
        let detail = format!("no answer of {method} satisfies its `ensures`");
        self.add(ReasonKind::Vacuous, location, detail, Remedy::WeakenAssumptions);
    }

    pub fn no_room_for_run(&mut self, location: String) {
        let detail = "a run recorded more than there is room for".to_owned();
        self.add(ReasonKind::Memory, location, detail, smaller());
    }

    pub fn too_many_inputs(&mut self, location: String) {
        let names = MAX_NAME_BYTES >> 20;
        let detail = format!(
            "a run asked for more inputs, or inputs with longer names, than there is room for ({MAX_INPUTS}, {names} MiB)"
        );
        self.add(ReasonKind::Memory, location, detail, [Remedy::ShortenArrays, Remedy::RepeatElements]);
    }

    /// A run went on although it was denied memory: with more of it, it may do something else.
    pub fn max_memory(&mut self, location: String) {
        let detail = "a run was denied memory, and went on".to_owned();
        self.add(ReasonKind::MaxMemory, location, detail, Remedy::Raise { setting: Setting::MaxMemory });
    }

    pub fn refused(&mut self, location: String, what: &str) {
        let detail = format!("refused: it tried to {what}");
        let remedies = [Remedy::Fake, Remedy::Allow { setting: Setting::Unconfined }];
        self.add(ReasonKind::Refused, location, detail, remedies);
    }

    pub fn no_room_for_paths(&mut self) {
        let detail = "the paths found so far leave no room for more".to_owned();
        self.add(ReasonKind::Memory, String::new(), detail, smaller());
    }

    pub fn note(&mut self, note: &Note) {
        let what = self.manifest.text(note.what).to_owned();
        let location = self.manifest.place(note.site);
        let (kind, detail, remedies): (_, _, Remedies) = match note.kind {
            NoteKind::NotFollowed => (
                ReasonKind::NotFollowed,
                format!("call not followed: {what}"),
                Remedy::Wrap { function: what }.into(),
            ),
            NoteKind::Unsupported => (
                ReasonKind::Unsupported,
                format!("not supported with symbolic data: {what}"),
                Remedy::KeepInputsOut.into(),
            ),
            NoteKind::Concretized => (
                ReasonKind::Concretized,
                format!("only the value of this run was considered: {what}"),
                Remedy::IgnoreInputs.into(),
            ),
            NoteKind::Random => (
                ReasonKind::Random,
                format!("differs from run to run: {what}"),
                [Remedy::Sort, Remedy::UseOrderedCollections].into(),
            ),
            NoteKind::LeftOpen => (
                ReasonKind::LeftOpen,
                format!("left open by the compiler: {what}"),
                [Remedy::CompareNumbers, Remedy::RuleInputsOut].into(),
            ),
            NoteKind::Address => (
                ReasonKind::Address,
                format!("depends on where things lie in memory: {what}"),
                Remedy::AvoidAddresses { printed: false }.into(),
            ),
            NoteKind::TooMany => (
                ReasonKind::Memory,
                "a run did more that is not followed than can be listed".to_owned(),
                Remedy::SeeOtherReasons.into(),
            ),
        };
        self.add(kind, location, detail, remedies);
    }

    fn add(&mut self, kind: ReasonKind, location: String, detail: String, remedies: impl Into<Remedies>) {
        let subject = detail.clone();
        self.add_about(kind, location, &subject, detail, remedies.into());
    }

    fn add_about(
        &mut self,
        kind: ReasonKind,
        location: String,
        subject: &str,
        detail: String,
        remedies: Remedies,
    ) {
        let reason = Reason { kind, location: location.clone(), detail, remedies };
        self.known.entry((kind, location, subject.to_owned())).or_insert(reason);
    }
}

/// Of a run, or of paths, for which there is no room.
fn smaller() -> [Remedy; 2] {
    [Remedy::Lower { setting: Setting::MaxBranches }, Remedy::TestSmallerUnit]
}

fn sides(open: usize) -> String {
    match open {
        1 => "1 side of a branch".into(),
        n => format!("{n} sides of branches"),
    }
}

/// Conditions can be of any length; a person reads the beginning.
fn shorten(condition: &str) -> String {
    const LONGEST: usize = 160;
    match condition.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &condition[..end]),
        None => condition.to_owned(),
    }
}
