//! The traits that a fake implements.

use super::answer::Answered;
use super::faked::{Faked, Implementation};
use super::generate::{AnswerStore, kept, written};
use super::method::{Method, Set};
use crate::contract::understood;
use crate::derive::mentions;
use forall_contract::taken_out::taken_out;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Generics, Ident, parse_quote};

pub fn implementations(faked: &Faked) -> TokenStream {
    faked.implementations.iter().map(|implementation| implemented(faked, implementation)).collect()
}

fn implemented(faked: &Faked, implementation: &Implementation) -> TokenStream {
    let Faked { name, generics, call, .. } = faked;
    let Implementation { attributes, is_unsafe, of, written, methods, supertraits, .. } = implementation;
    let drawable = with_inputs(&implementation.generics, methods);
    let (impl_generics, _, where_clause) = drawable.split_for_impl();
    let (_, arguments, _) = generics.split_for_impl();
    let safety = is_unsafe.then(|| quote!(unsafe));
    let methods = methods.iter().map(|method| of_method(method, call, name));
    let supertraits = supertraits.iter().map(|supertrait| usual(supertrait, faked));
    quote! {
        #(#attributes)*
        #[allow(
            unused_variables, unused_imports, unused_unsafe, clippy::needless_borrow, clippy::borrow_deref_ref,
            clippy::clone_on_copy, clippy::redundant_closure, clippy::unit_arg, clippy::let_unit_value,
            clippy::redundant_closure_call, clippy::too_many_arguments, clippy::type_complexity
        )]
        #safety impl #impl_generics #of for #name #arguments #where_clause {
            #(#written)*
            #(#methods)*
        }

        #(#supertraits)*
    }
}

/// What is drawn must have inputs, and what is remembered be copied and shown.
fn with_inputs(generics: &Generics, methods: &[Method]) -> Generics {
    let mut generics = generics.clone();
    let drawn = |method: &Method| {
        let value = match &method.answered {
            Answered::Value(chosen) => chosen.ty.to_token_stream(),
            _ => TokenStream::new(),
        };
        let written = written(&method.changed()).to_token_stream();
        quote!(#value #written)
    };
    let drawn: TokenStream = methods.iter().map(drawn).collect();
    let recorded: TokenStream = methods
        .iter()
        .flat_map(|method| &method.arguments)
        .map(|it| it.recorded.0.to_token_stream())
        .collect();
    for parameter in generics.type_params_mut() {
        if mentions(recorded.clone(), &|ident| *ident == parameter.ident) {
            parameter.bounds.push(parse_quote!(::core::clone::Clone));
            parameter.bounds.push(parse_quote!(::core::fmt::Debug));
        }
        if mentions(drawn.clone(), &|ident| *ident == parameter.ident) {
            parameter.bounds.push(parse_quote!(::forall::Input));
            parameter.bounds.push(parse_quote!('static));
        }
    }
    generics
}

fn of_method(method: &Method, call: &Ident, name: &Ident) -> TokenStream {
    let Method { conditions, signature, .. } = method;
    let body = if method.has_receiver() { answered(method, call) } else { chosen(method, name) };
    let tracked = signature.asyncness.is_none().then(|| quote!(#[track_caller]));
    quote!(#(#conditions)* #tracked #signature { #body })
}

/// A function without a receiver: nobody lists its answers but the case as a whole.
fn chosen(method: &Method, name: &Ident) -> TokenStream {
    let function = format!("{name}::{}", method.name());
    let required = required(method);
    let answer = match &method.answered {
        Answered::Nothing => TokenStream::new(),
        Answered::Computed(answer) => answer.clone(),
        Answered::Value(chosen) => {
            let ty = &chosen.ty;
            let value = quote!(::forall::__private::chosen_by_type::<#ty, _>(#function));
            match &chosen.given {
                Some(given) => quote!((#given)(#value)),
                None => value,
            }
        }
    };
    quote!(#(#required)* #answer)
}

/// What the caller owes.
fn required(method: &Method) -> impl Iterator<Item = TokenStream> {
    let name = method.name();
    method.options.requires.iter().map(move |condition| {
        let text = condition.to_string();
        let condition = understood(condition);
        quote!(::forall::__private::fake::required(#condition, #text, #name);)
    })
}

fn answered(method: &Method, call: &Ident) -> TokenStream {
    let Method { variant, arguments, options, .. } = method;
    let name = method.name();
    let conditions = required(method);
    let mut old = Vec::new();
    let ensures: Vec<TokenStream> =
        options.ensures.iter().map(|it| understood(&taken_out(it.clone(), "old", &mut old))).collect();
    let old: Vec<TokenStream> = old.iter().map(understood).collect();
    let satisfied = (!ensures.is_empty()).then(|| quote!(self.__fake.satisfied(#name);));
    let old_names = (0..old.len()).map(|number| format_ident!("__old_{number}"));
    let recorded = arguments.iter().map(|argument| {
        let (name, value) = (&argument.name, &argument.recorded.1);
        quote!(#name: #value)
    });
    let fields = (!arguments.is_empty()).then(|| quote!({ #(#recorded),* }));
    let names = arguments.iter().map(|argument| &argument.name);
    let (before_set, set) = setting(method);
    let (key, key_of) = key(method);
    let answer = answer(method);
    quote! {
        #(let #old_names = #old;)*
        #(#conditions)*
        self.__fake.record(#call::#variant #fields);
        #before_set
        #key
        let __arguments = || {
            use ::forall::__private::fake::{ByDebug as _, ByName as _};
            let __arguments: &[::std::string::String] =
                &[#((&&::forall::__private::fake::Shown(&#names)).shown()),*];
            __arguments.join(", ")
        };
        let __call = ::forall::__private::fake::Call { method: #name, arguments: &__arguments, key: #key_of };
        let __value = { #answer };
        #(self.__fake.ensured(#name, &__value, #ensures);)*
        #satisfied
        #set
        __value
    }
}

/// What has to be known before, and what is done after a property was set.
fn setting(method: &Method) -> (Option<TokenStream>, Option<TokenStream>) {
    let Some(Set { property, value }) = &method.sets else { return (None, None) };
    let before = value.as_ref().map(|value| quote!(let __set = #value;));
    let value = match value {
        Some(_) => quote!(::core::option::Option::Some(__set)),
        None => quote!(::core::option::Option::None),
    };
    let succeeded = if method.may_fail() { quote!(__value.is_ok()) } else { quote!(true) };
    (before, Some(quote!(self.#property.set_if(#succeeded, #value);)))
}

/// The arguments that decide the answer, as values.
fn key(method: &Method) -> (Option<TokenStream>, TokenStream) {
    if method.options.pure.is_none() {
        return (None, quote!(::core::option::Option::None));
    }
    let names = method.arguments.iter().map(|argument| &argument.name);
    let key = quote! {
        let __key = || {
            use ::forall::__private::fake::{ByValue as _, Opaque as _};
            [#((&&::forall::__private::fake::Keyed(&#names)).value()),*].into_iter().collect()
        };
    };
    (Some(key), quote!(::core::option::Option::Some(&__key)))
}

/// The answer of a method, as it is given to the caller.
pub fn answer(method: &Method) -> TokenStream {
    let (drawn, given) = match &method.answered {
        Answered::Value(chosen) => (chosen.drawn.clone(), chosen.given.clone()),
        _ => (quote!(<() as ::forall::__private::MakeInput<_>>::make(__source)), None),
    };
    let Some((_, kept)) = kept(method) else {
        let told = quote!(self.__fake.tell(&__call));
        return match &method.answered {
            Answered::Computed(answer) => quote!(#told; #answer),
            _ => told,
        };
    };
    let value = raw_answer(method, &kept, &drawn);
    match (&method.answered, given) {
        (Answered::Computed(answer), _) => quote!({ #value }; #answer),
        (_, Some(given)) => quote!(let __value = { #value }; (#given)(__value)),
        (_, None) => value,
    }
}

/// What is drawn or listed, once its arguments are changed.
fn raw_answer(method: &Method, kept: &AnswerStore, drawn: &TokenStream) -> TokenStream {
    let field = method.field();
    match kept {
        AnswerStore::ByKey(_) => {
            let keys = method.arguments.iter().filter_map(|argument| Some(argument.key.as_ref()?.1.clone()));
            return quote! {
                self.__fake.same_answer(&__call, &self.#field, (#(#keys,)*), |__source| #drawn)
            };
        }
        AnswerStore::Property => return quote!(self.__fake.value(&__call, &self.#field, |__source| #drawn)),
        AnswerStore::Answers => {}
    }
    let changed = method.changed();
    let ty = written(&changed);
    if ty.is_none() && method.options.may_panic.is_none() {
        return quote!(self.__fake.answer(&__call, &self.#field, |__source| #drawn));
    }
    let names: Vec<&Ident> = changed.iter().map(|argument| &argument.name).collect();
    let values: Vec<Ident> = (0..names.len()).map(|number| format_ident!("__written_{number}")).collect();
    let overwrite = match names.is_empty() {
        true => quote!(let _: ::core::option::Option<()> = __written;),
        false => quote! {
            let (#(#values,)*) = ::forall::__private::fake::each(__written);
            #(::forall::__private::fake::overwrite(&mut *#names, #values);)*
        },
    };
    let places = changed.iter().map(|argument| {
        let (name, ty) = (&argument.name, &argument.written);
        let plain = crate::draw::plain_name(name);
        quote!((#plain, ::forall::__private::fake::room::<_, #ty>(&*#name)))
    });
    let written = match ty {
        Some(ty) => quote!({
            use ::forall::__private::fake::{Changed as _, Unchanged as _};
            (&&::forall::__private::fake::Writer::<#ty>::new()).written(__source, &[#(#places),*])
        }),
        None => quote!(::core::option::Option::None),
    };
    let answer = quote!(::forall::__private::fake::writing(__source, |__source| #drawn, |__source| #written));
    let (answer, message) = match &method.options.may_panic {
        Some(message) => (
            quote!(::forall::__private::fake::or_panic(__source, |__source| #answer)),
            message.to_token_stream(),
        ),
        None => (answer, quote!("")),
    };
    quote! {
        let __answer = self.__fake.answer(&__call, &self.#field, |__source| #answer);
        let (__value, __written) = __answer.into_parts(#message);
        #overwrite
        __value
    }
}

/// A trait of the standard library, as a fake implements it.
fn usual(supertrait: &Ident, Faked { name, generics, fields, .. }: &Faked) -> TokenStream {
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    match supertrait.to_string().as_str() {
        "Default" if fields.is_empty() => quote! {
            impl #impl_generics ::core::default::Default for #name #arguments #where_clause {
                fn default() -> Self {
                    Self::answering()
                }
            }
        },
        "Display" => display(name, generics),
        "Error" => {
            let display = display(name, generics);
            quote! {
                #display
                impl #impl_generics ::std::error::Error for #name #arguments #where_clause {}
            }
        }
        _ => TokenStream::new(),
    }
}

fn display(name: &Ident, generics: &Generics) -> TokenStream {
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    quote! {
        impl #impl_generics ::core::fmt::Display for #name #arguments #where_clause {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(self, f)
            }
        }
    }
}
