//! The motivating example of a paper on isolating units for test generation.

use crate::bench::Bench;
use crate::section::by_hand::ByHand;
use crate::section::tables::{self, Example};
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;

const OPENING: &str = "\
A method that reads a file and asks another module about it, from a paper on isolating units for test generation (listing 2 there). Without
isolation, IntelliTest ended at the missing file. Here fakes stand for both, as those of listing 6 there do, and are derived from their traits
([isolation](../evaluation/subjects/isolation/src/lib.rs)).";

const EXAMPLE: Example =
    Example { figure: "listing 2", test: "tests::permissions_follow_from_file_and_content", remark: "" };

const OUTCOMES: &str =
    "All four outcomes of the paper's table 5 are reached; these are the cases that were written:";

const BY_HAND: ByHand = ByHand { package: "isolation", files: &["src/lib.rs"], tests: &[EXAMPLE.test] };

pub fn section(bench: &Bench) -> Result<Section> {
    let exploration = bench.explore("isolation", &[])?;
    let (example, figures) = tables::examples(&exploration, &[EXAMPLE])?;
    let (compared, by_hand) = BY_HAND.compared(bench, &exploration)?;
    let path =
        bench.subject("isolation").join("forall").join(EXAMPLE.test.replace("::", "/")).with_extension("rs");
    let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let cases: Vec<Case> = source.split("#[test]").skip(1).map(Case::read).collect::<Result<_>>()?;
    let outcomes: BTreeSet<&str> = cases.iter().map(|case| case.outcome.as_str()).collect();
    ensure!(outcomes.len() == 4, "these outcomes are reached, not four: {outcomes:?}");
    let rows =
        cases.iter().map(|case| vec![case.answers.clone(), case.numbers.clone(), case.outcome.clone()]);
    let columns = &[" what the fakes answer", " `file_length`, `indicator`", " outcome"];
    let mut blocks = vec![Block::Prose(OPENING.into()), Block::Table(example)];
    blocks.extend(compared);
    blocks.push(Block::Prose(OUTCOMES.into()));
    blocks.push(Block::Table(Table { columns, rows: rows.collect() }));
    let figures = json!({ "examples": figures, "by_hand": by_hand, "outcomes": outcomes });
    Ok(Section { title: "A unit in isolation", blocks, figures })
}

/// A case as it stands in the file.
struct Case {
    answers: String,
    /// The arguments that are not fakes.
    numbers: String,
    outcome: String,
}

impl Case {
    fn read(source: &str) -> Result<Case> {
        let mut answers = Vec::new();
        for call in source.split(".on_").skip(1) {
            let (method, rest) = call.split_once('(').context("answers are listed of a method")?;
            let (listed, _) = enclosed(rest)?;
            let listed = words(listed);
            let list = listed.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
            answers.push(format!("`{method}`: `{}`", list.unwrap_or(&listed).trim_matches([' ', ','])));
        }
        let (_, rest) = source
            .split_once("permissions_follow_from_file_and_content(")
            .context("a case calls the test")?;
        let (arguments, rest) = enclosed(rest)?;
        let arguments: Vec<&str> = arguments.split(',').map(str::trim).filter(|it| !it.is_empty()).collect();
        let [.., length, indicator] = arguments[..] else { bail!("the test has two numbers: {arguments:?}") };
        let outcome = match rest.trim_start().strip_prefix(',').and_then(|rest| rest.split_once(')')) {
            Some((value, _)) => value.trim().to_owned(),
            None => "panics".to_owned(),
        };
        Ok(Case { answers: answers.join(", "), numbers: format!("`{length}`, `{indicator}`"), outcome })
    }
}

/// What comes before the parenthesis that closes, and what comes after it.
fn enclosed(source: &str) -> Result<(&str, &str)> {
    let mut open = 1;
    for (index, c) in source.char_indices() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Ok((&source[..index], &source[index + 1..]));
        }
    }
    bail!("nothing closes what is opened before {source}")
}

/// In one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read() {
        let case = Case::read(
            "fn secret() {
                let mut file = FakeFile::answering().on_read([answer(0).writes(&[1])]);
                let analyzer = FakeContentAnalyzer::answering()
                    .on_analyze([
                        answer(Some(FileContentData { is_secret: true })).writes(FileData { is_readable: true }),
                    ]);
                assert_eq!(
                    permissions_follow_from_file_and_content(&mut file, &analyzer, 1, 0),
                    -1
                );
            }",
        )
        .unwrap();
        assert_eq!(
            case.answers,
            "`read`: `answer(0).writes(&[1])`, \
             `analyze`: `answer(Some(FileContentData { is_secret: true })).writes(FileData { is_readable: true })`"
        );
        assert_eq!((case.numbers.as_str(), case.outcome.as_str()), ("`1`, `0`", "-1"));
        let case =
            Case::read("let _ = permissions_follow_from_file_and_content(&mut file, &analyzer, 1, 0);")
                .unwrap();
        assert_eq!((case.answers.as_str(), case.outcome.as_str()), ("", "panics"));
    }
}
