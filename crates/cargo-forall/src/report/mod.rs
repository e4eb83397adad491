//! Where the events of a run go: to the live line, and to the reporter of the format that the user wants.

mod human;
mod json;
mod live;

use crate::args::Output;
use crate::status::Status;
use anyhow::Context;
use clap::ValueEnum;
use forall_report::Event;
use human::Human;
use json::Json;
use live::Live;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// The output formats: each has a reporter, in a file of its own. A new one is named here, and nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One line per test, for people
    Human,
    /// One JSON object per line, for programs
    Json,
}

impl Format {
    fn reporter(self, status: Status) -> Box<dyn Reporter + Send> {
        match self {
            Format::Human => Box::new(Human::new(status)),
            Format::Json => Box::new(Json),
        }
    }
}

/// Makes a report of the events of a run. They come one at a time and in order, all but `Progress`, of which there are too many. The last one is `Summary`, unless
/// tests are only listed, or the command stops with an error.
trait Reporter {
    /// Writes what is to be said of an event to stdout, which is `out`.
    fn report(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()>;
}

/// Says nothing.
struct Nothing;

impl Reporter for Nothing {
    fn report(&mut self, _: &Event, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// The stream of events.
pub struct Events {
    live: Live,
    reporter: Mutex<Box<dyn Reporter + Send>>,
}

impl Events {
    pub fn new(output: Output) -> Events {
        let status = Status::new(output);
        Events { live: Live::new(status), reporter: Mutex::new(output.format.reporter(status)) }
    }

    /// Of a run that only serves another: the live line, and no report.
    pub fn without_report(output: Output) -> Events {
        Events { live: Live::new(Status::new(output)), reporter: Mutex::new(Box::new(Nothing)) }
    }

    pub fn send(&self, event: &Event) -> anyhow::Result<()> {
        self.live.show(event);
        let mut reporter = self.reporter.lock().unwrap_or_else(PoisonError::into_inner);
        self.live.aside(|| {
            let mut out = anstream::stdout().lock();
            reporter.report(event, &mut out).and_then(|()| out.flush()).context("cannot write the report")
        })
    }

    /// Sends an event of which most need not be made: there are many, and nobody looks at more than a few a second.
    pub fn progress(&self, event: impl FnOnce() -> Event) {
        self.live.progress(event);
    }

    /// Prints something while the live line is out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.live.aside(print)
    }
}

#[cfg(test)]
mod samples;
