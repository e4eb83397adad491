//! Lints that must not reach generated code.
//!
//! Whoever reads their complaints can do nothing about them. But to allow a lint that the crate forbids is an error itself, so what is
//! forbidden is looked up first: on the command line of the compiler, in the crate's first file and in the file of the test.

use crate::file::File;
use crate::target::{Arguments, compiler_arguments};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// In the code around the cases, and in the cases: what is odd about the arguments of a case is the point of it.
const OF_RUSTC: &[&str] = &[
    "absolute_paths_not_starting_with_crate",
    "dead_code",
    "let_underscore_drop",
    "missing_docs",
    "non_ascii_idents",
    "unreachable_pub",
    "unused_imports",
    "unused_macros",
    "unused_qualifications",
    "unused_results",
];

/// Every group of clippy's lints: its restrictions are without end.
const GROUPS_OF_CLIPPY: &[&str] =
    &["clippy::all", "clippy::cargo", "clippy::nursery", "clippy::pedantic", "clippy::restriction"];

/// Those that are likely where one of clippy's lints is forbidden, so that its group cannot be allowed.
const OF_CLIPPY: &[&str] = &[
    "clippy::absolute_paths",
    "clippy::allow_attributes_without_reason",
    "clippy::approx_constant",
    "clippy::arithmetic_side_effects",
    "clippy::bool_assert_comparison",
    "clippy::decimal_literal_representation",
    "clippy::default_numeric_fallback",
    "clippy::excessive_precision",
    "clippy::expect_used",
    "clippy::float_cmp",
    "clippy::items_after_test_module",
    "clippy::let_underscore_must_use",
    "clippy::let_underscore_untyped",
    "clippy::let_unit_value",
    "clippy::lossy_float_literal",
    "clippy::missing_assert_message",
    "clippy::missing_docs_in_private_items",
    "clippy::module_inception",
    "clippy::needless_pass_by_value",
    "clippy::ptr_arg",
    "clippy::reversed_empty_ranges",
    "clippy::single_range_in_vec_init",
    "clippy::std_instead_of_alloc",
    "clippy::std_instead_of_core",
    "clippy::str_to_string",
    "clippy::tests_outside_test_module",
    "clippy::too_many_arguments",
    "clippy::type_complexity",
    "clippy::unit_arg",
    "clippy::unreadable_literal",
    "clippy::unwrap_used",
    "clippy::useless_vec",
    "clippy::wildcard_imports",
];

/// The lints that a crate forbids, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forbidden(BTreeSet<String>);

impl Forbidden {
    /// In the compilation that is going on, and in this file of it.
    pub fn here(file: Option<&File>) -> Forbidden {
        static OF_CRATE: OnceLock<Forbidden> = OnceLock::new();
        let mut forbidden = OF_CRATE
            .get_or_init(|| {
                let arguments = compiler_arguments(std::env::args_os().skip(1)).unwrap_or_default();
                let of_clippy = std::env::var("CLIPPY_ARGS").unwrap_or_default();
                let of_clippy = of_clippy.split("__CLIPPY_HACKERY__").map(str::to_owned);
                let mut forbidden = Forbidden::default();
                forbidden.add_options(&arguments);
                forbidden.add_options(&of_clippy.collect::<Vec<_>>());
                let root = Arguments::of(&arguments).and_then(|arguments| File::read(&arguments.root));
                forbidden.0.extend(root.map(|root| root.forbidden.clone()).unwrap_or_default());
                forbidden
            })
            .clone();
        forbidden.0.extend(file.iter().flat_map(|file| file.forbidden.iter().cloned()));
        forbidden
    }

    /// `-F lint`, `-Flint`, `--forbid lint` and `--forbid=lint`.
    fn add_options(&mut self, arguments: &[String]) {
        let mut is_next = false;
        for argument in arguments {
            let lints = match argument.strip_prefix("--forbid").or_else(|| argument.strip_prefix("-F")) {
                _ if std::mem::take(&mut is_next) => argument.as_str(),
                Some("") => {
                    is_next = true;
                    continue;
                }
                Some(lints) => lints.trim_start_matches('='),
                None => continue,
            };
            self.0.extend(lints.split(',').map(|lint| lint.replace('-', "_")));
        }
    }

    fn has(&self, lint: &str) -> bool {
        self.0.contains(lint)
            || self.0.contains("warnings")
            || self.0.contains("unused") && (lint.starts_with("unused_") || lint == "dead_code")
            || self.0.contains("let_underscore") && lint == "let_underscore_drop"
    }

    /// For a module with cases.
    pub fn allow_all(&self) -> TokenStream {
        let of_clippy: Vec<&str> =
            self.0.iter().map(String::as_str).filter(|lint| is_clippys(lint)).collect();
        let of_clippy = match of_clippy.as_slice() {
            [] => GROUPS_OF_CLIPPY,
            // Nothing in a group that is forbidden can be allowed, and who knows what is in it.
            forbidden if forbidden.iter().any(|lint| GROUPS_OF_CLIPPY.contains(lint)) => &[],
            _ => OF_CLIPPY,
        };
        self.allow(&[OF_RUSTC, of_clippy].concat())
    }

    /// An attribute that allows these as far as possible.
    pub fn allow(&self, lints: &[&str]) -> TokenStream {
        let allowed: Vec<TokenStream> = lints
            .iter()
            .filter(|lint| !self.has(lint))
            .filter_map(|lint| lint.parse::<TokenStream>().ok())
            .collect();
        if allowed.is_empty() { TokenStream::new() } else { quote!(#[allow(#(#allowed),*)]) }
    }
}

/// All that a text forbids, wherever `forbid(…)` stands: not to allow something else costs little.
pub fn forbidden_in(text: &str) -> BTreeSet<String> {
    let mut lints = BTreeSet::new();
    // Most files need not be read as tokens.
    if text.contains("forbid")
        && let Ok(tokens) = text.parse()
    {
        add_forbidden(tokens, &mut lints);
    }
    lints
}

fn add_forbidden(tokens: TokenStream, all: &mut BTreeSet<String>) {
    let mut follows_forbid = false;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            match follows_forbid {
                true => {
                    let lints: String = group.stream().to_string().split_whitespace().collect();
                    all.extend(lints.split(',').map(str::to_owned));
                }
                false => add_forbidden(group.stream(), all),
            }
        }
        follows_forbid = matches!(&token, TokenTree::Ident(ident) if ident == "forbid");
    }
}

fn is_clippys(lint: &str) -> bool {
    lint.starts_with("clippy::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forbidden_is_found_in_options_and_files() {
        let mut forbidden = Forbidden::default();
        let arguments = ["rustc", "--forbid=unsafe-code", "-F", "clippy::unwrap_used", "-Fdead_code", "-Dx"];
        forbidden.add_options(&arguments.map(str::to_owned));
        let file = "#![forbid(unused_results, clippy :: float_cmp)] #![cfg_attr(test, forbid(missing_docs))] #![deny(y)]";
        forbidden.0.extend(forbidden_in(file));
        let lints: Vec<&str> = forbidden.0.iter().map(String::as_str).collect();
        assert_eq!(
            lints,
            [
                "clippy::float_cmp",
                "clippy::unwrap_used",
                "dead_code",
                "missing_docs",
                "unsafe_code",
                "unused_results"
            ]
        );
        assert_eq!(
            forbidden.allow(&["dead_code", "unused_imports"]).to_string(),
            "# [allow (unused_imports)]"
        );
        let all = forbidden.allow_all().to_string();
        assert!(!all.contains("restriction") && !all.contains("float_cmp"), "{all}");
        assert!(all.contains("clippy :: absolute_paths") && all.contains("let_underscore_drop"), "{all}");
    }

    #[test]
    fn nothing_of_a_forbidden_group_is_allowed() {
        let of = |lint: &str| Forbidden(BTreeSet::from([lint.to_owned()]));
        assert!(of("unused").allow(&["dead_code", "unused_imports"]).is_empty());
        assert!(!of("clippy::pedantic").allow_all().to_string().contains("clippy"));
        assert!(of("unsafe_code").allow_all().to_string().contains("clippy :: restriction"));
    }
}
