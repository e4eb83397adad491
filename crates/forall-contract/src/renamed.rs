//! Conditions where what they speak of has another name.

use crate::clause::{Behavior, Clause, Contract, Exception, Postcondition, words};
use crate::problems::Problems;
use crate::taken_out::taken_out;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

/// What stands for a word.
pub type Names<'a> = &'a dyn Fn(&Ident) -> Option<TokenStream>;

impl Clause {
    pub fn renamed(&self, names: Names<'_>, problems: &mut Problems) -> Option<Clause> {
        self.said(renamed(self.written.to_token_stream(), names), problems)
    }

    /// The same clause, in these words.
    fn said(&self, words: TokenStream, problems: &mut Problems) -> Option<Clause> {
        match syn::parse2::<Expr>(words) {
            Ok(condition) => Some(Clause::of(&condition, &self.written)),
            Err(_) => {
                let problem = "in the contract of a trait, nothing but a parameter has the name of one";
                problems.add(self.span, problem, "give the element, or the field, another name");
                None
            }
        }
    }
}

impl Postcondition {
    /// With names for what is there before the call, and for what is there after it.
    pub fn renamed(
        &self,
        before: Names<'_>,
        after: Names<'_>,
        problems: &mut Problems,
    ) -> Option<Postcondition> {
        let mut old = Vec::new();
        let condition = taken_out(self.clause.written.to_token_stream(), "old", &mut old);
        let old = old.into_iter().map(|old| renamed(old, before)).collect();
        let clause = self.clause.said(renamed(condition, after), problems)?;
        Some(Postcondition { result: self.result.clone(), clause, old })
    }
}

impl Contract {
    /// Does it say when it may be called?
    pub fn requires_something(&self) -> bool {
        !self.general.requires.is_empty() || self.any_behavior().is_some()
    }

    /// Its code becomes other code; what it says of itself stays as it was written.
    pub fn replace(&mut self, replaced: &dyn Fn(&TokenStream) -> TokenStream) {
        for behavior in std::iter::once(&mut self.general).chain(&mut self.behaviors) {
            behavior.requires.iter_mut().for_each(|clause| clause.replace(replaced));
            behavior.ensures.iter_mut().for_each(|postcondition| postcondition.replace(replaced));
        }
        for Exception { when, ensures, .. } in &mut self.panics {
            when.replace(replaced);
            ensures.iter_mut().for_each(|postcondition| postcondition.replace(replaced));
        }
        self.updates.iter_mut().for_each(|update| update.replace(replaced));
    }

    /// All that is ensured, however the call ends.
    pub fn postconditions(&self) -> impl Iterator<Item = &Postcondition> {
        let general = self.general.ensures.iter();
        let behaviors = self.behaviors.iter().flat_map(|Behavior { ensures, .. }| ensures);
        general.chain(behaviors).chain(self.panics.iter().flat_map(|Exception { ensures, .. }| ensures))
    }

    /// Does something that is ensured look at this after the call?
    pub fn mentions_after(&self, name: &str) -> bool {
        self.postconditions().any(|postcondition| postcondition.mentions_after(name))
    }
}

impl Postcondition {
    /// Does it look at this after the call?
    pub fn mentions_after(&self, name: &str) -> bool {
        let condition = taken_out(self.clause.written.to_token_stream(), "old", &mut Vec::new());
        words(&condition).iter().any(|word| word == name)
    }
}

/// Words that are no fields, methods or parts of paths.
pub fn renamed(tokens: TokenStream, names: Names<'_>) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |at: Option<usize>, sign: char| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(punct)) => punct.as_char() == sign,
        _ => false,
    };
    let before = |at: usize, count: usize| at.checked_sub(count);
    let is_free = |at: usize| {
        let is_member = sign(before(at, 1), '.') && !sign(before(at, 2), '.');
        let in_path = sign(before(at, 1), ':') && sign(before(at, 2), ':')
            || sign(Some(at + 1), ':') && sign(Some(at + 2), ':');
        !is_member && !in_path
    };
    let mut result = TokenStream::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), renamed(group.stream(), names));
                inner.set_span(group.span());
                result.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(word) if is_free(at) => match names(word) {
                Some(name) => result.extend(enclosed(name, word)),
                None => result.extend([token.clone()]),
            },
            token => result.extend([token.clone()]),
        }
    }
    result
}

/// A name as it is, anything longer in parentheses, at the place of the word.
fn enclosed(name: TokenStream, word: &Ident) -> TokenStream {
    let located = name.into_iter().map(|mut token| {
        token.set_span(word.span());
        token
    });
    let tokens: TokenStream = located.collect();
    if tokens.clone().into_iter().count() == 1 {
        return tokens;
    }
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(word.span());
    TokenTree::Group(group).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn only_what_stands_alone_is_renamed() {
        let names = |word: &Ident| (word == "item").then(|| quote!(*item));
        for (condition, expected) in [
            ("item > 0 && self.item == item.len()", "(*item) > 0 && self.item == (*item).len()"),
            (
                "for_all(0..item, |i| item::MAX > i + m::item())",
                "for_all(0..(*item), |i| item::MAX > i + m::item())",
            ),
            ("matches!(item, Some(_)) && f(&item)", "matches!((*item), Some(_)) && f(&(*item))"),
        ] {
            let expected: TokenStream = expected.parse().unwrap();
            assert_eq!(renamed(condition.parse().unwrap(), &names).to_string(), expected.to_string());
        }
    }
}
