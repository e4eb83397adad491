//! Code that is there only where tests are built.
//!
//! Whether they are is known to `forall-spec`, by its feature `checked`, and not to this crate: macros are compiled once for all that use
//! them.

use proc_macro2::TokenStream;
use quote::quote;

pub fn in_checked_builds(code: TokenStream) -> TokenStream {
    quote!(::forall::__private::checked! { #code })
}
