//! The closed tests that are meant.

use super::placed::Trial;
use crate::build::CrateModel;
use crate::exit::{Exit, Stop};
use crate::workspace::{Package, Workspace};
use forall_generalize::{Closed, Draft, Generalized, Generalizer, Refusal, Subject};
use forall_source::model::{Model, Summary};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A closed test, and what is known of how to generalize it.
pub struct Test<'w> {
    pub package: &'w Package,
    /// The target it stands in: `lib`, `bin-tool`, `test-it`.
    pub target: String,
    /// As seen from the root of the workspace.
    pub file: PathBuf,
    pub edition: u32,
    /// The crate it stands in.
    pub krate: String,
    pub generalizer: Generalizer,
    pub work: Work,
}

/// What has been done for a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub drafts: usize,
    /// So long they were explored, one after the other.
    pub time: Duration,
}

impl Test<'_> {
    pub fn name(&self) -> &str {
        &self.generalizer.closed().name
    }

    /// Which test it is, in reports.
    pub fn reported(&self) -> forall_report::Test {
        reported(&self.krate, self.name(), &self.target)
    }

    /// What came of it. Of what was cut short before all was asked, nothing is claimed.
    pub fn result(&self, was_cut_short: bool) -> Result<Generalized, Refusal> {
        let result = self.generalizer.result();
        match was_cut_short && result.is_err() && !self.generalizer.drafts().is_empty() {
            true => Err(Refusal::Skipped("it was not tried to the end".into())),
            false => result,
        }
    }

    pub fn trial(&self, draft: Draft) -> Trial<'_> {
        let closed = self.generalizer.closed();
        let name = match closed.name.rsplit_once("::") {
            Some((module, _)) => format!("{module}::{}", draft.name),
            None => draft.name.clone(),
        };
        Trial {
            package: &self.package.name,
            target: &self.target,
            name,
            file: &self.file,
            original: &closed.source,
            end: closed.item.end,
            block_line: closed.block_line,
            draft,
        }
    }
}

/// A test that is not generalized.
pub struct Refused {
    /// Under which the harness runs it.
    pub name: String,
    /// Which test it is, in reports.
    pub test: forall_report::Test,
    /// As seen from the root of the workspace.
    pub file: PathBuf,
    pub refusal: Refusal,
}

fn reported(krate: &str, name: &str, target: &str) -> forall_report::Test {
    let label = name.to_owned();
    forall_report::Test { name: format!("{krate}::{name}"), target: target.to_owned(), label }
}

#[derive(Default)]
pub struct Found<'w> {
    pub tests: Vec<Test<'w>>,
    pub refused: Vec<Refused>,
}

/// Which tests are meant.
pub struct Filter<'a> {
    pub text: Option<&'a str>,
    pub exact: bool,
}

impl Filter<'_> {
    fn matches(&self, name: &str, krate: &str) -> bool {
        match self.text {
            None => true,
            Some(text) if self.exact => name == text || text == format!("{krate}::{name}"),
            Some(text) => format!("{krate}::{name}").contains(text),
        }
    }
}

pub fn find<'w>(
    workspace: &Workspace,
    models: &[CrateModel<'w>],
    filter: &Filter<'_>,
) -> Result<Found<'w>, Stop> {
    let all: Vec<&Model> = models.iter().map(|known| &known.model).collect();
    let mut found = Found::default();
    let mut places: HashMap<(PathBuf, Range<usize>), String> = HashMap::new();
    let mut known_tests = 0;
    // Cargo tells of them as they are done. The library comes first.
    let mut ordered: Vec<&CrateModel<'w>> = models.iter().collect();
    ordered.sort_by_key(|known| {
        (
            &known.package.name,
            !known.target.is_library(),
            known.target.label(),
            known.model.compiled.with_tests,
        )
    });
    for known in ordered {
        for summary in known.model.tests() {
            let Some(test) = &summary.test else { continue };
            known_tests += 1;
            if !filter.matches(&test.name, &known.model.compiled.krate) {
                continue;
            }
            match read(workspace, known, &all, summary, &mut places) {
                Ok(parts) => found.tests.extend(parts),
                Err(refusal) => {
                    let file = known.model.compiled.directory.join(&summary.file);
                    found.refused.push(Refused {
                        name: test.name.clone(),
                        test: reported(&known.model.compiled.krate, &test.name, &known.target.label()),
                        file: file.strip_prefix(&workspace.root).map(Path::to_owned).unwrap_or(file),
                        refusal,
                    });
                }
            }
        }
    }
    if found.tests.is_empty() && found.refused.is_empty() {
        return Err(nothing(filter, known_tests));
    }
    Ok(found)
}

fn read<'w>(
    workspace: &Workspace,
    known: &CrateModel<'w>,
    models: &[&Model],
    summary: &Summary,
    places: &mut HashMap<(PathBuf, Range<usize>), String>,
) -> Result<Vec<Test<'w>>, Refusal> {
    let subject = Subject { model: &known.model, summary, models, library: known.library.as_deref() };
    let parts = Closed::read(&subject)?;
    let file = known.model.compiled.directory.join(&summary.file);
    let Ok(file) = file.strip_prefix(&workspace.root).map(PathBuf::from) else {
        return Err(Refusal::Skipped("its file lies outside the workspace".into()));
    };
    let target = known.target.label();
    // A module that several targets include has its tests in each.
    let item = parts.first().map(|part| part.item.clone()).unwrap_or_default();
    if let Some(other) = places.insert((file.clone(), item), target.clone()) {
        return Err(Refusal::Skipped(format!("it is the same as the one of {other}")));
    }
    let edition = known.model.compiled.edition;
    let krate = known.model.compiled.krate.clone();
    let test = |part| Test {
        package: known.package,
        target: target.clone(),
        file: file.clone(),
        edition,
        krate: krate.clone(),
        work: Work::default(),
        generalizer: Generalizer::new(part),
    };
    Ok(parts.into_iter().map(test).collect())
}

fn nothing(filter: &Filter<'_>, known: usize) -> Stop {
    let message = match filter.text {
        Some(text) if known > 0 => {
            let relation = if filter.exact { "is called" } else { "has a name with" };
            format!("none of {known} tests {relation} `{text}`\n  help: `cargo test -- --list` names them")
        }
        _ => "there is no test to generalize".into(),
    };
    Stop::new(Exit::NothingSelected, message)
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn filters_are_parts_of_names_or_whole_names() {
        let matches = |text, exact| Filter { text, exact }.matches("tests::cut", "pieces");
        assert!(matches(None, false) && matches(Some("cut"), false) && matches(Some("pieces::"), false));
        assert!(matches(Some("tests::cut"), true) && matches(Some("pieces::tests::cut"), true));
        assert!(!matches(Some("cut"), true) && !matches(Some("cute"), false));
    }

    #[test]
    fn who_names_nothing_is_told_how_to_see_what_there_is() {
        let message = |text, known| nothing(&Filter { text, exact: false }, known).cause.to_string();
        assert!(message(Some("cut"), 3).contains("none of 3 tests has a name with `cut`"));
        assert_eq!(message(None, 0), "there is no test to generalize");
    }
}
