//! Shows a patch as unified diffs, one for each hunk, each with what there is to say of it.

use super::{Change, Patch};
use anstyle::{AnsiColor, Style};
use similar::TextDiff;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const HEADLINE: Style = Style::new().bold();
const FILE: Style = Style::new().bold();
const PLACE: Style = AnsiColor::Cyan.on_default();
const ADDED: Style = AnsiColor::Green.on_default();
const REMOVED: Style = AnsiColor::Red.on_default();

impl Patch {
    /// What is shared and then all hunks that are not rejected, one after the other, as `git apply` and `patch -p1` read it. It is
    /// coloured; print it through anstream.
    pub fn render(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        let accepted: Vec<usize> = self.accepted().collect();
        let mut before: Vec<&Change> = Vec::new();
        for shared in self.needed(&accepted) {
            self.section(&mut text, &shared.headline, &[], &before, &shared.changes)?;
            before.extend(&shared.changes);
        }
        for hunk in accepted.iter().map(|hunk| &self.hunks[*hunk]) {
            let headline = format!("{}: {}", hunk.name, hunk.headline);
            self.section(&mut text, &headline, &hunk.explanation, &before, &hunk.changes)?;
            before.extend(&hunk.changes);
        }
        Ok(text)
    }

    /// One hunk alone, as if there were no others.
    pub fn render_hunk(&self, hunk: usize) -> anyhow::Result<String> {
        let hunk = &self.hunks[hunk];
        let mut text = String::new();
        let headline = format!("{}: {}", hunk.name, hunk.headline);
        self.section(&mut text, &headline, &hunk.explanation, &[], &hunk.changes)?;
        Ok(text)
    }

    fn section(
        &self,
        text: &mut String,
        headline: &str,
        explanation: &[String],
        before: &[&Change],
        changes: &[Change],
    ) -> anyhow::Result<()> {
        if !text.is_empty() {
            text.push('\n');
        }
        writeln!(text, "{HEADLINE}{headline}{HEADLINE:#}")?;
        for line in explanation {
            writeln!(text, "  {line}")?;
        }
        let old = self.contents_of(before)?;
        let all: Vec<&Change> = before.iter().copied().chain(changes).collect();
        for (file, new) in self.contents_of(&all)? {
            if changes.iter().any(|change| change.file == file) {
                self.diff(text, &file, &old, &new)?;
            }
        }
        Ok(())
    }

    fn diff(
        &self,
        text: &mut String,
        file: &Path,
        known: &BTreeMap<PathBuf, String>,
        new: &str,
    ) -> anyhow::Result<()> {
        let old = known.get(file).map_or(self.text(file), String::as_str);
        let exists = known.contains_key(file) || self.sources.get(file).is_some_and(Option::is_some);
        let shown = file.display();
        let from = if exists { format!("a/{shown}") } else { "/dev/null".into() };
        let diff = TextDiff::from_lines(old, new);
        let diff = diff.unified_diff().context_radius(3).header(&from, &format!("b/{shown}")).to_string();
        for (number, line) in diff.split_inclusive('\n').enumerate() {
            let style = match line.as_bytes().first() {
                _ if number < 2 => FILE,
                Some(b'@') => PLACE,
                Some(b'+') => ADDED,
                Some(b'-') => REMOVED,
                _ => Style::new(),
            };
            let content = line.trim_end_matches(['\n', '\r']);
            write!(text, "{style}{content}{style:#}{}", &line[content.len()..])?;
        }
        Ok(())
    }
}
