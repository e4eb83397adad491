//! `cargo forall generalize`: parameterized tests out of the closed ones, as a patch.

use crate::args::{Keep, Output, Search, Selection, Time};
use crate::build::Builds;
use crate::exit::{Exit, OrStop, Stop};
use crate::generalize::proposal::Proposal;
use crate::generalize::report::{self, Tried};
use crate::generalize::rounds::Rounds;
use crate::generalize::tests::{self, Filter, Found};
use crate::generalize::{interactive, told, writing};
use crate::interrupt::Interrupt;
use crate::patch::Patch;
use crate::report::{Events, Format};
use crate::status::Status;
use crate::workspace::Workspace;
use anyhow::Context;
use clap::Args;
use forall_report::Event;
use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// So long each draft of a test is explored.
const DRAFT_TIME: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub struct Generalize {
    /// Only tests whose name contains this text
    pub filter: Option<String>,
    /// Match the filter against the whole name
    #[arg(long, requires = "filter")]
    pub exact: bool,
    /// Change the source, instead of only showing what would change
    #[arg(long)]
    pub write: bool,
    /// Take out the tests whose values are examples of a new one
    #[arg(long)]
    pub replace: bool,
    /// Show what would change test by test, ask, and write what is accepted
    #[arg(long, conflicts_with = "write")]
    pub interactive: bool,
    /// Write even if there are changes that are not committed
    #[arg(long)]
    pub allow_dirty: bool,
    /// Time limit for one draft of a test [default: 2s]
    #[arg(long, value_name = "TIME")]
    pub max_time: Option<Time>,
    /// Maximum length of collections, and of strings in bytes [default: 8]
    #[arg(long, value_name = "N")]
    pub max_len: Option<u64>,
    /// Number of processors to use [default: all]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub jobs: Option<u64>,

    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub selection: Selection,
}

impl Generalize {
    pub fn run(&self, interrupt: &Interrupt) -> Result<Exit, Stop> {
        let begin = Instant::now();
        if self.interactive && self.output.format != Format::Human {
            return Err(Stop::new(Exit::Usage, "--interactive asks people: it has no other format"));
        }
        let status = Status::new(self.output);
        let workspace = Workspace::load(&self.selection)?;
        if self.changes_source() && !self.allow_dirty {
            writing::refuse_dirty(&workspace.root)?;
        }
        let events = Events::without_report(self.output);
        let packages = workspace.selected(&self.selection)?;
        let (selection, workspace) = (&self.selection, &workspace);
        let builds = Builds { selection, workspace, packages, status: &status, events: &events };
        let models = builds.models()?;
        let filter = Filter { text: self.filter.as_deref(), exact: self.exact };
        let Found { mut tests, refused } = tests::find(workspace, &models, &filter)?;
        let search = self.search();
        let effort = Cell::default();
        let rounds = Rounds {
            workspace,
            selection,
            search: &search,
            output: self.output,
            events: &events,
            interrupt,
            effort: &effort,
        };
        let (exit, makers) = rounds.run(&mut tests)?;
        let shown: Vec<String> = tests.iter().map(|test| test.file.display().to_string()).collect();
        let tried: Vec<Tried<'_>> = tests
            .iter()
            .zip(&shown)
            .map(|(test, file)| Tried { name: test.name(), file, result: test.result(exit != Exit::Held) })
            .collect();
        let proposal =
            Proposal { workspace, replace: self.replace, explains: self.interactive, makers: &makers };
        let patch = proposal.patch(&tests, &tried).or_stop(Exit::Internal)?;
        let told = told::closed_tests(&tests, &tried, &refused, &patch);
        match self.output.format {
            Format::Human => {
                let text = report::render(&tried, &refused);
                let written = events.aside(|| anstream::stdout().lock().write_all(text.as_bytes()));
                written.context("cannot write the report").or_stop(Exit::Internal)?;
            }
            Format::Json => {
                self.tell(&events, told.iter().cloned().map(|one| Event::ClosedTest(one.into())))?
            }
        }
        // What was found in part is told, but not proposed.
        let mut end = exit;
        if !patch.is_empty() && !interrupt.is_asked() {
            rounds.verify(&patch)?;
            end = exit.and(self.finish(patch, &workspace.root, &status)?);
        }
        if self.output.format == Format::Json {
            self.tell(&events, [told::summary(&told, &effort.get(), end, begin.elapsed())])?;
        }
        Ok(end)
    }

    /// Reports events, while the live line of the exploration is out of the way.
    fn tell(&self, live: &Events, told: impl IntoIterator<Item = Event>) -> Result<(), Stop> {
        let events = Events::new(self.output);
        live.aside(|| told.into_iter().try_for_each(|event| events.send(&event))).or_stop(Exit::Internal)
    }

    /// Shows the patch, asks what to take of it, and writes it, as the user wants.
    fn finish(&self, mut patch: Patch, root: &Path, status: &Status) -> Result<Exit, Stop> {
        let mut out = anstream::stdout();
        if self.interactive {
            let mut answers = std::io::stdin().lock();
            interactive::ask(&mut patch, &mut answers, &mut out, &interactive::in_editor)
                .or_stop(Exit::CannotWrite)?;
        } else if self.output.format == Format::Human {
            let shown = patch.render().or_stop(Exit::Internal)?;
            writeln!(out, "\n{}", shown.trim_end())
                .context("cannot write the patch")
                .or_stop(Exit::Internal)?;
        }
        match self.changes_source() {
            true => writing::write(&patch, root, status),
            false => Ok(Exit::Held),
        }
    }

    fn changes_source(&self) -> bool {
        self.write || self.interactive
    }

    /// How drafts are explored: only failures matter.
    fn search(&self) -> Search {
        Search {
            emit: Keep::Failures,
            near_examples: true,
            jobs: self.jobs,
            max_len: self.max_len,
            max_time: Some(self.max_time.unwrap_or(Time(DRAFT_TIME))),
            ..Search::default()
        }
    }
}
