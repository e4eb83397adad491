//! The assertions of a test: what is compared with what.

use crate::fixed::{is_constant, is_constant_with};
use crate::outcome::FaultPlace;
use forall_source::model::{self, Range as Place};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::ops::Range;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Stmt};

/// An assertion: a call of a macro, or of a function of the tests that asserts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assertion {
    /// As a statement with its semicolon, but without its attributes.
    pub range: Range<usize>,
    pub place: Place,
    /// Its lines.
    pub lines: (u32, u32),
    pub operands: Vec<Range<usize>>,
    /// Which operand is compared, and which is what is expected of it.
    pub compared: Option<(usize, usize)>,
    /// Is it a statement of the test's block itself, and not of a loop or branch in it?
    pub outermost: bool,
    /// Or is it an expression, as in `Ok(found) => assert_eq!(found, 3)`?
    pub is_statement: bool,
    /// Are its two operands compared by `==`?
    pub equates: bool,
    /// The operands that have to be evaluated even if nothing is asserted: the code under test is called there.
    pub evaluated: Vec<usize>,
    /// Functions that assert for it: where it may fail, too.
    pub functions: Vec<Lines>,
    /// The values of variables that its expected operand names, and that are used for nothing else.
    pub sources: Vec<Range<usize>>,
    /// The type of what it compares, if the test can return that.
    pub returned: Option<String>,
    /// What says how it is compared, like a tolerance, or is compared inside of a condition.
    pub fixed: Vec<Range<usize>>,
}

/// Lines of a file, the last one included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Relative to the directory in which the compiler was started.
    pub file: String,
    pub first: u32,
    pub last: u32,
}

impl Lines {
    /// Is `src/lib.rs:12:5` one of them?
    pub fn holds(&self, place: &str) -> bool {
        let mut parts = place.rsplitn(3, ':');
        let (_, Some(line), Some(file)) = (parts.next(), parts.next(), parts.next()) else { return false };
        let is_own = std::path::Path::new(file).ends_with(&self.file);
        is_own && line.parse().is_ok_and(|line| (self.first..=self.last).contains(&line))
    }
}

impl Assertion {
    pub fn expected(&self) -> Option<&Range<usize>> {
        self.compared.and_then(|(_, expected)| self.operands.get(expected))
    }

    pub fn actual(&self) -> Option<&Range<usize>> {
        self.compared.and_then(|(actual, _)| self.operands.get(actual))
    }

    /// What the code under test gives: what is compared, or the whole condition.
    pub fn observed(&self) -> Option<&Range<usize>> {
        match &self.operands[..] {
            [condition] => Some(condition),
            _ => self.actual(),
        }
    }

    /// Can what it observes get a name before it?
    pub fn can_be_bound(&self) -> bool {
        self.outermost && self.is_statement && self.functions.is_empty() && self.observed().is_some()
    }

    /// Is a constant there a part of what it expects?
    pub fn expects(&self, constant: &Range<usize>) -> bool {
        let mut all = self.expected().into_iter().chain(&self.sources);
        all.any(|own| own.start <= constant.start && constant.end <= own.end)
    }

    /// Is a constant there a part of how it compares?
    pub fn fixes(&self, constant: &Range<usize>) -> bool {
        self.fixed.iter().any(|own| own.start <= constant.start && constant.end <= own.end)
    }

    /// Is what fails there this assertion?
    pub fn fails_at(&self, place: &FaultPlace) -> bool {
        match place {
            FaultPlace::Test(line) => (self.lines.0..=self.lines.1).contains(line),
            FaultPlace::Package(place) => self.functions.iter().any(|lines| lines.holds(place)),
            FaultPlace::Unknown => false,
        }
    }
}

/// What a call asserts that is a statement.
pub type Helper<'h> = dyn Fn(&syn::ExprCall) -> Option<Assertion> + 'h;

/// Variables that count as constants.
pub type Known<'k> = dyn Fn(&syn::Ident) -> bool + 'k;

/// All in a block, in the order of the source.
pub fn find(block: &syn::Block, helper: &Helper<'_>, known: &Known<'_>) -> Vec<Assertion> {
    let mut search = Search { found: Vec::new(), depth: 0, helper, known };
    search.visit_block(block);
    search.found
}

struct Search<'h> {
    found: Vec<Assertion>,
    depth: usize,
    helper: &'h Helper<'h>,
    known: &'h Known<'h>,
}

impl Search<'_> {
    /// Of a match without a value: `Err(error) => panic!("{error}")`.
    fn panicking(&mut self, arm: &syn::Arm) {
        if let Expr::Macro(call) = &*arm.body
            && ["panic", "unreachable"].iter().any(|name| call.mac.path.is_ident(name))
        {
            self.add(Assertion::default(), call.span().byte_range().start, call.span(), false);
        }
    }

    fn add(&mut self, assertion: Assertion, start: usize, whole: proc_macro2::Span, is_statement: bool) {
        self.found.push(Assertion {
            range: start..whole.byte_range().end,
            place: Place::of(whole),
            lines: (line(whole.start().line), line(whole.end().line)),
            outermost: is_statement && self.depth == 1,
            is_statement,
            ..assertion
        });
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.depth += 1;
        visit::visit_block(self, block);
        self.depth -= 1;
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let (assertion, start) = match statement {
            Stmt::Macro(call) => (assertion(&call.mac, self.known), call.mac.span()),
            Stmt::Expr(Expr::Macro(call), _) => (assertion(&call.mac, self.known), call.mac.span()),
            Stmt::Expr(Expr::Call(call), _) => ((self.helper)(call), call.func.span()),
            Stmt::Expr(Expr::Match(matched), None) => {
                matched.arms.iter().for_each(|arm| self.panicking(arm));
                (None, statement.span())
            }
            _ => (None, statement.span()),
        };
        match assertion {
            Some(found) => self.add(found, start.byte_range().start, statement.span(), true),
            None => visit::visit_stmt(self, statement),
        }
    }

    fn visit_expr_macro(&mut self, call: &'ast syn::ExprMacro) {
        if let Some(found) = assertion(&call.mac, self.known) {
            self.add(found, call.mac.span().byte_range().start, call.span(), false);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn line(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

fn assertion(call: &syn::Macro, known: &Known<'_>) -> Option<Assertion> {
    let name = call.path.segments.last()?.ident.to_string();
    let name = name.trim_start_matches("debug_");
    if !name.starts_with("assert") {
        return None;
    }
    let arguments = arguments(name, &call.tokens);
    match (name, &arguments[..]) {
        ("assert_eq" | "assert_ne", [left, right, ..]) => Some(of(&[left, right], true, known)),
        ("assert", [condition, ..]) => Some(match comparison(condition) {
            Some((sides, equates)) if compared(&sides, known).is_some() => of(&sides, equates, known),
            _ => Assertion { fixed: compared_inside(condition), ..of(&[condition], false, known) },
        }),
        (_, [_, ..]) => {
            let found = of(&arguments.iter().collect::<Vec<_>>(), false, known);
            let is_fixed = |number: &usize| {
                is_constant(&arguments[*number])
                    && found.compared.is_some_and(|(_, expected)| expected != *number)
            };
            let fixed = (0..arguments.len()).filter(is_fixed).map(|number| found.operands[number].clone());
            Some(Assertion { fixed: fixed.collect(), ..found })
        }
        _ => None,
    }
}

/// An assertion about these operands.
fn of(operands: &[&Expr], equates: bool, known: &Known<'_>) -> Assertion {
    let is_evaluated = |number: &usize| equates || operands.len() == 1 || !is_constant(operands[*number]);
    Assertion {
        operands: operands.iter().map(|operand| operand.span().byte_range()).collect(),
        compared: compared(operands, known),
        equates,
        evaluated: (0..operands.len()).filter(is_evaluated).collect(),
        ..Assertion::default()
    }
}

/// Of a macro of which nothing is known at least the first one: `assert_err!(found, Err(_))`.
fn arguments(name: &str, tokens: &TokenStream) -> Vec<Expr> {
    let arguments = model::arguments(name, tokens);
    if !arguments.is_empty() || tokens.is_empty() {
        return arguments;
    }
    let first = |input: syn::parse::ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(vec![value])
    };
    first.parse2(tokens.clone()).unwrap_or_default()
}

/// The sides of a comparison, and whether it is one by `==` or `!=`.
fn comparison(condition: &Expr) -> Option<(Vec<&Expr>, bool)> {
    let Expr::Binary(binary) = condition else { return None };
    let equates = matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_));
    let orders = matches!(binary.op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_));
    (equates || orders).then(|| (vec![&*binary.left, &*binary.right], equates))
}

/// The constants that something is compared with in the parts of a condition.
fn compared_inside(condition: &Expr) -> Vec<Range<usize>> {
    match condition {
        Expr::Paren(inner) => compared_inside(&inner.expr),
        Expr::Unary(inner) => compared_inside(&inner.expr),
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
            [compared_inside(&binary.left), compared_inside(&binary.right)].concat()
        }
        _ => {
            let sides = comparison(condition).map(|(sides, _)| sides).unwrap_or_default();
            let constants = sides.into_iter().filter(|side| is_constant(side));
            constants.map(|side| side.span().byte_range()).collect()
        }
    }
}

/// Which operand is a constant, and which is compared with it.
fn compared(operands: &[&Expr], known: &Known<'_>) -> Option<(usize, usize)> {
    let constant = |expression: &&Expr| is_constant_with(expression, known);
    let expected = operands.iter().position(constant)?;
    let actual = operands.iter().position(|operand| !constant(operand))?;
    Some((actual, expected))
}

/// Where a variable is used.
pub fn uses(block: &syn::Block, name: &syn::Ident) -> Vec<Range<usize>> {
    fn add(tokens: TokenStream, name: &syn::Ident, found: &mut Vec<Range<usize>>) {
        for token in tokens {
            match token {
                TokenTree::Ident(own) if own == *name => found.push(own.span().byte_range()),
                TokenTree::Group(group) => add(group.stream(), name, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    add(block.to_token_stream(), name, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_and_what_is_expected() {
        let source = r#"{
            assert_eq!(3, f(2));
            assert_eq!(f(2), Some("x".to_string()), "text {}", 4);
            assert!(a.len() < 3);
            assert!(a.is_empty());
            assert_eq!(a, b);
            for x in y { assert_delta!(0.5, f(x), 0.1); }
            check(1);
            let z = match w { Ok(w) => assert_eq!(4, w), Err(_) => panic!() };
            match w { Ok(w) => {} Err(_) => panic!() }
            a.retain(|x| { assert!(x > 5); true });
            #[cfg(unix)] assert_err!(g(6), Err(_) if true);
            assert!(f(1) > 7 && (8 != g(2) || h(3)));
        }"#;
        let block: syn::Block = syn::parse_str(source).unwrap();
        let found = find(&block, &|_| None, &|_| false);
        let text = |range: Option<&Range<usize>>| range.map_or("", |range| &source[range.clone()]);
        let compared: Vec<_> =
            found.iter().map(|own| (text(own.actual()), text(own.expected()), own.outermost)).collect();
        assert_eq!(
            compared,
            [
                ("f(2)", "3", true),
                ("f(2)", "Some(\"x\".to_string())", true),
                ("a.len()", "3", true),
                ("", "", true),
                ("", "", true),
                ("f(x)", "0.5", false),
                ("w", "4", false),
                ("", "", false),
                ("x", "5", false),
                ("", "", true),
                ("", "", true),
            ]
        );
        let text = |own: &Assertion| source[own.range.clone()].to_owned();
        assert_eq!((text(&found[6]), text(&found[7])), ("assert_eq!(4, w)".into(), "panic!()".into()));
        assert_eq!(text(&found[9]), "assert_err!(g(6), Err(_) if true);");
        let text_of =
            |all: &[Range<usize>]| -> Vec<&str> { all.iter().map(|own| &source[own.clone()]).collect() };
        let evaluated: Vec<&[usize]> = found.iter().map(|own| &own.evaluated[..]).collect();
        assert_eq!(text_of(&found[5].fixed), ["0.1"]);
        assert_eq!(text_of(&found[10].fixed), ["7", "8"]);
        assert_eq!(
            evaluated,
            [&[0, 1][..], &[0, 1], &[0], &[0], &[0, 1], &[1], &[0, 1], &[], &[0], &[0], &[0]]
        );
    }

    #[test]
    fn what_fails_in_a_function_that_asserts_is_its_assertion() {
        let lines = Lines { file: "src/lib.rs".into(), first: 3, last: 5 };
        let assertion = Assertion { lines: (9, 10), functions: vec![lines], ..Assertion::default() };
        let fails = |place: &str| assertion.fails_at(&FaultPlace::Package(place.to_owned()));
        assert!(fails("src/lib.rs:3:1") && fails("/w/src/lib.rs:5:1"));
        assert!(!fails("src/lib.rs:6:1") && !fails("src/a.rs:3:1") && !fails("src/lib.rs"));
        assert!(assertion.fails_at(&FaultPlace::Test(10)) && !assertion.fails_at(&FaultPlace::Test(11)));
    }
}
