//! One command that shows how good `forall` is: it explores the subjects, runs the peers on the same work, and writes
//! `docs/evaluation.md` and `docs/evaluation.json`. With `--quick` it does only what must come out the same on every machine,
//! holds that against `expected.txt`, and writes nothing. With `mistakes` it shows how strong the tests of `forall` are instead.

mod bench;
mod command;
mod coverage;
mod expected;
mod forall;
mod markdown;
mod mistakes;
mod parallel;
mod peer;
mod section;

use anyhow::{Result, bail};
use bench::Bench;
use command::{Command, Mode};
use section::Entry;
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
    let start = Instant::now();
    let bench = Bench::prepare(&command)?;
    let mut sections = Vec::new();
    for Entry { name, quick, make } in section::ALL {
        if command.mode != Mode::Full && !quick || command.only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        eprintln!("{name}:");
        let begin = Instant::now();
        sections.push((*name, make(&bench)?));
        eprintln!("{name}: {:.0} s", begin.elapsed().as_secs_f64());
    }

    // A full run explores some subjects at other bounds; those are not held against what is expected.
    let all = command.only.is_none() && command.mode != Mode::Full;
    let expectation = expected::Expectation { path: bench.evaluation.join("expected.txt"), all };
    let found = bench.explorations.into_inner()?;
    if command.mode == Mode::Bless {
        return expectation.renew(&found);
    }
    let differences = expectation.differences(&found)?;
    if command.mode == Mode::Full && command.only.is_none() {
        markdown::write(&bench.repository.join("docs"), &sections, start.elapsed())?;
    } else if command.mode == Mode::Full {
        print!("{}", markdown::render(&sections));
    }
    if !differences.is_empty() {
        bail!(
            "what was found is not what is expected (-: expected.txt, +: now):\n{differences}\n\
             If the change is meant, renew with: cargo run --release --manifest-path evaluation/Cargo.toml -- --bless"
        );
    }
    Ok(())
}
