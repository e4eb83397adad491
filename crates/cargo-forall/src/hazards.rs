//! Which code of the package on the way of a case is not safe: what it does may be undefined.

use crate::sources;
use forall_engine::Case;
use forall_protocol::manifest::{Manifest, NOT_COUNTED};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashSet;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// `file:line` of the first `unsafe` in a function in which the case takes a branch, or in the test itself, which stands at `test`.
pub fn on_the_way(case: &Case, test: (&str, usize), manifest: &Manifest, root: &Path) -> Option<String> {
    let covered: HashSet<u32> = case.covered.iter().copied().collect();
    let sites = manifest.sites.iter().filter(|site| {
        site.first_outcome != NOT_COUNTED
            && (0..site.outcomes).any(|outcome| covered.contains(&(site.first_outcome + outcome)))
    });
    let mut places = vec![test];
    places.extend(sites.map(|site| (manifest.text(site.file), site.line as usize)));
    places.into_iter().find_map(|(file, line)| {
        let hazard = hazard_around(&sources::parsed(&root.join(file)), line)?;
        Some(format!("{file}:{hazard}"))
    })
}

/// The line of the first `unsafe` in a function that has this line.
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
