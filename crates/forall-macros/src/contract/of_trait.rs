//! `#[contract]` on a trait: what it says of its methods, of all that implement it, and what no method may do.

use super::Expansion;
use super::function::{self, Checked, Owner};
use super::hidden::Hidden;
use super::kept::{Rules, rules};
use crate::draw::plain_name;
use crate::problems::Problems;
use forall_contract::clause::Contract;
use forall_contract::constraint::OfTrait;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, ItemTrait, TraitItem, TraitItemFn};

/// What stands with the name of an attribute.
fn is_called(attribute: &Attribute, names: &[&str]) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Does the other attribute of forall stand on the trait?
pub fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| is_called(attribute, &[name]))
}

/// Of a contract, a fake knows preconditions and postconditions.
pub fn validate_fake(attributes: &[Attribute], problems: &mut Problems) {
    for attribute in attributes {
        if is_called(attribute, &["behavior", "panics", "modifies"]) {
            let help = "say it with `requires` and `ensures`, or remove `#[fake]` and write the fake by hand";
            problems.add(
                syn::spanned::Spanned::span(attribute),
                "the fake of a trait does not know this",
                help,
            );
        }
    }
}

impl Expansion<'_> {
    /// The trait as it was, and with checks and hidden methods.
    pub(super) fn of_trait(
        &self,
        mut item: ItemTrait,
        problems: &mut Problems,
    ) -> (TokenStream, TokenStream) {
        let of_trait = OfTrait::taken_from(&mut item.attrs, problems);
        let is_faked = has(&item.attrs, "fake");
        let mut contracts = Vec::new();
        for inner in &mut item.items {
            let TraitItem::Fn(function) = inner else { continue };
            contracts.push(taken_from(function, is_faked, problems));
        }
        let plain = item.to_token_stream();
        let name = plain_name(&item.ident);
        let rules = rules(&of_trait, &name, item.ident.span(), &item.generics, problems);
        let mut hidden = TokenStream::new();
        let mut contracts = contracts.iter();
        for inner in &mut item.items {
            let TraitItem::Fn(function) = inner else { continue };
            let Some(contract) = contracts.next() else { continue };
            let conditions = function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
            let of_method =
                Hidden { of: &name, generics: &item.generics, signature: &function.sig, contract };
            let of_method = of_method.generate(problems);
            hidden.extend(of_method.map(|method| quote!(#(#conditions)* #method)));
            if let Some(checked) = checked(function, contract, &rules, &name) {
                *inner = TraitItem::Verbatim(checked);
            }
        }
        item.items.push(TraitItem::Verbatim(hidden));
        item.items.push(TraitItem::Verbatim(rules.methods));
        (plain, item.to_token_stream())
    }
}

/// Takes the contract of a method; what its fake reads stays.
fn taken_from(function: &mut TraitItemFn, is_faked: bool, problems: &mut Problems) -> Contract {
    let for_fake: Vec<Attribute> =
        function.attrs.iter().filter(|it| is_called(it, &["requires", "ensures"])).cloned().collect();
    if is_faked {
        validate_fake(&function.attrs, problems);
    }
    let contract = Contract::taken_from(&mut function.attrs, problems);
    if let (Some(update), None) = (contract.updates.first(), &function.default) {
        let help = "say it where the method is implemented, of a ghost of the type";
        problems.add(update.clause.span, "the contract of a trait updates no ghost state", help);
    }
    if let Some(frame) = &contract.modifies {
        let help = "say `#[ensures(|_| self.size() == old(self.size()))]` of what stays, or say it where the method is implemented";
        problems.add(frame.span, "the contract of a trait does not say what may change", help);
    }
    if let (Some(decreases), None) = (&contract.decreases, &function.default) {
        let help = "put it on the implementation: it is about a body that calls itself";
        problems.add(decreases.span, "there is no body here in which something could decrease", help);
    }
    if !contract.is_empty() || contract.pure.is_some() {
        function::validate(&function.sig, &contract, problems);
    }
    if is_faked {
        function.attrs.extend(for_fake);
    }
    contract
}

/// A method with a body, with checks around it.
fn checked(function: &TraitItemFn, contract: &Contract, rules: &Rules, of: &str) -> Option<TokenStream> {
    let body = function.default.as_ref()?;
    if function.sig.constness.is_some() || function.sig.asyncness.is_some() {
        return None;
    }
    let owner = Owner {
        name: of.to_owned(),
        keeps_invariant: !rules.is_empty,
        is_drop: false,
        implements: None,
        kept: rules.of(&function.sig, contract.pure.is_some()),
    };
    let name = format!("{of}::{}", plain_name(&function.sig.ident));
    let checks =
        Checked { signature: &function.sig, body, contract, owner: &owner, name: &name, framed: None };
    let attributes = &function.attrs;
    checks.is_needed().then(|| {
        let generated = checks.generate(&TokenStream::new());
        quote!(#(#attributes)* #generated)
    })
}
