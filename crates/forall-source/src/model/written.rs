//! Expressions as they are written, in the words of `syn`, with the ranges under which the model knows them.

use super::place::Range;
use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Token};

/// An expression that is written in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where the model has it: parentheses around it are part of it, and so is a minus before a literal.
    pub range: Range,
    pub form: Form,
    /// The innermost macro in whose call it stands.
    pub within: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Literal,
    /// A variable, constant, static or function by its name.
    Name,
    Call,
    MethodCall,
    /// Also `x[i]` and `*x`.
    Operator,
    Field,
    Struct,
    MacroCall,
    /// Blocks, `if`, references, closures and so on.
    Other,
}

/// Macros whose arguments are words and texts for the compiler.
const WITHOUT_EXPRESSIONS: [&str; 8] =
    ["cfg", "concat", "env", "include", "include_bytes", "include_str", "option_env", "stringify"];

/// All expressions of a block, and those among the arguments of macro calls that can be read as expressions. Patterns, nested items and texts that are formats are left out.
pub fn written(block: &syn::Block) -> Vec<Written> {
    let mut search = Search { found: Vec::new(), outer: None, within: None };
    search.visit_block(block);
    search.found
}

/// The same of one expression, itself included.
pub fn expressions(expression: &Expr) -> Vec<Written> {
    let mut search = Search { found: Vec::new(), outer: None, within: None };
    search.visit_expr(expression);
    search.found
}

struct Search {
    found: Vec<Written>,
    /// The range of what is around the next expression and counts as a part of it.
    outer: Option<Range>,
    within: Option<String>,
}

impl Search {
    fn form(expression: &Expr) -> Form {
        match expression {
            Expr::Lit(_) => Form::Literal,
            Expr::Path(_) => Form::Name,
            Expr::Call(_) => Form::Call,
            Expr::MethodCall(_) => Form::MethodCall,
            Expr::Binary(_) | Expr::Unary(_) | Expr::Index(_) => Form::Operator,
            Expr::Field(_) => Form::Field,
            Expr::Struct(_) => Form::Struct,
            Expr::Macro(_) => Form::MacroCall,
            _ => Form::Other,
        }
    }
}

/// The arguments of a macro call that are expressions, if they can be read as such.
pub fn arguments(name: &str, tokens: &TokenStream) -> Vec<Expr> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    let repeated = |input: syn::parse::ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok(vec![value, input.parse()?])
    };
    let before_pattern = |input: syn::parse::ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(vec![value])
    };
    let arguments: Vec<Expr> = match name {
        _ if WITHOUT_EXPRESSIONS.contains(&name) => Vec::new(),
        "matches" | "assert_matches" => before_pattern.parse2(tokens.clone()).unwrap_or_default(),
        _ => match list.parse2(tokens.clone()) {
            Ok(list) => list.into_iter().collect(),
            Err(_) => repeated.parse2(tokens.clone()).unwrap_or_default(),
        },
    };
    let is_format =
        |number: usize, argument: &Expr| format_of(name) == Some(number) && matches!(argument, Expr::Lit(_));
    let expressions =
        arguments.into_iter().enumerate().filter(|(number, argument)| !is_format(*number, argument));
    expressions.map(|(_, argument)| argument).collect()
}

/// Which argument of a macro is a text with places for values: it is no expression, and must stay a literal.
fn format_of(name: &str) -> Option<usize> {
    Some(match name.trim_start_matches("debug_") {
        "panic" | "print" | "println" | "eprint" | "eprintln" | "format" | "format_args" | "unreachable"
        | "todo" | "unimplemented" => 0,
        "assert" | "write" | "writeln" => 1,
        "assert_eq" | "assert_ne" => 2,
        _ => return None,
    })
}

fn is_negated_literal(unary: &syn::ExprUnary) -> bool {
    matches!((&unary.op, &*unary.expr), (syn::UnOp::Neg(_), Expr::Lit(_)))
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let range = self.outer.take().unwrap_or_else(|| Range::of(expression.span()));
        match expression {
            Expr::Paren(_) | Expr::Group(_) => self.outer = Some(range),
            Expr::Unary(unary) if is_negated_literal(unary) => self.outer = Some(range),
            _ => {
                let form = Search::form(expression);
                self.found.push(Written { range, form, within: self.within.clone() });
            }
        }
        visit::visit_expr(self, expression);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let around = self.within.replace(name.clone());
        arguments(&name, &call.tokens).iter().for_each(|argument| self.visit_expr(argument));
        self.within = around;
    }

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_found_where_the_model_has_them() {
        let source = "{ let x: [u8; 3] = f((1), -2); assert_eq!(x.g(vec![y; 4]), ((z)), \"{}\", w); match x { 5 => {} _ => {} } matches!(v, Some(6)) && cfg!(unix); }";
        let block: syn::Block = syn::parse_str(source).unwrap();
        let found = written(&block);
        let text = |range: Range| {
            let at = |position: super::super::place::Position| position.column as usize - 1;
            &source[at(range.start)..at(range.end)]
        };
        let of = |form| {
            found.iter().filter(move |written| written.form == form).map(|written| text(written.range))
        };
        assert_eq!(of(Form::Literal).collect::<Vec<_>>(), ["(1)", "-2", "4"]);
        assert_eq!(of(Form::Name).collect::<Vec<_>>(), ["f", "x", "y", "((z))", "w", "x", "v"]);
        assert_eq!(of(Form::Call).collect::<Vec<_>>(), ["f((1), -2)"]);
        assert_eq!(of(Form::MethodCall).collect::<Vec<_>>(), ["x.g(vec![y; 4])"]);
        let within = found.iter().find(|written| text(written.range) == "y").unwrap().within.as_deref();
        assert_eq!(within, Some("vec"));
    }
}
