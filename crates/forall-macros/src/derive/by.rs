//! The generic parameters of the implementations: for each type that is drawn, the way it is drawn is a parameter of its own.

use super::shape::{DerivedType, mentions};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{DeriveInput, GenericParam, Generics, Ident, Type, parse_quote};

/// How a type is made.
pub struct By {
    /// With a parameter for each way.
    pub made: Generics,
    /// As in `MakeInput<By>`.
    pub way: TokenStream,
    /// Of the implementation of `Input`.
    pub input: Generics,
    /// Its associated type.
    pub known_way: TokenStream,
    /// Is it known to live as long as it has to?
    pub is_static: bool,
}

impl By {
    pub fn of(item: &DeriveInput, shape: &DerivedType) -> By {
        let drawn: Vec<Ident> = item
            .generics
            .type_params()
            .map(|parameter| parameter.ident.clone())
            .filter(|name| shape.fields().any(|field| is_drawn(name, &field.ty)))
            .collect();
        let is_static =
            item.generics.lifetimes().count() == 0 && item.generics.type_params().count() == drawn.len();
        let ways: Vec<Ident> = drawn.iter().map(|name| format_ident!("__By{name}")).collect();
        let bare = without_defaults(&item.generics);
        let mut made = bare.clone();
        let mut input = bare;
        for (name, way) in drawn.iter().zip(&ways) {
            made.params.push(parse_quote!(#way));
            made.make_where_clause()
                .predicates
                .push(parse_quote!(#name: ::forall::__private::MakeInput<#way> + 'static));
            input.make_where_clause().predicates.push(parse_quote!(#name: ::forall::Input + 'static));
        }
        if drawn.is_empty() {
            let itself = quote!(::forall::__private::Itself);
            return By { made, way: itself.clone(), input, known_way: itself, is_static };
        }
        let known = drawn.iter().map(|name| quote!(<#name as ::forall::Input>::By));
        By { made, way: quote!((#(#ways,)*)), input, known_way: quote!((#(#known,)*)), is_static }
    }
}

/// Has the type a value of the parameter in it?
fn is_drawn(parameter: &Ident, ty: &Type) -> bool {
    let is_mark = matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"));
    !is_mark && mentions(ty.to_token_stream(), &|ident| ident == parameter)
}

pub fn without_defaults(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(parameter) => {
                parameter.default = None;
            }
            GenericParam::Const(parameter) => {
                parameter.default = None;
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    generics
}
