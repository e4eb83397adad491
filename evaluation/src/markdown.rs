//! Writes the document, and the same figures for programs.

use crate::section::{Block, Section, Table};
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

const OPENING: &str = "\
# Evaluation

Every figure on this page was written by

```sh
cargo run --release --manifest-path evaluation/Cargo.toml
```

which explores the packages of [evaluation/subjects](../evaluation/subjects). The same figures for programs are in
[evaluation.json](evaluation.json). Times differ from machine to machine; verdicts, paths, cases and coverage do not, and
a test holds them against [expected.txt](../evaluation/expected.txt).
";

pub fn write(docs: &Path, sections: &[(&str, Section)], time: Duration) -> Result<()> {
    let minutes = time.as_secs_f64() / 60.0;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let closing = format!("---\n\nWritten in {minutes:.1} minutes on {processors} processors.\n");
    let text = format!("{OPENING}\n{}{closing}", render(sections));
    let path = docs.join("evaluation.md");
    fs::write(&path, text).with_context(|| path.display().to_string())?;

    let mut figures: Map<String, Value> =
        sections.iter().map(|(name, section)| ((*name).to_owned(), section.figures.clone())).collect();
    figures.insert("machine".into(), json!({ "processors": processors, "minutes": minutes }));
    let path = docs.join("evaluation.json");
    fs::write(&path, serde_json::to_string_pretty(&figures)? + "\n")
        .with_context(|| path.display().to_string())
}

pub fn render(sections: &[(&str, Section)]) -> String {
    let mut text = String::new();
    for (_, section) in sections {
        text += &format!("## {}\n\n", section.title);
        for block in &section.blocks {
            match block {
                Block::Prose(prose) => text += prose.trim(),
                Block::Table(table) => text += table_lines(table).trim(),
            }
            text += "\n\n";
        }
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
