//! Expressions that are evaluated somewhere else than where they are written.

use crate::clause::words;
use crate::conjunct::Quantifier;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};

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

/// Names of elements, in `old(…)`: where that is evaluated, nobody knows them.
pub fn elements_in(tokens: &TokenStream, word: &str) -> Vec<Ident> {
    let mut found = Vec::new();
    look_for_elements(tokens, word, &mut Vec::new(), &mut found);
    found
}

fn look_for_elements(tokens: &TokenStream, word: &str, known: &mut Vec<Ident>, found: &mut Vec<Ident>) {
    let mut before = String::new();
    for token in tokens.clone() {
        if let TokenTree::Group(group) = &token {
            let outer = known.len();
            if Quantifier::ALL.iter().any(|quantifier| quantifier.name() == before) {
                known.extend(parameters(&group.stream()));
            }
            match before == word {
                true => found.extend(words(&group.stream()).into_iter().filter(|word| known.contains(word))),
                false => look_for_elements(&group.stream(), word, known, found),
            }
            known.truncate(outer);
        }
        before = token.to_string();
    }
}

/// What the first closure calls its parameters.
fn parameters(tokens: &TokenStream) -> Vec<Ident> {
    let is_bar = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '|');
    let from_bar = tokens.clone().into_iter().skip_while(|token| !is_bar(token)).skip(1);
    words(&from_bar.take_while(|token| !is_bar(token)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_element_is_called_is_not_known_before() {
        let found = |condition: &str| {
            let words = elements_in(&condition.parse().unwrap(), "old");
            words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found("for_all(0..n, |i| self.get(i) == old(self.get(i)))"), "i");
        assert_eq!(found("exists(a, |(x, y)| exists_one(old(x), |z| old(z + y + n)))"), "x z y");
        assert_eq!(found("for_all(0..old(n), |i| old(self.items())[i] > 0) && old(i)"), "");
    }
}
