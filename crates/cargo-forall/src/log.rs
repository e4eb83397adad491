//! The log for developers, on stderr: builds, tests, runs and queries, each with its time.
//!
//! `FORALL_LOG` says which: a level (`info` for builds and tests, `debug` for runs and queries besides), or levels of modules as in
//! `cargo_forall::process=debug`.

use forall_solver::{Answer, Limit, Model, Solver, Term, Terms};
use tracing::field::{Empty, display};
use tracing::{Span, debug_span};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

const VARIABLE: &str = "FORALL_LOG";

/// Logs from here on, if the environment asks for it.
pub fn start() -> anyhow::Result<()> {
    let Some(asked) = std::env::var_os(VARIABLE) else { return Ok(()) };
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_span_events(FmtSpan::CLOSE);
    tracing_subscriber::registry().with(lines).with(filter(&asked.to_string_lossy())?).init();
    Ok(())
}

fn filter(asked: &str) -> anyhow::Result<Targets> {
    asked.parse().map_err(|error| {
        anyhow::anyhow!(
            "{VARIABLE}={asked}: {error}\n  help: give a level (error, warn, info, debug or trace), or `module=level`"
        )
    })
}

/// Is anything logged? Then nothing else may draw on stderr.
pub fn is_on() -> bool {
    LevelFilter::current() != LevelFilter::OFF
}

/// A solver whose queries are logged as part of a test.
pub struct Logged<S> {
    pub solver: S,
    pub test: Span,
}

impl<S: Solver> Logged<S> {
    fn ask(
        &mut self,
        terms: &mut Terms,
        assertions: &[Term],
        ask: impl FnOnce(&mut S, &mut Terms) -> Answer,
    ) -> Answer {
        let conditions = assertions.len();
        let span =
            debug_span!(parent: &self.test, "query", conditions, last = Empty, answer = Empty, work = Empty);
        if span.is_disabled() {
            return ask(&mut self.solver, terms);
        }
        if let Some(last) = assertions.last() {
            span.record("last", display(terms.display(*last)));
        }
        let before = self.solver.work();
        let answer = span.in_scope(|| ask(&mut self.solver, terms));
        match &answer {
            Answer::Sat(_) => span.record("answer", "sat"),
            Answer::Unsat => span.record("answer", "unsat"),
            Answer::Unknown(why) => span.record("answer", tracing::field::debug(why)),
        };
        span.record("work", self.solver.work() - before);
        answer
    }
}

impl<S: Solver> Solver for Logged<S> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        self.ask(terms, assertions, |solver, terms| solver.check(terms, assertions, limit))
    }

    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        self.ask(terms, assertions, |solver, terms| solver.check_last(terms, assertions, known, limit))
    }

    fn forget(&mut self) -> bool {
        self.solver.forget()
    }

    fn work(&self) -> u64 {
        self.solver.work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_solver::{Binary, Embedded};
    use std::io;
    use std::sync::{Arc, Mutex, PoisonError};

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is logged of one query under such a filter.
    fn logged(asked: &str) -> String {
        let lines = Lines::default();
        let writer = lines.clone();
        let layer = tracing_subscriber::fmt::layer()
            .with_writer(move || writer.clone())
            .with_ansi(false)
            .with_span_events(FmtSpan::CLOSE);
        let subscriber = tracing_subscriber::registry().with(layer).with(filter(asked).expect("a filter"));
        tracing::subscriber::with_default(subscriber, || {
            let mut terms = Terms::new();
            let x = terms.variable("x", 8);
            let seven = terms.constant(8, 7);
            let condition = terms.binary(Binary::Eq, x, seven);
            let test = tracing::info_span!("test", name = "halves");
            let mut solver = Logged { solver: Embedded::new(), test };
            assert!(matches!(solver.check(&mut terms, &[condition], Limit::default()), Answer::Sat(_)));
        });
        let bytes = lines.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn queries_are_logged_with_their_test_and_answer() {
        let debug = logged("debug");
        assert!(
            debug.contains("test{name=\"halves\"}:query{conditions=1 last=x == 7 answer=\"sat\""),
            "{debug}"
        );
        assert!(!logged("info").contains("query"));
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        let said = filter("cargo_forall=loud").expect_err("no level").to_string();
        assert!(said.starts_with("FORALL_LOG=cargo_forall=loud: ") && said.contains("debug"), "{said}");
    }
}
