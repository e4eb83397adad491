//! What a case expects of the value that its function returns, as if the function asserted that itself at its end.

use super::{Ending, Made, skipped};
use crate::assertion::Assertion;
use crate::closed::{Closed, Refusal};
use crate::constant::{Constant, Value};
use crate::observed::is_returned;
use crate::repeated::Repetitions;
use forall_source::model::{Range as Place, Type};
use quote::ToTokens;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{Expr, Stmt};

/// What stands before and behind the value at the end of the block.
struct Around {
    before: &'static str,
    behind: String,
}

pub fn add(made: &Made<'_>, mut part: Closed, endings: &[&Ending]) -> Result<Closed, Refusal> {
    let first = endings.first().copied().unwrap_or(&Ending::Own);
    let expected = |own: &&Ending| match own {
        Ending::Returns(text, value) => Some((text.clone(), value.clone())),
        _ => None,
    };
    let rows: Vec<(String, Value)> = endings.iter().filter_map(expected).collect();
    let around = match first {
        Ending::Own => return Ok(part),
        Ending::Panics(expects) => {
            part.expects = expects.clone();
            if part.returns.is_none() {
                return Ok(part);
            }
            Around { before: "let _ = ", behind: ";".into() }
        }
        Ending::Returns(text, _) => Around { before: "assert_eq!(", behind: format!(", {text});") },
        Ending::Matches(pattern) => Around { before: "assert!(matches!(", behind: format!(", {pattern}));") },
    };
    let Some(value) = returned(&made.function.block) else {
        return skipped("it returns before its end, and its cases say what it returns");
    };
    let range = value.span().byte_range();
    part.surround(&range, &around);
    part.returns = None;
    let start = range.start + around.before.len();
    let (actual, end) = (start..start + range.len(), start + range.len() + around.behind.len());
    let mut assertion = Assertion {
        range: range.start..end,
        place: Place::of(value.span()),
        lines: (Place::of(value.span()).start.line, Place::of(value.span()).end.line),
        outermost: true,
        is_statement: true,
        evaluated: vec![0],
        ..Assertion::default()
    };
    match first {
        Ending::Returns(..) => {
            let expected = actual.end + 2..end - 2;
            part.constants.push(made.expected(expected.clone(), rows));
            assertion.operands = vec![actual, expected];
            (assertion.compared, assertion.equates) = (Some((0, 1)), true);
            assertion.evaluated = vec![0, 1];
            assertion.returned =
                made.result().filter(is_returned).and_then(|ty| made.subject.model.spelled(&ty));
            part.assertions.push(assertion);
        }
        Ending::Matches(_) => {
            assertion.operands.push(range.start + "assert!(".len()..end - 2);
            part.assertions.push(assertion);
        }
        Ending::Own | Ending::Panics(_) => {}
    }
    Ok(part)
}

/// The value that the block ends with, if it always ends there.
fn returned(block: &syn::Block) -> Option<&Expr> {
    let leaves = crate::fixed::names(&block.to_token_stream()).contains("return");
    match block.stmts.last() {
        Some(Stmt::Expr(value, None)) if !leaves && !asks(block) => Some(value),
        _ => None,
    }
}

/// Is there a `?` in it?
fn asks(block: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_block(&mut search, block);
    search.0
}

impl Made<'_> {
    /// What the function returns.
    fn result(&self) -> Option<Type> {
        let body = self.subject.model.body(self.subject.summary).ok()?;
        body.ty(body.result).cloned()
    }

    fn expected(&self, range: Range<usize>, rows: Vec<(String, Value)>) -> Constant {
        let (text, value) = rows[0].clone();
        let ty = self.result().and_then(|ty| self.subject.model.spelled(&ty));
        Constant {
            range,
            text,
            value,
            ty: ty.unwrap_or_default(),
            copied: false,
            role: None,
            call: None,
            named: None,
            bound: false,
            expected: true,
            rows,
        }
    }
}

impl Closed {
    /// Text before and behind a range of its block. All that is known of the rest moves along.
    fn surround(&mut self, range: &Range<usize>, around: &Around) {
        let (before, behind) = (around.before.len(), around.behind.len());
        self.source.insert_str(range.end, &around.behind);
        self.source.insert_str(range.start, around.before);
        let by = |is_before: bool, is_behind: bool| {
            before * usize::from(is_before) + behind * usize::from(is_behind)
        };
        let moved = |own: &mut Range<usize>| {
            let start = own.start + by(own.start >= range.start, own.start >= range.end);
            let end = own.end + by(own.end > range.start, own.end > range.end);
            // What is inserted there already stays in front.
            *own = start.min(end)..end;
        };
        moved(&mut self.block);
        for constant in &mut self.constants {
            moved(&mut constant.range);
            constant.named.iter_mut().for_each(moved);
        }
        for object in &mut self.objects {
            let start = object.constant.range.start;
            moved(&mut object.constant.range);
            let by = object.constant.range.start - start;
            object.constant.named.iter_mut().for_each(moved);
            object.making.start += by;
            object.making.holes.iter_mut().for_each(|hole| moved(&mut hole.range));
        }
        for assertion in &mut self.assertions {
            moved(&mut assertion.range);
            let parts = [&mut assertion.operands, &mut assertion.sources, &mut assertion.fixed];
            parts.into_iter().flatten().for_each(moved);
        }
        self.preconditions.iter_mut().for_each(|own| own.moved(moved));
        self.left_out.iter_mut().for_each(moved);
        self.defaults.iter_mut().for_each(|(own, _)| moved(own));
        // With the places of before nothing can be found any more.
        self.repetitions = Repetitions::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_known_of_the_rest_moves_along() {
        let source = "fn f(a: u8) -> u8 { g(1); a + 2 } // 3";
        let find = |text: &str| source.find(text).map(|start| start..start + text.len()).unwrap();
        let mut closed = Closed::of_text(source, find("{ g(1); a + 2 }"));
        closed.left_out = vec![find("1"), find("2"), find("a + 2"), find("3")];
        closed.defaults = vec![(find("a + 2").start..find("a + 2").start, String::new())];
        closed.surround(&find("a + 2"), &Around { before: "h(", behind: ", 4);".into() });
        assert_eq!(closed.text(&closed.block), "{ g(1); h(a + 2, 4); }");
        let moved: Vec<&str> = closed.left_out.iter().map(|own| closed.text(own)).collect();
        assert_eq!(moved, ["1", "2", "a + 2", "3"]);
        let (inserted, _) = &closed.defaults[0];
        assert_eq!(closed.source[..inserted.end].chars().last(), Some(' '));
    }

    #[test]
    fn what_ends_earlier_has_no_value_at_its_end() {
        let value = |text: &str| {
            let block: syn::Block = syn::parse_str(text).unwrap();
            returned(&block).map(|value| value.to_token_stream().to_string())
        };
        assert_eq!(value("{ f(); g(1) }").as_deref(), Some("g (1)"));
        for text in ["{ f(); }", "{ if a { return 1; } 2 }", "{ Ok(f()?) }", "{}"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
