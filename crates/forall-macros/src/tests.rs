//! Expansions as snapshots: `tests/expand/<name>.rs` becomes `tests/expand/<name>.expanded.rs`. Written anew with `BLESS=1`.

use crate::lints::Forbidden;
use crate::place::Place;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::path::{Path, PathBuf};

#[test]
fn a_test_without_cases_runs_on_boundary_inputs() {
    check("boundary_inputs", None);
}

#[test]
fn a_test_with_cases_includes_them() {
    check("written_cases", Some("/package/forall/num/written_cases.rs"));
}

#[test]
fn a_test_that_must_panic_says_so() {
    check("panics", None);
}

#[test]
fn a_test_that_may_panic_says_so() {
    check("may_panic", None);
}

#[test]
fn paths_lead_out_of_the_inner_module() {
    check("relative_paths", None);
}

#[test]
fn what_the_user_wrote_around_the_function_stays() {
    check("attributes", None);
}

#[test]
fn a_test_without_parameters_has_nothing_to_draw() {
    check("no_parameters", None);
}

#[test]
fn references_are_lent() {
    check("references", Some("/package/forall/num/references.rs"));
}

#[test]
fn all_problems_are_reported_at_once() {
    let error =
        expand("#[forall(panic = \"x\")] async fn f(_: u8, &x: &u8, y: &'static u8, z: Vec<&u8>) {}", None)
            .unwrap_err();
    let messages: Vec<String> = error.into_iter().map(|error| error.to_string()).collect();
    assert_eq!(messages.len(), 6, "{messages:#?}");
    assert!(messages.iter().all(|message| message.contains("\nhelp: ")), "{messages:#?}");
}

#[test]
fn the_attribute_belongs_on_a_function() {
    let error = expand("#[forall] struct S;", None).unwrap_err();
    assert!(error.to_string().starts_with("`#[forall]` belongs on a function"), "{error}");
}

fn check(name: &str, written_cases: Option<&str>) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand");
    let source = std::fs::read_to_string(directory.join(format!("{name}.rs"))).expect("the source is there");
    let expansion = expand(&source, written_cases).expect("the source is valid");
    let expansion = prettyplease::unparse(&syn::parse2(expansion).expect("the expansion parses"));
    compare(directory.join(format!("{name}.expanded.rs")), &expansion);
}

fn compare(snapshot: PathBuf, actual: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&snapshot, actual).expect("the snapshot is writable");
    }
    let expected = std::fs::read_to_string(&snapshot).unwrap_or_default();
    assert!(expected == actual, "{} differs; BLESS=1 renews it:\n{actual}", snapshot.display());
}

/// The expansion of a source of one function, its attribute first.
fn expand(source: &str, written_cases: Option<&str>) -> syn::Result<TokenStream> {
    let mut tokens = source.parse::<TokenStream>().expect("it can be lexed").into_iter();
    let attribute: TokenStream = tokens.by_ref().take(2).collect();
    let attributes = syn::parse::Parser::parse2(syn::Attribute::parse_outer, attribute)?;
    let arguments = match &attributes[0].meta {
        syn::Meta::List(list) => list.tokens.to_token_stream(),
        _ => TokenStream::new(),
    };
    crate::expand(arguments, tokens.collect(), |name| Place {
        line: 7,
        cases: format!("forall/num/{name}.rs"),
        written_cases: written_cases.map(str::to_owned),
        innermost: None,
        package: None,
        forbidden: Forbidden::default(),
    })
}
