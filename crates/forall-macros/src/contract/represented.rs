//! Model fields: a method for each, where contracts are checked.
//!
//! ```text
//! impl Stack {
//!     pub fn __represents_items(&self) -> Vec<i64> { self.items.clone() }
//! }
//! ```
//!
//! In conditions, `self.items` is a call of it where the block says `#[model(items: …)]`, and `model(stack.items)` is one everywhere.

use super::words::understood;
use crate::problems::Problems;
use forall_contract::clause::{Clause, Contract};
use forall_contract::model::{Models, Represented, marked, method};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Fields, Generics, ItemImpl, ItemStruct, Type};

/// The names of model fields stand for them in these conditions.
pub fn known_in(models: &Models, contracts: &mut [Contract], invariants: &mut [Clause]) {
    let names = models.names();
    if names.is_empty() {
        return;
    }
    let replaced = |condition: &TokenStream| marked(condition, &names);
    contracts.iter_mut().for_each(|contract| contract.replace(&replaced));
    invariants.iter_mut().for_each(|invariant| invariant.replace(&replaced));
}

/// In blocks, where the model is not declared, its name would be that of the field.
pub fn refuse_fields(models: &Models, item: &ItemStruct, problems: &mut Problems) {
    let Fields::Named(fields) = &item.fields else { return };
    for declared in &models.declared {
        if fields.named.iter().any(|field| field.ident.as_ref() == Some(&declared.name)) {
            let problem = format!("`{}` is a field already", declared.name);
            let help =
                "choose another name, or declare the model on the `impl` block whose conditions speak of it";
            problems.add(declared.name.span(), &problem, help);
        }
    }
}

/// The methods that stand beside a block.
pub fn of_block(models: &Models, block: &ItemImpl) -> Option<TokenStream> {
    of_type(models, &block.self_ty, &block.generics)
}

/// The methods of a type.
pub fn of_type(models: &Models, ty: &Type, generics: &Generics) -> Option<TokenStream> {
    if models.represented.is_empty() {
        return None;
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let methods = methods(models);
    Some(quote! {
        #[automatically_derived]
        #[allow(dead_code, missing_docs, private_interfaces, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #impl_generics #ty #where_clause {
            #(#methods)*
        }
    })
}

fn methods(models: &Models) -> impl Iterator<Item = TokenStream> {
    models.represented.iter().filter_map(move |Represented { name, value, .. }| {
        let (ty, value) = (models.ty(name)?, understood(&value.to_token_stream()));
        let method = method(name);
        Some(quote_spanned! {name.span()=>
            #[doc(hidden)]
            pub fn #method(&self) -> #ty {
                #value
            }
        })
    })
}
