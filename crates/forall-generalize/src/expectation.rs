//! Variables that are there to be expected: `let expected = "  a"; assert_eq!(indent("a"), expected);`

use crate::assertion::{self, Assertion, Helper};
use crate::binding::Bindings;
use crate::fixed::is_constant;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{Expr, Stmt};

/// The assertions of a block. What such a variable is counts as written where it is expected.
pub fn assertions(block: &syn::Block, helper: &Helper<'_>) -> Vec<Assertion> {
    let mut variables = variables(block);
    loop {
        let is_known = |name: &syn::Ident| variables.iter().any(|own| own.name == name);
        let mut found = assertion::find(block, helper, &is_known);
        let before = variables.len();
        variables.retain(|own| {
            let is_expected = |used: &Range<usize>| found.iter().any(|other| other.expects(used));
            !own.uses.is_empty() && own.uses.iter().all(is_expected)
        });
        if variables.len() < before {
            continue;
        }
        for assertion in &mut found {
            let own = variables.iter().filter(|own| own.uses.iter().any(|used| assertion.expects(used)));
            let own: Vec<Range<usize>> = own.map(|own| own.value.clone()).collect();
            assertion.sources = own;
        }
        return found;
    }
}

struct Variable<'a> {
    name: &'a syn::Ident,
    value: Range<usize>,
    uses: Vec<Range<usize>>,
}

/// Those whose value is a constant, and that mean the same all over the block.
fn variables(block: &syn::Block) -> Vec<Variable<'_>> {
    let bindings = Bindings::of(block);
    block.stmts.iter().filter_map(|statement| variable(statement, block, &bindings)).collect()
}

fn variable<'a>(statement: &'a Stmt, block: &syn::Block, bindings: &Bindings) -> Option<Variable<'a>> {
    let Stmt::Local(local) = statement else { return None };
    let init = local.init.as_ref()?;
    let syn::Pat::Ident(pattern) = unannotated(&local.pat) else { return None };
    let is_plain = pattern.mutability.is_none() && pattern.by_ref.is_none();
    let name = &pattern.ident;
    (is_plain && bindings.is_unique(&name.to_string()) && is_made_of_constants(&init.expr)).then(|| {
        let own = name.span().byte_range();
        let uses = assertion::uses(block, name).into_iter().filter(|used| *used != own);
        Variable { name, value: init.expr.span().byte_range(), uses: uses.collect() }
    })
}

fn unannotated(pattern: &syn::Pat) -> &syn::Pat {
    match pattern {
        syn::Pat::Type(typed) => &typed.pat,
        _ => pattern,
    }
}

/// `["a", "b"].join("\n")` is, too.
fn is_made_of_constants(expression: &Expr) -> bool {
    match expression {
        Expr::MethodCall(call) => {
            let joins = call.method == "join" || call.method == "concat" || call.method == "repeat";
            is_constant(expression)
                || joins && is_constant(&call.receiver) && call.args.iter().all(is_constant)
        }
        _ => is_constant(expression),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_is_only_expected_counts_as_written_there() {
        let source = r#"{
            let text = "a";
            let expected = ["b", "c"].join("");
            let both = 5;
            let other = f(6);
            assert_eq!(f(text), expected);
            assert_eq!(g(text), both);
            assert_eq!(h(both), other);
        }"#;
        let block: syn::Block = syn::parse_str(source).unwrap();
        let found = assertions(&block, &|_| None);
        let sources: Vec<Vec<&str>> = found
            .iter()
            .map(|own| own.sources.iter().map(|source_of| &source[source_of.clone()]).collect())
            .collect();
        assert_eq!(sources, [vec![r#"["b", "c"].join("")"#], vec![], vec![]]);
        let compared: Vec<bool> = found.iter().map(|own| own.compared.is_some()).collect();
        assert_eq!(compared, [true, false, false]);
    }
}
