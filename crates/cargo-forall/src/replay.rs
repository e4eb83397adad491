//! Repeats cases on the plain build and compares what happens with what the exploration saw.
//!
//! Each case runs in a process that begins afresh, as explored runs do. What is written into case files must hold in any order and again and
//! again, so cases also run one after the other in one process, and those that could depend on chance many times.

mod account;
mod answers;
mod boundaries;
mod compare;
mod examples;
mod leftovers;
mod lives;
mod steady;
mod surroundings;

use crate::interrupt::Interrupt;
use crate::outcome::{Confirmation, Death, Replayed, STACK_OVERFLOW};
use crate::role;
use crate::sandbox::Sandbox;
use account::{Account, Difference};
use answers::{answered_calls, with_answers, without_answers};
use anyhow::Context;
pub use boundaries::FailingBoundary;
use compare::compare;
pub use examples::RepeatedExample;
use forall_engine::{Case, Report};
use forall_protocol::put::PutDescription;
use forall_protocol::replay::PANICKED_AT;
use forall_report::{FailureKind, ReasonKind};
use forall_runtime::confine::confine_command;
use lives::{OwnFile, Repeated, ReplayEnd, Setting, Watched, alone};
use signal_hook::consts::{SIGABRT, SIGBUS, SIGSEGV};
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use surroundings::Change;

/// The plain test program of a test, and where and how long it may run.
pub struct Replay<'a> {
    pub executable: &'a Path,
    /// The package's directory, in which cargo runs tests.
    pub directory: &'a Path,
    /// What cargo tells the tests it runs.
    pub variables: Vec<(&'static str, OsString)>,
    /// The workspace's directory.
    pub root: &'a Path,
    pub sandbox: &'a Sandbox,
    /// Time for one case.
    pub time_limit: Duration,
    pub interrupt: &'a Interrupt,
}

impl Replay<'_> {
    /// Repeats the cases of a test; also tells what its arguments are.
    pub fn confirm(&self, put: &PutDescription, report: &Report) -> anyhow::Result<Vec<Replayed>> {
        let cases = &report.cases;
        let accounts = self.accounts(put, report)?;
        let depends = accounts.iter().any(|account| account.depends.is_some());
        let on = if depends { self.leftovers(&put.path, cases)? } else { Vec::new() };
        let of_machine = self.of_machine(report);
        // Whether things lie elsewhere next time is not for this process to see.
        let is_addressed = report.reasons.iter().any(|reason| reason.kind == ReasonKind::Address);
        let mut replayed = Vec::with_capacity(cases.len());
        for (case, account) in cases.iter().zip(accounts) {
            let mut confirmation = match account.by_chance {
                true => Confirmation::Chance,
                false => match account.elsewhere {
                    Some((Difference::InEnding, on)) => Confirmation::Elsewhere { on },
                    _ => compare(&case.end, &account.first.end),
                },
            };
            let blamed = case.failure.and_then(|failure| report.failures.get(failure));
            if confirmation == Confirmation::Confirmed
                && blamed.is_some_and(|failure| failure.kind == FailureKind::Memory)
                && !self.asks_for_the_impossible(&put.path, case)?
            {
                confirmation = Confirmation::OutOfMemory;
            }
            if let Confirmation::DiesPlainly { signal, death } = &mut confirmation {
                *death = self.death(&put.path, case, *signal)?;
            }
            let (mut told, depends) = (account.told(&of_machine), account.depends(&on));
            if is_addressed {
                told = told.map(|_| forall_protocol::replay::RecordedReturn::Varies);
            }
            let message = account.message(case, self.directory, self.sandbox.all());
            let Account { first, .. } = account;
            replayed.push(Replayed {
                confirmation,
                arguments: first.answered_arguments(),
                broken: first.broken.clone().map(|broken| with_answers(broken, &first.choices)),
                calls: answered_calls(&first.choices),
                choices: without_answers(&first.choices),
                told,
                message,
                depends,
            });
        }
        Ok(replayed)
    }

    /// What tells this machine from others: where the package and the program lie, and if the test asks for anything outside of Rust code, what the machine is called.
    fn of_machine(&self, report: &Report) -> Vec<String> {
        let places = [Some(self.directory), self.executable.parent()].into_iter().flatten();
        let mut names: Vec<String> = places.filter_map(Path::to_str).map(str::to_owned).collect();
        let asks_outside = report.reasons.iter().any(|reason| reason.kind == ReasonKind::NotFollowed);
        if asks_outside && let Ok(name) = std::fs::read_to_string("/proc/sys/kernel/hostname") {
            names.push(name.trim().to_owned());
        }
        names.retain(|name| name.len() > 1);
        names
    }

    /// Repeats a case once, to be told of before all is known.
    pub fn confirm_once(&self, put: &PutDescription, case: &Case) -> anyhow::Result<Replayed> {
        let lived = self.live(&put.path, std::slice::from_ref(case), vec![alone(0)], &Setting::default())?;
        let once = lived.into_iter().flatten().next().map_or_else(Repeated::unknown, |(_, once)| once);
        Ok(Replayed {
            confirmation: compare(&case.end, &once.end),
            arguments: once.answered_arguments(),
            broken: once.broken.clone().map(|broken| with_answers(broken, &once.choices)),
            calls: answered_calls(&once.choices),
            choices: without_answers(&once.choices),
            told: once.told,
            message: None,
            depends: None,
        })
    }

    /// Whether the case runs out of memory on any machine: it asks for more than can have an address.
    fn asks_for_the_impossible(&self, put: &str, case: &Case) -> anyhow::Result<bool> {
        Ok(asked_for(&self.stderr_of(put, case)?).is_some_and(|bytes| bytes >= ADDRESSES))
    }

    /// What the case writes to standard error.
    fn stderr_of(&self, put: &str, case: &Case) -> anyhow::Result<String> {
        let said = OwnFile::new(&self.sandbox.messages(), "said");
        let setting = Setting { stderr: Some(said.path()), ..Setting::default() };
        self.live(put, std::slice::from_ref(case), vec![alone(0)], &setting)?;
        said.text().context("cannot read what the replay said")
    }

    /// Why the plain build is killed by a signal.
    fn death(&self, put: &str, case: &Case, signal: i32) -> anyhow::Result<Death> {
        match signal {
            SIGSEGV | SIGBUS => {
                let setting = Setting { changes: &[Change::Stack], ..Setting::default() };
                let lived = self.live(put, std::slice::from_ref(case), vec![alone(0)], &setting)?;
                let dies = |once: &Repeated| matches!(&once.end, ReplayEnd::Died(status) if status.signal() == Some(signal));
                let suffices = !lived.iter().flatten().any(|(_, once)| dies(once));
                let why = if suffices { STACK_OVERFLOW } else { "invalid access to memory" };
                Ok(Death { why: why.into(), location: String::new() })
            }
            SIGABRT => Ok(last_words(&self.stderr_of(put, case)?)),
            _ => Ok(Death::default()),
        }
    }

    /// Does a committed case pass in the plain build? `None` when it is not in there.
    pub fn passes(&self, test: &str) -> Option<Committed> {
        // Not a pipe: nobody reads it before the end, and there is no end to what a test may print.
        let said = OwnFile::new(&self.sandbox.messages(), "said");
        let mut command = Command::new(self.executable);
        command
            .args(["--exact", test, "--test-threads=1"])
            .current_dir(self.directory)
            .envs(self.variables.iter().cloned())
            .env_remove(role::VARIABLE)
            .env_remove(forall_protocol::contract::LEVEL)
            .stdin(Stdio::null())
            .stdout(File::create(said.path()).ok()?)
            .stderr(Stdio::null())
            .process_group(0);
        confine_command(&mut command, self.sandbox.limits(), &[], self.time_limit).ok()?;
        let mut child = command.spawn().ok()?;
        let end = self.watch(&mut child, self.executable).ok()?;
        let said = said.text().ok()?;
        match end {
            Watched::Ended(_) if said.contains("running 0 tests") => None,
            Watched::Ended(status) if status.success() => Some(Committed::Passes),
            Watched::Ended(status) => {
                let kind = if status.signal().is_some() { FailureKind::Abort } else { FailureKind::Panic };
                Some(Committed::Fails { kind, place: place_of_panic(&said).into() })
            }
            Watched::TimedOut => Some(Committed::Fails { kind: FailureKind::Timeout, place: String::new() }),
            Watched::Interrupted => None,
        }
    }
}

/// What a committed case does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Committed {
    Passes,
    Fails {
        kind: FailureKind,
        /// `file:line:column` of its panic, or empty.
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

/// How many addresses a process has.
const ADDRESSES: u64 = 1 << 47;

/// What the standard library says was asked for in vain.
fn asked_for(said: &str) -> Option<u64> {
    let (_, after) = said.rsplit_once("memory allocation of ")?;
    after.split_once(" bytes failed")?.0.parse().ok()
}

/// What a process that aborts says: of the panic that ended in it, or of what the standard library met.
fn last_words(said: &str) -> Death {
    if let Some((before, _)) = said.rsplit_once("thread caused non-unwinding panic. aborting.") {
        let mut panics = before.rsplit(PANICKED_AT).filter_map(|panic| panic.split_once(":\n"));
        let Some((mut location, last)) = panics.next() else { return Death::default() };
        let mut why = last.trim().to_owned();
        // It says only that another one must not go on.
        if why.starts_with("panic in a ")
            && let Some((place, first)) = panics.next()
        {
            (location, why) = (place, format!("{} ({why})", first.trim()));
        }
        return Death { why, location: location.into() };
    }
    let fatal = said.rsplit_once("fatal runtime error: ").and_then(|(_, after)| after.lines().next());
    let why = fatal.unwrap_or_default().trim_end_matches(", aborting").into();
    Death { why, location: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_of_a_process_say_why_it_aborts() {
        let panic = |place: &str, message: &str| format!("\n{PANICKED_AT}{place}:\n{message}\n");
        let end = "thread caused non-unwinding panic. aborting.\n";
        let death = |why: &str, location: &str| Death { why: why.into(), location: location.into() };
        let caught = panic("a.rs:1:2", "caught");
        let boom = panic("a.rs:3:4", "boom");
        let cannot = panic("core.rs:5:6", "panic in a function that cannot unwind");
        assert_eq!(last_words(&format!("{caught}{boom}{end}")), death("boom", "a.rs:3:4"));
        let both = death("boom (panic in a function that cannot unwind)", "a.rs:3:4");
        assert_eq!(last_words(&format!("{caught}{boom}{cannot}{end}")), both);
        assert_eq!(last_words(&caught), death("", ""), "it aborts for another reason");
        assert_eq!(last_words("fatal runtime error: out of luck, aborting\n"), death("out of luck", ""));
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
    fn what_was_asked_for_in_vain() {
        assert_eq!(asked_for("hello\nmemory allocation of 140737488355328 bytes failed\n"), Some(1 << 47));
        assert_eq!(asked_for("memory allocation of 7 bytes failed\nnote: run with …\n"), Some(7));
        assert_eq!(asked_for("no memory"), None);
    }
}
