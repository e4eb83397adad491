//! What a method answers with: what is drawn or listed, and what the caller gets.

use super::argument::is_ident;
use super::options::Options;
use super::tokens::Resolved;
use crate::problems::Problems;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, Ident, Pat, PathArguments, ReturnType, Type, TypeParamBound, parse_quote};

pub enum Answered {
    /// There is but one answer.
    Nothing,
    /// What it answers is computed, and nothing is chosen.
    Computed(TokenStream),
    Value(Box<Chosen>),
}

pub struct Chosen {
    /// What is drawn, and listed by cases.
    pub ty: Type,
    /// Draws it from `__source`.
    pub drawn: TokenStream,
    /// Makes of it what the caller gets: a function of one argument.
    pub given: Option<TokenStream>,
}

impl Answered {
    pub fn of(
        method: &str,
        output: &ReturnType,
        options: &Options,
        resolved: &Resolved,
        is_open: &dyn Fn(&Type) -> bool,
        problems: &mut Problems,
    ) -> Answered {
        let result: Type = match output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, ty) => (**ty).clone(),
        };
        if let Some(answers) = &options.answers {
            return computed(method, answers, resolved, problems);
        }
        if matches!(&result, Type::Tuple(tuple) if tuple.elems.is_empty()) {
            return Answered::Nothing;
        }
        if let Some((problem, help)) = impossible(&result, is_open) {
            problems.add(result.span(), &format!("`{method}`: {problem}"), help);
            return Answered::Nothing;
        }
        let Owned { ty, lent } = owned(&resolved.outside(&result));
        let drawn = match (options.never_fails, success(&ty)) {
            (Some(_), Some(success)) => {
                let drawn = drawn(success, method, result.span());
                quote_spanned! {result.span()=>
                    ::forall::__private::fake::success(__source, |__source| #drawn)
                }
            }
            (Some(span), None) => {
                problems.add(span, "only a `Result` can fail", "remove `never_fails`");
                TokenStream::new()
            }
            (None, _) => drawn(&ty, method, result.span()),
        };
        Answered::Value(Box::new(Chosen { ty, drawn, given: lent }))
    }
}

fn drawn(ty: &Type, method: &str, span: Span) -> TokenStream {
    let message = format!("`{method}` answers with `{{Self}}`, of which forall has no inputs");
    quote_spanned!(span=> ::forall::__private::drawn_answer!(__source, #ty, #message))
}

/// `answers = |found: bool| …` draws the parameters; any other expression is the answer.
fn computed(method: &str, answers: &Expr, resolved: &Resolved, problems: &mut Problems) -> Answered {
    let Expr::Closure(closure) = answers else { return Answered::Computed(quote!(#answers)) };
    let mut types: Vec<Type> = Vec::new();
    for input in &closure.inputs {
        match input {
            Pat::Type(input) => types.push(resolved.outside(&input.ty)),
            other => problems.add(
                other.span(),
                "nobody can say what to draw for this parameter",
                "write its type, as in `answers = |found: bool| …`",
            ),
        }
    }
    let (ty, call): (Type, TokenStream) = match types.as_slice() {
        [only] => (only.clone(), quote!(#answers)),
        several => {
            let names: Vec<_> = (0..several.len()).map(|number| quote::format_ident!("__{number}")).collect();
            (parse_quote!((#(#several,)*)), quote!(|(#(#names,)*)| (#answers)(#(#names),*)))
        }
    };
    let drawn = drawn(&ty, method, answers.span());
    Answered::Value(Box::new(Chosen { ty, drawn, given: Some(call) }))
}

/// Why a method of this result cannot answer.
fn impossible(result: &Type, is_open: &dyn Fn(&Type) -> bool) -> Option<(&'static str, &'static str)> {
    match result {
        Type::Never(_) => Some((
            "a fake cannot answer with `!`",
            "write the body by hand in `forall::fake! { … }`, or give the method `#[fake(answers = panic!(\"…\"))]`",
        )),
        Type::Ptr(_) => Some((
            "a fake has no pointers to answer with",
            "say what it answers: `#[fake(answers = std::ptr::null())]`",
        )),
        Type::ImplTrait(_) if output_of(result).is_none() && items_of(result).is_none() => Some((
            "a fake does not know a type for this `impl Trait`",
            "say what it answers: `#[fake(answers = …)]`",
        )),
        ty if is_open(ty) && !matches!(ty, Type::ImplTrait(_)) => Some((
            "a fake cannot answer with a type that the caller chooses",
            "say what it answers: `#[fake(answers = …)]`, or write the body by hand in `forall::fake! { … }`",
        )),
        _ => None,
    }
}

/// What is drawn for a result, and how it is handed out.
struct Owned {
    ty: Type,
    lent: Option<TokenStream>,
}

fn owned(result: &Type) -> Owned {
    if let Some((output, boxed)) = output_of(result) {
        let Owned { ty, lent } = owned(&output);
        let value = match lent {
            Some(lent) => quote!((#lent)(__value)),
            None => quote!(__value),
        };
        let future = quote!(::core::future::ready(#value));
        let future = if boxed { quote!(::std::boxed::Box::pin(#future) as #result) } else { future };
        return Owned { ty, lent: Some(quote!(|__value| #future)) };
    }
    if let Some((item, boxed)) = items_of(result) {
        let Owned { ty, lent } = owned(&item);
        let items = quote!(::core::iter::IntoIterator::into_iter(__values));
        let items = match lent {
            Some(lent) => quote!(::core::iter::Iterator::map(#items, #lent)),
            None => items,
        };
        let items = if boxed { quote!(::std::boxed::Box::new(#items) as #result) } else { items };
        let ty = parse_quote!(::std::vec::Vec<#ty>);
        return Owned { ty, lent: Some(quote!(|__values: ::std::vec::Vec<_>| #items)) };
    }
    match result {
        Type::Reference(reference) => lent(&reference.elem, reference.mutability.is_some()),
        Type::Tuple(tuple) => {
            let parts: Vec<Owned> = tuple.elems.iter().map(owned).collect();
            let types = parts.iter().map(|part| &part.ty);
            let ty = parse_quote!((#(#types,)*));
            if parts.iter().all(|part| part.lent.is_none()) {
                return Owned { ty, lent: None };
            }
            let names: Vec<_> = (0..parts.len()).map(|number| quote::format_ident!("__{number}")).collect();
            let values = parts.iter().zip(&names).map(|(part, name)| match &part.lent {
                Some(lent) => quote!((#lent)(#name)),
                None => quote!(#name),
            });
            Owned { ty, lent: Some(quote!(|(#(#names,)*)| (#(#values,)*))) }
        }
        ty => generic(ty).unwrap_or_else(|| Owned { ty: ty.clone(), lent: None }),
    }
}

/// What is lent is kept for ever.
fn lent(referred: &Type, mutable: bool) -> Owned {
    let (ty, leaked): (Type, TokenStream) = match referred {
        ty if is_ident(ty, "str") => {
            (parse_quote!(::std::string::String), quote!(::std::string::String::leak))
        }
        Type::Slice(slice) => {
            let element = &slice.elem;
            (parse_quote!(::std::vec::Vec<#element>), quote!(::std::vec::Vec::leak))
        }
        Type::TraitObject(_) => (parse_quote!(::std::boxed::Box<#referred>), quote!(::std::boxed::Box::leak)),
        Type::Paren(inner) => return lent(&inner.elem, mutable),
        ty => (ty.clone(), quote!(|__value| ::std::boxed::Box::leak(::std::boxed::Box::new(__value)))),
    };
    let lent = match mutable {
        true => leaked,
        false => quote!(|__value| &*(#leaked)(__value)),
    };
    Owned { ty, lent: Some(lent) }
}

/// `Option`, `Result`, `Poll` and `Vec` of something that is lent.
fn generic(ty: &Type) -> Option<Owned> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types: Vec<&Type> = arguments.args.iter().map(type_argument).collect::<Option<_>>()?;
    let parts: Vec<Owned> = types.into_iter().map(owned).collect();
    if parts.iter().all(|part| part.lent.is_none()) {
        return None;
    }
    let same = |lent: &Option<TokenStream>| lent.clone().unwrap_or_else(|| quote!(::core::convert::identity));
    let lents: Vec<TokenStream> = parts.iter().map(|part| same(&part.lent)).collect();
    let name = if is_result(&last.ident) { "Result".into() } else { last.ident.to_string() };
    let lent = match (name.as_str(), lents.as_slice()) {
        ("Option", [some]) => quote!(|__value: ::core::option::Option<_>| __value.map(#some)),
        ("Result", [ok]) => quote!(|__value: ::core::result::Result<_, _>| __value.map(#ok)),
        ("Result", [ok, err]) => {
            quote!(|__value: ::core::result::Result<_, _>| __value.map(#ok).map_err(#err))
        }
        ("Poll", [ready]) => quote!(|__value: ::core::task::Poll<_>| __value.map(#ready)),
        ("Vec", [item]) => quote!(|__value: ::std::vec::Vec<_>| __value.into_iter().map(#item).collect()),
        _ => return None,
    };
    let mut replaced = path.clone();
    let last = replaced.path.segments.last_mut()?;
    let types = parts.iter().map(|part| &part.ty);
    last.arguments = PathArguments::AngleBracketed(parse_quote!(<#(#types),*>));
    Some(Owned { ty: Type::Path(replaced), lent: Some(lent) })
}

fn type_argument(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The output of a future, and whether it is boxed.
fn output_of(ty: &Type) -> Option<(Type, bool)> {
    if let Type::ImplTrait(it) = ty {
        return associated(&it.bounds, "Future", "Output").map(|output| (output, false));
    }
    let is_of_std = |path: &syn::TypePath| path.path.segments.iter().any(|segment| segment.ident == "future");
    if let (Type::Path(path), Some(output)) = (ty, argument_of(ty, "Ready"))
        && is_of_std(path)
    {
        return Some((output, false));
    }
    let inner = argument_of(ty, "BoxFuture").or_else(|| argument_of(ty, "LocalBoxFuture"));
    if let Some(output) = inner {
        return Some((output, true));
    }
    let boxed = argument_of(&argument_of(ty, "Pin")?, "Box")?;
    let Type::TraitObject(object) = boxed else { return None };
    associated(&object.bounds, "Future", "Output").map(|output| (output, true))
}

/// The items of an iterator, and whether it is boxed.
fn items_of(ty: &Type) -> Option<(Type, bool)> {
    if let Type::ImplTrait(it) = ty {
        return associated(&it.bounds, "Iterator", "Item").map(|item| (item, false));
    }
    let Type::TraitObject(object) = argument_of(ty, "Box")? else { return None };
    associated(&object.bounds, "Iterator", "Item").map(|item| (item, true))
}

/// The last type in `Name<…>`.
fn argument_of(ty: &Type, name: &str) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().filter_map(type_argument).next_back().cloned()
}

/// The `T` of `Future<Output = T>`.
fn associated<'a>(
    bounds: impl IntoIterator<Item = &'a TypeParamBound>,
    name: &str,
    item: &str,
) -> Option<Type> {
    bounds.into_iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last().filter(|last| last.ident == name)?;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(assigned) if assigned.ident == item => Some(assigned.ty.clone()),
            _ => None,
        })
    })
}

/// `Result`, or what crates call theirs, such as `VfsResult<T>`.
fn is_result(name: &Ident) -> bool {
    name.to_string().ends_with("Result")
}

/// The `T` of a `Result<T, E>`, also of one with a single parameter, such as `io::Result<T>`.
pub fn success(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| is_result(&last.ident))?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(type_argument)
}
