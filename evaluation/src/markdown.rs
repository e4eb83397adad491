//! Writes the document, and the same figures for programs.

use crate::section::{self, Block, Section, Table};
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;

const OPENING: &str = "\
# Evaluation

Every figure on this page was written by

```sh
cargo run --release --manifest-path evaluation/Cargo.toml
```

which explores the packages of [evaluation/subjects](../evaluation/subjects). The same figures for programs are in
[evaluation.json](evaluation.json). Times differ from machine to machine; verdicts, paths, cases and coverage do not: `-- --check` holds them
against [expected.txt](../evaluation/expected.txt), and a test those of a small subject of each section. `-- --section NAME` renews one section.
";

/// Renews these sections; the others stay as they are.
pub fn write(docs: &Path, sections: &[(&str, Section)]) -> Result<()> {
    let (text, figures) = (docs.join("evaluation.md"), docs.join("evaluation.json"));
    // Whatever is missing is written for the first time.
    let before = fs::read_to_string(&text).unwrap_or_default();
    let rendered: Vec<(&str, String)> =
        sections.iter().map(|(name, section)| (*name, render(section))).collect();
    fs::write(&text, renewed(&before, &rendered)).with_context(|| text.display().to_string())?;

    let known = fs::read_to_string(&figures).unwrap_or_else(|_| "{}".into());
    let mut all: Map<String, Value> =
        serde_json::from_str(&known).with_context(|| figures.display().to_string())?;
    all.extend(sections.iter().map(|(name, section)| ((*name).to_owned(), section.figures.clone())));
    all.insert("machine".into(), json!({ "processors": processors() }));
    fs::write(&figures, serde_json::to_string_pretty(&all)? + "\n")
        .with_context(|| figures.display().to_string())
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Stands before each section, so that it is found again.
fn mark(name: &str) -> String {
    format!("<!-- section: {name} -->\n")
}

/// The document with some sections in place of what it had, in the order of the list.
fn renewed(before: &str, sections: &[(&str, String)]) -> String {
    let closing = format!("---\n\nMeasured on {} processors.\n", processors());
    let mut text = format!("{OPENING}\n");
    for name in section::ALL.iter().map(|entry| entry.name) {
        let new = sections.iter().find(|(new, _)| *new == name).map(|(_, text)| text.as_str());
        let old = || {
            let (_, rest) = before.split_once(&mark(name))?;
            let end = ["<!-- section: ", "---\n\nMeasured"].map(|end| rest.find(end).unwrap_or(rest.len()));
            Some(&rest[..end[0].min(end[1])])
        };
        if let Some(section) = new.or_else(old) {
            text += &(mark(name) + section);
        }
    }
    text + &closing
}

fn render(section: &Section) -> String {
    let mut text = format!("## {}\n\n", section.title);
    for block in &section.blocks {
        match block {
            Block::Prose(prose) => text += prose.trim(),
            Block::Table(table) => text += table_lines(table).trim(),
        }
        text += "\n\n";
    }
    text
}

/// Columns whose name begins with a space hold text, all others figures.
pub fn table_lines(table: &Table) -> String {
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        text.push('|');
        for cell in cells {
            write!(text, " {cell} |").expect("a string takes it");
        }
        text.push('\n');
    };
    line(&mut table.columns.iter().map(|column| column.trim().to_owned()));
    line(
        &mut table
            .columns
            .iter()
            .map(|column| if column.starts_with(' ') { "---" } else { "---:" }.to_owned()),
    );
    for row in &table.rows {
        line(&mut row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_renewed_in_its_place() {
        let both =
            [("bugs", "## Bugs\n\n1 | 2\n\n".to_owned()), ("xunit", "## xUnit\n\n7 of 9\n\n".to_owned())];
        let before = renewed("", &both);
        assert!(before.find("xUnit").unwrap() < before.find("Bugs").unwrap(), "{before}");
        assert_eq!(renewed(&before, &[]), before);
        let after = renewed(&before, &[("xunit", "## xUnit\n\n8 of 9\n\n".to_owned())]);
        assert_eq!(after, before.replace("7 of 9", "8 of 9"));
    }

    #[test]
    fn the_committed_document_has_all_sections() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/evaluation.md");
        let committed = fs::read_to_string(path).unwrap();
        let closing = committed.find("---\n\nMeasured on").expect("an end");
        for entry in section::ALL {
            assert!(committed.find(&mark(entry.name)).is_some_and(|at| at < closing), "{}", entry.name);
        }
    }
}
