//! `#[test_case(1, 2 => 3; "name")]` and `#[test_matrix([1, 2], [3, 4])]`.

use super::{Case, Cell, Ending, Inputs, Made, Parameter, last, product, skipped};
use crate::closed::{Expects, Refusal};
use crate::constant::Value;
use crate::literal::whole;
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Token};

pub fn inputs(made: &Made<'_>) -> Result<Inputs, Refusal> {
    let mut cases = Vec::new();
    let mut rest = Vec::new();
    for attribute in &made.function.attrs {
        let name = last(attribute.path());
        if !["test_case", "case", "test_matrix"].contains(&name.as_str()) {
            rest.push(attribute.clone());
            continue;
        }
        let tokens = match &attribute.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let Ok((values, ending)) = case.parse2(tokens) else {
            let text = made.text(attribute.span().byte_range());
            return skipped(format!("what {text} expects is not known"));
        };
        let ending = made.ending(ending)?;
        if name == "test_matrix" {
            let values: Option<Vec<Vec<Cell>>> = values.iter().map(list).collect();
            let Some(values) = values else { return skipped("its values are not written as lists") };
            cases.extend(product(vec![Case { cells: Vec::new(), attributes: Vec::new(), ending }], &values));
        } else {
            let cells = values.into_iter().map(cell).collect();
            cases.push(Case { cells, attributes: Vec::new(), ending });
        }
    }
    let width = made.function.sig.inputs.len();
    if cases.iter().any(|case| case.cells.len() != width) {
        return skipped("its cases have not as many values as it has parameters");
    }
    Ok(Inputs { cases, parameters: (0..width).map(Parameter::Cell).collect(), rest })
}

fn cell(value: Expr) -> Cell {
    Cell { value, parses: false }
}

fn list(values: &Expr) -> Option<Vec<Cell>> {
    match values {
        Expr::Array(list) => Some(list.elems.iter().cloned().map(cell).collect()),
        Expr::Tuple(list) => Some(list.elems.iter().cloned().map(cell).collect()),
        Expr::Lit(_) => Some(vec![cell(values.clone())]),
        _ => None,
    }
}

/// What is said behind `=>`.
enum Said {
    Nothing,
    Ignored,
    Panics(Option<Expr>),
    Matches(TokenStream),
    Value(Expr),
}

fn case(input: ParseStream<'_>) -> syn::Result<(Vec<Expr>, Said)> {
    let mut values = Vec::new();
    while !input.is_empty() && !input.peek(Token![;]) && !input.peek(Token![=>]) {
        values.push(input.parse()?);
        if !input.peek(Token![,]) {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    let said = match input.peek(Token![=>]) {
        true => said(input)?,
        false => Said::Nothing,
    };
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
        input.parse::<Expr>()?;
    }
    Ok((values, said))
}

fn said(input: ParseStream<'_>) -> syn::Result<Said> {
    input.parse::<Token![=>]>()?;
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().map(|word| word.to_string()).unwrap_or_default();
    match word.as_str() {
        "panics" => {
            input.parse::<Ident>()?;
            let is_said = !input.is_empty() && !input.peek(Token![;]);
            Ok(Said::Panics(if is_said { Some(input.parse()?) } else { None }))
        }
        "ignore" | "inconclusive" => {
            input.parse::<TokenStream>()?;
            Ok(Said::Ignored)
        }
        "matches" => {
            input.parse::<Ident>()?;
            let mut pattern = TokenStream::new();
            while !input.is_empty() && !input.peek(Token![;]) {
                pattern.extend([input.parse::<proc_macro2::TokenTree>()?]);
            }
            Ok(Said::Matches(pattern))
        }
        "with" | "using" | "it" | "is" => Err(input.error("not a value")),
        _ => Ok(Said::Value(input.parse()?)),
    }
}

impl Made<'_> {
    fn ending(&self, said: Said) -> Result<Ending, Refusal> {
        Ok(match said {
            Said::Nothing => Ending::Own,
            Said::Ignored => return skipped("one of its cases is ignored"),
            Said::Panics(None) => Ending::Panics(Expects::Panic),
            Said::Panics(Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }))) => {
                Ending::Panics(Expects::PanicWith(text.value()))
            }
            Said::Panics(Some(_)) => return skipped("the text of a panic is not written in its case"),
            Said::Matches(pattern) => Ending::Matches(self.text(pattern.span().byte_range()).to_owned()),
            Said::Value(value) => Ending::Returns(
                self.text(value.span().byte_range()).to_owned(),
                whole(&value).unwrap_or(Value::Other),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// Its values, and what is said of the end.
    fn read(text: &str) -> Option<(usize, String)> {
        let (values, said) = case.parse_str(text).ok()?;
        let said = match said {
            Said::Nothing => "nothing".to_owned(),
            Said::Ignored => "ignored".to_owned(),
            Said::Panics(text) => format!("panics {}", text.to_token_stream()),
            Said::Matches(pattern) => format!("matches {pattern}"),
            Said::Value(value) => format!("value {}", value.to_token_stream()),
        };
        Some((values.len(), said))
    }

    #[test]
    fn what_stands_behind_the_arrow_is_how_a_case_ends() {
        for (text, count, said) in [
            ("1, 2", 2, "nothing"),
            ("1, f(2, 3); \"a name\"", 2, "nothing"),
            ("1 => 3; \"a name\"", 1, "value 3"),
            ("\"a\", => Some(3)", 1, "value Some (3)"),
            ("=> panics", 0, "panics "),
            ("1 => panics \"odd\"; \"a name\"", 1, "panics \"odd\""),
            ("1 => matches Ok(n) if n > 2; \"a name\"", 1, "matches Ok (n) if n > 2"),
            ("1 => ignore[\"slow\"] 3", 1, "ignored"),
        ] {
            assert_eq!(read(text), Some((count, said.to_owned())), "{text}");
        }
        for text in ["1 => with |x| f(x)", "1 => it contains 3", "1 => using check", "1 2"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
