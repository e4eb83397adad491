//! Which panics say what somebody else wants to have said, by the source at their place.

use crate::parsed;
use proc_macro2::{LineColumn, TokenTree};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use syn::Macro;
use syn::spanned::Spanned;
use syn::visit::Visit;

/// The places of panics, and whether they only pass on a message.
pub struct Panics<'a> {
    root: &'a Path,
    /// Most failing runs are at few places.
    known: Mutex<HashMap<String, bool>>,
}

impl<'a> Panics<'a> {
    /// Places are relative to `root`.
    pub fn new(root: &'a Path) -> Panics<'a> {
        Panics { root, known: Mutex::default() }
    }

    /// Is there, at `file:line:column`, something like `panic!("{message}")`: without a word of its own?
    pub fn pass_on_at(&self, place: &str) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(place) {
            return *known;
        }
        let found = self.look(place).unwrap_or(false);
        known.insert(place.to_owned(), found);
        found
    }

    fn look(&self, place: &str) -> Option<bool> {
        let mut parts = place.rsplitn(3, ':');
        let column: usize = parts.next()?.parse().ok()?;
        let line: usize = parts.next()?.parse().ok()?;
        let file: PathBuf = self.root.join(parts.next()?);
        let mut search = Search { line, column, is_passed_on: false };
        search.visit_file(&parsed(&file));
        Some(search.is_passed_on)
    }
}

struct Search {
    line: usize,
    column: usize,
    is_passed_on: bool,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_macro(&mut self, call: &'ast Macro) {
        let LineColumn { line, column } = call.path.span().start();
        if (line, column + 1) == (self.line, self.column) {
            self.is_passed_on = passes_on(call);
        }
    }
}

fn passes_on(call: &Macro) -> bool {
    let is_panic = call.path.segments.last().is_some_and(|last| last.ident == "panic");
    let first = call.tokens.clone().into_iter().next();
    let Some(TokenTree::Literal(format)) = first.filter(|_| is_panic) else { return false };
    let Ok(format) = syn::parse_str::<syn::LitStr>(&format.to_string()) else { return false };
    let format = format.value();
    // What stands between braces is a value.
    let own: String = format.split('{').map(|part| part.rsplit('}').next().unwrap_or(part)).collect();
    format.contains('{') && !own.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_without_a_word_of_their_own_pass_on_what_others_say() {
        let directory = tempfile::tempdir().unwrap();
        let lines = [
            ("fn a(text: &str) -> ! { panic!(\"{text}\") }", true),
            ("fn b(text: &str) -> ! { panic!(\"{}: {:?}\", text, 1) }", true),
            ("fn c(text: &str) -> ! { panic!(\"bad {text}\") }", false),
            ("fn d(text: &str) -> ! { panic!(\"{{{text}}} is bad\") }", false),
            ("fn e(_: &str) -> ! {     panic!() }", false),
            ("fn f(text: &str) -> ! { println!(\"{text}\"); panic!() }", false),
            ("fn g(text: &str) -> ! { std::panic!(\"{text}\") }", true),
            ("fn h(_: &str) -> ! {    unreachable() }", false),
        ];
        let source: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
        std::fs::write(directory.path().join("lib.rs"), source.join("\n")).unwrap();
        let panics = Panics::new(directory.path());
        for (number, (line, expected)) in lines.iter().enumerate() {
            let place = format!("lib.rs:{}:25", number + 1);
            assert_eq!(panics.pass_on_at(&place), *expected, "{line}");
            assert_eq!(panics.pass_on_at(&place), *expected, "{line}, again");
        }
        assert!(!panics.pass_on_at("lib.rs:1:9") && !panics.pass_on_at("missing.rs:1:25"));
        assert!(!panics.pass_on_at("") && !panics.pass_on_at("src/lib.rs"));
    }
}
