//! Figures 2 and 3 of Tillmann and Schulte, *Parameterized Unit Tests* (2005), and the three defects found there.

use crate::bench::Bench;
use crate::coverage::Coverage;
use crate::forall::{Exploration, Put};
use crate::section::tables::{self, Defect};
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result, ensure};
use forall_report::Verdict;
use serde_json::{Value, json};

/// A row of the paper's figures.
struct Subject {
    title: &'static str,
    /// Its tests are those whose name begins so.
    tests: &'static str,
    /// The module whose branches count.
    module: &'static str,
    paper: Paper,
}

struct Paper {
    /// Of normal and of exceptional behaviour.
    puts: (usize, usize),
    cases: u64,
    seconds: f64,
}

const SUBJECTS: [Subject; 10] = [
    subject("quicksort, `[i32; 4]`", "quicksort::tests::four", "quicksort", (2, 0), 24, 0.3),
    subject("quicksort, `[i32; 5]`", "quicksort::tests::five", "quicksort", (2, 0), 120, 1.2),
    subject("quicksort, `[i32; 6]`", "quicksort::tests::six", "quicksort", (2, 0), 720, 8.8),
    subject("triangle, 3 sides", "triangle::", "triangle", (4, 0), 9, 0.2),
    subject("array list, capacity 3", "array_list::", "array_list", (8, 4), 34, 3.6),
    subject("enumerator, capacity 4", "enumerator::", "enumerator", (4, 6), 67, 9.8),
    subject("hash table, 2 entries", "hash_table::", "hash_table", (6, 5), 30, 29.9),
    subject("bag (deep), 2 objects", "bag::", "bag", (3, 3), 20, 37.2),
    subject("linked list, 10 nodes", "linked_list::", "linked_list", (3, 0), 64, 3.6),
    subject("red-black tree, 8 nodes", "red_black_tree::", "red_black_tree", (3, 0), 457, 427.0),
];

const fn subject(
    title: &'static str,
    tests: &'static str,
    module: &'static str,
    puts: (usize, usize),
    cases: u64,
    seconds: f64,
) -> Subject {
    Subject { title, tests, module, paper: Paper { puts, cases, seconds } }
}

/// Branches that no test takes: the function, and why not.
const UNREACHABLE: [(&str, &str); 4] = [
    (
        "hash_table::HashTable::find",
        "to try all buckets in vain takes a table in which every bucket was passed over; two entries do not do that",
    ),
    ("red_black_tree::invariant::is_valid", NEVER_INVALID),
    ("red_black_tree::invariant::black_height", NEVER_INVALID),
    ("red_black_tree::invariant::is_ordered", NEVER_INVALID),
];

const NEVER_INVALID: &str = "no tree is invalid: the tests prove it";

const DEFECTS: [Defect; 3] = [
    Defect {
        what: "a capacity of 0, which stands for 16, is ignored when it is 0 already",
        test: "array_list::tests::capacity_is_set",
    },
    Defect {
        what: "the enumerator takes a list that is an element of itself for its mark of having none",
        test: "enumerator::tests::all_elements_are_enumerated",
    },
    Defect {
        what: "removal from a list that lacks the object looks beyond its end",
        test: "linked_list::tests::anything_can_be_removed",
    },
];

const OPENING: &str = "\
The algorithms and data types of Tillmann and Schulte, *Parameterized Unit Tests* (2005), figures 2 and 3, written in Rust from their
description ([put_paper](../evaluation/subjects/put_paper/src)), with as many tests of normal and of exceptional behaviour (`+`) as there. A path was
a case there, so paths are to be compared with the cases of the paper; of the paths, `forall` keeps those cases that together take every branch.
Their machine was a Pentium 4 of 3.2 GHz.";

const UNREACHED: &str = "All other branches of these modules, the tests themselves included, are covered. These are not, and at these sizes cannot be:";

const DEFECTIVE: &str = "\
The three defects that the paper reports are in the variant `--features defective`, and are found by the tests that the paper shows:";

pub fn section(bench: &Bench) -> Result<Section> {
    let exploration = bench.explore("put_paper", &[])?;
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    for subject in &SUBJECTS {
        let (row, figure) = subject.row(&exploration)?;
        rows.push(row);
        figures.push(figure);
    }
    let columns = &[
        " subject",
        "PUTs",
        "paths",
        "cases",
        "branches",
        " verdict",
        "time",
        "paper: cases",
        "paper: time",
    ];
    let subjects = Table { columns, rows };
    let (defects, found) = tables::defects(bench, "put_paper", &DEFECTS)?;
    Ok(Section {
        title: "The subjects of the PUT paper",
        blocks: vec![
            Block::Prose(OPENING.into()),
            Block::Table(subjects),
            Block::Prose(UNREACHED.into()),
            Block::Table(unreached(&exploration)?),
            Block::Prose(DEFECTIVE.into()),
            Block::Table(defects),
        ],
        figures: json!({ "subjects": figures, "defects": found }),
    })
}

impl Subject {
    fn puts<'a>(&self, exploration: &'a Exploration) -> Vec<&'a Put> {
        exploration.puts.iter().filter(|put| put.name_in_crate().starts_with(self.tests)).collect()
    }

    fn row(&self, exploration: &Exploration) -> Result<(Vec<String>, Value)> {
        let puts = self.puts(exploration);
        let (normal, exceptional) = self.paper.puts;
        ensure!(
            puts.len() == normal + exceptional,
            "{} has another number of tests in the paper",
            self.title
        );
        let coverage = Coverage::of(&puts, self.module);
        let paths: Vec<String> = match puts.len() {
            2 => puts.iter().map(|put| put.paths.to_string()).collect(),
            _ => vec![puts.iter().map(|put| put.paths).sum::<u64>().to_string()],
        };
        let cases: u64 = puts.iter().map(|put| put.cases).sum();
        let seconds: f64 = puts.iter().map(|put| put.seconds).sum();
        let row = vec![
            self.title.into(),
            if exceptional == 0 { normal.to_string() } else { format!("{normal} + {exceptional}") },
            paths.join(" + "),
            cases.to_string(),
            format!("{} of {}", coverage.covered, coverage.total()),
            verdicts(&puts),
            format!("{seconds:.2} s"),
            self.paper.cases.to_string(),
            format!("{} s", self.paper.seconds),
        ];
        let figures = json!({
            "subject": self.title, "covered": coverage.covered, "branches": coverage.total(), "puts": puts,
            "paper": { "cases": self.paper.cases, "seconds": self.paper.seconds },
        });
        Ok((row, figures))
    }
}

fn verdicts(puts: &[&Put]) -> String {
    let other = puts.iter().filter(|put| put.verdict != Verdict::Proved);
    let other: Vec<String> =
        other.map(|put| format!("`{}` {}", put.name_in_crate(), put.verdict())).collect();
    if other.is_empty() { "all proved".into() } else { other.join(", ") }
}

fn unreached(exploration: &Exploration) -> Result<Table> {
    let mut rows = Vec::new();
    let mut modules: Vec<&str> = SUBJECTS.iter().map(|subject| subject.module).collect();
    modules.dedup();
    for module in modules {
        let is_its = |put: &&Put| put.name_in_crate().split("::").next() == Some(module);
        let puts: Vec<&Put> = exploration.puts.iter().filter(is_its).collect();
        for missed in Coverage::of(&puts, module).missed {
            let explained = UNREACHABLE.iter().find(|(function, _)| missed.function.starts_with(function));
            let (_, why) = explained.with_context(|| {
                format!("nobody says why no test of {module} takes a branch at {}", missed.location)
            })?;
            rows.push(vec![format!("`{}`", missed.function), missed.location, (*why).into()]);
        }
    }
    // One row a function.
    rows.dedup_by(|later, first| {
        let same = later[0] == first[0];
        if same && !first[1].ends_with(&later[1]) {
            first[1] = format!("{}, {}", first[1], later[1]);
        }
        same
    });
    Ok(Table { columns: &[" function", " places", " why"], rows })
}
