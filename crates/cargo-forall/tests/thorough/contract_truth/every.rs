//! All values of a type of the source.

use super::conditions::arguments;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeSet;
use syn::{Expr, Field, Fields, ItemEnum, ItemStruct, Meta};

pub fn of_struct(mut item: ItemStruct, invariants: &BTreeSet<String>) -> TokenStream {
    let name = item.ident.clone();
    let variables: Vec<_> = (0..item.fields.len()).map(|number| format_ident!("field_{number}")).collect();
    let made = match &item.fields {
        Fields::Named(fields) => {
            let names = fields.named.iter().map(|field| &field.ident);
            quote!(#name { #(#names: #variables.clone()),* })
        }
        _ => quote!(#name(#(#variables.clone()),*)),
    };
    let kept = match invariants.contains(&name.to_string()) {
        true => quote!({
            let value = #made;
            if crate::oracle::is_kept(|| value.invariant__()) { f(value) }
        }),
        false => quote!(f(#made)),
    };
    let each = item.fields.iter().zip(&variables).rev().fold(kept, |inner, (field, variable)| {
        let ty = &field.ty;
        match range(field) {
            Some(range) => quote!(for #variable in #range { let #variable: #ty = #variable; #inner }),
            None => quote!(<#ty as crate::oracle::Every>::each(&mut |#variable| { #inner });),
        }
    });
    item.attrs.retain(|attribute| attribute.path().is_ident("derive"));
    without_input(&mut item.attrs);
    item.fields.iter_mut().for_each(|field| field.attrs.clear());
    quote! {
        #item
        impl crate::oracle::Every for #name {
            fn each(f: &mut dyn FnMut(Self)) { #each }
        }
    }
}

pub fn of_enum(mut item: ItemEnum) -> TokenStream {
    let name = item.ident.clone();
    let variants = item.variants.iter().map(|variant| {
        assert!(variant.fields.is_empty(), "{name} has more values than names");
        &variant.ident
    });
    let each = quote!(#(f(#name::#variants);)*);
    without_input(&mut item.attrs);
    quote! {
        #item
        impl crate::oracle::Every for #name {
            fn each(f: &mut dyn FnMut(Self)) { #each }
        }
    }
}

/// `#[forall(range = 0..=3)]`
fn range(field: &Field) -> Option<Expr> {
    let assignment = arguments(&field.attrs, "forall").pop()?;
    match assignment {
        Expr::Assign(assignment) => Some(*assignment.right),
        other => panic!("only ranges are known, not {}", other.to_token_stream()),
    }
}

fn without_input(attributes: &mut [syn::Attribute]) {
    for attribute in attributes {
        let Meta::List(list) = &mut attribute.meta else { continue };
        let derived = list.tokens.to_string();
        let kept = derived.split(',').filter(|name| !name.contains("Input")).collect::<Vec<_>>().join(",");
        list.tokens = kept.parse().expect("a list of names");
    }
}
