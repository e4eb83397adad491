//! One command that shows how good `forall` is: it explores the subjects, runs the peers on the same work, and writes
//! `docs/evaluation.md` and `docs/evaluation.json`, all of it or section by section. With `--check` it does only what must come out the
//! same on every machine, holds that against `expected.txt`, and writes nothing; with `--quick` it does so with one small subject of each
//! section. With `mistakes` it shows how strong the tests of `forall` are instead, with `generalize` what
//! `cargo forall generalize` makes of the tests of published crates.

mod bench;
mod command;
mod coverage;
mod expected;
mod forall;
mod generalize;
mod markdown;
mod mistakes;
mod parallel;
mod peer;
mod results;
mod section;

use anyhow::{Result, ensure};
use bench::Bench;
use command::{Command, Mode};
use expected::Expectation;
use section::{Entry, Small};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let Some(command) = Command::parse()? else {
        print!("{}", command::HELP);
        return Ok(());
    };
    if let Some(names) = &command.mistakes {
        return mistakes::run(&command, names);
    }
    if let Some(names) = &command.generalize {
        return generalize::run(&command, names);
    }
    let mut bench = Bench::prepare(&command)?;
    let expectation = Expectation {
        path: bench.evaluation.join("expected.txt"),
        // A full run explores some subjects at other bounds; those are not held against what is expected.
        all: command.sections.is_empty() && command.mode != Mode::Full,
    };
    let is_asked_for = |entry: &&Entry| {
        command.sections.is_empty() || command.sections.iter().any(|name| name == entry.name)
    };
    let entries: Vec<&Entry> = section::ALL.iter().filter(is_asked_for).collect();
    if command.mode == Mode::Quick {
        return as_expected(small_differences(&bench, &entries, &expectation)?);
    }
    let mut made = Vec::new();
    for Entry { name, small, make } in entries {
        if command.mode != Mode::Full && small.is_none() {
            continue;
        }
        eprintln!("{name}:");
        let begin = Instant::now();
        bench.results.begin(name);
        if command.fresh {
            bench.results.forget(name)?;
        }
        let section = make(&bench)?;
        eprintln!("{name}: {:.0} s", begin.elapsed().as_secs_f64());
        made.push((*name, section));
    }
    let found = bench.explorations.into_inner()?;
    if command.mode == Mode::Bless {
        return expectation.renew(&found);
    }
    if command.mode == Mode::Full {
        markdown::write(&bench.repository.join("docs"), &made)?;
    }
    as_expected(expectation.differences(&found)?)
}

/// Of one small subject of each section.
fn small_differences(bench: &Bench, entries: &[&Entry], expectation: &Expectation) -> Result<String> {
    let small = entries.iter().filter_map(|entry| entry.small.as_ref()).collect();
    let differences = parallel::map(small, |small: &Small| {
        expectation.differences_of(small.exploration, small.tests, &small.explore(bench)?)
    })?;
    Ok(differences.concat())
}

fn as_expected(differences: String) -> Result<()> {
    ensure!(
        differences.is_empty(),
        "what was found is not what is expected (-: expected.txt, +: now):\n{differences}\n\
         If the change is meant, renew with: cargo run --release --manifest-path evaluation/Cargo.toml -- --bless"
    );
    Ok(())
}
