//! The code a test becomes.
//!
//! ```text
//! #[cfg(test)]
//! fn put(x: i64) { .. }                       // as it was written
//!
//! #[cfg(test)]
//! mod put {                                   // `put_cases` where there is another `put`
//!     const __PATH: &str = module_path!();
//!     mod __test {                            // all names mean here what they mean to the test
//!         use super::super::*;
//!         pub const __TEST: Test = ..;        // draws the arguments and calls the test
//!         called! { pub fn put(x: i64) { .. } } // what the cases call: a failed assumption is no failure
//!         register!(__TEST);
//!     }
//!     example!(example_1, __test::__TEST, 0usize); // for each of `examples(..)`
//!     cases!("forall/put.rs", put, super);    // or boundary_inputs!(__test::__TEST) where there are no cases
//! }
//! ```
//!
//! To the cases, names of the standard library mean what they mean everywhere, whatever the test has in scope.
//!
//! What differs between exploration and plain use is decided by the macros of the `forall` crate: a `cfg` in this expansion would be
//! looked up, and complained about, in the user's crate.
//!
//! See docs/decisions/standard-names-in-case-files.md.

use crate::derive::mentions;
use crate::draw::{argument, drawn, drawn_if_known, plain_name};
use crate::examples::{self, Example};
use crate::fits;
use crate::instances::{Instance, instances};
use crate::mentioned::mentioned;
use crate::of_contract::OfContract;
use crate::options::Expectation;
use crate::place::Place;
use crate::problems::Problems;
use crate::retarget::deeper;
use crate::spelled::spelled;
use crate::validate::Test;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, LitStr, ReturnType, Type, TypeParam};

pub fn generate(test: &Test, place: &Place) -> TokenStream {
    let function = &test.function;
    let (attributes, visibility, signature, body) =
        (&function.attributes, &function.visibility, &function.signature, &function.body);
    let module = module(test, place);
    // Attributes below `#[forall]` have not been looked at yet: what removes the function removes the module.
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let instances = instances(&test.options.types, place);
    let tests = match instances.as_slice() {
        [] => described(&Described {
            test,
            place,
            cases: &place.cases,
            written: place.written_cases.as_deref(),
            above: 1,
            types: &[],
        }),
        _ => instances.iter().map(|instance| in_module(test, place, instance)).collect(),
    };
    let unused = place.forbidden.allow(&["dead_code"]);
    let lints = place.forbidden.allow_all();
    quote! {
        #[cfg(test)]
        #(#attributes)*
        #unused
        #visibility #signature #body

        #[cfg(test)]
        #(#conditions)*
        #lints
        mod #module {
            #tests
        }
    }
}

/// The module of a test has its name, unless something else has.
fn module(test: &Test, place: &Place) -> Ident {
    let name = &test.function.signature.ident;
    if place.renamed { format_ident!("{}_cases", plain_name(name), span = name.span()) } else { name.clone() }
}

/// An instance of a generic test: inside, the names of the parameters stand for its types.
fn in_module(test: &Test, place: &Place, instance: &Instance) -> TokenStream {
    let Instance { module, types, cases, written } = instance;
    let described =
        described(&Described { test, place, cases, written: written.as_deref(), above: 2, types });
    quote! {
        mod #module {
            #described
        }
    }
}

/// A test, or an instance of one.
struct Described<'a> {
    test: &'a Test,
    place: &'a Place,
    cases: &'a str,
    written: Option<&'a str>,
    /// How many modules above the one with the cases the function stands.
    above: usize,
    /// What the generic parameters of the function stand for.
    types: &'a [(Ident, Type)],
}

impl Described<'_> {
    /// How many modules above the one that describes the test the function stands.
    fn levels(&self) -> usize {
        self.above + 1
    }

    fn function(&self) -> TokenStream {
        let name = &self.test.function.signature.ident;
        let up = up(self.levels());
        let listed = |parameter: &TypeParam| self.types.iter().any(|(name, _)| *name == parameter.ident);
        let types =
            self.test.function.signature.generics.type_params().map(|parameter| match listed(parameter) {
                true => parameter.ident.to_token_stream(),
                false => quote!(_),
            });
        let types = (!self.types.is_empty()).then(|| quote!(::<#(#types),*>));
        quote!(#up::#name #types)
    }

    /// The parameters that are still open, and what is demanded of them.
    fn generics(&self) -> (Option<TokenStream>, Option<TokenStream>) {
        let generics = &self.test.function.signature.generics;
        let parameters = &self.test.parameters;
        let functions: Vec<&Ident> =
            parameters.iter().filter_map(|parameter| parameter.function.as_ref()?.generic.as_ref()).collect();
        let is_open = |parameter: &&TypeParam| {
            self.types.iter().all(|(name, _)| *name != parameter.ident)
                && !functions.contains(&&parameter.ident)
        };
        let open: Vec<TokenStream> =
            generics.type_params().filter(is_open).map(|open| deeper(open, self.levels())).collect();
        if open.is_empty() {
            return (None, None);
        }
        let demands = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let demands = demands
            .filter(|demand| !mentions(demand.to_token_stream(), &|ident| functions.contains(&ident)))
            .map(|demand| deeper(demand, self.levels()));
        (Some(quote!(<#(#open),*>)), Some(quote!(where #(#demands),*)))
    }

    fn aliases(&self) -> TokenStream {
        let alias = |(name, ty): &(Ident, Type)| {
            let ty = deeper(ty, self.levels());
            let unused = self.place.forbidden.allow(&["dead_code"]);
            quote!(#unused pub(super) type #name = #ty;)
        };
        self.types.iter().map(alias).collect()
    }
}

/// `super::super`.
fn up(levels: usize) -> TokenStream {
    let levels = (0..levels).map(|_| quote!(super));
    quote!(#(#levels)::*)
}

fn described(described: &Described<'_>) -> TokenStream {
    let description = description(described);
    let aliases = described.aliases();
    let scope = up(described.levels());
    let (called, tests) = match described.written {
        Some(path) => match misfit(described, path) {
            Some(complaint) => (None, complaint),
            None => (Some(called_by_cases(described, path)), cases(described, path)),
        },
        None => (None, quote!(::forall::__private::boundary_inputs!(__test::__TEST);)),
    };
    let examples = (0..described.test.examples.len()).map(|number| {
        let name = format_ident!("example_{}", number + 1);
        quote!(::forall::__private::example!(#name, __test::__TEST, #number);)
    });
    quote! {
        const __PATH: &::core::primitive::str = ::core::module_path!();

        mod __test {
            use #scope::*;
            use ::forall::__private::AnyValue as _;
            #aliases

            #description
            #called
            ::forall::__private::register!(__TEST);
        }

        #(#examples)*
        #tests
    }
}

/// They know the function that they call, and what the test has in scope.
fn cases(described: &Described<'_>, path: &str) -> TokenStream {
    let name = &described.test.function.signature.ident;
    let types = described.types.iter().map(|(name, _)| name);
    let scope = up(described.above);
    quote!(::forall::__private::cases! { #path, {#name #(, #types)*}, #scope, $ })
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
fn called_by_cases(described: &Described<'_>, path: &str) -> TokenStream {
    let (test, levels) = (described.test, described.levels());
    let name = &test.function.signature.ident;
    let names: Vec<_> = test.parameters.iter().map(|parameter| &parameter.name).collect();
    let types = test.parameters.iter().map(|parameter| match &parameter.function {
        Some(function) => function.as_written().drawn_type(levels),
        None => deeper(&parameter.ty, levels),
    });
    let arguments = test.parameters.iter().map(|parameter| match &parameter.function {
        Some(function) => function.as_written().argument(&parameter.name, parameter.passing, levels),
        None => parameter.name.to_token_stream(),
    });
    let output = &test.function.signature.output;
    let arrow = match output {
        ReturnType::Default => None,
        ReturnType::Type(..) => Some(deeper(output, levels)),
    };
    let meaningless = returned(output, "meaningless", levels);
    let function = described.function();
    let (generics, demands) = described.generics();
    let owner = fits::owner(path).unwrap_or_default();
    quote! {
        ::forall::__private::called! {
            pub(super) fn #name #generics(#(#names: #types),*) #arrow #demands {
                ::forall::__private::case(&__TEST, #owner, move || #function(#(#arguments),*), #meaningless)
            }
        }
    }
}

fn description(described: &Described<'_>) -> TokenStream {
    let Described { test, place, cases, .. } = described;
    let module = module(test, place).to_string();
    let contract = test.options.contract.as_ref();
    let line = line(test, place);
    let levels = described.levels();
    let name = plain_name(&test.function.signature.ident);
    let parameters: Vec<String> =
        test.parameters.iter().map(|parameter| plain_name(&parameter.name)).collect();
    let parameters = parameters.join(",");
    let (expectation, expected) = expectation(&test.options.expectation);
    let drawn = test.parameters.iter().map(|parameter| match contract {
        Some(_) => drawn_if_known(parameter, levels),
        None => drawn(&name, parameter, levels, place.scope),
    });
    let OfContract { contract, wanted, missing } = OfContract::of(test, levels);
    let arguments = test.parameters.iter().map(|parameter| argument(parameter, levels));
    let output = &test.function.signature.output;
    let returns = returned(output, "RETURNS", levels);
    let types =
        mentioned(test.parameters.iter().map(|parameter| deeper(&parameter.ty, described.above))).join(",");
    let bounds = test.options.bounds.join(",");
    let outcome = returned(output, "outcome", levels);
    let returned_type = returned_type(output, levels);
    let function = described.function();
    let call = quote_spanned! {span(output)=> {
        let __returned = #function(#(#arguments),*);
        let __told = ::forall::__private::told!(#returned_type, __returned);
        #outcome(__returned, __told)
    }};
    let example_count = test.examples.len() as u32;
    let examples = test.examples.iter().map(|written| example(described, written));
    quote! {
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: #module,
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
            contract: #contract,
            wanted: #wanted,
            missing: #missing,
            example_count: #example_count,
            examples: ::forall::__private::examples![#(#examples),*],
            run: |__source| {
                #(#drawn)*
                __source.complete();
                #call
            },
        };
    }
}

/// The line of a contract's test is that of the function.
fn line(test: &Test, place: &Place) -> TokenStream {
    let contract = test.options.contract.as_ref().and_then(|contract| contract.line.as_ref());
    match (contract, place.line) {
        (Some(line), _) => line.to_token_stream(),
        (None, Some(line)) => line.to_token_stream(),
        (None, None) => quote!(::core::line!()),
    }
}

fn expectation(expectation: &Expectation) -> (TokenStream, TokenStream) {
    match expectation {
        Expectation::Returns => (quote!(Returns), quote!("")),
        Expectation::Panics(text) => (quote!(Panics), text.to_token_stream()),
        Expectation::MayPanic(texts) => {
            let texts: Vec<String> = texts.iter().map(LitStr::value).collect();
            // `forall_protocol::put::OR`
            (quote!(MayPanic), texts.join("\u{1e}").to_token_stream())
        }
    }
}

/// The code that calls the test with the arguments of an example. What they are made of lives as long as what the test returns.
fn example(described: &Described<'_>, Example(arguments): &Example) -> TokenStream {
    let levels = described.levels();
    let output = &described.test.function.signature.output;
    let (outcome, returned_type) = (returned(output, "outcome", levels), returned_type(output, levels));
    let function = described.function();
    // The cases stand one module above the code that runs the test.
    let texts = arguments.iter().map(|argument| spelled(&deeper(argument, described.above)));
    let leaves = described
        .test
        .parameters
        .iter()
        .zip(arguments)
        .map(|(parameter, argument)| examples::leaves(parameter, &deeper(argument, levels), levels));
    let arguments = arguments.iter().map(|argument| deeper(argument, levels));
    quote! {
        ::forall::__private::Example {
            arguments: &[#(#texts),*],
            leaves: |__to| {
                #[allow(unused_imports)]
                use ::forall::__private::{ByLeaves as _, WithoutLeaves as _};
                #(#leaves)*
            },
            run: || match #function(#(#arguments),*) {
                __returned => {
                    let __told = ::forall::__private::told!(#returned_type, __returned);
                    #outcome(__returned, __told)
                }
            },
        }
    }
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
        // In editions before 2018 `::forall` would be a module of the crate, if it were the code of the test.
        ReturnType::Type(_, ty) => Span::call_site().located_at(ty.span()),
    }
}
