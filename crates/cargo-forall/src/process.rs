//! The process that runs an explored program, as the engine sees it.

use crate::functions::Functions;
use crate::state::{Key, Outcomes};
use anyhow::Context;
use forall_engine::{Decision, End, Executor, ExecutorError, Note, Run};
use forall_protocol::hooks;
use forall_protocol::manifest::Hello;
use forall_protocol::shared::{DecisionRecord, Ending, NoteKind, NoteRecord};
use forall_runtime::confine::Limits;
use forall_runtime::host::{HostError, RawRun, Runner};
use object::{Object, ObjectSymbol};
use signal_hook::consts::{SIGABRT, SIGBUS, SIGSEGV};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tracing::field::{Empty, debug};
use tracing::{Span, debug_span};

/// The processes that run an explored program: as many as are needed at once.
pub struct Process {
    linked: PathBuf,
    directory: PathBuf,
    limits: Limits,
    program: Key,
    hello: Hello,
    outcomes: OnceLock<Outcomes>,
    functions: OnceLock<Functions>,
    idle: Mutex<Vec<Runner>>,
}

impl Process {
    /// Starts runners for what our linker made; `None` when it found no tests and linked an ordinary executable. The tests run in
    /// `directory`.
    pub fn start(linked: &Path, directory: &Path, limits: &Limits) -> anyhow::Result<Option<Process>> {
        let bytes = std::fs::read(linked).with_context(|| format!("cannot read {}", linked.display()))?;
        if !has_tests(&bytes).with_context(|| format!("cannot understand {}", linked.display()))? {
            return Ok(None);
        }
        // Numbered here: who is quicker must not make a difference.
        let [own, of_second] = [own_scratch(limits)?, own_scratch(limits)?];
        let (runner, second) = std::thread::scope(|scope| {
            // All but the smallest explorations want two. Starting one takes longer than many a test, starting two at once does not take longer.
            let second = scope.spawn(|| spawn(linked, directory, &of_second, 0));
            // Whatever keeps the second one from starting, there will be another when it is wanted.
            (spawn(linked, directory, &own, 0), second.join().ok().and_then(Result::ok))
        });
        let runner = runner?;
        Ok(Some(Process {
            linked: linked.to_owned(),
            directory: directory.to_owned(),
            limits: limits.clone(),
            program: Key::of(&bytes),
            hello: runner.hello().clone(),
            outcomes: OnceLock::new(),
            functions: OnceLock::new(),
            idle: Mutex::new(second.into_iter().chain([runner]).collect()),
        }))
    }

    /// Equal for equal programs.
    pub fn program(&self) -> Key {
        self.program
    }

    /// Equal as long as nothing has changed that the test reaches.
    pub fn code(&self, put: u32) -> anyhow::Result<u128> {
        self.hello.manifest.codes.get(put as usize).copied().context("a test of unknown code")
    }

    pub fn outcomes(&self) -> &Outcomes {
        self.outcomes.get_or_init(|| Outcomes::of(&self.hello.manifest))
    }

    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The functions of the package that a run was in when it failed; of other endings they would say nothing.
    fn callers(&self, run: &RawRun, end: &End) -> Arc<[String]> {
        let failed =
            matches!(end, End::Reported { ending: Ending::Panicked, .. } | End::Signal { .. } | End::Exit(_));
        if !failed || run.frames.is_empty() {
            return Arc::default();
        }
        self.functions().callers(&run.frames)
    }

    fn functions(&self) -> &Functions {
        self.functions.get_or_init(|| Functions::of(&self.linked, &self.hello.manifest))
    }

    fn end(&self, run: &RawRun) -> End {
        end(run, |frames| self.functions().are_of_a_panic(frames))
    }

    /// One of its tests, with nothing known about it, in a process of its own.
    pub fn target(&self, put: u32, time_limit: Duration, max_answers: u64) -> anyhow::Result<OneTest<'_>> {
        let idle = self.idle().pop();
        let mut runner = match idle {
            Some(runner) => runner,
            None => spawn(&self.linked, &self.directory, &own_scratch(&self.limits)?, 0)?,
        };
        runner.reset()?;
        runner.bound_answers(u32::try_from(max_answers).unwrap_or(u32::MAX));
        Ok(OneTest { process: self, runner: Some(runner), put, time_limit, test: Span::current() })
    }

    /// How a run on these values, in the order in which they are asked for, ends when things lie elsewhere in memory, if that is not how it ended
    /// before.
    pub fn ends_elsewhere(
        &self,
        put: u32,
        values: &[u128],
        before: &End,
        time_limit: Duration,
    ) -> anyhow::Result<Option<End>> {
        let mut runner = spawn(&self.linked, &self.directory, &own_scratch(&self.limits)?, ELSEWHERE)?;
        for shift in [16, 48, 112, 240, 1008] {
            runner.reset()?;
            runner.shift(shift);
            let end = self.end(&runner.run(put, values, u32::MAX, time_limit)?);
            if end != *before {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Runner>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far statics are moved to see whether it makes a difference: pages only, but all bits of their numbers that are easily looked at.
const ELSEWHERE: usize = (13 << 20) + (37 << 12);

fn spawn(linked: &Path, directory: &Path, limits: &Limits, moved: usize) -> anyhow::Result<Runner> {
    let tool = std::env::current_exe().context("cannot find this program's own file")?;
    let runner = Runner::spawn_elsewhere(&tool, linked, limits, directory, moved);
    runner.with_context(|| format!("cannot run the tests in {}", linked.display()))
}

/// Runners that work at the same time must not find each other's files.
pub fn own_scratch(limits: &Limits) -> anyhow::Result<Limits> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let mut limits = limits.clone();
    if let Some(scratch) = &mut limits.scratch {
        // All paths of the same length: explored code should see no difference.
        scratch.push(format!("{:06}", NUMBER.fetch_add(1, Ordering::Relaxed)));
        std::fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
    }
    Ok(limits)
}

fn has_tests(linked: &[u8]) -> object::Result<bool> {
    let file = object::File::parse(linked)?;
    Ok(file.dynamic_symbols().any(|symbol| symbol.is_definition() && symbol.name() == Ok(hooks::PUTS)))
}

/// A test under exploration.
pub struct OneTest<'a> {
    process: &'a Process,
    /// `None` once it does not work any more.
    runner: Option<Runner>,
    put: u32,
    time_limit: Duration,
    /// What it is in the log.
    test: Span,
}

impl Executor for OneTest<'_> {
    fn run(&mut self, values: &[u128], max_decisions: u32) -> Result<Run, ExecutorError> {
        let (put, time_limit) = (self.put, self.time_limit);
        let span = debug_span!(parent: &self.test, "run", ?values, end = Empty);
        let run =
            span.in_scope(|| self.with_runner(|runner| runner.run(put, values, max_decisions, time_limit)))?;
        span.record("end", debug(run.ending));
        self.understand(run)
    }

    fn run_some(&mut self, series: &[&[u128]], max_decisions: u32) -> Result<Vec<Run>, ExecutorError> {
        let (put, time_limit) = (self.put, self.time_limit);
        let span = debug_span!(parent: &self.test, "runs", ?series);
        let runs = span.in_scope(|| {
            self.with_runner(|runner| runner.run_some(put, series, max_decisions, time_limit))
        })?;
        runs.into_iter().map(|run| self.understand(run)).collect()
    }
}

impl OneTest<'_> {
    /// A runner that fails once is not used again.
    fn with_runner<T>(
        &mut self,
        run: impl FnOnce(&mut Runner) -> Result<T, HostError>,
    ) -> Result<T, ExecutorError> {
        let mut runner = self.runner.take().ok_or_else(|| ExecutorError("it has ended before".into()))?;
        let result = run(&mut runner).map_err(|error| ExecutorError(error.to_string()))?;
        self.runner = Some(runner);
        Ok(result)
    }

    fn understand(&self, run: RawRun) -> Result<Run, ExecutorError> {
        let end = self.process.end(&run);
        let callers = self.process.callers(&run, &end);
        understand(run, end, callers)
    }
}

impl Drop for OneTest<'_> {
    fn drop(&mut self) {
        self.process.idle().extend(self.runner.take());
    }
}

fn understand(run: RawRun, end: End, callers: Arc<[String]>) -> Result<Run, ExecutorError> {
    Ok(Run {
        terms: run.terms,
        inputs: run.inputs,
        decisions: run.decisions.into_iter().map(decision).collect(),
        covered: run.covered,
        notes: run.notes.into_iter().map(note).collect::<Result<_, _>>()?,
        drawn: run.drawn,
        end,
        place: run.place,
        callers,
        stack: run.stack,
        memory_denied: run.memory_denied,
    })
}

fn decision(record: DecisionRecord) -> Decision {
    Decision {
        site: record.site,
        condition: record.term_and_taken >> 1,
        taken: record.term_and_taken & 1 == 1,
    }
}

fn note(record: NoteRecord) -> Result<Note, ExecutorError> {
    let NoteRecord { kind, site, what } = record;
    let kind = NoteKind::ALL.get(kind as usize);
    let kind = kind.ok_or_else(|| ExecutorError("a run left a note that cannot be understood".into()))?;
    Ok(Note { kind: *kind, site, what })
}

/// A process that aborts may have panicked before: if the panic itself ended in this, it says why.
fn end(run: &RawRun, are_of_a_panic: impl Fn(&[u64]) -> bool) -> End {
    match (run.ending, run.timed_out, run.status.signal(), run.status.code()) {
        (Ending::Died, true, _, _) => End::TimedOut,
        (Ending::Died, false, Some(signal), _) => {
            let is_told = match signal {
                SIGSEGV | SIGBUS => true,
                SIGABRT => are_of_a_panic(&run.frames),
                _ => false,
            };
            let told = |text: &String| if is_told { text.clone() } else { String::new() };
            End::Signal { signal, message: told(&run.message), location: told(&run.location) }
        }
        (Ending::Died, false, None, Some(code)) => End::Exit(code),
        (ending @ (Ending::Panicked | Ending::Err | Ending::Refused | Ending::Exhausted), ..) => {
            End::Reported { ending, message: run.message.clone(), location: run.location.clone() }
        }
        // A panic that the test caught is not how it ended.
        (ending, ..) => End::Reported { ending, message: String::new(), location: String::new() },
    }
}

/// The whole life of a runner.
pub fn serve() -> ExitCode {
    // Ctrl-C goes to all processes of the terminal, but it is the command that decides when a run ends: here it only raises a flag.
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGINT, &INTERRUPTED) {
        eprintln!("cargo forall: cannot ignore interrupts: {error}");
        return ExitCode::FAILURE;
    }
    match forall_runtime::runner::serve_from_env() {
        Some(Err(error)) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::ExitStatus;

    fn raw(ending: Ending, status: i32, timed_out: bool) -> RawRun {
        RawRun {
            terms: Vec::new(),
            inputs: Vec::new(),
            decisions: vec![DecisionRecord { site: 3, term_and_taken: 7 << 1 | 1 }],
            covered: Vec::new(),
            notes: vec![NoteRecord { kind: NoteKind::Unsupported as u32, site: 1, what: 2 }],
            drawn: Vec::new(),
            ending,
            message: "boom".into(),
            location: "src/lib.rs:1:2".into(),
            place: 9,
            frames: Vec::new(),
            status: ExitStatus::from_raw(status),
            stack: 0,
            memory_denied: false,
            timed_out,
        }
    }

    #[test]
    fn records_become_decisions_and_notes() {
        let run = understand(raw(Ending::Returned, 0, false), End::default(), Arc::default()).unwrap();
        assert_eq!(run.decisions, [Decision { site: 3, condition: 7, taken: true }]);
        assert_eq!(run.notes, [Note { kind: NoteKind::Unsupported, site: 1, what: 2 }]);
        let mut strange = raw(Ending::Returned, 0, false);
        strange.notes[0].kind = 99;
        assert!(understand(strange, End::default(), Arc::default()).is_err());
    }

    #[test]
    fn how_a_run_ended() {
        let reported = |ending, message: &str, location: &str| End::Reported {
            ending,
            message: message.into(),
            location: location.into(),
        };
        let end = |run: &RawRun| super::end(run, |frames| frames.contains(&8));
        assert_eq!(
            end(&raw(Ending::Panicked, 0, false)),
            reported(Ending::Panicked, "boom", "src/lib.rs:1:2")
        );
        assert_eq!(end(&raw(Ending::Returned, 0, false)), reported(Ending::Returned, "", ""));
        assert_eq!(end(&raw(Ending::Returned, 9, true)), reported(Ending::Returned, "", ""));
        let killed =
            |signal| End::Signal { signal, message: "boom".into(), location: "src/lib.rs:1:2".into() };
        assert_eq!(end(&raw(Ending::Died, 6, false)), End::signal(6), "of a panic that was caught before");
        let panicking = RawRun { frames: vec![7, 8, 9], ..raw(Ending::Died, 6, false) };
        assert_eq!(end(&panicking), killed(6));
        assert_eq!(end(&raw(Ending::Died, 11, false)), killed(11));
        assert_eq!(end(&raw(Ending::Died, 8, false)), End::signal(8));
        assert_eq!(end(&raw(Ending::Died, 3 << 8, false)), End::Exit(3));
        assert_eq!(end(&raw(Ending::Died, 9, true)), End::TimedOut);
    }
}
