//! The instances of a generic test.

use crate::place::Place;
use proc_macro2::TokenTree;
use quote::{ToTokens, format_ident};
use syn::{Ident, Type};

/// A test with types for its parameters.
pub struct Instance {
    /// The module it stands in.
    pub module: Ident,
    pub types: Vec<(Ident, Type)>,
    /// The file of its cases, relative to the package.
    pub cases: String,
    /// The absolute path of that file if there is one now.
    pub written: Option<String>,
}

/// One for each combination of types; none for a test that is not generic.
pub fn instances(types: &[(Ident, Vec<Type>)], place: &Place) -> Vec<Instance> {
    if types.is_empty() {
        return Vec::new();
    }
    let mut combinations: Vec<Vec<(Ident, Type)>> = vec![Vec::new()];
    for (name, candidates) in types {
        let longer = |known: Vec<(Ident, Type)>| {
            candidates.iter().map(move |ty| [known.clone(), vec![(name.clone(), ty.clone())]].concat())
        };
        combinations = combinations.into_iter().flat_map(longer).collect();
    }
    combinations.into_iter().map(|types| instance(types, place)).collect()
}

fn instance(types: Vec<(Ident, Type)>, place: &Place) -> Instance {
    let words = types.iter().map(|(_, ty)| words(ty.to_token_stream()));
    // Those of ours are known without their path.
    let words: Vec<String> = words.map(|words| words.replace("forall_fakes_", "")).collect();
    // A module called like a type of the language would hide it.
    let module = format_ident!("of_{}", words.join("_and_"));
    // A module may have the name of the test, and a test in it that of ours.
    let cases = format!("{}-{module}.rs", place.cases.trim_end_matches(".rs"));
    let written = place.written(&cases);
    Instance { module, types, cases, written }
}

/// `vec_u8` of `Vec<u8>`.
pub fn words(tokens: proc_macro2::TokenStream) -> String {
    let word = |token: TokenTree| match token {
        TokenTree::Ident(_) | TokenTree::Literal(_) => Some(token.to_string().to_lowercase()),
        TokenTree::Group(group) => Some(words(group.stream())).filter(|words| !words.is_empty()),
        TokenTree::Punct(_) => None,
    };
    let words: Vec<String> = tokens.into_iter().filter_map(word).collect();
    match words.join("_") {
        unit if unit.is_empty() => "unit".into(),
        words => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_called_by_their_types() {
        let called = |ty: &str| words(ty.parse().unwrap());
        assert_eq!(called("u8"), "u8");
        assert_eq!(called("Vec<(u8, Option<String>)>"), "vec_u8_option_string");
        assert_eq!(called("[u8; 4]"), "u8_4");
        assert_eq!(called("super::Money"), "super_money");
        assert_eq!(called("()"), "unit");
    }
}
