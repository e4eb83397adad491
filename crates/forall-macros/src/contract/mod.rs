//! `#[contract]`: what a function requires and ensures, and what always holds of a type.
//!
//! Attributes are read into clauses (`forall_contract::clause`), which know nothing of what becomes of them. Checks around the bodies (`function`) are
//! made of conditions (`check`). For each function there is a test of its contract (`oracle`). Without the checks, the item stays as it is.

mod block;
mod callers;
mod check;
mod exceptions;
mod foreign;
mod frame;
mod function;
mod hidden;
mod inherited;
mod kept;
mod measured;
mod of_trait;
mod oracle;
mod parameters;
mod repeated;
mod represented;
mod updates;
mod visible;
mod words;

pub use foreign::expand as expand_foreign;
pub use of_trait::{has, validate_fake};
pub use repeated::expand as expand_repeated;
pub use words::understood;

use crate::place::Surroundings;
use crate::problems::Problems;
use forall_contract::clause::{self, Clause, Contract};
use forall_contract::inferred::inferred;
use forall_contract::model::Models;
use frame::Framed;
use function::{Checked, Kept, Owner};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Block, Generics, Item, ItemFn, Path, Type};
use visible::Module;

/// `tests`: what the package calls the crate of its tests, if it has it.
pub fn expand(
    arguments: TokenStream,
    item: TokenStream,
    tests: Option<&str>,
    around: impl Fn(Span) -> Option<Surroundings>,
) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let infers = arguments.to_string() == "infer";
    if let Some(argument) = arguments.into_iter().next().filter(|_| !infers) {
        let help = "write `#[contract]`, and `#[requires(…)]` and the like below it, or `#[contract(infer)]`, which takes \
            the `assert!`s that a body begins with for what is required";
        problems.add(argument.span(), "`#[contract]` has no such argument", help);
    }
    let expansion = Expansion { tests, around: &around, foreign: None, infers };
    let (plain, checked) = match syn::parse2::<Item>(item)? {
        Item::Impl(block) => expansion.block(block, &mut problems),
        Item::Fn(function) => expansion.function(function, &mut problems),
        Item::Trait(item) => expansion.of_trait(item, &mut problems),
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
                "put `#[contract]` on an `impl` block, a trait, a function, a struct or an enum",
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
        let invariant = invariant(&ty, generics, &self.invariants, &[]);
        let models = represented::of_type(&self.models, &ty, generics);
        (item.to_token_stream(), quote!(#item #invariant #models))
    }
}

/// What always holds of a type, as an implementation of a trait: other blocks find it by that.
fn invariant(ty: &Type, generics: &Generics, clauses: &[Clause], kept: &[Path]) -> Option<TokenStream> {
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let each = clauses.iter().map(|clause| {
        let (constant, condition) = (check::constant(clause), check::condition(clause));
        quote::quote_spanned!(clause.span=> __call.invariant(#constant, || #condition))
    });
    let each = each.chain(kept::invariants(kept));
    let all = each.reduce(|before, next| quote!(::core::result::Result::and_then(#before, |()| #next)))?;
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
    /// What the type or function is called that belongs to others.
    foreign: Option<String>,
    /// Is what a body begins with required?
    infers: bool,
}

impl Expansion<'_> {
    fn function(&self, mut function: ItemFn, problems: &mut Problems) -> (TokenStream, TokenStream) {
        let contract = Contract::taken_from(&mut function.attrs, problems);
        if let Some(receiver) = function.sig.receiver() {
            problems.add(receiver.span(), "`#[contract]` belongs on the whole `impl` block", "move it there");
        }
        let contract = self.inferring(contract, &function.block);
        function::validate(&function.sig, &contract, problems);
        let owner = Owner {
            name: String::new(),
            keeps_invariant: false,
            is_drop: false,
            implements: None,
            kept: Kept::default(),
        };
        let name = self.foreign.clone().unwrap_or_else(|| function.sig.ident.to_string());
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
            inherited: false,
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

    /// With what the body begins with, if that is asked for.
    fn inferring(&self, mut contract: Contract, body: &Block) -> Contract {
        if self.infers {
            contract.general.requires.extend(inferred(body));
        }
        contract
    }

    fn tested(&self, tested: oracle::Tested<'_>) -> Option<TokenStream> {
        let name = self.tests?;
        let is_in_module = (self.around)(tested.place).is_none_or(|around| around.is_in_module());
        is_in_module.then(|| tested.generate(name))
    }
}
