//! `#[contract]` on an `impl` block.

use super::frame::Framed;
use super::function::{self, Checked, Owner};
use super::visible::{Module, Seen};
use super::{Expansion, callers, inherited, invariant, kept, oracle, represented};
use crate::problems::Problems;
use crate::spelled::spelled;
use forall_contract::clause::{self, Clause, Contract};
use forall_contract::model::Models;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{ImplItem, ImplItemFn, ItemImpl, Path, Visibility};

/// What stands on the block.
struct Block<'a> {
    /// Without what belongs to contracts.
    block: &'a ItemImpl,
    invariants: Vec<Clause>,
    /// The traits whose constraints it keeps.
    keeps: Vec<Path>,
    /// What its type is called.
    of: String,
    is_drop: bool,
    /// What can be seen of it, and where it stands.
    seen: Vec<Seen>,
    module: Module,
}

impl Expansion<'_> {
    /// The block as it was, and with checks.
    pub(super) fn block(&self, mut item: ItemImpl, problems: &mut Problems) -> (TokenStream, TokenStream) {
        let keeps = kept::keeps(&mut item.attrs, problems);
        if let (Some(first), true) = (keeps.first(), item.trait_.is_some()) {
            let help = "put `#[keeps(…)]` on the other `impl` blocks of the type";
            problems.add(first.span(), "the methods of a trait keep what their own trait says", help);
        }
        let of = spelled(&item.self_ty.to_token_stream());
        let is_drop = item
            .trait_
            .as_ref()
            .is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == "Drop"));
        let (models, invariants, contracts) = self.attributes(&mut item, problems);
        let plain = item.to_token_stream();
        let mut checked = item.clone();
        let around = || Module::of((self.around)(item.impl_token.span));
        callers::validate(&item, &contracts, &models, around, problems);
        let module = self.module(item.impl_token.span, &contracts);
        let seen = module.seen_beside(&item, &contracts, &models);
        let block = Block { block: &item, invariants, keeps, of, is_drop, seen, module };
        let mut tests = TokenStream::new();
        let mut contracts = contracts.iter();
        for item in &mut checked.items {
            let ImplItem::Fn(function) = item else { continue };
            let Some(contract) = contracts.next() else { continue };
            if let Some((checked, test)) = self.method(function, contract, &block) {
                tests.extend(test);
                *item = ImplItem::Verbatim(checked);
            }
        }
        let invariant = invariant(&item.self_ty, &item.generics, &block.invariants, &block.keeps);
        let models = represented::of_block(&models, &item);
        (plain, quote!(#checked #invariant #models #tests))
    }

    /// Takes what stands on the block, and on the functions in it, in their order.
    fn attributes(
        &self,
        block: &mut ItemImpl,
        problems: &mut Problems,
    ) -> (Models, Vec<Clause>, Vec<Contract>) {
        let models = Models::taken_from(&mut block.attrs, problems);
        match block.trait_ {
            Some(_) => models.of_implementation(problems),
            None => models.of_type(problems),
        }
        let mut invariants = clause::invariants(&mut block.attrs, problems);
        if let (Some(first), Some((path, _))) = (invariants.first(), &block.trait_) {
            let problem = format!(
                "an invariant belongs to the type, not to its `{}`",
                spelled(&path.to_token_stream())
            );
            problems.add(first.span, &problem, "put it on an `impl` block without a trait, or on the struct");
        }
        let mut contracts = self.contracts(block, problems);
        represented::known_in(&models, &mut contracts, &mut invariants);
        (models, invariants, contracts)
    }

    /// Takes the contracts of the functions in the block, in their order.
    fn contracts(&self, block: &mut ItemImpl, problems: &mut Problems) -> Vec<Contract> {
        let mut contracts = Vec::new();
        for item in &mut block.items {
            let ImplItem::Fn(function) = item else { continue };
            let contract = Contract::taken_from(&mut function.attrs, problems);
            let contract = self.inferring(contract, &function.block);
            if !contract.is_empty() || contract.pure.is_some() {
                function::validate(&function.sig, &contract, problems);
            }
            contracts.push(contract);
        }
        contracts
    }

    /// A function with its checks, and its test.
    fn method(
        &self,
        function: &ImplItemFn,
        contract: &Contract,
        block: &Block<'_>,
    ) -> Option<(TokenStream, Option<TokenStream>)> {
        let owner = self.owner(function, contract, block);
        let name = self.name(function, block);
        let checks = Checked {
            signature: &function.sig,
            body: &function.block,
            contract,
            owner: &owner,
            name: &name,
            framed: Framed::of(contract, &function.sig, &block.seen, &block.module),
        };
        if !checks.is_needed() {
            return None;
        }
        let inherited = contract.is_empty() && may_inherit(function, &owner, block);
        let keeps_something = !block.invariants.is_empty() || !block.keeps.is_empty();
        let is_tested = !contract.is_empty()
            || inherited
            || keeps_something && block.block.trait_.is_none() && owner.keeps_invariant;
        let test = is_tested.then(|| {
            self.tested(oracle::Tested {
                name: &name,
                signature: &function.sig,
                attributes: &function.attrs,
                block: Some(block.block),
                behaviors: contract.behaviors.len(),
                panics: !contract.panics.is_empty() || owner.implements.is_some(),
                inherited,
                requires: contract.requires_something(),
                place: block.block.impl_token.span,
            })
        });
        let (attributes, visibility) = (&function.attrs, &function.vis);
        let defaultness = &function.modifiers.defaultness;
        let generated = checks.generate(&quote!(#visibility #defaultness));
        Some((quote!(#(#attributes)* #generated), test.flatten()))
    }

    fn owner(&self, function: &ImplItemFn, contract: &Contract, block: &Block<'_>) -> Owner {
        let ItemImpl { trait_, generics, .. } = block.block;
        let is_public = trait_.is_some() || !matches!(function.vis, Visibility::Inherited);
        let is_wrapped = function.sig.constness.is_none() && function.sig.asyncness.is_none();
        let of_trait = |(path, _): &(Path, _)| (path.clone(), inherited::types_of(path, generics));
        let is_bound = is_wrapped && !block.is_drop && self.foreign.is_none();
        Owner {
            name: block.of.clone(),
            keeps_invariant: is_public && is_wrapped,
            is_drop: block.is_drop,
            implements: trait_.as_ref().filter(|_| is_bound).map(of_trait),
            kept: kept::around(&block.keeps, &function.sig, contract.pure.is_some()),
        }
    }

    /// What messages and reports call the function.
    fn name(&self, function: &ImplItemFn, block: &Block<'_>) -> String {
        let (of, name) = (&block.of, &function.sig.ident);
        match &block.block.trait_ {
            Some((path, _)) if self.foreign.is_none() => {
                format!("<{of} as {}>::{name}", spelled(&path.to_token_stream()))
            }
            _ => format!("{of}::{name}"),
        }
    }
}

/// Can a trait say something of the method that its test could show?
fn may_inherit(function: &ImplItemFn, owner: &Owner, block: &Block<'_>) -> bool {
    let generics = &block.block.generics;
    owner.implements.is_some()
        && function.sig.receiver().is_some()
        && generics.type_params().next().is_none()
        && generics.const_params().next().is_none()
}
