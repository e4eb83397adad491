//! What calls of the test mean: the code under test, functions of the tests, or nothing that was compiled.

use crate::closed::Subject;
use crate::fixed;
use forall_source::model::{self, Argument, Callee, Kind, Model, Range as Place, Summary, Type};
use quote::ToTokens;
use std::path::Path;
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

impl<'m> Subject<'m> {
    /// Was anything compiled there? What a `#[cfg]` takes out was not.
    pub(crate) fn is_compiled(&self, range: Place) -> bool {
        let file = &self.summary.file;
        self.bodies(range).into_iter().any(|summary| {
            let Ok(body) = self.model.body(summary) else { return false };
            body.expressions.iter().any(|own| {
                range.contains(own.place.range) && body.file(own.place).is_some_and(|other| other == file)
            })
        })
    }

    /// The function that a call means.
    pub(crate) fn callee(&self, call: &Expr) -> Option<Callee> {
        let (body, number) = self.known(call)?;
        match &body.expression(number)?.kind {
            Kind::Call { callee: Some(callee), .. } => Some(callee.clone()),
            _ => None,
        }
    }

    /// The body of a function, if it is there for tests only.
    pub(crate) fn test_function(&self, callee: &Callee) -> Option<&'m Summary> {
        let (model, function) = model::find(self.models, &callee.function)?;
        let place = |model: &Model, summary: &Summary| (path(model, &summary.file), summary.range());
        let own = place(model, function);
        if self.models.iter().all(|model| model.compiled.with_tests) {
            return is_in_tests(model, function).then_some(function);
        }
        let without_tests = self.models.iter().filter(|model| !model.compiled.with_tests);
        let is_elsewhere = |model: &&Model| model.bodies.iter().any(|body| place(model, body) == own);
        (model.compiled.with_tests && !without_tests.into_iter().any(is_elsewhere)).then_some(function)
    }

    /// Is it code of the package, or is it done to a value of such a type?
    pub(crate) fn is_under_test(&self, callee: &Callee) -> bool {
        if model::find(self.models, &callee.function).is_some() {
            return self.test_function(callee).is_none();
        }
        let of_trait = callee.arguments.first();
        matches!(of_trait, Some(Argument::Type(ty)) if self.is_own(ty))
    }

    /// Is any code of the package run by the test?
    pub(crate) fn runs_code_under_test(&self) -> bool {
        model::reached(self.models, (self.model, self.summary)).into_iter().any(|(_, summary)| {
            summary.functions.iter().any(|function| {
                self.is_under_test(&Callee { function: function.clone(), arguments: Vec::new() })
            })
        }) || self.calls_traits()
    }

    /// Of types of the package.
    fn calls_traits(&self) -> bool {
        let around = self.bodies(self.summary.range());
        around.into_iter().filter_map(|summary| self.model.body(summary).ok()).any(|body| {
            body.expressions.iter().any(|own| match &own.kind {
                Kind::Call { callee: Some(callee), .. } => {
                    let own = |argument: &Argument| matches!(argument, Argument::Type(ty) if self.is_own(ty));
                    self.is_under_test(callee) || callee.arguments.iter().any(own)
                }
                _ => false,
            })
        })
    }

    fn is_own(&self, ty: &Type) -> bool {
        match ty {
            Type::Reference { to, .. } => self.is_own(to),
            Type::Named { path, .. } => match path.split_once("::") {
                Some((first, _)) if ["std", "core", "alloc"].contains(&first) => false,
                Some((first, _)) if self.library == Some(first) => true,
                Some((first, _)) => !self.model.compiled.crates.contains(first),
                None => true,
            },
            _ => false,
        }
    }
}

/// Where no crate without its tests was compiled: does the function stand in a module that is there for tests only?
fn is_in_tests(model: &Model, function: &Summary) -> bool {
    let is_named_so = function.definition.path.split("::").any(|part| ["test", "tests"].contains(&part));
    let source = std::fs::read_to_string(path(model, &function.file)).ok();
    let file = source.and_then(|source| syn::parse_file(&source).ok());
    is_named_so || file.is_some_and(|file| is_in_test_module(&file, function.range()))
}

/// Is it inside of a module with `#[cfg(test)]` or the like?
pub fn is_in_test_module(file: &syn::File, range: Place) -> bool {
    let mut modules = TestModules { range, is_inside: false };
    modules.visit_file(file);
    modules.is_inside
}

struct TestModules {
    range: Place,
    is_inside: bool,
}

impl<'ast> Visit<'ast> for TestModules {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_for_tests = item.attrs.iter().any(|attribute| {
            let tokens = attribute.meta.to_token_stream();
            attribute.path().is_ident("cfg") && fixed::names(&tokens).contains("test")
        });
        self.is_inside |= is_for_tests && Place::of(item.span()).contains(self.range);
        visit::visit_item_mod(self, item);
    }
}

fn path(model: &Model, file: &str) -> std::path::PathBuf {
    model.compiled.directory.join(Path::new(file))
}
