//! `#[fake]`: a type that implements a trait and lets the exploration choose its answers.
//!
//! A trait is read (`faked`; `declared` for `fake! { … }`), each `method` with what attributes say (`options`), its answers (`answer`) and
//! arguments (`argument`). It becomes a type (`generate`) with `calls` that implements it (`implement`). The trait itself stays as it was written, without the attributes that are for the fake.

mod answer;
mod argument;
mod calls;
mod declared;
mod faked;
mod function;
mod generate;
mod implement;
mod method;
mod objects;
mod options;
mod tokens;

pub use function::FunctionFake;
pub use objects::{all_of, last_name};

use crate::checked::in_checked_builds;
use crate::contract;
use crate::problems::Problems;
use declared::Declared;
use faked::Faked;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, ItemTrait, TraitItem};

pub fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let mut item: ItemTrait = syn::parse2(item).map_err(|error| {
        let problem = "`#[fake]` belongs on a trait";
        let help =
            "help: for a trait of another crate, write `forall::fake! { impl Trait for FakeTrait { .. } }`";
        syn::Error::new(error.span(), format!("{problem}\n{help}"))
    })?;
    let mut problems = Problems::default();
    let objects = arguments.to_string() == "objects";
    if let Some(argument) = arguments.into_iter().next().filter(|_| !objects) {
        problems.add(
            argument.span(),
            "`#[fake]` has no such key",
            "the key is `objects`: the fake is a `Box<dyn Trait>`, too, whatever the supertraits are",
        );
    }
    let has_contract = contract::has(&item.attrs, "contract");
    if has_contract {
        item.items.iter().for_each(|item| contract::validate_fake(attributes(item), &mut problems));
    }
    let faked = Faked::of_trait(&item, &mut problems);
    problems.none()?;
    let objects = objects::objects(&item, &faked, objects);
    item.items.iter_mut().for_each(|item| strip(item, has_contract));
    let fake = generate::generate(&faked);
    let fake = in_checked_builds(quote!(#fake #objects));
    Ok(quote!(#item #fake))
}

/// The same for what stands in `fake! { … }`.
pub fn expand_declared(input: TokenStream) -> syn::Result<TokenStream> {
    let declared: Declared = syn::parse2(input)?;
    let mut problems = Problems::default();
    let objects = declared.objects();
    let faked = declared.faked(&mut problems);
    problems.none()?;
    let Some(faked) = faked else { return Ok(TokenStream::new()) };
    let fake = generate::generate(&faked);
    Ok(in_checked_builds(quote!(#fake #objects)))
}

fn attributes(item: &TraitItem) -> &[Attribute] {
    match item {
        TraitItem::Fn(function) => &function.attrs,
        _ => &[],
    }
}

/// Takes off what is for the fake. What a contract says stays for that.
fn strip(item: &mut TraitItem, has_contract: bool) {
    let attributes = match item {
        TraitItem::Fn(function) => &mut function.attrs,
        TraitItem::Const(constant) => &mut constant.attrs,
        TraitItem::Type(ty) => &mut ty.attrs,
        _ => return,
    };
    attributes.retain(|attribute| !is_ours(attribute, has_contract));
}

fn is_ours(attribute: &Attribute, has_contract: bool) -> bool {
    let ours: &[&str] = if has_contract { &["fake"] } else { &["fake", "requires", "ensures"] };
    let last = attribute.path().segments.last();
    last.is_some_and(|last| ours.contains(&last.ident.to_string().as_str()))
}
