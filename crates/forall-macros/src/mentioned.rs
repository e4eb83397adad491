//! Which paths a type is written with.

use proc_macro2::{TokenStream, TokenTree};

/// The paths in some types, without their generic arguments, each once: what a case can name things by.
pub fn mentioned(types: impl Iterator<Item = TokenStream>) -> Vec<String> {
    let mut paths = Vec::new();
    for tokens in types {
        collect(tokens, &mut paths);
    }
    paths.sort();
    paths.dedup();
    paths
}

fn collect(tokens: TokenStream, paths: &mut Vec<String>) {
    let mut path = String::new();
    let mut end = |path: &mut String| {
        let ended = std::mem::take(path);
        // Keywords and the types of the language are written in lower case; so are few others, and these are then found by their path.
        if ended.rsplit("::").next().is_some_and(|name| name.starts_with(char::is_uppercase)) {
            paths.push(ended);
        }
    };
    let mut groups = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                if !path.is_empty() && !path.ends_with("::") {
                    end(&mut path);
                }
                path.push_str(&ident.to_string());
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' => path.push(':'),
            TokenTree::Group(group) => {
                end(&mut path);
                groups.push(group.stream());
            }
            _ => end(&mut path),
        }
    }
    end(&mut path);
    for group in groups {
        collect(group, paths);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(types: &[&str], expected: &[&str]) {
        let types = types.iter().map(|tokens| tokens.parse().expect("tokens"));
        assert_eq!(mentioned(types), expected, "{expected:?}");
    }

    #[test]
    fn paths_are_found_wherever_they_stand() {
        check(&["Point"], &["Point"]);
        check(&["Vec<(super::a::Point, [Line; 3])>"], &["Line", "Vec", "super::a::Point"]);
        check(&["&mut [crate::Point]", "Point"], &["Point", "crate::Point"]);
        check(&["::std::vec::Vec<u8>", "()"], &["::std::vec::Vec"]);
    }
}
