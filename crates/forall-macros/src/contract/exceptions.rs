//! Panics that a contract speaks of.
//!
//! ```text
//! let __panic_0 = (|| __call.panics(true, .., "empty", || ..))();
//! let __returns = __call.may_return(true, [&__panic_0]);
//! let __ret = __call.attempted(|| -> i64 { .. }).unwrap_or_else(|__payload| {
//!     (|| __call.ensured(..))();                  // what holds after unwinding
//!     __call.panicked([&__panic_0], __payload)
//! });
//! (|| __call.returned(&__panic_0))();             // and did not panic
//! ```

use super::check::{condition, constant};
use super::frame::Framed;
use super::function::{before, ensured};
use super::inherited::Implemented;
use forall_contract::clause::{Contract, Exception};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;

fn names(contract: &Contract) -> Vec<Ident> {
    (0..contract.panics.len()).map(|number| format_ident!("__panic_{number}")).collect()
}

/// Which panics must be, and what is needed of the state before them. `is_said` tells whether anything is said of this call.
pub fn expected(contract: &Contract, is_said: &TokenStream) -> TokenStream {
    let each =
        contract.panics.iter().zip(names(contract)).map(|(Exception { when, text, ensures }, name)| {
            let (constant, condition) = (constant(when), condition(when));
            let before = before(ensures, &name.to_string(), &quote!(#name.applies()));
            quote_spanned! {when.span=>
                let #name = (|| __call.panics(#is_said, #constant, #text, || #condition))();
                #before
            }
        });
    let names = names(contract);
    // Where it must panic, nothing is asked of what it returns.
    quote! {
        #(#each)*
        let __returns = __call.may_return(#is_said, [#(&#names),*]);
    }
}

/// The body, which may panic as it must, and must where it may.
pub fn attempted(
    contract: &Contract,
    framed: Option<&Framed<'_>>,
    body: TokenStream,
    implemented: Option<&Implemented<'_>>,
) -> TokenStream {
    let span = match (contract.panics.first(), implemented) {
        (Some(first), _) => first.when.span,
        (None, Some(implemented)) => implemented.signature.ident.span(),
        (None, None) => return body,
    };
    let names = names(contract);
    let ensured = contract
        .panics
        .iter()
        .zip(&names)
        .map(|(exception, name)| ensured(&exception.ensures, &name.to_string(), &quote!(&())));
    let framed = framed.map(|framed| framed.after(&quote!([#(#names.applies()),*].contains(&true))));
    let returned = contract
        .panics
        .iter()
        .zip(&names)
        .map(|(exception, name)| quote_spanned!(exception.when.span=> (|| __call.returned(&#name))();));
    let panicked = match implemented {
        None => quote_spanned!(span=> (|| __call.panicked([#(&#names),*], __payload))()),
        Some(implemented) => {
            let after = implemented.after(&quote!(::core::result::Result::Err(&__payload)));
            quote_spanned! {span=>
                let __must = (|| __call.must_panic([#(&#names),*], &__payload))();
                let __must = [__must, #after];
                __call.unwound(__must, __payload)
            }
        }
    };
    quote! {
        {
            let __ret = ::core::result::Result::unwrap_or_else(#body, |__payload| {
                #(#ensured)*
                #framed
                #panicked
            });
            #(#returned)*
            __ret
        }
    }
}
