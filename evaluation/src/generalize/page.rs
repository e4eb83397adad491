//! `docs/generalize-study.md`, and `docs/generalize-tests.md` with a line for every test.

use super::judgement::Judgements;
use super::rows::{self, Shares, Whole};
use super::study::{PER_FUNCTION, Study};
use super::subject::SUBJECTS;
use super::suite::TestId;
use crate::markdown::table_lines;
use crate::section::Table;
use forall_report::Generalization;

const OPENING: &str = "\
# The study of `cargo forall generalize`

Written by `cargo run --release --manifest-path evaluation/Cargo.toml -- generalize`, but for the list of the subjects, which was
committed before the command existed, and the judgements, which are read by hand and kept in
[judgements.toml](../evaluation/generalize/judgements.toml) and [notes.md](../evaluation/generalize/notes.md).

## Closed tests of the literature

The closed tests that the papers print are transcribed in
[retrofit/tests/closed.rs](../evaluation/subjects/retrofit/tests/closed.rs) (Marri and others, figures 1, 4
and 9) and [xunit/tests/closed.rs](../evaluation/subjects/xunit/tests/closed.rs) (the study of xUnit, figures
1, 8, 12, 15 and 17). All of them pass, with the defects of the papers (feature `defective`) as without.
";

const SUBJECTS_OPENING: &str = "\
## Published crates

All tests of `cargo test -- --list` with default features, doc tests left out. Each version has a later patch
release, on which the same parameterized tests are run.
";

const SUBJECTS_CLOSING: &str = "\
A subject that turns out to be unfit stays in the table, with the reason.
";

/// `papers` is what came of the closed tests of the literature, if it is known, and `notes` what a reader has to know besides.
pub fn study(studies: &[&Study], (papers, notes): (Option<&str>, &str), judgements: &Judgements) -> String {
    let papers = papers.map(|papers| format!("\n{papers}")).unwrap_or_default();
    let subjects = table_lines(&subjects());
    let mut text = format!("{OPENING}{papers}\n{SUBJECTS_OPENING}\n{subjects}\n{SUBJECTS_CLOSING}\n");
    if studies.is_empty() {
        return text + "Nothing was generalized yet.\n";
    }
    if studies.iter().all(|study| study.version != "local") {
        text += &format!("## Notes\n\n{}\n\n", notes.trim_end());
        text += &missing(studies);
    }
    text += &figures(studies);
    text += &judged("Failures", FAILURES, &rows::failures(studies, judgements));
    text += &judged("Questions", QUESTIONS, &rows::questions(studies, judgements));
    text += &judged("Assumptions", ASSUMPTIONS, &rows::assumptions(studies, judgements));
    text += &later(studies);
    text
}

/// What was not done, crate by crate.
fn missing(studies: &[&Study]) -> String {
    let mut lines = Vec::new();
    for subject in &SUBJECTS {
        let Some(study) = studies.iter().find(|study| study.name == subject.name) else {
            lines.push(format!("- {} was not studied.", subject.name));
            continue;
        };
        let is_new = study.told.generalized().next().is_some();
        let steps = [
            (study.explored.is_empty() && is_new, "the new tests were not explored for their cases"),
            (study.closed.is_empty() && is_new, "the coverage of the closed tests was not looked at"),
            (study.later.is_none(), "the new tests were not run on the next release"),
            (study.mutants.is_empty(), "no mutant was tried"),
        ];
        let left: Vec<&str> =
            steps.into_iter().filter(|(is_left, _)| *is_left).map(|(_, what)| what).collect();
        if !left.is_empty() {
            lines.push(format!("- Of {} {}.", study.name, left.join("; ")));
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("## What is not there yet\n\n{}\n\n", lines.join("\n"))
}

const FAILURES: &str = "\
All inputs for which a parameterized test fails, as the command or the exploration of the new tests found them.
";
const QUESTIONS: &str = "\
The first questions that the command asks.
";
const ASSUMPTIONS: &str = "\
Drawn by a fixed seed from the assumptions of all new tests, for a reader who did not write the tool: does one of them hide a defect that is not
listed as a question?
";

fn subjects() -> Table {
    let row = |subject: &super::subject::Subject| {
        let texts = [subject.name, subject.version, subject.later].map(str::to_owned);
        [texts.to_vec(), vec![subject.closed_tests.to_string(), subject.kind.to_owned()]].concat()
    };
    Table {
        columns: &[" crate", " version", " later release", "closed tests", " of what kind it is"],
        rows: SUBJECTS.iter().map(row).collect(),
    }
}

fn figures(studies: &[&Study]) -> String {
    let all: Vec<(&str, Shares)> =
        studies.iter().map(|study| (study.name.as_str(), Shares::of(&[study]))).collect();
    let together = Shares::of(studies);
    let rows = |cells: fn(&Shares) -> Vec<String>| {
        let own = all.iter().map(|(name, shares)| [vec![(*name).to_owned()], cells(shares)].concat());
        own.chain([[vec!["**all**".to_owned()], cells(&together)].concat()]).collect::<Vec<_>>()
    };
    let outcomes = Table { columns: rows::OUTCOMES, rows: rows(Shares::outcomes) };
    let counted = Table { columns: rows::COUNTED, rows: rows(Shares::counted) };
    let compiled = |study: &&Study| study.mutants.iter().filter(|tried| tried.compiles).count();
    let mutants: usize = studies.iter().map(compiled).sum();
    let coverage = Table { columns: rows::COVERAGE, rows: rows(Shares::coverage) };
    let draft_time = studies.iter().map(|study| study.draft_time).max().unwrap_or_default();
    let work = Table { columns: rows::WORK, rows: rows(Shares::work) };
    format!(
        "## What came of the tests\n\n{}\nEach test has a line in [generalize-tests.md](generalize-tests.md).\n\n\
         ## What counts\n\nA test counts as generalized if a parameter reaches a function of the crate (by names, statement by statement), if a case other than \
         the original passes the assumptions, and if its new test notices all mutants of the functions under test that the original \
         notices. Mutants are chosen by fixed rules: at most {PER_FUNCTION} of a function; {mutants} compiled. The tests of a new test are its \
         boundary inputs, its examples and the cases that `cargo forall` wrote, under plain `cargo test`.\n\n{}\n\
         ## Coverage\n\nOutcomes of branches of the crate that each test takes, its own function left out: the closed one, explored as a test \
         without parameters, and its new ones.\n\n{}\n\
         ## Work\n\nThe seconds of a test are those of its drafts by the clock, one after the other, builds aside; each draft was explored for at most \
         {draft_time} s. The processor time is that of the whole command, builds included: it is what counts where a machine is shared. All of \
         a round is compiled together; the compiler is started once to see what compiles, once more where something does not, once to explore, \
         and in the end on the patch. Crates that were studied with the same build of the command have the same letters in the last column.\n\n{}\n",
        table_lines(&outcomes),
        table_lines(&counted),
        table_lines(&coverage),
        table_lines(&work),
    )
}

fn judged(
    title: &str,
    opening: &str,
    (columns, rows): &(&'static [&'static str], Vec<Vec<String>>),
) -> String {
    if rows.is_empty() {
        return format!("## {title}\n\nThere are none.\n\n");
    }
    let judged = rows.iter().filter(|row| row.last().is_some_and(|said| said != "not judged")).count();
    let table = Table { columns, rows: rows.clone() };
    format!("## {title}\n\n{opening}{judged} of {} are judged.\n\n{}\n", rows.len(), table_lines(&table))
}

/// What fails on later releases.
fn later(studies: &[&Study]) -> String {
    let mut text = String::from(
        "## On the next release\n\nThe new tests and their cases, placed behind the same closed tests, run and explored. What fails there and not \
         here should be in the changelog.\n\n",
    );
    let mut rows = Vec::new();
    for study in studies {
        let Some(later) = &study.later else { continue };
        let failing = study.failing_later();
        let (placed, left) = (later.placed.len(), later.left.len());
        let release = format!("{} {}", study.name, study.later_version);
        rows.push(vec![release, placed.to_string(), left.to_string(), failing.len().to_string()]);
    }
    let columns = &[" release", "placed", "cannot be placed", "failures"];
    text += &table_lines(&Table { columns, rows });
    for study in studies {
        let Some(later) = &study.later else { continue };
        for (test, why) in &later.left {
            text += &format!("\n- {} `{}` cannot be placed: {why}", study.name, test.name);
        }
        for (test, how) in study.failing_later() {
            let how = how.split_whitespace().collect::<Vec<_>>().join(" ");
            text += &format!("\n- {} `{test}` fails on {}: {how}", study.name, study.later_version);
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// A line for every test.
pub fn tests(studies: &[&Study]) -> String {
    let mut text = String::from(
        "# All tests of the study of `cargo forall generalize`\n\nWritten with [generalize-study.md](generalize-study.md), where it is said what the \
         columns mean.\n",
    );
    for study in studies {
        let rows = study.listed.iter().map(|test| test_row(study, test)).collect();
        let table = Table {
            columns: &[
                " test",
                " outcome",
                " verdict",
                "drafts",
                "seconds",
                "branches",
                "mutants noticed",
                " why",
            ],
            rows,
        };
        text += &format!("\n## {} {}\n\n{}", study.name, study.version, table_lines(&table));
    }
    text
}

fn test_row(study: &Study, test: &TestId) -> Vec<String> {
    let name = format!("`{}` ({})", test.name, test.target);
    let parts = study.parts(test);
    let Some(whole) = Whole::of(&parts) else {
        return [vec![name, "**not told**".into()], vec![String::new(); 6]].concat();
    };
    let new = parts.iter().filter_map(|part| part.generalized.as_ref());
    let verdicts: Vec<String> = new.map(rows::verdict).collect();
    let (mut noticed, mut why) = (String::new(), whole.reasons.clone());
    let outcome = match (whole.grade, whole.outcome) {
        (Some(grade), _) => {
            let (caught, missed) = study.caught(test);
            noticed = format!("{} of {}", caught.len() - missed.len(), caught.len());
            why.extend(study.objection(test));
            rows::grade(grade)
        }
        (None, Generalization::NotAmenable) => "not amenable",
        (None, _) => "skipped",
    };
    let covered = study.coverage(test);
    let covered =
        covered.map_or(String::new(), |(before, after)| format!("{} → {}", before.len(), after.len()));
    let (drafts, seconds) = (whole.drafts.to_string(), format!("{:.1}", whole.seconds));
    vec![name, outcome.into(), verdicts.join("; "), drafts, seconds, covered, noticed, why.join("; ")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_page_has_the_subjects_of_the_study() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/generalize-study.md");
        let committed = std::fs::read_to_string(path).unwrap();
        for row in table_lines(&subjects()).lines().skip(2) {
            assert!(committed.contains(row), "{row}");
        }
    }
}
