//! What becomes of ghost state in a call: `#[updates(self.calls = ghost(self.calls) + 1)]`.

use crate::clause::{Clause, old_in};
use crate::problems::Problems;
use crate::text::text;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Meta, Pat};

pub struct Update {
    /// What the result is called, if it is asked for.
    pub result: Pat,
    /// `self.calls`
    pub place: Expr,
    /// In it, `__old_0` and so on stand for `old(…)`.
    pub value: TokenStream,
    pub old: Vec<TokenStream>,
    /// `self.calls = ghost(self.calls) + 1`
    pub clause: Clause,
}

const HELP: &str =
    "write `#[updates(self.calls = ghost(self.calls) + 1)]`, or `#[updates(|ret| self.last = *ret)]`";

impl Update {
    pub(crate) fn of(attribute: &Attribute, problems: &mut Problems) -> Option<Update> {
        let written = match &attribute.meta {
            Meta::List(list) => syn::parse2::<Expr>(list.tokens.clone()).ok(),
            _ => None,
        };
        let assigned = match written {
            Some(Expr::Closure(closure)) if closure.inputs.len() == 1 => {
                Some((closure.inputs[0].clone(), *closure.body))
            }
            Some(other) => Some((syn::parse_quote!(_), other)),
            None => None,
        };
        let Some((result, Expr::Assign(assigned))) = assigned else {
            problems.add(attribute.span(), "this is not what becomes of ghost state", HELP);
            return None;
        };
        let (place, value) = (*assigned.left, *assigned.right);
        if !matches!(place, Expr::Field(_)) {
            problems.add(place.span(), "ghost state is a field", HELP);
            return None;
        }
        let written = Expr::Verbatim(quote!(#place = #value));
        let clause = Clause {
            text: format!("{} = {}", text(&place), text(&value)),
            span: value.span(),
            written,
            conjuncts: Vec::new(),
        };
        let (value, old) = old_in(value.to_token_stream(), &result, problems);
        Some(Update { result, place, value, old, clause })
    }

    pub(crate) fn replace(&mut self, replaced: &dyn Fn(&TokenStream) -> TokenStream) {
        self.value = replaced(&self.value);
        self.old.iter_mut().for_each(|old| *old = replaced(old));
    }
}
