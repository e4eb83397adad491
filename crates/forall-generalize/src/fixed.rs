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
        Expr::MethodCall(call) => is_converted(call) && is_constant(&call.receiver),
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

/// `x.to_string()`
pub fn is_converted(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let converts = ["to_string", "to_owned", "into", "to_vec", "as_bytes", "as_slice", "as_ref", "clone"];
    converts.contains(&name.as_str()) && call.args.is_empty()
}

/// `String::from`, `Box::new`: it is named after a type that begins with a capital letter.
pub fn is_conversion(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &names[..] {
        [.., of, name] if name == "from" => of.starts_with(|first: char| first.is_uppercase()),
        [of, name] => of == "Box" && name == "new",
        _ => false,
    }
}

/// The names among tokens, without those of fields and methods.
pub fn names(tokens: &TokenStream) -> BTreeSet<String> {
    fn add(tokens: TokenStream, names: &mut BTreeSet<String>) {
        let mut dots = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(name) if dots != 1 => drop(names.insert(name.to_string())),
                TokenTree::Group(group) => add(group.stream(), names),
                _ => {}
            }
            let is_dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
            dots = if is_dot { dots + 1 } else { 0 };
        }
    }
    let mut names = BTreeSet::new();
    add(tokens.clone(), &mut names);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_one_dot_is_no_name() {
        let tokens: TokenStream = "a.b(c.d, m!(e.f..g)) ..= h".parse().unwrap();
        assert_eq!(names(&tokens).into_iter().collect::<String>(), "aceghm");
    }
}
