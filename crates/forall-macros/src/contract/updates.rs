//! Ghost state: what only contracts know, and change once the body has returned.
//!
//! ```text
//! let __before_update_0 = (|| __call.before(true, .., || (old,)))();
//! let __ret = ..;
//! update(&mut self.calls, (|| __call.updated(.., __before_update_0, |(__old_0,)| ..))());
//! ```

use super::check::{constant, old_names};
use super::words::understood;
use crate::problems::Problems;
use forall_contract::clause::Contract;
use forall_contract::update::Update;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

pub fn validate(contract: &Contract, lends: bool, problems: &mut Problems) {
    let Some(first) = contract.updates.first() else { return };
    if lends {
        let help = "state it in a function that calls this one";
        problems.add(first.clause.span, "nothing is updated while the result is lent from it", help);
    }
    if contract.pure.is_some() {
        let help = "remove `#[pure]`, or `#[updates(…)]`";
        problems.add(first.clause.span, "what is pure updates nothing", help);
    }
}

/// What updates need of the state before.
pub fn before(contract: &Contract) -> TokenStream {
    let each = contract.updates.iter().enumerate().map(|(number, Update { old, clause, .. })| {
        let (name, constant) = (format_ident!("__before_update_{number}"), constant(clause));
        let old = old.iter().map(understood);
        quote_spanned!(clause.span=> let #name = (|| __call.before(true, #constant, || (#(#old,)*)))();)
    });
    each.collect()
}

/// One update after the other.
pub fn after(contract: &Contract) -> TokenStream {
    let each = contract.updates.iter().enumerate().map(|(number, update)| {
        let Update { result, place, value, old, clause } = update;
        let (name, constant) = (format_ident!("__before_update_{number}"), constant(clause));
        let (old, value) = (old_names(old.len()), understood(value));
        quote_spanned! {clause.span=>
            let __value = (|| __call.updated(#constant, #name, |(#(#old,)*)| {
                let #result = &__ret;
                #value
            }))();
            ::forall::__private::contract::update(&mut #place, __value);
        }
    });
    let each: TokenStream = each.collect();
    if each.is_empty() { each } else { quote!({ #each }) }
}
