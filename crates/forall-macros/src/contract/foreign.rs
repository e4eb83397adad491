//! `contract_for! { … }`: contracts of functions and types of others.
//!
//! ```text
//! pub trait VecContract<T> { fn pop(&mut self) -> Option<T>; }
//! #[contract]
//! impl<T> VecContract<T> for Vec<T> {
//!     #[requires(self.len() > 0)]
//!     fn pop(&mut self) -> Option<T> { <Vec<T>>::pop(self) }
//! }
//!
//! #[contract]
//! #[requires(divisor != 0)]
//! pub fn divide(number: u8, divisor: u8) -> u8 { other::divide(number, divisor) }
//! ```
//!
//! Who calls `VecContract::pop(&mut items)` or the new `divide` calls with the contract. Without checks these do nothing but call.

use super::Expansion;
use crate::place::Surroundings;
use crate::problems::Problems;
use crate::spelled::spelled;
use forall_contract::clause::{Contract, invariants};
use forall_contract::foreign::{Foreign, ForeignFunction, ForeignType, validate};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{FnArg, Ident, ItemFn, ItemImpl, Pat, Safety, Signature};

pub fn expand(
    input: TokenStream,
    tests: Option<&str>,
    around: impl Fn(Span) -> Option<Surroundings>,
) -> syn::Result<TokenStream> {
    let foreign: Foreign = syn::parse2(input)?;
    let mut problems = Problems::default();
    let (mut plain, mut checked) = (TokenStream::new(), TokenStream::new());
    for ty in &foreign.types {
        let name = spelled(&ty.ty.to_token_stream());
        let expansion = Expansion { tests, around: &around, foreign: Some(name), infers: false };
        let (declared, block) = of_type(ty, &mut problems)?;
        let (plain_block, checked_block) = expansion.block(block, &mut problems);
        plain.extend(quote!(#declared #plain_block));
        checked.extend(quote!(#declared #checked_block));
    }
    for function in &foreign.functions {
        let expansion = Expansion { tests, around: &around, foreign: Some(function.name()), infers: false };
        let item = called_in_place(function, &mut problems)?;
        let (plain_function, checked_function) = expansion.function(item, &mut problems);
        plain.extend(plain_function);
        checked.extend(checked_function);
    }
    problems.none()?;
    Ok(quote!(::forall::__private::contracted! { { #plain } { #checked } }))
}

/// The trait, and the block that implements it.
fn of_type(of: &ForeignType, problems: &mut Problems) -> syn::Result<(TokenStream, ItemImpl)> {
    let ForeignType { attributes, visibility, generics, name, ty, methods, span } = of;
    let mut attributes = attributes.clone();
    for invariant in invariants(&mut attributes, problems) {
        let help = "say it of each method that should keep it: `#[ensures(|_| …)]`";
        problems.add(invariant.span, "what always holds of a type is said where the type is", help);
    }
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    let (mut declared, mut implemented) = (TokenStream::new(), TokenStream::new());
    for method in methods {
        validate(method, problems);
        let (signature, method_attributes) = (&method.sig, &method.attrs);
        let mut plain = method.attrs.clone();
        let _ = Contract::taken_from(&mut plain, &mut Problems::default());
        declared.extend(quote!(#(#plain)* #signature;));
        let call = quote_spanned!(signature.ident.span()=> <#ty>);
        let body = call_of(signature, &call);
        let conditions = method_attributes
            .iter()
            .filter(|it| !it.path().is_ident("doc") && !it.path().is_ident("must_use"));
        let unique = unique(signature);
        implemented.extend(quote!(#(#conditions)* #[inline] #signature { #unique #body }));
    }
    let declared = quote_spanned! {*span=>
        #(#attributes)*
        #[allow(clippy::len_without_is_empty, clippy::should_implement_trait, clippy::wrong_self_convention)]
        #visibility trait #name #impl_generics #where_clause { #declared }
    };
    let block = syn::parse2(quote_spanned! {*span=>
        #[allow(clippy::use_self)]
        impl #impl_generics #name #arguments for #ty #where_clause { #implemented }
    })?;
    Ok((declared, block))
}

/// A name that the type does not have would be that of the trait, which would call itself: with this it is not clear, and an error.
fn unique(signature: &Signature) -> TokenStream {
    let name = &signature.ident;
    quote_spanned! {name.span()=>
        #[allow(dead_code)]
        trait __NotOfTheType {
            fn #name() {}
        }
        impl<__T: ?::core::marker::Sized> __NotOfTheType for __T {}
    }
}

/// The function of others is called.
fn called_in_place(function: &ForeignFunction, problems: &mut Problems) -> syn::Result<ItemFn> {
    let ForeignFunction { visibility, path, declared } = function;
    validate(declared, problems);
    let (attributes, signature) = (&declared.attrs, &declared.sig);
    let arguments = arguments(signature);
    let call = enclosed(signature, quote!(#path(#(#arguments),*)));
    syn::parse2(quote!(#(#attributes)* #[inline] #visibility #signature { #call }))
}

fn call_of(signature: &Signature, ty: &TokenStream) -> TokenStream {
    let (name, arguments) = (&signature.ident, arguments(signature));
    let receiver = signature.receiver().map(|receiver| {
        let this = receiver.self_token;
        quote!(#this,)
    });
    enclosed(signature, quote!(#ty::#name(#receiver #(#arguments),*)))
}

fn enclosed(signature: &Signature, call: TokenStream) -> TokenStream {
    match signature.safety {
        Safety::Unsafe(_) => quote!(unsafe { #call }),
        _ => call,
    }
}

fn arguments(signature: &Signature) -> Vec<Ident> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    let name = |(number, typed): (usize, &syn::PatType)| match &*typed.pat {
        Pat::Ident(pattern) => pattern.ident.clone(),
        _ => format_ident!("argument_{number}"),
    };
    typed.enumerate().map(name).collect()
}
