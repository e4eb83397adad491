//! The conditions that all have to hold where a clause does.

use crate::text::text;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, ExprCall, ExprClosure, ExprLit, Lit, Pat};

pub struct Conjunct {
    pub text: String,
    pub condition: Condition,
}

pub enum Condition {
    Plain(TokenStream),
    /// `matches("[a-z]+", self.name())`: the text that is asked about.
    Matched {
        condition: TokenStream,
        text: Operand,
    },
    /// Something is said of many elements.
    Quantified(Box<Quantified>),
    /// Two operands, each with its text unless that says it all.
    Comparison {
        left: Operand,
        sign: BinOp,
        right: Operand,
    },
}

/// `for_all(0..n, |i| self.get(i) > 0)`
pub struct Quantified {
    pub quantifier: Quantifier,
    pub over: TokenStream,
    /// What an element is called.
    pub element: Box<Pat>,
    /// What is said of it, as a whole and in its parts.
    pub body: Box<Expr>,
    pub conjuncts: Vec<Conjunct>,
}

impl Condition {
    pub(crate) fn replace(&mut self, replaced: &dyn Fn(&TokenStream) -> TokenStream) {
        match self {
            Condition::Plain(condition) => *condition = replaced(condition),
            Condition::Matched { condition, text } => {
                *condition = replaced(condition);
                text.tokens = replaced(&text.tokens);
            }
            Condition::Quantified(quantified) => {
                quantified.over = replaced(&quantified.over);
                let body = replaced(&quantified.body.to_token_stream());
                *quantified.body = syn::parse2(body.clone()).unwrap_or(Expr::Verbatim(body));
                for conjunct in &mut quantified.conjuncts {
                    conjunct.condition.replace(replaced);
                }
            }
            Condition::Comparison { left, right, .. } => {
                left.tokens = replaced(&left.tokens);
                right.tokens = replaced(&right.tokens);
            }
        }
    }

    /// The code of all of it.
    pub fn tokens(&self) -> TokenStream {
        match self {
            Condition::Plain(condition) | Condition::Matched { condition, .. } => condition.clone(),
            Condition::Quantified(quantified) => {
                let Quantified { over, element, body, .. } = &**quantified;
                quote!((#over) |#element| (#body))
            }
            Condition::Comparison { left, sign, right } => {
                let (left, right) = (&left.tokens, &right.tokens);
                quote!((#left) #sign (#right))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    ForAll,
    Exists,
    ExistsOne,
}

impl Quantifier {
    pub const ALL: [Quantifier; 3] = [Quantifier::ForAll, Quantifier::Exists, Quantifier::ExistsOne];

    /// As a condition calls it.
    pub fn name(self) -> &'static str {
        match self {
            Quantifier::ForAll => "for_all",
            Quantifier::Exists => "exists",
            Quantifier::ExistsOne => "exists_one",
        }
    }

    fn of(function: &Expr) -> Option<Quantifier> {
        let Expr::Path(path) = function else { return None };
        let last = &path.path.segments.last()?.ident;
        Quantifier::ALL.into_iter().find(|quantifier| last == quantifier.name())
    }
}

pub struct Operand {
    pub tokens: TokenStream,
    pub text: String,
}

pub(crate) fn conjuncts_of<'a>(condition: &'a Expr, to: &mut Vec<&'a Expr>) {
    match condition {
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            conjuncts_of(&binary.left, to);
            conjuncts_of(&binary.right, to);
        }
        Expr::Paren(inner) => conjuncts_of(&inner.expr, to),
        Expr::Group(inner) => conjuncts_of(&inner.expr, to),
        condition => to.push(condition),
    }
}

impl Conjunct {
    pub(crate) fn of(condition: &Expr, written: &Expr, several: bool) -> Conjunct {
        let text = if several { text(written) } else { String::new() };
        let condition = match (condition, written) {
            (Expr::Binary(binary), Expr::Binary(written)) if is_comparison(&binary.op) => {
                Condition::Comparison {
                    left: Operand::of(&binary.left, &written.left),
                    sign: binary.op,
                    right: Operand::of(&binary.right, &written.right),
                }
            }
            (Expr::Call(call), Expr::Call(written)) if is_match(call) => Condition::Matched {
                condition: condition.to_token_stream(),
                text: Operand::of(&call.args[1], &written.args[1]),
            },
            (condition, written) => match Quantified::of(condition, written) {
                Some(quantified) => Condition::Quantified(Box::new(quantified)),
                None => Condition::Plain(condition.to_token_stream()),
            },
        };
        Conjunct { text, condition }
    }
}

impl Quantified {
    fn of(condition: &Expr, written: &Expr) -> Option<Quantified> {
        let (quantifier, over, closure) = parts(condition)?;
        let (_, _, written) = parts(written)?;
        let [element] = closure.inputs.iter().collect::<Vec<&Pat>>().try_into().ok()?;
        let (mut conjuncts, mut of_written) = (Vec::new(), Vec::new());
        conjuncts_of(&closure.body, &mut conjuncts);
        conjuncts_of(&written.body, &mut of_written);
        let conjuncts = conjuncts.iter().zip(&of_written);
        Some(Quantified {
            quantifier,
            over: over.to_token_stream(),
            element: Box::new(element.clone()),
            body: closure.body.clone(),
            conjuncts: conjuncts.map(|(condition, written)| Conjunct::of(condition, written, true)).collect(),
        })
    }
}

/// Is it `matches("…", …)`?
fn is_match(call: &ExprCall) -> bool {
    let is_named = matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "matches"));
    let has_pattern = matches!(call.args.first(), Some(Expr::Lit(ExprLit { lit: Lit::Str(_), .. })));
    is_named && has_pattern && call.args.len() == 2
}

fn parts(condition: &Expr) -> Option<(Quantifier, &Expr, &ExprClosure)> {
    let Expr::Call(call) = condition else { return None };
    let quantifier = Quantifier::of(&call.func)?;
    match (call.args.first(), call.args.last()) {
        (Some(over), Some(Expr::Closure(closure))) if call.args.len() == 2 => {
            Some((quantifier, over, closure))
        }
        _ => None,
    }
}

impl Operand {
    fn of(operand: &Expr, written: &Expr) -> Operand {
        let is_plain = |operand: &Expr| match operand {
            Expr::Lit(_) => true,
            Expr::Unary(unary) => matches!(*unary.expr, Expr::Lit(_)),
            _ => false,
        };
        let text = if is_plain(written) { String::new() } else { text(written) };
        Operand { tokens: operand.to_token_stream(), text }
    }
}

fn is_comparison(sign: &BinOp) -> bool {
    matches!(sign, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
}
