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

use crate::draw::{argument, drawn, plain_name};
use crate::fits;
use crate::instances::{Instance, instances};
use crate::mentioned::mentioned;
use crate::options::Expectation;
use crate::place::Place;
use crate::problems::Problems;
use crate::retarget::deeper;
use crate::validate::Test;
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
    let instances = instances(&test.options.types, place);
    let tests = match instances.as_slice() {
        [] => described(&Described {
            test,
            cases: &place.cases,
            written: place.written_cases.as_deref(),
            line: place.line,
            levels: 1,
            types: None,
        }),
        _ => instances.iter().map(|instance| in_module(test, place, instance)).collect(),
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

            #tests
        }
    }
}

/// An instance of a generic test: inside, the names of the parameters stand for its types.
fn in_module(test: &Test, place: &Place, instance: &Instance) -> TokenStream {
    let Instance { module, types, cases, written } = instance;
    let aliases = types.iter().map(|(name, ty)| {
        let ty = deeper(ty, 2);
        quote!(#[allow(dead_code)] type #name = #ty;)
    });
    let names: Vec<_> = types.iter().map(|(name, _)| name).collect();
    let arguments = quote!(::<#(#names),*>);
    let described = described(&Described {
        test,
        cases,
        written: written.as_deref(),
        line: place.line,
        levels: 2,
        types: Some(arguments),
    });
    quote! {
        mod #module {
            #[allow(unused_imports)]
            use super::*;
            #(#aliases)*

            #described
        }
    }
}

/// A test, or an instance of one.
struct Described<'a> {
    test: &'a Test,
    cases: &'a str,
    written: Option<&'a str>,
    line: u32,
    /// How many modules below that of the function.
    levels: usize,
    /// The generic arguments of the function.
    types: Option<TokenStream>,
}

impl Described<'_> {
    fn function(&self) -> TokenStream {
        let name = &self.test.function.signature.ident;
        let up = (0..self.levels).map(|_| quote!(super::));
        let types = &self.types;
        quote!(#(#up)*#name #types)
    }
}

fn described(described: &Described<'_>) -> TokenStream {
    let description = description(described);
    let tests = match described.written {
        Some(path) => misfit(described, path).unwrap_or_else(|| {
            let called = called_by_cases(described);
            quote!(::forall::__private::cases! { #path, #called })
        }),
        None => quote!(::forall::__private::boundary_inputs!(__TEST);),
    };
    quote! {
        #description
        #tests
        ::forall::__private::register!(__TEST);
    }
}

/// The complaint about cases that call the test in a way it cannot be called any more.
fn misfit(described: &Described<'_>, path: &str) -> Option<TokenStream> {
    let name = &described.test.function.signature.ident;
    let parameters = described.test.parameters.len();
    let source = std::fs::read_to_string(path).ok()?;
    let arguments = fits::wrong_count(&source, &name.to_string(), parameters)?;
    let mut problems = Problems::default();
    problems.add(
        name.span(),
        &format!(
            "the cases in `{}` call this with {} (it has {parameters})",
            described.cases,
            if arguments == 1 { "1 argument".into() } else { format!("{arguments} arguments") }
        ),
        "run `cargo forall`: it keeps them aside and finds new ones",
    );
    problems.none().err().map(syn::Error::into_compile_error)
}

/// The function the cases call: it has the name of the test and shadows it.
fn called_by_cases(described: &Described<'_>) -> TokenStream {
    let Described { test, levels, .. } = described;
    let name = &test.function.signature.ident;
    let names: Vec<_> = test.parameters.iter().map(|parameter| &parameter.name).collect();
    let types = test.parameters.iter().map(|parameter| deeper(&parameter.ty, *levels));
    let output = &test.function.signature.output;
    let arrow = match output {
        ReturnType::Default => None,
        ReturnType::Type(..) => Some(deeper(output, *levels)),
    };
    let meaningless = returned(output, "meaningless", *levels);
    let function = described.function();
    quote! {
        #[allow(dead_code, clippy::ptr_arg, clippy::too_many_arguments, clippy::type_complexity)]
        fn #name(#(#names: #types),*) #arrow {
            ::forall::__private::case(&__TEST, move || #function(#(#names),*), #meaningless)
        }
    }
}

fn description(described: &Described<'_>) -> TokenStream {
    let Described { test, cases, line, levels, .. } = described;
    let name = plain_name(&test.function.signature.ident);
    let parameters: Vec<String> =
        test.parameters.iter().map(|parameter| plain_name(&parameter.name)).collect();
    let parameters = parameters.join(",");
    let (expectation, expected) = match &test.options.expectation {
        Expectation::Returns => (quote!(Returns), quote!("")),
        Expectation::Panics(text) => (quote!(Panics), text.to_token_stream()),
        Expectation::MayPanic(text) => (quote!(MayPanic), text.to_token_stream()),
    };
    let drawn = test.parameters.iter().map(|parameter| drawn(&name, parameter, *levels));
    let arguments = test.parameters.iter().map(|parameter| argument(parameter, *levels));
    let output = &test.function.signature.output;
    let returns = returned(output, "RETURNS", *levels);
    let types = mentioned(test.parameters.iter().map(|parameter| deeper(&parameter.ty, *levels))).join(",");
    let bounds = test.options.bounds.join(",");
    let outcome = returned(output, "outcome", *levels);
    let returned_type = returned_type(output, *levels);
    let scope = scope(test, *levels);
    let function = described.function();
    let call = quote_spanned! {span(output)=> {
        let __returned = #function(#(#arguments),*);
        let __told = ::forall::__private::told!(#returned_type, __returned);
        #outcome(__returned, __told)
    }};
    // The module is named like the test, so its path is the test's full name.
    quote! {
        #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
        const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            name: ::core::module_path!(),
            file: ::core::file!(),
            line: #line,
            function: #name,
            cases: #cases,
            parameters: #parameters,
            expectation: ::forall::__private::Expectation::#expectation,
            expected: #expected,
            returns: #returns,
            types: #types,
            bounds: #bounds,
            run: |__source| {
                #scope
                #(#drawn)*
                __source.complete();
                #call
            },
        };
    }
}

/// What candidates call is what the test would call, though a case here may have the same name.
fn scope(test: &Test, levels: usize) -> Option<TokenStream> {
    let up = (0..levels).map(|_| quote!(super::));
    let has_candidates = test.parameters.iter().any(|parameter| !parameter.candidates.is_empty());
    has_candidates.then(|| quote!(#[allow(unused_imports)] use #(#up)**;))
}

/// What is done with a value of the return type.
fn returned(output: &ReturnType, item: &str, levels: usize) -> TokenStream {
    let ty = returned_type(output, levels);
    let item = format_ident!("{item}");
    quote_spanned!(span(output)=> <#ty>::#item)
}

fn returned_type(output: &ReturnType, levels: usize) -> TokenStream {
    let ty = match output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => deeper(ty, levels),
    };
    quote_spanned!(span(output)=> ::forall::__private::Returned::<#ty>)
}

/// Complaints about the return type are shown at it.
fn span(output: &ReturnType) -> Span {
    match output {
        ReturnType::Default => Span::call_site(),
        ReturnType::Type(_, ty) => ty.span(),
    }
}
