//! Tests with rows: a loop over a table of constants that asserts something of each row. The columns become parameters, and every row an example.

use crate::assertion::{self, Assertion, Helper, uses};
use crate::closed::{Closed, Subject};
use crate::constant::Constant;
use crate::literal::whole;
use crate::types::{is_copied, parameter_type};
use forall_source::model::{Range as Place, Type};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Pat, Stmt};

/// A loop over a table.
struct Table<'a> {
    /// From the `for` to the brace of its body.
    header: Range<usize>,
    /// Where its body begins, behind the brace.
    body: usize,
    inside: &'a syn::Block,
    columns: Vec<Column<'a>>,
    statement: Range<usize>,
}

/// What one variable of the loop is in each row.
struct Column<'a> {
    name: &'a syn::Ident,
    cells: Vec<&'a Expr>,
}

/// A part for each table in the block; nothing if there is none.
pub fn tables(
    subject: &Subject<'_>,
    closed: &Closed,
    file: &syn::File,
    block: &syn::Block,
    helper: &Helper<'_>,
) -> Vec<Closed> {
    let constants = constants(file);
    let found: Vec<Table<'_>> =
        block.stmts.iter().filter_map(|statement| table(statement, &constants)).collect();
    let count = found.len();
    let part = |(number, table): (usize, &Table<'_>)| {
        let others = found.iter().filter(|other| other.statement != table.statement);
        let left_out: Vec<Range<usize>> = others.map(|other| other.statement.clone()).collect();
        let whole = Closed { parts: count, left_out, ..closed.clone() };
        let mut part = of_table(subject, whole, table, block, helper)?;
        if number > 0 {
            part.function = format!("{}_part_{}", closed.function, number + 1);
        }
        Some(part)
    };
    let parts: Vec<Closed> = found.iter().enumerate().filter_map(part).collect();
    // One that cannot be read would be lost.
    if parts.len() == count { parts } else { Vec::new() }
}

fn of_table(
    subject: &Subject<'_>,
    mut closed: Closed,
    table: &Table<'_>,
    block: &syn::Block,
    helper: &Helper<'_>,
) -> Option<Closed> {
    let names: Vec<&syn::Ident> = table.columns.iter().map(|column| column.name).collect();
    let is_column = |name: &syn::Ident| names.contains(&name);
    let mut assertions = assertion::find(block, helper, &is_column);
    let is_left_out = |range: &Range<usize>| closed.left_out.iter().any(|own| holds(own, range));
    assertions.retain(|own| subject.is_compiled(own.place) && !is_left_out(&own.range));
    let uses_of = |column: &Column<'_>| uses(table.inside, column.name);
    // What is only expected depends on the others, and is no parameter.
    let is_expected = |column: &&Column<'_>| {
        let is_inside = |range: &Range<usize>| assertions.iter().any(|own| own.expects(range));
        let uses = uses_of(column);
        !uses.is_empty() && uses.iter().all(is_inside)
    };
    let expected: Vec<&Column<'_>> = table.columns.iter().filter(is_expected).collect();
    let is_expected_name = |name: &syn::Ident| expected.iter().any(|column| column.name == name);
    let assertions: Vec<Assertion> = {
        let mut again = assertion::find(block, helper, &is_expected_name);
        again.retain(|own| subject.is_compiled(own.place) && !is_left_out(&own.range));
        again
    };
    let rows = table.columns.first()?.cells.len();
    let mut constants: Vec<Constant> = Vec::new();
    let mut bound = String::new();
    for column in &table.columns {
        let constant = of_column(subject, &closed.source, column)?;
        if is_expected_name(column.name) {
            let at =
                |range: Range<usize>| Constant { range, expected: true, bound: false, ..constant.clone() };
            closed.defaults.extend(uses_of(column).into_iter().map(|range| (range, constant.text.clone())));
            constants.extend(uses_of(column).into_iter().map(at));
        } else {
            if is_reference(subject, column, &constant) {
                bound += &format!(" let {0} = &{0};", column.name);
            }
            // Nothing is left of the header, so that there is nothing to put a parameter into.
            constants.push(Constant { range: table.header.end - 1..table.header.end, ..constant });
        }
    }
    let is_outside = |own: &&Constant| !holds(&table.header, &own.range) && !is_left_out(&own.range);
    let others = closed.constants.iter().filter(is_outside);
    constants.extend(others.map(|own| Constant { rows: vec![own.rows[0].clone(); rows], ..own.clone() }));
    constants.sort_by_key(|own| own.range.start);
    let lines = closed.text(&table.header).matches('\n').count();
    closed.defaults.insert(0, (table.header.clone(), "\n".repeat(lines)));
    closed.defaults.push((table.body..table.body, bound));
    Some(Closed { constants, assertions, ..closed })
}

fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The parameter that a column becomes.
fn of_column(subject: &Subject<'_>, source: &str, column: &Column<'_>) -> Option<Constant> {
    let row = |cell: &&Expr| Some((source.get(cell.span().byte_range())?.to_owned(), whole(cell)?));
    let rows: Vec<_> = column.cells.iter().map(row).collect::<Option<_>>()?;
    let (body, number) = subject.known(column.cells.first()?)?;
    let ty = parameter_type(&body, body.expression(number)?)?;
    Some(Constant {
        range: column.cells.first()?.span().byte_range(),
        text: rows[0].0.clone(),
        value: rows[0].1.clone(),
        ty: subject.model.spelled(ty)?,
        copied: is_copied(ty),
        role: Some(column.name.to_string()),
        call: None,
        named: None,
        bound: true,
        expected: false,
        rows,
    })
}

/// Is the variable a reference to what is in the table?
fn is_reference(subject: &Subject<'_>, column: &Column<'_>, constant: &Constant) -> bool {
    let place = Place::of(column.name.span());
    let around = subject.model.around(&subject.summary.file, place);
    let bodies = around.into_iter().filter_map(|summary| subject.model.body(summary).ok());
    bodies.into_iter().any(|body| {
        let binding = body.bindings.iter().find(|own| place.contains(own.place.range));
        match binding.and_then(|own| body.ty(own.ty)) {
            Some(Type::Reference { to, .. }) => subject.model.spelled(to).is_some_and(|to| to == constant.ty),
            _ => false,
        }
    })
}

fn table<'a>(statement: &'a Stmt, constants: &[(&'a syn::Ident, &'a Expr)]) -> Option<Table<'a>> {
    let Stmt::Expr(Expr::ForLoop(looped), _) = statement else { return None };
    if looped.label.is_some() || leaves(&looped.body) {
        return None;
    }
    let rows = rows(&looped.expr, constants)?;
    let names = names(&looped.pat)?;
    let row = |row: &'a Expr| match (plain(row), &names[..]) {
        (Expr::Tuple(tuple), names) if is_tuple(&looped.pat) && tuple.elems.len() == names.len() => {
            Some(tuple.elems.iter().collect::<Vec<_>>())
        }
        (_, [_]) if !is_tuple(&looped.pat) => Some(vec![row]),
        _ => None,
    };
    let cells: Vec<Vec<&Expr>> = rows.into_iter().map(row).collect::<Option<_>>()?;
    let column = |(number, name): (usize, &'a syn::Ident)| Column {
        name,
        cells: cells.iter().map(|row| row[number]).collect(),
    };
    let start = looped.for_token.span.byte_range().start;
    let body = looped.body.brace_token.span.open().byte_range();
    let asserts = !assertion::find(&looped.body, &|_| None, &|_| false).is_empty();
    (asserts && !cells.is_empty()).then(|| Table {
        header: start..body.start,
        body: body.end,
        inside: &looped.body,
        columns: names.into_iter().enumerate().map(column).collect(),
        statement: statement.span().byte_range(),
    })
}

/// The rows of a table that is written there, or in a constant of the file.
fn rows<'a>(table: &'a Expr, constants: &[(&'a syn::Ident, &'a Expr)]) -> Option<Vec<&'a Expr>> {
    match table {
        Expr::Array(list) => Some(list.elems.iter().collect()),
        Expr::Reference(inner) => rows(&inner.expr, constants),
        Expr::Paren(inner) => rows(&inner.expr, constants),
        Expr::MethodCall(call) => {
            let passes = ["iter", "into_iter", "copied", "cloned", "as_slice"];
            let passes = passes.iter().any(|name| call.method == name) && call.args.is_empty();
            passes.then(|| rows(&call.receiver, constants))?
        }
        Expr::Path(path) => {
            let name = path.path.get_ident()?;
            constants.iter().find(|(own, _)| *own == name).and_then(|(_, value)| rows(value, &[]))
        }
        _ => None,
    }
}

/// Constants of the file that are tables.
fn constants(file: &syn::File) -> Vec<(&syn::Ident, &Expr)> {
    struct Search<'ast>(Vec<(&'ast syn::Ident, &'ast Expr)>);
    impl<'ast> Visit<'ast> for Search<'ast> {
        fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
            self.0.push((&item.ident, &item.expr));
        }
        fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
            self.0.push((&item.ident, &item.expr));
        }
    }
    let mut search = Search(Vec::new());
    search.visit_file(file);
    search.0
}

fn plain(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => plain(&inner.expr),
        Expr::Reference(inner) if matches!(*inner.expr, Expr::Tuple(_)) => &inner.expr,
        _ => expression,
    }
}

fn is_tuple(pattern: &Pat) -> bool {
    match pattern {
        Pat::Reference(inner) => is_tuple(&inner.pat),
        Pat::Tuple(_) => true,
        _ => false,
    }
}

/// The variables of the loop, if there is nothing else in its pattern.
fn names(pattern: &Pat) -> Option<Vec<&syn::Ident>> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
            Some(vec![&name.ident])
        }
        Pat::Reference(inner) => names(&inner.pat),
        Pat::Tuple(tuple) => {
            let all: Option<Vec<Vec<&syn::Ident>>> = tuple.elems.iter().map(names).collect();
            let all = all?;
            all.iter().all(|own| own.len() == 1).then(|| all.concat())
        }
        _ => None,
    }
}

/// Does a loop end early, or go on with the next row?
fn leaves(body: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr(&mut self, expression: &'ast Expr) {
            self.0 |= matches!(expression, Expr::Break(_) | Expr::Continue(_) | Expr::Return(_));
            visit::visit_expr(self, expression);
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// The columns of the loops that are tables.
    fn columns(source: &str) -> Vec<String> {
        let file: syn::File =
            syn::parse_str(&format!("const ROWS: [u8; 2] = [1, 2]; fn f() {{ {source} }}")).unwrap();
        let Some(syn::Item::Fn(function)) = file.items.last() else { panic!("no function") };
        let constants = constants(&file);
        let tables = function.block.stmts.iter().filter_map(|statement| table(statement, &constants));
        let text = |expression: &&Expr| expression.to_token_stream().to_string();
        let column = |own: &Column<'_>| {
            format!("{}: {}", own.name, own.cells.iter().map(text).collect::<Vec<_>>().join(" "))
        };
        tables.map(|table| table.columns.iter().map(column).collect::<Vec<_>>().join("; ")).collect()
    }

    #[test]
    fn a_loop_over_rows_of_constants_that_asserts_is_a_table() {
        let one = |source: &str| columns(source).pop().unwrap_or_default();
        assert_eq!(one("for (a, b) in [(1, 'x'), (2, 'y')] { assert_eq!(f(a), b); }"), "a: 1 2; b: 'x' 'y'");
        assert_eq!(one("for &(a, b) in &[(1, 2)] { assert_eq!(f(a), b) }"), "a: 1; b: 2");
        assert_eq!(one("for text in [\"a\", \"b\"].iter() { assert!(f(text)); }"), "text: \"a\" \"b\"");
        assert_eq!(one("for n in ROWS.iter().copied() { assert!(f(n)); }"), "n: 1 2");
    }

    #[test]
    fn other_loops_are_none() {
        for source in [
            "for a in [1, 2] { slab.remove(a); }",
            "for a in 0..3 { assert!(f(a)); }",
            "for a in OTHERS.iter() { assert!(f(a)); }",
            "for a in [1, 2] { if f(a) { continue; } assert!(g(a)); }",
            "for (a, b) in [(1, (2, 3))].map(g) { assert!(f(a)); }",
        ] {
            assert!(columns(source).is_empty(), "{source}");
        }
    }
}
