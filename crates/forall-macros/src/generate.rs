//! The code a test becomes.
//!
//! ```text
//! #[cfg(test)]
//! fn put(x: i64) { .. }                       // as it was written
//!
//! #[cfg(test)]
//! mod put {
//!     const __TEST: Test = ..;                // draws the arguments and calls the test
//!     cases! {                                // or boundary_inputs!(__TEST) where there are no cases
//!         "forall/put.rs",
//!         fn put(x: i64) { .. }               // what the cases call: a failed assumption is no failure
//!     }
//!     register!(__TEST);
//! }
//! ```
//!
//! What differs between exploration and plain use is decided by the macros of the `forall` crate: a `cfg` in this expansion would be
//! looked up, and complained about, in the user's crate.

use crate::mentioned::mentioned;
use crate::place::Place;
use crate::retarget::one_deeper;
use crate::validate::{Expectation, Parameter, Passing, Test};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ReturnType;
use syn::spanned::Spanned;

pub fn generate(test: &Test, place: &Place) -> TokenStream {
    let function = &test.function;
    let (attributes, visibility, signature, body) =
        (&function.attributes, &function.visibility, &function.signature, &function.body);
    let name = &signature.ident;
    // Attributes below `#[forall]` have not been looked at yet: what removes the function removes the module.
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));

    let description = description(test, place);
    let tests = match &place.written_cases {
        Some(path) => {
            let called = called_by_cases(test);
            quote!(::forall::__private::cases! { #path, #called })
        }
        None => quote!(::forall::__private::boundary_inputs!(__TEST);),
    };
    quote! {
        #[cfg(test)]
        #(#attributes)*
        #[allow(dead_code)]
        #visibility #signature #body

        #[cfg(test)]
        #(#conditions)*
        // What is odd about the arguments of a case is the point of it.
        #[allow(
            clippy::module_inception,
            clippy::approx_constant,
            clippy::reversed_empty_ranges,
            clippy::single_range_in_vec_init
        )]
        mod #name {
            #[allow(unused_imports)]
            use super::*;
            #[allow(unused_imports)]
            use ::forall::__private::AnyValue as _;

            #description
            #tests
            ::forall::__private::register!(__TEST);
        }
    }
}

/// The function the cases call: it has the name of the test and shadows it.
fn called_by_cases(test: &Test) -> TokenStream {
    let name = &test.function.signature.ident;
    let names: Vec<_> = test.parameters.iter().map(|parameter| &parameter.name).collect();
    let types = test.parameters.iter().map(|parameter| one_deeper(&parameter.ty));
    let output = &test.function.signature.output;
    let arrow = match output {
        ReturnType::Default => None,
        ReturnType::Type(..) => Some(one_deeper(output)),
    };
    let meaningless = returned(output, "meaningless");
    quote! {
        #[allow(dead_code, clippy::ptr_arg, clippy::too_many_arguments, clippy::type_complexity)]
        fn #name(#(#names: #types),*) #arrow {
            ::forall::__private::case(&__TEST, move || super::#name(#(#names),*), #meaningless)
        }
    }
}

fn description(test: &Test, place: &Place) -> TokenStream {
    let name = &test.function.signature.ident;
    let line = place.line;
    let cases = &place.cases;
    let parameters: Vec<String> =
        test.parameters.iter().map(|parameter| plain_name(&parameter.name)).collect();
    let parameters = parameters.join(",");
    let (expectation, expected) = match &test.expectation {
        Expectation::Returns => (quote!(Returns), quote!("")),
        Expectation::Panics(text) => (quote!(Panics), text.to_token_stream()),
        Expectation::MayPanic(text) => (quote!(MayPanic), text.to_token_stream()),
    };
    let drawn = test.parameters.iter().map(|parameter| drawn(name, parameter));
    let arguments = test.parameters.iter().map(argument);
    let output = &test.function.signature.output;
    let returns = returned(output, "RETURNS");
    let types = mentioned(test.parameters.iter().map(|parameter| one_deeper(&parameter.ty))).join(",");
    let outcome = returned(output, "outcome");
    let call = quote_spanned!(span(output)=> #outcome(super::#name(#(#arguments),*)));
    // The module is named like the test, so its path is the test's full name.
    quote! {
        #[allow(clippy::unit_arg, clippy::type_complexity)]
        const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            name: ::core::module_path!(),
            file: ::core::file!(),
            line: #line,
            cases: #cases,
            parameters: #parameters,
            expectation: ::forall::__private::Expectation::#expectation,
            expected: #expected,
            returns: #returns,
            types: #types,
            bounds: "",
            run: |__source| {
                #(#drawn)*
                __source.complete();
                #call
            },
        };
    }
}

/// Draws a parameter. An attribute of a trait can name it if its type has no inputs, and takes nothing but a literal.
fn drawn(test: &syn::Ident, parameter: &Parameter) -> TokenStream {
    let name = plain_name(&parameter.name);
    let message =
        format!("the parameter `{name}` of `{test}` has the type `{{Self}}`, of which forall has no inputs");
    let ty = one_deeper(parameter.drawn_type());
    let size = parameter.is_unsized().then(|| quote!(unsized));
    let (mutable, passing) = match parameter.passing {
        Passing::Value => (None, quote!(Value)),
        Passing::Reference => (None, quote!(Reference)),
        Passing::MutableReference => (Some(quote!(mut)), quote!(MutableReference)),
    };
    let variable = &parameter.name;
    quote! {
        let #mutable #variable = ::forall::__private::parameter!(__source, #name, #passing #size #ty, #message);
    }
}

/// What is handed to the test: a slice is drawn as a vector, a `str` as a `String`.
fn argument(parameter: &Parameter) -> TokenStream {
    let name = &parameter.name;
    let ty = one_deeper(parameter.drawn_type());
    match parameter.passing {
        Passing::Value => quote!(#name),
        Passing::Reference => quote!(::core::borrow::Borrow::<#ty>::borrow(&#name)),
        Passing::MutableReference => quote!(::core::borrow::BorrowMut::<#ty>::borrow_mut(&mut #name)),
    }
}

/// What is done with a value of the return type.
fn returned(output: &ReturnType, item: &str) -> TokenStream {
    let ty = match output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => one_deeper(ty),
    };
    let item = format_ident!("{item}");
    quote_spanned!(span(output)=> ::forall::__private::Returned::<#ty>::#item)
}

/// Complaints about the return type are shown at it.
fn span(output: &ReturnType) -> Span {
    match output {
        ReturnType::Default => Span::call_site(),
        ReturnType::Type(_, ty) => ty.span(),
    }
}

fn plain_name(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}
