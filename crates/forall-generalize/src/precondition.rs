//! What the functions under test demand of their arguments, in the words of the test that calls them.

use crate::assertion::Lines;
use crate::closed::Subject;
use crate::edited::{Replacement, edited};
use forall_source::model::{self, Condition, Hazard, Model, Range as Place, Summary};
use proc_macro2::{TokenStream, TokenTree};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

/// A condition that a function checks, and panics if it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precondition {
    /// Where it panics.
    pub site: Lines,
    /// The line of the test that calls the function: where it panics if the function is `#[track_caller]`.
    pub line: u32,
    /// Where the statement with the call begins.
    pub before: usize,
    /// The function that demands it.
    pub function: String,
    condition: Vec<Part>,
}

/// A part of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// An argument as the test has it.
    Argument(Range<usize>),
}

impl Precondition {
    /// Moves along with the text that it stands in.
    pub fn moved(&mut self, moved: impl Fn(&mut Range<usize>)) {
        let mut before = self.before..self.before;
        moved(&mut before);
        self.before = before.start;
        for part in &mut self.condition {
            if let Part::Argument(range) = part {
                moved(range);
            }
        }
    }

    /// As the test says it, with these replacements.
    pub fn written(&self, source: &str, replacements: &[Replacement]) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Argument(range) => {
                let inside = |own: &&Replacement| range.start <= own.0.start && own.0.end <= range.end;
                let text =
                    edited(source, range, replacements.iter().filter(inside).cloned().collect::<Vec<_>>());
                let is_name = text.chars().all(|next| next.is_alphanumeric() || next == '_');
                if is_name { text } else { format!("({text})") }
            }
        };
        self.condition.iter().map(text).collect()
    }
}

/// All that the test's own calls have to satisfy, in the order of the source, and whether one of the functions is documented to panic.
pub fn find(subject: &Subject<'_>, block: &syn::Block) -> (Vec<Precondition>, bool) {
    let mut search = Search { subject, statement: 0, found: Vec::new(), documents: false };
    search.visit_block(block);
    (search.found, search.documents)
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    /// Where the innermost statement begins.
    statement: usize,
    found: Vec<Precondition>,
    documents: bool,
}

impl Search<'_> {
    fn call(&mut self, call: &Expr, arguments: &[&Expr]) -> Option<()> {
        let callee = self.subject.callee(call)?;
        if !self.subject.is_under_test(&callee) {
            return None;
        }
        let (model, function) = model::find(self.subject.models, &callee.function)?;
        self.documents |= model::documented_panics(model, function).is_some();
        let path = model.compiled.directory.join(&function.file);
        let source = std::fs::read_to_string(path).ok()?;
        let line = u32::try_from(call.span().start().line).ok()?;
        for site in model::sites(model, function).ok()? {
            let states = matches!(site.hazard, Hazard::Assertion | Hazard::Panic);
            let Some(condition) = site.condition.filter(|_| states) else { continue };
            let Some(text) = stated(&source, condition) else { continue };
            let Some(condition) = self.in_arguments(&text, model, function, arguments) else { continue };
            self.found.push(Precondition {
                site: Lines {
                    file: function.file.clone(),
                    first: site.range.start.line,
                    last: site.range.end.line,
                },
                line,
                before: self.statement,
                function: callee.function.name().to_owned(),
                condition,
            });
        }
        Some(())
    }

    /// The condition with arguments in the place of parameters; nothing if it is about something else, too.
    fn in_arguments(
        &self,
        condition: &str,
        model: &Model,
        function: &Summary,
        arguments: &[&Expr],
    ) -> Option<Vec<Part>> {
        let is_own = std::ptr::eq(model, self.subject.model);
        let tokens: TokenStream = condition.parse().ok()?;
        let mut parts = Vec::new();
        let mut done = 0;
        for (name, range) in names(tokens, is_own)? {
            let number = function.parameters.iter().position(|own| own.as_deref() == Some(name.as_str()))?;
            let argument = arguments.get(number).filter(|argument| is_plain(argument))?;
            parts.push(Part::Text(condition.get(done..range.start)?.to_owned()));
            parts.push(Part::Argument(argument.span().byte_range()));
            done = range.end;
        }
        parts.push(Part::Text(condition.get(done..)?.to_owned()));
        Some(parts)
    }
}

/// What has to hold, in the words of the function.
fn stated(source: &str, condition: Condition) -> Option<String> {
    let text = |range: Place| text_at(source, range);
    Some(match condition {
        Condition::Holds(range) => text(range)?,
        Condition::Fails(range) => negated(&text(range)?),
        Condition::Equal(left, right) => format!("{} == {}", text(left)?, text(right)?),
        Condition::Different(left, right) => format!("{} != {}", text(left)?, text(right)?),
    })
}

/// Without two negations in a row, or parentheses around a name or a call.
fn negated(condition: &str) -> String {
    match syn::parse_str::<Expr>(condition) {
        Ok(Expr::Unary(syn::ExprUnary { op: syn::UnOp::Not(_), expr, .. })) => {
            let inner = match &*expr {
                Expr::Paren(inner) => &inner.expr,
                inner => inner,
            };
            condition.get(inner.span().byte_range()).unwrap_or(condition).to_owned()
        }
        Ok(Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_)) => format!("!{condition}"),
        _ => format!("!({condition})"),
    }
}

/// The text at a place; columns count characters.
fn text_at(source: &str, range: Place) -> Option<String> {
    let offset = |line: u32, column: u32| {
        let start: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let text = source.get(start..)?;
        let (bytes, _) = text.char_indices().nth(column as usize - 1)?;
        Some(start + bytes)
    };
    let (start, end) = (range.start, range.end);
    let text = source.get(offset(start.line, start.column)?..offset(end.line, end.column)?)?;
    (!text.contains('\n')).then(|| text.to_owned())
}

/// The names that must be parameters, with their places in the text. Nothing, if something else is named that the test may not see.
fn names(tokens: TokenStream, sees_fields: bool) -> Option<Vec<(String, Range<usize>)>> {
    let mut found = Vec::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (number, token) in tokens.iter().enumerate() {
        let is_punct = |at: Option<&TokenTree>, mark: char| matches!(at, Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
        let before = number.checked_sub(1).and_then(|before| tokens.get(before));
        let is_called = matches!(tokens.get(number + 1), Some(TokenTree::Group(_)));
        match token {
            TokenTree::Group(group) => found.extend(names(group.stream(), sees_fields)?),
            TokenTree::Ident(_) if is_punct(before, '.') && (is_called || sees_fields) => {}
            TokenTree::Ident(_) if is_punct(before, '.') => return None,
            TokenTree::Ident(name) => {
                let name = name.to_string();
                match is_keyword_or_primitive(&name) || is_punct(before, ':') {
                    true => {}
                    false => found.push((name, token.span().byte_range())),
                }
            }
            _ => {}
        }
    }
    Some(found)
}

fn is_keyword_or_primitive(name: &str) -> bool {
    let types = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
    ];
    ["as", "true", "false"].contains(&name) || types.contains(&name)
}

/// Does it mean the same before the statement, and do nothing else?
fn is_plain(argument: &Expr) -> bool {
    match argument {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(inner) => is_plain(&inner.expr),
        Expr::Reference(inner) => is_plain(&inner.expr),
        Expr::Field(inner) => is_plain(&inner.base),
        Expr::Unary(inner) => is_plain(&inner.expr),
        Expr::Array(list) => list.elems.iter().all(is_plain),
        Expr::MethodCall(call) => {
            let only_looks = ["len", "is_empty", "as_str", "as_slice", "as_bytes"];
            only_looks.iter().any(|name| call.method == name) && is_plain(&call.receiver)
        }
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let outer = std::mem::replace(&mut self.statement, statement.span().byte_range().start);
        visit::visit_stmt(self, statement);
        self.statement = outer;
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        visit::visit_expr(self, expression);
        match expression {
            Expr::Call(call) => {
                let arguments: Vec<&Expr> = call.args.iter().collect();
                self.call(expression, &arguments);
            }
            Expr::MethodCall(call) => {
                let arguments: Vec<&Expr> = [&*call.receiver].into_iter().chain(&call.args).collect();
                self.call(expression, &arguments);
            }
            _ => {}
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        model::arguments(&name, &call.tokens).iter().for_each(|argument| self.visit_expr(argument));
    }

    // What a closure's parameters are is not known before the statement.
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(condition: &str) -> Option<Vec<String>> {
        let names = names(condition.parse().unwrap(), false)?;
        Some(names.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn conditions_are_about_parameters_or_about_what_the_test_cannot_see() {
        assert_eq!(named("at <= self.len()").unwrap(), ["at", "self"]);
        assert_eq!(named("n as usize != usize::MAX").unwrap(), ["n"]);
        assert_eq!(named("at <= self.length"), None);
        assert_eq!(named("!(a.is_empty() && b > LIMIT)").unwrap(), ["a", "b", "LIMIT"]);
    }

    #[test]
    fn a_condition_is_said_in_the_words_of_the_test() {
        let source = "v.insert(9, &x.y); ";
        let precondition = Precondition {
            site: Lines { file: "src/lib.rs".into(), first: 3, last: 3 },
            line: 1,
            before: 0,
            function: "insert".into(),
            condition: vec![
                Part::Argument(9..10),
                Part::Text(" <= ".into()),
                Part::Argument(0..1),
                Part::Text(".len() + ".into()),
                Part::Argument(12..16),
            ],
        };
        let written = precondition.written(source, &[(9..10, "at".into())]);
        assert_eq!(written, "at <= v.len() + (&x.y)");
    }

    #[test]
    fn what_must_not_hold_is_said_without_needless_negations() {
        assert_eq!(negated("!(low <= value)"), "low <= value");
        assert_eq!(negated("!v.is_empty()"), "v.is_empty()");
        assert_eq!(negated("condition"), "!condition");
        assert_eq!(negated("a == b"), "!(a == b)");
    }

    #[test]
    fn texts_are_found_by_line_and_character() {
        let place = |line, column, end_column| {
            let position = |column| model::Position { line, column };
            Place { start: position(column), end: position(end_column) }
        };
        assert_eq!(text_at("é = 1\n  é <= b;", place(2, 3, 9)).as_deref(), Some("é <= b"));
        assert_eq!(text_at("a", place(1, 1, 2)), None);
    }
}
