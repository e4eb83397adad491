//! What must have decreased since the function called itself: `#[decreases(n)]`.

use super::check::constant;
use super::words::understood;
use forall_contract::clause::Contract;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};

pub fn before(contract: &Contract) -> Option<TokenStream> {
    contract.decreases.as_ref().map(|clause| {
        let (constant, measure) = (constant(clause), understood(&clause.written.to_token_stream()));
        quote_spanned!(clause.span=> let __measured = (|| __call.decreases(#constant, || #measure))();)
    })
}
