//! Repeats cases on the plain build and compares what happens with what the exploration saw.

use crate::interrupt::Interrupt;
use crate::outcome::{Confirmation, Replayed};
use crate::role;
use crate::sandbox::Sandbox;
use anyhow::Context;
use forall_engine::{Case, End};
use forall_protocol::replay::{self, Choice, Entry, Observation, Told};
use forall_protocol::shared::Ending;
use forall_protocol::value::Value;
use forall_runtime::confine::{confine_command, end_group};
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The plain test program of a test, and where and how long it may run.
pub struct Replay<'a> {
    pub executable: &'a Path,
    /// The package's directory, in which cargo runs tests.
    pub directory: &'a Path,
    pub sandbox: &'a Sandbox,
    /// Time for one case.
    pub time_limit: Duration,
    pub interrupt: &'a Interrupt,
}

/// One case in the plain build.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Repeated {
    /// `None` when drawing them did not come to an end.
    arguments: Option<Vec<Value>>,
    /// What could not be made.
    broken: Option<Value>,
    choices: Vec<Choice>,
    told: Option<Told>,
    seen: Seen,
}

/// What the plain build does on one case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Observed(Observation),
    Died(ExitStatus),
    TimedOut,
    /// The user stopped it.
    Interrupted,
}

impl Replay<'_> {
    /// Repeats the cases of the test called `put`; also tells what its arguments are.
    pub fn confirm(&self, put: &str, cases: &[Case]) -> anyhow::Result<Vec<Replayed>> {
        let repeated = self.repeat(put, cases)?;
        let mut replayed = Vec::with_capacity(cases.len());
        for (case, mut repeated) in cases.iter().zip(repeated) {
            let mut confirmation = compare(&case.end, &repeated.seen);
            if matches!(confirmation, Confirmation::Contradicted(_) | Confirmation::DiesPlainly { .. }) {
                // The cases before it may have left something behind in statics: explored runs begin afresh, so must this one.
                repeated = self.repeat(put, std::slice::from_ref(case))?.swap_remove(0);
                confirmation = compare(&case.end, &repeated.seen);
            }
            let Repeated { arguments, broken, choices, told, .. } = repeated;
            replayed.push(Replayed { confirmation, arguments, broken, choices, told });
        }
        Ok(replayed)
    }

    /// Does a committed case pass in the plain build? `None` when it is not in there.
    pub fn passes(&self, test: &str) -> Option<Committed> {
        let mut command = Command::new(self.executable);
        command
            .args(["--exact", test, "--test-threads=1"])
            .current_dir(self.directory)
            .env_remove(role::VARIABLE)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0);
        confine_command(&mut command, self.sandbox.limits(), &[], self.time_limit).ok()?;
        let mut child = command.spawn().ok()?;
        let end = self.watch(&mut child, self.executable).ok()?;
        let mut said = String::new();
        let _ = child.stdout.take()?.read_to_string(&mut said);
        match end {
            Watched::Ended(_) if said.contains("running 0 tests") => None,
            Watched::Ended(status) if status.success() => Some(Committed::Passes),
            Watched::Ended(_) => Some(Committed::Fails { place: place_of_panic(&said).into() }),
            Watched::TimedOut => Some(Committed::Fails { place: String::new() }),
            Watched::Interrupted => None,
        }
    }

    fn repeat(&self, put: &str, cases: &[Case]) -> anyhow::Result<Vec<Repeated>> {
        if cases.is_empty() {
            return Ok(Vec::new());
        }
        let files = Messages::new(&self.sandbox.messages());
        let values: Vec<replay::Values> = cases.iter().map(|case| case.arguments.clone()).collect();
        std::fs::write(&files.request, replay::encode_request(&values))
            .context("cannot write the cases to replay")?;
        let mut seen = Vec::new();
        while seen.len() < cases.len() {
            // One process for many cases: a new one is only needed after one that died.
            let before = seen.len();
            self.run_from(put, cases.len(), &files, &mut seen)?;
            anyhow::ensure!(seen.len() > before, "the plain build does not replay {put}");
        }
        Ok(seen)
    }

    /// Runs the cases from `seen.len()` on, until the process ends.
    fn run_from(
        &self,
        put: &str,
        count: usize,
        files: &Messages,
        seen: &mut Vec<Repeated>,
    ) -> anyhow::Result<()> {
        std::fs::write(&files.report, []).context("cannot write the report of the replay")?;
        let mut command = Command::new(self.executable);
        command
            .current_dir(self.directory)
            .env_remove(role::VARIABLE)
            .env(replay::PUT, put)
            .env(replay::REQUEST, &files.request)
            .env(replay::REPORT, &files.report)
            .env(replay::FIRST, seen.len().to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // All that it starts ends with it.
            .process_group(0);
        // Each case has its time, and the clock is watched; but should nobody be there to watch it, this ends as well.
        let time = self.time_limit.saturating_mul((count - seen.len()).try_into().unwrap_or(u32::MAX));
        confine_command(&mut command, self.sandbox.limits(), std::slice::from_ref(&files.report), time)
            .context("cannot confine the replay")?;
        let mut child =
            command.spawn().with_context(|| format!("cannot run {}", self.executable.display()))?;
        let end = self.watch(&mut child, &files.report)?;
        let entries =
            Entry::decode_all(&std::fs::read(&files.report).context("cannot read the report of the replay")?);
        let (mut running, mut arguments, mut broken, mut choices) = (None, None, None, Vec::new());
        for entry in entries {
            match entry {
                Entry::Started(case) => running = Some(case),
                Entry::Drawn(_, drawn) => arguments = Some(drawn),
                Entry::Broken(_, value) => broken = Some(value),
                Entry::Chosen(_, choice) => choices.push(choice),
                Entry::Told(_, told) => {
                    if let Some(last) = seen.last_mut() {
                        last.told = Some(told);
                    }
                }
                Entry::Ended(case, observation) => {
                    anyhow::ensure!(case as usize == seen.len(), "the plain build replays in a wrong order");
                    running = None;
                    seen.push(Repeated {
                        arguments: arguments.take(),
                        broken: broken.take(),
                        choices: std::mem::take(&mut choices),
                        told: None,
                        seen: Seen::Observed(observation),
                    });
                }
            }
        }
        match (end, running) {
            (Watched::Interrupted, _) => {
                let unknown = Repeated {
                    arguments: None,
                    broken: None,
                    choices: Vec::new(),
                    told: None,
                    seen: Seen::Interrupted,
                };
                seen.resize(count, unknown);
            }
            (Watched::TimedOut, _) => {
                seen.push(Repeated { arguments, broken, choices, told: None, seen: Seen::TimedOut });
            }
            (Watched::Ended(status), Some(_)) => {
                seen.push(Repeated { arguments, broken, choices, told: None, seen: Seen::Died(status) });
            }
            (Watched::Ended(_), None) => {}
        }
        Ok(())
    }

    /// Waits for the process; ends it when no case ends for too long.
    fn watch(&self, child: &mut Child, report: &Path) -> anyhow::Result<Watched> {
        let mut last_change = Instant::now();
        let mut length = 0;
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait().context("cannot wait for the replay")? {
                end_group(child);
                return Ok(match status.signal() {
                    _ if self.interrupt.is_asked() => Watched::Interrupted,
                    Some(SIGXCPU) => Watched::TimedOut,
                    _ => Watched::Ended(status),
                });
            }
            let now = std::fs::metadata(report).map_or(0, |metadata| metadata.len());
            if now != length {
                length = now;
                last_change = Instant::now();
            }
            let timed_out = last_change.elapsed() > self.time_limit;
            if timed_out || self.interrupt.is_asked() {
                end_group(child);
                child.wait().context("cannot wait for the replay")?;
                return Ok(if self.interrupt.is_asked() { Watched::Interrupted } else { Watched::TimedOut });
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

/// What a committed case does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Committed {
    Passes,
    /// `file:line:column` of its panic, or empty.
    Fails {
        place: String,
    },
}

/// The place of the last panic of which libtest tells.
fn place_of_panic(said: &str) -> &str {
    let lines = said.lines().rev().filter(|line| line.starts_with("thread '"));
    let places = lines
        .filter_map(|line| line.split_once("' panicked at ").or_else(|| line.split_once(" panicked at ")));
    places.map(|(_, place)| place.trim_end_matches(':')).next().unwrap_or_default()
}

enum Watched {
    Ended(ExitStatus),
    TimedOut,
    Interrupted,
}

/// The files through which the replay is told what to do, and tells what it did.
struct Messages {
    request: std::path::PathBuf,
    report: std::path::PathBuf,
}

impl Messages {
    fn new(directory: &Path) -> Messages {
        // Several replays go on at once, in this process and in others.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let file = |name: &str| directory.join(format!("{name}-{}-{number}", std::process::id()));
        Messages { request: file("request"), report: file("report") }
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        // They only waste space, and little of it.
        let _ = std::fs::remove_file(&self.request);
        let _ = std::fs::remove_file(&self.report);
    }
}

/// Of a program that tried to do what it may not do.
const SIGSYS: i32 = 31;
/// Of one that took too much of the processor.
const SIGXCPU: i32 = 24;

fn compare(explored: &End, seen: &Seen) -> Confirmation {
    let confirmed = match (explored, seen) {
        (_, Seen::Interrupted) => return Confirmation::Unknown,
        (_, Seen::Died(status)) if status.signal() == Some(SIGSYS) => return Confirmation::Refused,
        (End::TimedOut, Seen::TimedOut) => true,
        (End::TimedOut, Seen::Observed(_) | Seen::Died(_)) => return Confirmation::OnlySlow,
        // This is what the user's own build does, and it has less stack than explored code.
        (End::Reported { ending: Ending::Returned, .. }, Seen::Died(status)) if status.signal().is_some() => {
            return Confirmation::DiesPlainly { signal: status.signal().unwrap_or_default() };
        }
        (End::Reported { ending: Ending::Panicked, message, location }, Seen::Observed(observed)) => {
            observed.ending == Ending::Panicked
                && (observed.message == *message || observed.location == *location)
        }
        (End::Reported { ending: Ending::OutOfMemory, .. }, Seen::Observed(_)) => {
            return Confirmation::EnoughMemory;
        }
        (End::Reported { ending: Ending::OutOfMemory, .. }, Seen::Died(status)) => status.signal().is_some(),
        (End::Reported { ending, .. }, Seen::Observed(observed)) => observed.ending == *ending,
        (End::Reported { ending: Ending::StackOverflow, .. }, Seen::Died(status)) => {
            status.signal().is_some()
        }
        (End::Reported { ending: Ending::Died, .. }, Seen::Died(_)) => true,
        (End::Signal(signal), Seen::Died(status)) => status.signal() == Some(*signal),
        (End::Exit(code), Seen::Died(status)) => status.code() == Some(*code),
        _ => false,
    };
    match confirmed {
        true => Confirmation::Confirmed,
        false => Confirmation::Contradicted(format!(
            "it {} under exploration, but {} in the plain build",
            told_end(explored),
            told_seen(seen)
        )),
    }
}

fn told_end(end: &End) -> String {
    match end {
        End::Reported { ending, message, location } => told_ending(*ending, message, location),
        End::Signal(signal) => format!("is killed by signal {signal}"),
        End::Exit(code) => format!("exits with code {code}"),
        End::TimedOut => "does not end in time".into(),
    }
}

fn told_seen(seen: &Seen) -> String {
    match seen {
        Seen::Observed(Observation { ending, message, location }) => told_ending(*ending, message, location),
        Seen::Died(status) => match (status.signal(), status.code()) {
            (Some(signal), _) => format!("is killed by signal {signal}"),
            (None, code) => format!("exits with code {}", code.unwrap_or_default()),
        },
        Seen::TimedOut => "does not end in time".into(),
        Seen::Interrupted => "is interrupted".into(),
    }
}

fn told_ending(ending: Ending, message: &str, location: &str) -> String {
    let message = forall_testgen::one_line(message);
    match ending {
        Ending::Returned => "returns".into(),
        Ending::Err => format!("returns the error {message}"),
        Ending::Panicked => format!("panics with `{message}` at {location}"),
        Ending::Meaningless => "does not satisfy the assumptions".into(),
        Ending::StackOverflow => "overflows the stack".into(),
        Ending::OutOfMemory => "runs out of memory".into(),
        Ending::Refused => format!("is refused to {message}"),
        Ending::Died => "dies".into(),
        Ending::OutOfBounds | Ending::Exhausted => "is cut off".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(ending: Ending, message: &str, location: &str) -> End {
        End::Reported { ending, message: message.into(), location: location.into() }
    }

    fn observed(ending: Ending, message: &str, location: &str) -> Seen {
        Seen::Observed(Observation { ending, message: message.into(), location: location.into() })
    }

    fn died(raw: i32) -> Seen {
        Seen::Died(ExitStatus::from_raw(raw))
    }

    #[test]
    fn libtest_tells_where_a_case_panicked() {
        let said = "---- a::case stdout ----\n\nthread 'a::case' (77) panicked at src/a b.rs:7:9:\nboom\nnote: run with\n";
        assert_eq!(place_of_panic(said), "src/a b.rs:7:9");
        let older = said.replace(" (77)", "");
        assert_eq!(place_of_panic(&older), "src/a b.rs:7:9");
        assert_eq!(place_of_panic("running 1 test"), "");
    }

    #[test]
    fn the_same_ending_confirms_a_case() {
        let panic = reported(Ending::Panicked, "boom", "src/a.rs:1:2");
        for (explored, seen) in [
            (reported(Ending::Returned, "", ""), observed(Ending::Returned, "", "")),
            (panic.clone(), observed(Ending::Panicked, "boom", "src/a.rs:1:2")),
            (panic.clone(), observed(Ending::Panicked, "boom at 0x7ff", "src/a.rs:1:2")),
            (panic, observed(Ending::Panicked, "boom", "/rustc/x.rs:3:4")),
            (End::TimedOut, Seen::TimedOut),
            (End::Signal(6), died(6)),
            (End::Exit(3), died(3 << 8)),
            (reported(Ending::StackOverflow, "", ""), died(11)),
        ] {
            assert_eq!(compare(&explored, &seen), Confirmation::Confirmed, "{explored:?} {seen:?}");
        }
    }

    #[test]
    fn another_ending_contradicts_it() {
        for (explored, seen) in [
            (reported(Ending::Returned, "", ""), observed(Ending::Panicked, "boom", "src/a.rs:1:2")),
            (reported(Ending::Panicked, "boom", "src/a.rs:1:2"), observed(Ending::Returned, "", "")),
            (
                reported(Ending::Panicked, "boom", "src/a.rs:1:2"),
                observed(Ending::Panicked, "bang", "src/a.rs:9:9"),
            ),
            (reported(Ending::Panicked, "boom", "src/a.rs:1:2"), died(6)),
            (End::Signal(6), died(11)),
            (End::Signal(6), observed(Ending::Returned, "", "")),
            (reported(Ending::Returned, "", ""), Seen::TimedOut),
        ] {
            assert!(
                matches!(compare(&explored, &seen), Confirmation::Contradicted(_)),
                "{explored:?} {seen:?}"
            );
        }
    }

    #[test]
    fn where_only_the_plain_build_dies_it_is_a_failure() {
        let returned = reported(Ending::Returned, "", "");
        assert_eq!(compare(&returned, &died(11)), Confirmation::DiesPlainly { signal: 11 });
        assert!(matches!(compare(&returned, &died(3 << 8)), Confirmation::Contradicted(_)), "it exits");
    }

    #[test]
    fn what_the_plain_build_is_refused_says_nothing_about_the_test() {
        assert_eq!(compare(&reported(Ending::Returned, "", ""), &died(SIGSYS)), Confirmation::Refused);
        assert_eq!(compare(&End::Signal(6), &died(SIGSYS)), Confirmation::Refused);
    }

    #[test]
    fn running_out_of_memory_is_dying_of_it() {
        let explored = reported(Ending::OutOfMemory, "", "");
        assert_eq!(compare(&explored, &died(6)), Confirmation::Confirmed);
        assert_eq!(compare(&explored, &observed(Ending::Returned, "", "")), Confirmation::EnoughMemory);
    }

    #[test]
    fn a_contradiction_says_both_sides() {
        let explored = reported(Ending::Panicked, "boom", "src/a.rs:1:2");
        assert_eq!(
            compare(&explored, &observed(Ending::Returned, "", "")),
            Confirmation::Contradicted(
                "it panics with `boom` at src/a.rs:1:2 under exploration, but returns in the plain build"
                    .into()
            )
        );
    }

    #[test]
    fn being_slow_only_under_exploration_is_no_contradiction() {
        assert_eq!(compare(&End::TimedOut, &observed(Ending::Returned, "", "")), Confirmation::OnlySlow);
    }
}
