//! The new tests as a patch of the user's source.

use super::dependency;
use super::format::{self, Place};
use super::report::{self, Tried};
use super::tests::Test;
use crate::patch::{Change, Hunk, Patch, Shared};
use crate::workspace::{Package, Workspace};
use forall_generalize::Generalized;
use forall_source::edit::{Source, Spacing, indented};
use std::path::Path;

pub struct Proposal<'a> {
    pub workspace: &'a Workspace,
    /// Are originals taken out whose values are examples of the new test?
    pub replace: bool,
    /// Does each hunk say why it is as it is? The report has said it, too.
    pub explains: bool,
}

impl Proposal<'_> {
    /// A hunk for every test that was generalized.
    pub fn patch(&self, tests: &[Test<'_>], tried: &[Tried<'_>]) -> anyhow::Result<Patch> {
        let mut patch = Patch::new();
        for (test, tried) in tests.iter().zip(tried) {
            if let Ok(generalized) = &tried.result {
                let hunk = self.hunk(&mut patch, test, tried, generalized)?;
                patch.add(hunk)?;
            }
        }
        Ok(patch)
    }

    fn hunk(
        &self,
        patch: &mut Patch,
        test: &Test<'_>,
        tried: &Tried<'_>,
        generalized: &Generalized,
    ) -> anyhow::Result<Hunk> {
        let needs = self.dependency(patch, test.package)?.into_iter().collect();
        let root = &self.workspace.root;
        let closed = test.generalizer.closed();
        let item = &closed.item;
        let source = Source::new(patch.source(root, &test.file)?);
        let indentation = source.indentation(item.start);
        let file = root.join(&test.file);
        let directory = file.parent().unwrap_or(Path::new("."));
        let text = format::item(&generalized.text, &Place { edition: test.edition, directory, indentation });
        // Of a test with several parts one may be missing here.
        let replaces = self.replace && has_examples(generalized) && closed.parts == 1;
        let edit = match replaces {
            true => source.replace(item.clone(), indented(&text, indentation).trim()),
            false => source.after(item.clone(), &text, Spacing::EmptyLine),
        };
        let explanation = match self.explains {
            true => report::explanation(generalized, tried.file),
            false => Vec::new(),
        };
        Ok(Hunk {
            name: tried.name.to_owned(),
            headline: format!("{}, {}", generalized.grade, report::verdict(generalized.explored.as_ref())),
            explanation,
            changes: vec![Change::new(&test.file, edit)],
            needs,
        })
    }

    /// The manifest's change, if the package does not depend on forall yet.
    fn dependency(&self, patch: &mut Patch, package: &Package) -> anyhow::Result<Option<Shared>> {
        if package.uses_forall() {
            return Ok(None);
        }
        let file = dependency::seen_from_root(self.workspace, package);
        let edit = dependency::addition(patch.source(&self.workspace.root, &file)?)?;
        let headline = format!("{} needs forall for its tests", package.name);
        patch.share(&headline, vec![Change::new(file, edit)]).map(Some)
    }
}

/// Does the new test run the values of the original?
fn has_examples(generalized: &Generalized) -> bool {
    let attributes = generalized.text.split("fn ").next().unwrap_or_default();
    attributes.contains("examples(")
}
