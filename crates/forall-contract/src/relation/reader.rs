//! From conditions as they are written to terms.

use super::scope::Scope;
use super::sign::{Operator, Sign};
use super::term::{Literal, Term};
use super::types::Typed;
use super::variable::{Root, Step, Variable, When};
use super::{Unclear, places};
use crate::model::named_field;
use crate::specification::{Specification, SubjectKind};
use crate::spelled::spelled;
use crate::text::text;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprMethodCall, Lit, UnOp};

pub struct Reader<'a> {
    pub specification: &'a Specification,
    pub scope: Scope<'a>,
    pub unclear: Vec<Unclear>,
}

impl<'a> Reader<'a> {
    pub fn new(specification: &'a Specification, scope: Scope<'a>) -> Reader<'a> {
        Reader { specification, scope, unclear: Vec::new() }
    }

    /// The condition as it is seen at a time; `old(…)` is seen earlier.
    pub fn read(&mut self, condition: &Expr, when: When) -> Term {
        if let Some(seen) = self.seen(condition, when) {
            return seen;
        }
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
            Expr::Path(path) => self.path(path, condition),
            Expr::Field(field) => {
                let name = places::member(&field.member);
                Term::Member(Box::new(self.read(&field.base, when)), name)
            }
            Expr::Index(index) if !matches!(*index.index, Expr::Range(_)) => {
                let of = self.read(&index.expr, when);
                Term::Element(Box::new(of), Box::new(self.read(&index.index, when)))
            }
            Expr::MethodCall(call) => self.method(call, condition, when),
            Expr::Call(call) => self.call(call, condition, when),
            Expr::Tuple(tuple) => {
                Term::Made(String::new(), tuple.elems.iter().map(|term| self.read(term, when)).collect())
            }
            Expr::Array(array) => {
                Term::Made("[]".to_owned(), array.elems.iter().map(|term| self.read(term, when)).collect())
            }
            Expr::If(choice) => self.choice(choice, condition, when),
            Expr::Macro(call) => self.macro_call(&call.mac, condition, when),
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => self.opaque(condition, "a loop"),
            other => self.opaque(other, "this form of expression is not understood"),
        }
    }

    /// What is not understood, with the reason.
    pub(super) fn opaque(&mut self, what: &Expr, why: &str) -> Term {
        let why = if has_loop(what.to_token_stream()) { "a loop" } else { why };
        let text = text(what);
        self.unclear.push(Unclear { text: text.clone(), why: why.to_owned(), span: what.span(), file: None });
        Term::Opaque(text)
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
            UnOp::Not(_) => {
                let ty = self.type_of(&unary.expr);
                let is_truth = ty.as_ref().map_or(inner.is_formula(), Typed::is_bool);
                match (inner, ty.as_ref().is_some_and(Typed::is_integer)) {
                    (inner, true) => Term::Complement(Box::new(inner)),
                    (Term::Not(inner), _) if is_truth => *inner,
                    (inner, _) if is_truth || !inner.is_understood() => Term::Not(Box::new(inner)),
                    _ => self.opaque(written, "whether this is a truth or a number is not known: compare it"),
                }
            }
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
        let sides = [&binary.left, &binary.right].map(|side| self.type_of(side));
        let left = self.read(&binary.left, when);
        let right = self.read(&binary.right, when);
        if let Some(sign) = sign(&binary.op) {
            return Term::Compare(Box::new(left), sign, Box::new(right));
        }
        let own = sides.iter().flatten().find(|ty| !ty.is_number() && !ty.is_bool());
        match (&binary.op, operator(&binary.op), own) {
            (BinOp::And(_), ..) => Term::all([left, right]),
            (BinOp::Or(_), ..) => Term::any([left, right]),
            (_, Some(operator), Some(ty)) => {
                let why = format!("the `{}` of `{}` is a function of its own", operator.text(), ty.text());
                self.opaque(written, &why)
            }
            (_, Some(operator), None) => Term::Arithmetic(Box::new(left), operator, Box::new(right)),
            _ => self.opaque(written, "a condition changes nothing"),
        }
    }

    fn compares_objects(&mut self, left: &Expr, right: &Expr, when: When) -> bool {
        let count = self.unclear.len();
        let is = [left, right].into_iter().any(|side| {
            let Some((_, ty)) = self.place(side, when) else { return false };
            let inner = ty.inside().map_or_else(|| ty.clone(), |(_, inner)| inner);
            inner.subject(self.specification).is_some_and(|subject| subject.kind != SubjectKind::Enum)
        });
        self.unclear.truncate(count);
        is
    }

    fn path(&mut self, path: &syn::ExprPath, written: &Expr) -> Term {
        if let Some(name) = path.path.get_ident().map(ToString::to_string)
            && let Some(super::scope::Meaning::Value(term, _)) = self.scope.names.get(&name)
        {
            return term.clone();
        }
        let last = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        match last.starts_with(char::is_uppercase) {
            true => Term::Constant(spelled(&path.to_token_stream())),
            false => self.opaque(written, "what this name stands for is not known here"),
        }
    }

    fn method(&mut self, call: &ExprMethodCall, written: &Expr, when: When) -> Term {
        let name = call.method.to_string();
        let place = self.place(&call.receiver, when);
        let subject = place.as_ref().and_then(|(_, ty)| ty.subject(self.specification));
        let Some(subject) = subject else {
            return self.look(call, written, when);
        };
        match subject.function(&name) {
            Some(_) => self.opaque(written, &format!("`{name}` is not `#[pure]` and observes nothing")),
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
        if let Some(field) = named_field(call) {
            return self.read(field, when);
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if let Some(quantified) = self.quantified(&name, &arguments, written, when) {
            return quantified;
        }
        if let Some(matched) = self.matched(&name, &arguments, when) {
            return matched;
        }
        let called = spelled(&path.to_token_stream()).replace(' ', "");
        let function = self.specification.function(&called, self.scope.module);
        let is_made = name.starts_with(char::is_uppercase);
        match function {
            Some(function) if function.contract.pure.is_some() => {
                let arguments = arguments.into_iter().map(|argument| self.argument(argument, when)).collect();
                let observer = Step::Observer(self.specification.path_of(function), arguments);
                // Functions without an object have no time.
                Term::Variable(Variable::new(Root::Function, When::Before).step(observer))
            }
            Some(_) => self.opaque(written, &format!("`{called}` is not `#[pure]`")),
            None if is_made => {
                let arguments = arguments.into_iter().map(|argument| self.read(argument, when)).collect();
                Term::Made(spelled(&path.to_token_stream()), arguments)
            }
            None => self.opaque(written, &format!("a call of `{called}`, which has no contract here")),
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

/// Is there a loop in what could not be understood?
fn has_loop(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_loop(group.stream()),
        TokenTree::Ident(word) => ["for", "while", "loop"].iter().any(|begin| word == begin),
        _ => false,
    })
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
