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

How strong are the tests? [mistakes.txt](../evaluation/mistakes.txt) has mistakes such as people make, chosen before any of them was tried.
`cargo run --manifest-path evaluation/Cargo.toml -- mistakes` makes one at a time in a copy of the last commit, and asks whether
anybody notices: the fixed set of the hunt (`hunt`), always; and of the tests of the crates, `differential` and `truth` the first
that does. The other tests of the tool are not asked.
";

/// Who noticed a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// `None` if it was not asked.
    pub hunt: Option<bool>,
    /// The suite, and the test that failed first.
    pub others: Option<String>,
}

impl Finding {
    fn survived(&self) -> bool {
        self.hunt == Some(false) && self.others.is_none()
    }

    fn cells(&self) -> [String; 2] {
        let (hunt, _) = HUNT.into_iter().find(|(_, hunt)| *hunt == self.hunt).expect("all are in the table");
        let others = match &self.others {
            Some(test) => format!("`{test}`"),
            None => NOBODY.to_owned(),
        };
        [hunt.to_owned(), others]
    }

    fn of_cells([hunt, others]: [&str; 2]) -> Option<Finding> {
        let (_, hunt) = HUNT.into_iter().find(|(cell, _)| *cell == hunt)?;
        let others = (others != NOBODY).then(|| others.trim_matches('`').to_owned());
        Some(Finding { hunt, others })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hunt = match self.hunt {
            Some(true) => "the hunt notices",
            Some(false) => "the hunt does not notice",
            None => "the hunt was not asked",
        };
        match &self.others {
            Some(test) => write!(f, "{hunt}, and {test} does"),
            None => write!(f, "{hunt}, and no other test does"),
        }
    }
}

/// What the column of the hunt says.
const HUNT: [(&str, Option<bool>); 3] = [("yes", Some(true)), ("no", Some(false)), ("not asked yet", None)];
const NOBODY: &str = "none";
const NOT_TRIED: &str = "not tried yet";

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

    /// What the hunt said earlier stays if it was not asked again.
    pub fn set(&mut self, name: &str, finding: Finding) {
        let earlier = self.findings.get(name).and_then(|earlier| earlier.hunt);
        self.findings.insert(name.to_owned(), Finding { hunt: finding.hunt.or(earlier), ..finding });
    }

    pub fn write(&self, mistakes: &[Mistake]) -> Result<()> {
        fs::write(&self.path, self.render(mistakes)).with_context(|| self.path.display().to_string())
    }

    fn render(&self, mistakes: &[Mistake]) -> String {
        let found: Vec<&Finding> =
            mistakes.iter().filter_map(|mistake| self.findings.get(&mistake.name)).collect();
        let count = |is: fn(&Finding) -> bool| found.iter().filter(|finding| is(finding)).count();
        let summary = format!(
            "Of {} mistakes, {} were tried, and the hunt was asked about {}. It noticed {}, the other tests {}; {} survived.",
            mistakes.len(),
            found.len(),
            count(|finding| finding.hunt.is_some()),
            count(|finding| finding.hunt == Some(true)),
            count(|finding| finding.others.is_some()),
            count(Finding::survived),
        );
        let row = |mistake: &Mistake| {
            let [hunt, others] = match self.findings.get(&mistake.name) {
                Some(finding) => finding.cells(),
                None => [NOT_TRIED, ""].map(str::to_owned),
            };
            let place = mistake.file.trim_start_matches("crates/").replace("/src/", "/");
            vec![format!("`{}`", mistake.name), place, mistake.wrong.clone(), hunt, others]
        };
        let columns = &[" mistake", " place", " what goes wrong", " noticed by the hunt", " noticed by"];
        let table = section::Table { columns, rows: mistakes.iter().map(row).collect() };
        format!("{OPENING}\n{summary}\n\n{}", markdown::table_lines(&table))
    }
}

/// What a line of the table says.
fn finding(line: &str) -> Option<(String, Finding)> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, name, _, _, hunt, others, _] = cells[..] else { return None };
    Some((name.trim_matches('`').to_owned(), Finding::of_cells([hunt, others])?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistakes::list::parse;

    #[test]
    fn what_was_found_earlier_stays() {
        let mistakes: String = ["a", "b", "c", "d", "e"]
            .map(|name| format!("{name}\ncrates/x/src/y.rs\nSlips.\n- 1\n+ 2\n\n"))
            .concat();
        let mistakes = parse(&mistakes).unwrap();
        let test = Some("forall-x: y::z".to_owned());
        let mut table = Table { path: PathBuf::new(), findings: BTreeMap::new() };
        table.set("a", Finding { hunt: Some(true), others: None });
        table.set("b", Finding { hunt: Some(false), others: None });
        table.set("c", Finding { hunt: None, others: test.clone() });
        table.set("a", Finding { hunt: None, others: test });
        table.set("e", Finding { hunt: Some(false), others: None });
        table.set("e", Finding { hunt: Some(true), others: None });
        let text = table.render(&mistakes);
        let summary = "Of 5 mistakes, 4 were tried, and the hunt was asked about 3. It noticed 2, the other tests 2; 1 survived.";
        assert!(text.contains(summary), "{text}");
        assert!(text.contains("| `d` | x/y.rs | Slips. | not tried yet |  |"), "{text}");
        let read: BTreeMap<String, Finding> = text.lines().filter_map(finding).collect();
        assert_eq!(read, table.findings);
    }
}
