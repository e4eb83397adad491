//! Expansions as snapshots: `tests/expand/<name>.rs` becomes `tests/expand/<name>.expanded.rs`. Written anew with `BLESS=1`.

use crate::draw::Scope;
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
fn examples_are_tests_beside_the_cases() {
    check("examples", Some("/package/forall/num/examples.rs"));
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
fn a_test_beside_a_module_of_its_name_gets_another() {
    check("same", Some("/package/forall/num/same.rs"));
}

#[test]
fn a_trait_has_hidden_methods_for_its_contract() {
    check_contract("contract_of_trait");
}

#[test]
fn an_implementation_finds_the_contract_of_its_trait() {
    check_contract("contract_of_implementation");
}

/// What `#[contract]` makes of an item where tests are built.
fn check_contract(name: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand");
    let source = std::fs::read_to_string(directory.join(format!("{name}.rs"))).expect("the source is there");
    let item = source.parse::<TokenStream>().expect("it can be lexed").into_iter().skip(2).collect();
    let expansion = crate::contract::expand(TokenStream::new(), item, None, |_| None).expect("it is valid");
    let contracted: syn::ItemMacro = syn::parse2(expansion).expect("the expansion is a macro's");
    let checked = contracted.mac.tokens.into_iter().filter_map(|token| match token {
        proc_macro2::TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    let checked = checked.last().expect("there is an item");
    let checked = prettyplease::unparse(&syn::parse2(checked).expect("the expansion parses"));
    compare(directory.join(format!("{name}.expanded.rs")), &checked);
}

#[test]
fn what_a_macro_was_given_is_as_good_as_what_was_written() {
    use proc_macro2::{Delimiter, Group, TokenTree};
    // `$x` of a macro, as the compiler hands it over.
    fn given(tokens: TokenStream) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Group(group) => Group::new(group.delimiter(), given(group.stream())).into(),
                TokenTree::Literal(_) => Group::new(Delimiter::None, token.into()).into(),
                TokenTree::Ident(ref ident) if ident == "str" || ident == "u8" => {
                    Group::new(Delimiter::None, token.into()).into()
                }
                token => token,
            })
            .collect()
    }
    let arguments = "max_len = 3, max_time = \"2s\", panics = \"text\", values(x = [1, 2]), types(T = [u8])";
    let function = "fn put<T>(x: u8, s: &str, t: T) -> u8 { 7 }";
    let place = || Place {
        line: Some(1),
        cases: "forall/put.rs".into(),
        written_cases: None,
        innermost: None,
        renamed: false,
        scope: Scope::Usual,
        package: None,
        forbidden: Forbidden::default(),
    };
    let [arguments, function] = [arguments, function].map(|text| text.parse::<TokenStream>().unwrap());
    let written = crate::expand(arguments.clone(), function.clone(), |_, _| place()).unwrap();
    let from_macro = crate::expand(given(arguments), given(function), |_, _| place()).unwrap();
    assert_eq!(ungrouped(from_macro), ungrouped(written));
}

/// As text, without what cannot be seen.
fn ungrouped(tokens: TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}

#[test]
fn all_problems_are_reported_at_once() {
    let error = expand(
        "#[forall(panic = \"x\")] async fn f(_: u8, &x: &u8, y: &'static u8, z: Vec<&mut u8>) {}",
        None,
    )
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
    crate::expand(arguments, tokens.collect(), |_, function| Place {
        line: Some(7),
        cases: format!("forall/num/{}.rs", function.signature.ident),
        written_cases: written_cases.map(str::to_owned),
        innermost: None,
        renamed: function.signature.ident == "same",
        scope: Scope::Usual,
        package: None,
        forbidden: Forbidden::default(),
    })
}
