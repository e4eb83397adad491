//! What a method answers with: what is drawn, and what the caller gets.

use super::options::Options;
use crate::problems::Problems;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, ReturnType, Type};

pub enum Answered {
    /// There is but one answer.
    Nothing,
    /// A value of this type; `drawn` draws it from `__source`.
    Value { ty: Box<Type>, drawn: TokenStream },
}

impl Answered {
    pub fn of(output: &ReturnType, options: &Options, problems: &mut Problems) -> Answered {
        let ty = match output {
            ReturnType::Default => return Answered::Nothing,
            ReturnType::Type(_, ty) => ty,
        };
        if matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty()) {
            return Answered::Nothing;
        }
        let drawn = match (options.never_fails, success(ty)) {
            (Some(_), Some(success)) => quote_spanned! {success.span()=>
                ::forall::__private::fake::success(__source, |__source| {
                    <#success as ::forall::__private::Made<_>>::make(__source)
                })
            },
            (Some(span), None) => {
                problems.add(span, "only a `Result` can fail", "remove `never_fails`");
                quote!()
            }
            (None, _) => quote_spanned!(ty.span()=> <#ty as ::forall::__private::Made<_>>::make(__source)),
        };
        Answered::Value { ty: ty.clone(), drawn }
    }
}

/// The `T` of a `Result<T, E>`, also of one with a single parameter, such as `io::Result<T>`.
fn success(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
