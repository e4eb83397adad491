//! Which branches of its package a closed test takes, to hold its new test against it. It is explored as a test without parameters, where it stands.

use super::called::{functions, named};
use super::later::id;
use super::source;
use super::suite::TestId;
use super::tool::{Told, Tool};
use anyhow::{Context, Result};
use forall_report::{GeneralizedTest, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;

/// So the functions of closed tests are called in the copy.
const PREFIX: &str = "__closed_";

/// Outcomes of branches: where, and which.
pub type Taken = BTreeSet<(String, u32)>;

/// What is found of the closed tests that were generalized, in a copy of the package in which all else stands where it did.
pub fn closed(after: &Path, copy: &Path, told: &Told, tool: &Tool<'_>) -> Result<Vec<Outcome>> {
    source::copy(after, copy)?;
    let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
    let mut known: BTreeSet<TestId> = BTreeSet::new();
    for (closed, generalized) in told.generalized().filter(|(closed, _)| known.insert(id(closed))) {
        let path = copy.join(&closed.file);
        if !texts.contains_key(&path) {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            texts.insert(path.clone(), text);
        }
        let text = texts.get_mut(&path).context("it was read")?;
        *text = explorable(text, &id(closed).name, generalized)?;
    }
    for (path, text) in &texts {
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    Tool { package: copy, ..*tool }.explore(&[PREFIX])
}

/// The text of a file in which the closed test has no parameters and is explored. No line of it moves.
fn explorable(text: &str, name: &str, generalized: &GeneralizedTest) -> Result<String> {
    let items = functions(text)?;
    let range = named(&items, name).with_context(|| format!("{name} is not in its file"))?.range.clone();
    let item = text[range.clone()].to_owned();
    let function: syn::ItemFn = syn::parse_str(&item)?;
    let attribute =
        if generalized.text.contains("#[::forall::") { "#[::forall::forall]" } else { "#[forall::forall]" };
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for own in &function.attrs {
        let own_range = own.span().byte_range();
        if own.path().is_ident("test") {
            edits.push((own_range, attribute.into()));
        } else if own.path().is_ident("should_panic") {
            edits.push((own_range.clone(), "\n".repeat(item[own_range].matches('\n').count())));
        }
    }
    let start = function.sig.ident.span().byte_range().start;
    edits.push((start..start, PREFIX.into()));
    let mut text = text.to_owned();
    for (own, new) in edits.into_iter().rev() {
        text.replace_range(range.start + own.start..range.start + own.end, &new);
    }
    Ok(text)
}

/// What a closed test takes, the branches of its own function left out.
pub fn by_closed(test: &TestId, outcomes: &[Outcome]) -> Option<Taken> {
    let (module, function) = match test.name.rsplit_once("::") {
        Some((module, function)) => (format!("{module}::"), function),
        None => (String::new(), test.name.as_str()),
    };
    let name = format!("{module}{PREFIX}{function}");
    let is_it = |outcome: &&Outcome| {
        let own = outcome.test.name.split_once("::").map(|(_, name)| name);
        own == Some(&name) && outcome.test.target == test.target
    };
    outcomes.iter().find(is_it).map(|outcome| taken(outcome, &name))
}

/// All outcomes that were taken outside of a function.
pub fn taken(outcome: &Outcome, function: &str) -> Taken {
    let sites = outcome.branches.sites.iter().filter(|site| !site.function.contains(function));
    sites.flat_map(|site| site.taken.iter().map(|taken| (site.location.clone(), *taken))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::OracleGrade;

    #[test]
    fn a_closed_test_is_explored_where_it_stands() {
        let source = "mod tests {\n    #[test]\n    #[should_panic(\n        expected = \"x\"\n    )]\n    fn a() { b() }\n\n    fn b() {}\n}\n";
        let generalized = GeneralizedTest {
            function: "a_for_all".into(),
            text: "#[::forall::forall]".into(),
            grade: OracleGrade::Full,
            oracle: Vec::new(),
            assumed: Vec::new(),
            may_panic: Vec::new(),
            bounds: Vec::new(),
            verdict: None,
            paths: 0,
            reasons: Vec::new(),
            branches_before: None,
            branches_after: None,
            defects: Vec::new(),
            questions: Vec::new(),
        };
        let expected = "mod tests {\n    #[::forall::forall]\n    \n\n\n    fn __closed_a() { b() }\n\n    fn b() {}\n}\n";
        assert_eq!(explorable(source, "tests::a", &generalized).unwrap(), expected);
        assert!(explorable(source, "tests::c", &generalized).is_err());
    }
}
