//! Tests that are run with several values: what a variable is in each row becomes a parameter, or what is expected.

use crate::assertion::{self, Assertion, Helper, uses};
use crate::closed::{Closed, Subject};
use crate::constant::{Constant, Value};
use std::ops::Range;

/// What one variable is in each row.
#[derive(Clone)]
pub struct Column<'a> {
    pub name: &'a syn::Ident,
    /// As written, with its value.
    pub rows: Vec<(String, Value)>,
    /// Of the parameter that it becomes; not there if it cannot be drawn.
    pub ty: Option<String>,
    pub copied: bool,
}

/// The rows of a test.
pub struct Rows<'a> {
    pub columns: Vec<Column<'a>>,
    /// Where the variables are used.
    pub inside: &'a syn::Block,
    /// Where a parameter stands in the source that no constant stands for. Nothing is left of it.
    pub at: Range<usize>,
}

impl Closed {
    /// The test with its rows. Nothing, if a column is neither what is expected nor can be drawn.
    pub fn with_rows(
        mut self,
        subject: &Subject<'_>,
        rows: &Rows<'_>,
        block: &syn::Block,
        helper: &Helper<'_>,
    ) -> Option<Closed> {
        let find = |known: &[&syn::Ident]| {
            let mut found = assertion::find(block, helper, &|name: &syn::Ident| known.contains(&name));
            found.retain(|own| subject.is_compiled(own.place) && !self.is_left_out(&own.range));
            found
        };
        let expected = rows.expected(&find(&rows.names()));
        self.assertions = find(&expected);
        let count = rows.columns.first().map_or(1, |column| column.rows.len());
        let again = |own: &Constant| Constant { rows: vec![own.rows[0].clone(); count], ..own.clone() };
        let mut constants: Vec<Constant> = Vec::new();
        for column in &rows.columns {
            let constant = column.constant(&rows.at);
            if expected.contains(&column.name) {
                let uses = uses(rows.inside, column.name);
                self.defaults.extend(uses.iter().map(|range| (range.clone(), constant.text.clone())));
                let at = |range| Constant { range, expected: true, bound: false, ..constant.clone() };
                constants.extend(uses.into_iter().map(at));
            } else if column.ty.is_some() {
                constants.push(constant);
            } else {
                return None;
            }
        }
        constants.extend(self.constants.iter().map(again));
        constants.sort_by_key(|own| own.range.start);
        self.constants = constants;
        for object in &mut self.objects {
            object.constant = again(&object.constant);
        }
        Some(self)
    }

    pub fn is_left_out(&self, range: &Range<usize>) -> bool {
        self.left_out.iter().any(|own| holds(own, range))
    }
}

pub fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl<'a> Rows<'a> {
    fn names(&self) -> Vec<&'a syn::Ident> {
        self.columns.iter().map(|column| column.name).collect()
    }

    /// What is only expected depends on the others, and is no parameter.
    pub fn expected(&self, assertions: &[Assertion]) -> Vec<&'a syn::Ident> {
        let is_expected = |name: &&syn::Ident| {
            let uses = uses(self.inside, name);
            let is_inside = |range: &Range<usize>| assertions.iter().any(|own| own.expects(range));
            !uses.is_empty() && uses.iter().all(is_inside)
        };
        self.names().into_iter().filter(is_expected).collect()
    }
}

impl Column<'_> {
    fn constant(&self, at: &Range<usize>) -> Constant {
        let (text, value) = self.rows.first().cloned().unwrap_or((String::new(), Value::Other));
        Constant {
            range: at.clone(),
            text,
            value,
            ty: self.ty.clone().unwrap_or_default(),
            copied: self.copied,
            role: Some(self.name.to_string()),
            call: None,
            named: None,
            bound: true,
            expected: false,
            rows: self.rows.clone(),
        }
    }
}
