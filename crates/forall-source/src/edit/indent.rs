//! Indentation of items, except within literals, where it is part of the value.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

/// A text with its lines further to the right.
pub fn indented(item: &str, indentation: &str) -> String {
    shifted(item, |line| format!("{indentation}{line}"))
}

/// A text with its lines so far to the left that the first one is not indented. [`indented`] takes it back.
pub fn dedented(item: &str) -> String {
    let first = item.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let indentation = &first[..first.len() - first.trim_start().len()];
    shifted(item, |line| {
        let common = line.bytes().zip(indentation.bytes()).take_while(|(a, b)| a == b).count();
        line[common..].to_owned()
    })
}

fn shifted(item: &str, shift: impl Fn(&str) -> String) -> String {
    let fixed = lines_within_literals(item);
    let mut result = String::new();
    for (number, line) in item.split_inclusive('\n').enumerate() {
        match fixed.contains(&(number + 1)) || line.trim().is_empty() {
            true => result.push_str(line),
            false => result.push_str(&shift(line)),
        }
    }
    result
}

/// The lines, from 1, that begin within a literal or a documentation comment.
fn lines_within_literals(item: &str) -> BTreeSet<usize> {
    let mut lines = BTreeSet::new();
    // What is no Rust has no literals.
    let mut streams: Vec<TokenStream> = item.parse().into_iter().collect();
    while let Some(stream) = streams.pop() {
        for token in stream {
            match token {
                TokenTree::Group(group) => streams.push(group.stream()),
                TokenTree::Literal(literal) => {
                    let span = literal.span();
                    lines.extend(span.start().line + 1..=span.end().line);
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_indented_but_for_empty_ones_and_literals() {
        let item = "fn a() {\n    b(\n        \"one\n  two\",\n    );\n\n    // 'tis\n}\n";
        let expected =
            "    fn a() {\n        b(\n            \"one\n  two\",\n        );\n\n        // 'tis\n    }\n";
        assert_eq!(indented(item, "    "), expected);
        assert_eq!(dedented(expected), item);
        assert_eq!(indented("r#\"\n\n a\"# ; x\ny", "\t"), "\tr#\"\n\n a\"# ; x\n\ty");
        assert_eq!(indented("", "  "), "");
    }

    #[test]
    fn what_is_no_rust_is_indented_all_the_same() {
        assert_eq!(indented("fn {\n\"a", "  "), "  fn {\n  \"a");
        assert_eq!(dedented("    a )\n  b\n\tc"), "a )\nb\n\tc");
    }
}
