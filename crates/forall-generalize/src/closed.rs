//! A closed test in its file: its constants, its assertions, and whether it can be generalized at all.

use crate::assertion::Assertion;
use crate::binding::Bindings;
use crate::constant::{self, Constant};
use crate::meaning::is_in_test_module;
use crate::object::{self, Object};
use crate::precondition::{self, Precondition};
use crate::repeated::Repetitions;
use crate::split::split;
use crate::{cases, expectation, fixed, helper, observed, table};
use forall_source::model::{Model, Range as Place, Summary};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A test, and what the compiler knows around it.
#[derive(Clone, Copy)]
pub struct Subject<'m> {
    pub model: &'m Model,
    pub summary: &'m Summary,
    /// Of all crates of the package.
    pub models: &'m [&'m Model],
    /// The name of the package's library.
    pub library: Option<&'m str>,
}

/// Why a test is not generalized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing was tried.
    Skipped(String),
    /// There is nothing to generalize.
    NotAmenable(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Skipped(reason) => write!(f, "skipped: {reason}"),
            Refusal::NotAmenable(reason) => write!(f, "not amenable: {reason}"),
        }
    }
}

/// A closed test, as it is written.
#[derive(Clone, Debug)]
pub struct Closed {
    /// Under which the harness runs it.
    pub name: String,
    pub function: String,
    /// Relative to the directory in which the compiler was started.
    pub file: String,
    /// Its item in the file, attributes included.
    pub item: Range<usize>,
    /// The line in which its block begins.
    pub block_line: u32,
    /// Its block in the file, braces included.
    pub block: Range<usize>,
    /// The text of the file.
    pub file_text: Arc<str>,
    /// The same, but what attributes say of the function stands in it, as if it were written there.
    pub source: String,
    /// What stands between the parentheses of its attribute `#[should_panic]`.
    pub expects: Expects,
    /// As written: `Result<(), Error>`.
    pub returns: Option<String>,
    /// Attributes that the new test needs, too: `#[cfg(…)]`.
    pub attributes: Vec<String>,
    /// How the crate `forall` is named there.
    pub forall: &'static str,
    pub constants: Vec<Constant>,
    /// Of types that can be drawn if somebody says how.
    pub objects: Vec<Object>,
    pub assertions: Vec<Assertion>,
    /// What the functions that it calls demand.
    pub preconditions: Vec<Precondition>,
    /// Is one of these functions documented to panic?
    pub documents: bool,
    /// Names in the file that a new function must not have.
    pub taken: Vec<String>,
    /// Names in its block.
    pub names: BTreeSet<String>,
    /// Into how many parts the test is split, of which this is one.
    pub parts: usize,
    /// Statements of other parts, with the comments before them.
    pub left_out: Vec<Range<usize>>,
    /// Edits of all drafts, where there is no other.
    pub defaults: Vec<(Range<usize>, String)>,
    pub repetitions: Repetitions,
}

/// How the test is to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expects {
    Return,
    Panic,
    PanicWith(String),
}

impl Closed {
    /// The test, or its parts if it tests several things.
    pub fn read(subject: &Subject<'_>) -> Result<Vec<Closed>, Refusal> {
        let Subject { model, summary, .. } = subject;
        let path = model.compiled.directory.join(&summary.file);
        let name = summary.test.as_ref().map(|test| test.name.clone()).unwrap_or_default();
        let skipped = |reason: &str| Err(Refusal::Skipped(reason.to_owned()));
        let Ok(source) = std::fs::read_to_string(&path) else {
            return skipped("its file cannot be read");
        };
        let Ok(file) = syn::parse_file(&source) else {
            return skipped("its file cannot be parsed");
        };
        let Some(function) = function_at(&file, summary.range()) else {
            let made = cases::read(subject, &source, &file, &name);
            return made.unwrap_or_else(|| skipped("a macro makes it"));
        };
        readable(&function.sig)?;
        if !function.sig.inputs.is_empty() {
            return skipped("it has parameters already");
        }
        let (expects, attributes) = attributes(&source, &function.attrs)?;
        let closed = Closed::written(subject, (&source, &file, function), (expects, attributes))?;
        let closed = Closed { name, ..closed };
        let helper = |call: &syn::ExprCall| helper::asserted(subject, call);
        let parts = table::tables(subject, &closed, &file, &function.block, &helper);
        if !parts.is_empty() {
            return Ok(parts);
        }
        let has_constants = closed.constants.iter().any(|constant| !constant.expected);
        if !has_constants && closed.objects.is_empty() && closed.repeated().is_none() {
            return Err(Refusal::NotAmenable("no constant in it can be a parameter".into()));
        }
        Ok(split(subject, closed, &function.block))
    }

    /// As it is written, with all that is known of it.
    pub fn written(
        subject: &Subject<'_>,
        (source, file, function): (&str, &syn::File, &syn::ItemFn),
        (expects, mut attributes): (Expects, Vec<String>),
    ) -> Result<Closed, Refusal> {
        let Subject { model, summary, .. } = subject;
        attributes.extend(needs_cfg(subject, file).then(|| "#[cfg(test)]".to_owned()));
        let helper = |call: &syn::ExprCall| helper::asserted(subject, call);
        let mut assertions = expectation::assertions(&function.block, &helper);
        assertions.retain(|own| subject.is_compiled(own.place));
        observed::find(subject, &function.block, &mut assertions);
        let constants = constant::find(subject, &function.block, &assertions, source);
        let objects = object::find(subject, &function.block, &assertions, &constants, source);
        if !subject.runs_code_under_test() {
            return Err(Refusal::NotAmenable("none of its constants reaches code of the package".into()));
        }
        let (preconditions, documents) = precondition::find(subject, &function.block);
        let repetitions = Repetitions::find(subject, &function.block, &constants, source);
        let block = function.block.span();
        Ok(Closed {
            name: String::new(),
            function: function.sig.ident.to_string(),
            file: summary.file.clone(),
            item: start(function)..block.byte_range().end,
            block_line: Place::of(block).start.line,
            block: block.byte_range(),
            expects,
            returns: returned(source, &function.sig),
            attributes,
            forall: if model.compiled.edition < 2018 { "forall" } else { "::forall" },
            constants,
            objects,
            assertions,
            preconditions,
            documents,
            names: names(&function.block),
            taken: functions_of(file).iter().map(|item| item.sig.ident.to_string()).collect(),
            parts: 1,
            left_out: Vec::new(),
            defaults: Vec::new(),
            repetitions,
            file_text: source.into(),
            source: source.to_owned(),
        })
    }

    /// Of the parameterized test.
    pub fn new_name(&self) -> String {
        let base = format!("{}_for_all", self.function);
        let mut name = base.clone();
        let mut count = 1;
        while self.taken.contains(&name) {
            count += 1;
            name = format!("{base}_{count}");
        }
        name
    }

    pub fn text(&self, range: &Range<usize>) -> &str {
        &self.source[range.clone()]
    }

    /// Of which nothing is known but its text.
    #[cfg(test)]
    pub fn of_text(source: &str, block: Range<usize>) -> Closed {
        Closed {
            name: String::new(),
            function: String::new(),
            file: String::new(),
            item: 0..block.end,
            block_line: 1,
            block,
            expects: Expects::Return,
            returns: None,
            attributes: Vec::new(),
            forall: "::forall",
            constants: Vec::new(),
            objects: Vec::new(),
            assertions: Vec::new(),
            preconditions: Vec::new(),
            documents: false,
            names: BTreeSet::new(),
            taken: Vec::new(),
            parts: 1,
            left_out: Vec::new(),
            defaults: Vec::new(),
            repetitions: Repetitions::default(),
            file_text: source.into(),
            source: source.to_owned(),
        }
    }
}

/// What it returns, as written.
fn returned(source: &str, signature: &syn::Signature) -> Option<String> {
    match &signature.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => source.get(ty.span().byte_range()).map(str::to_owned),
    }
}

fn start(function: &syn::ItemFn) -> usize {
    let attributes = function.attrs.first().map(|attribute| attribute.span().byte_range().start);
    attributes.unwrap_or_else(|| function.span().byte_range().start)
}

/// How the test is to end, and the attributes that a new one needs.
pub fn attributes(source: &str, attributes: &[syn::Attribute]) -> Result<(Expects, Vec<String>), Refusal> {
    let mut expects = Expects::Return;
    let mut kept = Vec::new();
    for attribute in attributes {
        let path = attribute.path();
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let text = &source[attribute.span().byte_range()];
        match name.as_str() {
            "test" if path.segments.len() == 1 => {}
            "doc" => {}
            "should_panic" => expects = expected(attribute),
            "cfg" | "allow" | "expect" | "cfg_attr" => kept.push(text.to_owned()),
            _ if is_of(path, "rustversion") || is_of(path, "rustfmt") => kept.push(text.to_owned()),
            "ignore" => return Err(Refusal::Skipped("it is ignored".into())),
            _ => return Err(Refusal::Skipped(format!("the attribute {text} is not known"))),
        }
    }
    Ok((expects, kept))
}

fn is_of(path: &syn::Path, tool: &str) -> bool {
    path.segments.len() > 1 && path.segments[0].ident == tool
}

fn expected(attribute: &syn::Attribute) -> Expects {
    let text = match &attribute.meta {
        syn::Meta::NameValue(meta) => literal(&meta.value),
        syn::Meta::List(list) => {
            let meta = list.parse_args::<syn::MetaNameValue>().ok();
            meta.and_then(|meta| literal(&meta.value))
        }
        syn::Meta::Path(_) => None,
    };
    text.map_or(Expects::Panic, Expects::PanicWith)
}

fn literal(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

pub fn readable(signature: &syn::Signature) -> Result<(), Refusal> {
    if signature.asyncness.is_some() {
        return Err(Refusal::Skipped("it is asynchronous".into()));
    }
    Ok(())
}

/// Without `#[cfg(test)]` the attribute `#[test]` leaves an item out of the library, and that of forall does not.
fn needs_cfg(subject: &Subject<'_>, file: &syn::File) -> bool {
    let is_there = |model: &&Model| {
        !model.compiled.with_tests && model.bodies.iter().any(|own| own.file == subject.summary.file)
    };
    !is_in_test_module(file, subject.summary.range()) && subject.models.iter().any(is_there)
}

/// All that a new name must not be.
fn names(block: &syn::Block) -> BTreeSet<String> {
    let mut names = fixed::names(&block.to_token_stream());
    names.extend(Bindings::of(block).names().cloned());
    names
}

/// The function whose block has a range.
pub fn function_at(file: &syn::File, range: Place) -> Option<&syn::ItemFn> {
    functions_of(file).into_iter().find(|item| Place::of(item.block.brace_token.span.join()) == range)
}

/// All functions, in the order of the source.
pub fn functions_of(file: &syn::File) -> Vec<&syn::ItemFn> {
    let mut search = Search::default();
    search.visit_file(file);
    search.found
}

#[derive(Default)]
struct Search<'ast> {
    found: Vec<&'ast syn::ItemFn>,
}

impl<'ast> Visit<'ast> for Search<'ast> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.found.push(item);
        visit::visit_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(source: &str) -> String {
        let function: syn::ItemFn = syn::parse_str(source).unwrap();
        let read = readable(&function.sig).and_then(|()| attributes(source, &function.attrs));
        read.map_or_else(|refusal| refusal.to_string(), |_| String::new())
    }

    #[test]
    fn what_is_refused_has_a_reason() {
        assert_eq!(refusal("#[tokio::test] async fn t() {}"), "skipped: it is asynchronous");
        assert_eq!(refusal("#[test] #[ignore = \"slow\"] fn t() {}"), "skipped: it is ignored");
        let unknown = "skipped: the attribute #[serial(a)] is not known";
        assert_eq!(refusal("#[test] #[serial(a)] fn t() {}"), unknown);
        assert_eq!(refusal("#[test] #[should_panic] #[cfg(unix)] #[rustfmt::skip] fn t() {}"), "");
    }
}
