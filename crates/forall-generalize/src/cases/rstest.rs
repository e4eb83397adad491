//! `#[rstest]`: cases, lists of values, and fixtures.

use super::{Case, Cell, Ending, Inputs, Made, Parameter, last, product, skipped};
use crate::closed::Refusal;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Token};

pub fn inputs(made: &Made<'_>) -> Result<Inputs, Refusal> {
    let mut cases = Vec::new();
    let mut rest = Vec::new();
    for attribute in &made.function.attrs {
        let path = attribute.path();
        let is_case = path.segments.first().is_some_and(|first| first.ident == "case");
        match last(path).as_str() {
            "rstest" if matches!(&attribute.meta, syn::Meta::List(list) if !list.tokens.is_empty()) => {
                return skipped("its cases stand inside of `#[rstest(…)]`: write each as `#[case(…)]`");
            }
            "rstest" | "trace" => {}
            _ if is_case => {
                let cells = cells(attribute)?;
                // What stands in front of a case is about it.
                let attributes = std::mem::take(&mut rest);
                cases.push(Case { cells, attributes, ending: Ending::Own });
            }
            _ => rest.push(attribute.clone()),
        }
    }
    let mut parameters = Vec::new();
    let mut values = Vec::new();
    let (mut of_cases, mut of_values) = (0, 0);
    let width = made.function.sig.inputs.iter().filter(|own| is_of_case(own)).count();
    for argument in &made.function.sig.inputs {
        let syn::FnArg::Typed(argument) = argument else { return skipped("it is a method") };
        let attributes: Vec<String> = argument.attrs.iter().map(|own| last(own.path())).collect();
        let names: Vec<&str> = attributes.iter().map(String::as_str).collect();
        match &names[..] {
            ["case"] => {
                parameters.push(Parameter::Cell(of_cases));
                of_cases += 1;
            }
            ["values"] => {
                values.push(cells(&argument.attrs[0])?);
                parameters.push(Parameter::Cell(width + of_values));
                of_values += 1;
            }
            _ => match names.iter().position(|name| !["from", "with"].contains(name)) {
                Some(unknown) => {
                    let text = made.text(argument.attrs[unknown].span().byte_range());
                    return skipped(format!("nothing is known of a parameter with {text}"));
                }
                None => parameters.push(Parameter::Fixture(made.fixture(argument)?)),
            },
        }
    }
    if cases.is_empty() {
        cases.push(Case { cells: Vec::new(), attributes: Vec::new(), ending: Ending::Own });
    }
    if cases.iter().any(|case| case.cells.len() != width) {
        return skipped("its cases have not as many values as it has parameters with `#[case]`");
    }
    Ok(Inputs { cases: product(cases, &values), parameters, rest })
}

fn is_of_case(argument: &syn::FnArg) -> bool {
    matches!(argument, syn::FnArg::Typed(typed) if typed.attrs.iter().any(|own| own.path().is_ident("case")))
}

/// The values between the parentheses of an attribute.
fn cells(attribute: &syn::Attribute) -> Result<Vec<Cell>, Refusal> {
    if matches!(attribute.meta, syn::Meta::Path(_)) {
        return Ok(Vec::new());
    }
    match attribute.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
        Ok(list) => Ok(list.into_iter().map(|value| Cell { value, parses: true }).collect()),
        Err(_) => skipped("the values of a case cannot be read"),
    }
}
