//! `cargo forall`: explores parameterized unit tests and writes back the cases that matter.
//!
//! One program plays four roles, told apart by the environment:
//!
//! 1. As the *command* it has cargo build the tests of the user's packages twice: once plainly, once with itself as the linker.
//! 2. As the *linker*, called by rustc, it hands the program to `forall_instrument`, which makes it a library that reports what it does.
//! 3. As the *compiler*, called by cargo in the place of rustc, it has rustc do its work and lets `forall_source` read what rustc knows of the source.
//! 4. As the *runner*, started by the command, it loads that library and runs its tests on the inputs the command asks for.
//!
//! The command then lets `forall_engine` explore each test through its runner, repeats what was found on the plain build, and has
//! `forall_testgen` write the cases.

mod announce;
mod args;
mod boundaries;
mod bounds;
mod branches;
mod build;
mod cases;
mod commands;
mod copy;
mod covered;
mod diagnostics;
#[cfg(test)]
mod documents;
mod engine_run;
mod examples;
mod exit;
mod explanation;
mod exploration;
mod functions;
mod generalize;
mod interrupt;
mod jobs;
mod keep;
mod log;
mod meaning;
mod orphans;
mod outcome;
mod outdated;
mod patch;
mod process;
mod provisional;
mod replay;
mod report;
mod role;
mod sandbox;
mod selection;
mod session;
mod size;
mod solver;
mod state;
mod status;
mod toolchain;
mod unexplored;
mod verify;
mod workspace;

use args::Color;
use exit::Exit;
use interrupt::Interrupt;
use role::Role;
use std::ffi::OsString;
use std::process::ExitCode;

/// Plays the role that the environment tells.
pub fn main() -> ExitCode {
    match Role::of_this_process() {
        Role::Linker => link(),
        Role::Compiler => compile(),
        Role::Runner => process::serve(),
        Role::Command => command().code().into(),
    }
}

fn link() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match forall_instrument::link(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // rustc shows this as what the linker said.
            eprintln!("cargo forall: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compile() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match forall_source::model::compile(&arguments) {
        Ok(status) => {
            status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
        }
        Err(error) => {
            // Cargo shows this as what the compiler said.
            eprintln!("cargo forall: {error}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Exit {
    let command = match commands::parse(std::env::args_os()) {
        Ok(command) => command,
        Err(error) => {
            // What cannot be printed cannot be complained about either.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Held };
        }
    };
    match command.output().color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    if let Err(error) = log::start() {
        status::error(&error);
        return Exit::Usage;
    }
    let interrupt = match Interrupt::listen() {
        Ok(interrupt) => interrupt,
        Err(error) => {
            status::error(&anyhow::Error::new(error).context("cannot listen for signals"));
            return Exit::Internal;
        }
    };
    match command.run(&interrupt) {
        Ok(exit) => exit,
        // Whatever failed, it failed because the user stopped it.
        Err(_) if interrupt.is_asked() => {
            status::error(&anyhow::anyhow!("interrupted"));
            Exit::Interrupted
        }
        Err(stop) => {
            status::error(&stop.cause);
            stop.exit
        }
    }
}
