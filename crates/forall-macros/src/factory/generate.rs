//! The implementation for the type that factories make.

use super::maker::Maker;
use crate::draw::{Scope, argument, drawn};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, parse_quote};

/// All factories make the same type.
pub fn implementation(makers: &[Maker], scope: Scope) -> TokenStream {
    let Some(first) = makers.first() else { return TokenStream::new() };
    let made = &first.made;
    let mut generics = first.generics.clone();
    let names: Vec<Ident> = generics.type_params().map(|parameter| parameter.ident.clone()).collect();
    let ways: Vec<Ident> = names.iter().map(|name| format_ident!("__By{name}")).collect();
    for (name, way) in names.iter().zip(&ways) {
        generics.params.push(parse_quote!(#way));
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote!(#name: ::forall::__private::MakeInput<#way> + 'static));
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let plain = makers.iter().filter(|maker| !maker.is_recursive()).map(|maker| way(maker, scope));
    let recursive = makers.iter().filter(|maker| maker.is_recursive()).map(|maker| way(maker, scope));
    quote! {
        const _: () = {
            #[allow(dead_code)]
            pub struct __By<#(#ways),*>(::core::marker::PhantomData<(#(#ways,)*)>);

            #[automatically_derived]
            impl #impl_generics ::forall::__private::MakeInput<__By<#(#ways),*>> for #made #where_clause {
                #[allow(clippy::type_complexity)]
                fn make(__source: &mut ::forall::Source<'_>) -> Self {
                    ::forall::__private::one_of(__source, &[#(#plain),*], &[#(#recursive),*])
                }
            }
        };
    }
}

fn way(maker: &Maker, scope: Scope) -> TokenStream {
    let Maker { function, path, item, parameters, conditions, name, .. } = maker;
    let drawn = parameters.iter().map(|parameter| drawn(&name.to_string(), parameter, 0, scope));
    let arguments = parameters.iter().map(|parameter| argument(parameter, 0));
    quote! {
        #(#conditions)*
        |__source: &mut ::forall::Source<'_>| {
            ::forall::__private::factory(
                __source,
                ::core::concat!(::core::module_path!(), "::", #path),
                #item,
                |__source| {
                    // A parameter may be called like the function.
                    let __factory = #function;
                    #(#drawn)*
                    __source.ready();
                    __factory(#(#arguments),*)
                },
            )
        }
    }
}
