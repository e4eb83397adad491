//! Tiny programs for the engine to explore: a closure over a machine that does what an instrumented test would do.

pub use crate::machine::{Machine, Program, Value, site_place};
pub use crate::solvers::{Counting, FarFetched, GivesUp};

use forall_engine::{Clock, Emit, End, Options, Progress, Reason, ReasonKind, Report, explore};
use forall_protocol::manifest::{Manifest, Site};
use forall_protocol::put::{Expectation, PutDescription};
use forall_protocol::shared::Ending;
use forall_solver::{Embedded, Solver};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

/// How a tiny program goes: `Err` ends it early.
pub type Flow = Result<(), End>;

/// An exploration to be set up, with a fresh embedded solver and a clock that stands still unless told otherwise.
pub struct Exploration<'a> {
    pub put: PutDescription,
    pub manifest: Manifest,
    pub options: Options,
    pub solver: Box<dyn Solver + 'a>,
    pub clock: Ticking,
    pub interrupt_after: Option<u64>,
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
            solver: Box::new(Embedded::new()),
            clock: Ticking::default(),
            interrupt_after: None,
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

    pub fn solver(mut self, solver: impl Solver + 'a) -> Self {
        self.solver = Box::new(solver);
        self
    }

    pub fn of(mut self, body: impl FnMut(&mut Machine) -> Flow) -> Report {
        let mut program = Program::new(body, &self.manifest, self.options.bounds.max_branches);
        let mut calls = 0;
        let mut observer = |_: &Progress| {
            calls += 1;
            match self.interrupt_after {
                Some(limit) if calls > limit => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let report = explore(
            &self.put,
            &self.manifest,
            &mut program,
            &mut *self.solver,
            &self.options,
            &self.clock,
            &mut observer,
        );
        report.expect("the machine keeps the protocol")
    }
}

/// With all defaults.
pub fn explored(body: impl FnMut(&mut Machine) -> Flow) -> Report {
    Exploration::new().of(body)
}

/// A clock that goes on by a fixed step each time it is read.
#[derive(Default)]
pub struct Ticking {
    pub step: Duration,
    pub now: Cell<Duration>,
}

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        self.now.set(self.now.get() + self.step);
        self.now.get()
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
