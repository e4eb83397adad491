//! `docs/mistakes.md`: what was found about every mistake, now or earlier.

use super::list::Mistake;
use crate::markdown;
use crate::section;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const OPENING: &str = "\
# Mistakes

How strong are the tests? [mistakes.txt](../evaluation/mistakes.txt) has mistakes such as people make, chosen before any was tried (one was
replaced when it turned out to make no difference). Where the tests of the crate did not notice, a test was added that does: what the table
says is true of the tests as they are, those included, and not of the tests as they were when the mistakes were chosen.
`cargo run --manifest-path evaluation/Cargo.toml -- mistakes` makes one at a time in a copy of the last commit, and asks whether
anybody notices: the fixed set of the hunt (`hunt`), always; and of the tests of the crates, `differential` and `truth` the first
that does. The other tests of the tool are not asked.
";

/// Who noticed a mistake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    pub hunt: Answer,
    pub others: Answer,
}

/// Do these tests notice?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    #[default]
    NotAsked,
    No,
    /// The suite, and the test that failed first.
    By(String),
}

impl Answer {
    fn or(self, earlier: Answer) -> Answer {
        if self == Answer::NotAsked { earlier } else { self }
    }

    fn of_cell(cell: &str) -> Option<Answer> {
        match cell {
            NOT_ASKED => Some(Answer::NotAsked),
            NO => Some(Answer::No),
            _ => Some(Answer::By(cell.strip_prefix('`')?.strip_suffix('`')?.to_owned())),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::NotAsked => f.write_str(NOT_ASKED),
            Answer::No => f.write_str(NO),
            Answer::By(test) => write!(f, "`{test}`"),
        }
    }
}

const NOT_ASKED: &str = "not asked yet";
const NO: &str = "no";

pub struct Table {
    path: PathBuf,
    findings: BTreeMap<String, Finding>,
}

impl Table {
    /// With what was found earlier, if anything was.
    pub fn read(path: &Path) -> Result<Table> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.with_context(|| path.display().to_string())?,
        };
        Ok(Table { path: path.to_owned(), findings: text.lines().filter_map(finding).collect() })
    }

    /// What was found earlier stays where nobody was asked again.
    pub fn set(&mut self, name: &str, Finding { hunt, others }: Finding) {
        let earlier = self.findings.remove(name).unwrap_or_default();
        let finding = Finding { hunt: hunt.or(earlier.hunt), others: others.or(earlier.others) };
        self.findings.insert(name.to_owned(), finding);
    }

    pub fn write(&self, mistakes: &[Mistake]) -> Result<()> {
        fs::write(&self.path, self.render(mistakes)).with_context(|| self.path.display().to_string())
    }

    fn render(&self, mistakes: &[Mistake]) -> String {
        let of = |mistake: &Mistake| self.findings.get(&mistake.name).cloned().unwrap_or_default();
        let count = |is: fn(&Finding) -> bool| mistakes.iter().filter(|mistake| is(&of(mistake))).count();
        let summary = format!(
            "There are {}. The hunt noticed {} of the {} that it was asked about, the other tests {} of {}. {} survived; {} are still open.",
            mistakes.len(),
            count(|finding| matches!(finding.hunt, Answer::By(_))),
            count(|finding| finding.hunt != Answer::NotAsked),
            count(|finding| matches!(finding.others, Answer::By(_))),
            count(|finding| finding.others != Answer::NotAsked),
            count(|finding| finding.hunt == Answer::No && finding.others == Answer::No),
            count(|finding| finding.hunt == Answer::NotAsked || finding.others == Answer::NotAsked),
        );
        let row = |mistake: &Mistake| {
            let Finding { hunt, others } = of(mistake);
            let place = mistake.file.trim_start_matches("crates/").replace("/src/", "/");
            let cells = [hunt, others].map(|answer| answer.to_string());
            [vec![format!("`{}`", mistake.name), place, mistake.wrong.clone()], cells.to_vec()].concat()
        };
        let columns =
            &[" mistake", " place", " what goes wrong", " noticed by the hunt", " noticed by others"];
        let table = section::Table { columns, rows: mistakes.iter().map(row).collect() };
        format!("{OPENING}\n{summary}\n\n{}", markdown::table_lines(&table))
    }
}

/// What a line of the table says.
fn finding(line: &str) -> Option<(String, Finding)> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, name, _, _, hunt, others, _] = cells[..] else { return None };
    let name = name.strip_prefix('`')?.strip_suffix('`')?;
    Some((name.to_owned(), Finding { hunt: Answer::of_cell(hunt)?, others: Answer::of_cell(others)? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistakes::list::parse;

    #[test]
    fn what_was_found_earlier_stays() {
        let mistakes: String = ["a", "b", "c", "d"]
            .map(|name| format!("{name}\ncrates/x/src/y.rs\nSlips.\n- 1\n+ 2\n\n"))
            .concat();
        let mistakes = parse(&mistakes).unwrap();
        let by = || Answer::By("forall-x: y::z".to_owned());
        let mut table = Table { path: PathBuf::new(), findings: BTreeMap::new() };
        table.set("a", Finding { hunt: by(), others: Answer::No });
        table.set("b", Finding { hunt: Answer::No, others: Answer::No });
        table.set("c", Finding { hunt: Answer::NotAsked, others: by() });
        table.set("a", Finding { hunt: Answer::NotAsked, others: by() });
        let text = table.render(&mistakes);
        let summary = "The hunt noticed 1 of the 2 that it was asked about, the other tests 2 of 3. 1 survived; 2 are still open.";
        assert!(text.contains(&format!("There are 4. {summary}")), "{text}");
        assert!(text.contains("| `b` | x/y.rs | Slips. | no | no |"), "{text}");
        assert!(text.contains("| `d` | x/y.rs | Slips. | not asked yet | not asked yet |"), "{text}");
        table.set("d", Finding::default());
        let read: BTreeMap<String, Finding> = text.lines().filter_map(finding).collect();
        assert_eq!(read, table.findings);
    }
}
