//! Which code is not safe: what it does may be undefined.

use crate::parsed;
use proc_macro2::{TokenStream, TokenTree};
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The line of the first `unsafe` in a function that has this line.
pub fn around(file: &Path, line: usize) -> Option<usize> {
    hazard_around(&parsed(file), line)
}

fn hazard_around(file: &syn::File, line: usize) -> Option<usize> {
    let mut search = Search { line, found: None };
    search.visit_file(file);
    search.found
}

struct Search {
    line: usize,
    found: Option<usize>,
}

impl Search {
    fn function(&mut self, whole: &impl Spanned, signature: &syn::Signature, body: &syn::Block) {
        let span = whole.span();
        if !(span.start().line..=span.end().line).contains(&self.line) || self.found.is_some() {
            return;
        }
        let mut hazards = Hazards(match &signature.safety {
            syn::Safety::Unsafe(keyword) => Some(keyword.span.start().line),
            syn::Safety::Safe(_) | syn::Safety::Default => None,
        });
        hazards.visit_block(body);
        self.found = hazards.0;
    }
}

impl<'ast> Visit<'ast> for Search {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.function(node, &node.sig, &node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(node, &node.sig, &node.block);
        visit::visit_impl_item_fn(self, node);
    }
}

/// The line of the first one.
struct Hazards(Option<usize>);

impl Hazards {
    /// In a macro, whatever it means.
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(word) if word == "unsafe" => {
                    self.0.get_or_insert(word.span().start().line);
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Hazards {
    fn visit_expr_unsafe(&mut self, node: &'ast syn::ExprUnsafe) {
        self.0.get_or_insert(node.unsafe_token.span.start().line);
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        self.tokens(node.tokens.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hazards_are_found_in_the_function_around_a_line() {
        let source = "fn a() {\n    let x = 1;\n    unsafe { f(x) }\n}\nfn b() {\n    g();\n}\nunsafe fn c() {\n    h();\n}\nfn d() {\n    assert!(unsafe { i() });\n}\n";
        let file = syn::parse_file(source).unwrap();
        for (line, hazard) in [(2, Some(3)), (6, None), (9, Some(8)), (12, Some(12)), (40, None)] {
            assert_eq!(hazard_around(&file, line), hazard, "line {line}");
        }
    }
}
