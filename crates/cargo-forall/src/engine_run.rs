//! The search for the paths of one test: the engine, and what it needs from outside.

use crate::args::Search;
use crate::bounds;
use crate::examples::Examples;
use crate::selection::Put;
use crate::session::{RUN_TIME, Session};
use crate::solver;
use forall_engine::{Case, Environment, ExecutorError, Failure, Journal, Progress, Report, Watcher};
use forall_report::{Event, Progressed};
use std::ops::ControlFlow;
use std::time::Instant;
use tracing::Span;

pub struct EngineRun<'a, 'w> {
    pub session: &'a Session<'w>,
    pub search: &'a Search,
    pub put: &'a Put<'a>,
    pub clock: &'a Instant,
    pub examples: &'a Examples,
}

impl EngineRun<'_, '_> {
    pub fn run(
        &self,
        journal: &dyn Journal,
        on_failure: &(dyn Fn(Case, Failure) + Sync),
        watcher: Option<&dyn Watcher>,
    ) -> anyhow::Result<Report> {
        let EngineRun { session, search, put, clock, examples } = self;
        let process = session.process(put)?;
        let mut options = bounds::options(search, put.package, &put.description)?;
        options.seeds = examples.seeds();
        // Workers are threads of their own.
        let test = Span::current();
        let environment = Environment {
            executors: &|| match test
                .in_scope(|| process.target(put.index, RUN_TIME, options.bounds.max_answers))
            {
                Ok(target) => Ok(Box::new(target)),
                Err(error) => Err(ExecutorError(format!("{error:#}"))),
            },
            solvers: &|| match test.in_scope(|| solver::start(search, session.interrupt)) {
                Ok(solver) => Ok(solver),
                Err(error) => Err(ExecutorError(format!("{error:#}"))),
            },
            clock: *clock,
            observer: &|progress: &Progress| {
                session.events.progress(|| {
                    let seconds = clock.elapsed().as_secs_f64();
                    Event::Progress(Progressed { test: put.test(), progress: *progress, seconds })
                });
                match session.interrupt.is_asked() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
            permits: &session.permits,
            journal,
            passes_on: &|place: &str| session.panics.pass_on_at(place),
            on_failure,
            watcher,
        };
        Ok(forall_engine::explore(&put.description, &process.hello().manifest, &environment, &options)?)
    }
}
