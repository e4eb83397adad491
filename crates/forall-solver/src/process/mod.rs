//! Any solver that reads SMT-LIB 2 from its standard input, as a process.

mod connection;
mod values;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::evaluate::Evaluation;
use crate::model::Model;
use crate::slicing::terms_below;
use crate::solver::{Answer, Cancel, Limit, Solver, Unknown};
use crate::terms::{Node, Term, Terms};
use connection::{Connection, Ended};

/// Asks a program of the user's choice. It is started once and again whenever it had to be stopped or ended
/// by itself.
pub struct Process {
    program: OsString,
    connection: Option<Connection>,
    /// How often in a row it ended without an answer.
    deaths: u32,
    cancel: Cancel,
}

/// A program that keeps ending is not started more often than this.
const MOST_DEATHS: u32 = 3;

/// A program that was told how long it may take is given so much longer to say that it was not enough: to
/// start it again takes longer.
const GRACE: Duration = Duration::from_millis(100);

/// The program cannot be started.
#[derive(Debug)]
pub struct StartError {
    program: OsString,
    cause: io::Error,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start the solver `{}`: {}", self.program.display(), self.cause)
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

impl Process {
    /// The name of a program or a path to it. Those called z3, cvc5, bitwuzla and yices-smt2 get the options
    /// they need; others get none.
    pub fn start(program: impl Into<OsString>) -> Result<Process, StartError> {
        let program = program.into();
        match Connection::open(&program, options(&program)) {
            Ok(connection) => {
                Ok(Process { program, connection: Some(connection), deaths: 0, cancel: Cancel::default() })
            }
            Err(cause) => Err(StartError { program, cause }),
        }
    }

    pub fn cancelled_by(self, cancel: Cancel) -> Self {
        Process { cancel, ..self }
    }

    fn ask(&mut self, terms: &Terms, assertions: &[Term], limit: Limit) -> Result<Answer, Ended> {
        let variables: Vec<Term> = terms_below(terms, assertions)
            .into_iter()
            .filter(|&term| matches!(terms.node(term), Node::Variable(_) | Node::Apply(..)))
            .collect();
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => {
                let opened = Connection::open(&self.program, options(&self.program));
                self.connection.insert(opened.map_err(|cause| Ended::Died(cause.to_string()))?)
            }
        };
        let time = time_option(&self.program, limit);
        let script = terms.smtlib(assertions);
        connection.send(format!("(reset)\n(set-option :produce-models true)\n{time}{script}"));
        let deadline = limit.deadline() + if time.is_empty() { Duration::ZERO } else { GRACE };
        match connection.reply(deadline, &self.cancel)?.as_str() {
            "unsat" => Ok(Answer::Unsat),
            "sat" => {
                if !variables.is_empty() {
                    let names: Vec<String> = variables.iter().map(|&v| terms.smtlib_name(v)).collect();
                    connection.send(format!("(get-value ({}))\n", names.join(" ")));
                    let reply = connection.reply(deadline, &self.cancel)?;
                    let values = values::parse(&reply, variables.len())
                        .ok_or_else(|| Ended::Died(format!("it gave no values but {reply}")))?;
                    return Ok(Answer::Sat(Model::of_values(terms, variables.into_iter().zip(values))));
                }
                Ok(Answer::Sat(Model::new()))
            }
            "unknown" | "timeout" => Ok(Answer::Unknown(Unknown::Timeout)),
            other => Err(Ended::Died(format!("it said: {other}"))),
        }
    }
}

impl Solver for Process {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        let name = self.program.display().to_string();
        if self.deaths >= MOST_DEATHS {
            return Answer::Unknown(Unknown::Failed(format!("{name} failed {MOST_DEATHS} times in a row")));
        }
        let answer = self.ask(terms, assertions, limit);
        self.deaths = if matches!(answer, Err(Ended::Died(_))) { self.deaths + 1 } else { 0 };
        match answer {
            Ok(Answer::Sat(model)) if !Evaluation::new(model.clone()).all_true(terms, assertions) => {
                Answer::Unknown(Unknown::Contradicted(format!(
                    "a model of {name} does not satisfy the query"
                )))
            }
            Ok(answer) => answer,
            Err(ended) => {
                // Whatever it still does is not for the next query.
                self.connection = None;
                match ended {
                    Ended::Cancelled => Answer::Unknown(Unknown::Cancelled),
                    Ended::TooLate => Answer::Unknown(Unknown::Timeout),
                    Ended::Died(how) => Answer::Unknown(Unknown::Failed(format!("{name} failed: {how}"))),
                }
            }
        }
    }
}

fn name(program: &OsStr) -> Option<&str> {
    Path::new(program).file_name().and_then(OsStr::to_str)
}

/// Tells programs that can be told how long a query may take.
fn time_option(program: &OsStr, limit: Limit) -> String {
    let milliseconds = limit.time.as_millis().clamp(1, u128::from(u32::MAX - 1));
    match name(program) {
        Some("z3") => format!("(set-option :timeout {milliseconds})\n"),
        Some("cvc5") => format!("(set-option :tlimit-per {milliseconds})\n"),
        Some("bitwuzla") => format!("(set-option :time-limit-per {milliseconds})\n"),
        _ => String::new(),
    }
}

fn options(program: &OsStr) -> &'static [&'static str] {
    match name(program) {
        Some("z3") => &["-in", "-smt2"],
        Some("cvc5") => &["--lang=smt2", "--incremental", "--fp-exp"],
        Some("bitwuzla") => &["--lang", "smt2"],
        Some("yices-smt2") => &["--incremental"],
        _ => &[],
    }
}
