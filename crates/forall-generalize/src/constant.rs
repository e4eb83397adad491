//! The constants of a test: literals, and lists of literals.

use crate::assertion::Assertion;
use crate::binding::{Bindings, is_arithmetic};
use crate::closed::Subject;
use crate::literal::whole;
use crate::role::{Role, role};
use crate::types::{is_copied, parameter_type};
use forall_source::model;
use std::ops::Range;
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A constant that may become a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    pub range: Range<usize>,
    /// As written.
    pub text: String,
    pub value: Value,
    /// The type of the parameter.
    pub ty: String,
    /// Is it copied when it is used?
    pub copied: bool,
    /// What it is called where it is used: by the function that it is passed to, by a field, or by a variable.
    pub role: Option<String>,
    /// The call that it is an argument of, by its place.
    pub call: Option<Range<usize>>,
    /// The `let` that does nothing but give it a name.
    pub named: Option<Range<usize>>,
    /// Is its role the name of a variable that nothing else in the test has? Then the parameter is that variable, and no other constant's.
    pub bound: bool,
    /// Is it what an assertion expects?
    pub expected: bool,
    /// What it is in each row, where a test has several: the first is its own text and value.
    pub rows: Vec<(String, Value)>,
}

impl Constant {
    /// Of its values in all rows.
    pub fn greatest(&self) -> Value {
        let key = |value: &&Value| match value {
            Value::Integer(number) => *number,
            Value::Count(number) => i128::from(*number),
            Value::Sized(length) => i128::try_from(*length).unwrap_or(i128::MAX),
            Value::Receiver { .. } | Value::Object | Value::Other => i128::MAX,
        };
        self.rows.iter().map(|(_, value)| value).max_by_key(key).unwrap_or(&self.value).clone()
    }

    /// Is it the same in all rows?
    pub fn is_even(&self) -> bool {
        self.rows.iter().all(|row| *row == self.rows[0])
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Integer(i128),
    /// Where a loop ends: it is never greater, whatever else is.
    Count(u8),
    /// A text or list, with its length in bytes or elements.
    Sized(usize),
    /// An object of a type of the package that is kept in a variable.
    Receiver {
        mutable: bool,
    },
    /// Another one.
    Object,
    Other,
}

/// All in a block, in the order of the source.
pub fn find(
    subject: &Subject<'_>,
    block: &syn::Block,
    assertions: &[Assertion],
    source: &str,
) -> Vec<Constant> {
    let bindings = Bindings::of(block);
    let mut search =
        Search { subject, source, assertions, bindings, found: Vec::new(), context: Context::default() };
    search.visit_block(block);
    search.found
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    source: &'a str,
    assertions: &'a [Assertion],
    bindings: Bindings,
    found: Vec<Constant>,
    context: Context,
}

/// What is known of the next expression.
#[derive(Clone, Default)]
struct Context {
    /// Its range.
    of: Range<usize>,
    /// The variable that it is the value of.
    variable: Option<String>,
    /// The `let` that does nothing else.
    statement: Option<Range<usize>>,
    /// A field, or what a range begins or ends with.
    role: Option<String>,
}

impl Search<'_> {
    fn add(&mut self, expression: &Expr, value: Value) -> Option<()> {
        let range = expression.span().byte_range();
        if self.assertions.iter().any(|own| own.fixes(&range)) {
            return Some(());
        }
        let (body, number) = self.subject.known(expression)?;
        let ty = parameter_type(&body, body.expression(number)?)?;
        let context = if self.context.of == range { self.context.clone() } else { Context::default() };
        let Role { name, call } = role(self.subject, &body, number);
        let bound = context.variable.is_some();
        let mut text = self.source.get(range.clone())?.to_owned();
        let spelled = self.subject.model.spelled(ty)?;
        if spelled == "String" && matches!(value, Value::Other) {
            return None;
        }
        if spelled == "String" {
            text = format!("String::from({})", self.source.get(converted(expression).span().byte_range())?);
        } else if matches!(expression, Expr::MethodCall(call) if call.method == "into") {
            // Elsewhere it would not be known what it is made into.
            return None;
        }
        if matches!(expression, Expr::Array(_)) && spelled.starts_with("&[") {
            text.insert(0, '&');
        }
        self.found.push(Constant {
            expected: self.assertions.iter().any(|own| own.expects(&range)),
            named: context.statement,
            bound,
            ty: spelled,
            copied: is_copied(ty),
            role: context.variable.or(context.role).or(name),
            call,
            rows: vec![(text.clone(), value.clone())],
            text,
            range,
            value,
        });
        Some(())
    }

    /// Visits the value of something that gives it a role.
    fn in_role(&mut self, expression: &Expr, role: Option<String>) {
        let of = expression.span().byte_range();
        self.context = Context { of, role, ..Context::default() };
        self.visit_expr(expression);
    }

    /// Visits the value of a variable. The statement is given if it does nothing else.
    fn of_variable(&mut self, pattern: &syn::Pat, value: &Expr, statement: Option<Range<usize>>) {
        let of = value.span().byte_range();
        let plain = Bindings::plain(pattern);
        if whole(value).is_some() && plain.as_ref().is_some_and(|name| self.bindings.is_counter(name)) {
            return;
        }
        let plain = plain.filter(|name| self.bindings.is_unique(name));
        let is_mutable = matches!(unannotated(pattern), syn::Pat::Ident(name) if name.mutability.is_some());
        let statement = statement.filter(|_| plain.is_some() && !is_mutable);
        self.context = Context { of, variable: plain, statement, role: None };
        self.visit_expr(value);
    }

    /// Ends of ranges are looked at where they are arguments of the code under test.
    fn argument(&mut self, argument: &Expr, is_under_test: bool) {
        match argument {
            Expr::Range(range) if is_under_test => {
                range.start.iter().for_each(|start| self.in_role(start, Some("start".into())));
                range.end.iter().for_each(|end| self.in_role(end, Some("end".into())));
            }
            _ => self.visit_expr(argument),
        }
    }

    /// Is it what a function of the tests makes of constants, and kept in a variable? Then it may be any value of its type.
    fn is_made_by_tests(&self, expression: &Expr) -> bool {
        let Expr::Call(call) = expression else { return false };
        let is_kept = self.context.variable.is_some() && self.context.of == expression.span().byte_range();
        let is_constant = |argument: &Expr| whole(argument).is_some();
        let is_made = || {
            let callee = self.subject.callee(expression)?;
            self.subject.test_function(&callee)
        };
        is_kept && !call.args.is_empty() && call.args.iter().all(is_constant) && is_made().is_some()
    }

    fn is_under_test(&self, call: &Expr) -> bool {
        self.subject.callee(call).is_some_and(|callee| self.subject.is_under_test(&callee))
    }
}

/// The literal of a conversion.
fn converted(expression: &Expr) -> &Expr {
    match expression {
        Expr::MethodCall(call) => converted(&call.receiver),
        Expr::Call(call) => call.args.first().map_or(expression, converted),
        _ => expression,
    }
}

fn unannotated(pattern: &syn::Pat) -> &syn::Pat {
    match pattern {
        syn::Pat::Type(typed) => &typed.pat,
        _ => pattern,
    }
}

/// Macros whose arguments are looked at by people only.
const SPOKEN: [&str; 8] =
    ["panic", "print", "println", "eprint", "eprintln", "unreachable", "todo", "unimplemented"];

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Some(value) = whole(expression)
            && self.add(expression, value).is_some()
        {
            return;
        }
        if self.is_made_by_tests(expression) && self.add(expression, Value::Other).is_some() {
            return;
        }
        match expression {
            Expr::Call(call) => {
                self.visit_expr(&call.func);
                let is_under_test = self.is_under_test(expression);
                call.args.iter().for_each(|argument| self.argument(argument, is_under_test));
            }
            Expr::MethodCall(call) => {
                self.visit_expr(&call.receiver);
                let is_under_test = self.is_under_test(expression);
                call.args.iter().for_each(|argument| self.argument(argument, is_under_test));
            }
            // An index into what the language has is not what a test is about.
            Expr::Index(index) => {
                self.visit_expr(&index.expr);
                if self.is_under_test(expression) {
                    self.argument(&index.index, true);
                }
            }
            // What the test itself counts with is not what it is about.
            Expr::Binary(binary) if is_arithmetic(&binary.op) => {
                let sides = [&binary.left, &binary.right];
                sides.into_iter().filter(|side| whole(side).is_none()).for_each(|side| self.visit_expr(side));
            }
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        let name = match &field.member {
            syn::Member::Named(name) => Some(name.to_string()),
            syn::Member::Unnamed(_) => None,
        };
        self.in_role(&field.expr, name);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let Some(init) = &local.init else { return };
        if let Some((_, otherwise)) = &init.diverge {
            self.visit_expr(&init.expr);
            self.visit_expr(otherwise);
            return;
        }
        let statement = local.span().byte_range();
        match (unannotated(&local.pat), &*init.expr) {
            (syn::Pat::Tuple(patterns), Expr::Tuple(values))
                if patterns.elems.len() == values.elems.len() =>
            {
                let pairs: Vec<_> = patterns.elems.iter().zip(&values.elems).collect();
                let is_simple = |(pattern, value): &(&syn::Pat, &Expr)| {
                    let unique = Bindings::plain(pattern).filter(|name| self.bindings.is_unique(name));
                    unique.is_some() && whole(value).is_some()
                };
                let simple = pairs.iter().all(is_simple).then_some(statement);
                for (pattern, value) in pairs {
                    self.of_variable(pattern, value, simple.clone());
                }
            }
            _ => self.of_variable(&local.pat, &init.expr, Some(statement)),
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if SPOKEN.contains(&name.as_str()) {
            return;
        }
        let arguments = model::arguments(&name, &call.tokens);
        let looked_at = match name.trim_start_matches("debug_") {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            // How long a list is, after the `;`.
            "vec" if call.tokens.to_string().contains(';') => 1,
            _ => arguments.len(),
        };
        arguments.iter().take(looked_at).for_each(|argument| self.visit_expr(argument));
    }

    // How often a loop runs is not what a test is about.
    fn visit_expr_range(&mut self, _: &'ast syn::ExprRange) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}
