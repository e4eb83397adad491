//! Expressions that are an element of a virtual state, and the types of expressions.

use super::looks;
use super::reader::Reader;
use super::scope::Meaning;
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Step, Variable, When};
use crate::model::named_field;
use crate::specification::{Subject, SubjectKind};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprMethodCall, Lit, Member, Type, UnOp};

/// What hands an `Option` on, as it is seen from outside.
const HANDED_ON: &[&str] = &["as_ref", "as_deref", "as_mut", "as_deref_mut"];

impl<'a> Reader<'a> {
    /// The element of a virtual state that an expression is, with its type: an object, what is observed of it, plain data that changes.
    pub(super) fn place(&mut self, expression: &Expr, when: When) -> Option<(Variable, Typed<'a>)> {
        match expression {
            Expr::Paren(inner) => self.place(&inner.expr, when),
            Expr::Group(inner) => self.place(&inner.expr, when),
            Expr::Reference(inner) => self.place(&inner.expr, when),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.place(&unary.expr, when),
            Expr::Path(path) => match self.scope.names.get(&path.path.get_ident()?.to_string())? {
                Meaning::Place(variable, ty) => Some((at(variable, when), ty.clone())),
                Meaning::Seen(variable, ty) => Some((variable.clone(), ty.clone())),
                Meaning::Value(..) => None,
            },
            Expr::Call(call) if looks::is_named(&call.func, "old") && call.args.len() == 1 => {
                self.place(&call.args[0], self.scope.before)
            }
            Expr::Call(call) if named_field(call).is_some() => {
                let (place, ty) = self.place(named_field(call)?, when)?;
                Some((place, ty.without_ghost()))
            }
            Expr::Field(field) => {
                let (object, ty) = self.place(&field.base, when)?;
                let subject = ty.subject(self.specification)?;
                let name = member(&field.member);
                let (step, declared) = match subject.model.iter().find(|field| field.name == name) {
                    Some(field) => (Step::Model(name), Some(&field.ty)),
                    None => {
                        let field = subject.fields.iter().find(|field| field.name == name);
                        (Step::Field(name), field.map(|field| &field.ty))
                    }
                };
                let unknown: Type = syn::parse_quote!(_);
                Some((object.step(step), ty.declared(declared.unwrap_or(&unknown), subject)))
            }
            Expr::MethodCall(call) => self.observed(call, when),
            _ => None,
        }
    }

    fn observed(&mut self, call: &ExprMethodCall, when: When) -> Option<(Variable, Typed<'a>)> {
        let (object, ty) = self.place(&call.receiver, when)?;
        let name = call.method.to_string();
        if let Some((variant, inner)) = ty.inside() {
            inner.subject(self.specification)?;
            return match name.as_str() {
                "unwrap" | "expect" => Some((object.step(Step::Inside(variant)), inner)),
                _ if HANDED_ON.contains(&name.as_str()) => Some((object, ty)),
                _ => None,
            };
        }
        let subject = ty.subject(self.specification)?;
        if name == "clone" && subject.function("clone").is_none() {
            return Some((object, ty));
        }
        let result = subject.observer(&name)?.result()?;
        let is_itself = result.to_token_stream().to_string() == "Self";
        let result = if is_itself { ty } else { ty.declared(result, subject) };
        let arguments = call.args.iter().map(|argument| self.argument(argument, when)).collect();
        Some((object.step(Step::Observer(name, arguments)), result))
    }

    /// What an observer is asked with: an object, too.
    pub(super) fn argument(&mut self, argument: &Expr, when: When) -> Term {
        match self.place(argument, when) {
            Some((object, ty)) if ty.subject(self.specification).is_some() => Term::Variable(object),
            _ => self.read(argument, when),
        }
    }

    /// A place as a term.
    pub(super) fn seen(&mut self, expression: &Expr, when: When) -> Option<Term> {
        // What its arguments have that is not understood is said once.
        let (variable, ty) = self.place(expression, when)?;
        if is_object(ty.subject(self.specification)) {
            let why = "an object is taken as a whole, not what is observed of it";
            return Some(self.opaque(expression, why));
        }
        Some(Term::Variable(timeless(variable, &ty)))
    }

    pub(super) fn boolean(&self) -> Typed<'a> {
        self.named_type("bool")
    }

    fn named_type(&self, name: &str) -> Typed<'a> {
        let ty = syn::parse_str(name).unwrap_or(syn::parse_quote!(_));
        Typed { ty, of: self.scope.of, module: self.scope.module }
    }

    /// The type of an expression, where it is known.
    pub(super) fn type_of(&mut self, expression: &Expr) -> Option<Typed<'a>> {
        let count = self.unclear.len();
        let ty = self.type_of_unheard(expression);
        // What is not understood there is said where it is read.
        self.unclear.truncate(count);
        ty
    }

    fn type_of_unheard(&mut self, expression: &Expr) -> Option<Typed<'a>> {
        if let Some((_, ty)) = self.place(expression, When::Before) {
            return Some(ty);
        }
        match expression {
            Expr::Paren(inner) => self.type_of(&inner.expr),
            Expr::Group(inner) => self.type_of(&inner.expr),
            Expr::Reference(inner) => self.type_of(&inner.expr),
            Expr::Unary(unary) => self.type_of(&unary.expr),
            Expr::Binary(binary) => match &binary.op {
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => {
                    self.type_of(&binary.left).or_else(|| self.type_of(&binary.right))
                }
                BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => {
                    self.type_of(&binary.left).or_else(|| self.type_of(&binary.right))
                }
                BinOp::Shl(_) | BinOp::Shr(_) => self.type_of(&binary.left),
                _ => Some(self.boolean()),
            },
            Expr::Lit(literal) => self.type_of_literal(&literal.lit),
            Expr::Cast(cast) => Some(Typed::new(&cast.ty, self.scope.of, self.scope.module)),
            Expr::Path(path) => match self.scope.names.get(&path.path.get_ident()?.to_string())? {
                Meaning::Value(_, ty) => ty.clone(),
                Meaning::Place(_, ty) | Meaning::Seen(_, ty) => Some(ty.clone()),
            },
            Expr::Field(field) => {
                let base = self.type_of(&field.base)?;
                let name = member(&field.member);
                base.member(&name).or_else(|| base.field(&name, self.specification))
            }
            Expr::Index(index) => self.type_of(&index.expr)?.indexed(),
            Expr::MethodCall(call) => {
                let of = self.type_of(&call.receiver).filter(Typed::is_standard)?;
                of.result_of(&call.method.to_string(), call.args.len())
            }
            Expr::Call(call) if looks::is_named(&call.func, "old") || named_field(call).is_some() => {
                self.type_of(call.args.first()?)
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                let called = path.to_token_stream().to_string().replace(' ', "");
                let function = self.specification.function(&called, self.scope.module)?;
                Some(Typed::new(function.result()?, None, &function.module))
            }
            Expr::If(choice) => match choice.then_branch.stmts.as_slice() {
                [syn::Stmt::Expr(then, None)] => self.type_of(then),
                _ => None,
            },
            Expr::Macro(call) if call.mac.path.is_ident("matches") => Some(self.boolean()),
            _ => None,
        }
    }

    fn type_of_literal(&self, literal: &Lit) -> Option<Typed<'a>> {
        let name = match literal {
            Lit::Bool(_) => "bool",
            Lit::Int(value) if !value.suffix().is_empty() => value.suffix(),
            Lit::Float(value) if !value.suffix().is_empty() => value.suffix(),
            Lit::Float(_) => "f64",
            Lit::Char(_) => "char",
            Lit::Byte(_) => "u8",
            Lit::Str(_) => "str",
            _ => return None,
        };
        Some(self.named_type(name))
    }
}

/// Has it a state of its own? What variant an enum is can be told.
fn is_object(subject: Option<&Subject>) -> bool {
    subject.is_some_and(|subject| subject.kind != SubjectKind::Enum)
}

/// What is made by a call is there after it alone.
fn at(variable: &Variable, when: When) -> Variable {
    match variable.root {
        Root::Result => variable.clone(),
        _ => variable.at(when),
    }
}

/// Whether there is an object in what was given does not change.
fn timeless(variable: Variable, ty: &Typed<'_>) -> Variable {
    let is_given = matches!(variable.root, Root::Argument(_)) && variable.path.is_empty();
    match is_given && ty.inside().is_some() && !ty.is_mutable() {
        true => variable.at(When::Before),
        false => variable,
    }
}

pub fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(number) => number.index.to_string(),
    }
}
