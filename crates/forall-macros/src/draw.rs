//! The code that draws a parameter, of a test or of a factory.

use crate::retarget::deeper;
use crate::spelled::spelled;
use crate::validate::{Parameter, Passing};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// Draws a parameter into a variable of its name. An attribute of a trait can name it if its type has no inputs, and takes nothing but a
/// literal. Where nothing is in scope, not even the attribute for such messages is.
pub fn drawn(function: &str, parameter: &Parameter, levels: usize, scope: Scope) -> TokenStream {
    let drawn = unshared(function, parameter, levels, scope);
    match parameter.shared {
        true => quote!(let __shares = __source.share(true); #drawn let _ = __source.share(__shares);),
        false => drawn,
    }
}

fn unshared(function: &str, parameter: &Parameter, levels: usize, scope: Scope) -> TokenStream {
    let name = plain_name(&parameter.name);
    let ty = deeper(&parameter.drawn, levels);
    let (mutable, passing) = match parameter.passing {
        Passing::Value => (None, quote!(Value)),
        Passing::Reference => (None, quote!(Reference)),
        Passing::MutableReference => (Some(quote!(mut)), quote!(MutableReference)),
    };
    let variable = &parameter.name;
    if !parameter.candidates.is_empty() {
        let candidates = candidates(parameter, &ty, levels);
        // What is lent from something else is written as a reference already.
        let passing = if parameter.is_unsized() { quote!(Value) } else { passing };
        return quote! {
            let #mutable #variable = ::forall::__private::values(
                &mut __source.part(#name),
                ::forall::__private::Passing::#passing,
                &[#(#candidates),*],
            );
        };
    }
    if let Some(function) = &parameter.function {
        let drawn = function.drawn_type(levels);
        return quote!(let #variable = <#drawn>::drawn(&mut __source.part(#name), #name););
    }
    if scope == Scope::Bare {
        return quote! {
            let #mutable #variable =
                ::forall::__private::Passing::#passing.draw::<#ty, _>(&mut __source.part(#name));
        };
    }
    let message = format!(
        "the parameter `{name}` of `{function}` has the type `{{Self}}`, of which forall has no inputs"
    );
    let size = parameter.is_unsized().then(|| quote!(unsized));
    quote! {
        let #mutable #variable = ::forall::__private::parameter!(__source, #name, #passing #size #ty, #message);
    }
}

/// Draws a parameter of a type of which there may be no inputs.
pub fn drawn_if_known(parameter: &Parameter, levels: usize) -> TokenStream {
    let (name, variable) = (plain_name(&parameter.name), &parameter.name);
    let ty = deeper(&parameter.drawn, levels);
    let (mutable, passing) = match parameter.passing {
        Passing::Value => (None, quote!(Value)),
        Passing::Reference => (None, quote!(Reference)),
        Passing::MutableReference => (Some(quote!(mut)), quote!(MutableReference)),
    };
    quote! {
        let #mutable #variable = {
            #[allow(unused_imports)]
            use ::forall::__private::contract::{Drawable as _, Undrawable as _};
            (&&::forall::__private::contract::Drawn::<#ty>::NEW)
                .draw(::forall::__private::Passing::#passing, &mut __source.part(#name))
        };
    }
}

/// What can be named without a path where a test stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    #[default]
    Usual,
    /// Nothing: there is a `#![no_implicit_prelude]`.
    Bare,
}

/// What is handed over: a slice is drawn as a vector, a `str` as a `String`.
pub fn argument(parameter: &Parameter, levels: usize) -> TokenStream {
    let name = &parameter.name;
    if let Some(function) = &parameter.function {
        return function.argument(name, parameter.passing, levels);
    }
    let ty = deeper(&parameter.drawn, levels);
    match parameter.passing {
        Passing::Value => quote!(#name),
        Passing::Reference => quote!(::core::borrow::Borrow::<#ty>::borrow(&#name)),
        Passing::MutableReference => quote!(::core::borrow::BorrowMut::<#ty>::borrow_mut(&mut #name)),
    }
}

/// How each candidate is written, and how it is made.
fn candidates(parameter: &Parameter, ty: &TokenStream, levels: usize) -> Vec<TokenStream> {
    let of_candidate = |expression: &syn::Expr| {
        let moved = deeper(expression, levels);
        // The cases stand one module above the code that draws.
        let text = spelled(&deeper(expression, levels.saturating_sub(1)));
        let span = expression.span();
        if parameter.is_unsized() {
            let text = match (text.starts_with(['&', '"']), parameter.passing) {
                (true, _) if text.starts_with('"') && !parameter.is_text() => format!("{text}.as_ref()"),
                (true, _) => text,
                (false, Passing::MutableReference) => format!("&mut {text}"),
                (false, _) => format!("&{text}"),
            };
            let owned = quote!(<#ty as ::std::borrow::ToOwned>::Owned);
            return quote_spanned!(span=> (#text, (|| ::core::convert::Into::<#owned>::into(#moved)) as fn() -> #owned));
        }
        quote_spanned!(span=> (#text, (|| #moved) as fn() -> #ty))
    };
    parameter.candidates.iter().map(of_candidate).collect()
}

pub fn plain_name(name: &syn::Ident) -> String {
    name.to_token_stream().to_string().trim_start_matches("r#").to_owned()
}
