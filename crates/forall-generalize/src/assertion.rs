//! The assertions of a test: what is compared with what.

use forall_source::model;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Stmt};

/// An assertion that is a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The statement, with its semicolon.
    pub range: Range<usize>,
    /// Its lines.
    pub lines: (u32, u32),
    pub operands: Vec<Range<usize>>,
    /// Which operand is compared, and which is what is expected of it.
    pub compared: Option<(usize, usize)>,
    /// Is it a statement of the test's block itself, and not of a loop or branch in it?
    pub outermost: bool,
}

impl Assertion {
    pub fn expected(&self) -> Option<&Range<usize>> {
        self.compared.and_then(|(_, expected)| self.operands.get(expected))
    }

    pub fn actual(&self) -> Option<&Range<usize>> {
        self.compared.and_then(|(actual, _)| self.operands.get(actual))
    }
}

/// All in a block, in the order of the source.
pub fn find(block: &syn::Block) -> Vec<Assertion> {
    let mut search = Search { found: Vec::new(), depth: 0 };
    search.visit_block(block);
    search.found
}

struct Search {
    found: Vec<Assertion>,
    depth: usize,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.depth += 1;
        visit::visit_block(self, block);
        self.depth -= 1;
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let call = match statement {
            Stmt::Macro(call) => Some(&call.mac),
            Stmt::Expr(Expr::Macro(call), _) => Some(&call.mac),
            _ => None,
        };
        if let Some(call) = call
            && let Some(mut assertion) = assertion(call)
        {
            let span = statement.span();
            assertion.range = span.byte_range();
            assertion.lines = (line(span.start().line), line(span.end().line));
            assertion.outermost = self.depth == 1;
            self.found.push(assertion);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
}

fn line(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

fn assertion(call: &syn::Macro) -> Option<Assertion> {
    let name = call.path.segments.last()?.ident.to_string();
    if !name.trim_start_matches("debug_").starts_with("assert") {
        return None;
    }
    let arguments = model::arguments(&name, &call.tokens);
    let (operands, compared): (Vec<&Expr>, Option<(usize, usize)>) =
        match (name.trim_start_matches("debug_"), &arguments[..]) {
            ("assert_eq" | "assert_ne", [left, right, ..]) => {
                let operands = vec![left, right];
                let compared = compared(&operands);
                (operands, compared)
            }
            ("assert", [condition, ..]) => {
                let sides = comparison(condition);
                let compared = sides.as_deref().and_then(compared);
                match (sides, compared) {
                    (Some(sides), Some(compared)) => (sides, Some(compared)),
                    _ => (vec![condition], None),
                }
            }
            (_, [_, ..]) => {
                let operands: Vec<&Expr> = arguments.iter().collect();
                let compared = compared(&operands);
                (operands, compared)
            }
            _ => return None,
        };
    let operands = operands.into_iter().map(|operand| operand.span().byte_range()).collect();
    Some(Assertion { range: 0..0, lines: (0, 0), operands, compared, outermost: false })
}

/// The sides of a comparison.
fn comparison(condition: &Expr) -> Option<Vec<&Expr>> {
    let Expr::Binary(binary) = condition else { return None };
    matches!(
        binary.op,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
    .then(|| vec![&*binary.left, &*binary.right])
}

/// Which operand is a constant, and which is compared with it.
fn compared(operands: &[&Expr]) -> Option<(usize, usize)> {
    let constant = |expression: &&Expr| is_constant(expression);
    let expected = operands.iter().position(constant)?;
    let actual = operands.iter().position(|operand| !is_constant(operand))?;
    Some((actual, expected))
}

/// Is it made of literals and constructors alone?
pub fn is_constant(expression: &Expr) -> bool {
    let all = |mut parts: &mut dyn Iterator<Item = &Expr>| Iterator::all(&mut parts, is_constant);
    match expression {
        Expr::Lit(_) => true,
        Expr::Paren(inner) => is_constant(&inner.expr),
        Expr::Group(inner) => is_constant(&inner.expr),
        Expr::Reference(inner) => is_constant(&inner.expr),
        Expr::Unary(inner) => {
            matches!(inner.op, syn::UnOp::Neg(_) | syn::UnOp::Not(_)) && is_constant(&inner.expr)
        }
        Expr::Array(list) => all(&mut list.elems.iter()),
        Expr::Repeat(repeat) => is_constant(&repeat.expr) && is_constant(&repeat.len),
        Expr::Tuple(list) => all(&mut list.elems.iter()),
        Expr::Cast(cast) => is_constant(&cast.expr),
        // `None`, `Ordering::Less`: constants and variants begin with a capital letter.
        Expr::Path(path) => begins_with_a_capital(&path.path),
        Expr::Call(call) => {
            let constructs = match &*call.func {
                Expr::Path(path) => begins_with_a_capital(&path.path) || is_conversion(&path.path),
                _ => false,
            };
            constructs && all(&mut call.args.iter())
        }
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let converts =
                ["to_string", "to_owned", "into", "to_vec", "as_bytes", "as_slice", "as_ref", "clone"];
            converts.contains(&name.as_str()) && call.args.is_empty() && is_constant(&call.receiver)
        }
        Expr::Struct(structure) => {
            structure.rest.is_none() && all(&mut structure.fields.iter().map(|field| &field.expr))
        }
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let elements = model::arguments("vec", &call.mac.tokens);
            elements.iter().all(is_constant) && (!elements.is_empty() || call.mac.tokens.is_empty())
        }
        Expr::Index(index) => {
            matches!(&*index.index, Expr::Range(range) if range.start.is_none() && range.end.is_none())
                && is_constant(&index.expr)
        }
        _ => false,
    }
}

fn begins_with_a_capital(path: &syn::Path) -> bool {
    let last = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    last.starts_with(|first: char| first.is_uppercase())
}

/// `String::from`, `Vec::from`.
fn is_conversion(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    matches!(names[..], ["String" | "Vec" | "Box" | "Cow", "from" | "new"]) && names.last() == Some(&"from")
        || matches!(names[..], ["Box", "new"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_and_what_is_expected() {
        let source = r#"{
            assert_eq!(3, f(2));
            assert_eq!(f(2), Some("x".to_string()), "text {}", 4);
            assert!(a.len() < 3);
            assert!(a.is_empty());
            assert_eq!(a, b);
            for x in y { assert_delta!(0.5, f(x), 0.1); }
            check(1);
        }"#;
        let block: syn::Block = syn::parse_str(source).unwrap();
        let found = find(&block);
        let text = |range: Option<&Range<usize>>| range.map_or("", |range| &source[range.clone()]);
        let compared: Vec<_> =
            found.iter().map(|own| (text(own.actual()), text(own.expected()), own.outermost)).collect();
        assert_eq!(
            compared,
            [
                ("f(2)", "3", true),
                ("f(2)", "Some(\"x\".to_string())", true),
                ("a.len()", "3", true),
                ("", "", true),
                ("", "", true),
                ("f(x)", "0.5", false),
            ]
        );
    }
}
