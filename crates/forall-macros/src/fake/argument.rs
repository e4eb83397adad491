//! What a fake remembers of an argument, and what it changes of it.

use super::tokens::Resolved;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, Ident, PathArguments, Type, TypeReference, parse_quote};

pub struct Argument {
    pub name: Ident,
    /// As it is written in the signature.
    pub ty: Type,
    /// The type of what is remembered, and how it is got.
    pub recorded: (Type, TokenStream),
    /// The same of what is compared with other calls, if it can be named.
    pub key: Option<(Type, TokenStream)>,
    /// Can what is remembered be compared for certain? If not, it depends on a type that the macro does not know.
    pub comparable: bool,
    /// What is written where it points to, if it is an `&mut`.
    pub written: Option<Type>,
}

impl Argument {
    /// `open`: the type depends on what only the call decides.
    pub fn new(name: Ident, ty: Type, open: bool, resolved: &Resolved) -> Argument {
        let (recorded, comparable) = if open { (text(&name), true) } else { recorded(&name, &ty, resolved) };
        let key = (!open && !mentions_lifetime(&referred(&name, &ty).0)).then(|| owned(&name, &ty, resolved));
        let written = if open { None } else { written(&ty).map(|ty| resolved.outside(&ty)) };
        Argument { name, ty, recorded, key, comparable, written }
    }
}

/// What cannot be named is remembered as a text.
fn text(name: &Ident) -> (Type, TokenStream) {
    let text = quote!({
        use ::forall::__private::fake::{ByDebug as _, ByName as _};
        (&&::forall::__private::fake::Shown(&#name)).shown()
    });
    (parse_quote!(::std::string::String), text)
}

/// What an argument is, or refers to, and a reference to that.
fn referred(name: &Ident, ty: &Type) -> (Type, TokenStream) {
    match ty {
        Type::Reference(reference) => ((*reference.elem).clone(), quote!(&*#name)),
        ty => (ty.clone(), quote!(&#name)),
    }
}

/// The argument as something that can be kept.
fn owned(name: &Ident, ty: &Type, resolved: &Resolved) -> (Type, TokenStream) {
    let (referred, place) = referred(name, ty);
    let owner = match &referred {
        ty if is_ident(ty, "str") => Some(parse_quote!(::std::string::String)),
        // Others have a `Path` of their own.
        ty if is_ident(ty, "Path") || is_ident(ty, "OsStr") => {
            Some(parse_quote!(<#ty as ::std::borrow::ToOwned>::Owned))
        }
        Type::Slice(slice) => {
            let element = resolved.outside(&slice.elem);
            Some(parse_quote!(::std::vec::Vec<#element>))
        }
        _ => None,
    };
    match owner {
        Some(owner) => (owner, quote!(::std::borrow::ToOwned::to_owned(#place))),
        None => (resolved.outside(&referred), quote!(::core::clone::Clone::clone(#place))),
    }
}

fn recorded(name: &Ident, ty: &Type, resolved: &Resolved) -> ((Type, TokenStream), bool) {
    let (referred, place) = referred(name, ty);
    let kept = match &referred {
        Type::Slice(slice) => is_known(&slice.elem, resolved),
        ty => ["str", "Path", "OsStr"].iter().any(|name| is_ident(ty, name)) || is_known(ty, resolved),
    };
    if kept {
        return (owned(name, ty, resolved), true);
    }
    if mentions_lifetime(&referred) {
        return (text(name), true);
    }
    let expression = quote!({
        use ::forall::__private::fake::{ByClone as _, ByCloneAndText as _, ByNothing as _, ByText as _};
        (&&&&::forall::__private::fake::Recorder(#place)).recorded()
    });
    let owned = owned(name, ty, resolved).0;
    ((parse_quote!(::forall::__private::fake::Argument<#owned>), expression), false)
}

/// Types that can be cloned, compared and shown, as far as their name says. Of a parameter of the trait that is demanded.
fn is_known(ty: &Type, resolved: &Resolved) -> bool {
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
    if resolved.is_parameter(ty) {
        return true;
    }
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(|part| is_known(part, resolved)),
        Type::Array(array) => is_known(&array.elem, resolved),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return false };
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None => SINGLE.contains(&name.as_str()),
                PathArguments::AngleBracketed(arguments) => {
                    GENERIC.contains(&name.as_str())
                        && arguments.args.iter().all(|argument| match argument {
                            GenericArgument::Type(ty) => is_known(ty, resolved),
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
        ty if mentions_lifetime(ty) => None,
        Type::Slice(slice) => {
            let element = &slice.elem;
            Some(parse_quote!(::forall::__private::fake::Elements<#element>))
        }
        Type::TraitObject(_) | Type::ImplTrait(_) | Type::Reference(_) => None,
        ty if is_ident(ty, "str") => None,
        ty => Some(ty.clone()),
    }
}

pub fn is_ident(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none()
        && path.path.segments.last().is_some_and(|last| last.ident == name && last.arguments.is_none()))
}

/// Is there a lifetime in it, be it one that is not written?
pub fn mentions_lifetime(ty: &Type) -> bool {
    ty.to_token_stream().to_string().contains(['\'', '&'])
}
