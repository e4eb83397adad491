//! `#[fake]`: a type that implements a trait and lets the exploration choose its answers.
//!
//! A trait is read (`faked`), each of its methods with what is known of its answers (`answer`) and arguments (`argument`), and becomes code
//! (`generate`). The trait itself stays as it was written, without the attributes that are for the fake.

mod answer;
mod argument;
mod faked;
mod generate;
mod options;

use crate::checked::in_checked_builds;
use crate::problems::Problems;
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
    if let Some(argument) = arguments.into_iter().next() {
        problems.add(argument.span(), "`#[fake]` takes no arguments", "remove the parentheses");
    }
    let faked = Faked::of_trait(&item, &mut problems);
    problems.none()?;
    item.items.iter_mut().for_each(strip);
    let fake = in_checked_builds(generate::generate(&faked));
    Ok(quote!(#item #fake))
}

/// Takes off what is for the fake.
fn strip(item: &mut TraitItem) {
    let attributes = match item {
        TraitItem::Fn(function) => &mut function.attrs,
        TraitItem::Const(constant) => &mut constant.attrs,
        TraitItem::Type(ty) => &mut ty.attrs,
        _ => return,
    };
    attributes.retain(|attribute| !is_ours(attribute));
}

fn is_ours(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| ["fake", "requires", "ensures"].contains(&last.ident.to_string().as_str()))
}
