//! The same parameterized tests on a later release.

use super::called::{functions, named};
use super::source;
use super::suite::{CompilerError, End, Ends, Suite, TestId};
use super::tool::{Told, Tool};
use anyhow::{Context, Result, bail};
use forall_report::{ClosedTest, GeneralizedTest, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What came of the parameterized tests there.
#[derive(Default, Serialize, Deserialize)]
pub struct Later {
    /// The closed tests whose parameterized ones could be placed.
    pub placed: Vec<TestId>,
    /// The others, and why not.
    pub left: Vec<(TestId, String)>,
    pub ends: Ends,
    /// What is found of the new tests there.
    pub explored: Vec<Outcome>,
}

/// Where things are.
pub struct Releases<'a> {
    /// The earlier release as it is published, and with the new tests.
    pub before: &'a Path,
    pub after: &'a Path,
    /// The later one, which gets the new tests.
    pub later: &'a Path,
    pub target: &'a Path,
    pub program: &'a Path,
}

/// So often tests that do not compile are taken out.
const REPAIRS: usize = 8;

/// Which test a closed one is.
pub fn id(closed: &ClosedTest) -> TestId {
    let name = closed.test.name.split_once("::").map_or(closed.test.name.as_str(), |(_, name)| name);
    TestId { target: closed.test.target.clone(), name: name.to_owned() }
}

/// Is it a test that the parameterized one has become: its examples, cases and boundary inputs?
pub fn is_of(test: &TestId, closed: &TestId, generalized: &GeneralizedTest) -> bool {
    let module = closed.name.rsplit_once("::").map(|(module, _)| format!("{module}::")).unwrap_or_default();
    let name = format!("{module}{}", generalized.function);
    let rest = test.name.strip_prefix(&name);
    let is_below = rest.is_some_and(|rest| rest.starts_with("::") || rest.starts_with("_cases::"));
    test.target == closed.target && is_below
}

impl Releases<'_> {
    pub fn run(&self, told: &Told) -> Result<Later> {
        let mut result = Later::default();
        let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
        for (closed, generalized) in told.generalized() {
            match self.place(closed, generalized, &mut texts) {
                Ok(()) => result.placed.push(id(closed)),
                Err(why) => result.left.push((id(closed), format!("{why:#}"))),
            }
        }
        self.write(&texts)?;
        self.add_dependency()?;
        let cases = self.after.join("forall");
        if cases.is_dir() {
            source::copy_files(&cases, &self.later.join("forall"))?;
        }
        let suite = Suite { package: self.later, target: self.target };
        for _ in 0..REPAIRS {
            match suite.build()? {
                Ok(programs) => {
                    result.ends = suite.run(&programs)?;
                    if !result.placed.is_empty() {
                        let Releases { later, target, program, .. } = self;
                        result.explored = Tool { program, package: later, target }.explore(&[])?;
                    }
                    return Ok(result);
                }
                Err(errors) => self.take_out(told, &errors, &mut texts, &mut result)?,
            }
        }
        bail!("the tests on the later release do not build");
    }

    /// Puts a test behind its closed one, unless the file is there with it already.
    fn place(
        &self,
        closed: &ClosedTest,
        generalized: &GeneralizedTest,
        texts: &mut BTreeMap<PathBuf, String>,
    ) -> Result<()> {
        let file = PathBuf::from(&closed.file);
        let read = |release: &Path| fs::read_to_string(release.join(&file)).context("its file is not there");
        let (before, later) = (read(self.before)?, read(self.later)?);
        // Then all that belongs to it comes with it: imports, factories.
        if before == later {
            let after = read(self.after)?;
            texts.insert(file, after);
            return Ok(());
        }
        let name = &id(closed).name;
        let known = functions(&before)?;
        let known = &before[named(&known, name).context("a macro makes it")?.range.clone()];
        if !texts.contains_key(&file) {
            texts.insert(file.clone(), with_factories(&before, &read(self.after)?, later)?);
        }
        let text = texts.get_mut(&file).context("it was read")?;
        let items = functions(text)?;
        let item = named(&items, name).context("there is no such test any more")?;
        anyhow::ensure!(&text[item.range.clone()] == known, "the closed test has changed");
        text.insert_str(item.range.end, &format!("\n\n{}", generalized.text));
        Ok(())
    }

    /// Takes out those with errors; what does not compile without them is an error.
    fn take_out(
        &self,
        told: &Told,
        errors: &[CompilerError],
        texts: &mut BTreeMap<PathBuf, String>,
        result: &mut Later,
    ) -> Result<()> {
        let mut faulty: BTreeSet<TestId> = BTreeSet::new();
        for (closed, generalized) in
            told.generalized().filter(|(closed, _)| result.placed.contains(&id(closed)))
        {
            let file = Path::new(&closed.file);
            let Some(text) = texts.get(file) else { continue };
            let items = functions(text)?;
            let Some(item) = new_item(&items, closed, generalized) else { continue };
            let line = |offset: usize| text[..offset].matches('\n').count() + 1;
            let lines = line(item.range.start)..=line(item.range.end);
            let is_here = |(place, at): &(PathBuf, usize)| place.ends_with(file) && lines.contains(at);
            if let Some(error) = errors.iter().find(|error| error.places.iter().any(is_here)) {
                faulty.insert(id(closed));
                result.left.push((id(closed), format!("it does not compile there: {}", error.message)));
            }
        }
        let said = errors.first().map(|error| error.message.as_str()).unwrap_or_default();
        anyhow::ensure!(!faulty.is_empty(), "the later release does not build with the new tests: {said}");
        for (closed, generalized) in told.generalized().filter(|(closed, _)| faulty.contains(&id(closed))) {
            let text = texts.get_mut(Path::new(&closed.file)).context("it was placed")?;
            let items = functions(text)?;
            if let Some(item) = new_item(&items, closed, generalized) {
                text.replace_range(item.range.clone(), "");
            }
        }
        result.placed.retain(|id| !faulty.contains(id));
        self.write(texts)
    }

    fn write(&self, texts: &BTreeMap<PathBuf, String>) -> Result<()> {
        for (file, text) in texts {
            fs::write(self.later.join(file), text).with_context(|| file.display().to_string())?;
        }
        Ok(())
    }

    /// As in the earlier release, once the command has changed it.
    fn add_dependency(&self) -> Result<()> {
        let read = |release: &Path| -> Result<(String, toml::Table)> {
            let text = fs::read_to_string(release.join("Cargo.toml"))?;
            let table = text.parse()?;
            Ok((text, table))
        };
        let forall =
            |table: &toml::Table| table.get("dev-dependencies").and_then(|all| all.get("forall")).cloned();
        let ((_, after), (text, later)) = (read(self.after)?, read(self.later)?);
        let (Some(needed), None) = (forall(&after), forall(&later)) else { return Ok(()) };
        let path = needed.get("path").and_then(toml::Value::as_str);
        let line = match (path, needed.as_str()) {
            (Some(path), _) => format!("path = {path:?}"),
            (None, Some(version)) => format!("version = {version:?}"),
            (None, None) => bail!("the dependency on forall has another form: {needed:?}"),
        };
        let text = format!("{}\n\n[dev-dependencies.forall]\n{line}\n", text.trim_end());
        Ok(fs::write(self.later.join("Cargo.toml"), text)?)
    }
}

/// The text of the later release with the factories that the command has added to the earlier one, each in front of the first function of its module.
fn with_factories(before: &str, after: &str, mut later: String) -> Result<String> {
    let known: BTreeSet<String> = functions(before)?.into_iter().map(|item| item.path).collect();
    let is_factory =
        |item: &super::called::Item| after[item.range.start..item.block.start].contains("::factory]");
    let module = |path: &str| path.rsplit_once("::").map(|(module, _)| module.to_owned());
    for item in functions(after)?.iter().filter(|item| !known.contains(&item.path) && is_factory(item)) {
        let items = functions(&later)?;
        let neighbour = items.iter().find(|own| module(&own.path) == module(&item.path));
        if let Some(neighbour) = neighbour {
            later.insert_str(neighbour.range.start, &format!("{}\n\n", &after[item.range.clone()]));
        }
    }
    Ok(later)
}

fn new_item<'i>(
    items: &'i [super::called::Item],
    closed: &ClosedTest,
    generalized: &GeneralizedTest,
) -> Option<&'i super::called::Item> {
    let name = id(closed).name;
    let name = match name.rsplit_once("::") {
        Some((module, _)) => format!("{module}::{}", generalized.function),
        None => generalized.function.clone(),
    };
    named(items, &name)
}

/// Tests that fail in one run and passed in another.
pub fn newly_failing(ends: &Ends, before: &Ends) -> Vec<TestId> {
    let before = before.by_test();
    let passed = |test: &&TestId| before.get(*test) == Some(&End::Passed);
    ends.with(End::Failed).filter(passed).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factories_come_along_to_a_file_that_has_changed() {
        let before = "mod m {\n    fn a() {}\n}\n";
        let after = "mod m {\n    #[::forall::factory]\n    fn any() -> u8 { 1 }\n\n    fn a() {}\n\n    #[::forall::forall]\n    fn b(x: u8) {}\n}\n";
        let later = "fn other() {}\nmod m {\n    fn new() {}\n    fn a() {}\n}\n".to_owned();
        let expected = "fn other() {}\nmod m {\n    #[::forall::factory]\n    fn any() -> u8 { 1 }\n\nfn new() {}\n    fn a() {}\n}\n";
        assert_eq!(with_factories(before, after, later).unwrap(), expected);
    }
}
