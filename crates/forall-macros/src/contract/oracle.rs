//! The test of a function's contract: for all input that it accepts, it does what it ensures.
//!
//! ```text
//! #[forall(contract = "Stack::pop", line = 12)]
//! fn contract_of_stack_pop(stack: &mut Stack) {
//!     let __test = Call::of_test(&Function { .. });
//!     (&&Object(&*stack)).before(&__test);          // meaningless if its invariant does not hold
//!     tested(None, || <Stack>::pop(stack));  // meaningless if it is not what is required
//! }
//! ```
//!
//! Whether there are inputs of a type is found out by the compiler, and a function without them is listed with what is missing. What no
//! test can be given at all is known here: `missing = "…"`.

use crate::spelled::spelled;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, FnArg, GenericParam, Generics, Ident, ItemImpl, Pat, Path, ReceiverKind, Safety, Signature,
    Type, parse_quote,
};

pub struct Tested<'a> {
    pub name: &'a str,
    pub signature: &'a Signature,
    pub attributes: &'a [Attribute],
    pub block: Option<&'a ItemImpl>,
    /// So many behaviors it has, each with a test of its own: one that never applies is found by that.
    pub behaviors: usize,
    /// May it panic?
    pub panics: bool,
    /// Is there a test only if the trait has a contract?
    pub inherited: bool,
    /// Does it say what it requires? Of an `unsafe fn` nobody knows otherwise when it may be called.
    pub requires: bool,
    /// Where the test stands: in a module.
    pub place: Span,
}

/// What the function is called with.
struct Parameter {
    name: Ident,
    ty: Type,
}

impl Parameter {
    /// What may have an invariant.
    fn object(&self) -> TokenStream {
        let name = &self.name;
        match self.ty {
            Type::Reference(_) => quote!(&*#name),
            _ => quote!(&#name),
        }
    }
}

impl Tested<'_> {
    pub fn generate(&self, tests: &str) -> TokenStream {
        match self.behaviors {
            0 => self.test(tests, None),
            count => (0..count).map(|behavior| self.test(tests, Some(behavior))).collect(),
        }
    }

    fn test(&self, tests: &str, behavior: Option<usize>) -> TokenStream {
        let Tested { name, signature, place, .. } = *self;
        let (title, behavior) = match behavior {
            None => (name.to_owned(), quote!(::core::option::Option::None)),
            Some(behavior) => {
                let title = format!("{name}, behavior {}", behavior + 1);
                (title, quote!(::core::option::Option::Some(#behavior)))
            }
        };
        let tests = Ident::new(tests, place);
        let test = format_ident!("contract_of_{}", snake(&title), span = place);
        let conditions = self.conditions();
        let line = quote_spanned!(signature.ident.span()=> ::core::line!());
        let bound = self.inherited.then(|| format_ident!("__{}", test.to_string().to_uppercase()));
        let inherited = bound.as_ref().map(|bound| quote!(, inherited = #bound));
        let bound = bound.map(|name| {
            let bound = self.bound(&name, &title);
            quote!(#[cfg(test)] #conditions #bound)
        });
        let parameters = self.parameters();
        let missing = self.missing(&parameters);
        if !missing.is_empty() {
            let missing = missing.join(";");
            return quote_spanned! {place=>
                #bound

                #[cfg(test)]
                #conditions
                #[::#tests::forall(contract = #title, line = #line, missing = #missing #inherited)]
                fn #test() {}
            };
        }
        let declared = parameters.iter().map(|Parameter { name, ty }| quote_spanned!(place=> #name: #ty));
        let names: Vec<&Ident> = parameters.iter().map(|parameter| &parameter.name).collect();
        let objects = parameters.iter().map(Parameter::object);
        let tested = format_ident!("{}", if self.panics { "tested_to_panic" } else { "tested" });
        let (lints, call) = self.call(&names);
        quote_spanned! {place=>
            #bound

            #[cfg(test)]
            #conditions
            #lints
            #[::#tests::forall(contract = #title, line = #line #inherited)]
            fn #test(#(#declared),*) {
                let __test = ::forall::__private::contract::Call::of_test(
                    const {
                        &::forall::__private::contract::Function { name: #name, module: ::core::module_path!() }
                    },
                );
                {
                    #[allow(unused_imports)]
                    use ::forall::__private::contract::{WithInvariant as _, WithoutInvariant as _};
                    #((&&::forall::__private::contract::Object(#objects)).before(&__test);)*
                }
                ::forall::__private::contract::#tested(#behavior, || #call);
            }
        }
    }

    fn conditions(&self) -> TokenStream {
        let of_block = self.block.map(|block| block.attrs.as_slice()).unwrap_or_default();
        let all = of_block.iter().chain(self.attributes);
        all.filter(|attribute| attribute.path().is_ident("cfg")).map(ToTokens::to_token_stream).collect()
    }

    /// The call, and what lints have to allow for it. What is required is checked before the body begins.
    fn call(&self, arguments: &[&Ident]) -> (Option<TokenStream>, TokenStream) {
        let function = self.function();
        match self.signature.safety {
            Safety::Unsafe(_) => (
                Some(quote!(#[allow(unsafe_code, clippy::undocumented_unsafe_blocks)])),
                quote!(unsafe { #function(#(#arguments),*) }),
            ),
            _ => (None, quote!(#function(#(#arguments),*))),
        }
    }

    /// What the test is called if the trait has a contract.
    fn bound(&self, name: &Ident, title: &str) -> Option<TokenStream> {
        let ItemImpl { self_ty, trait_: Some((path, _)), .. } = self.block? else { return None };
        let of = super::inherited::plain_path(path);
        let marker = super::inherited::marker_name(&self.signature.ident, &super::inherited::last_name(path));
        let of_self = replaced(self_ty.to_token_stream(), &TokenStream::new());
        let types = super::inherited::types_of(path, &Generics::default());
        let types = replaced(types, &of_self);
        Some(quote_spanned! {self.place=>
            const #name: &::core::primitive::str = ::forall::__private::contract::title(
                &|| {
                    #[allow(unused_imports)]
                    use #of as _;
                    #[allow(dead_code)]
                    trait __Free {
                        fn #marker<__P>(&self, _: ::core::marker::PhantomData<__P>) -> ::forall::__private::contract::Unknown {
                            ::forall::__private::contract::Unknown
                        }
                    }
                    impl<__S: ?::core::marker::Sized> __Free for &__S {}
                    ::forall::__private::contract::never::<#of_self>().#marker(#types)
                },
                #title,
            );
        })
    }

    fn function(&self) -> TokenStream {
        let function = &self.signature.ident;
        let Some(ItemImpl { self_ty, trait_, .. }) = self.block else { return quote!(#function) };
        match trait_ {
            Some((of, _)) => quote!(<#self_ty as #of>::#function),
            None => quote!(<#self_ty>::#function),
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let of_self = self.block.map(|block| block.self_ty.to_token_stream()).unwrap_or_default();
        let of_trait = self.block.and_then(|block| Some(&block.trait_.as_ref()?.0));
        let outside = |ty: &Type| {
            let (head, rest) = match ty {
                // What is lent to a test is lent as long as it runs.
                Type::Reference(of) => {
                    let mutable = &of.mutability;
                    (quote!(& #mutable), of.elem.to_token_stream())
                }
                ty => (TokenStream::new(), ty.to_token_stream()),
            };
            let rest = replaced(of_items(rest, of_trait), &of_self);
            syn::parse2(quote!(#head #rest)).unwrap_or_else(|_| ty.clone())
        };
        let inputs = self.signature.inputs.iter().enumerate();
        inputs
            .map(|(number, input)| match input {
                FnArg::Receiver(receiver) => {
                    let ty = match &receiver.kind {
                        ReceiverKind::Reference(_, _, Some(_)) => parse_quote!(&mut Self),
                        ReceiverKind::Reference(_, _, None) => parse_quote!(&Self),
                        ReceiverKind::Typed(_, ty) => (**ty).clone(),
                        _ => parse_quote!(Self),
                    };
                    Parameter { name: self.name_of_receiver(), ty: outside(&ty) }
                }
                FnArg::Typed(typed) => {
                    let name = match &*typed.pat {
                        Pat::Ident(pattern) if pattern.subpat.is_none() => pattern.ident.clone(),
                        _ => format_ident!("argument_{}", number),
                    };
                    Parameter { name, ty: outside(&typed.ty) }
                }
            })
            .collect()
    }

    /// `stack` of a `Stack`, unless a parameter is called so.
    fn name_of_receiver(&self) -> Ident {
        let ty = self.block.map(|block| &*block.self_ty);
        let last = match ty {
            Some(Type::Path(path)) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let name = last.map(|last| snake(&last)).unwrap_or_default();
        let is_taken = self.signature.inputs.iter().any(|input| match input {
            FnArg::Typed(typed) => typed.pat.to_token_stream().to_string() == name,
            FnArg::Receiver(_) => false,
        });
        match syn::parse_str::<Ident>(&name) {
            Ok(ident) if !is_taken => ident,
            _ => format_ident!("object"),
        }
    }

    /// What no test can be given.
    fn missing(&self, parameters: &[Parameter]) -> Vec<String> {
        let of_block = self.block.map(|block| &block.generics);
        let all = of_block.into_iter().chain([&self.signature.generics]);
        let mut missing: Vec<String> = all.flat_map(open).collect();
        for Parameter { name, ty } in parameters {
            if !can_be_drawn(ty) {
                missing.push(format!("{name}: {}", spelled(&ty.to_token_stream())));
            }
        }
        if matches!(self.signature.safety, Safety::Unsafe(_)) && !self.requires {
            missing.push("a `#[requires]` that says when calls are safe".to_owned());
        }
        missing
    }
}

/// The parameters for which types would have to be named.
fn open(generics: &Generics) -> impl Iterator<Item = String> {
    generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(format!("a type for {}", parameter.ident)),
        GenericParam::Const(parameter) => Some(format!("a value for {}", parameter.ident)),
        GenericParam::Lifetime(_) => None,
    })
}

fn can_be_drawn(ty: &Type) -> bool {
    let inner = match ty {
        Type::Reference(of) => &*of.elem,
        ty => ty,
    };
    match inner {
        Type::ImplTrait(_) | Type::TraitObject(_) | Type::FnPtr(_) | Type::Ptr(_) | Type::Never(_) => false,
        Type::Reference(_) if !matches!(ty, Type::Reference(_)) => true,
        inner => !inner.to_token_stream().into_iter().any(is_undrawable),
    }
}

fn is_undrawable(token: TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => ["dyn", "impl", "mut", "fn"].iter().any(|no| word == no),
        TokenTree::Group(group) => group.stream().into_iter().any(is_undrawable),
        _ => false,
    }
}

/// `Self::Item` of a trait's implementation: as the trait's.
fn of_items(tokens: TokenStream, of_trait: Option<&Path>) -> TokenStream {
    let Some(of_trait) = of_trait else { return tokens };
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    let all = tokens.iter().enumerate().map(|(at, token)| match token {
        TokenTree::Ident(word) if word == "Self" && is_colon(at + 1) && is_colon(at + 2) => {
            quote!(<#word as #of_trait>)
        }
        TokenTree::Group(group) => {
            let inner = of_items(group.stream(), Some(of_trait));
            TokenTree::Group(Group::new(group.delimiter(), inner)).to_token_stream()
        }
        token => token.to_token_stream(),
    });
    all.collect()
}

/// The type as it can be written outside of the block.
fn replaced(tokens: TokenStream, of_self: &TokenStream) -> TokenStream {
    let mut after_quote = false;
    let mut result = TokenStream::new();
    for token in tokens {
        let was_quote = std::mem::take(&mut after_quote);
        match token {
            TokenTree::Punct(ref sign) if sign.as_char() == '\'' => {
                after_quote = true;
                result.extend([token]);
            }
            TokenTree::Ident(ref lifetime) if was_quote => {
                result.extend([TokenTree::Ident(Ident::new("static", lifetime.span()))]);
            }
            TokenTree::Ident(ref word) if word == "Self" => result.extend(of_self.clone()),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced(group.stream(), of_self));
                inner.set_span(group.span());
                result.extend([TokenTree::Group(inner)]);
            }
            token => result.extend([token]),
        }
    }
    result
}

/// `stack_pop` of `Stack::pop`, `vec_u8_len` of `Vec<u8>::len`.
pub fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut before = '_';
    for c in name.trim_start_matches("r#").chars() {
        match c {
            c if c.is_uppercase() => {
                if before != '_' && !before.is_uppercase() {
                    snake.push('_');
                }
                snake.extend(c.to_lowercase());
            }
            c if c.is_alphanumeric() => snake.push(c),
            _ if before != '_' && !snake.ends_with('_') => snake.push('_'),
            _ => {}
        }
        before = if c.is_alphanumeric() { c } else { '_' };
    }
    snake.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_called_as_functions_are() {
        for (name, expected) in [
            ("Stack::pop", "stack_pop"),
            ("EventQueue::new", "event_queue_new"),
            ("Pair<u8, Vec<T>>::swap", "pair_u8_vec_t_swap"),
            ("isqrt", "isqrt"),
            ("HTTP::get_2", "http_get_2"),
        ] {
            assert_eq!(snake(name), expected);
        }
    }
}
