//! Expressions that are evaluated somewhere else than where they are written.

use proc_macro2::{Group, TokenStream, TokenTree};

/// The expressions in `old(…)`, and the code in which names stand for them.
pub fn taken_out(tokens: TokenStream, word: &str, found: &mut Vec<TokenStream>) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut replaced = TokenStream::new();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Ident(ident), Some(TokenTree::Group(group))) if ident == word => {
                let name = quote::format_ident!("__{word}_{}", found.len());
                found.push(group.stream());
                tokens.next();
                replaced.extend([TokenTree::Ident(name)]);
            }
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), taken_out(group.stream(), word, found));
                inner.set_span(group.span());
                replaced.extend([TokenTree::Group(inner)]);
            }
            _ => replaced.extend([token]),
        }
    }
    replaced
}
