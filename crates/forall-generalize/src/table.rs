//! Tests with rows: a loop over a table of constants that asserts something of each row. The columns become parameters, and every row an example.

use crate::assertion::{self, Helper};
use crate::closed::{Closed, Subject};
use crate::column::{self, Rows, holds};
use crate::literal::whole;
use crate::types::{is_copied, parameter_type};
use forall_source::model::Type;
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
    let columns: Vec<column::Column<'_>> =
        table.columns.iter().map(|own| of_column(subject, &closed.source, own)).collect::<Option<_>>()?;
    let is_outside = |range: &Range<usize>| !holds(&table.header, range) && !closed.is_left_out(range);
    let constants = closed.constants.iter().filter(|own| is_outside(&own.range)).cloned().collect();
    let objects = closed.objects.iter().filter(|own| is_outside(&own.constant.range)).cloned().collect();
    // Nothing is left of the header, so that there is nothing to put a parameter into.
    let at = table.header.end - 1..table.header.end;
    (closed.constants, closed.objects) = (constants, objects);
    let rows = Rows { columns, inside: table.inside, at };
    let mut part = closed.with_rows(subject, &rows, block, helper)?;
    let is_parameter = |name: &syn::Ident| {
        part.constants.iter().any(|own| !own.expected && own.role.as_deref() == Some(&name.to_string()))
    };
    let references = rows.columns.iter().filter(|own| is_reference(subject, own) && is_parameter(own.name));
    let bound: String = references.map(|own| format!(" let {0} = &{0};", own.name)).collect();
    let lines = part.text(&table.header).matches('\n').count();
    part.defaults.insert(0, (table.header.clone(), "\n".repeat(lines)));
    part.defaults.push((table.body..table.body, bound));
    Some(part)
}

/// What a column becomes.
fn of_column<'a>(subject: &Subject<'_>, source: &str, column: &Column<'a>) -> Option<column::Column<'a>> {
    let row = |cell: &&Expr| Some((source.get(cell.span().byte_range())?.to_owned(), whole(cell)?));
    let (body, number) = subject.known(column.cells.first()?)?;
    let ty = parameter_type(&body, body.expression(number)?)?;
    Some(column::Column {
        name: column.name,
        rows: column.cells.iter().map(row).collect::<Option<_>>()?,
        ty: Some(subject.model.spelled(ty)?),
        copied: is_copied(ty),
    })
}

/// Is the variable a reference to what is in the table?
fn is_reference(subject: &Subject<'_>, column: &column::Column<'_>) -> bool {
    match subject.variable(column.name) {
        Some(Type::Reference { to, .. }) => subject.model.spelled(&to) == column.ty,
        _ => false,
    }
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
