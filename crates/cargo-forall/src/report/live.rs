//! What is shown on stderr while a run goes on: a line for every build, and on a terminal the live line.

use crate::log;
use crate::status::Status;
use forall_report::{Build, Event, Progress, Progressed};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Mutex;
use std::time::{Duration, Instant};

pub struct Live {
    status: Status,
    bar: ProgressBar,
    shown: Mutex<Option<Instant>>,
}

impl Live {
    /// The live line is never shown when the user wants quiet, when a log is written, or when stderr is no terminal.
    pub fn new(status: Status) -> Live {
        let hidden = status.is_quiet() || log::is_on();
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(ProgressStyle::with_template("{wide_msg}").expect("a valid template"));
        Live { status, bar, shown: Mutex::new(None) }
    }

    pub fn show(&self, event: &Event) {
        match event {
            // Of the plain build, cargo speaks itself.
            Event::Build { what: Build::Plain } => {}
            Event::Build { what: Build::Instrumented } => {
                self.aside(|| self.status.say("Building", "the tests with instrumentation"));
            }
            Event::Build { what: Build::Cases } => {
                self.aside(|| self.status.say("Compiling", "the cases that were written"));
            }
            Event::Started(test) => {
                self.bar.set_message(format!("exploring  {}", test.label));
                self.bar.tick();
            }
            Event::Progress(progressed) => {
                self.bar.set_message(line(progressed));
                self.bar.tick();
            }
            _ => {}
        }
    }

    /// Shows how far an exploration is; cheap enough to be called for every run.
    pub fn progress(&self, event: impl FnOnce() -> Event) {
        const OFTEN_ENOUGH: Duration = Duration::from_millis(100);
        if self.bar.is_hidden() {
            return;
        }
        // Whoever finds somebody else at it need not wait: the next time is soon.
        let Ok(mut shown) = self.shown.try_lock() else { return };
        if shown.is_some_and(|shown| shown.elapsed() < OFTEN_ENOUGH) {
            return;
        }
        *shown = Some(Instant::now());
        self.show(&event());
    }

    /// Prints something while the line is out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(progressed: &Progressed) -> String {
    let Progressed { test, progress: Progress { runs, paths, open, failures }, seconds } = progressed;
    let failing = if *failures == 0 { String::new() } else { format!(", {failures} failing") };
    let label = &test.label;
    format!("exploring  {label}: {paths} paths, {runs} runs, {open} open{failing}, {seconds:.1} s")
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::Test;

    #[test]
    fn the_line_tells_how_far_it_is() {
        let told = |failures| {
            let test = Test { label: "abs".into(), ..Test::default() };
            let progress = Progress { runs: 12, paths: 9, open: 4, failures };
            line(&Progressed { test, progress, seconds: 1.24 })
        };
        assert_eq!(told(0), "exploring  abs: 9 paths, 12 runs, 4 open, 1.2 s");
        assert_eq!(told(2), "exploring  abs: 9 paths, 12 runs, 4 open, 2 failing, 1.2 s");
    }
}
