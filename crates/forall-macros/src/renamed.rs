//! Which crate an expansion speaks of, and what the package calls it: `fa = { package = "forall" }`.
//!
//! All expansions say `::forall::…`. That is changed at the end, in one place. What may stand on production code is in `forall-spec`, too:
//! where the package depends on it, that is the crate which is always there.

use crate::manifest::{self, Manifest};
use crate::place::package;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use std::sync::OnceLock;

/// The expansion of something that stands on tests, as this package can understand it.
pub fn in_tests(expansion: TokenStream) -> proc_macro::TokenStream {
    spoken_of(expansion, &names().forall)
}

/// The same for what may stand on production code.
pub fn in_code(expansion: TokenStream) -> proc_macro::TokenStream {
    let Names { forall, spec } = names();
    spoken_of(expansion, &spec.unwrap_or(forall))
}

fn spoken_of(expansion: TokenStream, name: &str) -> proc_macro::TokenStream {
    match name {
        "forall" => expansion.into(),
        name => called(expansion, name).into(),
    }
}

/// What the package calls the crate of its tests; nothing if it does not depend on it. Where no package is known, it is `forall`.
pub fn of_tests() -> Option<String> {
    let Some(package) = package() else { return Some("forall".into()) };
    Manifest::of(&package).crate_name("forall", || manifest::workspace(&package))
}

/// What the package calls the crates.
#[derive(Clone)]
struct Names {
    forall: String,
    /// If it depends on it.
    spec: Option<String>,
}

fn names() -> Names {
    // A compiler compiles one package, an editor may expand macros of many.
    static KNOWN: OnceLock<(Option<std::path::PathBuf>, Names)> = OnceLock::new();
    let package = package();
    let find = || {
        let name = |dependency| {
            let package = package.as_deref()?;
            Manifest::of(package).crate_name(dependency, || manifest::workspace(package))
        };
        Names { forall: name("forall").unwrap_or_else(|| "forall".into()), spec: name("forall-spec") }
    };
    let (known_package, names) = KNOWN.get_or_init(|| (package.clone(), find()));
    if *known_package == package { names.clone() } else { find() }
}

/// `::forall` where a path of ours begins becomes `::name`.
fn called(tokens: TokenStream, name: &str) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let renamed = |(at, token): (usize, &TokenTree)| match token {
        TokenTree::Ident(ident) if is_ours(&tokens, at) => TokenTree::Ident(Ident::new(name, ident.span())),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), called(group.stream(), name));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token.clone(),
    };
    tokens.iter().enumerate().map(renamed).collect()
}

/// Is it the `forall` of `::forall::__private`, and not a part of somebody else's path?
fn is_ours(tokens: &[TokenTree], at: usize) -> bool {
    let word = |at: usize| match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => ident.to_string(),
        _ => String::new(),
    };
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    let is_named = word(at) == "forall" && ["__private", "Input", "Source"].contains(&word(at + 3).as_str());
    let begins = at == 2
        || at > 2 && {
            let keywords = ["", "impl", "for", "as", "dyn", "use", "return", "in", "mut", "const"];
            keywords.contains(&word(at - 3).as_str())
        };
    is_named && begins && [at.wrapping_sub(1), at.wrapping_sub(2), at + 1, at + 2].into_iter().all(is_colon)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_is_called_by_its_name_in_the_package() {
        let check = |tokens: &str, expected: &str| {
            let [tokens, expected] =
                [tokens, expected].map(|text| text.parse::<TokenStream>().unwrap().to_string());
            assert_eq!(called(tokens.parse().unwrap(), "fa").to_string(), expected);
        };
        check("impl ::forall::Input for A {}", "impl ::fa::Input for A {}");
        check("impl<T: ::forall::Input> X for A {}", "impl<T: ::fa::Input> X for A {}");
        check("impl<T> ::forall::Input for A {}", "impl<T> ::fa::Input for A {}");
        check("x: ::forall::Input", "x: ::fa::Input");
        check(
            "use ::forall::__private::a as _; f(::forall::__private::b!(x), &mut ::forall::Source)",
            "use ::fa::__private::a as _; f(::fa::__private::b!(x), &mut ::fa::Source)",
        );
        for other in ["a::forall::Input", "forall::Input", "<A>::forall()", "use ::forall::other;"] {
            check(other, other);
        }
    }
}
