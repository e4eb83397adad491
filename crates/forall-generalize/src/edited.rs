//! Text with parts replaced.

use std::ops::Range;

/// What stands in the place of a range.
pub type Replacement = (Range<usize>, String);

/// A part of a text with replacements in it. Of two for one place the later one is left out.
pub fn edited(source: &str, part: &Range<usize>, mut replacements: Vec<Replacement>) -> String {
    replacements.sort_by_key(|(range, _)| (range.start, range.end));
    let mut text = String::new();
    let mut done = part.start;
    for (range, new) in replacements {
        if range.start < done {
            continue;
        }
        text.push_str(&source[done..range.start]);
        text.push_str(&new);
        done = range.end;
    }
    text.push_str(&source[done..part.end]);
    text
}

/// As many line breaks as there are in a range.
pub fn breaks(source: &str, range: Range<usize>) -> String {
    "\n".repeat(source[range].matches('\n').count())
}

/// An expression in one line, or nothing if a literal in it has several.
pub fn on_one_line(expression: &str) -> Option<String> {
    if !expression.contains('\n') {
        return Some(expression.to_owned());
    }
    let tokens: proc_macro2::TokenStream = expression.parse().ok()?;
    let line = tokens.to_string().replace('\n', " ");
    // A literal with a line break in it means something else without it.
    let has_break = |tokens: proc_macro2::TokenStream| literals(tokens).iter().any(|own| own.contains('\n'));
    (!has_break(tokens)).then_some(line)
}

fn literals(tokens: proc_macro2::TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Literal(literal) => found.push(literal.to_string()),
            proc_macro2::TokenTree::Group(group) => found.extend(literals(group.stream())),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_fit_on_one_line_unless_their_texts_do_not() {
        assert_eq!(on_one_line("f(1)").as_deref(), Some("f(1)"));
        let line = on_one_line("vec![\n    1, // one\n    2,\n]").unwrap();
        assert!(!line.contains('\n') && !line.contains("one") && line.contains('2'), "{line}");
        assert_eq!(on_one_line("vec![\n\"a\nb\"]"), None);
    }

    #[test]
    fn the_first_of_two_replacements_of_one_place_counts() {
        let replacements = vec![(2..3, "X".into()), (0..1, "Y".into()), (0..2, "Z".into())];
        assert_eq!(edited("abcd", &(0..4), replacements), "YbXd");
    }
}
