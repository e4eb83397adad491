//! What a fake remembers of an argument, and what it changes of it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, Ident, PathArguments, Type, TypeReference, parse_quote};

pub struct Argument {
    pub name: Ident,
    /// The type of what is remembered, and how it is got.
    pub recorded: (Type, TokenStream),
    /// Can what is remembered be compared?
    pub comparable: bool,
    /// What is written where it points to, if it is an `&mut`.
    pub written: Option<Type>,
}

impl Argument {
    /// `is_open`: does a type depend on what only the call decides?
    pub fn new(name: Ident, ty: Type, is_open: impl Fn(&Type) -> bool) -> Argument {
        let open = is_open(&ty);
        let (recorded, comparable) = recorded(&name, &ty, open);
        let written = if open { None } else { written(&ty) };
        Argument { name, recorded, comparable, written }
    }
}

fn recorded(name: &Ident, ty: &Type, open: bool) -> ((Type, TokenStream), bool) {
    if open {
        // What cannot be named is remembered as a text.
        let text = quote!({
            use ::forall::__private::fake::{ByDebug as _, ByName as _};
            (&&::forall::__private::fake::Shown(&#name)).shown()
        });
        return ((parse_quote!(::std::string::String), text), true);
    }
    let (referred, place) = match ty {
        Type::Reference(reference) => (&*reference.elem, quote!(&*#name)),
        ty => (ty, quote!(&#name)),
    };
    let owned: Option<Type> = match referred {
        ty if is_ident(ty, "str") => Some(parse_quote!(::std::string::String)),
        ty if is_ident(ty, "Path") => Some(parse_quote!(::std::path::PathBuf)),
        ty if is_ident(ty, "OsStr") => Some(parse_quote!(::std::ffi::OsString)),
        Type::Slice(slice) if is_known(&slice.elem) => {
            let element = &slice.elem;
            Some(parse_quote!(::std::vec::Vec<#element>))
        }
        _ => None,
    };
    if let Some(owned) = owned {
        return ((owned, quote!(::std::borrow::ToOwned::to_owned(#place))), true);
    }
    if is_known(referred) {
        return ((referred.clone(), quote!(::core::clone::Clone::clone(#place))), true);
    }
    let expression = quote!({
        use ::forall::__private::fake::{ByClone as _, ByCloneAndText as _, ByNothing as _, ByText as _};
        (&&&&::forall::__private::fake::Recorder(#place)).recorded()
    });
    ((parse_quote!(::forall::__private::fake::Argument<#referred>), expression), false)
}

/// Types that can be cloned, compared and shown, as far as their name says.
fn is_known(ty: &Type) -> bool {
    const SINGLE: [&str; 24] = [
        "bool",
        "char",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "usize",
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "isize",
        "f32",
        "f64",
        "String",
        "Duration",
        "PathBuf",
        "OsString",
        "SystemTime",
        "Instant",
        "Ordering",
        "ErrorKind",
    ];
    const GENERIC: [&str; 8] =
        ["Vec", "Option", "Box", "Result", "VecDeque", "BTreeMap", "BTreeSet", "Range"];
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_known),
        Type::Array(array) => is_known(&array.elem),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return false };
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None => SINGLE.contains(&name.as_str()),
                PathArguments::AngleBracketed(arguments) => {
                    GENERIC.contains(&name.as_str())
                        && arguments.args.iter().all(|argument| match argument {
                            GenericArgument::Type(ty) => is_known(ty),
                            _ => false,
                        })
                }
                PathArguments::Parenthesized(_) => false,
            }
        }
        _ => false,
    }
}

/// What can be written through an `&mut`.
fn written(ty: &Type) -> Option<Type> {
    let Type::Reference(TypeReference { mutability: Some(_), elem, .. }) = ty else { return None };
    match &**elem {
        Type::Slice(slice) => {
            let element = &slice.elem;
            Some(parse_quote!(::std::vec::Vec<#element>))
        }
        Type::TraitObject(_) | Type::ImplTrait(_) => None,
        ty if is_ident(ty, "str") || mentions_lifetime(ty) => None,
        ty => Some(ty.clone()),
    }
}

fn is_ident(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none()
        && path.path.segments.last().is_some_and(|last| last.ident == name && last.arguments.is_none()))
}

pub fn mentions_lifetime(ty: &Type) -> bool {
    ty.to_token_stream().to_string().contains('\'')
}
