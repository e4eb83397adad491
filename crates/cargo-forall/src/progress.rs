//! The live line, on a terminal only.

use forall_engine::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Mutex;
use std::time::{Duration, Instant};

pub struct Live {
    bar: ProgressBar,
    shown: Mutex<Option<Instant>>,
}

impl Live {
    /// Nothing is ever shown when `hidden`, or when stderr is no terminal.
    pub fn new(hidden: bool) -> Live {
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(ProgressStyle::with_template("{wide_msg}").expect("a valid template"));
        Live { bar, shown: Mutex::new(None) }
    }

    /// Shows how far the exploration of a test is; cheap enough to be called for every run.
    pub fn show(&self, label: &str, progress: &Progress, time: Duration) {
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
        self.bar.set_message(line(label, progress, time));
        self.bar.tick();
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

fn line(label: &str, progress: &Progress, time: Duration) -> String {
    let Progress { runs, paths, open, failures } = progress;
    let failing = if *failures == 0 { String::new() } else { format!(", {failures} failing") };
    format!(
        "exploring  {label}: {paths} paths, {runs} runs, {open} open{failing}, {:.1} s",
        time.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_how_far_it_is() {
        let progress = Progress { runs: 12, paths: 9, open: 4, failures: 0 };
        let time = Duration::from_millis(1240);
        assert_eq!(line("abs", &progress, time), "exploring  abs: 9 paths, 12 runs, 4 open, 1.2 s");
        let failing = Progress { failures: 2, ..progress };
        assert_eq!(line("abs", &failing, time), "exploring  abs: 9 paths, 12 runs, 4 open, 2 failing, 1.2 s");
    }
}
