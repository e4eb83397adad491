//! A new item as rustfmt would have it at its place.

use anyhow::Context;
use forall_source::edit::{dedented, indented};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// An item further to the right than this is left as it is.
const DEEPEST: usize = 8;

/// Where an item is to stand.
pub struct Place<'a> {
    pub edition: u32,
    /// Of its file: rustfmt looks for its configuration from there.
    pub directory: &'a Path,
    /// How far its neighbours are indented.
    pub indentation: &'a str,
}

/// The item as it is formatted there, not indented. Where there is no rustfmt, or it does not understand the item, it stays as it is.
pub fn item(text: &str, place: &Place<'_>) -> String {
    formatted(text, place).unwrap_or_else(|| text.to_owned())
}

/// Lines are as long as they may be at that depth: it is formatted within as many modules as bring it there.
fn formatted(text: &str, place: &Place<'_>) -> Option<String> {
    for depth in 0..=DEEPEST {
        let source = format!("{}{}\n{}", "mod m {\n".repeat(depth), text.trim_end(), "}\n".repeat(depth));
        let formatted = rustfmt(&source, place).ok()?;
        let lines: Vec<&str> = formatted.lines().collect();
        let own = lines.get(depth..lines.len().checked_sub(depth)?)?.join("\n");
        let dedented = dedented(&own);
        if indented(&dedented, place.indentation) == own {
            return Some(dedented);
        }
    }
    None
}

fn rustfmt(source: &str, place: &Place<'_>) -> anyhow::Result<String> {
    let mut command = Command::new(std::env::var_os("RUSTFMT").unwrap_or("rustfmt".into()));
    command.args(["--edition", &place.edition.to_string(), "--quiet"]).current_dir(place.directory);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().context("cannot run rustfmt")?;
    let mut stdin = child.stdin.take().context("rustfmt does not read")?;
    stdin.write_all(source.as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    anyhow::ensure!(output.status.success(), "rustfmt does not understand it");
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be_at_the_place() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("rustfmt.toml"), "max_width = 40\n").unwrap();
        let at = |indentation| Place { edition: 2021, directory: directory.path(), indentation };
        let text = "#[forall]\nfn a( x:u8 ) { assert_eq!(half(x), x / 2, \"no\"); }";
        let flat = "#[forall]\nfn a(x: u8) {\n    assert_eq!(half(x), x / 2, \"no\");\n}";
        assert_eq!(item(text, &at("")), flat);
        let deep = "#[forall]\nfn a(x: u8) {\n    assert_eq!(\n        half(x),\n        x / 2,\n        \"no\"\n    );\n}";
        assert_eq!(item(text, &at("    ")), deep);
    }

    #[test]
    fn what_cannot_be_formatted_stays_as_it_is() {
        let directory = std::env::temp_dir();
        let place = Place { edition: 2021, directory: &directory, indentation: "" };
        assert_eq!(item("fn a(", &place), "fn a(");
        let odd = Place { indentation: " ", ..place };
        assert_eq!(item("fn a( ) {}", &odd), "fn a( ) {}");
    }
}
