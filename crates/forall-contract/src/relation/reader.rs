//! From conditions as they are written to terms.

use super::scope::{Meaning, Scope};
use super::term::{Literal, Operator, Sign, Term};
use super::variable::{Step, Variable, When};
use super::{Unclear, looks};
use crate::specification::{Specification, Subject, SubjectKind};
use crate::spelled::spelled;
use crate::text::text;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprMethodCall, Lit, Member, Type, UnOp};

pub struct Reader<'a> {
    pub specification: &'a Specification,
    pub scope: Scope<'a>,
    /// What quantifiers around it name.
    pub bound: Vec<String>,
    pub unclear: Vec<Unclear>,
}

impl<'a> Reader<'a> {
    pub fn new(specification: &'a Specification, scope: Scope<'a>) -> Reader<'a> {
        Reader { specification, scope, bound: Vec::new(), unclear: Vec::new() }
    }

    /// The condition as it is seen at a time; `old(…)` is seen earlier.
    pub fn read(&mut self, condition: &Expr, when: When) -> Term {
        match condition {
            Expr::Paren(inner) => self.read(&inner.expr, when),
            Expr::Group(inner) => self.read(&inner.expr, when),
            Expr::Reference(inner) => self.read(&inner.expr, when),
            Expr::Block(block) if block.label.is_none() && block.block.stmts.len() == 1 => {
                match &block.block.stmts[0] {
                    syn::Stmt::Expr(inner, None) => self.read(inner, when),
                    _ => self.opaque(condition, "statements are not understood here"),
                }
            }
            Expr::Lit(literal) => self.literal(&literal.lit, condition),
            Expr::Unary(unary) => self.unary(unary, condition, when),
            Expr::Binary(binary) => self.binary(binary, condition, when),
            Expr::Cast(cast) => {
                let ty = spelled(&cast.ty.to_token_stream());
                Term::Cast(Box::new(self.read(&cast.expr, when)), ty)
            }
            Expr::Path(path) => self.path(path, condition, when),
            Expr::Field(field) => self.field(field, when),
            Expr::Index(index) => {
                let of = self.read(&index.expr, when);
                Term::Element(Box::new(of), Box::new(self.read(&index.index, when)))
            }
            Expr::MethodCall(call) => self.method(call, condition, when),
            Expr::Call(call) => self.call(call, condition, when),
            Expr::Tuple(tuple) => {
                Term::Made(String::new(), tuple.elems.iter().map(|term| self.read(term, when)).collect())
            }
            Expr::If(choice) => self.choice(choice, condition, when),
            Expr::Macro(call) => self.macro_call(&call.mac, condition, when),
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => self.opaque(condition, "a loop"),
            other => self.opaque(other, "this form of expression is not understood"),
        }
    }

    pub(super) fn opaque(&mut self, what: &Expr, why: &str) -> Term {
        self.opaque_at(what.span(), &text(what), why)
    }

    fn opaque_at(&mut self, span: Span, text: &str, why: &str) -> Term {
        let why = match looks::loop_in(text) {
            true => "a loop",
            false => why,
        };
        let known = self.unclear.iter().any(|unclear| unclear.text == text && unclear.why == why);
        if !known {
            self.unclear.push(Unclear { text: text.to_owned(), why: why.to_owned(), span, file: None });
        }
        Term::Opaque(text.to_owned())
    }

    fn literal(&mut self, literal: &Lit, written: &Expr) -> Term {
        match literal {
            Lit::Bool(value) => Term::bool(value.value),
            Lit::Int(value) => match value.base10_parse() {
                Ok(number) => Term::Literal(Literal::Integer(number, value.suffix().to_owned())),
                Err(_) => self.opaque(written, "the number is too large"),
            },
            other => Term::Literal(Literal::Written(other.to_token_stream().to_string())),
        }
    }

    fn unary(&mut self, unary: &syn::ExprUnary, written: &Expr, when: When) -> Term {
        let inner = self.read(&unary.expr, when);
        match unary.op {
            UnOp::Deref(_) => inner,
            UnOp::Not(_) => match inner {
                Term::Not(inner) => *inner,
                inner => Term::Not(Box::new(inner)),
            },
            UnOp::Neg(_) => match inner {
                Term::Literal(Literal::Integer(value, suffix)) => {
                    Term::Literal(Literal::Integer(-value, suffix))
                }
                inner => Term::Negative(Box::new(inner)),
            },
            _ => self.opaque(written, "this sign is not understood"),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary, written: &Expr, when: When) -> Term {
        if let Some(sign) = sign(&binary.op)
            && self.compares_objects(&binary.left, &binary.right, when)
        {
            let why = format!("objects are compared by their own `{}`", sign.text());
            return self.opaque(written, &why);
        }
        let left = self.read(&binary.left, when);
        let right = self.read(&binary.right, when);
        if let Some(sign) = sign(&binary.op) {
            return Term::Compare(Box::new(left), sign, Box::new(right));
        }
        match (&binary.op, operator(&binary.op)) {
            (BinOp::And(_), _) => Term::all([left, right]),
            (BinOp::Or(_), _) => Term::any([left, right]),
            (_, Some(operator)) => Term::Arithmetic(Box::new(left), operator, Box::new(right)),
            _ => self.opaque(written, "a condition changes nothing"),
        }
    }

    fn compares_objects(&mut self, left: &Expr, right: &Expr, when: When) -> bool {
        [left, right]
            .into_iter()
            .any(|side| self.object(side, when).is_some_and(|(_, subject)| subject.kind != SubjectKind::Enum))
    }

    fn path(&mut self, path: &syn::ExprPath, written: &Expr, when: When) -> Term {
        if let Some(name) = path.path.get_ident().map(ToString::to_string) {
            if self.bound.contains(&name) {
                return Term::Bound(name);
            }
            match self.scope.names.get(&name) {
                Some(Meaning::Value(term)) => return term.clone(),
                Some(Meaning::Changing(variable)) => return Term::Variable(variable.at(when)),
                Some(Meaning::Object(variable, subject)) if subject.kind == SubjectKind::Enum => {
                    return Term::Variable(seen(variable, when));
                }
                Some(Meaning::Object(..)) => {
                    return self.opaque(written, "an object is taken as a whole, not what is observed of it");
                }
                None => {}
            }
        }
        Term::Constant(spelled(&path.to_token_stream()))
    }

    fn field(&mut self, field: &syn::ExprField, when: When) -> Term {
        let name = match &field.member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(number) => number.index.to_string(),
        };
        match self.object(&field.base, when) {
            Some((object, subject)) => Term::Variable(object.step(step(subject, &name))),
            None => Term::Member(Box::new(self.read(&field.base, when)), name),
        }
    }

    /// An expression that is an object.
    pub(super) fn object(&mut self, expression: &Expr, when: When) -> Option<(Variable, &'a Subject)> {
        match expression {
            Expr::Paren(inner) => self.object(&inner.expr, when),
            Expr::Group(inner) => self.object(&inner.expr, when),
            Expr::Reference(inner) => self.object(&inner.expr, when),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.object(&unary.expr, when),
            Expr::Path(path) => match self.scope.names.get(&path.path.get_ident()?.to_string())? {
                Meaning::Object(variable, subject) => Some((seen(variable, when), subject)),
                _ => None,
            },
            Expr::Call(call) if looks::is_named(&call.func, "old") && call.args.len() == 1 => {
                self.object(&call.args[0], self.scope.before)
            }
            Expr::Field(field) => {
                let (object, subject) = self.object(&field.base, when)?;
                let name = field.member.to_token_stream().to_string();
                let ty = &subject.fields.iter().chain(&subject.model).find(|field| field.name == name)?.ty;
                let inner = self.subject_of(ty, Some(subject))?;
                Some((object.step(step(subject, &name)), inner))
            }
            Expr::MethodCall(call) => {
                let (object, subject) = self.object(&call.receiver, when)?;
                if call.method == "clone" && subject.function("clone").is_none() {
                    return Some((object, subject));
                }
                let function = subject.function(&call.method.to_string()).filter(|it| it.is_observer())?;
                let inner = self.subject_of(function.result()?, Some(subject))?;
                let arguments = call.args.iter().map(|argument| self.read(argument, when)).collect();
                Some((object.step(Step::Observer(call.method.to_string(), arguments)), inner))
            }
            _ => None,
        }
    }

    pub(super) fn subject_of(&self, ty: &Type, of: Option<&'a Subject>) -> Option<&'a Subject> {
        self.specification.subject_of(ty, of, self.scope.module)
    }

    fn method(&mut self, call: &ExprMethodCall, written: &Expr, when: When) -> Term {
        let name = call.method.to_string();
        let Some((object, subject)) = self.object(&call.receiver, when) else {
            return self.look(call, written, when);
        };
        match subject.function(&name) {
            Some(function) if function.is_observer() => {
                let arguments = call.args.iter().map(|argument| self.read(argument, when)).collect();
                Term::Variable(object.step(Step::Observer(name, arguments)))
            }
            Some(_) => self.opaque(written, &format!("`{name}` is not `#[pure]` and observes nothing")),
            None if subject.kind == SubjectKind::Enum => self.look(call, written, when),
            None => self.opaque(
                written,
                &format!("`{name}` has no contract: `#[pure]` would say that it only looks"),
            ),
        }
    }

    fn call(&mut self, call: &syn::ExprCall, written: &Expr, when: When) -> Term {
        let Expr::Path(path) = &*call.func else {
            return self.opaque(written, "what is called is not known");
        };
        let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if name == "old" && call.args.len() == 1 {
            return self.read(&call.args[0], self.scope.before);
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if let Some(quantified) = self.quantified(&name, &arguments, when) {
            return quantified;
        }
        if let Some(matched) = self.matched(&name, &arguments, when) {
            return matched;
        }
        let function = self.specification.function(&name, self.scope.module);
        let is_known = function.is_some_and(|function| function.contract.pure.is_some());
        let is_made = path.path.segments.len() < 3 && name.starts_with(char::is_uppercase);
        if !is_known && !is_made {
            let why = match function {
                Some(_) => format!("`{name}` is not `#[pure]`"),
                None => format!("a call of `{name}`, which has no contract here"),
            };
            return self.opaque(written, &why);
        }
        let arguments = arguments.into_iter().map(|argument| self.read(argument, when)).collect();
        match is_known {
            true => {
                let function = Variable::new(super::variable::Root::Function, when);
                Term::Variable(function.step(Step::Observer(name, arguments)))
            }
            false => Term::Made(spelled(&path.to_token_stream()), arguments),
        }
    }

    fn choice(&mut self, choice: &syn::ExprIf, written: &Expr, when: When) -> Term {
        let (Some((_, otherwise)), [syn::Stmt::Expr(then, None)]) =
            (&choice.else_branch, choice.then_branch.stmts.as_slice())
        else {
            return self.opaque(written, "statements are not understood here");
        };
        if matches!(*choice.cond, Expr::Let(_)) {
            return self.opaque(written, "`if let` is not understood: write `matches!`");
        }
        let condition = self.read(&choice.cond, when);
        let (yes, no) = (self.read(then, when), self.read(otherwise, when));
        Term::If(Box::new(condition), Box::new(yes), Box::new(no))
    }
}

/// What is made by a call is there after it alone.
fn seen(variable: &Variable, when: When) -> Variable {
    match variable.root {
        super::variable::Root::Result => variable.clone(),
        _ => variable.at(when),
    }
}

fn step(subject: &Subject, name: &str) -> Step {
    match subject.model.iter().any(|field| field.name == name) {
        true => Step::Model(name.to_owned()),
        false => Step::Field(name.to_owned()),
    }
}

fn sign(sign: &BinOp) -> Option<Sign> {
    Some(match sign {
        BinOp::Eq(_) => Sign::Equal,
        BinOp::Ne(_) => Sign::Unequal,
        BinOp::Lt(_) => Sign::Less,
        BinOp::Le(_) => Sign::AtMost,
        BinOp::Gt(_) => Sign::More,
        BinOp::Ge(_) => Sign::AtLeast,
        _ => return None,
    })
}

fn operator(sign: &BinOp) -> Option<Operator> {
    Some(match sign {
        BinOp::Add(_) => Operator::Add,
        BinOp::Sub(_) => Operator::Subtract,
        BinOp::Mul(_) => Operator::Multiply,
        BinOp::Div(_) => Operator::Divide,
        BinOp::Rem(_) => Operator::Remainder,
        BinOp::BitAnd(_) => Operator::And,
        BinOp::BitOr(_) => Operator::Or,
        BinOp::BitXor(_) => Operator::Xor,
        BinOp::Shl(_) => Operator::Left,
        BinOp::Shr(_) => Operator::Right,
        _ => return None,
    })
}
