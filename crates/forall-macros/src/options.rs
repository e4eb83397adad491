//! What the arguments of `#[forall(..)]` say about a test.

use crate::parse::{Argument, Arguments, Given, KEYS, List};
use crate::problems::Problems;
use crate::ungrouped;
use syn::parse::{Parse, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Token, Type};

#[derive(Default)]
pub struct Options {
    pub expectation: Expectation,
    /// Candidates for parameters.
    pub values: Vec<(Ident, Vec<Expr>)>,
    /// Types for generic parameters.
    pub types: Vec<(Ident, Vec<Type>)>,
    /// Arguments to begin with, as they are written: a tuple for each call.
    pub examples: Vec<Expr>,
    /// As in `max_len=3,max_time=10s`.
    pub bounds: Vec<String>,
    /// Bounds of single parameters: `max_len`, `hex`, `12`.
    pub own_bounds: Vec<(Ident, Ident, u64)>,
    /// It is the test of a contract: said by `#[contract]`.
    pub contract: Option<OfContract>,
}

/// Which contract a test is about.
pub struct OfContract {
    /// `Stack::pop`
    pub name: Expr,
    /// The line of the function.
    pub line: Option<Expr>,
    /// What no test can be given.
    pub missing: Option<Expr>,
    /// What the function is called if there is something to test.
    pub inherited: Option<Expr>,
}

#[derive(Default)]
pub enum Expectation {
    #[default]
    Returns,
    Panics(LitStr),
    MayPanic(Vec<LitStr>),
}

impl Options {
    pub fn of(arguments: Arguments, problems: &mut Problems) -> Options {
        let mut options = Options::default();
        for Argument { key, value } in arguments.0 {
            match key.to_string().as_str() {
                "panics" => options.panics(&key, value, problems),
                "may_panic" => options.may_panic(&key, value, problems),
                "contract" | "line" | "missing" | "inherited" => options.of_contract(&key, value),
                "values" => options.values.extend(lists(&key, value, "values(x = [1, 2])", problems)),
                "types" => options.types.extend(lists(&key, value, "types(T = [u8, String])", problems)),
                "examples" => options.add_examples(&key, value, problems),
                "max" | "max_len" if matches!(value, Given::Own(_)) => options.own(&key, value, problems),
                "max" => {
                    let help = "name a parameter: `max(x = 64)`";
                    problems.add(span(&key, &value), "`max` bounds the integers of a parameter", help);
                }
                "max_len" | "max_depth" | "max_answers" | "max_runs" | "max_branches" | "solver_work" => {
                    options.number(&key, value, problems)
                }
                "max_time" | "solver_time" => options.time(&key, value, problems),
                _ => problems.add(key.span(), &format!("`#[forall]` knows no key `{key}`"), KEYS),
            }
        }
        options
    }

    fn panics(&mut self, key: &Ident, value: Given, problems: &mut Problems) {
        if let Some(text) = self.expected(key, value, problems) {
            self.expectation = Expectation::Panics(text);
        }
    }

    fn may_panic(&mut self, key: &Ident, value: Given, problems: &mut Problems) {
        let Given::Value(Expr::Array(list)) = value else {
            if let Some(text) = self.expected(key, value, problems) {
                self.expectation = Expectation::MayPanic(vec![text]);
            }
            return;
        };
        if list.elems.is_empty() {
            let help = "write a part of the message of each panic that is meant, or remove `may_panic`";
            problems.add(list.span(), "no panic is listed", help);
        }
        let mut texts = Vec::new();
        for element in list.elems {
            let value = Given::Value(ungrouped::expression(element));
            texts.extend(self.expected(key, value, problems));
        }
        if !texts.is_empty() {
            self.expectation = Expectation::MayPanic(texts);
        }
    }

    fn expected(&self, key: &Ident, value: Given, problems: &mut Problems) -> Option<LitStr> {
        if !matches!(self.expectation, Expectation::Returns) {
            let problem = "what a test expects can be said only once";
            problems.add(key.span(), problem, "keep one of `panics` and `may_panic`");
        }
        let text = match value {
            Given::Value(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => text,
            other => {
                problems.add(
                    span(key, &other),
                    &format!("`{key}` needs a text"),
                    &format!("write a part of the panic's message: `{key} = \"out of range\"`"),
                );
                return None;
            }
        };
        if text.value().is_empty() {
            let problem = format!("the text of `{key}` is empty and would allow any panic");
            problems.add(text.span(), &problem, "write a part of the message of the panic that is meant");
        }
        Some(text)
    }

    /// Nobody writes this by hand.
    fn of_contract(&mut self, key: &Ident, value: Given) {
        let Given::Value(value) = value else { return };
        match (key.to_string().as_str(), &mut self.contract) {
            ("line", Some(contract)) => contract.line = Some(value),
            ("missing", Some(contract)) => contract.missing = Some(value),
            ("inherited", Some(contract)) => contract.inherited = Some(value),
            _ => self.contract = Some(OfContract { name: value, line: None, missing: None, inherited: None }),
        }
    }

    fn add_examples(&mut self, key: &Ident, value: Given, problems: &mut Problems) {
        match value {
            Given::Expressions(examples) if !examples.is_empty() => self.examples.extend(examples),
            other => problems.add(
                span(key, &other),
                "`examples` needs the arguments of one call or more",
                "write a tuple for each, as in `examples((1, \"a\"), (2, \"b\"))`",
            ),
        }
    }

    fn number(&mut self, key: &Ident, value: Given, problems: &mut Problems) {
        let least = if key == "max_len" || key == "max_depth" { 0 } else { 1 };
        match &value {
            Given::Value(Expr::Lit(ExprLit { lit: Lit::Int(number), .. }))
                if number.base10_parse::<u32>().is_ok_and(|number| number >= least) =>
            {
                self.bounds.push(format!("{key}={}", number.base10_digits()));
            }
            other => problems.add(
                span(key, other),
                &format!("`{key}` needs a number, {least} or more"),
                &format!("write it as in `{key} = 4`"),
            ),
        }
    }

    fn own(&mut self, key: &Ident, value: Given, problems: &mut Problems) {
        let Given::Own(own) = value else { return };
        if own.is_empty() {
            let help = format!("name one, as in `{key}(x = 4)`, or remove `{key}`");
            problems.add(key.span(), &format!("`{key}` names no parameter"), &help);
        }
        for (name, value) in own {
            match &value {
                Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if number.base10_parse::<u64>().is_ok() => {
                    let number = number.base10_parse().unwrap_or(u64::MAX);
                    if self.own_bounds.iter().any(|(other, of, _)| *other == *key && *of == name) {
                        let problem = format!("`{name}` has two bounds `{key}`");
                        problems.add(name.span(), &problem, "keep one of them");
                    }
                    self.own_bounds.push((key.clone(), name, number));
                }
                other => problems.add(
                    other.span(),
                    &format!("`{key}` needs a number, 0 or more"),
                    &format!("write it as in `{key}({name} = 4)`"),
                ),
            }
        }
    }

    fn time(&mut self, key: &Ident, value: Given, problems: &mut Problems) {
        match &value {
            Given::Value(Expr::Lit(ExprLit { lit: Lit::Str(time), .. })) if is_time(&time.value()) => {
                self.bounds.push(format!("{key}={}", time.value()));
            }
            other => problems.add(
                span(key, other),
                &format!("`{key}` needs a time"),
                &format!("write it with its unit, as in `{key} = \"10s\"` or `{key} = \"500ms\"`"),
            ),
        }
    }
}

fn lists<T: Parse>(
    key: &Ident,
    value: Given,
    example: &str,
    problems: &mut Problems,
) -> Vec<(Ident, Vec<T>)> {
    let Given::Lists(lists) = value else {
        problems.add(
            span(key, &value),
            &format!("`{key}` needs lists"),
            &format!("write it as in `{example}`"),
        );
        return Vec::new();
    };
    let mut parsed = Vec::new();
    for List { name, items } in lists {
        match Punctuated::<T, Token![,]>::parse_terminated.parse2(items) {
            Ok(items) if items.is_empty() => problems.add(
                name.span(),
                &format!("there is nothing in the list of `{name}`"),
                &format!("write at least one, as in `{example}`"),
            ),
            Ok(items) => parsed.push((name, items.into_iter().collect())),
            Err(error) => {
                problems.add(error.span(), &error.to_string(), &format!("write it as in `{example}`"))
            }
        }
    }
    parsed
}

fn span(key: &Ident, value: &Given) -> proc_macro2::Span {
    match value {
        Given::Value(value) => value.span(),
        Given::Lists(lists) => lists.first().map_or(key.span(), |list| list.name.span()),
        Given::Own(own) => own.first().map_or(key.span(), |(name, _)| name.span()),
        Given::Expressions(_) | Given::Nothing => key.span(),
    }
}

fn is_time(text: &str) -> bool {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[number.len()..];
    matches!(unit, "ms" | "s" | "m" | "h") && number.parse::<f64>().is_ok_and(|number| number > 0.0)
}
