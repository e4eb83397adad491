//! Whether the cases that are written are those of the test, and still call it with as many arguments as it has parameters.
//!
//! A test whose signature has changed would otherwise be answered by errors in a file that nobody has written.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// With how many arguments the cases in a file call a function, where that is not how many it takes.
pub fn wrong_count(source: &str, function: &str, parameters: usize) -> Option<usize> {
    let tokens: TokenStream = source.parse().ok()?;
    let mut counts = Vec::new();
    calls(tokens, function, &mut counts);
    counts.into_iter().find(|count| *count != parameters)
}

/// The test that a file of cases was written for, as its header says.
pub fn owner(file: &str) -> Option<String> {
    let source = std::fs::read_to_string(file).ok()?;
    let told =
        |line: &str| line.strip_prefix("// To renew: cargo forall ").map(|test| test.trim().to_owned());
    source.lines().take_while(|line| line.starts_with("//")).find_map(told)
}

/// Most calls stand inside of `assert_eq!`, so it is tokens that are looked at.
fn calls(tokens: TokenStream, function: &str, counts: &mut Vec<usize>) {
    let mut before: [Option<TokenTree>; 2] = [None, None];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let is_called = matches!(&before[1], Some(TokenTree::Ident(name)) if name == function);
            let is_defined = matches!(&before[0], Some(TokenTree::Ident(word)) if word == "fn");
            if is_called && !is_defined {
                counts.extend(arguments(group.stream()));
            }
            calls(group.stream(), function, counts);
        }
        before = [before[1].take(), Some(token)];
    }
}

fn arguments(tokens: TokenStream) -> Option<usize> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens).ok()?;
    Some(list.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = "
use crate::Point;

#[test]
fn zero() {
    put(vec![1, 2], std::collections::HashMap::<u8, u8>::new());
}

#[test]
fn returns_true() {
    assert!(put(vec![], other(1)));
}
";

    #[test]
    fn arguments_are_counted_in_every_call() {
        assert_eq!(wrong_count(CASES, "put", 2), None);
        assert_eq!(wrong_count(CASES, "put", 1), Some(2));
        assert_eq!(wrong_count(CASES, "nothing", 7), None);
        assert_eq!(wrong_count("fn put() {}", "put", 1), None, "that is no call");
    }
}
