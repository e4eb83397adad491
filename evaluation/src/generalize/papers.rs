//! The closed tests that papers print: what the command makes of them, beside the parameterized tests of the papers, and whether it finds the
//! papers' defects.

use super::called::{functions, named};
use super::later::id;
use super::rows;
use super::steps::{Effort, Setting, Steps};
use super::tool::{Told, Tool};
use crate::markdown::table_lines;
use crate::section::Table;
use anyhow::{Context, Result};
use forall_report::{ClosedTest, GeneralizedTest};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The subjects with the examples of a paper.
struct Paper {
    package: &'static str,
    title: &'static str,
    figures: &'static [Figure],
}

struct Figure {
    number: &'static str,
    closed: &'static [&'static str],
    /// The parameterized tests of the paper: file and function.
    by_hand: &'static [(&'static str, &'static str)],
    /// What the paper found with them.
    defect: Option<&'static str>,
}

const PAPERS: [Paper; 2] = [
    Paper {
        package: "retrofit",
        title: "Marri and others",
        figures: &[
            Figure {
                number: "1",
                closed: &["cut1", "cut2", "cut3"],
                by_hand: &[("src/uint_stack.rs", "tests::every_push_counts")],
                defect: Some("a negative number is dropped without a word"),
            },
            Figure {
                number: "4",
                closed: &["test_settings_group"],
                by_hand: &[("src/settings.rs", "tests::whatever_is_saved_is_got")],
                defect: None,
            },
            Figure {
                number: "9",
                closed: &["remove_cut"],
                by_hand: &[("src/heap.rs", "tests::what_is_there_is_removed")],
                defect: Some("a heap of less than four has zeros in it"),
            },
        ],
    },
    Paper {
        package: "xunit",
        title: "the study of xUnit",
        figures: &[
            Figure { number: "1", closed: &["can_search_for_null_in_container"], by_hand: &[], defect: None },
            Figure {
                number: "8",
                closed: &["double_not_within_range", "double_value_within_range"],
                by_hand: &[("src/in_range.rs", "tests::numbers_are_in_range")],
                defect: None,
            },
            Figure { number: "12", closed: &["false_is_false"], by_hand: &[], defect: None },
            Figure {
                number: "15",
                closed: &[
                    "arrays_are_equal",
                    "equal_arrays_are_not_unequal",
                    "arrays_of_different_lengths_are_not_equal",
                    "arrays_of_different_lengths_are_unequal",
                    "array_values_are_different_not_equal",
                    "array_values_are_different_unequal",
                ],
                by_hand: &[
                    ("src/equal.rs", "tests::arrays_are_equal"),
                    ("src/equal.rs", "tests::arrays_are_not_equal"),
                ],
                defect: Some("the message of a failed assertion cannot be made when an element is missing"),
            },
            Figure {
                number: "17",
                closed: &["string_not_within_range", "string_value_within_range"],
                by_hand: &[("src/in_range.rs", "tests::texts_are_in_range")],
                defect: None,
            },
        ],
    },
];

/// What the command says of the tests of a paper: of the code as it should be, and with the defects.
struct Found {
    sound: Told,
    defective: Told,
}

/// The section of the page. Of the small part only the tests of the first paper are looked at whose names begin with `cut`.
pub fn section(
    subjects: &Path,
    (program, directory): (&Path, &Path),
    (effort, draft_time): (Effort, u64),
    is_small: bool,
) -> Result<String> {
    let settings = format!("{draft_time} {is_small} 1");
    let work = directory.join(if is_small { "papers-small" } else { "papers" });
    let steps = Steps::open(&work.join("steps"), &Setting { program, settings, effort })?;
    let (mut rows, mut tests) = (Vec::new(), String::new());
    for paper in &PAPERS[..if is_small { 1 } else { PAPERS.len() }] {
        let package = subjects.join(paper.package);
        let tool = Tool { program, package: &package, target: &work.join("build") };
        let told = |name: &str, features: &[&str]| {
            let limit = format!("{draft_time}s");
            let arguments = [&["--test", "closed", "--max-time", &limit][..], features].concat();
            let filter: &[&str] = if is_small { &["cut"] } else { &[] };
            steps.once(&format!("{}-{name}", paper.package), || tool.told(&[&arguments[..], filter].concat()))
        };
        let found =
            Found { sound: told("sound", &[])?, defective: told("defective", &["--features", "defective"])? };
        for figure in paper.figures {
            let is_meant = |name: &&&str| !is_small || name.contains("cut");
            let closed: Vec<&str> = figure.closed.iter().filter(is_meant).copied().collect();
            if !closed.is_empty() {
                rows.extend(closed.iter().map(|test| row(paper, figure, test, &found)));
                tests += &beside(paper, figure, &closed, &found, &package)?;
            }
        }
    }
    let columns = &[" figure", " closed test", " oracle", " verdict", " defect of the paper", " with it"];
    let table = table_lines(&Table { columns, rows });
    Ok(format!(
        "{OPENING}\n{table}\n{}\n{tests}",
        "The new tests of the sound code, and the parameterized tests of the papers, as far as they print some:\n"
    ))
}

const OPENING: &str = "\
What the command makes of them. Each is also generalized with the defects of its paper: a defect is found if the new test fails where that of the \
sound code does not, or if a question is asked that the sound code does not give rise to.
";

/// What is said of a test, and what it became.
fn of<'t>(told: &'t Told, test: &str) -> Option<(&'t ClosedTest, Option<&'t GeneralizedTest>)> {
    let closed = told.closed.iter().find(|closed| id(closed).name == test)?;
    Some((closed, closed.generalized.as_ref()))
}

fn row(paper: &Paper, figure: &Figure, test: &str, found: &Found) -> Vec<String> {
    let (oracle, verdict) = match of(&found.sound, test) {
        Some((_, Some(new))) => (rows::grade(new.grade).to_owned(), rows::verdict(new)),
        Some((closed, None)) => (format!("none: {}", closed.reason), String::new()),
        None => ("**not told**".into(), String::new()),
    };
    let with_it = match figure.defect {
        Some(_) => shown(found, test).unwrap_or_else(|| "**not found**".into()),
        None => String::new(),
    };
    let figure_name = format!("{}, {}", paper.title, figure.number);
    let defect = figure.defect.unwrap_or_default().to_owned();
    vec![figure_name, format!("`{test}`"), oracle, verdict, defect, with_it]
}

/// How a test shows the defect.
fn shown(found: &Found, test: &str) -> Option<String> {
    let (_, defective) = of(&found.defective, test)?;
    let defective = defective?;
    let sound = of(&found.sound, test).and_then(|(_, new)| new);
    let known: BTreeSet<&str> =
        sound.iter().flat_map(|new| &new.defects).map(|one| one.message.as_str()).collect();
    if let Some(failure) = defective.defects.iter().find(|one| !known.contains(one.message.as_str())) {
        return Some(format!(
            "fails for {}",
            rows::code(&format!("{}: {}", failure.arguments, failure.message))
        ));
    }
    let asked: BTreeSet<(&str, &str)> = sound
        .iter()
        .flat_map(|new| &new.questions)
        .map(|one| (one.about.as_str(), one.arguments.as_str()))
        .collect();
    let questions = found.defective.generalized().flat_map(|(_, new)| {
        new.questions.iter().map(move |question| (std::ptr::eq(new, defective), question))
    });
    let is_new = |(_, (is_own, one)): &(usize, (bool, &forall_report::OpenQuestion))| {
        *is_own && !asked.contains(&(one.about.as_str(), one.arguments.as_str()))
    };
    let (number, (_, question)) = questions.enumerate().find(is_new)?;
    let text = rows::code(&format!("{}: {}", question.about, question.arguments));
    Some(format!("question {}: {text}", number + 1))
}

/// The tests of a figure.
fn beside(paper: &Paper, figure: &Figure, closed: &[&str], found: &Found, package: &Path) -> Result<String> {
    let mut text = format!("### {}, figure {}\n\nBy the command:\n\n```rust\n", paper.title, figure.number);
    let new = closed.iter().filter_map(|test| of(&found.sound, test)?.1);
    let mut new: Vec<String> = new.map(|new| dedented(&new.text)).collect();
    new.dedup();
    text += &new.join("\n\n");
    text += "\n```\n";
    if !figure.by_hand.is_empty() {
        text += "\nBy hand:\n\n```rust\n";
    }
    for (number, (file, name)) in figure.by_hand.iter().enumerate() {
        let source = fs::read_to_string(package.join(file)).with_context(|| (*file).to_owned())?;
        let items = functions(&source)?;
        let item = named(&items, name).with_context(|| format!("{name} is not in {file}"))?;
        text += if number == 0 { "" } else { "\n\n" };
        text += &dedented(&source[item.range.clone()]);
    }
    Ok(text + if figure.by_hand.is_empty() { "\n" } else { "\n```\n\n" })
}

/// As if it stood in no module: its last line is a brace.
fn dedented(item: &str) -> String {
    let indentation = item.lines().last().map_or(0, |last| last.len() - last.trim_start().len());
    let line = |line: &str| {
        let blank = line.len() - line.trim_start().len();
        line[blank.min(indentation)..].to_owned()
    };
    item.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing that the papers print is left out, and nothing is named that is not there.
    #[test]
    fn the_tests_of_the_papers_are_all_there() {
        for paper in &PAPERS {
            let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("subjects").join(paper.package);
            let source = fs::read_to_string(package.join("tests/closed.rs")).unwrap();
            let named: BTreeSet<&str> =
                paper.figures.iter().flat_map(|figure| figure.closed).copied().collect();
            let items = functions(&source).unwrap();
            let is_test =
                |item: &&crate::generalize::called::Item| source[item.range.clone()].contains("#[test]");
            let written: BTreeSet<&str> =
                items.iter().filter(is_test).map(|item| item.path.as_str()).collect();
            assert_eq!(named, written, "{}", paper.package);
        }
    }

    #[test]
    fn items_are_shown_as_if_they_stood_in_no_module() {
        assert_eq!(dedented("#[a]\n    fn f() {\n        g();\n    }"), "#[a]\nfn f() {\n    g();\n}");
    }
}
