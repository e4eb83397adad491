//! Tests that hold README.md against `--help`, and all documents against the sources.

use crate::{commands, exit};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).expect(document)
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// What stands between backticks, outside of code blocks.
fn code_spans(text: &str) -> Vec<String> {
    let mut in_block = false;
    let prose = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    });
    let prose = prose.collect::<Vec<_>>().join(" ");
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The rows of the table that begins with this line, cell by cell.
fn table(text: &str, head: &str) -> Vec<Vec<String>> {
    let rows = text.lines().skip_while(|line| *line != head).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What is wrong with options that are quoted as `--name`, `--name value` or `-n`: a name that no command has, or a value that it refuses.
fn wrong_options(spans: &[String]) -> Vec<String> {
    let names = commands::option_names();
    let is_wrong = |span: &&String| {
        let mut words = span.split(' ');
        let name = words.next().unwrap_or_default();
        let values: Vec<&str> = words.map(|word| if word == "N" { "4" } else { word }).collect();
        let line = ["cargo-forall", name].into_iter().chain(values.iter().copied()).map(OsString::from);
        !names.contains(name) || (!values.is_empty() && commands::parse(line).is_err())
    };
    spans.iter().filter(|span| span.starts_with('-')).filter(is_wrong).cloned().collect()
}

#[test]
fn exit_codes_in_the_readme_are_those_of_help() {
    let of_help = |line: &str| {
        let (code, meaning) = line.trim().split_once("  ").expect("a code and its meaning");
        vec![code.to_owned(), meaning.to_owned()]
    };
    let help: Vec<Vec<String>> = exit::help().lines().skip(1).map(of_help).collect();
    let mut readme = table(&read("README.md"), "| exit code | |");
    readme.iter_mut().flatten().for_each(|cell| *cell = cell.replace('`', ""));
    assert_eq!(readme, help);
}

#[test]
fn options_in_the_readme_are_those_of_the_commands() {
    let readme = read("README.md");
    let spans = code_spans(&readme);
    let wrong = wrong_options(&spans);
    assert!(wrong.is_empty(), "README.md speaks of options that do not exist: {wrong:?}");
    for row in table(&readme, "| option | |") {
        let options = code_spans(&row[0]);
        assert!(!options.is_empty() && options.iter().all(|option| option.starts_with("--")), "{row:?}");
    }
    for known in ["--list", "--max-time", "--require covered=90", "-p"] {
        assert!(spans.iter().any(|span| span == known), "{known} was not looked at");
    }
}

#[test]
fn options_that_do_not_exist_are_noticed() {
    let spans = code_spans(
        "`--lst`, `--list`, `--jobs N`\n```sh\ncargo add `--dev`\n```\n`--format xml` of `xml`, `-x`",
    );
    assert_eq!(spans, ["--lst", "--list", "--jobs N", "--format xml", "xml", "-x"]);
    assert_eq!(wrong_options(&spans), ["--lst", "--format xml", "-x"]);
}

/// The names of our own environment variables in a text.
fn variables(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
    let starts = text.match_indices("FORALL_").filter(|(at, _)| !text[..*at].ends_with(is_part));
    let names = starts.map(|(at, _)| text[at..].split(|c| !is_part(c)).next().unwrap_or_default());
    names.filter(|name| name.len() > "FORALL_".len()).map(str::to_owned).collect()
}

fn add_variables_below(directory: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).expect("a directory of the project") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            add_variables_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            // Only what is quoted is a variable; the rest are constants.
            let source = std::fs::read_to_string(&path).expect("a source");
            let quoted = source.split('"').skip(1).filter(|text| text.starts_with("FORALL_"));
            quoted.for_each(|text| found.extend(variables(text)));
        }
    }
}

#[test]
fn all_variables_of_developers_are_in_the_table() {
    let mut used = BTreeSet::new();
    add_variables_below(&root().join("crates"), &mut used);
    add_variables_below(&root().join("evaluation/src"), &mut used);
    // Those of the tests are for their own processes.
    used.retain(|name| !name.starts_with("FORALL_TEST_"));
    let rows = table(&read("CONTRIBUTING.md"), "| variable | read by | effect |");
    let mut documented: BTreeSet<String> = rows.iter().flat_map(|row| variables(&row[0])).collect();
    assert!(documented.remove("FORALL_TEST_"), "all of them in one row");
    assert_eq!(documented, used);
}

/// The files of the project that a document names, in backticks from the top on, or in a link relative to itself.
fn named_files(document: &Path, text: &str) -> BTreeSet<PathBuf> {
    let is_path = |span: &&String| {
        let tops = ["crates/", "docs/", "evaluation/", "examples/"];
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        tops.iter().any(|top| span.starts_with(top)) && span.chars().all(plain)
    };
    let spans = code_spans(text);
    let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let links = links.filter(|link| !link.is_empty() && !link.contains("://"));
    let beside = document.parent().unwrap_or(Path::new(""));
    let named = spans.iter().filter(is_path).map(PathBuf::from);
    named.chain(links.map(|link| beside.join(link))).collect()
}

#[test]
fn files_that_documents_name_exist() {
    let mut documents: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from).into();
    for directory in ["docs", "docs/decisions"] {
        let entries = std::fs::read_dir(root().join(directory)).expect(directory);
        let names = entries.map(|entry| Path::new(directory).join(entry.expect("an entry").file_name()));
        documents.extend(names.filter(|name| name.extension().is_some_and(|extension| extension == "md")));
    }
    let mut count = 0;
    for document in documents {
        let text = read(document.to_str().expect("a plain name"));
        let mut named = named_files(&document, &text);
        count += named.len();
        named.retain(|file| !root().join(file).exists());
        assert!(named.is_empty(), "{} names files that do not exist: {named:?}", document.display());
    }
    assert!(count > 150, "only {count} were looked at");
}

#[test]
fn files_are_found_in_spans_and_links() {
    let text =
        "`crates/a/src/b.rs` and `crates/<name>/c.rs`, [d](../e.md#f), [g](https://h.i), [j](#k) `src/l.rs`";
    let named = named_files(Path::new("docs/m.md"), text);
    assert_eq!(named, ["crates/a/src/b.rs", "docs/../e.md"].map(PathBuf::from).into());
}
