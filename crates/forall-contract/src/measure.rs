//! What stands beside preconditions and postconditions: measures of recursion, and conditions that stand alone.

use crate::clause::{Clause, refuse};
use crate::problems::Problems;
use proc_macro2::TokenStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Token, parse_quote};

/// `#[decreases(n)]`, or several, of which the first ones count most.
pub(crate) fn decreases(attribute: &Attribute, problems: &mut Problems) -> Option<Clause> {
    let help = "write `#[decreases(n)]`, or `#[decreases(rows, columns)]`: numbers that are not negative";
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let measures: Vec<Expr> = match attribute.parse_args_with(parser) {
        Ok(measures) if !measures.is_empty() => measures.into_iter().collect(),
        Ok(_) => {
            problems.add(attribute.span(), "what decreases is missing", help);
            return None;
        }
        Err(error) => {
            problems.add(error.span(), "this is not what decreases", help);
            return None;
        }
    };
    let measure = match measures.as_slice() {
        [only] => only.clone(),
        several => parse_quote!((#(#several),*)),
    };
    refuse(&measure, "a measure", &["old", "ret"], problems);
    Some(Clause::of(&measure, &measure))
}

/// A condition that stands alone, and is of one state.
pub fn condition_alone(input: TokenStream, kind: &str, problems: &mut Problems) -> Option<Clause> {
    match syn::parse2::<Expr>(input) {
        Ok(condition) => {
            refuse(&condition, kind, &["old"], problems);
            Some(Clause::of(&condition, &condition))
        }
        Err(error) => {
            problems.add(error.span(), "this is not one condition", "write an expression of type `bool`");
            None
        }
    }
}
