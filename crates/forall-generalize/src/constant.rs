//! The constants of a test: literals, and lists of literals.

use crate::assertion::{Assertion, is_constant};
use crate::closed::Subject;
use forall_source::model::{self, Body, Expression, Type};
use std::collections::BTreeSet;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Lit};

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
    /// What it is called where it is used: by the function that it is passed to, or by a variable.
    pub role: Option<String>,
    /// The call that it is an argument of, by its place.
    pub call: Option<Range<usize>>,
    /// The `let` that does nothing but give it a name.
    pub named: Option<Range<usize>>,
    /// Is it what an assertion expects?
    pub expected: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Integer(i128),
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
    let expected = assertions.iter().filter_map(|assertion| assertion.expected().cloned()).collect();
    let mut search = Search { subject, source, expected, found: Vec::new(), named: None };
    search.visit_block(block);
    search.found
}

/// All names in a block.
pub fn names(block: &syn::Block) -> BTreeSet<String> {
    fn add(tokens: proc_macro2::TokenStream, names: &mut BTreeSet<String>) {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(name) => drop(names.insert(name.to_string())),
                proc_macro2::TokenTree::Group(group) => add(group.stream(), names),
                _ => {}
            }
        }
    }
    let mut names = BTreeSet::new();
    add(quote::ToTokens::to_token_stream(block), &mut names);
    names
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    source: &'a str,
    expected: Vec<Range<usize>>,
    found: Vec<Constant>,
    /// A `let` and its initializer.
    named: Option<(Range<usize>, Range<usize>)>,
}

impl Search<'_> {
    fn add(&mut self, expression: &Expr, value: Value) -> Option<()> {
        let (body, number) = self.subject.known(expression)?;
        let known = body.expression(number)?;
        let (ty, copied) = self.parameter_type(&body, known)?;
        let range = expression.span().byte_range();
        let (role, call) = self.subject.role(&body, number).unwrap_or_default();
        let named = self.named.as_ref().filter(|(_, initializer)| *initializer == range);
        self.found.push(Constant {
            text: self.source.get(range.clone())?.to_owned(),
            expected: self.expected.iter().any(|own| own.start <= range.start && range.end <= own.end),
            named: named.map(|(statement, _)| statement.clone()),
            range,
            value,
            ty,
            copied,
            role,
            call,
        });
        Some(())
    }

    fn parameter_type(&self, body: &Body, known: &Expression) -> Option<(String, bool)> {
        let written = body.ty(known.ty)?;
        let adjusted = known.adjusted.and_then(|ty| body.ty(ty));
        // A reference to an array that is passed as a slice is one.
        let is_slice =
            |ty: &&Type| matches!(ty, Type::Reference { to, .. } if matches!(**to, Type::Slice(_)));
        let ty = adjusted.filter(is_slice).unwrap_or(written);
        is_drawn(ty).then(|| Some((self.subject.model.spelled(ty)?, is_copied(ty))))?
    }
}

pub fn is_drawn(ty: &Type) -> bool {
    match ty {
        Type::Primitive(name) => name != "!" && name != "str",
        Type::Reference { mutable: false, to } => match &**to {
            Type::Primitive(name) => name == "str",
            Type::Slice(element) | Type::Array(element, _) => is_drawn(element),
            _ => false,
        },
        Type::Array(element, _) => is_drawn(element),
        Type::Tuple(parts) => !parts.is_empty() && parts.iter().all(is_drawn),
        Type::Named { path, arguments } => match path.as_str() {
            "std::string::String" => true,
            "std::vec::Vec" => {
                matches!(arguments.first(), Some(model::Argument::Type(element)) if is_drawn(element))
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) | Type::Reference { .. } => true,
        Type::Array(element, _) => is_copied(element),
        Type::Tuple(parts) => parts.iter().all(is_copied),
        _ => false,
    }
}

fn value(literal: &Lit, negative: bool) -> Value {
    match literal {
        Lit::Int(number) => match number.base10_parse::<i128>() {
            Ok(number) => Value::Integer(if negative { -number } else { number }),
            Err(_) => Value::Other,
        },
        Lit::Str(text) => Value::Sized(text.value().len()),
        Lit::ByteStr(bytes) => Value::Sized(bytes.value().len()),
        _ => Value::Other,
    }
}

/// The constant that an expression is by itself, if it is one.
fn whole(expression: &Expr) -> Option<Value> {
    let is_literal = |expression: &Expr| {
        is_constant(expression) && !matches!(expression, Expr::Path(_) | Expr::Struct(_) | Expr::Call(_))
    };
    match expression {
        Expr::Lit(literal) => Some(value(&literal.lit, false)),
        Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
            (syn::UnOp::Neg(_), Expr::Lit(literal)) => Some(value(&literal.lit, true)),
            _ => None,
        },
        Expr::Array(list) if list.elems.iter().all(is_literal) => Some(Value::Sized(list.elems.len())),
        Expr::Reference(reference) if reference.mutability.is_none() => match &*reference.expr {
            Expr::Array(_) => whole(&reference.expr),
            _ => None,
        },
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let elements = model::arguments("vec", &call.mac.tokens);
            let is_list = !call.mac.tokens.to_string().contains(';');
            (is_list && !elements.is_empty() && elements.iter().all(is_literal))
                .then_some(Value::Sized(elements.len()))
        }
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Some(value) = whole(expression)
            && self.add(expression, value).is_some()
        {
            return;
        }
        visit::visit_expr(self, expression);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let Some(init) = &local.init else { return };
        let is_plain = match &local.pat {
            syn::Pat::Ident(name) => name.mutability.is_none() && name.by_ref.is_none(),
            _ => false,
        };
        if is_plain && init.diverge.is_none() {
            self.named = Some((local.span().byte_range(), init.expr.span().byte_range()));
        }
        self.visit_expr(&init.expr);
        self.named = None;
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        model::arguments(&name, &call.tokens).iter().for_each(|argument| self.visit_expr(argument));
    }

    // How often a loop runs is not what a test is about.
    fn visit_expr_range(&mut self, _: &'ast syn::ExprRange) {}

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.visit_expr(&index.expr);
    }

    fn visit_expr_repeat(&mut self, _: &'ast syn::ExprRepeat) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}
