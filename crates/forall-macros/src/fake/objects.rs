//! Trait objects that are fakes: `Box<dyn Storage>`, `Rc<dyn Storage>`, `Arc<dyn Storage>`, and what the compiler finds the fake by.

use super::faked::{Faked, is_async_trait};
use super::options::Options;
use crate::problems::Problems;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    FnArg, GenericParam, Generics, ItemTrait, Path, ReturnType, Signature, TraitItem, Type, TypeParamBound,
    WherePredicate,
};

/// What makes objects of a trait from its fake; nothing for a trait of which there are no objects.
pub fn objects(item: &ItemTrait, faked: &Faked, asked_for: bool) -> TokenStream {
    let supertraits = asked_for || item.supertraits.iter().all(allows_objects);
    let is_async = item.attrs.iter().any(is_async_trait);
    if !supertraits || !item.items.iter().all(|item| is_dispatched(item, is_async)) {
        return TokenStream::new();
    }
    let [implementation] = &faked.implementations[..] else { return TokenStream::new() };
    let object = object(item);
    let (_, arguments, _) = faked.generics.split_for_impl();
    let name = &faked.name;
    made(&object, &quote!(#name #arguments), &implementation.generics)
}

/// `Repository<Key, Item = Item>`: what stands behind `dyn`.
fn object(item: &ItemTrait) -> TokenStream {
    let mut arguments: Vec<TokenStream> = Vec::new();
    for parameter in &item.generics.params {
        arguments.push(match parameter {
            GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
            GenericParam::Const(parameter) => parameter.ident.to_token_stream(),
            GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
        });
    }
    for item in &item.items {
        let TraitItem::Type(ty) = item else { continue };
        let name = &ty.ident;
        // What is wrong there has been said.
        let stands_for = Options::of(&ty.attrs, &mut Problems::default()).associated;
        let stands_for = stands_for.unwrap_or_else(|| name.to_token_stream());
        arguments.push(quote!(#name = #stands_for));
    }
    let name = &item.ident;
    if arguments.is_empty() { quote!(#name) } else { quote!(#name<#(#arguments),*>) }
}

/// The name by which traits are ordered.
pub fn last_name(path: &Path) -> String {
    path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// The type by which the fake of several traits is found: whatever their order, it is the same. The traits come with what is behind `dyn`.
pub fn all_of(mut traits: Vec<(String, TokenStream)>) -> TokenStream {
    traits.sort_by(|(one, _), (other, _)| one.cmp(other));
    let objects = traits.into_iter().map(|(_, object)| quote_spanned!(object.span()=> dyn #object)).rev();
    let both = |rest: TokenStream, object: TokenStream| quote_spanned!(object.span()=> ::forall::__private::fake::Both<#object, #rest>);
    objects.reduce(both).unwrap_or_default()
}

/// Says that the fake stands for all of these traits.
pub fn together(traits: Vec<(String, TokenStream)>, fake: &TokenStream, generics: &Generics) -> TokenStream {
    let (parameters, _, where_clause) = generics.split_for_impl();
    let all = all_of(traits);
    quote! {
        #[automatically_derived]
        impl #parameters ::forall::__private::fake::Faked<#fake> for #all #where_clause {
            type Fake = #fake;
        }
    }
}

/// The implementations for all kinds of objects.
pub fn made(object: &TokenStream, fake: &TokenStream, generics: &Generics) -> TokenStream {
    let (parameters, _, _) = generics.split_for_impl();
    let predicates = generics.where_clause.iter().flat_map(|clause| clause.predicates.iter());
    let predicates: Vec<&WherePredicate> = predicates.collect();
    let mut code = quote! {
        #[automatically_derived]
        impl #parameters ::forall::__private::fake::Faked<#fake> for dyn #object
        where
            #(#predicates,)*
        {
            type Fake = #fake;
        }
    };
    let (send, sync) = (quote!(::core::marker::Send), quote!(::core::marker::Sync));
    for also in [quote!(), quote!(+ #send), quote!(+ #sync), quote!(+ #send + #sync)] {
        for pointer in [quote!(::std::boxed::Box), quote!(::std::rc::Rc), quote!(::std::sync::Arc)] {
            // `for`: the compiler does not say of the condition that it can never hold. A fake may answer what is not `Send`.
            code.extend(quote! {
                #[automatically_derived]
                impl #parameters ::forall::__private::MakeInput<#fake> for #pointer<dyn #object #also>
                where
                    for<'__any> #fake: #object + ::forall::Input + 'static #also,
                    #(#predicates,)*
                {
                    fn make(__source: &mut ::forall::Source<'_>) -> Self {
                        <#pointer<#fake> as ::forall::__private::MakeInput<<#fake as ::forall::Input>::By>>::make(__source)
                    }
                }
            });
        }
    }
    code
}

/// Supertraits of the standard library that do not stand in the way. Of others nothing is known here.
fn allows_objects(bound: &TypeParamBound) -> bool {
    const KNOWN: [&str; 13] = [
        "Send",
        "Sync",
        "Unpin",
        "UnwindSafe",
        "RefUnwindSafe",
        "Debug",
        "Display",
        "Error",
        "Any",
        "Read",
        "Write",
        "BufRead",
        "Seek",
    ];
    match bound {
        TypeParamBound::Lifetime(_) => true,
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| KNOWN.contains(&last.ident.to_string().as_str()))
        }
        _ => false,
    }
}

/// Can it be a part of an object, as far as can be seen?
fn is_dispatched(item: &TraitItem, is_async: bool) -> bool {
    match item {
        TraitItem::Fn(function) => {
            is_method_of_objects(&function.sig) && (is_async || function.sig.asyncness.is_none())
        }
        TraitItem::Type(ty) => ty.generics.params.is_empty(),
        _ => false,
    }
}

fn is_method_of_objects(signature: &Signature) -> bool {
    if is_for_sized(&signature.generics) {
        return true;
    }
    let mentions_self = |tokens: TokenStream| {
        // `Self::Item` is a type of its own.
        let others = tokens.to_string().replace("Self :: ", "").replace("Self::", "");
        others.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Self")
    };
    let has_receiver = matches!(signature.inputs.first(), Some(FnArg::Receiver(_)));
    let arguments_fit = signature.inputs.iter().skip(1).all(|argument| match argument {
        FnArg::Typed(argument) => !mentions_self(argument.ty.to_token_stream()) && !is_opaque(&argument.ty),
        FnArg::Receiver(_) => true,
    });
    let result_fits = match &signature.output {
        ReturnType::Default => true,
        ReturnType::Type(_, ty) => !mentions_self(ty.to_token_stream()) && !is_opaque(ty),
    };
    let is_generic = signature.generics.type_params().next().is_some()
        || signature.generics.const_params().next().is_some();
    has_receiver && arguments_fit && result_fits && !is_generic
}

/// `where Self: Sized`.
fn is_for_sized(generics: &Generics) -> bool {
    let mut predicates = generics.where_clause.iter().flat_map(|clause| clause.predicates.iter());
    predicates.any(|predicate| {
        let text = predicate.to_token_stream().to_string().replace(' ', "");
        text.starts_with("Self:") && text.contains("Sized")
    })
}

fn is_opaque(ty: &Type) -> bool {
    crate::derive::mentions(ty.to_token_stream(), &|ident| ident == "impl")
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn has_objects(item: ItemTrait) -> bool {
        let faked = Faked::of_trait(&item, &mut Problems::default());
        !objects(&item, &faked, false).is_empty()
    }

    #[test]
    fn traits_that_can_be_objects_are_recognized() {
        assert!(has_objects(parse_quote!(
            trait T: Send + 'static {
                fn f(&self, x: &str) -> u8;
            }
        )));
        assert!(has_objects(parse_quote!(
            trait T {
                fn f(&self);
                fn g<U>(x: U)
                where
                    Self: Sized;
            }
        )));
        assert!(has_objects(parse_quote!(
            trait T {
                fn f<'a>(&self, x: &'a str) -> &'a str;
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                fn f();
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                fn f(&self, other: &Self);
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                fn f(&self) -> Self;
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                fn f<U>(&self, x: U);
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                fn f(&self, x: impl Into<u8>);
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                fn f(&self) -> impl Iterator<Item = u8>;
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                async fn f(&self);
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                const C: u8;
            }
        )));
        assert!(has_objects(parse_quote!(
            trait T {
                type A;
                fn f(&self) -> Self::A;
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T {
                type A<'a>;
            }
        )));
        assert!(!has_objects(parse_quote!(
            trait T: Clone {
                fn f(&self);
            }
        )));
    }
}
