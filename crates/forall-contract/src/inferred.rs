//! Preconditions that stand at the start of a body: `assert!(index < self.len())`, `if n == 0 { panic!("…") }`.

use crate::clause::Clause;
use syn::punctuated::Punctuated;
use syn::{Block, Expr, Macro, Stmt, Token, parse_quote};

/// Those before the first statement that does something else.
pub fn inferred(body: &Block) -> Vec<Clause> {
    body.stmts.iter().map_while(condition).map(|condition| Clause::of(&condition, &condition)).collect()
}

fn condition(statement: &Stmt) -> Option<Expr> {
    match statement {
        Stmt::Macro(of) => asserted(&of.mac),
        Stmt::Expr(Expr::Macro(of), _) => asserted(&of.mac),
        Stmt::Expr(Expr::If(of), _) if of.else_branch.is_none() && only_panics(&of.then_branch) => {
            match &*of.cond {
                Expr::Let(_) => None,
                condition => Some(negated(condition)),
            }
        }
        _ => None,
    }
}

fn asserted(of: &Macro) -> Option<Expr> {
    let name = of.path.segments.last()?.ident.to_string();
    let arguments = of.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated).ok()?;
    let (first, second) = (arguments.get(0)?, arguments.get(1));
    match name.trim_start_matches("debug_") {
        "assert" => Some(first.clone()),
        "assert_eq" => second.map(|second| parse_quote!(#first == #second)),
        "assert_ne" => second.map(|second| parse_quote!(#first != #second)),
        _ => None,
    }
}

fn only_panics(block: &Block) -> bool {
    let of = match block.stmts.as_slice() {
        [Stmt::Macro(of)] => &of.mac,
        [Stmt::Expr(Expr::Macro(of), _)] => &of.mac,
        _ => return false,
    };
    of.path.is_ident("panic")
}

/// `!(n == 0)` reads as `n != 0`.
fn negated(condition: &Expr) -> Expr {
    use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    let Expr::Binary(of) = condition else { return parse_quote!(!(#condition)) };
    let (left, right) = (&of.left, &of.right);
    match of.op {
        Eq(_) => parse_quote!(#left != #right),
        Ne(_) => parse_quote!(#left == #right),
        // Of what cannot be compared, like NaN, neither holds.
        Lt(_) | Le(_) | Gt(_) | Ge(_) => parse_quote!(!(#condition)),
        _ => parse_quote!(!(#condition)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_body_begins_with_is_required() {
        let body: Block = parse_quote!({
            assert!(n > 0, "n is {n}");
            debug_assert_eq!(self.len(), other.len());
            if n == 7 {
                panic!("seven");
            }
            if n < 3 || n > 9 {
                panic!()
            }
            std::assert_ne!(n, 4);
            let m = n;
            assert!(m < 8);
        });
        let texts: Vec<String> = inferred(&body).into_iter().map(|clause| clause.text).collect();
        assert_eq!(texts, ["n > 0", "self.len() == other.len()", "n != 7", "!(n < 3 || n > 9)", "n != 4"]);
        for other in [
            "{ if let Some(x) = y { panic!() } }",
            "{ if a { panic!() } else { 3 } }",
            "{ if a { return 3; } 4 }",
            "{}",
        ] {
            assert!(inferred(&syn::parse_str(other).unwrap()).is_empty(), "{other}");
        }
    }
}
