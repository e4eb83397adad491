//! What stands in `#[forall(..)]` on a type and on its fields.

use crate::pattern::Pattern;
use crate::problems::Problems;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token};

const TYPE_KEYS: &str = "the key of a type is `invariant = condition`, a function from `&Self` to `bool`";
const FIELD_KEYS: &str =
    "the keys of a field are `with = function`, `range = 1..=12` and `matches = \"[a-z]+\"`";

/// What is said of a type.
#[derive(Default)]
pub struct OfType {
    pub invariant: Option<Expr>,
}

impl OfType {
    pub fn parse(attributes: &[Attribute], problems: &mut Problems) -> OfType {
        let mut of_type = OfType::default();
        for (key, value) in keys(attributes, TYPE_KEYS, problems) {
            match key.to_string().as_str() {
                "invariant" => of_type.invariant = Some(value),
                "with" | "range" | "matches" => {
                    problems.add(key.span(), &format!("`{key}` says something about a field"), FIELD_KEYS);
                }
                _ => problems.add(
                    key.span(),
                    &format!("`#[forall]` knows no key `{key}` of a type"),
                    TYPE_KEYS,
                ),
            }
        }
        of_type
    }
}

/// How a field is drawn.
#[derive(Default)]
pub enum OfField {
    #[default]
    AsItsType,
    With(Expr),
    Range(Expr),
    Matches(LitStr, Pattern),
}

impl OfField {
    pub fn parse(attributes: &[Attribute], problems: &mut Problems) -> OfField {
        let mut of_field = OfField::AsItsType;
        for (key, value) in keys(attributes, FIELD_KEYS, problems) {
            if !matches!(of_field, OfField::AsItsType) {
                let problem = "how a field is drawn can be said only once";
                problems.add(key.span(), problem, "keep one of `with`, `range` and `matches`");
            }
            match key.to_string().as_str() {
                "with" => match value {
                    Expr::Path(_) => of_field = OfField::With(value),
                    _ => problems.add(
                        value.span(),
                        "`with` needs the name of a function: cases call it",
                        "write a function that makes the value from its parameters, and `with = its_name`",
                    ),
                },
                "range" => match value {
                    Expr::Range(_) | Expr::Path(_) => of_field = OfField::Range(value),
                    _ => {
                        problems.add(value.span(), "`range` needs a range", "write it as in `range = 1..=12`")
                    }
                },
                "matches" => match value {
                    Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => match Pattern::new(&text.value()) {
                        Ok(pattern) => of_field = OfField::Matches(text, pattern),
                        Err((problem, help)) => problems.add(text.span(), &problem, help),
                    },
                    _ => problems.add(
                        value.span(),
                        "`matches` needs a pattern",
                        "write a regular expression, as in `matches = \"[a-z][0-9]+\"`",
                    ),
                },
                "invariant" => problems.add(
                    key.span(),
                    "an invariant belongs to a type, not to a field",
                    "put `#[forall(invariant = ..)]` above the type",
                ),
                _ => problems.add(
                    key.span(),
                    &format!("`#[forall]` knows no key `{key}` of a field"),
                    FIELD_KEYS,
                ),
            }
        }
        of_field
    }
}

/// All `key = value` in the `#[forall(..)]` among some attributes.
fn keys(attributes: &[Attribute], help: &str, problems: &mut Problems) -> Vec<(syn::Ident, Expr)> {
    let mut keys = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("forall")) {
        let Meta::List(list) = &attribute.meta else {
            problems.add(attribute.span(), "`#[forall]` says nothing here", help);
            continue;
        };
        match Punctuated::<KeyValue, Token![,]>::parse_terminated.parse2(list.tokens.clone()) {
            Ok(parsed) => keys.extend(parsed.into_iter().map(|KeyValue(key, value)| (key, value))),
            Err(error) => problems.add(error.span(), &error.to_string(), help),
        }
    }
    keys
}

struct KeyValue(syn::Ident, Expr);

impl syn::parse::Parse for KeyValue {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<KeyValue> {
        let key: syn::Ident = input.parse()?;
        if !input.peek(Token![=]) {
            return Err(syn::Error::new(key.span(), format!("`{key}` needs a value")));
        }
        input.parse::<Token![=]>()?;
        Ok(KeyValue(key, crate::ungrouped::expression(input.parse()?)))
    }
}
