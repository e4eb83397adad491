//! The variables of a test.

use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};

/// How often each name is bound in a block, in patterns of all kinds.
#[derive(Default)]
pub struct Bindings {
    count: BTreeMap<String, usize>,
    counters: BTreeSet<String>,
}

impl Bindings {
    pub fn of(block: &syn::Block) -> Bindings {
        let mut bindings = Bindings::default();
        bindings.visit_block(block);
        bindings
    }

    /// Does the name mean one variable all over the block?
    pub fn is_unique(&self, name: &str) -> bool {
        self.count.get(name) == Some(&1)
    }

    /// Does the test itself count with it, as in `moved += 1`?
    pub fn is_counter(&self, name: &str) -> bool {
        self.counters.contains(name)
    }

    /// The name, if a pattern is nothing else.
    pub fn plain(pattern: &syn::Pat) -> Option<String> {
        match pattern {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                Some(name.ident.to_string())
            }
            syn::Pat::Type(typed) => Bindings::plain(&typed.pat),
            _ => None,
        }
    }
}

impl<'ast> Visit<'ast> for Bindings {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        *self.count.entry(pattern.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if is_arithmetic(&binary.op)
            && let syn::Expr::Path(path) = &*binary.left
            && let Some(name) = path.path.get_ident()
        {
            self.counters.insert(name.to_string());
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        *self.count.entry(item.ident.to_string()).or_default() += 1;
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        *self.count.entry(item.ident.to_string()).or_default() += 1;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        *self.count.entry(item.sig.ident.to_string()).or_default() += 1;
    }
}

/// May an operator overflow, or fail for some operands?
pub fn is_arithmetic(operator: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        operator,
        Add(_)
            | Sub(_)
            | Mul(_)
            | Div(_)
            | Rem(_)
            | Shl(_)
            | Shr(_)
            | AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_unique_if_it_is_bound_once() {
        let source = "{ let (a, b) = c; let mut d = |e| e; if let Some(b) = f { let ref g = h; a += 1; } }";
        let block: syn::Block = syn::parse_str(source).unwrap();
        let bindings = Bindings::of(&block);
        let unique: Vec<&str> =
            ["a", "b", "c", "d", "e", "f", "g"].into_iter().filter(|name| bindings.is_unique(name)).collect();
        assert_eq!(unique, ["a", "d", "e", "g"]);
        assert!(bindings.is_counter("a") && !bindings.is_counter("b"));
    }
}
