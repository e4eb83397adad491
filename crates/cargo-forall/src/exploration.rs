//! The exploration of one test: search, replay, outcome.

use crate::announce;
use crate::args::{CaseFiles, Search};
use crate::boundaries;
use crate::bounds;
use crate::branches;
use crate::covered;
use crate::engine_run::EngineRun;
use crate::examples::Examples;
use crate::keep::Keeper;
use crate::outcome::{CaseHints, Confirmation, Replayed, TestOutcome};
use crate::provisional::Provisional;
use crate::selection::Put;
use crate::session::{RUN_TIME, Session};
use crate::solver;
use crate::state::{Damaged, Key, Keys, TestState};
use anyhow::Context;
use forall_engine::{Case, End, Options, Report};
use forall_protocol::value::Value;
use forall_report::{Event, ReasonKind, RemarkKind};
use forall_runtime::host::CHECK_TERMS_VARIABLE;
use forall_source::conditions::Arguments;
use forall_source::exports;
use signal_hook::consts::{SIGABRT, SIGBUS, SIGILL, SIGSEGV};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant, SystemTime};
use tracing::info_span;

pub struct Exploration<'a, 'w> {
    pub session: &'a Session<'w>,
    pub search: &'a Search,
    pub case_files: CaseFiles,
}

impl Exploration<'_, '_> {
    pub fn keeper<'a>(&'a self, put: &'a Put<'a>) -> anyhow::Result<Keeper<'a>> {
        let file = self.session.state_file(put).with_extension("before");
        Ok(Keeper {
            case_files: self.case_files,
            reconsiders: self.search.fresh,
            root: &self.session.workspace.root,
            status: self.session.status,
            put,
            replay: self.session.replay(put),
            provisional: Provisional { file, key: self.keys(put)?.test },
        })
    }

    pub fn explore(&self, put: &Put<'_>) -> TestOutcome {
        let _logged = info_span!("test", name = put.label).entered();
        let clock = Instant::now();
        // Whoever cannot be told now is told in the end.
        let _ = self.session.events.send(&Event::Started(put.test()));
        if !put.description.missing.is_empty() {
            return TestOutcome::without_inputs(&put.description);
        }
        match self.try_explore(put, &clock) {
            Ok(outcome) => outcome,
            Err(error) => {
                let error = format!("{error:#}");
                let interrupted = self.session.interrupt.is_asked();
                TestOutcome::broken(&put.description, &error, interrupted, clock.elapsed())
            }
        }
    }

    fn try_explore(&self, put: &Put<'_>, clock: &Instant) -> anyhow::Result<TestOutcome> {
        let replay = self.session.replay(put);
        let examples = Examples::run(put, &replay)?;
        let mut state = self.open_state(put, &examples)?;
        let first_failure = OnceLock::new();
        let mut report = match state.finished.take() {
            Some(report) => report,
            None => {
                let passes_on = |place: &str| self.session.panics.pass_on_at(place);
                let process = self.session.process(put)?;
                let found = boundaries::find(put, &replay, process, &passes_on)?;
                if !found.is_empty() {
                    first_failure.get_or_init(|| clock.elapsed());
                }
                let mut report = self.search(put, clock, &state, (&examples, &first_failure))?;
                found.add_to(&mut report, format!("{}:{}", put.description.file, put.description.line));
                let bounds = self.options(put)?.bounds;
                examples.add_to(&mut report, (put, &bounds), &replay, process, &passes_on)?;
                if is_finished(&report) {
                    state.finish(&report, process.outcomes());
                }
                report
            }
        };
        report.assumptions.extend(solver::assumption(self.search));
        report.assumptions.extend(self.session.toolchain.assumption());
        let time = clock.elapsed();
        let mut replayed = self.confirm(put, &report)?;
        // Where one input has destroyed something, others may have, too, and end in ways of which there is no telling.
        let destroys = report.cases.iter().any(|case| dies_of_memory(&case.end));
        for (case, replayed) in report.cases.iter().zip(&mut replayed) {
            self.explain_contradiction(put, case, destroys, replayed)?;
        }
        let hints = self.hints(put, &report, &replayed)?;
        let outcome = TestOutcome::new(&put.description, report, &replayed, &hints, time);
        Ok(TestOutcome { first_failure: first_failure.into_inner(), ..outcome })
    }

    /// Repeats the cases on the plain build. After an interrupt there may not be time for all, so those that fail come first.
    fn confirm(&self, put: &Put<'_>, report: &Report) -> anyhow::Result<Vec<Replayed>> {
        let replay = self.session.replay(put);
        if !self.session.interrupt.is_asked() {
            return replay.confirm(&put.description, report);
        }
        let mut replayed = BTreeMap::new();
        for fails in [true, false] {
            let all = report.cases.iter().enumerate();
            let some = all.filter(|(_, case)| case.failure.is_some() == fails);
            let cases = some.clone().map(|(_, case)| case.clone()).collect();
            let confirmed = replay.confirm(&put.description, &Report { cases, ..report.clone() })?;
            replayed.extend(some.map(|(number, _)| number).zip(confirmed));
        }
        Ok(replayed.into_values().collect())
    }

    /// A case that the plain build contradicts may do so because of where things lie in memory, which no two builds agree on: then it
    /// should do something else under exploration, too, when they are moved.
    fn explain_contradiction(
        &self,
        put: &Put<'_>,
        case: &Case,
        destroys: bool,
        replayed: &mut Replayed,
    ) -> anyhow::Result<()> {
        let Confirmation::Contradicted(instead) = &replayed.confirmation else { return Ok(()) };
        let values: Vec<u128> = case.arguments.iter().map(|(_, value)| *value).collect();
        let elsewhere = self.session.process(put)?.ends_elsewhere(put.index, &values, &case.end, RUN_TIME)?;
        if let Some(elsewhere) = elsewhere {
            let places = [&case.end, &elsewhere].map(|end| match end {
                End::Reported { location, .. } => location.as_str(),
                _ => "",
            });
            let place = places.into_iter().find(|place| !place.is_empty()).unwrap_or_default().to_owned();
            replayed.confirmation = Confirmation::Addressed { place, instead: instead.clone() };
        } else if destroys && let Some(place) = self.unsafe_code(put, case)? {
            replayed.confirmation = Confirmation::Undefined { place, instead: instead.clone() };
        }
        Ok(())
    }

    /// Where on the way of a case there is code of the package that is not safe.
    fn unsafe_code(&self, put: &Put<'_>, case: &Case) -> anyhow::Result<Option<String>> {
        let manifest = &self.session.process(put)?.hello().manifest;
        let test = (put.description.file.as_str(), put.description.line as usize);
        Ok(covered::unsafe_code(case, test, manifest, &self.session.workspace.root))
    }

    /// What sources and earlier cases say about how to write the cases.
    fn hints(&self, put: &Put<'_>, report: &Report, replayed: &[Replayed]) -> anyhow::Result<CaseHints> {
        let (cases, root) = (&report.cases, &self.session.workspace.root);
        let manifest = &self.session.process(put)?.hello().manifest;
        let branches = match self.session.programs[put.program].optimised {
            true => Vec::new(),
            false => {
                let of_case = |case: &Replayed| {
                    let values = case.arguments.as_deref().unwrap_or_default();
                    Arguments::of(&put.description.parameters, values)
                };
                let arguments: Vec<Arguments> = replayed.iter().map(of_case).collect();
                branches::telling(cases, &arguments, manifest, root)
            }
        };
        let characters = covered::characters(cases, manifest, root);
        let public = re_exported(put, replayed);
        Ok(CaseHints { old: self.keeper(put)?.old_body(), branches, characters, public })
    }

    fn search(
        &self,
        put: &Put<'_>,
        clock: &Instant,
        state: &TestState,
        (examples, first_failure): (&Examples, &OnceLock<Duration>),
    ) -> anyhow::Result<Report> {
        let (sender, found) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let prepare = |(case, failure)| self.confirm_early(put, case, failure, clock);
                announce::first(&found, *clock, prepare, |outcome| {
                    // Whoever cannot be told now is told in the end.
                    let _ = self.session.events.send(&Event::Found(outcome.early_failures(put.test())));
                });
            });
            // It is dropped when this is over.
            let sender = sender;
            let found = |case: Case, failure| {
                first_failure.get_or_init(|| clock.elapsed());
                // What takes all its time here would take it once more.
                if case.end != End::TimedOut {
                    let _ = sender.send((case, failure));
                }
            };
            let (session, search) = (self.session, self.search);
            EngineRun { session, search, put, clock, examples }.run(state, &found, None)
        })
    }

    /// A failing input as it was found, if the plain build confirms it.
    fn confirm_early(
        &self,
        put: &Put<'_>,
        case: Case,
        failure: forall_engine::Failure,
        clock: &Instant,
    ) -> Option<TestOutcome> {
        let replayed = [self.session.replay(put).confirm_once(&put.description, &case).ok()?];
        let report = Report::of_failure(case, failure);
        let hints = CaseHints::default();
        let outcome = TestOutcome::new(&put.description, report, &replayed, &hints, clock.elapsed());
        (!outcome.failures.is_empty()).then_some(outcome)
    }

    /// What is known of a test from earlier explorations of the same code under the same bounds; but who has more time may go on.
    fn open_state(&self, put: &Put<'_>, examples: &Examples) -> anyhow::Result<TestState> {
        let file = self.session.state_file(put);
        // Only who asks can record what is asked.
        if self.search.fresh || solver::is_recording() {
            // It may not even exist.
            let _ = std::fs::remove_file(&file);
        }
        let Keys { test, program } = self.keys(put)?;
        // What they are made of may not be reached by the test.
        let keys = Keys {
            test: Key::of(("examples", test, examples.key())),
            program: Key::of(("examples", program, examples.key())),
        };
        let (state, damaged) = TestState::open(&file, keys, self.session.process(put)?.outcomes());
        if damaged == Some(Damaged) {
            let note = format!("what was known of {} is damaged and not used: {}", put.label, file.display());
            self.session.events.aside(|| self.session.status.note(&note));
        }
        Ok(state)
    }

    fn keys(&self, put: &Put<'_>) -> anyhow::Result<Keys> {
        let process = self.session.process(put)?;
        let asked = Key::of((
            env!("CARGO_PKG_VERSION"),
            own_file()?,
            &put.description.name,
            setting(self.search, self.options(put)?, std::env::var_os(CHECK_TERMS_VARIABLE).is_some()),
        ));
        Ok(Keys {
            test: Key::of(("test", asked, process.code(put.index)?)),
            program: Key::of(("program", asked, process.program())),
        })
    }

    fn options(&self, put: &Put<'_>) -> anyhow::Result<Options> {
        bounds::options(self.search, put.package, &put.description)
    }
}

/// All that decides how a test is explored, and is not its code. Who has more time may go on.
fn setting(search: &Search, mut options: Options, checks_terms: bool) -> String {
    (options.bounds.max_time, options.bounds.loop_time) = (Duration::ZERO, Duration::ZERO);
    format!(
        "{options:?} {:?} {} {} {:?} {RUN_TIME:?} {checks_terms}",
        search.solver, search.check_solver, search.unconfined, search.max_memory
    )
}

/// Would it come out the same on another day, when there may be more time?
fn is_finished(report: &Report) -> bool {
    let unfinished = [ReasonKind::MaxTime, ReasonKind::SolverTime, ReasonKind::Interrupted];
    report.reasons.iter().all(|reason| !unfinished.contains(&reason.kind))
        && report.remarks.iter().all(|remark| remark.kind != RemarkKind::Time)
}

/// Safe code has no way to end like this, but by running out of stack, which is told apart.
fn dies_of_memory(end: &End) -> bool {
    match end {
        End::Signal { signal: SIGILL | SIGBUS | SIGSEGV, .. } => true,
        // The allocator aborts when it finds its own data overwritten; a panic says why it does.
        End::Signal { signal: SIGABRT, message, .. } => message.is_empty(),
        _ => false,
    }
}

/// What tells this very program from others, in brief: its contents take longer to read than many a test to explore.
fn own_file() -> anyhow::Result<(u64, SystemTime)> {
    let path = std::env::current_exe().context("cannot find this program's own file")?;
    let file = std::fs::metadata(&path).with_context(|| format!("cannot look at {}", path.display()))?;
    Ok((file.len(), file.modified()?))
}

/// Where a test in `tests/` finds what the library of its package has in private modules.
fn re_exported(put: &Put<'_>, replayed: &[Replayed]) -> BTreeMap<String, String> {
    let mut paths = BTreeSet::new();
    for case in replayed {
        let arguments = case.arguments.iter().flatten().chain(&case.broken);
        let choices = case.choices.iter().map(|choice| &choice.value);
        arguments.chain(choices).for_each(|value| add_paths(value, &mut paths));
    }
    match put.package.library() {
        Some(library) if put.target != "lib" => {
            exports::re_exported(&paths, &library.target.name.replace('-', "_"), &library.src_path)
        }
        _ => BTreeMap::new(),
    }
}

/// All paths of types and functions in a value.
fn add_paths(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Leaf { .. } => {}
        Value::Node { parts, .. } => parts.iter().for_each(|part| add_paths(part, found)),
        Value::Built(built) => {
            found.insert(built.path.clone());
            built.parts.iter().for_each(|(_, part)| add_paths(part, found));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;
    use forall_engine::{Bounds, Failure};
    use forall_report::{FailureKind, Reason, Remark, Remedies};

    #[test]
    fn what_is_kept_holds_for_the_same_setting_and_any_time() {
        let of = |line: &str, checks_terms| {
            let explore = commands::explore(line).expect("valid");
            setting(&explore.search, explore.search.options(Bounds::default()), checks_terms)
        };
        let usual = of("cargo-forall", false);
        assert_eq!(of("cargo-forall --max-time 3s --jobs 1 --fresh", false), usual);
        assert_ne!(of("cargo-forall", true), usual, "terms are checked");
        for option in ["--solver z3", "--check-solver", "--unconfined", "--max-memory 1G", "--max-len 3"] {
            assert_ne!(of(&format!("cargo-forall {option}"), false), usual, "{option}");
        }
    }

    #[test]
    fn what_there_was_no_time_for_is_tried_again() {
        let case = Case { arguments: Vec::new(), end: End::TimedOut, failure: Some(0), covered: Vec::new() };
        let failure = Failure {
            kind: FailureKind::Timeout,
            message: String::new(),
            location: String::new(),
            callers: Vec::new(),
            case: 0,
            paths: 1,
        };
        let report = Report::of_failure(case, failure);
        assert!(is_finished(&report));
        let text = String::new;
        let reasons =
            |kind| vec![Reason { kind, location: text(), detail: text(), remedies: Remedies::default() }];
        assert!(is_finished(&Report { reasons: reasons(ReasonKind::Solver), ..report.clone() }));
        assert!(!is_finished(&Report { reasons: reasons(ReasonKind::SolverTime), ..report.clone() }));
        let remarks =
            |kind| vec![Remark { kind, location: text(), detail: text(), remedies: Remedies::default() }];
        assert!(is_finished(&Report { remarks: remarks(RemarkKind::Beyond), ..report.clone() }));
        assert!(!is_finished(&Report { remarks: remarks(RemarkKind::Time), ..report }));
    }
}
