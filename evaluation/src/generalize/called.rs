//! Which functions of its package a test calls, and whether what it is given reaches them. By names: whoever calls `insert` is taken to test
//! every `insert` of the package.

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A function in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// With its modules: `tests::of_two`.
    pub path: String,
    /// Attributes included.
    pub range: Range<usize>,
    /// Its block, braces included.
    pub block: Range<usize>,
}

/// All functions of a file that stand in modules.
pub fn functions(source: &str) -> Result<Vec<Item>> {
    let file = syn::parse_file(source)?;
    let mut found = Found { modules: Vec::new(), items: Vec::new() };
    found.visit_file(&file);
    Ok(found.items)
}

/// The function that the harness calls so, if the file has it. In a file of a module the modules around it are not seen.
pub fn named<'i>(items: &'i [Item], name: &str) -> Option<&'i Item> {
    let is_it = |item: &&Item| item.path == name || name.ends_with(&format!("::{}", item.path));
    items.iter().filter(is_it).max_by_key(|item| item.path.len())
}

struct Found {
    modules: Vec<String>,
    items: Vec<Item>,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.modules.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.modules.pop();
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let path = [self.modules.clone(), vec![function.sig.ident.to_string()]].concat().join("::");
        let block = function.block.brace_token.span.join().byte_range();
        let whole = function.span().byte_range();
        let start = function.attrs.first().map_or(whole.start, |first| first.span().byte_range().start);
        self.items.push(Item { path, range: start.min(whole.start)..block.end, block });
    }
}

/// The names of all functions and methods that the sources of a package define, those of its tests left out.
pub fn defined(package: &Path, files: &[std::path::PathBuf]) -> Result<BTreeSet<String>> {
    let mut names = Defined(BTreeSet::new());
    for file in files {
        let source = std::fs::read_to_string(package.join(file))?;
        let parsed = syn::parse_file(&source).with_context(|| file.display().to_string())?;
        names.visit_file(&parsed);
    }
    Ok(names.0)
}

struct Defined(BTreeSet<String>);

impl<'ast> Visit<'ast> for Defined {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_for_tests(&function.attrs) {
            self.0.insert(function.sig.ident.to_string());
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.0.insert(function.sig.ident.to_string());
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        self.0.insert(function.sig.ident.to_string());
    }
}

/// `#[test]`, `#[cfg(test)]`, `#[forall::forall(…)]`.
pub fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        let list = attribute.meta.require_list().ok().map(|list| list.tokens.to_string());
        let last = attribute.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        is_cfg && list.is_some_and(|list| is_of_tests(&list)) || ["test", "forall"].contains(&last.as_str())
    })
}

/// `test`, `all(test, unix)`
fn is_of_tests(condition: &str) -> bool {
    let mut words = condition.split(|next: char| !next.is_alphanumeric() && next != '_');
    words.clone().any(|word| word == "test") && words.all(|word| word != "not" && word != "any")
}

/// The names among these that are called in a text; `a[b]` calls `index` and `index_mut`.
pub fn calls(text: &str, known: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if let Ok(tokens) = text.parse() {
        add_calls(tokens, known, &mut found);
    }
    found
}

fn add_calls(tokens: TokenStream, known: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in all.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                // `f(…)`, `f::<T>(…)`, and `map(f)`, which calls it, too.
                if known.contains(&name) {
                    found.insert(name);
                }
            }
            TokenTree::Group(group) => {
                let indexes = group.delimiter() == Delimiter::Bracket
                    && at > 0
                    && matches!(&all[at - 1], TokenTree::Ident(_) | TokenTree::Group(_));
                if indexes {
                    found.extend(
                        ["index", "index_mut"]
                            .map(str::to_owned)
                            .into_iter()
                            .filter(|name| known.contains(name)),
                    );
                }
                add_calls(group.stream(), known, found);
            }
            _ => {}
        }
    }
}

/// Does a parameter of a test reach one of these functions: is it, or something that was made of it, in a statement that calls one?
pub fn reaches(put: &str, functions: &BTreeSet<String>) -> bool {
    let Ok(function) = syn::parse_str::<syn::ItemFn>(put) else { return false };
    let mut touched = BTreeSet::new();
    for parameter in &function.sig.inputs {
        if let syn::FnArg::Typed(typed) = parameter {
            add_names(&typed.pat, &mut touched);
        }
    }
    // What a later statement puts into a local counts in a loop, too: so twice.
    (0..2).any(|_| {
        function.block.stmts.iter().any(|statement| statement_reaches(statement, functions, &mut touched))
    })
}

fn statement_reaches(
    statement: &syn::Stmt,
    functions: &BTreeSet<String>,
    touched: &mut BTreeSet<String>,
) -> bool {
    let tokens = statement_tokens(statement);
    let is_touched = mentions(tokens.clone(), touched);
    if is_touched {
        match statement {
            syn::Stmt::Local(local) => add_names(&local.pat, touched),
            // `v.push(x)`: what stands first takes it in.
            syn::Stmt::Expr(..) | syn::Stmt::Macro(_) => {
                if let Some(TokenTree::Ident(first)) = tokens.clone().into_iter().next() {
                    touched.insert(first.to_string());
                }
            }
            syn::Stmt::Item(_) => {}
        }
    }
    let mut called = BTreeSet::new();
    add_calls(tokens, functions, &mut called);
    is_touched && !called.is_empty()
}

/// What is asserted for the original values only reaches nothing else; what is done otherwise counts.
fn statement_tokens(statement: &syn::Stmt) -> TokenStream {
    if let syn::Stmt::Expr(syn::Expr::If(condition), _) = statement
        && condition.cond.span().source_text().as_deref() == Some("is_original")
    {
        let otherwise = condition.else_branch.as_ref().and_then(|(_, block)| block.span().source_text());
        return otherwise.and_then(|text| text.parse().ok()).unwrap_or_default();
    }
    let range = statement.span().source_text();
    range.and_then(|text| text.parse().ok()).unwrap_or_default()
}

fn mentions(tokens: TokenStream, names: &BTreeSet<String>) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&ident.to_string()),
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Literal(literal) => {
            // `format!("{x}")`
            let text = literal.to_string();
            names.iter().any(|name| text.contains(&format!("{{{name}")))
        }
        TokenTree::Punct(_) => false,
    })
}

fn add_names(pattern: &syn::Pat, names: &mut BTreeSet<String>) {
    struct Names<'n>(&'n mut BTreeSet<String>);
    impl<'ast> Visit<'ast> for Names<'_> {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            self.0.insert(pattern.ident.to_string());
        }
    }
    Names(names).visit_pat(pattern);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn functions_are_found_by_the_name_of_the_harness() {
        let source = "mod tests {\n    /// Doc.\n    #[test]\n    fn a() { one() }\n}\nfn a() {}\n";
        let items = functions(source).unwrap();
        let item = named(&items, "tests::a").unwrap();
        assert_eq!(&source[item.range.clone()], "/// Doc.\n    #[test]\n    fn a() { one() }");
        assert_eq!(named(&items, "a").unwrap().path, "a");
        assert_eq!(named(&items, "outer::tests::a").unwrap().path, "tests::a");
        assert!(named(&items, "b").is_none());
    }

    #[test]
    fn conditions_may_leave_code_to_tests() {
        assert!(is_of_tests("test") && is_of_tests("all(test , feature = \"std\")"));
        assert!(!is_of_tests("not(test)") && !is_of_tests("any(test , unix)") && !is_of_tests("unix"));
    }

    #[test]
    fn calls_are_seen_in_macros_and_as_indices() {
        let known = set(&["get", "index", "len", "other"]);
        assert_eq!(calls("assert_eq!(slab.get(1), slab[0]);", &known), set(&["get", "index"]));
        assert_eq!(calls("let other_one = [0];", &known), set(&[]));
    }

    #[test]
    fn parameters_reach_a_function_also_by_what_is_made_of_them() {
        let functions = set(&["get"]);
        let reaches = |block: &str| reaches(&format!("#[forall]\nfn t(x: u8) {{ {block} }}"), &functions);
        assert!(reaches("assert_eq!(get(x), 1);"));
        assert!(reaches("let y = x + 1; get(y);"));
        assert!(reaches("v.push(x); v.get(0);"));
        assert!(!reaches("let y = x; get(0); assert_eq!(y, x);"));
        assert!(!reaches("let _ = x;"));
        assert!(!reaches("if is_original { assert_eq!(get(x), 1); }"));
        assert!(reaches("if is_original { assert_eq!(get(x), 1); } else { let _ = get(x); }"));
    }
}
