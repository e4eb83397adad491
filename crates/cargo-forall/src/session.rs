//! What every command needs: the workspace, its tests in both builds, the processes that run them, and who is listening.

use crate::args::{Search, Selection};
use crate::build::{Builds, Program};
use crate::exit::{Exit, OrStop, Stop};
use crate::interrupt::Interrupt;
use crate::process::Process;
use crate::replay::Replay;
use crate::report::Events;
use crate::sandbox::Sandbox;
use crate::selection::{self, Put};
use crate::state::Key;
use crate::status::Status;
use crate::toolchain::Toolchain;
use crate::unexplored;
use crate::workspace::Workspace;
use anyhow::Context;
use forall_engine::Permits;
use forall_protocol::put::NOTHING_SAID;
use forall_runtime::confine::Limits;
use forall_source::panics::Panics;
use std::path::PathBuf;
use std::time::Duration;

/// How long the test may take on one input.
pub const RUN_TIME: Duration = Duration::from_secs(5);

/// What a session is opened with.
pub struct Setup<'a> {
    pub selection: &'a Selection,
    /// Is explored code kept from the network, from processes and from files?
    pub confined: bool,
    pub max_memory: u64,
    /// May case files that do not compile any more be set aside?
    pub may_set_aside: bool,
}

impl<'a> Setup<'a> {
    /// As a command has it that takes no options of a search: confined, with the usual memory, and nothing is set aside.
    pub fn new(selection: &'a Selection) -> Setup<'a> {
        let max_memory = Limits::default().max_memory;
        Setup { selection, confined: true, max_memory, may_set_aside: false }
    }

    /// As the options of a search say.
    pub fn of_search(selection: &'a Selection, search: &Search) -> Setup<'a> {
        let (confined, max_memory) = (!search.unconfined, search.max_memory.0);
        Setup { confined, max_memory, ..Setup::new(selection) }
    }
}

pub struct Session<'w> {
    pub workspace: &'w Workspace,
    pub builds: Builds<'w>,
    pub programs: Vec<Program<'w>>,
    processes: Vec<Option<Process>>,
    pub sandbox: Sandbox,
    pub interrupt: &'w Interrupt,
    pub status: &'w Status,
    pub events: &'w Events,
    pub permits: Permits,
    pub toolchain: Toolchain,
    pub panics: Panics<'w>,
}

impl<'w> Session<'w> {
    /// Builds what is selected, and starts a process for every program.
    pub fn open(
        workspace: &'w Workspace,
        setup: Setup<'w>,
        status: &'w Status,
        events: &'w Events,
        interrupt: &'w Interrupt,
    ) -> Result<Session<'w>, Stop> {
        let packages = workspace.select(setup.selection)?;
        let toolchain = Toolchain::find()?;
        let builds = Builds { selection: setup.selection, workspace, packages, status, events };
        let programs = builds.programs(&toolchain, setup.may_set_aside)?;
        let sandboxes = workspace.target_directory.join("forall").join("sandbox");
        let sandbox = Sandbox::new(&sandboxes, setup.confined, setup.max_memory).or_stop(Exit::Internal)?;
        if let Some(missing) = sandbox.missing() {
            status.note(&missing);
        }
        Ok(Session {
            workspace,
            builds,
            processes: start(&programs, &sandbox)?,
            programs,
            sandbox,
            interrupt,
            status,
            events,
            permits: Permits::default(),
            toolchain,
            panics: Panics::new(&workspace.root),
        })
    }

    /// All tests that were built. Those that cannot be explored are named.
    pub fn tests(&self) -> Result<Vec<Put<'w>>, Stop> {
        let found = selection::catalogue(listed(&self.programs, &self.processes))?;
        let Builds { selection, packages, .. } = &self.builds;
        let unexplored = unexplored::tests(selection, packages, &self.programs);
        if found.is_empty() && !unexplored.is_empty() {
            return Err(Stop::new(Exit::NothingSelected, unexplored.join("\n")));
        }
        unexplored.iter().for_each(|note| self.status.note(note));
        Ok(found)
    }

    pub fn replay<'a>(&'a self, put: &'a Put<'a>) -> Replay<'a> {
        Replay {
            executable: &self.programs[put.program].plain,
            directory: put.package.root(),
            variables: self.programs[put.program].variables(),
            root: &self.workspace.root,
            sandbox: &self.sandbox,
            time_limit: RUN_TIME,
            interrupt: self.interrupt,
        }
    }

    /// What is known of a test from earlier is kept here.
    pub fn state_file(&self, put: &Put<'_>) -> PathBuf {
        let name = Key::of((&put.package.id, &put.target, &put.description.name)).to_string();
        self.workspace.target_directory.join("forall").join("state").join(name)
    }

    pub fn process(&self, put: &Put<'_>) -> anyhow::Result<&Process> {
        self.processes[put.program].as_ref().context("a program without a process")
    }
}

/// A process for every program that has tests.
fn start(programs: &[Program<'_>], sandbox: &Sandbox) -> Result<Vec<Option<Process>>, Stop> {
    let mut processes = Vec::new();
    for program in programs {
        let process = Process::start(&program.instrumented, program.package.root(), sandbox.limits());
        processes.push(process.or_stop(Exit::Internal)?);
    }
    Ok(processes)
}

fn listed<'w>(programs: &[Program<'w>], processes: &[Option<Process>]) -> Vec<Put<'w>> {
    let mut puts = Vec::new();
    for (number, (program, process)) in programs.iter().zip(processes).enumerate() {
        let descriptions = process.iter().flat_map(|process| &process.hello().puts);
        let mut own: Vec<Put<'w>> = (0..)
            .zip(descriptions)
            .filter(|(_, put)| put.contract != NOTHING_SAID)
            .map(|(index, put)| Put::new(program.package, number, program.target.label(), index, put.clone()))
            .collect();
        // The linker decides in which order they come.
        own.sort_by(|a, b| a.description.name.cmp(&b.description.name));
        puts.extend(own);
    }
    puts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;

    #[test]
    fn a_command_without_options_of_a_search_has_their_defaults() {
        let explore = commands::explore("cargo-forall").expect("valid");
        let setups = [Setup::new(&explore.selection), Setup::of_search(&explore.selection, &explore.search)];
        let [without, with] = setups.map(|setup| (setup.confined, setup.max_memory, setup.may_set_aside));
        assert_eq!(without, with);
    }
}
