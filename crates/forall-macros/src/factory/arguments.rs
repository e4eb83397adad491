//! The type of a factory's arguments: `#[factory(arguments = StackArguments)]`.
//!
//! Of one factory it is a struct with the parameters as fields, of several an enum. It is drawn like the parameters of the factory would be.

use super::maker::Maker;
use crate::draw::{Scope, argument, drawn, plain_name};
use crate::generated;
use crate::spelled::camel;
use crate::validate::{Parameter, Passing};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type, Visibility, parse_quote};

pub struct Named<'a> {
    pub name: &'a Ident,
    pub visibility: &'a Visibility,
    /// All make the same type.
    pub makers: &'a [Maker],
    pub scope: Scope,
}

impl Named<'_> {
    pub fn generate(&self) -> TokenStream {
        let declared = self.declared();
        let implemented = generated::implementations(self.name, &self.implemented());
        let drawn = self.drawn();
        quote!(#declared #implemented #drawn)
    }

    fn declared(&self) -> TokenStream {
        let Named { name, visibility, makers, .. } = self;
        let generics = &makers[0].generics;
        let where_clause = &generics.where_clause;
        let fields = |maker: &Maker, visibility: Option<TokenStream>| {
            let fields = maker.parameters.iter().map(|parameter| {
                let (name, ty) = (&parameter.name, owned(parameter, &maker.made));
                quote!(#[allow(missing_docs)] #visibility #name: #ty)
            });
            let fields: Vec<TokenStream> = fields.collect();
            (!fields.is_empty()).then(|| quote!({ #(#fields),* }))
        };
        let body = match makers {
            [maker] => {
                let fields = fields(maker, Some(quote!(pub))).unwrap_or(quote!({}));
                quote!(struct #name #generics #where_clause #fields)
            }
            makers => {
                let variants = makers.iter().map(|maker| {
                    let (conditions, variant, fields) =
                        (&maker.conditions, variant(maker), fields(maker, None));
                    quote!(#(#conditions)* #[allow(missing_docs)] #variant #fields)
                });
                quote!(enum #name #generics #where_clause { #(#variants),* })
            }
        };
        let doc = "The arguments that a factory was called with.";
        quote! {
            #[doc = #doc]
            #[allow(dead_code, private_interfaces)]
            #visibility #body
        }
    }

    /// The constructor for the arguments of a factory.
    fn constructor(&self, maker: &Maker) -> TokenStream {
        match self.makers.len() {
            1 => quote!(Self),
            _ => {
                let variant = variant(maker);
                quote!(Self::#variant)
            }
        }
    }

    fn implemented(&self) -> TokenStream {
        let Named { name, makers, .. } = self;
        let made = &makers[0].made;
        let mut generics = makers[0].generics.clone();
        for name in names(&makers[0]) {
            generics.make_where_clause().predicates.push(parse_quote!(#name: ::core::clone::Clone));
        }
        let (impl_generics, type_arguments, where_clause) = generics.split_for_impl();
        let kept = makers.iter().map(|maker| {
            let (conditions, constructor) = (&maker.conditions, self.constructor(maker));
            let fields: Vec<&Ident> = maker.parameters.iter().map(|parameter| &parameter.name).collect();
            let values = maker.parameters.iter().map(|parameter| {
                let (field, ty) = (&parameter.name, owned(parameter, made));
                quote_spanned!(parameter.ty.span()=> <#ty as ::forall::__private::KeptArgument>::kept(#field))
            });
            quote! {
                #(#conditions)*
                #constructor { #(#fields),* } => #constructor { #(#fields: #values),* },
            }
        });
        let calls = makers.iter().map(|maker| self.call(maker));
        quote! {
            #[automatically_derived]
            impl #impl_generics ::core::clone::Clone for #name #type_arguments #where_clause {
                fn clone(&self) -> Self {
                    match self { #(#kept)* }
                }
            }

            #[automatically_derived]
            impl #impl_generics ::forall::Arguments for #name #type_arguments #where_clause {
                type Made = #made;

                fn made(self) -> #made {
                    match self { #(#calls)* }
                }
            }
        }
    }

    /// The arm that calls the factory.
    fn call(&self, maker: &Maker) -> TokenStream {
        let made = &maker.made;
        let (conditions, constructor) = (&maker.conditions, self.constructor(maker));
        let function = match maker.item.as_str() {
            "" => maker.function.clone(),
            _ => {
                let name = &maker.name;
                quote!(<#made>::#name)
            }
        };
        let fields = maker.parameters.iter().map(|parameter| &parameter.name);
        let renamed: Vec<Ident> =
            (0..maker.parameters.len()).map(|number| format_ident!("__argument_{number}")).collect();
        let variables = maker.parameters.iter().map(|parameter| {
            let name = &parameter.name;
            match parameter.passing {
                Passing::MutableReference => quote!(mut #name),
                _ => quote!(#name),
            }
        });
        let arguments =
            maker.parameters.iter().map(|parameter| without_self(argument(parameter, 0), &quote!(#made)));
        quote! {
            #(#conditions)*
            #constructor { #(#fields: #renamed),* } => {
                // A parameter may be called like the function.
                let __factory = #function;
                #(let #variables = #renamed;)*
                ::forall::__private::value_of(__factory(#(#arguments),*))
            }
        }
    }

    fn drawn(&self) -> TokenStream {
        let Named { name, makers, .. } = self;
        let mut generics = makers[0].generics.clone();
        let (_, type_arguments, _) = makers[0].generics.split_for_impl();
        let mut input = generics.clone();
        let names = names(&makers[0]);
        let ways: Vec<Ident> = names.iter().map(|name| format_ident!("__By{name}")).collect();
        for (name, way) in names.iter().zip(&ways) {
            generics.params.push(parse_quote!(#way));
            let predicates = &mut generics.make_where_clause().predicates;
            predicates.push(parse_quote!(#name: ::forall::__private::MakeInput<#way> + 'static));
            input.make_where_clause().predicates.push(parse_quote!(#name: ::forall::Input + 'static));
        }
        let (made_generics, _, made_where) = generics.split_for_impl();
        let (input_generics, _, input_where) = input.split_for_impl();
        let plain = makers.iter().filter(|maker| !maker.is_recursive()).map(|maker| self.way(maker));
        let recursive = makers.iter().filter(|maker| maker.is_recursive()).map(|maker| self.way(maker));
        quote! {
            #[automatically_derived]
            impl #made_generics ::forall::__private::MakeInput<(#(#ways,)*)> for #name #type_arguments #made_where {
                fn make(__source: &mut ::forall::Source<'_>) -> Self {
                    ::forall::__private::one_of(__source, &[#(#plain),*], &[#(#recursive),*])
                }
            }

            #[automatically_derived]
            impl #input_generics ::forall::Input for #name #type_arguments #input_where {
                type By = (#(<#names as ::forall::Input>::By,)*);
            }
        }
    }

    /// Draws the arguments of one factory.
    fn way(&self, maker: &Maker) -> TokenStream {
        let Maker { name, conditions, parameters, .. } = maker;
        let (constructor, type_name) = (self.constructor(maker), self.name.to_string());
        let item = if self.makers.len() == 1 { String::new() } else { variant(maker).to_string() };
        let form = match (parameters.is_empty(), self.makers.len()) {
            (true, 2..) => quote!(Bare),
            _ => quote!(Braces),
        };
        let fields: Vec<&Ident> = parameters.iter().map(|parameter| &parameter.name).collect();
        let texts = fields.iter().map(|field| plain_name(field));
        let drawn = parameters.iter().map(|parameter| {
            let of_value = Parameter {
                name: parameter.name.clone(),
                ty: parameter.ty.clone(),
                drawn: owned(parameter, &maker.made),
                passing: Passing::Value,
                function: None,
                candidates: Vec::new(),
                shared: parameter.shared,
            };
            drawn(&name.to_string(), &of_value, 0, self.scope)
        });
        quote! {
            #(#conditions)*
            |__source: &mut ::forall::Source<'_>| {
                ::forall::__private::built(
                    __source,
                    &::forall::__private::Construction {
                        form: ::forall::__private::Form::#form,
                        reach: ::forall::__private::Reach::Everywhere,
                        path: ::core::concat!(::core::module_path!(), "::", #type_name),
                        item: #item,
                        fields: &[#(#texts),*],
                    },
                    |__source| {
                        #(#drawn)*
                        #constructor { #(#fields),* }
                    },
                )
            }
        }
    }
}

fn names(maker: &Maker) -> Vec<Ident> {
    maker.generics.type_params().map(|parameter| parameter.ident.clone()).collect()
}

fn variant(maker: &Maker) -> Ident {
    format_ident!("{}", camel(&maker.name.to_string()), span = maker.name.span())
}

/// What is kept of a parameter: of a reference, what it refers to.
fn owned(parameter: &Parameter, made: &Type) -> Type {
    let ty = match &parameter.drawn {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(::std::vec::Vec<#element>)
        }
        ty if parameter.is_unsized() => parse_quote!(<#ty as ::std::borrow::ToOwned>::Owned),
        ty => ty.clone(),
    };
    let named = without_self(quote!(#ty), &quote!(#made));
    syn::parse2(named).unwrap_or(ty)
}

/// Says by name what `Self` is in the `impl` block of the factory.
fn without_self(tokens: TokenStream, made: &TokenStream) -> TokenStream {
    let replaced = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == "Self" => made.clone(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_self(group.stream(), made));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => token.into(),
    };
    tokens.into_iter().flat_map(replaced).collect()
}
