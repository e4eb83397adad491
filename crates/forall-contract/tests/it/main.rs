//! Contracts in, relations out.

mod acting;
mod evaluated;
mod examples;
mod foreign;
mod meaning;
mod observed;
mod real;

use forall_contract::relation::{Relation, page, relation};
use forall_contract::specification::{Function, Source, Specification, Subject};

/// The contracts in a source.
fn specification(source: &str) -> Specification {
    let items = syn::parse_file(source).unwrap().items;
    let (specification, problems) =
        Specification::of(&[Source { path: "lib.rs".into(), modules: Vec::new(), items }]);
    problems.none().unwrap();
    specification
}

/// `Stack::pop` of the contracts, or a function outside of types.
fn found<'a>(specification: &'a Specification, name: &str) -> (Option<&'a Subject>, &'a Function) {
    match name.split_once("::") {
        Some((subject, function)) => {
            let subject = specification.subject(subject, &[]).unwrap();
            (Some(subject), subject.function(function).unwrap())
        }
        None => (None, specification.function(name, &[]).unwrap()),
    }
}

fn relation_of(source: &str, name: &str) -> Relation {
    let specification = specification(source);
    let (subject, function) = found(&specification, name);
    relation(&specification, subject, function)
}

/// The page of a relation is this.
#[track_caller]
fn check(source: &str, name: &str, expected: &str) {
    let text = page(&relation_of(source, name), &|place| format!("line {}", place.span.start().line));
    assert_eq!(text.trim(), unindented(expected).trim(), "\n{text}");
}

/// Without what all lines begin with.
fn unindented(text: &str) -> String {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let indent = lines().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    text.lines().map(|line| line.get(indent..).unwrap_or_default().trim_end()).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check_terms<'a>(terms: impl IntoIterator<Item = &'a forall_contract::relation::Term>, expected: &[&str]) {
    let terms: Vec<String> = terms.into_iter().map(ToString::to_string).collect();
    assert_eq!(terms, expected);
}
