//! The attribute macros of forall. Use them through the crate `forall`, which documents them.
//!
//! `#[forall]` is parsed (`parse`), validated (`validate`) and becomes code (`generate`). Where the cases of a test are kept follows from
//! where the test stands in the package (`place`), and whether they still fit is looked at first (`fits`). The crate may have another
//! name in the package (`renamed`).

mod checked;
mod contract;
mod derive;
mod draw;
mod elements;
mod examples;
mod factory;
mod fake;
mod file;
mod fits;
mod generate;
mod generated;
mod instances;
mod lexer;
mod lints;
mod manifest;
mod mentioned;
mod nesting;
mod of_contract;
mod options;
mod parse;
mod pattern;
mod place;
mod renamed;
mod retarget;
mod stand_in;
mod substituted;
mod target;
mod tree;
mod ungrouped;
mod validate;

#[cfg(test)]
mod tests;

use forall_contract::{problems, spelled};
use parse::{Arguments, Function};
use place::{Place, Surroundings};

/// Makes a function with parameters a test that holds for all arguments. See the documentation of the crate `forall`.
#[proc_macro_attribute]
pub fn forall(
    arguments: proc_macro::TokenStream,
    function: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    renamed::in_tests(
        expand(arguments.into(), function.into(), Place::of).unwrap_or_else(syn::Error::into_compile_error),
    )
}

/// Makes inputs of a struct or enum. See the documentation of the crate `forall`.
#[proc_macro_derive(Input, attributes(forall))]
pub fn derive_input(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    renamed::in_code(derive::expand(item.into()).unwrap_or_else(syn::Error::into_compile_error))
}

/// Lets a function make the values of a type. See the documentation of the crate `forall`.
#[proc_macro_attribute]
pub fn factory(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    renamed::in_tests(
        factory::expand(arguments.into(), item.into(), |span| Surroundings::of(span.unwrap()))
            .unwrap_or_else(syn::Error::into_compile_error),
    )
}

/// Makes a fake of a trait. See the documentation of the crate `forall-spec`.
#[proc_macro_attribute]
pub fn fake(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    renamed::in_code(
        fake::expand(arguments.into(), item.into()).unwrap_or_else(syn::Error::into_compile_error),
    )
}

/// Checks what functions require and ensure. See the documentation of the crate `forall-spec`.
#[proc_macro_attribute]
pub fn contract(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    let tests = renamed::of_tests();
    let around = |span: proc_macro2::Span| Surroundings::of(span.unwrap());
    renamed::in_code(
        contract::expand(arguments.into(), item.into(), tests.as_deref(), around)
            .unwrap_or_else(syn::Error::into_compile_error),
    )
}

/// Says what functions and types of others require and ensure. See the documentation of the crate `forall-spec`.
#[proc_macro]
pub fn contract_for(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let tests = renamed::of_tests();
    let around = |span: proc_macro2::Span| Surroundings::of(span.unwrap());
    renamed::in_code(
        contract::expand_foreign(input.into(), tests.as_deref(), around)
            .unwrap_or_else(syn::Error::into_compile_error),
    )
}

/// Says what holds whenever a loop gets there. See the documentation of the crate `forall-spec`.
#[proc_macro]
pub fn loop_invariant(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    renamed::in_code(contract::expand_repeated(input.into()).unwrap_or_else(syn::Error::into_compile_error))
}

/// Makes a fake of traits that belong to others. See the documentation of the crate `forall`, where it is `fake!`.
#[proc_macro]
pub fn declared_fake(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    renamed::in_code(fake::expand_declared(input.into()).unwrap_or_else(syn::Error::into_compile_error))
}

/// The expansion, for a function that stands where `locate` says.
fn expand(
    arguments: proc_macro2::TokenStream,
    function: proc_macro2::TokenStream,
    locate: impl FnOnce(&proc_macro2::TokenStream, &Function) -> Place,
) -> syn::Result<proc_macro2::TokenStream> {
    let function: Function = syn::parse2(function)?;
    let place = locate(&arguments, &function);
    let arguments: Arguments = syn::parse2(arguments)?;
    let test = validate::validate(arguments, function, &place)?;
    Ok(generate::generate(&test, &place))
}
