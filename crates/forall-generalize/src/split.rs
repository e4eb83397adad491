//! Tests of several things are split: a part for each group of statements that share no variable. Groups that differ in their constants only are one part
//! with a row for each of them.

use crate::closed::{Closed, Expects, Subject};
use crate::constant::Constant;
use forall_source::model::{Kind, Range as Place};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use syn::Stmt;
use syn::spanned::Spanned;
use syn::visit::Visit;

/// A test with so many parameters stays as it is if it calls one function only.
const FEW: usize = 3;

/// The parts of a test; itself, if it is not split.
pub fn split(subject: &Subject<'_>, closed: Closed, block: &syn::Block) -> Vec<Closed> {
    if closed.expects != Expects::Return || closed.returns.is_some() {
        return vec![closed];
    }
    let groups = groups(&closed, block);
    let mut parts: Vec<Vec<&Group>> = Vec::new();
    for group in groups.iter().filter(|group| group.is_amenable(&closed)) {
        match parts.iter_mut().find(|part| part[0].shape == group.shape) {
            Some(part) => part.push(group),
            None => parts.push(vec![group]),
        }
    }
    let all: Vec<BTreeSet<String>> = parts.iter().map(|part| called(subject, &part[0].places)).collect();
    let mut calls = all.iter().map(|called| !called.is_empty());
    if all.iter().any(|called| !called.is_empty()) {
        parts.retain(|_| calls.next() == Some(true));
    }
    let called: BTreeSet<&BTreeSet<String>> = all.iter().filter(|called| !called.is_empty()).collect();
    let parameters = closed.constants.iter().filter(|constant| !constant.expected).count();
    let has_rows = parts.iter().any(|part| part.len() > 1);
    if parts.is_empty() || groups.len() == 1 || !(has_rows || called.len() > 1 || parameters > FEW) {
        return vec![closed];
    }
    let count = parts.len();
    let numbered = parts.iter().enumerate();
    numbered.map(|(number, rows)| part(&closed, &groups, rows, (number, count))).collect()
}

/// Statements that share no variable with the others.
struct Group {
    /// Each with the comments before it.
    ranges: Vec<Range<usize>>,
    places: Vec<Place>,
    constants: Vec<usize>,
    assertions: Vec<usize>,
    /// Its text without constants.
    shape: String,
}

impl Group {
    fn holds(&self, range: &Range<usize>) -> bool {
        self.ranges.iter().any(|own| own.start <= range.start && range.end <= own.end)
    }

    fn is_amenable(&self, closed: &Closed) -> bool {
        self.constants.iter().any(|number| !closed.constants[*number].expected)
    }
}

/// One part: the statements of its first row. What the others have in the place of its constants are its rows.
fn part(closed: &Closed, groups: &[Group], rows: &[&Group], (number, count): (usize, usize)) -> Closed {
    let own = rows[0];
    let constant = |(place, number): (usize, &usize)| {
        let of_row = |row: &&Group| {
            let constant = &closed.constants[row.constants[place]];
            (constant.text.clone(), constant.value.clone())
        };
        Constant { rows: rows.iter().map(of_row).collect(), ..closed.constants[*number].clone() }
    };
    let others = groups.iter().filter(|group| group.ranges != own.ranges);
    let function = match number {
        0 => closed.function.clone(),
        _ => format!("{}_part_{}", closed.function, number + 1),
    };
    Closed {
        function,
        parts: count,
        constants: own.constants.iter().enumerate().map(constant).collect(),
        assertions: own.assertions.iter().map(|number| closed.assertions[*number].clone()).collect(),
        left_out: others.flat_map(|group| group.ranges.clone()).collect(),
        ..closed.clone()
    }
}

fn groups(closed: &Closed, block: &syn::Block) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut starts = Vec::new();
    let mut end = closed.block.start + 1;
    for statement in &block.stmts {
        starts.push(end);
        end = statement.span().byte_range().end;
        let line = closed.source[end..].lines().next().unwrap_or_default();
        if line.trim_start().starts_with("//") {
            end += line.len();
        }
    }
    starts.push(end);
    for numbers in connected(block) {
        let statements: Vec<&Stmt> = numbers.iter().map(|number| &block.stmts[*number]).collect();
        let range = |number: &usize| starts[*number]..starts[*number + 1];
        let mut group = Group {
            ranges: numbers.iter().map(range).collect(),
            places: statements.iter().map(|statement| Place::of(statement.span())).collect(),
            constants: Vec::new(),
            assertions: Vec::new(),
            shape: String::new(),
        };
        group.constants =
            (0..closed.constants.len()).filter(|own| group.holds(&closed.constants[*own].range)).collect();
        group.assertions =
            (0..closed.assertions.len()).filter(|own| group.holds(&closed.assertions[*own].range)).collect();
        group.shape = shape(closed, &group, &statements);
        match groups.last_mut() {
            // What asserts nothing by itself may prepare what comes next.
            Some(last) if last.assertions.is_empty() => {
                let statements_before = std::mem::take(&mut last.shape);
                last.ranges.extend(group.ranges);
                last.places.extend(group.places);
                last.constants.extend(group.constants);
                last.assertions = group.assertions;
                last.shape = statements_before + &group.shape;
            }
            _ => groups.push(group),
        }
    }
    if groups.len() > 1 && groups.last().is_some_and(|last| last.assertions.is_empty()) {
        let rest = groups.pop().into_iter().next();
        if let (Some(rest), Some(last)) = (rest, groups.last_mut()) {
            last.ranges.extend(rest.ranges);
            last.places.extend(rest.places);
            last.constants.extend(rest.constants);
            last.shape += &rest.shape;
        }
    }
    groups
}

/// The text of statements in which constants are replaced by their types and roles.
fn shape(closed: &Closed, group: &Group, statements: &[&Stmt]) -> String {
    let mut shape = String::new();
    for statement in statements {
        let whole = statement.span().byte_range();
        let mut done = whole.start;
        for constant in group.constants.iter().map(|number| &closed.constants[*number]) {
            if done <= constant.range.start && constant.range.end <= whole.end {
                shape.push_str(closed.text(&(done..constant.range.start)));
                shape.push_str(&format!("<{} {:?}>", constant.ty, constant.role));
                done = constant.range.end;
            }
        }
        shape.push_str(closed.text(&(done..whole.end)));
        shape.push('\n');
    }
    // However it is laid out.
    shape
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(",)", ")")
        .replace(", )", ")")
        .replace("( ", "(")
        .replace(" )", ")")
}

/// Numbers of statements, in groups that share no variable. Items belong to all of them, and to none.
fn connected(block: &syn::Block) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..block.stmts.len()).collect();
    let mut bound: BTreeMap<String, usize> = BTreeMap::new();
    for (number, statement) in block.stmts.iter().enumerate() {
        if matches!(statement, Stmt::Item(_)) {
            continue;
        }
        for name in crate::fixed::names(&statement.to_token_stream()) {
            if let Some(other) = bound.get(&name) {
                let (from, to) = (leader[number], leader[*other]);
                leader.iter_mut().filter(|own| **own == from).for_each(|own| *own = to);
            }
        }
        if let Stmt::Local(local) = statement {
            bound.extend(bound_in(&local.pat).into_iter().map(|name| (name, number)));
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, statement) in block.stmts.iter().enumerate() {
        if !matches!(statement, Stmt::Item(_)) {
            groups.entry(leader[number]).or_default().push(number);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort();
    groups
}

fn bound_in(pattern: &syn::Pat) -> Vec<String> {
    struct Names(Vec<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0.push(name.ident.to_string());
        }
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pattern);
    names.0
}

/// The functions under test that are called at some places.
fn called(subject: &Subject<'_>, places: &[Place]) -> BTreeSet<String> {
    let Ok(body) = subject.model.body(subject.summary) else { return BTreeSet::new() };
    let inside =
        body.expressions.iter().filter(|own| places.iter().any(|place| place.contains(own.place.range)));
    let callees = inside.filter_map(|own| match &own.kind {
        Kind::Call { callee: Some(callee), .. } if subject.is_under_test(callee) => Some(callee),
        _ => None,
    });
    callees.map(|callee| callee.function.path.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(source: &str) -> Vec<Vec<usize>> {
        connected(&syn::parse_str(source).unwrap())
    }

    #[test]
    fn statements_are_connected_by_the_variables_they_use() {
        let source = "{
            let a = f(1);
            assert_eq!(a, 2);
            use x::y;
            let (a, b) = (g(3), 4);
            assert!(a > b && h.b());
            for a in 0..3 { k(a); }
            assert_eq!(f(5), 6);
            let c = |d| f(d);
            assert_eq!(c(1), c(2));
        }";
        // The name of the loop's variable is taken for the one before it: rather one part too few.
        assert_eq!(connections(source), [vec![0, 1], vec![3, 4, 5], vec![6], vec![7, 8]]);
    }
}
