//! Expressions that are constants.

use forall_source::model;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::Expr;

/// Is it made of literals and constructors alone?
pub fn is_constant(expression: &Expr) -> bool {
    is_constant_with(expression, &|_| false)
}

/// The same, with variables that count as constants.
pub fn is_constant_with(expression: &Expr, is_known: &dyn Fn(&syn::Ident) -> bool) -> bool {
    let is_constant = |expression: &Expr| is_constant_with(expression, is_known);
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
        Expr::Path(path) => begins_with_a_capital(&path.path) || path.path.get_ident().is_some_and(is_known),
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

/// The names among tokens.
pub fn names(tokens: &TokenStream) -> BTreeSet<String> {
    fn add(tokens: TokenStream, names: &mut BTreeSet<String>) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => drop(names.insert(name.to_string())),
                TokenTree::Group(group) => add(group.stream(), names),
                _ => {}
            }
        }
    }
    let mut names = BTreeSet::new();
    add(tokens.clone(), &mut names);
    names
}
