//! The objects that a test makes, of types of its package: receivers, which it keeps in variables and changes, and arguments.

use crate::assertion::Assertion;
use crate::binding::Bindings;
use crate::closed::Subject;
use crate::constant::{Constant, Value};
use crate::fixed::is_constant;
use crate::making::{Formal, Making, Method};
use crate::role::{Role, role};
use crate::types::is_drawn;
use forall_source::model::{self, Argument, Body, Expression, Kind, OF_RUST, Range as Place, Type};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Pat};

/// An object that may become a parameter, if there is a way to draw its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// As which it stands in the test.
    pub constant: Constant,
    /// How the test makes it.
    pub making: Making,
}

impl Object {
    pub fn is_receiver(&self) -> bool {
        matches!(self.constant.value, Value::Receiver { .. })
    }
}

/// All in a block, in the order of the source.
pub fn find(
    subject: &Subject<'_>,
    block: &syn::Block,
    assertions: &[Assertion],
    constants: &[Constant],
    source: &str,
) -> Vec<Object> {
    let expected: Vec<Range<usize>> =
        assertions.iter().filter_map(|assertion| assertion.expected().cloned()).collect();
    let expected = &expected;
    let bindings = Bindings::of(block);
    let mut search =
        Search { subject, block, bindings, expected, constants, source, again: 0, found: Vec::new() };
    search.visit_block(block);
    search.found
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    block: &'a syn::Block,
    bindings: Bindings,
    expected: &'a [Range<usize>],
    constants: &'a [Constant],
    source: &'a str,
    /// In how many loops and closures: what runs again cannot use up a parameter.
    again: usize,
    found: Vec<Object>,
}

impl Subject<'_> {
    /// Is it a type of the package that owns all that is in it?
    fn is_of_package(&self, ty: &Type) -> bool {
        let Type::Named { path, .. } = ty else { return false };
        let first = path.split("::").next().unwrap_or_default();
        let foreign = &self.model.compiled.crates;
        let own = Some(first) == self.library || !(OF_RUST.contains(&first) || foreign.contains(first));
        own && is_owned(ty)
    }
}

/// Does it borrow nothing, and has it a name?
pub fn is_owned(ty: &Type) -> bool {
    match ty {
        Type::Primitive(name) => name != "!" && name != "str",
        Type::Named { arguments, .. } => arguments.iter().all(|argument| match argument {
            Argument::Lifetime => false,
            Argument::Type(ty) => is_owned(ty),
            Argument::Constant(_) => true,
        }),
        Type::Array(element, _) => is_owned(element),
        Type::Tuple(parts) => parts.iter().all(is_owned),
        _ => false,
    }
}

impl Search<'_> {
    fn receiver(&mut self, local: &syn::Local) -> Option<()> {
        let name = match &local.pat {
            Pat::Ident(name) => name,
            Pat::Type(pattern) => match &*pattern.pat {
                Pat::Ident(name) => name,
                _ => return None,
            },
            _ => return None,
        };
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        if name.by_ref.is_some() || name.subpat.is_some() || self.again > 0 {
            return None;
        }
        let (body, number) = self.subject.known(&init.expr)?;
        let expression = body.expression(number)?;
        let ty = self.own_type(&body, expression)?;
        if uses_variables(&body, expression.place.range) {
            return None;
        }
        let variable = name.ident.to_string();
        let value = Value::Receiver { mutable: name.mutability.is_some() };
        let mut constant = self.constant(&init.expr, value, ty)?;
        constant.role = Some(variable.clone());
        constant.bound = self.bindings.is_unique(&variable);
        constant.named = constant.bound.then(|| local.span().byte_range());
        let mut making = self.making(&constant, Some(variable));
        let binding = body.bindings.iter().find(|own| own.initializer == Some(number))?.id;
        let mut calls = Calls { subject: self.subject, binding, found: Vec::new() };
        calls.visit_block(self.block);
        making.calls = calls.found;
        self.found.push(Object { constant, making });
        Some(())
    }

    /// What is made of constants where it is used.
    fn argument(&mut self, expression: &Expr) -> Option<()> {
        let makes = matches!(expression, Expr::Call(_) | Expr::Struct(_) | Expr::Path(_));
        if !makes || !is_constant(expression) {
            return None;
        }
        let (body, number) = self.subject.known(expression)?;
        let ty = self.own_type(&body, body.expression(number)?)?;
        let mut constant = self.constant(expression, Value::Object, ty)?;
        let Role { name, call } = role(self.subject, &body, number);
        (constant.role, constant.call) = (name, call);
        let making = self.making(&constant, None);
        self.found.push(Object { constant, making });
        Some(())
    }

    fn own_type(&self, body: &Body, expression: &Expression) -> Option<String> {
        let ty = body.ty(expression.ty)?;
        let is_own = self.subject.is_of_package(ty) && !is_drawn(ty);
        is_own.then(|| self.subject.model.spelled(ty))?
    }

    fn constant(&self, expression: &Expr, value: Value, ty: String) -> Option<Constant> {
        let range = expression.span().byte_range();
        let inside = |own: &Range<usize>| own.start <= range.start && range.end <= own.end;
        let text = self.source.get(range.clone())?.to_owned();
        Some(Constant {
            rows: vec![(text.clone(), value.clone())],
            text,
            bound: false,
            expected: self.expected.iter().any(inside),
            copied: matches!(value, Value::Receiver { .. }),
            range,
            value,
            ty,
            role: None,
            call: None,
            named: None,
        })
    }

    fn making(&self, constant: &Constant, variable: Option<String>) -> Making {
        let range = &constant.range;
        let inside = |own: &&Constant| range.start <= own.range.start && own.range.end <= range.end;
        let holes = self.constants.iter().filter(inside).cloned().collect();
        let (ty, constructor) = (constant.ty.clone(), constant.text.clone());
        Making { ty, constructor, start: range.start, holes, variable, calls: Vec::new() }
    }
}

fn uses_variables(body: &Body, range: Place) -> bool {
    let is_variable = |own: &Expression| {
        matches!(own.kind, Kind::Local(_) | Kind::Closure(_)) && range.contains(own.place.range)
    };
    body.expressions.iter().any(is_variable)
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if self.receiver(local).is_none() {
            visit::visit_local(self, local);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        let repeats = matches!(
            expression,
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) | Expr::Async(_)
        );
        self.again += usize::from(repeats);
        if self.argument(expression).is_none() {
            visit::visit_expr(self, expression);
        }
        self.again -= usize::from(repeats);
    }

    // The name of a function is no object.
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        model::arguments(&name, &call.tokens).iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

/// The calls that may change what is in a variable.
struct Calls<'a> {
    subject: &'a Subject<'a>,
    binding: model::BindingId,
    found: Vec<Method>,
}

impl Calls<'_> {
    fn method(&self, call: &syn::ExprMethodCall) -> Option<Method> {
        let (body, number) = self.subject.known(&Expr::MethodCall(call.clone()))?;
        let known = body.expression(number)?;
        let Kind::Call { callee: Some(callee), arguments, .. } = &known.kind else { return None };
        let receiver = body.expression((*arguments.first()?)?)?;
        let is_own = matches!(receiver.kind, Kind::Local(id) if id == self.binding);
        let adjusted = body.ty(receiver.adjusted?)?;
        if !is_own || !matches!(adjusted, Type::Reference { mutable: true, .. }) {
            return None;
        }
        let function = model::find(self.subject.models, &callee.function);
        let mut formals = Vec::new();
        for (position, argument) in arguments.iter().enumerate().skip(1) {
            let name = function.and_then(|(_, function)| function.parameters.get(position)?.clone());
            let argument = body.expression((*argument)?)?;
            formals.push(self.formal(&body, name, argument)?);
        }
        let returns = !matches!(body.ty(known.ty)?, Type::Tuple(parts) if parts.is_empty());
        Some(Method { name: call.method.to_string(), formals, returns })
    }

    /// As what a value for the argument is drawn, and how it is passed.
    fn formal(&self, body: &Body, name: Option<String>, argument: &Expression) -> Option<Formal> {
        let written = body.ty(argument.adjusted.unwrap_or(argument.ty))?;
        let (owned, borrowed) = match written {
            Type::Reference { mutable: false, to } => (owner(to), true),
            other => (other.clone(), false),
        };
        let named = |name: &String| name != "self" && syn::parse_str::<syn::Ident>(name).is_ok();
        let ty = is_owned(&owned).then(|| self.subject.model.spelled(&owned))??;
        Some(Formal { name: name.filter(named), ty, borrowed })
    }
}

/// What owns something that is borrowed.
fn owner(borrowed: &Type) -> Type {
    let vector = |element: &Type| Type::Named {
        path: "std::vec::Vec".into(),
        arguments: vec![Argument::Type(element.clone())],
    };
    match borrowed {
        Type::Primitive(name) if name == "str" => {
            Type::Named { path: "std::string::String".into(), arguments: Vec::new() }
        }
        Type::Slice(element) => vector(element),
        other => other.clone(),
    }
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        self.found.extend(self.method(call));
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        model::arguments(&name, &call.tokens).iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
