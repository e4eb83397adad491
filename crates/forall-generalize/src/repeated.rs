//! What a test does several times: calls that differ in one constant become a loop over a list, and the end of a loop becomes a parameter. It is tried beside
//! the test as it is, since a loop over a parameter has more paths.

use crate::closed::{Closed, Subject};
use crate::column::holds;
use crate::constant::{Constant, Value};
use crate::literal::whole;
use forall_source::model::Type;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

/// Statements one after the other that differ in one constant each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    statements: Vec<Range<usize>>,
    /// The place of the constant in each.
    constants: Vec<Range<usize>>,
}

/// Where a loop ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopEnd {
    range: Range<usize>,
    number: u8,
    /// Of the number.
    ty: String,
}

/// What a test does several times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetitions {
    runs: Vec<Run>,
    ends: Vec<LoopEnd>,
}

/// Fewer statements are no loop.
const LEAST: usize = 2;
/// Integers that can be made of a `u8`.
const WIDER: [&str; 11] = ["u8", "u16", "u32", "u64", "u128", "usize", "i16", "i32", "i64", "i128", "isize"];

impl Repetitions {
    pub fn find(
        subject: &Subject<'_>,
        block: &syn::Block,
        constants: &[Constant],
        source: &str,
    ) -> Repetitions {
        let mut ends = Ends { subject, found: Vec::new() };
        ends.visit_block(block);
        Repetitions { runs: runs(block, constants, source), ends: ends.found }
    }
}

fn runs(block: &syn::Block, constants: &[Constant], source: &str) -> Vec<Run> {
    let mut runs: Vec<(String, Run)> = Vec::new();
    let mut is_open = false;
    for statement in &block.stmts {
        let found = call(statement, constants, source);
        if let Some((shape, constant)) = &found {
            let range = statement.span().byte_range();
            match runs.last_mut() {
                Some((known, run)) if is_open && known == shape => {
                    run.statements.push(range);
                    run.constants.push(constant.clone());
                }
                _ => {
                    let run = Run { statements: vec![range], constants: vec![constant.clone()] };
                    runs.push((shape.clone(), run));
                }
            }
        }
        is_open = found.is_some();
    }
    let runs = runs.into_iter().map(|(_, run)| run);
    runs.filter(|run| run.statements.len() >= LEAST).collect()
}

/// The text of a statement without its only constant, and the place of that.
fn call(statement: &Stmt, constants: &[Constant], source: &str) -> Option<(String, Range<usize>)> {
    let Stmt::Expr(expression, Some(_)) = statement else { return None };
    if !matches!(expression, Expr::MethodCall(_) | Expr::Call(_)) {
        return None;
    }
    let range = statement.span().byte_range();
    let mut inside = constants.iter().filter(|own| holds(&range, &own.range));
    let only = inside.next().filter(|own| !own.expected && !own.bound && !own.ty.starts_with('&'))?;
    if inside.next().is_some() {
        return None;
    }
    let before = source.get(range.start..only.range.start)?;
    let after = source.get(only.range.end..range.end)?;
    Some((format!("{before}<{}>{after}", only.ty), only.range.clone()))
}

struct Ends<'a> {
    subject: &'a Subject<'a>,
    found: Vec<LoopEnd>,
}

impl Ends<'_> {
    fn end(&self, looped: &syn::ExprForLoop) -> Option<LoopEnd> {
        let end = number(&looped.expr)?;
        let Some(Value::Integer(number)) = whole(end) else { return None };
        let (body, known) = self.subject.known(end)?;
        let Some(Type::Primitive(ty)) = body.ty(body.expression(known)?.ty) else { return None };
        let is_wider = WIDER.contains(&ty.as_str());
        let number = u8::try_from(number).ok().filter(|number| is_wider && *number > 0)?;
        Some(LoopEnd { range: end.span().byte_range(), number, ty: ty.clone() })
    }
}

/// What a range ends with, also where it is gone through backwards.
fn number(range: &Expr) -> Option<&Expr> {
    match range {
        Expr::Range(range) => range.end.as_deref(),
        Expr::Paren(inner) => number(&inner.expr),
        Expr::MethodCall(call) if call.method == "rev" => number(&call.receiver),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Ends<'_> {
    fn visit_expr_for_loop(&mut self, looped: &'ast syn::ExprForLoop) {
        self.found.extend(self.end(looped));
        visit::visit_expr_for_loop(self, looped);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// How a number that ends loops is written as a value of another type.
pub fn counted(name: &str, ty: &str) -> Option<String> {
    match ty {
        "u8" => Some(name.to_owned()),
        _ => WIDER.contains(&ty).then(|| format!("{ty}::from({name})")),
    }
}

impl Closed {
    /// With loops over lists, and with the ends of loops as parameters. Nothing, if there is neither.
    pub fn repeated(&self) -> Option<Closed> {
        // What differs from row to row differs in more than one statement.
        if self.constants.iter().any(|own| own.rows.len() > 1) {
            return None;
        }
        let mut closed = self.clone();
        for run in &self.repetitions.runs {
            closed.fold(run);
        }
        for end in &self.repetitions.ends {
            closed.count(end);
        }
        (closed.constants != self.constants).then_some(closed)
    }

    /// One loop in the place of statements.
    fn fold(&mut self, run: &Run) {
        let is_own = |own: &&Constant| run.constants.contains(&own.range);
        let own: Vec<Constant> = self.constants.iter().filter(is_own).cloned().collect();
        let first = match own.first() {
            Some(first) if own.len() == run.constants.len() => first,
            _ => return,
        };
        let item = self.free_name(first.role.as_deref().unwrap_or("item"));
        let list =
            self.free_name(&if item.ends_with('s') { format!("{item}_list") } else { format!("{item}s") });
        let texts: Vec<&str> = own.iter().map(|own| own.text.as_str()).collect();
        let text = format!("vec![{}]", texts.join(", "));
        let used = if first.copied { format!("*{item}") } else { format!("{item}.clone()") };
        let (start, end) = (run.statements[0].start, run.statements[0].end);
        self.defaults.push((start..start, format!("for {item} in &{list} {{ ")));
        self.defaults.push((run.constants[0].clone(), used));
        self.defaults.push((end..end, " }".into()));
        self.left_out.extend(run.statements[1..].iter().cloned());
        // A condition of one call does not say what is demanded of all.
        self.preconditions.retain(|own| !run.statements.iter().any(|range| range.contains(&own.before)));
        self.constants.retain(|own| !run.constants.contains(&own.range));
        self.constants
            .insert(0, unwritten(list, text, Value::Sized(own.len()), format!("Vec<{}>", first.ty)));
        self.names.insert(item);
    }

    fn count(&mut self, end: &LoopEnd) {
        if self.is_left_out(&end.range) || !holds(&self.block, &end.range) {
            return;
        }
        let name = self.free_name("count");
        let Some(text) = counted(&name, &end.ty) else { return };
        self.defaults.push((end.range.clone(), text));
        let value = Value::Count(end.number);
        self.constants.push(unwritten(name, end.number.to_string(), value, "u8".into()));
    }

    fn free_name(&self, base: &str) -> String {
        let is_taken = |name: &String| {
            let role = |own: &Constant| own.bound && own.role.as_ref() == Some(name);
            self.names.contains(name) || self.constants.iter().any(role)
        };
        let mut name = base.to_owned();
        let mut number = 1;
        while is_taken(&name) {
            number += 1;
            name = format!("{base}_{number}");
        }
        name
    }
}

/// A parameter that no constant stands for: the test names it.
fn unwritten(name: String, text: String, value: Value, ty: String) -> Constant {
    Constant {
        range: 0..0,
        rows: vec![(text.clone(), value.clone())],
        text,
        copied: matches!(value, Value::Count(_)),
        value,
        ty,
        role: Some(name),
        call: None,
        named: None,
        bound: true,
        expected: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edited::edited;

    const SOURCE: &str = "{ let mut s = f(1); s.push(2); s.push(3); s.push(4); g(&s); s.pop(5); s.pop(6, 7); for i in 0..8 {} }";

    fn constants() -> Vec<Constant> {
        let digits = SOURCE.char_indices().filter(|(_, letter)| ('1'..'8').contains(letter));
        let constant = |(at, digit): (usize, char)| Constant {
            range: at..at + 1,
            bound: false,
            copied: true,
            ..unwritten("value".into(), digit.to_string(), Value::Other, "u8".into())
        };
        digits.map(constant).collect()
    }

    #[test]
    fn calls_that_differ_in_one_constant_are_a_loop_and_its_end_is_a_parameter() {
        let block: syn::Block = syn::parse_str(SOURCE).unwrap();
        let constants = constants();
        let runs = runs(&block, &constants, SOURCE);
        let texts = |run: &Run| run.constants.iter().map(|own| &SOURCE[own.clone()]).collect::<String>();
        assert_eq!(runs.iter().map(texts).collect::<Vec<_>>(), ["234"]);
        let end = SOURCE.find('8').map(|at| LoopEnd { range: at..at + 1, number: 8, ty: "i32".into() });
        let repetitions = Repetitions { runs, ends: end.into_iter().collect() };
        let closed = Closed { constants, repetitions, ..Closed::of_text(SOURCE, 0..SOURCE.len()) };
        let repeated = closed.repeated().unwrap();
        let named = |own: &Constant| format!("{}: {} = {}", own.role.as_deref().unwrap(), own.ty, own.text);
        assert_eq!(named(&repeated.constants[0]), "values: Vec<u8> = vec![2, 3, 4]");
        assert_eq!(named(repeated.constants.last().unwrap()), "count: u8 = 8");
        let left_out = repeated.left_out.iter().map(|own| (own.clone(), String::new()));
        let edits = repeated.defaults.iter().cloned().chain(left_out).collect();
        let expected = "{ let mut s = f(1); for value in &values { s.push(*value); }   g(&s); s.pop(5); s.pop(6, 7); for i in 0..i32::from(count) {} }";
        assert_eq!(edited(SOURCE, &repeated.block, edits), expected);
    }

    #[test]
    fn a_test_that_repeats_nothing_is_not_tried_twice() {
        let closed = Closed { constants: constants(), ..Closed::of_text(SOURCE, 0..SOURCE.len()) };
        assert!(closed.repeated().is_none());
    }
}
