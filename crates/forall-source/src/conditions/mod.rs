//! The conditions in a source file, in words.

mod evaluate;

pub use evaluate::Arguments;

use crate::parsed;
use proc_macro2::LineColumn;
use std::collections::HashMap;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{Visit, visit_expr_if, visit_expr_while};
use syn::{BinOp, Expr, ExprIf, ExprWhile, Lit, UnOp};

/// Longer ones say too much for a name.
const LONGEST: usize = 48;

/// Both sides of a condition in words.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sides {
    holds: String,
    fails: String,
}

/// What is asked in the file, by line and column.
#[derive(Default)]
pub struct Conditions(HashMap<(u32, u32), (Expr, Sides)>);

impl Conditions {
    pub fn of(file: &Path) -> Conditions {
        Conditions::of_tree(&parsed(file))
    }

    fn of_tree(file: &syn::File) -> Conditions {
        let mut conditions = Conditions::default();
        conditions.visit_file(file);
        conditions
    }

    /// `None`, too, unless it is sure to be true when its names are taken for those of the test's parameters.
    pub fn words(&self, line: u32, column: u32, holds: bool, arguments: &Arguments) -> Option<String> {
        let (condition, sides) = self.0.get(&(line, column))?;
        if arguments.are_named_in(condition) && evaluate::holds(condition, arguments) != Some(holds) {
            return None;
        }
        Some(if holds { sides.holds.clone() } else { sides.fails.clone() })
    }

    /// Each part of a condition is a branch of its own.
    fn add(&mut self, condition: &Expr) {
        match condition {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.add(&binary.left);
                self.add(&binary.right);
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => self.add(&unary.expr),
            Expr::Paren(inner) => self.add(&inner.expr),
            _ => {
                let LineColumn { line, column } = condition.span().start();
                let sides = sides(condition).filter(|sides| {
                    let is_name = |words: &str| {
                        words.len() <= LONGEST && words.starts_with(|c: char| c.is_ascii_lowercase())
                    };
                    is_name(&sides.holds) && is_name(&sides.fails)
                });
                if let Some(sides) = sides {
                    self.0.insert((line as u32, column as u32 + 1), (condition.clone(), sides));
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Conditions {
    fn visit_expr_if(&mut self, node: &'ast ExprIf) {
        self.add(&node.cond);
        visit_expr_if(self, node);
    }

    fn visit_expr_while(&mut self, node: &'ast ExprWhile) {
        self.add(&node.cond);
        visit_expr_while(self, node);
    }
}

fn sides(condition: &Expr) -> Option<Sides> {
    let Expr::Binary(binary) = condition else {
        let holds = operand(condition)?;
        return Some(Sides { fails: negated(&holds), holds });
    };
    let (holds, fails) = match binary.op {
        BinOp::Gt(_) => ("greater_than", "at_most"),
        BinOp::Ge(_) => ("at_least", "less_than"),
        BinOp::Lt(_) => ("less_than", "at_least"),
        BinOp::Le(_) => ("at_most", "greater_than"),
        BinOp::Eq(_) => ("equals", "differs_from"),
        BinOp::Ne(_) => ("differs_from", "equals"),
        _ => return None,
    };
    let (left, right) = (operand(&binary.left)?, operand(&binary.right)?);
    let said = |comparison: &str| format!("{left}_{comparison}_{right}");
    // What is not less than a float need not be as large.
    let is_float = |side: &Expr| matches!(side, Expr::Lit(literal) if matches!(literal.lit, Lit::Float(_)));
    let fails = match is_float(&binary.left) || is_float(&binary.right) {
        true => format!("not_{}", said(holds)),
        false => said(fails),
    };
    Some(Sides { holds: said(holds), fails })
}

/// `x_is_not_empty` of `x_is_empty`.
fn negated(words: &str) -> String {
    match words.split_once("is_") {
        Some((before, after)) if before.is_empty() || before.ends_with('_') => {
            format!("{before}is_not_{after}")
        }
        _ => format!("not_{words}"),
    }
}

/// An expression in words; `None` when there is too much in it.
fn operand(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Path(path) => {
            let segments = path.path.segments.iter().map(|segment| segment.ident.to_string());
            word(&segments.collect::<Vec<_>>().join("_"))
        }
        Expr::Lit(literal) => literal_in_words(&literal.lit),
        Expr::Field(field) => {
            let member = match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            joined(&field.base, &member)
        }
        Expr::MethodCall(call) => {
            let mut words = joined(&call.receiver, &call.method.to_string())?;
            for argument in &call.args {
                words = format!("{words}_{}", operand(argument)?);
            }
            Some(words)
        }
        Expr::Call(call) => {
            let mut words = operand(&call.func)?;
            for argument in &call.args {
                words = format!("{words}_{}", operand(argument)?);
            }
            Some(words)
        }
        Expr::Index(index) => Some(format!("{}_{}", operand(&index.expr)?, operand(&index.index)?)),
        Expr::Binary(binary) => {
            let sign = operator(&binary.op)?;
            Some(format!("{}_{sign}_{}", operand(&binary.left)?, operand(&binary.right)?))
        }
        Expr::Unary(unary) => match unary.op {
            UnOp::Deref(_) => operand(&unary.expr),
            UnOp::Neg(_) => Some(format!("minus_{}", operand(&unary.expr)?)),
            _ => None,
        },
        Expr::Paren(inner) => operand(&inner.expr),
        Expr::Reference(inner) => operand(&inner.expr),
        Expr::Cast(cast) => operand(&cast.expr),
        _ => None,
    }
}

fn literal_in_words(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Float(number) => Some(number.base10_digits().replace('.', "_point_").replace('-', "minus_")),
        Lit::Bool(value) => Some(value.value.to_string()),
        Lit::Char(c) if c.value().is_ascii_lowercase() || c.value().is_ascii_digit() => {
            Some(c.value().into())
        }
        Lit::Byte(b) if b.value().is_ascii_lowercase() || b.value().is_ascii_digit() => {
            Some(char::from(b.value()).into())
        }
        Lit::Str(text) => word(&text.value()).filter(|word| *word == text.value()),
        _ => None,
    }
}

fn operator(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Add(_) => "plus",
        BinOp::Sub(_) => "minus",
        BinOp::Mul(_) => "times",
        BinOp::Div(_) => "over",
        BinOp::Rem(_) => "modulo",
        _ => return None,
    })
}

/// `self` goes without saying.
fn joined(base: &Expr, member: &str) -> Option<String> {
    let member = word(member)?;
    match operand(base)?.as_str() {
        "self" => Some(member),
        base => Some(format!("{base}_{member}")),
    }
}

/// Lower case, and nothing that could not be part of a name.
fn word(text: &str) -> Option<String> {
    let text = text.trim_start_matches("r#").to_lowercase();
    let text = text.trim_matches('_');
    let fits = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (fits && !text.contains("__")).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::evaluate::numbers;
    use super::*;

    #[track_caller]
    fn check(condition: &str, expected: Option<(&str, &str)>) {
        let sides = sides(&syn::parse_str(condition).unwrap());
        assert_eq!(sides.as_ref().map(|sides| (sides.holds.as_str(), sides.fails.as_str())), expected);
    }

    #[test]
    fn conditions_are_told_with_both_their_sides() {
        check("x > 10", Some(("x_greater_than_10", "x_at_most_10")));
        check(
            "self.limit <= other.value",
            Some(("limit_at_most_other_value", "limit_greater_than_other_value")),
        );
        check("year.is_multiple_of(100)", Some(("year_is_multiple_of_100", "year_is_not_multiple_of_100")));
        check("is_leap(year)", Some(("is_leap_year", "is_not_leap_year")));
        check("flag", Some(("flag", "not_flag")));
        check("x % 2 == -1", Some(("x_modulo_2_equals_minus_1", "x_modulo_2_differs_from_minus_1")));
        check("v[i] as i64 != i64::MAX", Some(("v_i_differs_from_i64_max", "v_i_equals_i64_max")));
        check("v.iter().any(|x| *x > 1)", None);
        check("y < 1.5", Some(("y_less_than_1_point_5", "not_y_less_than_1_point_5")));
        check("c == ' '", None);
    }

    #[test]
    fn parts_of_a_condition_are_found_where_they_stand() {
        let source =
            "fn f() {\n    while !(a < 1 || b) && c == d {}\n    if let Some(x) = y {}\n    if 0 < x {}\n}";
        let conditions = Conditions::of_tree(&syn::parse_file(source).unwrap());
        let words = |column, holds, a| conditions.words(2, column, holds, &numbers(&[("a", a)]));
        assert_eq!(words(13, true, 0).as_deref(), Some("a_less_than_1"));
        assert_eq!(words(13, true, 1), None, "the test's own `a` is another");
        assert_eq!(words(22, false, 0).as_deref(), Some("not_b"));
        assert_eq!(words(28, true, 0).as_deref(), Some("c_equals_d"));
        assert_eq!(conditions.0.len(), 3, "a name begins with a letter");
    }
}
