//! The code a fake consists of.

use super::answer::Answered;
use super::argument::Argument;
use super::faked::{Faked, Method};
use crate::draw::plain_name;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type, parse_quote};

pub fn generate(faked: &Faked) -> TokenStream {
    let calls = calls(faked);
    let fake = fake(faked);
    let implementation = implementation(faked);
    quote!(#calls #fake #implementation)
}

/// The enum of all calls.
fn calls(Faked { visibility, call, name, methods, .. }: &Faked) -> TokenStream {
    let variant = |method: &Method| {
        let Method { variant, arguments, .. } = method;
        let fields = arguments.iter().map(|argument| {
            let (name, ty) = (&argument.name, &argument.recorded.0);
            quote!(#[allow(missing_docs)] #name: #ty)
        });
        match arguments.is_empty() {
            true => quote!(#[allow(missing_docs)] #variant),
            false => quote!(#[allow(missing_docs)] #variant { #(#fields),* }),
        }
    };
    let variants = methods.iter().map(variant);
    let comparable = methods.iter().all(|method| method.arguments.iter().all(|argument| argument.comparable));
    let compared = comparable.then(|| quote!(#[derive(::core::cmp::PartialEq)]));
    let doc = format!("A call of [`{name}`], with its arguments.");
    quote! {
        #[doc = #doc]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #compared
        #[allow(dead_code)]
        #visibility enum #call { #(#variants),* }
    }
}

/// The type itself.
fn fake(Faked { visibility, call, name, methods, .. }: &Faked) -> TokenStream {
    let listed: Vec<(Ident, Type)> = methods.iter().filter_map(listed).collect();
    let (fields, types): (Vec<_>, Vec<_>) = listed.iter().map(|(field, ty)| (field, ty)).unzip();
    let text = name.to_string();
    let builders = methods.iter().filter_map(builder);

    quote! {
        /// Stands for something else: what it answers is chosen by the exploration, or listed by a case.
        #[derive(::core::clone::Clone)]
        #[allow(dead_code)]
        #visibility struct #name {
            __fake: ::forall::__private::fake::Fake<#call>,
            #(#fields: ::forall::__private::fake::Answers<#types>,)*
        }

        #[allow(dead_code)]
        impl #name {
            /// Gives the listed answers, in the order of the calls, and no others.
            pub fn answering() -> Self {
                Self {
                    __fake: ::forall::__private::fake::Fake::listed(#text),
                    #(#fields: ::core::default::Default::default(),)*
                }
            }

            #(#builders)*

            /// All calls so far, in their order.
            pub fn calls(&self) -> ::std::vec::Vec<#call> {
                self.__fake.calls()
            }
        }

        impl ::core::fmt::Debug for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.__fake, f)
            }
        }

        impl ::forall::__private::Made<::forall::__private::Itself> for #name {
            fn make(__source: &mut ::forall::Source<'_>) -> Self {
                ::forall::__private::fake::Fake::drawn(
                    __source,
                    #text,
                    ::core::concat!(::core::module_path!(), "::", #text),
                    &[],
                    |__fake, _| Self { __fake, #(#fields: ::core::default::Default::default(),)* },
                )
            }
        }

        impl ::forall::Input for #name {
            type By = ::forall::__private::Itself;
        }
    }
}

/// The field that holds the answers of a method, and their type.
fn listed(method: &Method) -> Option<(Ident, Type)> {
    let changed = method.changed();
    let value = match &method.answered {
        Answered::Value { ty, .. } => (**ty).clone(),
        Answered::Nothing if changed.is_empty() => return None,
        Answered::Nothing => parse_quote!(()),
    };
    let name = format_ident!("__{}", plain_name(&method.signature.ident));
    let ty = match written(&changed) {
        Some(written) => parse_quote!(::forall::__private::fake::Answer<#value, #written>),
        None => value,
    };
    Some((name, ty))
}

/// What is written: one value, or a tuple.
fn written(changed: &[&Argument]) -> Option<Type> {
    let types: Vec<&Type> = changed.iter().filter_map(|argument| argument.written.as_ref()).collect();
    match types.as_slice() {
        [] => None,
        [only] => Some((*only).clone()),
        several => Some(parse_quote!((#(#several),*))),
    }
}

fn builder(method: &Method) -> Option<TokenStream> {
    let (field, ty) = listed(method)?;
    let name = plain_name(&method.signature.ident);
    let builder = format_ident!("on_{name}");
    let doc = format!("The next answers of `{name}`.");
    Some(quote! {
        #[doc = #doc]
        pub fn #builder<const N: ::core::primitive::usize>(self, answers: [#ty; N]) -> Self {
            self.#field.extend(answers);
            self
        }
    })
}

fn implementation(Faked { call, name, of, methods, .. }: &Faked) -> TokenStream {
    let methods = methods.iter().map(|method| implemented(method, call));
    quote! {
        #[allow(clippy::needless_borrow, clippy::borrow_deref_ref, clippy::clone_on_copy, unused_variables, unused_imports)]
        impl #of for #name {
            #(#methods)*
        }
    }
}

fn implemented(method: &Method, call: &Ident) -> TokenStream {
    let Method { signature, variant, arguments, .. } = method;
    let recorded = arguments.iter().map(|argument| {
        let (name, value) = (&argument.name, &argument.recorded.1);
        quote!(#name: #value)
    });
    let recorded = match arguments.is_empty() {
        true => quote!(#call::#variant),
        false => quote!(#call::#variant { #(#recorded),* }),
    };
    let names = arguments.iter().map(|argument| &argument.name);
    let name = plain_name(&signature.ident);
    let answer = answered(method);
    quote! {
        #[track_caller]
        #signature {
            self.__fake.record(#recorded);
            let __arguments = || {
                use ::forall::__private::fake::{ByDebug as _, ByName as _};
                let __arguments: &[::std::string::String] =
                    &[#((&&::forall::__private::fake::Shown(&#names)).shown()),*];
                __arguments.join(", ")
            };
            let __call = ::forall::__private::fake::Call { method: #name, arguments: &__arguments };
            #answer
        }
    }
}

/// The answer of a method, as the value of its body.
fn answered(method: &Method) -> TokenStream {
    let Some((field, _)) = listed(method) else {
        return quote!(self.__fake.tell(&__call));
    };
    let drawn = match &method.answered {
        Answered::Value { drawn, .. } => drawn.clone(),
        Answered::Nothing => quote!(<() as ::forall::__private::Made<_>>::make(__source)),
    };
    let changed = method.changed();
    let Some(ty) = written(&changed) else {
        return quote!(self.__fake.answer(&__call, &self.#field, |__source| #drawn));
    };
    let names: Vec<&Ident> = changed.iter().map(|argument| &argument.name).collect();
    let (part, overwrite) = match names.as_slice() {
        [only] => {
            let text = plain_name(only);
            (text, quote!(::forall::__private::fake::overwrite(&mut *#only, __written);))
        }
        several => {
            let values: Vec<Ident> =
                (0..several.len()).map(|number| format_ident!("__written_{number}")).collect();
            let taken = quote! {
                let (#(#values),*) = ::forall::__private::fake::each(__written);
                #(::forall::__private::fake::overwrite(&mut *#several, #values);)*
            };
            ("written".into(), taken)
        }
    };
    quote! {
        let __answer = self.__fake.answer(&__call, &self.#field, |__source| {
            ::forall::__private::fake::writing(
                __source,
                |__source| #drawn,
                |__source| {
                    use ::forall::__private::fake::{Changed as _, Unchanged as _};
                    (&&::forall::__private::fake::Writer::<#ty>::new()).written(__source, #part)
                },
            )
        });
        let (__value, __written) = __answer.into_parts();
        #overwrite
        __value
    }
}
