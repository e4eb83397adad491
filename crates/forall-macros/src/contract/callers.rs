//! What a function requires, its callers owe: they must be able to see all of it.

use super::visible::Module;
use crate::problems::Problems;
use forall_contract::clause::{Behavior, Contract};
use forall_contract::model::Models;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ImplItem, ItemImpl, Visibility};

/// How far something can be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    Module,
    /// `pub(crate)` and the like.
    Part,
    All,
}

impl Reach {
    pub fn of(visibility: &Visibility) -> Reach {
        match visibility {
            Visibility::Inherited => Reach::Module,
            Visibility::Restricted(_) => Reach::Part,
            Visibility::Public(_) => Reach::All,
        }
    }
}

/// Names what is required of callers who cannot see it. Known are the block itself, and the type and its other blocks if they stand in the
/// same module of the same file.
pub fn validate(
    block: &ItemImpl,
    contracts: &[Contract],
    models: &Models,
    module: impl FnOnce() -> Module,
    problems: &mut Problems,
) {
    let functions = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    let mut required = Vec::new();
    for (function, contract) in functions.clone().zip(contracts) {
        let reach = Reach::of(&function.vis);
        if reach > Reach::Module {
            let words = mentioned(contract);
            required.extend(words.into_iter().map(|word| (&function.sig.ident, reach, word)));
        }
    }
    if required.is_empty() || block.trait_.is_some() {
        return;
    }
    let module = module();
    let of_type = module.reach_of(&block.self_ty).unwrap_or(Reach::All);
    let mut parts = module.parts_of(&block.self_ty);
    // What a model field is called is not the field of that name.
    parts.retain(|(name, _)| models.names().iter().all(|model| model != name));
    parts.extend(functions.map(|it| (called(&it.sig.ident), Reach::of(&it.vis))));
    for (function, reach, word) in required {
        let reach = reach.min(of_type);
        if parts.iter().any(|(name, seen)| *name == word.part && *seen < reach) {
            let word = &word.word;
            let problem = format!("callers of `{function}` owe this and cannot see `{word}`");
            let help = format!(
                "say it with something that can be seen as far as `{function}`, or let `{word}` be seen; what always holds is an `#[invariant(…)]`"
            );
            problems.add(word.span(), &problem, &help);
        }
    }
}

/// A part of the type, in a condition.
struct Mentioned {
    word: Ident,
    /// `size`, or `size()`: a field and a function may have one name.
    part: String,
}

/// A function among the parts of a type.
pub fn called(name: &Ident) -> String {
    format!("{name}()")
}

/// The fields and functions of the type that a caller must know.
fn mentioned(contract: &Contract) -> Vec<Mentioned> {
    let mut found = Vec::new();
    for Behavior { requires, .. } in std::iter::once(&contract.general).chain(&contract.behaviors) {
        requires.iter().for_each(|clause| members(clause.written.to_token_stream(), &mut found));
    }
    found
}

/// `size` of `self.size()` and `Self::size(…)`.
fn members(tokens: TokenStream, found: &mut Vec<Mentioned>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: Option<usize>, text: &str| {
        at.and_then(|at| tokens.get(at)).is_some_and(|token| token.to_string() == text)
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            // `model(self.items)` is no field, and `ghost(self.sent)` what contracts alone know.
            TokenTree::Group(_) if ["model", "ghost"].iter().any(|word| is(at.checked_sub(1), word)) => {}
            TokenTree::Group(group) => members(group.stream(), found),
            TokenTree::Ident(word) => {
                let of_object = is(at.checked_sub(1), ".")
                    && is(at.checked_sub(2), "self")
                    && !is(at.checked_sub(3), ".");
                let of_type = is(at.checked_sub(1), ":") && is(at.checked_sub(3), "Self");
                if of_object || of_type {
                    let is_called = match tokens.get(at + 1) {
                        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
                        next => next.is_some_and(|next| next.to_string() == ":"),
                    };
                    let part = if is_called { called(word) } else { word.to_string() };
                    found.push(Mentioned { word: word.clone(), part });
                }
            }
            _ => {}
        }
    }
}
