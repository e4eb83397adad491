//! The study of `cargo forall generalize`: what it makes of the tests of published crates. Writes `docs/generalize-study.md`.

mod called;
mod covered;
mod judgement;
mod killed;
mod later;
mod mutants;
mod page;
mod papers;
mod rows;
mod source;
mod steps;
mod study;
mod subject;
mod suite;
mod tool;

use crate::bench;
use crate::command::{Command, Mode};
use anyhow::{Context, Result, bail};
use judgement::Judgements;
use std::fs;
use std::path::Path;
use std::time::Instant;
use steps::Effort;
use study::{Method, Sources, Study};
use subject::{SUBJECTS, Subject};

/// The closed tests of the literature are studied under this name.
const PAPERS: &str = "papers";

/// Studies the crates of these names, or all; those that were studied before with the same program stay on the page. Of a directory with a
/// package, or of `PACKAGE..LATER`, a page is written beside what is built.
pub fn run(command: &Command, names: &[String]) -> Result<()> {
    let evaluation = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = evaluation.parent().context("the evaluation is part of a repository")?;
    let (local, names): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.contains('/'));
    let is_paper = |name: &&&String| name.as_str() == PAPERS;
    if let Some(unknown) = names
        .iter()
        .filter(|name| !is_paper(name))
        .find(|name| SUBJECTS.iter().all(|subject| subject.name != **name))
    {
        let known: Vec<&str> = SUBJECTS.iter().map(|subject| subject.name).collect();
        bail!("the study has no crate {unknown}; it has {PAPERS}, {}", known.join(", "));
    }
    let judgements = Judgements::read(&evaluation.join("generalize/judgements.toml"))?;
    let target = command.target_directory()?;
    let program = match &command.cargo_forall {
        Some(path) => std::path::absolute(path)?,
        None if command.page => target.clone(),
        None => bench::build(repository, &target)?,
    };
    let directory = target.join("generalize");
    let effort = if command.fresh { Effort::All } else { Effort::Missing };
    let Command { mutants, draft_time, .. } = *command;
    let method = Method { program: &program, directory: &directory, effort, mutants, draft_time };
    for name in &local {
        let sources = local_sources(name)?;
        let study = Study::of(&sources, &method)?;
        write(&directory.join(format!("{}-local", sources.name)), &[&study], None, &judgements)?;
    }
    let papers = |effort, is_small| {
        let subjects = evaluation.join("subjects");
        papers::section(&subjects, (&program, &directory), (effort, draft_time), is_small)
    };
    if command.mode == Mode::Quick {
        let small = papers(effort, true)?;
        return write(&directory.join("papers-small"), &[], Some(&small), &judgements);
    }
    if !local.is_empty() && names.is_empty() {
        return Ok(());
    }
    let papers = match !command.page && names.is_empty() || names.iter().any(|name| is_paper(&name)) {
        true => Some(papers(effort, false)?),
        false => papers(Effort::None, false).ok(),
    };
    let mut studies: Vec<Option<Study>> = SUBJECTS.iter().map(|_| None).collect();
    let is_wanted = |subject: &Subject| {
        !command.page && names.is_empty() || names.iter().any(|name| *name == subject.name)
    };
    for (subject, study) in SUBJECTS.iter().zip(&mut studies).filter(|(subject, _)| !is_wanted(subject)) {
        let kept = Study::of(&sources(subject, &directory)?, &Method { effort: Effort::None, ..method });
        *study = kept
            .inspect_err(|error| eprintln!("notice: {} is not on the page: {error:#}", subject.name))
            .ok();
    }
    for (number, subject) in SUBJECTS.iter().enumerate().filter(|(_, subject)| is_wanted(subject)) {
        let begin = Instant::now();
        eprintln!("{} {}:", subject.name, subject.version);
        studies[number] = Some(Study::of(&sources(subject, &directory)?, &method)?);
        eprintln!("{}: {:.0} s", subject.name, begin.elapsed().as_secs_f64());
        // What is known is not lost if the command is ended.
        let known: Vec<&Study> = studies.iter().flatten().collect();
        write(&repository.join("docs"), &known, papers.as_deref(), &judgements)?;
    }
    let known: Vec<&Study> = studies.iter().flatten().collect();
    write(&repository.join("docs"), &known, papers.as_deref(), &judgements)?;
    let studied: Vec<&str> = studies.iter().flatten().map(|study| study.name.as_str()).collect();
    for key in judgements.unused(&studied) {
        eprintln!("notice: what this judgement is about is not on the page: {key}");
    }
    Ok(())
}

fn sources(subject: &Subject, directory: &Path) -> Result<Sources> {
    let fetched = |version: &str| source::fetched(directory, subject.name, version);
    Ok(Sources {
        name: subject.name.into(),
        version: subject.version.into(),
        package: fetched(subject.version)?,
        later: Some((subject.later.into(), fetched(subject.later)?)),
    })
}

/// `PACKAGE` or `PACKAGE..LATER`.
fn local_sources(name: &str) -> Result<Sources> {
    let (package, later) = match name.split_once("..").filter(|(package, _)| !package.is_empty()) {
        Some((package, later)) => (package, Some(later)),
        None => (name, None),
    };
    let package = fs::canonicalize(package).with_context(|| package.to_owned())?;
    let later = later.map(|later| fs::canonicalize(later).with_context(|| later.to_owned())).transpose()?;
    let name = package.file_name().context("a package has a name")?.to_string_lossy().into_owned();
    Ok(Sources { name, version: "local".into(), package, later: later.map(|later| ("later".into(), later)) })
}

fn write(docs: &Path, studies: &[&Study], papers: Option<&str>, judgements: &Judgements) -> Result<()> {
    fs::create_dir_all(docs)?;
    let notes = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("generalize/notes.md"))?;
    for (file, text) in [
        ("generalize-study.md", page::study(studies, (papers, &notes), judgements)),
        ("generalize-tests.md", page::tests(studies)),
    ] {
        let path = docs.join(file);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
