//! `#[contract]`: what a function requires and ensures, and what always holds of a type.
//!
//! Attributes are read into clauses (`forall_contract::clause`), which know nothing of what becomes of them. Checks around the bodies (`function`) are
//! made of conditions (`check`). For each function there is a test of its contract (`oracle`). Without the checks, the item stays as it is.

mod check;
mod exceptions;
mod frame;
mod function;
mod oracle;
mod represented;
mod updates;
mod visible;
mod words;

use crate::place::Surroundings;
use crate::problems::Problems;
use crate::spelled::spelled;
use forall_contract::clause::{self, Clause, Contract};
use forall_contract::model::Models;
use frame::Framed;
use function::{Checked, Owner};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Generics, ImplItem, Item, ItemFn, ItemImpl, Type, Visibility};
use visible::Module;

/// `tests`: what the package calls the crate of its tests, if it has it.
pub fn expand(
    arguments: TokenStream,
    item: TokenStream,
    tests: Option<&str>,
    around: impl Fn(Span) -> Option<Surroundings>,
) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    if let Some(argument) = arguments.into_iter().next() {
        let help = "write `#[contract]`, and `#[requires(…)]` and the like below it";
        problems.add(argument.span(), "`#[contract]` takes no argument", help);
    }
    let expansion = Expansion { tests, around: &around };
    let (plain, checked) = match syn::parse2::<Item>(item)? {
        Item::Impl(block) => expansion.block(block, &mut problems),
        Item::Fn(function) => expansion.function(function, &mut problems),
        Item::Struct(mut item) => {
            let of_type = OfType::taken_from(&mut item.attrs, &mut problems);
            represented::refuse_fields(&of_type.models, &item, &mut problems);
            of_type.generate(&item, &item.ident, &item.generics)
        }
        Item::Enum(mut item) => {
            let of_type = OfType::taken_from(&mut item.attrs, &mut problems);
            of_type.generate(&item, &item.ident, &item.generics)
        }
        other => {
            problems.add(
                other.span(),
                "nothing here can have a contract",
                "put `#[contract]` on an `impl` block, a function, a struct or an enum",
            );
            Default::default()
        }
    };
    problems.none()?;
    Ok(quote!(::forall::__private::contracted! { { #plain } { #checked } }))
}

/// What the attributes of a struct or an enum say.
struct OfType {
    models: Models,
    invariants: Vec<Clause>,
}

impl OfType {
    fn taken_from(attributes: &mut Vec<Attribute>, problems: &mut Problems) -> OfType {
        let models = Models::taken_from(attributes, problems);
        models.of_type(problems);
        let mut invariants = clause::invariants(attributes, problems);
        represented::known_in(&models, &mut [], &mut invariants);
        OfType { models, invariants }
    }

    fn generate(
        &self,
        item: &impl ToTokens,
        name: &Ident,
        generics: &Generics,
    ) -> (TokenStream, TokenStream) {
        let (_, arguments, _) = generics.split_for_impl();
        let ty: Type = syn::parse_quote!(#name #arguments);
        let invariant = invariant(&ty, generics, &self.invariants);
        let models = represented::of_type(&self.models, &ty, generics);
        (item.to_token_stream(), quote!(#item #invariant #models))
    }
}

/// What always holds of a type, as an implementation of a trait: other blocks find it by that.
fn invariant(ty: &Type, generics: &Generics, clauses: &[Clause]) -> Option<TokenStream> {
    if clauses.is_empty() {
        return None;
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let each = clauses.iter().map(|clause| {
        let (constant, condition) = (check::constant(clause), check::condition(clause));
        quote::quote_spanned!(clause.span=> __call.invariant(#constant, || #condition))
    });
    let all = each.reduce(|before, next| quote!(::core::result::Result::and_then(#before, |()| #next)));
    Some(quote! {
        #[automatically_derived]
        #[allow(clippy::needless_borrow, clippy::needless_borrows_for_generic_args)]
        impl #impl_generics ::forall::__private::contract::Invariant for #ty #where_clause {
            fn invariant(
                &self,
                __call: &::forall::__private::contract::Call,
            ) -> ::forall::__private::contract::Met {
                #all
            }
        }
    })
}

struct Expansion<'a> {
    tests: Option<&'a str>,
    around: &'a dyn Fn(Span) -> Option<Surroundings>,
}

impl Expansion<'_> {
    /// The block as it was, and with checks.
    fn block(&self, mut block: ItemImpl, problems: &mut Problems) -> (TokenStream, TokenStream) {
        let (models, invariants, contracts) = attributes(&mut block, problems);
        let owner_name = spelled(&block.self_ty.to_token_stream());
        let is_of_trait = block.trait_.is_some();
        let is_drop = block
            .trait_
            .as_ref()
            .is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == "Drop"));
        let plain = block.to_token_stream();
        let module = self.module(block.impl_token.span, &contracts);
        let seen = module.seen_beside(&block, &contracts, &models);
        let mut tests = TokenStream::new();
        let mut contracts = contracts.iter();
        let mut checked = block.clone();
        for item in &mut checked.items {
            let ImplItem::Fn(function) = item else { continue };
            let Some(contract) = contracts.next() else { continue };
            let is_public = is_of_trait || !matches!(function.vis, Visibility::Inherited);
            let is_wrapped = function.sig.constness.is_none() && function.sig.asyncness.is_none();
            let owner = Owner { name: owner_name.clone(), keeps_invariant: is_public && is_wrapped, is_drop };
            let name = format!("{owner_name}::{}", function.sig.ident);
            let checks = Checked {
                signature: &function.sig,
                body: &function.block,
                contract,
                owner: &owner,
                name: &name,
                framed: Framed::of(contract, &function.sig, &seen, &module),
            };
            if !checks.is_needed() {
                continue;
            }
            if !contract.is_empty() || !invariants.is_empty() && is_public && is_wrapped && !is_drop {
                tests.extend(self.tested(oracle::Tested {
                    name: &name,
                    signature: &function.sig,
                    attributes: &function.attrs,
                    block: Some(&block),
                    behaviors: contract.behaviors.len(),
                    panics: !contract.panics.is_empty(),
                    requires: contract.requires_something(),
                    place: block.impl_token.span,
                }));
            }
            let (attributes, visibility) = (&function.attrs, &function.vis);
            let defaultness = &function.modifiers.defaultness;
            let generated = checks.generate(&quote!(#visibility #defaultness));
            *item = ImplItem::Verbatim(quote!(#(#attributes)* #generated));
        }
        let invariant = invariant(&block.self_ty, &block.generics, &invariants);
        let models = represented::of_block(&models, &mut checked);
        (plain, quote!(#checked #invariant #models #tests))
    }

    fn function(&self, mut function: ItemFn, problems: &mut Problems) -> (TokenStream, TokenStream) {
        let contract = Contract::taken_from(&mut function.attrs, problems);
        if let Some(receiver) = function.sig.receiver() {
            problems.add(receiver.span(), "`#[contract]` belongs on the whole `impl` block", "move it there");
        }
        function::validate(&function.sig, &contract, problems);
        let owner = Owner { name: String::new(), keeps_invariant: false, is_drop: false };
        let name = function.sig.ident.to_string();
        let module = self.module(function.sig.ident.span(), std::slice::from_ref(&contract));
        let checks = Checked {
            signature: &function.sig,
            body: &function.block,
            contract: &contract,
            owner: &owner,
            name: &name,
            framed: Framed::of(&contract, &function.sig, &[], &module),
        };
        if !checks.is_needed() {
            return (function.to_token_stream(), function.to_token_stream());
        }
        let tests = self.tested(oracle::Tested {
            name: &name,
            signature: &function.sig,
            attributes: &function.attrs,
            block: None,
            behaviors: contract.behaviors.len(),
            panics: !contract.panics.is_empty(),
            requires: contract.requires_something(),
            place: function.sig.ident.span(),
        });
        let (attributes, generated) = (&function.attrs, checks.generate(&function.vis.to_token_stream()));
        (function.to_token_stream(), quote!(#(#attributes)* #generated #tests))
    }

    /// The module around, if somebody asks what can be seen of the types in it.
    fn module(&self, place: Span, contracts: &[Contract]) -> Module {
        match contracts.iter().any(|contract| contract.modifies.is_some()) {
            true => Module::of((self.around)(place)),
            false => Module::default(),
        }
    }

    fn tested(&self, tested: oracle::Tested<'_>) -> Option<TokenStream> {
        let name = self.tests?;
        let is_in_module = (self.around)(tested.place).is_none_or(|around| around.is_in_module());
        is_in_module.then(|| tested.generate(name))
    }
}

/// Takes what stands on the block, and on the functions in it, in their order.
fn attributes(block: &mut ItemImpl, problems: &mut Problems) -> (Models, Vec<Clause>, Vec<Contract>) {
    let models = Models::taken_from(&mut block.attrs, problems);
    match block.trait_ {
        Some(_) => models.of_implementation(problems),
        None => models.of_type(problems),
    }
    let mut invariants = clause::invariants(&mut block.attrs, problems);
    if let (Some(first), Some((path, _))) = (invariants.first(), &block.trait_) {
        let problem =
            format!("an invariant belongs to the type, not to its `{}`", spelled(&path.to_token_stream()));
        problems.add(first.span, &problem, "put it on an `impl` block without a trait, or on the struct");
    }
    let mut contracts = contracts(block, problems);
    represented::known_in(&models, &mut contracts, &mut invariants);
    (models, invariants, contracts)
}

/// Takes the contracts of the functions in the block, in their order.
fn contracts(block: &mut ItemImpl, problems: &mut Problems) -> Vec<Contract> {
    let mut contracts = Vec::new();
    for item in &mut block.items {
        let ImplItem::Fn(function) = item else { continue };
        let contract = Contract::taken_from(&mut function.attrs, problems);
        if !contract.is_empty() || contract.pure.is_some() {
            function::validate(&function.sig, &contract, problems);
        }
        contracts.push(contract);
    }
    contracts
}
