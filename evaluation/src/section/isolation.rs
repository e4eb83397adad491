//! The motivating example of a paper on isolating units for test generation.

use crate::bench::Bench;
use crate::section::tables::{self, Example};
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;

const OPENING: &str = "\
A method that reads a file and asks another module about it, from a paper on isolating units for test generation (listing 2 there). Without
isolation, IntelliTest ended at the missing file. Here both are mocks written by hand, whose answers are chosen
([isolation](../evaluation/subjects/isolation/src/lib.rs)).";

const EXAMPLE: Example =
    Example { figure: "listing 2", test: "tests::permissions_follow_from_file_and_content", remark: "" };

const OUTCOMES: &str =
    "All four outcomes of the paper's table 5 are reached; these are the cases that were written:";

pub fn section(bench: &Bench) -> Result<Section> {
    let exploration = bench.explore("isolation", &[])?;
    let (example, figures) = tables::examples(&exploration, &[EXAMPLE])?;
    let path =
        bench.subject("isolation").join("forall").join(EXAMPLE.test.replace("::", "/")).with_extension("rs");
    let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let cases: Vec<Case> = source.split("#[test]").skip(1).map(Case::read).collect::<Result<_>>()?;
    let outcomes: BTreeSet<&str> = cases.iter().map(|case| case.outcome.as_str()).collect();
    ensure!(outcomes.len() == 4, "these outcomes are reached, not four: {outcomes:?}");
    let rows = cases.iter().map(|case| vec![case.choices.clone(), case.call.clone(), case.outcome.clone()]);
    let columns = &[" what the mocks answer", " call", " outcome"];
    Ok(Section {
        title: "A unit in isolation",
        blocks: vec![
            Block::Prose(OPENING.into()),
            Block::Table(example),
            Block::Prose(OUTCOMES.into()),
            Block::Table(Table { columns, rows: rows.collect() }),
        ],
        figures: json!({ "examples": figures, "outcomes": outcomes }),
    })
}

/// A case as it stands in the file.
struct Case {
    choices: String,
    call: String,
    outcome: String,
}

impl Case {
    fn read(source: &str) -> Result<Case> {
        let answers = source.split(".then::<").skip(1).filter_map(|rest| Some(rest.split_once(">(")?.1));
        let choices: Vec<&str> =
            answers.filter_map(|rest| rest.split([';', '\n']).next()?.trim_end().strip_suffix(')')).collect();
        let (_, rest) = source.split_once("permissions_follow").context("a case calls the test")?;
        let (arguments, rest) =
            rest.split_once('(').and_then(|(_, rest)| rest.split_once(')')).context("with arguments")?;
        let outcome = match rest.trim_start().strip_prefix(',').and_then(|rest| rest.split_once(')')) {
            Some((value, _)) => value.trim().to_owned(),
            None => "panics".to_owned(),
        };
        let choices = choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ");
        Ok(Case { choices, call: format!("`({arguments})`"), outcome })
    }
}
