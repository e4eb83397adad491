//! What conditions say of plain data: functions of the standard library, quantifiers, variants, regular expressions.

use super::reader::Reader;
use super::term::{Domain, Quantifier, Term};
use super::variable::When;
use crate::spelled::spelled;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprMethodCall, Pat, RangeLimits, Token};

/// Functions of the standard library whose results follow from their arguments, and that change nothing.
const KNOWN: &[&str] = &[
    "abs",
    "abs_diff",
    "as_bytes",
    "as_str",
    "chars",
    "checked_add",
    "checked_div",
    "checked_mul",
    "checked_rem",
    "checked_sub",
    "contains",
    "contains_key",
    "count_ones",
    "ends_with",
    "first",
    "get",
    "is_alphabetic",
    "is_alphanumeric",
    "is_ascii",
    "is_ascii_digit",
    "is_empty",
    "is_err",
    "is_finite",
    "is_nan",
    "is_negative",
    "is_none",
    "is_ok",
    "is_positive",
    "is_some",
    "iter",
    "last",
    "len",
    "max",
    "min",
    "pow",
    "rem_euclid",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
    "signum",
    "starts_with",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_sub",
];

/// What makes no difference to a value.
const SAME: &[&str] = &["as_ref", "as_slice", "clone", "cloned", "copied", "iter", "to_owned", "into_iter"];

pub fn is_named(function: &Expr, name: &str) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// Is there a loop in what could not be understood?
pub fn loop_in(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| ["for", "while", "loop"].contains(&word))
}

impl Reader<'_> {
    /// A method of plain data.
    pub(super) fn look(&mut self, call: &ExprMethodCall, written: &Expr, when: When) -> Term {
        let name = call.method.to_string();
        let quantifier = match name.as_str() {
            "all" => Some(Quantifier::Every),
            "any" => Some(Quantifier::Some),
            _ => None,
        };
        if let (Some(quantifier), [Expr::Closure(closure)]) =
            (quantifier, call.args.iter().collect::<Vec<_>>().as_slice())
        {
            let domain = self.domain(&call.receiver, when);
            return self.holds_of(quantifier, domain, closure, written, when);
        }
        if SAME.contains(&name.as_str()) && call.args.is_empty() {
            return self.read(&call.receiver, when);
        }
        if !KNOWN.contains(&name.as_str()) {
            let why = format!("a call of `{name}`, which is not known to only look");
            return self.opaque(written, &why);
        }
        let of = self.read(&call.receiver, when);
        let arguments = call.args.iter().map(|argument| self.read(argument, when)).collect();
        Term::Look(Box::new(of), name, arguments)
    }

    /// `for_all(0..n, |i| …)`, `exists(…)`, `exists_one(…)`.
    pub(super) fn quantified(&mut self, name: &str, arguments: &[&Expr], when: When) -> Option<Term> {
        let quantifier = match name {
            "for_all" => Quantifier::Every,
            "exists" => Quantifier::Some,
            "exists_one" => Quantifier::One,
            _ => return None,
        };
        let [over, Expr::Closure(closure)] = arguments else { return None };
        let domain = self.domain(over, when);
        Some(self.holds_of(quantifier, domain, closure, over, when))
    }

    /// `matches_regex(text, "[a-z]+")`
    pub(super) fn matched(&mut self, name: &str, arguments: &[&Expr], when: When) -> Option<Term> {
        let [of, Expr::Lit(literal)] = arguments else { return None };
        let syn::Lit::Str(expression) = &literal.lit else { return None };
        let text = (name == "matches_regex").then(|| Box::new(self.read(of, when)))?;
        Some(Term::Matched { text, expression: expression.value() })
    }

    fn domain(&mut self, over: &Expr, when: When) -> Domain {
        match over {
            Expr::Paren(inner) => self.domain(&inner.expr, when),
            Expr::Group(inner) => self.domain(&inner.expr, when),
            Expr::Range(range) => match (&range.start, &range.end) {
                (Some(from), Some(to)) => {
                    let last = matches!(range.limits, RangeLimits::Closed(_));
                    Domain::Range(self.read(from, when), self.read(to, when), last)
                }
                _ => Domain::Elements(self.opaque(over, "a range without an end")),
            },
            other => Domain::Elements(self.read(other, when)),
        }
    }

    fn holds_of(
        &mut self,
        quantifier: Quantifier,
        domain: Domain,
        closure: &syn::ExprClosure,
        written: &Expr,
        when: When,
    ) -> Term {
        let Some(name) = closure.inputs.first().and_then(bound).filter(|_| closure.inputs.len() == 1) else {
            return self.opaque(written, "of each element, one name is understood");
        };
        self.bound.push(name.clone());
        let holds = self.read(&closure.body, when);
        self.bound.pop();
        Term::Quantified { quantifier, name, over: Box::new(domain), holds: Box::new(holds) }
    }

    pub(super) fn macro_call(&mut self, call: &syn::Macro, written: &Expr, when: When) -> Term {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if name == "matches"
            && let Ok(Matches { of, pattern, guard }) = call.parse_body::<Matches>()
        {
            let of = match self.object(&of, when) {
                // Which variant it is is an observation of the object itself.
                Some((object, _)) => Term::Variable(object),
                None => self.read(&of, when),
            };
            let named = names_in(&pattern);
            let count = self.bound.len();
            self.bound.extend(named);
            let guard = guard.map(|guard| Box::new(self.read(&guard, when)));
            self.bound.truncate(count);
            let pattern = spelled(&pattern.to_token_stream());
            return Term::Variant { of: Box::new(of), pattern, guard };
        }
        if let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            let arguments: Vec<&Expr> = arguments.iter().collect();
            if let Some(term) = self.quantified(&name, &arguments, when) {
                return term;
            }
            if let Some(term) = self.matched(&name, &arguments, when) {
                return term;
            }
        }
        self.opaque(written, &format!("a call of the macro `{name}!`"))
    }
}

struct Matches {
    of: Expr,
    pattern: Pat,
    guard: Option<Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
        let of = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { of, pattern, guard })
    }
}

/// The one name of a pattern, without references.
pub fn bound(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(pattern) if pattern.subpat.is_none() => Some(pattern.ident.to_string()),
        Pat::Reference(pattern) => bound(&pattern.pat),
        Pat::Type(pattern) => bound(&pattern.pat),
        Pat::Paren(pattern) => bound(&pattern.pat),
        _ => None,
    }
}

/// The words of a pattern that can be names.
fn names_in(pattern: &Pat) -> Vec<String> {
    let mut names = Vec::new();
    let mut pending = vec![pattern.to_token_stream()];
    while let Some(tokens) = pending.pop() {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Group(group) => pending.push(group.stream()),
                proc_macro2::TokenTree::Ident(word) => {
                    let word = word.to_string();
                    if word.starts_with(|c: char| c.is_lowercase() || c == '_') {
                        names.push(word);
                    }
                }
                _ => {}
            }
        }
    }
    names
}
