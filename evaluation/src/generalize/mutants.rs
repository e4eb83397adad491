//! Small mistakes in functions, by fixed rules: another operator, a constant one more or less, a negated condition, nothing but a default.

use super::called::is_for_tests;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// As seen from the package.
    pub file: PathBuf,
    pub line: usize,
    /// In which it is.
    pub function: String,
    pub range: Range<usize>,
    /// What stands there instead.
    pub text: String,
}

impl Mutant {
    pub fn made_in(&self, source: &str) -> String {
        let Range { start, end } = self.range;
        format!("{}{}{}", &source[..start], self.text, &source[end..])
    }
}

/// At most so many of each function of these names, spread over its length.
pub fn mutants(
    package: &Path,
    files: &[PathBuf],
    functions: &BTreeSet<String>,
    per_function: usize,
) -> Result<Vec<Mutant>> {
    let mut all = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(package.join(file))?;
        all.extend(of_file(file, &source, functions, per_function)?);
    }
    Ok(all)
}

fn of_file(
    file: &Path,
    source: &str,
    functions: &BTreeSet<String>,
    per_function: usize,
) -> Result<Vec<Mutant>> {
    let parsed = syn::parse_file(source).with_context(|| file.display().to_string())?;
    let mut bodies = Bodies { functions, found: Vec::new() };
    bodies.visit_file(&parsed);
    let mut all = Vec::new();
    for (name, output, block) in bodies.found {
        let mut changes = Changes(Vec::new());
        changes.visit_block(block);
        let mut changes = changes.0;
        changes.sort_by_key(|(range, _)| (range.start, range.end));
        let inside = block.brace_token.span.join().byte_range();
        let default = default(output).map(|text| (inside, text));
        let room = per_function - usize::from(default.is_some() && per_function > 0);
        let chosen = spread(changes, room).into_iter().chain(default);
        all.extend(chosen.map(|(range, text)| Mutant {
            file: file.to_owned(),
            line: source[..range.start].matches('\n').count() + 1,
            function: name.clone(),
            range,
            text,
        }));
    }
    Ok(all)
}

/// So many of a list, at even distances.
pub fn spread<T>(all: Vec<T>, wanted: usize) -> Vec<T> {
    let length = all.len();
    let is_chosen = |at: usize| (at + 1) * wanted / length != at * wanted / length;
    if length <= wanted {
        return all;
    }
    all.into_iter().enumerate().filter(|(at, _)| is_chosen(*at)).map(|(_, one)| one).collect()
}

/// The block that returns a default, where one is likely to compile.
fn default(output: &syn::ReturnType) -> Option<String> {
    let syn::ReturnType::Type(_, ty) = output else { return Some("{}".into()) };
    let syn::Type::Path(path) = &**ty else { return None };
    let last = path.path.segments.last()?.ident.to_string();
    Some(match last.as_str() {
        "Self" => return None,
        "bool" => "{ true }".into(),
        "Option" => "{ None }".into(),
        _ => "{ ::core::default::Default::default() }".into(),
    })
}

/// The functions that are meant: name, what they return, block.
struct Bodies<'a, 'ast> {
    functions: &'a BTreeSet<String>,
    found: Vec<(String, &'ast syn::ReturnType, &'ast syn::Block)>,
}

impl<'ast> Bodies<'_, 'ast> {
    fn add(&mut self, signature: &'ast syn::Signature, block: &'ast syn::Block) {
        let name = signature.ident.to_string();
        if self.functions.contains(&name) {
            self.found.push((name, &signature.output, block));
        }
    }
}

impl<'ast> Visit<'ast> for Bodies<'_, 'ast> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_for_tests(&function.attrs) {
            self.add(&function.sig, &function.block);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
    }
}

/// What can be changed in a block: where, and to what.
struct Changes(Vec<(Range<usize>, String)>);

impl Changes {
    fn negate(&mut self, condition: &syn::Expr) {
        let text = condition.span().source_text();
        if let (Some(text), false) = (text, has_let(condition)) {
            self.0.push((condition.span().byte_range(), format!("!({text})")));
        }
    }
}

impl<'ast> Visit<'ast> for Changes {
    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if let Some(other) = other_operator(&binary.op) {
            self.0.push((binary.op.span().byte_range(), other.into()));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_if(&mut self, condition: &'ast syn::ExprIf) {
        self.negate(&condition.cond);
        visit::visit_expr_if(self, condition);
    }

    fn visit_expr_while(&mut self, condition: &'ast syn::ExprWhile) {
        self.negate(&condition.cond);
        visit::visit_expr_while(self, condition);
    }

    fn visit_lit_int(&mut self, literal: &'ast syn::LitInt) {
        let Ok(number) = literal.base10_parse::<u64>() else { return };
        let other = |number: u64| (literal.span().byte_range(), format!("{number}{}", literal.suffix()));
        self.0.extend(number.checked_add(1).map(other));
        self.0.extend(number.checked_sub(1).map(other));
    }

    fn visit_lit_bool(&mut self, literal: &'ast syn::LitBool) {
        self.0.push((literal.span().byte_range(), (!literal.value).to_string()));
    }

    /// Lengths of arrays in types do not compile otherwise.
    fn visit_type(&mut self, _: &'ast syn::Type) {}
}

fn has_let(condition: &syn::Expr) -> bool {
    struct Lets(bool);
    impl<'ast> Visit<'ast> for Lets {
        fn visit_expr_let(&mut self, _: &'ast syn::ExprLet) {
            self.0 = true;
        }
    }
    let mut lets = Lets(false);
    lets.visit_expr(condition);
    lets.0
}

fn other_operator(operator: &syn::BinOp) -> Option<&'static str> {
    use syn::BinOp::*;
    Some(match operator {
        Add(_) => "-",
        Sub(_) => "+",
        Mul(_) => "+",
        Div(_) => "*",
        Rem(_) => "/",
        And(_) => "||",
        Or(_) => "&&",
        BitXor(_) => "|",
        BitAnd(_) => "|",
        BitOr(_) => "&",
        Shl(_) => ">>",
        Shr(_) => "<<",
        Eq(_) => "!=",
        Ne(_) => "==",
        Lt(_) => "<=",
        Le(_) => "<",
        Gt(_) => ">=",
        Ge(_) => ">",
        AddAssign(_) => "-=",
        SubAssign(_) => "+=",
        MulAssign(_) => "+=",
        DivAssign(_) => "*=",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "fn f(x: u8) -> bool {\n    let y = x + 1;\n    if x < 2 { return false; }\n    y == x\n}\nfn g() {}\n";

    fn made(per_function: usize) -> Vec<String> {
        let functions = BTreeSet::from(["f".to_owned()]);
        let all = of_file(Path::new("a.rs"), SOURCE, &functions, per_function).unwrap();
        all.iter().map(|mutant| mutant.made_in(SOURCE)).collect()
    }

    #[test]
    fn each_rule_makes_its_mistake() {
        let all = made(100);
        for part in ["x - 1", "x + 2", "x + 0", "if !(x < 2)", "x <= 2", "return true", "y != x", "{ true }"]
        {
            assert_eq!(all.iter().filter(|source| source.contains(part)).count(), 1, "{part} in {all:#?}");
        }
        assert!(all.iter().all(|source| source.ends_with("fn g() {}\n") && source != SOURCE));
    }

    #[test]
    fn few_are_spread_over_the_function_and_the_default_is_among_them() {
        let few = made(3);
        assert_eq!(few.len(), 3);
        assert!(few.iter().any(|source| source.contains("{ true }")), "{few:#?}");
        assert_eq!(spread(vec![1, 2, 3, 4], 2), [2, 4]);
        assert_eq!(spread(vec![1, 2], 5), [1, 2]);
        assert!(spread(vec![1, 2], 0).is_empty());
    }
}
