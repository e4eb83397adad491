//! Tables that several sections have.

use crate::bench::Bench;
use crate::forall::{Exploration, Put};
use crate::section::by_hand::ByHand;
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// A test, and the figure of the paper that it comes from.
pub struct Example {
    pub figure: &'static str,
    pub test: &'static str,
    pub remark: &'static str,
}

/// What was wrong, and the test that finds it.
pub struct Defect {
    pub what: &'static str,
    pub test: &'static str,
}

/// A paper whose examples are the tests of one package, with defects that they find.
pub struct Paper {
    pub title: &'static str,
    pub package: &'static str,
    pub opening: &'static str,
    pub examples: &'static [Example],
    /// What is said before the table of defects.
    pub defective: &'static str,
    pub defects: &'static [Defect],
    pub by_hand: ByHand,
}

pub fn paper(bench: &Bench, paper: &Paper) -> Result<Section> {
    let exploration = bench.explore(paper.package, &[])?;
    let (examples, figures) = examples(&exploration, paper.examples)?;
    let (compared, by_hand) = paper.by_hand.compared(bench, &exploration)?;
    let (defects, found) = defects(bench, paper.package, paper.defects)?;
    let mut blocks = vec![Block::Prose(paper.opening.into()), Block::Table(examples)];
    blocks.extend(compared);
    blocks.extend([Block::Prose(paper.defective.into()), Block::Table(defects)]);
    let figures = json!({ "examples": figures, "by_hand": by_hand, "defects": found });
    Ok(Section { title: paper.title, blocks, figures })
}

/// One row a test.
pub fn examples(exploration: &Exploration, examples: &[Example]) -> Result<(Table, Value)> {
    let mut rows = Vec::new();
    let mut figures: Vec<&Put> = Vec::new();
    for Example { figure, test, remark } in examples {
        let put = exploration.put(test)?;
        rows.push(vec![
            (*figure).into(),
            format!("`{test}`"),
            put.verdict(),
            put.paths.to_string(),
            put.cases.to_string(),
            format!("{} of {}", put.branches.branches.covered, put.branches.branches.total),
            format!("{:.2} s", put.seconds),
            (*remark).into(),
        ]);
        figures.push(put);
    }
    ensure!(rows.len() == exploration.puts.len(), "{} has tests that are in no table", exploration.package);
    let columns = &[" figure", " test", " verdict", "paths", "cases", "branches", "time", " remark"];
    Ok((Table { columns, rows }, json!(figures)))
}

/// One row a defect, each of which must be found in the variant of the package that has it.
pub fn defects(bench: &Bench, package: &str, defects: &[Defect]) -> Result<(Table, Value)> {
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    for Defect { what, test } in defects {
        let exploration = bench.explore(package, &["--features", "defective", "--exact", test])?;
        let put = exploration.put(test)?;
        let failure = put.failures.first().with_context(|| format!("{test} does not find what it should"))?;
        rows.push(vec![
            (*what).into(),
            format!("`{test}`"),
            format!("`{}`: {}, {}", failure.arguments, failure.message, failure.location),
            format!("{:.2} s", put.seconds),
        ]);
        figures.push(json!({ "defect": what, "put": put }));
    }
    let columns = &[" defect", " found by", " with", "time"];
    Ok((Table { columns, rows }, Value::Array(figures)))
}
