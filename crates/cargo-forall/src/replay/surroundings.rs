//! What a case must not depend on, because the inputs do not decide it: the process, the thread and the machine it runs on. `cargo test` and nextest
//! differ in these, and so do two machines.
//!
//! See docs/decisions/repeat-cases-in-another-environment.md.

use super::Replay;
use super::account::{Account, Difference};
use super::lives::{Lived, Setting, alone};
use anyhow::Context;
use forall_engine::Case;
use forall_protocol::replay::{self, Life};
use forall_runtime::confine::{Limits, one_processor};
use std::process::Command;

/// Something that is otherwise elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Thread,
    Arguments,
    Directory,
    Variables,
    Processors,
    /// As much stack as explored code has. It is not among `CHANGES`: no case may need it.
    Stack,
}

const CHANGES: [Change; 5] =
    [Change::Thread, Change::Arguments, Change::Directory, Change::Variables, Change::Processors];

impl Change {
    /// As the end of "it depends on".
    fn in_words(self) -> &'static str {
        match self {
            Change::Thread => "the thread it runs on",
            Change::Arguments => "the arguments of the test program",
            Change::Directory => "the directory for temporary files",
            Change::Variables => "variables of the environment",
            Change::Processors => "the number of processors",
            Change::Stack => "the size of the stack",
        }
    }

    /// Where files may be left is a matter of confinement.
    pub fn of_limits(self, limits: &mut Limits) -> anyhow::Result<()> {
        if let (Change::Directory, Some(scratch)) = (self, &mut limits.scratch) {
            scratch.push("another-directory");
            std::fs::create_dir_all(&scratch)
                .with_context(|| format!("cannot create {}", scratch.display()))?;
        }
        Ok(())
    }

    pub fn of_command(self, command: &mut Command) {
        match self {
            Change::Thread => {
                command.env(replay::THREAD, "main");
            }
            Change::Arguments => {
                command.args(["--exact", "another::test", "--nocapture"]);
            }
            Change::Directory => {}
            Change::Variables => {
                let variables =
                    ["USER", "LOGNAME", "HOSTNAME", "HOME", "LANG", "SHELL", "TERM", "FORALL_ANOTHER"];
                command.envs(variables.map(|name| (name, "another")));
                command.env("RUST_BACKTRACE", "1");
            }
            Change::Processors => one_processor(command),
            Change::Stack => {
                command.env("RUST_MIN_STACK", (64 << 20).to_string());
            }
        }
    }
}

impl Replay<'_> {
    /// Repeats all cases where everything else is different. What makes a difference is told with the case.
    pub(super) fn move_elsewhere(
        &self,
        put: &str,
        cases: &[Case],
        accounts: &mut [Account],
    ) -> anyhow::Result<()> {
        let all: Vec<u32> = (0..).take(cases.len()).collect();
        let different = self.differences(put, cases, accounts, &all, &CHANGES)?;
        if different.is_empty() {
            return Ok(());
        }
        let mut causes: Vec<(u32, Difference, Option<Change>)> =
            different.into_iter().map(|(case, difference)| (case, difference, None)).collect();
        let numbers: Vec<u32> = causes.iter().map(|(case, ..)| *case).collect();
        for change in CHANGES {
            for (case, difference) in self.differences(put, cases, accounts, &numbers, &[change])? {
                for (known, worst, cause) in &mut causes {
                    if *known == case && cause.is_none() && difference >= *worst {
                        *cause = Some(change);
                    }
                }
            }
        }
        for (case, difference, cause) in causes {
            let on = cause.map_or("the process it runs in", Change::in_words);
            accounts[case as usize].depends_on_surroundings(difference, on);
        }
        Ok(())
    }

    fn differences(
        &self,
        put: &str,
        cases: &[Case],
        accounts: &mut [Account],
        numbers: &[u32],
        changes: &[Change],
    ) -> anyhow::Result<Vec<(u32, Difference)>> {
        let lives: Vec<Life> = numbers.iter().map(|case| alone(*case)).collect();
        let setting = Setting { changes, ..Setting::default() };
        let lived: Vec<Lived> = self.live(put, cases, lives, &setting)?;
        let mut different = Vec::new();
        for (case, again) in lived.iter().flatten() {
            let account = &mut accounts[*case as usize];
            account.hears(again);
            if let Some(difference) = account.difference(again) {
                different.push((*case, difference));
            }
        }
        Ok(different)
    }
}
