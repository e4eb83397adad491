//! What a trait says of a method, where the method is implemented.
//!
//! The attribute on the `impl` block does not see the trait. If that has a contract, it has a hidden method (`hidden`), which goes before a
//! method of the same name that is found only if there is no other:
//!
//! ```text
//! let __inherited = {
//!     use Push as _;
//!     trait __Free { fn __contract_of_push_in_push<P, R, A>(&self, _: PhantomData<P>, _: &Call, _: &A) -> Inherited<..>; }
//!     impl<S> __Free for &S { .. uninherited(..) }
//!     (&*self).__contract_of_push_in_push(PhantomData::<()>, &__call, &item)
//! };
//! __call.inherits(&__inherited, false, "..", "Push"); // what the trait requires
//! ..
//! __inherited.after()(Some(&*self), (None,), &__call, Ok(&__ret));
//! ```

use super::oracle::snake;
use crate::draw::plain_name;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    FnArg, GenericArgument, GenericParam, Generics, Ident, Pat, Path, PathArguments, ReceiverKind, Signature,
    Type,
};

/// A method of a trait's implementation.
pub struct Implemented<'a> {
    pub of: &'a Path,
    /// The types that the trait has as arguments.
    pub types: &'a TokenStream,
    pub signature: &'a Signature,
    /// Can nobody look at what is lent to it when it has ended?
    pub lends: bool,
    /// After the call there is no object any more.
    pub is_drop: bool,
}

/// The hidden method that says what the trait says of a method.
pub fn hidden_name(method: &Ident, of: &str) -> Ident {
    format_ident!("__contract_of_{}_in_{}", plain_name(method), snake(of), span = method.span())
}

/// The hidden method whose type says that there is a contract.
pub fn marker_name(method: &Ident, of: &str) -> Ident {
    format_ident!("__has_contract_of_{}_in_{}", plain_name(method), snake(of), span = method.span())
}

/// The hidden method of each trait with a contract.
pub fn hidden_rule(rule: &str, of: &str, span: proc_macro2::Span) -> Ident {
    format_ident!("__{rule}_of_{}", snake(of), span = span)
}

/// The types that a trait has as arguments, for those who may implement it with others, too: `PhantomData::<(T, (U, ()))>`.
pub fn types_of(path: &Path, generics: &Generics) -> TokenStream {
    let arguments = match path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => arguments.args.iter().collect(),
        _ => Vec::new(),
    };
    let types = arguments.into_iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let is_const = |ty: &&Type| match ty {
        Type::Path(of) => generics.const_params().any(|it| of.path.is_ident(&it.ident)),
        _ => false,
    };
    let types = types.filter(|ty| !is_const(ty)).collect::<Vec<&Type>>();
    let nested = types.into_iter().rev().fold(quote!(()), |rest, ty| quote!((#ty, #rest)));
    quote!(::core::marker::PhantomData::<#nested>)
}

/// The path of a trait without what stands in brackets.
pub fn plain_path(path: &Path) -> Path {
    let mut path = path.clone();
    path.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
    path
}

/// The last name of a trait.
pub fn last_name(path: &Path) -> String {
    path.segments.last().map(|last| plain_name(&last.ident)).unwrap_or_default()
}

impl Implemented<'_> {
    /// Evaluates what the trait says before the call.
    pub fn before(&self, says_what_it_requires: bool) -> TokenStream {
        let Implemented { of, types: of_trait, signature, .. } = self;
        let span = signature.ident.span();
        let (path, name, hidden) =
            (plain_path(of), last_name(of), hidden_name(&signature.ident, &last_name(of)));
        let this = self.receiver();
        let arguments = self.arguments();
        let types: Vec<Ident> = (0..arguments.len()).map(|number| format_ident!("__{number}")).collect();
        let after = quote! {
            fn(
                ::core::option::Option<&__S>,
                (#(::core::option::Option<&#types>,)*),
                &::forall::__private::contract::Call,
                ::core::result::Result<&__R, &::forall::__private::contract::Payload>,
            ) -> ::core::primitive::bool
        };
        let free = quote! {
            fn #hidden<__P, __R, #(#types),*>(
                &self,
                _: ::core::marker::PhantomData<__P>,
                _: &::forall::__private::contract::Call,
                #(_: &#types),*
            ) -> ::forall::__private::contract::Inherited<#after>
        };
        let method = self.method();
        quote_spanned! {span=>
            let __inherited = {
                #[allow(unused_imports)]
                use #path as _;
                #[allow(dead_code, non_camel_case_types, single_use_lifetimes)]
                trait __Free<__S: ?::core::marker::Sized> {
                    #free;
                }
                #[allow(non_camel_case_types, single_use_lifetimes)]
                impl<__S: ?::core::marker::Sized> __Free<__S> for &__S {
                    #free {
                        ::forall::__private::contract::uninherited(|_, _, _, _| false)
                    }
                }
                #this.#hidden(#of_trait, &__call, #(&#arguments),*)
            };
            __call.inherits(&__inherited, #says_what_it_requires, #method, #name);
        }
    }

    /// Checks what the trait says of the end.
    pub fn after(&self, ended: &TokenStream) -> TokenStream {
        let this = match self.signature.receiver().map(|receiver| &receiver.kind) {
            Some(ReceiverKind::Reference(..)) if !self.lends && !self.is_drop => {
                let this = self.receiver();
                quote!(::core::option::Option::Some(#this))
            }
            _ => quote!(::core::option::Option::None),
        };
        let typed = self.signature.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
        let slots = typed.zip(self.arguments()).map(|(input, name)| match is_mutable(input) && !self.lends {
            true => quote!(::core::option::Option::Some(&#name)),
            false => quote!(::core::option::Option::None),
        });
        quote_spanned!(self.signature.ident.span()=> __inherited.after()(#this, (#(#slots,)*), &__call, #ended))
    }

    /// The same where the body has returned.
    pub fn returned(&self) -> TokenStream {
        let after = self.after(&quote!(::core::result::Result::Ok(&__ret)));
        quote!(let _: ::core::primitive::bool = #after;)
    }

    /// The whole name of the method, if types tell which one it is.
    fn method(&self) -> TokenStream {
        let Implemented { of, signature, .. } = self;
        let has_types = signature.generics.params.iter().any(|it| !matches!(it, GenericParam::Lifetime(_)));
        let has_impl = signature.inputs.to_token_stream().to_string().contains("impl ");
        match has_types || has_impl {
            true => quote!(""),
            false => {
                let name = &signature.ident;
                quote!(::core::any::type_name_of_val(&<Self as #of>::#name))
            }
        }
    }

    fn receiver(&self) -> TokenStream {
        let Some(receiver) = self.signature.receiver() else { return TokenStream::new() };
        let this = &receiver.self_token;
        match receiver.kind {
            ReceiverKind::Value => quote!((&#this)),
            _ => quote!((&*#this)),
        }
    }

    fn arguments(&self) -> Vec<Ident> {
        let typed = self.signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        });
        let name = |(number, typed): (usize, &syn::PatType)| match &*typed.pat {
            Pat::Ident(pattern) if pattern.subpat.is_none() => pattern.ident.clone(),
            _ => format_ident!("__argument_{number}"),
        };
        typed.enumerate().map(name).collect()
    }
}

/// Parameters that are taken apart get a name, and are taken apart in the body's beginning.
pub fn with_names(signature: &mut Signature) -> TokenStream {
    let typed = signature.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    let mut taken_apart = TokenStream::new();
    for (number, typed) in typed.enumerate() {
        if matches!(&*typed.pat, Pat::Ident(pattern) if pattern.subpat.is_none()) {
            continue;
        }
        let name = format_ident!("__argument_{number}");
        let pattern = std::mem::replace(&mut *typed.pat, syn::parse_quote!(#name));
        taken_apart.extend(quote!(let #pattern = #name;));
    }
    taken_apart
}

/// The body may move what is lent to it: it gets it lent again.
pub fn lent_again(signature: &Signature) -> TokenStream {
    let mutable = signature.inputs.iter().filter(|input| is_mutable(input)).filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pattern) if pattern.subpat.is_none() => Some(&pattern.ident),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    mutable.map(|name| quote_spanned!(name.span()=> let #name = &mut *#name;)).collect()
}

fn is_mutable(input: &FnArg) -> bool {
    matches!(input, FnArg::Typed(typed) if matches!(&*typed.ty, Type::Reference(of) if of.mutability.is_some() && of.lifetime.is_none()))
}
