//! Fixtures of rstest: functions, called with what else they need.

use super::{Made, last, skipped};
use crate::closed::{Refusal, functions_of};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ItemFn, Pat, PatType, Token};

/// Fixtures that need each other in a circle do not compile; whatever is deeper than this is not looked into.
const DEPTH: usize = 8;

/// A file, as text and as syntax.
struct File {
    text: String,
    syntax: syn::File,
}

impl Made<'_> {
    /// The call that makes what a parameter of the test is.
    pub fn fixture(&self, argument: &PatType) -> Result<String, Refusal> {
        let own = File { text: self.source.to_owned(), syntax: self.file.clone() };
        self.call(&own, argument, DEPTH)
    }

    /// For a parameter that stands in this file.
    fn call(&self, file: &File, argument: &PatType, depth: usize) -> Result<String, Refusal> {
        let path = path(argument)?;
        let name = path.rsplit("::").next().unwrap_or(&path).trim().to_owned();
        let with = match argument.attrs.iter().find(|own| last(own.path()) == "with") {
            Some(attribute) => attribute
                .parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated)
                .map_err(|_| Refusal::Skipped(format!("what the fixture `{name}` gets cannot be read")))?,
            None => Punctuated::new(),
        };
        let with: Vec<String> = with.iter().map(|own| text(&file.text, own)).collect();
        let elsewhere;
        let (file, fixture) = match named(&file.syntax, &name) {
            Some(fixture) => (file, fixture),
            None => {
                elsewhere = self.file_with(&name)?;
                let fixture = named(&elsewhere.syntax, &name);
                (&elsewhere, fixture.ok_or_else(|| not_found(&name))?)
            }
        };
        let is_once = fixture.attrs.iter().any(|own| own.path().is_ident("once"));
        if is_once || fixture.sig.asyncness.is_some() || depth == 0 {
            let why = if is_once { "is made once for all tests" } else { "is asynchronous" };
            return skipped(format!("the fixture `{name}` {why}"));
        }
        let mut arguments = Vec::new();
        for (number, needed) in fixture.sig.inputs.iter().enumerate() {
            let syn::FnArg::Typed(needed) = needed else { return Err(not_found(&name)) };
            let default = needed.attrs.iter().find(|own| last(own.path()) == "default");
            arguments.push(match (with.get(number), default) {
                (Some(given), _) => given.clone(),
                (None, Some(default)) => match default.parse_args::<Expr>() {
                    Ok(value) => text(&file.text, &value),
                    Err(_) => return skipped(format!("what the fixture `{name}` gets cannot be read")),
                },
                (None, None) => self.call(file, needed, depth - 1)?,
            });
        }
        Ok(format!("{path}({})", arguments.join(", ")))
    }

    /// Another file of the crate that has the fixture.
    fn file_with(&self, name: &str) -> Result<File, Refusal> {
        let model = self.subject.model;
        let files: BTreeSet<&String> = model.bodies.iter().map(|own| &own.file).collect();
        let found = files.into_iter().find_map(|file| {
            let text = std::fs::read_to_string(model.compiled.directory.join(file)).ok()?;
            let syntax = text.contains("fixture").then(|| syn::parse_file(&text).ok())??;
            named(&syntax, name).is_some().then_some(File { text, syntax })
        });
        found.ok_or_else(|| not_found(name))
    }
}

fn not_found(name: &str) -> Refusal {
    Refusal::Skipped(format!("the fixture `{name}` is not a function of this crate"))
}

fn named<'f>(file: &'f syn::File, name: &str) -> Option<&'f ItemFn> {
    let is_fixture = |own: &&ItemFn| {
        own.sig.ident == name && own.attrs.iter().any(|attribute| last(attribute.path()) == "fixture")
    };
    functions_of(file).into_iter().find(is_fixture)
}

/// Of the fixture: what `#[from]` says, or the name of the parameter.
fn path(argument: &PatType) -> Result<String, Refusal> {
    if let Some(from) = argument.attrs.iter().find(|own| last(own.path()) == "from") {
        let path: syn::Path =
            from.parse_args().map_err(|_| Refusal::Skipped("a fixture's name cannot be read".into()))?;
        return Ok(quote::ToTokens::to_token_stream(&path).to_string().replace(' ', ""));
    }
    match &*argument.pat {
        Pat::Ident(name) => Ok(name.ident.to_string().trim_start_matches('_').to_owned()),
        _ => skipped("a parameter is a pattern that does not say which fixture it is"),
    }
}

fn text(source: &str, expression: &Expr) -> String {
    source.get(expression.span().byte_range()).unwrap_or_default().to_owned()
}
