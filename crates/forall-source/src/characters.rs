//! Which bytes the tested code writes as characters: `b'x'`, `b"ab"`, `is_ascii_digit`.

use crate::parsed;
use proc_macro2::{TokenStream, TokenTree};
use std::ops::RangeInclusive;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Lit, RangeLimits};

/// Of the functions of a file that have one of these lines.
pub fn in_functions(file: &Path, lines: &[usize]) -> Vec<u8> {
    let functions = functions(&parsed(file));
    let is_among = |function: &&Function| lines.iter().any(|line| function.lines.contains(line));
    functions.iter().filter(is_among).flat_map(|function| function.bytes.iter().copied()).collect()
}

struct Function {
    lines: RangeInclusive<usize>,
    bytes: Vec<u8>,
}

fn functions(file: &syn::File) -> Vec<Function> {
    let mut functions = Functions::default();
    functions.visit_file(file);
    functions.0
}

#[derive(Default)]
struct Functions(Vec<Function>);

impl Functions {
    fn add(&mut self, whole: &impl Spanned, body: &syn::Block) {
        let span = whole.span();
        let mut bytes = Bytes::default();
        bytes.visit_block(body);
        self.0.push(Function { lines: span.start().line..=span.end().line, bytes: bytes.0 });
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add(node, &node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.add(node, &node.block);
        visit::visit_impl_item_fn(self, node);
    }
}

#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn literal(&mut self, literal: &Lit) {
        match literal {
            Lit::Byte(byte) => self.0.push(byte.value()),
            Lit::ByteStr(text) => self.0.extend(text.value()),
            _ => {}
        }
    }

    fn range(&mut self, start: Option<&Expr>, limits: &RangeLimits, end: Option<&Expr>) {
        if let (Some(start), Some(end)) = (start.and_then(byte), end.and_then(byte)) {
            match limits {
                RangeLimits::HalfOpen(_) => self.0.extend(start..end),
                RangeLimits::Closed(_) => self.0.extend(start..=end),
            }
        }
    }

    /// In a macro, whatever it means.
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => self.literal(&Lit::new(literal)),
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Bytes {
    fn visit_lit(&mut self, node: &'ast Lit) {
        self.literal(node);
    }

    fn visit_expr_range(&mut self, node: &'ast syn::ExprRange) {
        self.range(node.start.as_deref(), &node.limits, node.end.as_deref());
        visit::visit_expr_range(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        let (digits, letters) = match node.method.to_string().as_str() {
            "is_ascii_digit" => (true, false),
            "is_ascii_alphabetic"
            | "is_ascii_lowercase"
            | "is_ascii_uppercase"
            | "to_ascii_lowercase"
            | "to_ascii_uppercase"
            | "eq_ignore_ascii_case" => (false, true),
            "is_ascii_alphanumeric" | "is_ascii_hexdigit" => (true, true),
            _ => (false, false),
        };
        if digits {
            self.0.extend(b'0'..=b'9');
        }
        if letters {
            self.0.extend((b'a'..=b'z').chain(b'A'..=b'Z'));
        }
        visit::visit_expr_method_call(self, node);
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        self.tokens(node.tokens.clone());
    }
}

fn byte(expression: &Expr) -> Option<u8> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Byte(byte) => Some(byte.value()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_belong_to_their_functions() {
        let source = r#"
fn parse(b: u8) -> bool {
    match b {
        b'{' => true,
        b'0'..=b'2' => false,
        _ => matches!(b, b'x') || b"ab".contains(&b),
    }
}
impl Month {
    fn days(month: u8) -> u8 {
        if month == 2 { 28 } else { 31 }
    }
}
"#;
        let functions = functions(&syn::parse_file(source).unwrap());
        let mut bytes = functions[0].bytes.clone();
        bytes.sort_unstable();
        bytes.dedup();
        assert_eq!((functions[0].lines.clone(), bytes), (2..=8, b"012abx{".to_vec()));
        assert_eq!((functions[1].lines.clone(), functions[1].bytes.len()), (10..=12, 0));
    }
}
