//! What a trait says of all that implement it: its invariants and constraints, around its own methods, and around those of other blocks
//! that say `#[keeps(Push)]`. There, its invariants are invariants of the type.

use super::check::{condition, constant};
use super::function::{Kept, before, owed};
use super::inherited::{hidden_rule, last_name};
use crate::problems::Problems;
use forall_contract::clause::Postcondition;
use forall_contract::constraint::OfTrait;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, GenericParam, Generics, Ident, Path, ReceiverKind, Signature, Token};

/// What a trait says of its implementations.
pub struct Rules {
    pub is_empty: bool,
    /// The hidden methods that say it: `__invariant_of_push`, `__constraint_of_push`.
    pub methods: TokenStream,
    invariant: Ident,
    before: TokenStream,
    after: TokenStream,
}

pub fn rules(
    of_trait: &OfTrait,
    name: &str,
    span: Span,
    generics: &Generics,
    problems: &mut Problems,
) -> Rules {
    let invariant = hidden_rule("invariant", name, span);
    let constraint = hidden_rule("constraint", name, span);
    let each = of_trait.invariants.iter().map(|clause| {
        let (constant, condition) = (constant(clause), condition(clause));
        quote_spanned!(clause.span=> __call.invariant(#constant, || #condition))
    });
    let all = each.reduce(|before, next| quote!(::core::result::Result::and_then(#before, |()| #next)));
    let all = all.unwrap_or_else(|| quote!(::core::result::Result::Ok(())));
    let lifetimes = generics.lifetimes().map(|it| it.lifetime.to_token_stream());
    let types = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(it) => Some(it.ident.clone()),
        GenericParam::Const(it) => Some(it.ident.clone()),
    });
    let captured = quote!(#(#lifetimes,)* Self #(, #types)*);
    let later = of_trait.constraints.iter().filter_map(|constraint| {
        constraint.renamed(&|_| None, &|word| (word == "self").then(|| quote!(__this)), problems)
    });
    let later: Vec<Postcondition> = later.collect();
    let (before, after) = constraints(&of_trait.constraints);
    let (_, after_of_other) = constraints(&later);
    let methods = quote_spanned! {span=>
        #[doc(hidden)]
        #[allow(unused_variables, clippy::needless_borrow, clippy::redundant_closure_call, clippy::missing_errors_doc)]
        fn #invariant(
            &self,
            __call: &::forall::__private::contract::Call,
        ) -> ::forall::__private::contract::Met {
            #all
        }

        #[doc(hidden)]
        #[allow(
            unused_variables, clippy::needless_borrow, clippy::redundant_closure_call, clippy::must_use_candidate,
            clippy::let_unit_value, clippy::ignored_unit_patterns
        )]
        fn #constraint(
            &self,
            __call: &::forall::__private::contract::Call,
        ) -> impl ::core::ops::FnOnce(&Self, &::forall::__private::contract::Call) + use<#captured>
        where
            Self: ::core::marker::Sized,
        {
            #before
            move |__this: &Self, __call: &::forall::__private::contract::Call| { #after_of_other }
        }
    };
    let is_empty = of_trait.invariants.is_empty() && of_trait.constraints.is_empty();
    Rules { is_empty, methods, invariant, before, after }
}

fn constraints(constraints: &[Postcondition]) -> (TokenStream, TokenStream) {
    let part = "constraint";
    let before = before(constraints, part, &quote!(__call.is_outermost()));
    (before, owed("constrained", constraints, part, &quote!(&())))
}

impl Rules {
    /// Around a method that the trait itself has.
    pub fn of(&self, signature: &Signature, is_pure: bool) -> Kept {
        let Rules { invariant, before, after, .. } = self;
        if self.is_empty {
            return Kept::default();
        }
        let span = signature.ident.span();
        let checked = |check: &str, object: TokenStream| {
            let check = Ident::new(check, span);
            quote_spanned!(span=> (|| __call.#check(|| #object.#invariant(&__call)))();)
        };
        let made = checked("invariant_after", quote!(__made));
        let Some(receiver) = signature.receiver() else { return Kept { made, ..Kept::default() } };
        let this = receiver.self_token;
        let is_lent = matches!(receiver.kind, ReceiverKind::Reference(..));
        let (before, after) = match is_lent && !is_pure {
            true => (before.clone(), after.clone()),
            false => Default::default(),
        };
        let (entered, left) =
            (checked("invariant_before", quote!(#this)), checked("invariant_after", quote!(#this)));
        Kept { before: quote!(#entered #before), after: quote!(#left #after), made }
    }
}

/// `#[keeps(Push, Pop)]`: the traits whose invariants and constraints a block keeps.
pub fn keeps(attributes: &mut Vec<Attribute>, problems: &mut Problems) -> Vec<Path> {
    let mut kept = Vec::new();
    attributes.retain(|attribute| {
        if attribute.path().segments.last().is_none_or(|last| last.ident != "keeps") {
            return true;
        }
        match attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated) {
            Ok(paths) => kept.extend(paths),
            Err(error) => problems.add(
                error.span(),
                "the traits are missing whose invariants and constraints this block keeps",
                "write `#[keeps(Trait)]`",
            ),
        }
        false
    });
    kept
}

/// Whether the invariants of the traits hold of `self`.
pub fn invariants(traits: &[Path]) -> impl Iterator<Item = TokenStream> {
    traits.iter().map(|path| {
        let span = path.span();
        let invariant = hidden_rule("invariant", &last_name(path), span);
        quote_spanned!(span=> <Self as #path>::#invariant(self, __call))
    })
}

/// The constraints of the traits, around a method of a block that keeps them.
pub fn around(traits: &[Path], signature: &Signature, is_pure: bool) -> Kept {
    let mut kept = Kept::default();
    let Some(receiver) = signature.receiver() else { return kept };
    if is_pure || !matches!(receiver.kind, ReceiverKind::Reference(..)) {
        return kept;
    }
    let this = receiver.self_token;
    for (number, path) in traits.iter().enumerate() {
        let span = path.span();
        let constraint = hidden_rule("constraint", &last_name(path), span);
        let name = format_ident!("__constraint_{number}");
        kept.before
            .extend(quote_spanned!(span=> let #name = <Self as #path>::#constraint(&*#this, &__call);));
        kept.after.extend(quote_spanned!(span=> #name(&*#this, &__call);));
    }
    kept
}
