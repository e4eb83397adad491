//! The PUT paper's figures 2 and 3 (Tillmann and Schulte, *Parameterized Unit Tests*, 2005), and the three defects it found.

use crate::bench::Bench;
use crate::forall::{Exploration, Put};
use crate::section::{Block, Section, Table};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// A row of the paper's figures.
struct Subject {
    title: &'static str,
    /// Its tests are those whose name, without that of the crate, begins so.
    tests: &'static str,
    puts: u64,
    cases: u64,
    seconds: f64,
}

const SUBJECTS: [Subject; 4] = [
    subject("quicksort of `[i32; 4]`", "quicksort::tests::four", 2, 24, 0.3),
    subject("quicksort of `[i32; 5]`", "quicksort::tests::five", 2, 120, 1.2),
    subject("quicksort of `[i32; 6]`", "quicksort::tests::six", 2, 720, 8.8),
    subject("triangle", "triangle::", 4, 9, 0.2),
];

const fn subject(title: &'static str, tests: &'static str, puts: u64, cases: u64, seconds: f64) -> Subject {
    Subject { title, tests, puts, cases, seconds }
}

pub fn section(bench: &Bench) -> Result<Section> {
    let exploration = bench.explore("put_paper", &[])?;
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    for subject in &SUBJECTS {
        let puts = subject.puts(&exploration);
        ensure!(
            puts.len() as u64 == subject.puts,
            "{} has {} tests in the paper",
            subject.title,
            subject.puts
        );
        rows.push(subject.row(&puts));
        figures.push(subject.figures(&puts));
    }
    let columns = &[
        " subject",
        "PUTs",
        "paths",
        "cases",
        "branches",
        " verdicts",
        "time",
        "paper: cases",
        "paper: time",
    ];
    Ok(Section {
        title: "The subjects of the PUT paper",
        blocks: vec![Block::Prose(PROSE.into()), Block::Table(Table { columns, rows })],
        figures: Value::Array(figures),
    })
}

const PROSE: &str = "\
The algorithms of Tillmann and Schulte, *Parameterized Unit Tests* (2005), section 4, written in Rust from their description, with as
many tests as there.";

impl Subject {
    fn puts<'a>(&self, exploration: &'a Exploration) -> Vec<&'a Put> {
        let is_its =
            |put: &&Put| put.name.split_once("::").is_some_and(|(_, name)| name.starts_with(self.tests));
        exploration.puts.iter().filter(is_its).collect()
    }

    fn row(&self, puts: &[&Put]) -> Vec<String> {
        let sum = |of: fn(&Put) -> u64| puts.iter().map(|put| of(put)).sum::<u64>().to_string();
        let proved = puts.iter().filter(|put| put.verdict == "proved").count();
        vec![
            self.title.into(),
            puts.len().to_string(),
            sum(|put| put.paths),
            sum(|put| put.cases),
            format!("{} of {}", sum(|put| put.branches.covered), sum(|put| put.branches.total)),
            format!("{proved} proved"),
            format!("{:.2} s", puts.iter().map(|put| put.seconds).sum::<f64>()),
            self.cases.to_string(),
            format!("{} s", self.seconds),
        ]
    }

    fn figures(&self, puts: &[&Put]) -> Value {
        json!({ "subject": self.title, "puts": puts, "paper": { "cases": self.cases, "seconds": self.seconds } })
    }
}
