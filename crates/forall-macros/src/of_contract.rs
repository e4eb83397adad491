//! What the test of a contract says of itself.

use crate::draw::plain_name;
use crate::options;
use crate::retarget::deeper;
use crate::spelled::spelled;
use crate::validate::Test;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

pub struct OfContract {
    /// The function, or empty.
    pub contract: TokenStream,
    /// What it has to be given, separated by `;`.
    pub wanted: TokenStream,
    /// A bit for each of these that there is not.
    pub missing: TokenStream,
}

impl OfContract {
    pub fn of(test: &Test, levels: usize) -> OfContract {
        let Some(options::OfContract { name, missing, inherited, .. }) = &test.options.contract else {
            return OfContract { contract: quote!(""), wanted: quote!(""), missing: quote!(0) };
        };
        let contract = match inherited {
            Some(inherited) => {
                let up = (0..levels).map(|_| quote!(super));
                quote!(#(#up::)* #inherited)
            }
            None => name.to_token_stream(),
        };
        if let Some(missing) = missing {
            return OfContract { contract, wanted: missing.to_token_stream(), missing: quote!(u64::MAX) };
        }
        let wanted: Vec<String> = test
            .parameters
            .iter()
            .map(|parameter| {
                format!("{}: {}", plain_name(&parameter.name), spelled(&parameter.ty.to_token_stream()))
            })
            .collect();
        let wanted = wanted.join(";");
        let bits = test.parameters.iter().enumerate().map(|(number, parameter)| {
            let ty = deeper(&parameter.drawn, levels);
            let number = number as u32;
            quote! {
                ::forall::__private::contract::missing(&|| {
                    #[allow(unused_imports)]
                    use ::forall::__private::contract::{Drawable as _, Undrawable as _};
                    (&&::forall::__private::contract::Drawn::<#ty>::NEW).known()
                }) << #number
            }
        });
        OfContract { contract, wanted: quote!(#wanted), missing: quote!(0 #(| #bits)*) }
    }
}
