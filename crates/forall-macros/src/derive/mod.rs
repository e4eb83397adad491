//! `#[derive(Input)]`: parsed and validated, then generated.

mod attributes;
mod by;
mod generate;
mod leaves;
mod shape;

pub use shape::mentions;

use proc_macro2::TokenStream;

pub fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let item: syn::DeriveInput = syn::parse2(item)?;
    let shape = shape::DerivedType::of(&item)?;
    Ok(generate::generate(&item, &shape))
}
