//! Tiny programs for the engine to explore: a closure over a machine that does what an instrumented test
//! would do.

pub use crate::machine::{Machine, Program, Value, site_place};
pub use crate::solvers::{Counting, FarFetched, GivesUp, Whole};

use forall_engine::{
    Case, Clock, Emit, End, Environment, Executor, ExecutorError, Failure, Journal, NoJournal, Options,
    Permits, Progress, Report, Watcher, explore,
};
use forall_protocol::manifest::{Manifest, Site};
use forall_protocol::put::{Expectation, PutDescription};
use forall_protocol::shared::Ending;
use forall_report::{Reason, ReasonKind};
use forall_solver::{Answer, Embedded, Limit, Model, Solver, Term, Terms};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How a tiny program goes: `Err` ends it early.
pub type Flow = Result<(), End>;

/// An exploration to be set up, with a fresh embedded solver and a clock that stands still unless told
/// otherwise.
pub struct Exploration<'a> {
    pub put: PutDescription,
    pub manifest: Manifest,
    pub options: Options,
    /// For the whole exploration; `None` is a fresh one whenever the engine wants it.
    pub solver: Option<Box<dyn Solver + Send + 'a>>,
    pub journal: &'a dyn Journal,
    /// Threads beside the first.
    pub helpers: usize,
    pub clock: Ticking,
    pub interrupt_after: Option<u64>,
    /// The place of panics that pass on what others say.
    pub passes_on: &'static str,
    pub on_failure: &'a (dyn Fn(Case, Failure) + Sync),
    pub watcher: Option<&'a dyn Watcher>,
    /// How many runs the executor makes at once.
    pub series: usize,
}

impl Default for Exploration<'_> {
    fn default() -> Self {
        Exploration {
            put: PutDescription {
                name: "krate::tests::put".into(),
                file: "src/lib.rs".into(),
                line: 90,
                cases: "forall/tests/put.rs".into(),
                parameters: vec![],
                ..PutDescription::default()
            },
            manifest: manifest(40),
            options: Options::default(),
            solver: None,
            journal: &NoJournal,
            helpers: 0,
            clock: Ticking::default(),
            interrupt_after: None,
            passes_on: "",
            on_failure: &|_, _| {},
            watcher: None,
            series: usize::MAX,
        }
    }
}

impl<'a> Exploration<'a> {
    pub fn new() -> Self {
        Exploration::default()
    }

    pub fn expecting(mut self, expectation: Expectation, expected: &str) -> Self {
        self.put.expectation = expectation;
        self.put.expected = expected.into();
        self
    }

    pub fn emit(mut self, emit: Emit) -> Self {
        self.options.emit = emit;
        self
    }

    pub fn max_runs(mut self, runs: u64) -> Self {
        self.options.bounds.max_runs = runs;
        self
    }

    pub fn max_branches(mut self, branches: u32) -> Self {
        self.options.bounds.max_branches = branches;
        self
    }

    pub fn solver(mut self, solver: impl Solver + Send + 'a) -> Self {
        self.solver = Some(Box::new(solver));
        self
    }

    /// Explores the only copy of a program.
    pub fn of(self, body: impl FnMut(&mut Machine) -> Flow + Send) -> Report {
        let body = Mutex::new(Some(body));
        let (manifest, series) = (self.manifest.clone(), self.series);
        let program = || {
            let body = body.lock().unwrap().take().expect("the exploration stays in one part");
            Program::new(body, &manifest, series)
        };
        self.run(&|| Ok(Box::new(program())))
    }

    /// Explores as many copies of the program as the engine wants.
    pub fn of_copies(self, body: impl Fn(&mut Machine) -> Flow + Sync) -> Report {
        let (manifest, series) = (self.manifest.clone(), self.series);
        self.run(&|| Ok(Box::new(Program::new(&body, &manifest, series))))
    }

    fn run<'w>(
        self,
        executors: &'w (dyn Fn() -> Result<Box<dyn Executor + Send + 'w>, ExecutorError> + Sync),
    ) -> Report
    where
        'a: 'w,
    {
        let Exploration { put, manifest, options, solver, journal, helpers, clock, interrupt_after, .. } =
            self;
        let passes_on = |place: &str| place == self.passes_on;
        let calls = AtomicU64::new(0);
        let observer = |_: &Progress| match interrupt_after {
            Some(limit) if calls.fetch_add(1, Ordering::Relaxed) >= limit => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let shared = solver.map(|solver| Shared(Arc::new(Mutex::new(solver))));
        let solver = || -> Box<dyn Solver + Send + 'w> {
            match &shared {
                Some(solver) => Box::new(solver.clone()),
                None => Box::new(Embedded::new()),
            }
        };
        let environment = Environment {
            executors: &|| executors(),
            solvers: &|| Ok(solver()),
            clock: &clock,
            observer: &observer,
            permits: &Permits::new(helpers),
            journal,
            passes_on: &passes_on,
            on_failure: self.on_failure,
            watcher: self.watcher,
        };
        explore(&put, &manifest, &environment, &options).expect("the machine keeps the protocol")
    }
}

/// One solver for all who ask.
#[derive(Clone)]
struct Shared<'a>(Arc<Mutex<Box<dyn Solver + Send + 'a>>>);

impl Solver for Shared<'_> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        self.0.lock().unwrap().check(terms, assertions, limit)
    }

    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        self.0.lock().unwrap().check_last(terms, assertions, known, limit)
    }
}

/// With all defaults.
pub fn explored(body: impl FnMut(&mut Machine) -> Flow + Send) -> Report {
    Exploration::new().of(body)
}

/// A clock that goes on by a fixed step each time it is read.
#[derive(Default)]
pub struct Ticking {
    pub step: Duration,
    pub now: Mutex<Duration>,
}

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        let mut now = self.now.lock().unwrap();
        *now += self.step;
        *now
    }
}

/// Sites 0 and up at lines 1 and up of `src/lib.rs`, all in one function, two outcomes each.
pub fn manifest(sites: u32) -> Manifest {
    let site = |n: u32| Site {
        file: 0,
        line: n + 1,
        column: 5,
        function: 1,
        first_outcome: n * 2,
        outcomes: 2,
        panicking: 0,
        own: true,
    };
    Manifest {
        sites: (0..sites).map(site).collect(),
        texts: vec!["src/lib.rs".into(), "krate::unit".into(), "libc::getenv".into()],
        outcomes: sites * 2,
        codes: vec![],
    }
}

pub fn panic_at(message: &str, location: &str) -> End {
    End::Reported { ending: Ending::Panicked, message: message.into(), location: location.into() }
}

pub fn ended(ending: Ending) -> End {
    End::Reported { ending, message: String::new(), location: String::new() }
}

/// The cases as a reader would note them: `x = 1, y = -2`.
pub fn written(report: &Report) -> Vec<String> {
    let argument = |(input, value): &(forall_protocol::inputs::Input, u128)| {
        let unused = 128 - input.kind.width();
        let signed = (*value << unused).cast_signed() >> unused;
        match input.kind.is_signed() {
            true => format!("{} = {signed}", input.name),
            false => format!("{} = {value}", input.name),
        }
    };
    let case = |case: &forall_engine::Case| {
        let arguments: Vec<String> = case.arguments.iter().map(argument).collect();
        let mark = if case.failure.is_some() { " FAILS" } else { "" };
        format!("{}{mark}", arguments.join(", "))
    };
    report.cases.iter().map(case).collect()
}

pub fn reasons_of(report: &Report, kind: ReasonKind) -> Vec<&Reason> {
    report.reasons.iter().filter(|reason| reason.kind == kind).collect()
}
