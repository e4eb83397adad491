//! The command: build, find the tests, explore and replay each, keep its cases, report.

use crate::announce;
use crate::args::{Explore, Require};
use crate::boundaries;
use crate::bounds;
use crate::branches::{self, Arguments};
use crate::build::{self, Program};
use crate::characters;
use crate::exit::{Exit, OrStop, Stop};
use crate::hazards;
use crate::interrupt::Interrupt;
use crate::jobs;
use crate::keep::Keeper;
use crate::orphans;
use crate::outcome::{Confirmation, Known, Outcome, Replayed};
use crate::process::Process;
use crate::progress::Live;
use crate::provisional::Provisional;
use crate::public;
use crate::replay::Replay;
use crate::report::{Reporter, Summary};
use crate::sandbox::Sandbox;
use crate::selection::{self, Put};
use crate::solver;
use crate::state::{Damaged, Key, Keys, State};
use crate::status::{self, Status};
use crate::texts::Texts;
use crate::toolchain::Toolchain;
use crate::unexplored;
use crate::verify::Verify;
use crate::workspace::Workspace;
use anyhow::Context;
use forall_engine::{Case, End, Options, Permits, Progress, ReasonKind, Report, TargetError, Verdict, World};
use signal_hook::consts::{SIGABRT, SIGBUS, SIGILL, SIGSEGV};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant, SystemTime};

/// How long the test may take on one input.
const RUN_TIME: Duration = Duration::from_secs(5);

pub fn run(args: &Explore, interrupt: &Interrupt) -> Result<Exit, Stop> {
    let begin = Instant::now();
    let status = Status::new(args.quiet, args.verbose);
    // Nobody should have to wait for a build to hear of a solver that cannot be started.
    solver::start(&args.search, interrupt).or_stop(Exit::Usage)?;
    let workspace = Workspace::load(&args.selection)?;
    let packages = workspace.select(&args.selection)?;
    let toolchain = Toolchain::find()?;
    let programs = build::programs(args, &workspace, &packages, &toolchain, &status)?;

    let confined = !args.search.unconfined;
    let sandboxes = workspace.target_directory.join("forall").join("sandbox");
    let sandbox = Sandbox::new(&sandboxes, confined, args.search.max_memory.0).or_stop(Exit::Internal)?;
    if let Some(missing) = sandbox.missing() {
        status.note(&missing);
    }
    let processes = start(&programs, &sandbox)?;
    let found = selection::catalogue(listed(&programs, &processes))?;
    let unexplored = unexplored::tests(&args.selection, &packages, &programs);
    if found.is_empty() && !unexplored.is_empty() {
        return Err(Stop::new(Exit::NothingSelected, unexplored.join("\n")));
    }
    unexplored.iter().for_each(|note| status.note(note));
    let orphans = orphans::find(&args.selection, &packages, &found);
    let puts = selection::select(found, args.filter.as_deref(), args.exact)?;
    let reporter = Reporter::new(args.format, &puts);
    if args.list {
        reporter.list(&puts).or_stop(Exit::Internal)?;
        return Ok(Exit::Held);
    }

    let session = Session {
        args,
        workspace: &workspace,
        programs: &programs,
        processes: &processes,
        sandbox: &sandbox,
        interrupt,
        status: &status,
        live: Live::new(status.is_quiet()),
        permits: Permits::default(),
        texts: Texts::new(&workspace.root),
        reporter: &reporter,
    };
    let mut summary = Summary::default();
    let mut written = Vec::new();
    let mut exit = orphans::handle(&orphans, args, &workspace.root, &status);
    jobs::in_order(
        args.search.jobs(),
        &puts,
        &session.permits,
        |put| if interrupt.is_asked() { None } else { Some(session.explore(put)) },
        |put, outcome| {
            let Some(mut outcome) = outcome else { return Ok(()) };
            let keeper = session.keeper(put).or_stop(Exit::Internal)?;
            let kept = keeper.still_there(&outcome);
            outcome.add_kept_failures(&kept, &put.description);
            session
                .live
                .aside(|| reporter.outcome(put, &outcome))
                .context("cannot write the report")
                .or_stop(Exit::Internal)?;
            let (wrote, changed) = session.live.aside(|| keeper.keep(&outcome, &kept));
            exit = exit.and(verdict_exit(args, &outcome)).and(wrote);
            written.extend(changed);
            summary.add(&outcome);
            Ok(())
        },
    )?;
    let verify = Verify {
        args,
        root: &workspace.root,
        packages: &packages,
        programs: &programs,
        sandbox: &sandbox,
        interrupt,
        status: &status,
        time_limit: RUN_TIME,
    };
    exit = exit.and(session.live.aside(|| verify.all(written)));
    if interrupt.is_asked() {
        exit = Exit::Interrupted;
        session.live.aside(|| {
            status::error(&anyhow::anyhow!(
                "interrupted: {} of {} tests explored",
                summary.puts(),
                puts.len()
            ))
        });
    }
    summary.time = begin.elapsed();
    reporter.summary(&summary, exit).context("cannot write the report").or_stop(Exit::Internal)?;
    Ok(exit)
}

/// A process for every program that has tests.
fn start(programs: &[Program<'_>], sandbox: &Sandbox) -> Result<Vec<Option<Process>>, Stop> {
    let mut processes = Vec::new();
    for program in programs {
        let process = Process::start(&program.instrumented, program.package.root(), sandbox.limits());
        processes.push(process.or_stop(Exit::Internal)?);
    }
    Ok(processes)
}

fn listed<'w>(programs: &[Program<'w>], processes: &[Option<Process>]) -> Vec<Put<'w>> {
    let mut puts = Vec::new();
    for (number, (program, process)) in programs.iter().zip(processes).enumerate() {
        let descriptions = process.iter().flat_map(|process| &process.hello().puts);
        let mut own: Vec<Put<'w>> = (0..)
            .zip(descriptions)
            .map(|(index, put)| Put::new(program.package, number, program.target.label(), index, put.clone()))
            .collect();
        // The linker decides in which order they come.
        own.sort_by(|a, b| a.description.name.cmp(&b.description.name));
        puts.extend(own);
    }
    puts
}

/// What the exploration of every test needs.
struct Session<'a> {
    args: &'a Explore,
    workspace: &'a Workspace,
    programs: &'a [Program<'a>],
    processes: &'a [Option<Process>],
    sandbox: &'a Sandbox,
    interrupt: &'a Interrupt,
    status: &'a Status,
    live: Live,
    permits: Permits,
    texts: Texts<'a>,
    reporter: &'a Reporter,
}

impl Session<'_> {
    fn keeper<'a>(&'a self, put: &'a Put<'a>) -> anyhow::Result<Keeper<'a>> {
        let file = self.state_file(put).with_extension("before");
        Ok(Keeper {
            args: self.args,
            root: &self.workspace.root,
            status: self.status,
            put,
            replay: self.replay(put),
            provisional: Provisional { file, key: self.keys(put)?.test },
        })
    }

    fn replay<'a>(&'a self, put: &'a Put<'a>) -> Replay<'a> {
        Replay {
            executable: &self.programs[put.program].plain,
            directory: put.package.root(),
            variables: self.programs[put.program].variables(),
            root: &self.workspace.root,
            sandbox: self.sandbox,
            time_limit: RUN_TIME,
            interrupt: self.interrupt,
        }
    }

    fn explore(&self, put: &Put<'_>) -> Outcome {
        let clock = Instant::now();
        match self.try_explore(put, &clock) {
            Ok(outcome) => outcome,
            Err(error) => {
                let error = format!("{error:#}");
                Outcome::broken(
                    &put.description,
                    &put.label,
                    &error,
                    self.interrupt.is_asked(),
                    clock.elapsed(),
                )
            }
        }
    }

    fn try_explore(&self, put: &Put<'_>, clock: &Instant) -> anyhow::Result<Outcome> {
        let mut state = self.state(put)?;
        let first_failure = OnceLock::new();
        let report = match state.finished.take() {
            Some(report) => report,
            None => {
                let passes_on = |place: &str| self.texts.are_passed_on_at(place);
                let found = boundaries::find(put, &self.replay(put), self.process(put)?, &passes_on)?;
                if !found.is_empty() {
                    first_failure.get_or_init(|| clock.elapsed());
                }
                let mut report = self.search(put, clock, &state, &first_failure)?;
                found.add_to(&mut report, format!("{}:{}", put.description.file, put.description.line));
                // On another day there may be more time.
                let unfinished = [ReasonKind::MaxTime, ReasonKind::SolverTime, ReasonKind::Interrupted];
                if report.reasons.iter().all(|reason| !unfinished.contains(&reason.kind)) {
                    state.finish(&report, self.process(put)?.outcomes());
                }
                report
            }
        };
        let time = clock.elapsed();
        let mut replayed = self.confirm(put, &report)?;
        // Where one input has destroyed something, others may have, too, and end in ways of which there is no telling.
        let destroys = report.cases.iter().any(|case| dies_of_memory(&case.end));
        for (case, replayed) in report.cases.iter().zip(&mut replayed) {
            self.explain_contradiction(put, case, destroys, replayed)?;
        }
        let known = self.known(put, &report, &replayed)?;
        let outcome = Outcome::new(&put.description, &put.label, report, &replayed, &known, time);
        Ok(Outcome { first_failure: first_failure.into_inner(), ..outcome })
    }

    /// Repeats the cases on the plain build. After an interrupt there may not be time for all, so those that fail come first.
    fn confirm(&self, put: &Put<'_>, report: &Report) -> anyhow::Result<Vec<Replayed>> {
        let replay = self.replay(put);
        if !self.interrupt.is_asked() {
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
        let elsewhere = self.process(put)?.ends_elsewhere(put.index, &values, &case.end, RUN_TIME)?;
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
        let manifest = &self.process(put)?.hello().manifest;
        let test = (put.description.file.as_str(), put.description.line as usize);
        Ok(hazards::on_the_way(case, test, manifest, &self.workspace.root))
    }

    /// What sources and earlier cases say about how to write the cases.
    fn known(&self, put: &Put<'_>, report: &Report, replayed: &[Replayed]) -> anyhow::Result<Known> {
        let (cases, root) = (&report.cases, &self.workspace.root);
        let manifest = &self.process(put)?.hello().manifest;
        let branches = match self.programs[put.program].optimised {
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
        let characters = characters::known(cases, manifest, root);
        let public = re_exported(put, replayed);
        Ok(Known { old: self.keeper(put)?.old_body(), branches, characters, public })
    }

    fn search(
        &self,
        put: &Put<'_>,
        clock: &Instant,
        state: &State,
        first_failure: &OnceLock<Duration>,
    ) -> anyhow::Result<Report> {
        let (sender, found) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let prepare = |(case, failure)| self.found(put, case, failure, clock);
                announce::first(&found, *clock, prepare, |outcome| {
                    // Whoever cannot be told now is told in the end.
                    let _ = self.live.aside(|| self.reporter.found(put, &outcome, self.status));
                });
            });
            // It is dropped when this is over.
            let sender = sender;
            self.run_search(put, clock, state, &|case: Case, failure| {
                first_failure.get_or_init(|| clock.elapsed());
                // What takes all its time here would take it once more.
                if case.end != End::TimedOut {
                    let _ = sender.send((case, failure));
                }
            })
        })
    }

    /// A failing input as it was found, if the plain build confirms it.
    fn found(
        &self,
        put: &Put<'_>,
        case: Case,
        failure: forall_engine::Failure,
        clock: &Instant,
    ) -> Option<Outcome> {
        let replayed = [self.replay(put).confirm_once(&put.description, &case).ok()?];
        let report = Report::of_failure(case, failure);
        let known = Known::default();
        let outcome = Outcome::new(&put.description, &put.label, report, &replayed, &known, clock.elapsed());
        (!outcome.failures.is_empty()).then_some(outcome)
    }

    fn run_search(
        &self,
        put: &Put<'_>,
        clock: &Instant,
        state: &State,
        found: &(dyn Fn(Case, forall_engine::Failure) + Sync),
    ) -> anyhow::Result<Report> {
        let process = self.process(put)?;
        let options = self.options(put)?;
        let world = World {
            targets: &|| match process.target(put.index, RUN_TIME) {
                Ok(target) => Ok(Box::new(target)),
                Err(error) => Err(TargetError(format!("{error:#}"))),
            },
            solvers: &|| match solver::start(&self.args.search, self.interrupt) {
                Ok(solver) => Ok(solver),
                Err(error) => Err(TargetError(format!("{error:#}"))),
            },
            clock,
            observer: &|progress: &Progress| {
                self.live.show(&put.label, progress, clock.elapsed());
                if self.interrupt.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
            permits: &self.permits,
            journal: state,
            passes_on: &|place: &str| self.texts.are_passed_on_at(place),
            found,
        };
        Ok(forall_engine::explore(&put.description, &process.hello().manifest, &world, &options)?)
    }

    /// What is known of a test from earlier explorations of the same code under the same bounds; but who has more time may go on.
    fn state(&self, put: &Put<'_>) -> anyhow::Result<State> {
        let file = self.state_file(put);
        if self.args.search.fresh {
            // It may not even exist.
            let _ = std::fs::remove_file(&file);
        }
        let (state, damaged) = State::open(&file, self.keys(put)?, self.process(put)?.outcomes());
        if damaged == Some(Damaged) {
            let note = format!("what was known of {} is damaged and not used: {}", put.label, file.display());
            self.live.aside(|| self.status.note(&note));
        }
        Ok(state)
    }

    fn keys(&self, put: &Put<'_>) -> anyhow::Result<Keys> {
        let search = &self.args.search;
        let mut options = self.options(put)?;
        (options.bounds.max_time, options.bounds.loop_time) = (Duration::ZERO, Duration::ZERO);
        let process = self.process(put)?;
        let asked = Key::of((
            env!("CARGO_PKG_VERSION"),
            own_file()?,
            &put.description.name,
            format!(
                "{options:?} {:?} {} {} {:?} {RUN_TIME:?}",
                search.solver, search.check_solver, search.unconfined, search.max_memory
            ),
        ));
        Ok(Keys {
            test: Key::of(("test", asked, process.code(put.index)?)),
            program: Key::of(("program", asked, process.program())),
        })
    }

    fn state_file(&self, put: &Put<'_>) -> PathBuf {
        let name = Key::of((&put.package.id, &put.target, &put.description.name)).to_string();
        self.workspace.target_directory.join("forall").join("state").join(name)
    }

    fn options(&self, put: &Put<'_>) -> anyhow::Result<Options> {
        bounds::options(&self.args.search, put.package, &put.description)
    }

    fn process(&self, put: &Put<'_>) -> anyhow::Result<&Process> {
        self.processes[put.program].as_ref().context("a program without a process")
    }
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
        arguments.chain(choices).for_each(|value| public::paths(value, &mut paths));
    }
    match put.package.library() {
        Some(library) if put.target != "lib" => {
            public::re_exported(&paths, &library.target.name.replace('-', "_"), &library.src_path)
        }
        _ => BTreeMap::new(),
    }
}

fn verdict_exit(args: &Explore, outcome: &Outcome) -> Exit {
    let by_verdict = match outcome.verdict {
        Verdict::Failed => Exit::Failed,
        Verdict::Incomplete if args.require == Some(Require::Proved) => Exit::NotProved,
        Verdict::Proved | Verdict::Incomplete => match args.require {
            Some(Require::Covered(percent)) if !outcome.branches.reach(percent) => Exit::NotProved,
            _ => Exit::Held,
        },
    };
    if outcome.internal_error { by_verdict.and(Exit::Internal) } else { by_verdict }
}
