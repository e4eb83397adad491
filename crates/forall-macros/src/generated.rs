//! Code whose branches are not the user's, although it stands in the user's file.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// Implementations that decide something. The name of the item around them tells the tool to leave them out of coverage: it is
/// `forall_protocol::manifest::GENERATED`, and goes on with something that is unique in its module.
pub fn implementations(unique: &Ident, code: &TokenStream) -> TokenStream {
    let name = format_ident!("__forall_generated_{unique}");
    quote! {
        #[allow(non_upper_case_globals, non_local_definitions)]
        const #name: () = {
            #code
        };
    }
}
