//! The closed tests that are meant.

use super::placed::Trial;
use crate::build::CrateModel;
use crate::exit::{Exit, Stop};
use crate::workspace::{Package, Workspace};
use forall_generalize::{Closed, Draft, Generalized, Refusal, Subject, Variants};
use forall_source::model::{Model, Summary};
use std::collections::{BTreeSet, HashMap};
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
    /// The source files of the crate, as far as they have functions, if it makes objects of the package's types.
    pub sources: BTreeSet<PathBuf>,
    pub generalizer: Variants,
    pub work: Work,
    /// The tests that the harness runs in its place, if an attribute makes them of one function.
    pub cases: Vec<String>,
}

/// What has been done for a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub drafts: usize,
    /// So long they were explored, one after the other.
    pub time: Duration,
}

/// A test may take so many times the limit of a draft, builds aside.
const LIMITS: u32 = 5;
/// So many of the cases for which a test stands are named.
const SHOWN: usize = 4;
/// No draft has less than this part of the limit.
const LEAST: u32 = 8;

impl Work {
    /// So long each of the next drafts may be explored. What comes of them still has to be tried as a whole, so one limit is kept for that.
    pub fn time_for(&self, drafts: usize, limit: Duration) -> Duration {
        let kept = if drafts > 1 { limit } else { Duration::ZERO };
        let left = (limit * LIMITS).saturating_sub(self.time + kept);
        let share = left / u32::try_from(drafts.max(1)).unwrap_or(u32::MAX);
        share.clamp(limit / LEAST, limit)
    }
}

impl Test<'_> {
    pub fn name(&self) -> &str {
        &self.generalizer.closed().name
    }

    /// Which test it is, in reports.
    pub fn reported(&self) -> forall_report::Test {
        reported(&self.krate, self.name(), &self.target)
    }

    /// Into how many parts the closed test is split, of which this is one.
    pub fn parts(&self) -> usize {
        self.generalizer.closed().parts
    }

    /// What came of it. Of what was cut short before all was asked, nothing is claimed.
    pub fn result(&self, was_cut_short: bool) -> Result<Generalized, Refusal> {
        let mut result = self.generalizer.result();
        if let Ok(generalized) = &mut result
            && !self.cases.is_empty()
        {
            let shown = self.cases.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
            let more = self.cases.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            generalized.explanation.insert(0, format!("stands for {shown}{more}"));
        }
        match was_cut_short && result.is_err() && !self.generalizer.drafts().is_empty() {
            true => Err(Refusal::Skipped("it was not tried to the end".into())),
            false => result,
        }
    }

    pub fn trial(&self, draft: Draft, time: Duration) -> Trial<'_> {
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
            original: &closed.file_text,
            end: closed.item.end,
            block_line: closed.block_line,
            maker: None,
            draft,
            time,
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
    let mut places: HashMap<(PathBuf, Range<usize>), Origin> = HashMap::new();
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
                Ok(Read::Parts(parts)) => found.tests.extend(parts),
                Ok(Read::Case { file, name }) => {
                    let is_own =
                        |own: &&mut Test<'w>| own.file == file && own.name() == name && !own.cases.is_empty();
                    let tests = found.tests.iter_mut().filter(is_own);
                    tests.for_each(|own| own.cases.push(test.name.clone()));
                }
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

/// Where a test comes from that stands at some place.
#[derive(PartialEq)]
struct Origin {
    target: String,
    /// Of its function.
    name: String,
}

/// What a test of the harness is.
enum Read<'w> {
    Parts(Vec<Test<'w>>),
    /// One more of what an attribute makes of a function that is known already.
    Case {
        file: PathBuf,
        name: String,
    },
}

fn read<'w>(
    workspace: &Workspace,
    known: &CrateModel<'w>,
    models: &[&Model],
    summary: &Summary,
    places: &mut HashMap<(PathBuf, Range<usize>), Origin>,
) -> Result<Read<'w>, Refusal> {
    let subject = Subject { model: &known.model, summary, models, library: known.library.as_deref() };
    let parts = Closed::read(&subject)?;
    let file = known.model.compiled.directory.join(&summary.file);
    let Ok(file) = file.strip_prefix(&workspace.root).map(PathBuf::from) else {
        return Err(Refusal::Skipped("its file lies outside the workspace".into()));
    };
    let target = known.target.label();
    // A module that several targets include has its tests in each.
    let first = parts.first().map(|part| (part.item.clone(), part.name.clone()));
    let (item, name) = first.unwrap_or_default();
    let origin = Origin { target: target.clone(), name: name.clone() };
    match places.get(&(file.clone(), item.clone())) {
        Some(other) if *other == origin => return Ok(Read::Case { file, name }),
        Some(Origin { target, .. }) => {
            return Err(Refusal::Skipped(format!("it is the same as the one of {target}")));
        }
        None => places.insert((file.clone(), item), origin),
    };
    let harness = summary.test.as_ref().map(|test| test.name.clone());
    let cases: Vec<String> = harness.into_iter().filter(|own| *own != name).collect();
    let edition = known.model.compiled.edition;
    let krate = known.model.compiled.krate.clone();
    let test = |part: Closed| Test {
        package: known.package,
        target: target.clone(),
        file: file.clone(),
        edition,
        krate: krate.clone(),
        work: Work::default(),
        sources: if part.objects.is_empty() { BTreeSet::new() } else { files(workspace, &known.model) },
        generalizer: Variants::new(part),
        cases: cases.clone(),
    };
    Ok(Read::Parts(parts.into_iter().map(test).collect()))
}

/// Of a crate.
fn files(workspace: &Workspace, model: &Model) -> BTreeSet<PathBuf> {
    let compiled = &model.compiled;
    let files = model.bodies.iter().map(|body| compiled.directory.join(&body.file));
    let files = files.chain([compiled.directory.join(&compiled.root)]);
    files.filter_map(|file| file.strip_prefix(&workspace.root).ok().map(PathBuf::from)).collect()
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
    fn many_drafts_share_the_time_of_their_test() {
        let seconds = Duration::from_secs;
        let after = |time| Work { drafts: 3, time };
        assert_eq!(Work::default().time_for(3, seconds(2)), seconds(2));
        assert_eq!(Work::default().time_for(16, seconds(2)), Duration::from_millis(500));
        assert_eq!(after(seconds(6)).time_for(4, seconds(2)), Duration::from_millis(500));
        assert_eq!(after(seconds(8)).time_for(1, seconds(2)), seconds(2), "the whole test");
        assert_eq!(
            after(seconds(60)).time_for(1, seconds(2)),
            Duration::from_millis(250),
            "a little there always is"
        );
    }

    #[test]
    fn who_names_nothing_is_told_how_to_see_what_there_is() {
        let message = |text, known| nothing(&Filter { text, exact: false }, known).cause.to_string();
        assert!(message(Some("cut"), 3).contains("none of 3 tests has a name with `cut`"));
        assert_eq!(message(None, 0), "there is no test to generalize");
    }
}
