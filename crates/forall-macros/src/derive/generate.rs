//! The implementations of a type of inputs.
//!
//! ```text
//! impl MakeInput<Itself> for Shape {
//!     fn make(source: &mut Source<'_>) -> Self {
//!         one_of(source, &[|source| built(source, &Construction { .. }, |source| Shape::Circle { .. })], &[..])
//!     }
//! }
//!
//! impl Input for Shape {
//!     type By = Itself;
//! }
//! ```
//!
//! Nothing in the expansion branches: it stands in the user's crate, and would be counted there.

use super::attributes::OfField;
use super::by::By;
use super::leaves::leaves;
use super::shape::{DerivedKind, DerivedType, Field, Parts, Style};
use crate::checked::in_checked_builds;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Ident, Index};

pub fn generate(item: &DeriveInput, shape: &DerivedType) -> TokenStream {
    let name = &item.ident;
    let By { made, way, input, known_way, is_static } = By::of(item, shape);
    let (_, type_arguments, _) = item.generics.split_for_impl();
    let (made_generics, _, made_where) = made.split_for_impl();
    let (input_generics, _, input_where) = input.split_for_impl();
    let drawn = match &shape.kind {
        DerivedKind::Struct(parts) => {
            let built = built(name, None, parts);
            quote!(::forall::__private::single(__source, |__source| #built))
        }
        DerivedKind::Enum(variants) => {
            let way = |(variant, parts): &(Ident, Parts)| {
                let built = built(name, Some(variant), parts);
                quote!(|__source: &mut ::forall::Source<'_>| #built)
            };
            let plain = variants.iter().filter(|(_, parts)| !parts.recursive).map(way);
            let recursive = variants.iter().filter(|(_, parts)| parts.recursive).map(way);
            let drawn = quote!(::forall::__private::one_of(__source, &[#(#plain),*], &[#(#recursive),*]));
            match variants.iter().find(|(_, parts)| matches!(parts.style, Style::Unit)) {
                Some((variant, _)) if variants.len() > 1 => or_else(name, variant, &drawn),
                _ => drawn,
            }
        }
    };
    let drawn = match &shape.of_type.invariant {
        Some(condition) => {
            let invariant = format_ident!("{}", if is_static { "invariant" } else { "invariant_of_lent" });
            quote_spanned!(condition.span()=> ::forall::__private::#invariant(__source, |__source| #drawn, #condition))
        }
        None => drawn,
    };
    let drawn = kept(name, is_static, &drawn);
    let from_parts = from_parts(item, shape);
    let leaves = leaves(item, shape);
    in_checked_builds(quote! {
        #[automatically_derived]
        impl #made_generics ::forall::__private::MakeInput<#way> for #name #type_arguments #made_where {
            fn make(__source: &mut ::forall::Source<'_>) -> Self {
                #drawn
            }
        }

        #[automatically_derived]
        impl #input_generics ::forall::Input for #name #type_arguments #input_where {
            type By = #known_way;
        }

        #from_parts
        #leaves
    })
}

/// Where a contract says what always holds of the type, that is drawn and nothing else.
fn kept(name: &Ident, is_static: bool, drawn: &TokenStream) -> TokenStream {
    let name = name.to_string();
    let draw = format_ident!("{}", if is_static { "draw" } else { "draw_lent" });
    quote! {
        #[allow(unused_imports)]
        use ::forall::__private::contract::{DrawnWithInvariant as _, DrawnWithoutInvariant as _};
        (&&::forall::__private::contract::Kind::<Self>::NEW).#draw(
            __source,
            const {
                &::forall::__private::contract::Function { name: #name, module: ::core::module_path!() }
            },
            |__source| #drawn,
        )
    }
}

/// Says that a variant without fields could stand in the place of what is drawn.
fn or_else(name: &Ident, variant: &Ident, drawn: &TokenStream) -> TokenStream {
    let (path, variant) = (name.to_string(), variant.to_string());
    quote! {
        ::forall::__private::or_else(
            __source,
            ::core::concat!(::core::module_path!(), "::", #path),
            #variant,
            |__source| #drawn,
        )
    }
}

/// For cases that stand where the fields are private.
fn from_parts(item: &DeriveInput, shape: &DerivedType) -> Option<TokenStream> {
    let DerivedKind::Struct(parts) = &shape.kind else { return None };
    if parts.fields.is_empty() || parts.reach() == "Everywhere" {
        return None;
    }
    let name = &item.ident;
    let (generics, type_arguments, where_clause) = item.generics.split_for_impl();
    let types: Vec<_> = parts.fields.iter().map(|field| &field.ty).collect();
    let fields = parts.fields.iter().enumerate().map(|(position, field)| {
        let index = Index::from(position);
        match &field.name {
            Some(name) => quote!(#name: __parts.#index),
            None => quote!(#index: __parts.#index),
        }
    });
    Some(quote! {
        #[automatically_derived]
        impl #generics ::forall::__private::FromParts<(#(#types,)*)> for #name #type_arguments #where_clause {
            fn from_parts(__parts: (#(#types,)*)) -> Self {
                Self { #(#fields),* }
            }
        }
    })
}

/// Draws the parts of a struct or variant and puts them together.
fn built(name: &Ident, variant: Option<&Ident>, parts: &Parts) -> TokenStream {
    let form = match parts.style {
        Style::Named => quote!(Braces),
        Style::Tuple => quote!(Parentheses),
        Style::Unit => quote!(Bare),
    };
    let path = name.to_string();
    // The fields of a variant are as visible as the enum.
    let reach = match variant {
        Some(_) => format_ident!("Everywhere"),
        None => parts.reach(),
    };
    let item = variant.map(ToString::to_string).unwrap_or_default();
    let fields = parts.fields.iter().filter_map(|field| field.name.as_ref().map(ToString::to_string));
    let constructor = match variant {
        Some(variant) => quote!(Self::#variant),
        None => quote!(Self),
    };
    // Of a tuple struct, a literal with numbers for names is right as well.
    let drawn = parts.fields.iter().enumerate().map(|(position, field)| {
        let index = Index::from(position);
        let (member, part) = match &field.name {
            Some(name) => (quote!(#name), name.to_string().trim_start_matches("r#").to_owned()),
            None => (quote!(#index), position.to_string()),
        };
        let value = value(field, &part);
        quote!(#member: #value)
    });
    quote! {
        ::forall::__private::built(
            __source,
            &::forall::__private::Construction {
                form: ::forall::__private::Form::#form,
                reach: ::forall::__private::Reach::#reach,
                path: ::core::concat!(::core::module_path!(), "::", #path),
                item: #item,
                fields: &[#(#fields),*],
            },
            |__source| #constructor { #(#drawn),* },
        )
    }
}

fn value(field: &Field, part: &str) -> TokenStream {
    let ty = &field.ty;
    let source = quote!(&mut __source.part(#part));
    match &field.of_field {
        OfField::AsItsType => {
            quote_spanned!(ty.span()=> <#ty as ::forall::__private::MakeInput<_>>::make(#source))
        }
        OfField::With(function) => {
            quote_spanned!(function.span()=> ::forall::__private::with::<#ty, _, _>(#source, #function))
        }
        OfField::Range(range) => {
            quote_spanned!(range.span()=> ::forall::__private::within::<#ty, _>(#source, #range))
        }
        OfField::Matches(text, pattern) => {
            let states = pattern.states();
            quote_spanned!(text.span()=> <#ty as ::forall::__private::Text>::matching(#source, #states))
        }
    }
}
