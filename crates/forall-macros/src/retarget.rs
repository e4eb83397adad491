//! Moves types from the module of a test into a module below it.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// The same tokens some modules deeper.
pub fn deeper(tokens: &impl ToTokens, levels: usize) -> TokenStream {
    (0..levels).fold(tokens.to_token_stream(), |tokens, _| one_deeper(&tokens))
}

/// The same tokens one module deeper: `self::` becomes `super::`, `super::` becomes `super::super::`.
fn one_deeper(tokens: &impl ToTokens) -> TokenStream {
    let mut deeper = TokenStream::new();
    let mut colons = 0;
    for token in tokens.to_token_stream() {
        let begins_path = colons != 2;
        colons = if is_colon(&token) { colons + 1 } else { 0 };
        match token {
            TokenTree::Ident(ident) if begins_path && ident == "self" => {
                deeper.extend([TokenTree::from(Ident::new("super", ident.span()))]);
            }
            TokenTree::Ident(ident) if begins_path && ident == "super" => {
                deeper.extend(quote_spanned!(ident.span()=> super::super));
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), one_deeper(&group.stream()));
                inner.set_span(group.span());
                deeper.extend([TokenTree::Group(inner)]);
            }
            token => deeper.extend([token]),
        }
    }
    deeper
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tokens: &str, expected: &str) {
        let tokens: TokenStream = tokens.parse().unwrap();
        let expected: TokenStream = expected.parse().unwrap();
        assert_eq!(one_deeper(&tokens).to_string(), expected.to_string());
    }

    #[test]
    fn relative_paths_go_one_up() {
        check("self::Money", "super::Money");
        check("super::Money", "super::super::Money");
        check("super::super::Money", "super::super::super::Money");
        check("Vec<(self::A, [super::B; super::N])>", "Vec<(super::A, [super::super::B; super::super::N])>");
        check("Box<dyn Iterator<Item: super::Trait>>", "Box<dyn Iterator<Item: super::super::Trait>>");
        check("<A as super::Trait>::Output", "<A as super::super::Trait>::Output");
    }

    #[test]
    fn other_paths_stay() {
        for path in ["i32", "crate::Money", "::std::vec::Vec<u8>", "money::Money"] {
            check(path, path);
        }
    }
}
