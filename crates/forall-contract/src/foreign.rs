//! Contracts of functions and types of others: `contract_for! { impl<T> Vec<T> { … } fn other::function(…); }`.

use crate::problems::Problems;
use crate::spelled::spelled;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Generics, Ident, Pat, Path, Token, TraitItemFn, Type, Visibility, braced};

/// What stands in the braces.
pub struct Foreign {
    pub types: Vec<ForeignType>,
    pub functions: Vec<ForeignFunction>,
}

/// A type of others, and methods that it has.
pub struct ForeignType {
    pub attributes: Vec<Attribute>,
    pub visibility: Visibility,
    pub generics: Generics,
    /// The trait through which it is called with its contract.
    pub name: Ident,
    pub ty: Type,
    pub methods: Vec<TraitItemFn>,
    pub span: Span,
}

/// A function of others.
pub struct ForeignFunction {
    pub visibility: Visibility,
    pub path: Path,
    /// With its last name, without a body.
    pub declared: TraitItemFn,
}

impl Parse for Foreign {
    fn parse(input: ParseStream<'_>) -> syn::Result<Foreign> {
        let mut foreign = Foreign { types: Vec::new(), functions: Vec::new() };
        while !input.is_empty() {
            let attributes = input.call(Attribute::parse_outer)?;
            let visibility: Visibility = input.parse()?;
            match input.peek(Token![impl]) {
                true => foreign.types.push(of_type(attributes, visibility, input)?),
                false => foreign.functions.push(function(attributes, visibility, input)?),
            }
        }
        Ok(foreign)
    }
}

fn of_type(
    attributes: Vec<Attribute>,
    visibility: Visibility,
    input: ParseStream<'_>,
) -> syn::Result<ForeignType> {
    let span = input.parse::<Token![impl]>()?.span;
    let mut generics: Generics = input.parse()?;
    let first: Type = input.parse()?;
    let (name, ty) = match input.parse::<Option<Token![for]>>()? {
        Some(_) => (syn::parse2::<Ident>(first.to_token_stream())?, input.parse()?),
        None => (default_name(&first)?, first),
    };
    generics.where_clause = input.parse()?;
    let content;
    braced!(content in input);
    let mut methods = Vec::new();
    while !content.is_empty() {
        methods.push(content.parse()?);
    }
    Ok(ForeignType { attributes, visibility, generics, name, ty, methods, span })
}

/// `VecContract` of `Vec<T>`.
fn default_name(ty: &Type) -> syn::Result<Ident> {
    let name = match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
        _ => None,
    };
    let problem = "this type has no name that the trait for its contract could have";
    let help = "name the trait, as in `impl BytesContract for [u8]`";
    let name = name.ok_or_else(|| syn::Error::new(ty.span(), format!("{problem}\nhelp: {help}")))?;
    let mut text = name.to_string();
    text[..1].make_ascii_uppercase();
    Ok(format_ident!("{text}Contract", span = name.span()))
}

fn function(
    attributes: Vec<Attribute>,
    visibility: Visibility,
    input: ParseStream<'_>,
) -> syn::Result<ForeignFunction> {
    let safety = input.parse::<Option<Token![unsafe]>>()?;
    let function: Token![fn] = input.parse()?;
    let path = input.call(Path::parse_mod_style)?;
    let last = &path.segments.last().expect("a path has a segment").ident;
    let mut rest = TokenStream::new();
    while !input.peek(Token![;]) {
        if input.is_empty() || input.peek(syn::token::Brace) {
            return Err(syn::Error::new(input.span(), [BODY.0, "\nhelp: ", BODY.1].concat()));
        }
        rest.extend([input.parse::<TokenTree>()?]);
    }
    input.parse::<Token![;]>()?;
    let declared = syn::parse2(quote!(#(#attributes)* #safety #function #last #rest;))?;
    Ok(ForeignFunction { visibility, path, declared })
}

impl ForeignFunction {
    /// What messages and reports call it.
    pub fn name(&self) -> String {
        spelled(&self.path.to_token_stream())
    }
}

/// What is wrong with a body, and what to do about it.
const BODY: (&str, &str) = (
    "a function of others has its body elsewhere",
    "end the declaration with `;`: what is called is the function itself",
);

/// What is only declared has no body, and names for its parameters.
pub fn validate(declared: &TraitItemFn, problems: &mut Problems) {
    if let Some(body) = &declared.default {
        problems.add(body.span(), BODY.0, BODY.1);
    }
    for input in &declared.sig.inputs {
        if let FnArg::Typed(typed) = input
            && !matches!(&*typed.pat, Pat::Ident(pattern) if pattern.subpat.is_none() && pattern.by_ref.is_none())
        {
            problems.add(typed.pat.span(), "a parameter of a declaration has a name", "name it");
        }
    }
}
