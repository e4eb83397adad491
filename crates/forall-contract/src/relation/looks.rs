//! What conditions say of plain data: functions of the standard library, quantifiers, variants, regular expressions.

use super::reader::Reader;
use super::scope::Meaning;
use super::term::{Domain, Quantifier, Term};
use super::types::Typed;
use super::variable::{Step, When};
use crate::spelled::spelled;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Expr, ExprClosure, ExprMethodCall, Pat, RangeLimits, Token};

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
    "expect",
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
    "or",
    "pow",
    "rem_euclid",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
    "signum",
    "starts_with",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_sub",
];

/// What makes no difference to a value.
const SAME: &[&str] =
    &["as_deref", "as_ref", "as_slice", "clone", "cloned", "copied", "into_iter", "iter", "to_owned"];

pub fn is_named(function: &Expr, name: &str) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// What a quantifier is about.
struct Over<'a> {
    quantifier: Quantifier,
    domain: Domain,
    /// Of an element.
    ty: Option<Typed<'a>>,
    stops: bool,
}

impl<'a> Reader<'a> {
    /// A method of plain data.
    pub(super) fn look(&mut self, call: &ExprMethodCall, written: &Expr, when: When) -> Term {
        let name = call.method.to_string();
        if let [Expr::Closure(closure)] = call.args.iter().collect::<Vec<_>>().as_slice() {
            return self.look_closely(call, closure, written, when);
        }
        if SAME.contains(&name.as_str()) && call.args.is_empty() {
            return self.read(&call.receiver, when);
        }
        if !KNOWN.contains(&name.as_str()) {
            let why = format!("a call of `{name}`, which is not known to only look");
            return self.opaque(written, &why);
        }
        match self.type_of(&call.receiver) {
            Some(ty) if ty.is_standard() => {}
            Some(ty) if ty.text() != "_" => {
                let why = format!("`{name}` of `{}` has no contract", ty.text());
                return self.opaque(written, &why);
            }
            _ => {
                let why = format!("of which type this is is not known here, and so not what `{name}` does");
                return self.opaque(written, &why);
            }
        }
        let of = self.read(&call.receiver, when);
        let arguments = call.args.iter().map(|argument| self.read(argument, when)).collect();
        Term::Look(Box::new(of), name, arguments)
    }

    /// `all`, `any`, `is_some_and`, …
    fn look_closely(
        &mut self,
        call: &ExprMethodCall,
        closure: &ExprClosure,
        written: &Expr,
        when: When,
    ) -> Term {
        let name = call.method.to_string();
        let (variant, must) = match name.as_str() {
            "all" | "any" => {
                let (domain, ty) = self.domain(&call.receiver, when);
                let quantifier = if name == "all" { Quantifier::Every } else { Quantifier::Some };
                return self.holds_of(Over { quantifier, domain, ty, stops: true }, closure, written, when);
            }
            "is_some_and" => ("Some", true),
            "is_ok_and" => ("Ok", true),
            "is_none_or" => ("Some", false),
            _ => {
                let why = format!("a call of `{name}`, which is not known to only look");
                return self.opaque(written, &why);
            }
        };
        let pattern = |inside: &str| Pat::parse_single.parse_str(&format!("{variant}({inside})"));
        let named = closure.inputs.first().and_then(bound).filter(|_| closure.inputs.len() == 1);
        let (Some(Ok(named)), Ok(any)) = (named.as_deref().map(pattern), pattern("_")) else {
            return self.opaque(written, "of what is in it, one name is understood");
        };
        let holds = self.variant(&call.receiver, &named, Some(&closure.body), written, when);
        if must {
            return holds;
        }
        let is_there = self.variant(&call.receiver, &any, None, written, when);
        Term::any([is_there.negated(), holds])
    }

    /// `for_all(0..n, |i| …)`, `exists(…)`, `exists_one(…)`.
    pub(super) fn quantified(
        &mut self,
        name: &str,
        arguments: &[&Expr],
        written: &Expr,
        when: When,
    ) -> Option<Term> {
        let quantifier = match name {
            "for_all" => Quantifier::Every,
            "exists" => Quantifier::Some,
            "exists_one" => Quantifier::One,
            _ => return None,
        };
        let [over, Expr::Closure(closure)] = arguments else { return None };
        let (domain, ty) = self.domain(over, when);
        Some(self.holds_of(Over { quantifier, domain, ty, stops: false }, closure, written, when))
    }

    /// `matches("[a-z]+", text)`
    pub(super) fn matched(&mut self, name: &str, arguments: &[&Expr], when: When) -> Option<Term> {
        let [Expr::Lit(literal), of] = arguments else { return None };
        let syn::Lit::Str(expression) = &literal.lit else { return None };
        let text = (name == "matches").then(|| Box::new(self.read(of, when)))?;
        Some(Term::Matched { text, expression: expression.value() })
    }

    /// What is looked through, and the type of an element.
    fn domain(&mut self, over: &Expr, when: When) -> (Domain, Option<Typed<'a>>) {
        match over {
            Expr::Paren(inner) => self.domain(&inner.expr, when),
            Expr::Group(inner) => self.domain(&inner.expr, when),
            Expr::Range(range) => match (&range.start, &range.end) {
                (Some(from), Some(to)) => {
                    let last = matches!(range.limits, RangeLimits::Closed(_));
                    let ty = self.type_of(from).or_else(|| self.type_of(to));
                    (Domain::Range(self.read(from, when), self.read(to, when), last), ty)
                }
                _ => (Domain::Elements(self.opaque(over, "a range without an end")), None),
            },
            Expr::Array(array) => {
                let ty = array.elems.first().and_then(|element| self.type_of(element));
                (Domain::Elements(self.read(over, when)), ty)
            }
            // An iterator over its elements.
            Expr::MethodCall(call)
                if call.args.is_empty() && (call.method == "iter" || call.method == "into_iter") =>
            {
                self.domain(&call.receiver, when)
            }
            other => {
                let ty = self.type_of(other);
                match ty {
                    Some(ty) if ty.is_standard() => (Domain::Elements(self.read(other, when)), ty.element()),
                    Some(ty) if ty.text() != "_" => {
                        let why = format!("the elements of `{}` are its own to choose", ty.text());
                        (Domain::Elements(self.opaque(other, &why)), None)
                    }
                    _ => (Domain::Elements(self.read(other, when)), None),
                }
            }
        }
    }

    fn holds_of(&mut self, over: Over<'a>, closure: &ExprClosure, written: &Expr, when: When) -> Term {
        let Some(name) = closure.inputs.first().and_then(bound).filter(|_| closure.inputs.len() == 1) else {
            return self.opaque(written, "of each element, one name is understood");
        };
        let around = self.scope.names.clone();
        let name = self.scope.bind(&name, over.ty);
        let holds = Box::new(self.read(&closure.body, when));
        self.scope.names = around;
        let (quantifier, stops) = (over.quantifier, over.stops);
        Term::Quantified { quantifier, name, over: Box::new(over.domain), holds, stops }
    }

    pub(super) fn macro_call(&mut self, call: &syn::Macro, written: &Expr, when: When) -> Term {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if name == "matches"
            && let Ok(Matches { of, pattern, guard }) = call.parse_body::<Matches>()
        {
            return self.variant(&of, &pattern, guard.as_ref(), written, when);
        }
        self.opaque(written, &format!("a call of the macro `{name}!`"))
    }

    /// Has it the form of the pattern, and does the guard hold of what that names?
    fn variant(
        &mut self,
        of: &Expr,
        pattern: &Pat,
        guard: Option<&Expr>,
        written: &Expr,
        when: When,
    ) -> Term {
        let around = self.scope.names.clone();
        let place = self.place(of, when);
        if let Some((object, ty)) = &place
            && let Some((variant, inner)) = ty.inside()
            && inner.subject(self.specification).is_some()
        {
            let inside = object.step(Step::Inside(variant));
            let is_there = inside.presence().pop().unwrap_or(Term::bool(true));
            let holds = match (named_inside(pattern, variant), guard) {
                (Some(name), Some(guard)) => {
                    self.scope.names.insert(name, Meaning::Place(inside, inner));
                    self.read(guard, when)
                }
                (Some(_), None) => Term::bool(true),
                (None, _) => return self.opaque(written, "what this pattern says of the object in it"),
            };
            self.scope.names = around;
            return Term::all([is_there, holds]);
        }
        let of = match place {
            // Which variant it is is an observation of the object itself.
            Some((object, ty)) if ty.subject(self.specification).is_some() => Term::Variable(object),
            _ => {
                let ty = self.type_of(of);
                let inner = ty.as_ref().and_then(Typed::inside);
                let read = self.read(of, when);
                return self.plain_variant(read, inner, pattern, guard, written, when);
            }
        };
        self.plain_variant(of, None, pattern, guard, written, when)
    }

    fn plain_variant(
        &mut self,
        of: Term,
        inner: Option<(&'static str, Typed<'a>)>,
        pattern: &Pat,
        guard: Option<&Expr>,
        written: &Expr,
        when: When,
    ) -> Term {
        let around = self.scope.names.clone();
        let mut names = Vec::new();
        let is_understood = names_in(pattern, &mut names);
        let ty = |name: &String| {
            let (variant, ty) = inner.as_ref()?;
            (named_inside(pattern, variant).as_ref() == Some(name)).then(|| ty.clone())
        };
        let bound: Vec<(String, String)> =
            names.iter().map(|name| (name.clone(), self.scope.bind(name, ty(name)))).collect();
        let is_same = bound.iter().all(|(name, unique)| name == unique);
        if guard.is_some() && !(is_understood && is_same) {
            self.scope.names = around;
            return self.opaque(written, "the names in this pattern are not understood");
        }
        let guard = guard.map(|guard| Box::new(self.read(guard, when)));
        self.scope.names = around;
        let pattern = spelled(&pattern.to_token_stream());
        Term::Variant { of: Box::new(of), pattern, names, guard }
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

/// The name in `Some(name)`; `_` names nothing.
fn named_inside(pattern: &Pat, variant: &str) -> Option<String> {
    let Pat::TupleStruct(of) = pattern else { return None };
    let is_it = of.path.segments.last().is_some_and(|last| last.ident == variant);
    match (of.elems.len() == 1 && is_it).then(|| &of.elems[0])? {
        Pat::Wild(_) => Some("_".to_owned()),
        inner => bound(inner),
    }
}

/// What a pattern names. Is all of it understood?
fn names_in(pattern: &Pat, names: &mut Vec<String>) -> bool {
    // All are named, also behind one that is not understood.
    let mut all = |patterns: &mut dyn Iterator<Item = &Pat>| {
        patterns.map(|pattern| names_in(pattern, names)).filter(|is| !is).count() == 0
    };
    match pattern {
        Pat::Ident(ident) => {
            let name = ident.ident.to_string();
            // Constants and variants are written with capitals.
            if !name.starts_with(char::is_uppercase) && !names.contains(&name) {
                names.push(name);
            }
            ident.subpat.as_ref().is_none_or(|(_, inner)| names_in(inner, names))
        }
        Pat::Reference(of) => names_in(&of.pat, names),
        Pat::Paren(of) => names_in(&of.pat, names),
        Pat::Tuple(of) => all(&mut of.elems.iter()),
        Pat::TupleStruct(of) => all(&mut of.elems.iter()),
        Pat::Slice(of) => all(&mut of.elems.iter()),
        Pat::Or(of) => all(&mut of.cases.iter()),
        Pat::Struct(of) => all(&mut of.fields.iter().map(|field| &*field.pat)),
        Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) | Pat::Rest(_) | Pat::Wild(_) | Pat::Const(_) => true,
        _ => false,
    }
}
