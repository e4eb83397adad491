//! The mistakes, as `mistakes.txt` tells them.

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;

#[derive(Debug, PartialEq, Eq)]
pub struct Mistake {
    pub name: String,
    /// Relative to the repository.
    pub file: String,
    /// What goes wrong.
    pub wrong: String,
    before: String,
    after: String,
}

impl Mistake {
    /// A source with the mistake in it.
    pub fn made_in(&self, source: &str) -> Result<String> {
        let Mistake { name, file, before, .. } = self;
        match source.matches(before.as_str()).count() {
            1 => Ok(source.replacen(before.as_str(), &self.after, 1)),
            0 => bail!("the mistake {name} cannot be made: its lines are not in {file}"),
            times => bail!("the mistake {name} cannot be made: its lines are {times} times in {file}"),
        }
    }

    /// The crate that has it.
    pub fn package(&self) -> &str {
        self.file.strip_prefix("crates/").and_then(|path| path.split('/').next()).unwrap_or_default()
    }
}

pub fn read(path: &Path) -> Result<Vec<Mistake>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    parse(&text).with_context(|| path.display().to_string())
}

pub(super) fn parse(text: &str) -> Result<Vec<Mistake>> {
    let paragraphs = text.split("\n\n").map(str::trim_end).filter(|paragraph| !paragraph.is_empty());
    let mistakes = paragraphs.filter(|paragraph| !paragraph.starts_with('#')).map(parse_one);
    let mistakes: Vec<Mistake> = mistakes.collect::<Result<_>>()?;
    for (index, Mistake { name, .. }) in mistakes.iter().enumerate() {
        ensure!(mistakes[..index].iter().all(|other| other.name != *name), "two mistakes are called {name}");
    }
    Ok(mistakes)
}

fn parse_one(paragraph: &str) -> Result<Mistake> {
    let mut lines = paragraph.trim_start().lines();
    let mut next = |what: &str| {
        lines.next().map(str::to_owned).with_context(|| format!("a mistake has no {what}: {paragraph}"))
    };
    let (name, file, wrong) = (next("name")?, next("file")?, next("line on what goes wrong")?);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for line in lines {
        match (line.strip_prefix("- "), line.strip_prefix("+ ")) {
            (Some(line), _) => before.push(line),
            (_, Some(line)) => after.push(line),
            _ => bail!("the mistake {name} has a line that is neither taken out nor put in: {line}"),
        }
    }
    ensure!(!before.is_empty() && before != after, "the mistake {name} changes nothing");
    Ok(Mistake { name, file, wrong, before: before.join("\n"), after: after.join("\n") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes() -> Vec<Mistake> {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes.txt")).unwrap()
    }

    #[test]
    fn all_mistakes_can_be_made() {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for mistake in mistakes() {
            let source = fs::read_to_string(repository.join(&mistake.file)).unwrap();
            let made = mistake.made_in(&source).unwrap();
            assert_ne!(made, source, "{}", mistake.name);
        }
    }

    #[test]
    fn every_kind_of_code_has_ten() {
        for package in ["forall-instrument", "forall-runtime", "forall-solver"] {
            assert_eq!(mistakes().iter().filter(|mistake| mistake.package() == package).count(), 10);
        }
    }

    #[test]
    fn what_is_not_there_once_is_an_error_that_names_the_mistake() {
        let text = "# A list.\n\nslip\ncrates/a/src/b.rs\nIt slips.\n-     one\n+     two\n";
        let [slip] = &parse(text).unwrap()[..] else { panic!("there is one") };
        assert_eq!(slip.package(), "a");
        assert_eq!(slip.made_in("{\n    one\n}").unwrap(), "{\n    two\n}");
        for (source, how) in [("none", "not in"), ("    one    one", "2 times in")] {
            let error = slip.made_in(source).unwrap_err().to_string();
            assert!(error.contains("slip") && error.contains(how) && error.contains("src/b.rs"), "{error}");
        }
    }

    #[test]
    fn what_changes_nothing_is_no_mistake() {
        for lines in ["", "- a\n+ a\n", "+ a\n", "a\n"] {
            assert!(parse(&format!("slip\nfile\nwrong\n{lines}")).is_err(), "{lines}");
        }
        let once = "slip\nfile\nwrong\n- a\n+ b\n";
        assert!(parse(&format!("{once}\n{once}")).is_err());
    }
}
