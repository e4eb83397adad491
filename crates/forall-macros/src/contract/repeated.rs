//! `loop_invariant!(condition)`: what holds whenever a loop gets there.

use super::check::{condition, constant};
use crate::checked::in_checked_builds;
use crate::problems::Problems;
use forall_contract::measure::condition_alone;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

pub fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let clause = condition_alone(input, "the invariant of a loop", &mut problems);
    problems.none()?;
    let Some(clause) = clause else { return Ok(TokenStream::new()) };
    let (constant, condition) = (constant(&clause), condition(&clause));
    let check = in_checked_builds(quote_spanned! {clause.span=>
        #[allow(clippy::redundant_closure_call, clippy::let_unit_value)]
        let () = (|| ::forall::__private::contract::loop_invariant(&|| (), #constant, || #condition))();
    });
    Ok(quote!({ #check }))
}
