//! The type that a fake is.

use super::answer::Answered;
use super::argument::Argument;
use super::calls::calls;
use super::faked::Faked;
use super::implement;
use super::method::Method;
use crate::derive::mentions;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Generics, Ident, Type, parse_quote};

pub fn generate(faked: &Faked) -> TokenStream {
    let calls = calls(faked);
    let structure = structure(faked);
    let builders = builders(faked);
    let inputs = inputs(faked);
    let implementations = implement::implementations(faked);
    quote!(#calls #structure #builders #inputs #implementations)
}

/// The type of the calls, with those parameters that occur in it.
pub fn call_type(faked: &Faked) -> (Ident, Generics) {
    let recorded: TokenStream = faked
        .methods()
        .flat_map(|method| &method.arguments)
        .map(|it| it.recorded.0.to_token_stream())
        .collect();
    let is_used = |name: &Ident| mentions(recorded.clone(), &|ident| ident == name);
    let mut generics = faked.generics.clone();
    generics.params = faked
        .generics
        .params
        .iter()
        .filter(|parameter| match parameter {
            GenericParam::Type(parameter) => is_used(&parameter.ident),
            GenericParam::Const(parameter) => is_used(&parameter.ident),
            GenericParam::Lifetime(_) => false,
        })
        .cloned()
        .collect();
    if generics.params.len() < faked.generics.params.len() {
        generics.where_clause = None;
    }
    (faked.call.clone(), generics)
}

/// The field that holds the answers of a method, and its type.
pub fn listed(method: &Method) -> Option<(Ident, Type)> {
    let (ty, kept) = kept(method)?;
    let field = method.field();
    Some((
        field,
        match kept {
            AnswerStore::Answers => parse_quote!(::forall::__private::fake::Answers<#ty>),
            AnswerStore::ByKey(keys) => parse_quote!(::forall::__private::fake::Memo<(#(#keys,)*), #ty>),
            AnswerStore::Property => parse_quote!(::forall::__private::fake::Property<#ty>),
        },
    ))
}

/// How the answers of a method are kept.
pub enum AnswerStore {
    Answers,
    ByKey(Vec<Type>),
    Property,
}

/// The type of an answer in a list; nothing where there is but one answer.
pub fn kept(method: &Method) -> Option<(Type, AnswerStore)> {
    if !method.has_receiver() {
        return None;
    }
    let changed = method.changed();
    let value = match &method.answered {
        Answered::Value(chosen) => chosen.ty.clone(),
        _ if changed.is_empty() && method.options.may_panic.is_none() => return None,
        _ => parse_quote!(()),
    };
    let value = match (written(&changed), &method.options.may_panic) {
        (Some(written), _) => parse_quote!(::forall::__private::fake::Answer<#value, #written>),
        (None, Some(_)) => parse_quote!(::forall::__private::fake::Answer<#value, ()>),
        (None, None) => value,
    };
    let kept = match (&method.options.pure, &method.options.property) {
        (Some(_), _) => {
            let keys = method.arguments.iter().filter_map(|argument| Some(argument.key.as_ref()?.0.clone()));
            AnswerStore::ByKey(keys.collect())
        }
        (None, Some(_)) => AnswerStore::Property,
        (None, None) => AnswerStore::Answers,
    };
    Some((value, kept))
}

/// The tuple of what is written.
pub fn written(changed: &[&Argument]) -> Option<Type> {
    let types: Vec<&Type> = changed.iter().filter_map(|argument| argument.written.as_ref()).collect();
    (!types.is_empty()).then(|| parse_quote!((#(#types,)*)))
}

/// The fields that are not written by hand: with the conditions under which they are there, and their types.
fn own_fields(faked: &Faked) -> Vec<(TokenStream, Ident, Type)> {
    let field = |method: &Method| {
        let (name, ty) = listed(method)?;
        let conditions = &method.conditions;
        Some((quote!(#(#conditions)*), name, ty))
    };
    faked.methods().filter_map(field).collect()
}

/// The type itself.
fn structure(faked: &Faked) -> TokenStream {
    let Faked { visibility, name, generics, fields, .. } = faked;
    let (call, call_generics) = call_type(faked);
    let (_, call_arguments, _) = call_generics.split_for_impl();
    let own = own_fields(faked).into_iter().map(|(conditions, name, ty)| quote!(#conditions #name: #ty));
    let by_hand = fields.iter().map(|field| {
        let (name, ty) = (&field.name, &field.ty);
        quote!(#name: #ty)
    });
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    let parameters = parameters(generics);
    let copies = own_fields(faked)
        .into_iter()
        .map(|(conditions, name, _)| quote!(#conditions #name: ::core::clone::Clone::clone(&self.#name)));
    let by_hand_copies = fields.iter().map(|field| {
        let name = &field.name;
        quote!(#name: ::core::clone::Clone::clone(&self.#name))
    });
    quote! {
        /// Stands for something else: what it answers is chosen by the exploration, or listed by a case.
        #[allow(dead_code)]
        #visibility struct #name #generics #where_clause {
            __fake: ::forall::__private::fake::Fake<#call #call_arguments>,
            __types: ::core::marker::PhantomData<fn() -> (#(#parameters,)*)>,
            #(#own,)*
            #(#by_hand,)*
        }

        /// The same fake: all its clones share their calls and answers.
        impl #impl_generics ::core::clone::Clone for #name #arguments #where_clause {
            fn clone(&self) -> Self {
                Self {
                    __fake: ::core::clone::Clone::clone(&self.__fake),
                    __types: ::core::marker::PhantomData,
                    #(#copies,)*
                    #(#by_hand_copies,)*
                }
            }
        }

        impl #impl_generics ::core::fmt::Debug for #name #arguments #where_clause {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.__fake, f)
            }
        }
    }
}

fn parameters(generics: &Generics) -> Vec<Ident> {
    generics.type_params().map(|parameter| parameter.ident.clone()).collect()
}

/// What cases are written with.
fn builders(faked: &Faked) -> TokenStream {
    let Faked { name, generics, fields, .. } = faked;
    let (call, call_generics) = call_type(faked);
    let (_, call_arguments, _) = call_generics.split_for_impl();
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    let text = name.to_string();
    let builders = faked.methods().filter_map(builder);
    let own = own_fields(faked)
        .into_iter()
        .map(|(conditions, name, _)| quote!(#conditions #name: ::core::default::Default::default()));
    let (drawn, types): (Vec<_>, Vec<_>) =
        fields.iter().filter(|field| field.start.is_none()).map(|field| (&field.name, &field.ty)).unzip();
    let started = fields.iter().filter_map(|field| {
        let (name, start) = (&field.name, field.start.as_ref()?);
        Some(quote!(#name: #start))
    });
    quote! {
        #[allow(dead_code)]
        impl #impl_generics #name #arguments #where_clause {
            /// Gives the listed answers, in the order of the calls, and no others.
            pub fn answering(#(#drawn: #types),*) -> Self {
                Self {
                    __fake: ::forall::__private::fake::Fake::listed(#text),
                    __types: ::core::marker::PhantomData,
                    #(#own,)*
                    #(#drawn,)*
                    #(#started,)*
                }
            }

            #(#builders)*

            /// All calls so far, in their order.
            pub fn calls(&self) -> ::std::vec::Vec<#call #call_arguments>
            where
                #call #call_arguments: ::core::clone::Clone,
            {
                self.__fake.calls()
            }
        }
    }
}

fn builder(method: &Method) -> Option<TokenStream> {
    let (ty, kept) = kept(method)?;
    let (name, field, conditions) = (method.name(), method.field(), &method.conditions);
    let builder = format_ident!("on_{name}");
    let doc = format!("The next answers of `{name}`.");
    let list = match kept {
        AnswerStore::Answers => quote!(self.#field),
        AnswerStore::ByKey(_) | AnswerStore::Property => quote!(self.#field.listed()),
    };
    let by_key = matches!(kept, AnswerStore::ByKey(_)).then(|| {
        let builder = format_ident!("on_{name}_of");
        let doc = format!("The answer of `{name}` to these arguments.");
        let (names, types): (Vec<_>, Vec<_>) =
            method.arguments.iter().map(|argument| (&argument.name, &argument.ty)).unzip();
        let keys = method.arguments.iter().filter_map(|argument| Some(argument.key.as_ref()?.1.clone()));
        quote! {
            #(#conditions)*
            #[doc = #doc]
            pub fn #builder(self, #(#names: #types,)* __answer: #ty) -> Self {
                self.#field.know((#(#keys,)*), __answer);
                self
            }
        }
    });
    Some(quote! {
        #(#conditions)*
        #[doc = #doc]
        pub fn #builder<const __N: ::core::primitive::usize>(self, answers: [#ty; __N]) -> Self {
            #list.extend(answers);
            self
        }

        #by_key
    })
}

/// What makes it a parameter of a test.
fn inputs(faked: &Faked) -> TokenStream {
    let Faked { name, generics, fields, .. } = faked;
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    let text = name.to_string();
    let own = own_fields(faked)
        .into_iter()
        .map(|(conditions, name, _)| quote!(#conditions #name: ::core::default::Default::default()));
    let drawn: Vec<&super::faked::Field> = fields.iter().filter(|field| field.start.is_none()).collect();
    let names = drawn.iter().map(|field| field.name.to_string());
    let values = fields.iter().map(|field| {
        let (name, ty, part) = (&field.name, &field.ty, field.name.to_string());
        match &field.start {
            Some(start) => quote!(#name: #start),
            None => {
                quote!(#name: <#ty as ::forall::__private::MakeInput<_>>::make(&mut __source.part(#part)))
            }
        }
    });
    quote! {
        impl #impl_generics ::forall::__private::MakeInput<::forall::__private::Itself> for #name #arguments #where_clause {
            fn make(__source: &mut ::forall::Source<'_>) -> Self {
                ::forall::__private::fake::Fake::drawn(
                    __source,
                    #text,
                    ::core::concat!(::core::module_path!(), "::", #text),
                    &[#(#names),*],
                    |__fake, __source| Self {
                        __fake,
                        __types: ::core::marker::PhantomData,
                        #(#own,)*
                        #(#values,)*
                    },
                )
            }
        }

        impl #impl_generics ::forall::Input for #name #arguments #where_clause {
            type By = ::forall::__private::Itself;
        }
    }
}
