//! Functions of the tests that assert: what they expect, among their arguments.

use crate::assertion::{self, Assertion, Lines};
use crate::closed::{Subject, function_at};
use crate::fixed;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall};

/// How far a function is looked into that calls others for its assertions.
const DEPTH: usize = 3;

/// What a call asserts, if it is one of a function that is there to assert.
pub fn asserted(subject: &Subject<'_>, call: &ExprCall) -> Option<Assertion> {
    let callee = subject.callee(&Expr::Call(call.clone()))?;
    let summary = subject.test_function(&callee)?;
    let source = std::fs::read_to_string(subject.model.compiled.directory.join(&summary.file)).ok()?;
    let file = syn::parse_file(&source).ok()?;
    let written = Written { name: &summary.file, source: &source, file: &file };
    let (expected, functions) = written.asserting(function_at(&file, summary.range())?, DEPTH)?;
    Some(of_call(call, expected, functions))
}

/// A file with functions that assert.
struct Written<'f> {
    name: &'f str,
    source: &'f str,
    file: &'f syn::File,
}

impl Written<'_> {
    /// The number of the parameter that is what is expected, if there is one, and where it is asserted. Nothing, if the function asserts nothing, or returns
    /// something.
    fn asserting(&self, function: &syn::ItemFn, depth: usize) -> Option<(Option<usize>, Vec<Lines>)> {
        if !matches!(function.sig.output, syn::ReturnType::Default) || depth == 0 {
            return None;
        }
        let parameters: Vec<String> = function.sig.inputs.iter().map(parameter).collect();
        let nested = |call: &ExprCall| {
            let Expr::Path(path) = &*call.func else { return None };
            let called = named(self.file, &path.path.get_ident()?.to_string())?;
            let (expected, functions) = self.asserting(called, depth - 1)?;
            Some(of_call(call, expected, functions))
        };
        let found = assertion::find(&function.block, &nested, &|_| false);
        let block = function.block.span();
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        let mut all = vec![Lines {
            file: self.name.to_owned(),
            first: line(block.start().line),
            last: line(block.end().line),
        }];
        all.extend(found.iter().flat_map(|own| own.functions.clone()));
        let expected = found.iter().find_map(|own| self.expected(own, &parameters));
        (!found.is_empty()).then_some((expected, all))
    }

    fn expected(&self, assertion: &Assertion, parameters: &[String]) -> Option<usize> {
        let operand = |range: &Range<usize>| syn::parse_str(self.source.get(range.clone())?).ok();
        let operands: Vec<Expr> = assertion.operands.iter().map(operand).collect::<Option<_>>()?;
        let known = assertion.compared.filter(|_| !assertion.functions.is_empty());
        expected_parameter(parameters, &operands, known.map(|(_, expected)| expected))
    }
}

/// Of an assertion's operands one is made of a parameter and of constants alone, and the other one calls something.
fn expected_parameter(parameters: &[String], operands: &[Expr], known: Option<usize>) -> Option<usize> {
    let names: Vec<BTreeSet<String>> =
        operands.iter().map(|own| fixed::names(&own.to_token_stream())).collect();
    let is_parameter = |name: &syn::Ident| parameters.iter().any(|own| name == own);
    let simple: Vec<bool> = operands.iter().map(|own| fixed::is_constant_with(own, &is_parameter)).collect();
    let candidates = (0..operands.len()).filter(|number| match known {
        Some(known) => known == *number,
        None => simple[*number] && simple.contains(&false),
    });
    candidates.into_iter().find_map(|number| {
        let is_its_own = |own: &usize| {
            let name = &parameters[*own];
            let elsewhere = (0..operands.len()).any(|other| other != number && names[other].contains(name));
            names[number].contains(name) && !elsewhere
        };
        (0..parameters.len()).find(is_its_own)
    })
}

fn of_call(call: &ExprCall, expected: Option<usize>, functions: Vec<Lines>) -> Assertion {
    let operands: Vec<&Expr> = call.args.iter().collect();
    let actual = (0..operands.len()).find(|number| Some(*number) != expected);
    let calls = |number: &usize| calls(operands[*number]);
    Assertion {
        operands: operands.iter().map(|operand| operand.span().byte_range()).collect(),
        compared: expected.zip(actual).map(|(expected, actual)| (actual, expected)),
        evaluated: (0..operands.len()).filter(calls).collect(),
        functions,
        ..Assertion::default()
    }
}

fn parameter(input: &syn::FnArg) -> String {
    match input {
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) => name.ident.to_string(),
            _ => String::new(),
        },
        syn::FnArg::Receiver(_) => "self".into(),
    }
}

fn named<'f>(file: &'f syn::File, name: &str) -> Option<&'f syn::ItemFn> {
    struct ByName<'n, 'f>(&'n str, Option<&'f syn::ItemFn>);
    impl<'f> Visit<'f> for ByName<'_, 'f> {
        fn visit_item_fn(&mut self, item: &'f syn::ItemFn) {
            if item.sig.ident == self.0 {
                self.1 = Some(item);
            }
        }
    }
    let mut search = ByName(name, None);
    search.visit_file(file);
    search.1
}

/// Is anything called there, other than what makes a constant?
pub fn calls(expression: &Expr) -> bool {
    struct Calls(bool);
    impl<'ast> Visit<'ast> for Calls {
        fn visit_expr(&mut self, expression: &'ast Expr) {
            if fixed::is_constant(expression) || matches!(expression, Expr::Closure(_)) {
                return;
            }
            self.0 |= matches!(expression, Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_));
            visit::visit_expr(self, expression);
        }
    }
    let mut search = Calls(false);
    search.visit_expr(expression);
    search.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
fn distance(dist: usize, a: &str, b: &str) {
    assert_eq!(Ok(dist), hamming(a, b));
}
fn both(a: &str, b: &str, dist: usize) {
    distance(dist, a, b);
    distance(dist, b, a);
}
fn round_trip(text: &str) {
    assert_eq!(text, decode(&encode(text)));
}
fn holds(list: &[u8]) {
    for item in list {
        assert!(f(*item));
    }
}
fn counted(list: &[u8]) -> usize {
    assert!(list.len() > 1);
    list.len()
}
fn prepares(list: &mut Vec<u8>) {
    list.push(1);
}
";

    #[test]
    fn what_a_function_expects_is_the_argument_that_reaches_the_constant_side() {
        let file = syn::parse_file(SOURCE).unwrap();
        let written = Written { name: "src/lib.rs", source: SOURCE, file: &file };
        let asserting = |name: &str| written.asserting(named(&file, name).unwrap(), DEPTH);
        let expected = |name: &str| asserting(name).map(|(expected, _)| expected);
        assert_eq!(expected("distance"), Some(Some(0)));
        assert_eq!(expected("both"), Some(Some(2)));
        assert_eq!(expected("round_trip"), Some(None));
        assert_eq!(expected("holds"), Some(None));
        assert_eq!(expected("counted"), None);
        assert_eq!(expected("prepares"), None);
        let lines: Vec<(u32, u32)> =
            asserting("both").unwrap().1.iter().map(|own| (own.first, own.last)).collect();
        assert_eq!(lines, [(5, 8), (2, 4), (2, 4)]);
    }
}
