//! Types of what conditions speak of, as far as they are written somewhere.

use crate::specification::{Specification, Subject, first_argument};
use crate::spelled::spelled;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{PathArguments, PathSegment, Type};

/// A type, and where its names mean what they mean.
#[derive(Clone)]
pub struct Typed<'a> {
    pub ty: Type,
    /// What `Self` is.
    pub of: Option<&'a Subject>,
    pub module: &'a [String],
}

impl<'a> Typed<'a> {
    pub fn new(ty: &Type, of: Option<&'a Subject>, module: &'a [String]) -> Typed<'a> {
        Typed { ty: ty.clone(), of, module }
    }

    /// Another type that is written where this one is.
    pub fn with(&self, ty: Type) -> Typed<'a> {
        Typed { ty, ..self.clone() }
    }

    fn named(&self, name: &str) -> Option<Typed<'a>> {
        Some(self.with(syn::parse_str(name).ok()?))
    }

    pub fn subject(&self, specification: &'a Specification) -> Option<&'a Subject> {
        specification.subject_of(&self.ty, self.of, self.module)
    }

    /// In `Some` or `Ok`: which, and what.
    pub fn inside(&self) -> Option<(&'static str, Typed<'a>)> {
        let last = last_segment(&self.ty)?;
        let variant = match last.ident.to_string().as_str() {
            "Option" => "Some",
            "Result" => "Ok",
            _ => return None,
        };
        Some((variant, self.with(first_argument(last)?.clone())))
    }

    /// What is declared of a type, with the arguments that this type has for its parameters.
    pub fn declared(&self, ty: &Type, subject: &'a Subject) -> Typed<'a> {
        let ty = match last_segment(&self.ty).map(|last| &last.arguments) {
            Some(PathArguments::AngleBracketed(arguments)) => {
                let arguments = arguments.args.iter().filter_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(ty.to_token_stream()),
                    _ => None,
                });
                let given: Vec<_> = subject.parameters.iter().zip(arguments).collect();
                let replaced = replaced(ty.to_token_stream(), &given);
                syn::parse2(replaced).unwrap_or_else(|_| ty.clone())
            }
            _ => ty.clone(),
        };
        Typed { ty, of: Some(subject), module: &subject.module }
    }

    /// Of a field of plain data.
    pub fn field(&self, name: &str, specification: &'a Specification) -> Option<Typed<'a>> {
        let plain = specification.plain_of(&self.ty, self.of, self.module)?;
        let field = plain.fields.iter().find(|field| field.name == name)?;
        Some(self.declared(&field.ty, plain))
    }

    pub fn is_ghost(&self) -> bool {
        self.name().is_some_and(|name| name == "Ghost")
    }

    /// What ghost state is, for contracts.
    pub fn without_ghost(self) -> Typed<'a> {
        let inner = last_segment(&self.ty).filter(|last| last.ident == "Ghost").and_then(first_argument);
        match inner.cloned() {
            Some(inner) => self.with(inner),
            None => self,
        }
    }

    /// Is it lent to be changed?
    pub fn is_mutable(&self) -> bool {
        matches!(&self.ty, Type::Reference(of) if of.mutability.is_some())
    }

    pub fn text(&self) -> String {
        spelled(&self.ty.to_token_stream())
    }

    fn name(&self) -> Option<String> {
        match peeled(&self.ty) {
            Type::Slice(_) | Type::Array(_) => Some("Vec".to_owned()),
            ty => Some(last_segment(ty)?.ident.to_string()),
        }
    }

    pub fn is_bool(&self) -> bool {
        self.name().is_some_and(|name| name == "bool")
    }

    pub fn is_integer(&self) -> bool {
        self.name().is_some_and(|name| INTEGERS.contains(&name.as_str()))
    }

    /// Do the operators of the language compute with it, and not a function of somebody?
    pub fn is_number(&self) -> bool {
        self.is_integer() || self.name().is_some_and(|name| name == "f32" || name == "f64")
    }

    /// Do its methods do what the standard library says?
    pub fn is_standard(&self) -> bool {
        let is_tuple = matches!(peeled(&self.ty), Type::Tuple(_));
        let named = |name: String| STANDARD.contains(&name.as_str()) || INTEGERS.contains(&name.as_str());
        is_tuple || self.name().is_some_and(named)
    }

    /// Does `==` of it say that it is the same?
    pub fn is_exact(&self) -> bool {
        all_words(self.ty.to_token_stream(), &|word| INTEGERS.contains(&word) || EXACT.contains(&word))
    }

    /// An element of it.
    pub fn element(&self) -> Option<Typed<'a>> {
        match peeled(&self.ty) {
            Type::Slice(of) => return Some(self.with((*of.elem).clone())),
            Type::Array(of) => return Some(self.with((*of.elem).clone())),
            _ => {}
        }
        let last = last_segment(&self.ty)?;
        match last.ident.to_string().as_str() {
            "Vec" | "VecDeque" | "BTreeSet" | "HashSet" | "BinaryHeap" | "Option" => {
                Some(self.with(first_argument(last)?.clone()))
            }
            _ => None,
        }
    }

    /// The value of a map.
    fn value(&self) -> Option<Typed<'a>> {
        let last = last_segment(&self.ty)?;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        match (last.ident.to_string().as_str(), arguments.args.iter().nth(1)?) {
            ("BTreeMap" | "HashMap", syn::GenericArgument::Type(ty)) => Some(self.with(ty.clone())),
            _ => None,
        }
    }

    pub fn indexed(&self) -> Option<Typed<'a>> {
        self.value().or_else(|| self.element())
    }

    pub fn member(&self, name: &str) -> Option<Typed<'a>> {
        let Type::Tuple(tuple) = peeled(&self.ty) else { return None };
        Some(self.with(tuple.elems.iter().nth(name.parse().ok()?)?.clone()))
    }

    /// What a method of the standard library returns.
    pub fn result_of(&self, method: &str, arguments: usize) -> Option<Typed<'a>> {
        let optional = |inner: Typed<'a>| {
            let inner = &inner.ty;
            Some(self.with(syn::parse_quote!(Option<#inner>)))
        };
        match method {
            "contains" | "contains_key" | "starts_with" | "ends_with" => self.named("bool"),
            _ if method.starts_with("is_") => self.named("bool"),
            "len" => self.named("usize"),
            "count_ones" => self.named("u32"),
            "abs_diff" => self.named(&self.name()?.replacen('i', "u", 1)),
            "as_bytes" => self.named("[u8]"),
            "chars" => self.named("[char]"),
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" => self.inside().map(|(_, inner)| inner),
            "first" | "last" | "get" => optional(self.indexed()?),
            "max" | "min" if arguments == 0 => optional(self.element()?),
            _ if method.starts_with("checked_") => optional(self.clone()),
            _ => Some(self.clone()),
        }
    }
}

const INTEGERS: &[&str] =
    &["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

const STANDARD: &[&str] = &[
    "bool",
    "char",
    "f32",
    "f64",
    "str",
    "String",
    "Vec",
    "VecDeque",
    "BTreeMap",
    "HashMap",
    "BTreeSet",
    "HashSet",
    "BinaryHeap",
    "Option",
    "Result",
    "Range",
    "RangeInclusive",
    "Duration",
];

const EXACT: &[&str] = &[
    "bool", "char", "str", "String", "Vec", "VecDeque", "BTreeMap", "BTreeSet", "Option", "Result", "Box",
    "mut", "Duration",
];

/// Lifetimes are no words of it.
fn all_words(tokens: TokenStream, are: &dyn Fn(&str) -> bool) -> bool {
    let mut is_lifetime = false;
    tokens.into_iter().all(|token| {
        let follows = std::mem::replace(&mut is_lifetime, false);
        match token {
            TokenTree::Group(group) => all_words(group.stream(), are),
            TokenTree::Ident(word) => follows || are(&word.to_string()),
            TokenTree::Punct(sign) => {
                is_lifetime = sign.as_char() == '\'';
                true
            }
            TokenTree::Literal(_) => true,
        }
    })
}

/// Without references and parentheses.
fn peeled(ty: &Type) -> &Type {
    match ty {
        Type::Reference(of) => peeled(&of.elem),
        Type::Paren(of) => peeled(&of.elem),
        Type::Group(of) => peeled(&of.elem),
        ty => ty,
    }
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    let Type::Path(path) = peeled(ty) else { return None };
    let last = path.path.segments.last()?;
    let is_box = ["Box", "Rc", "Arc"].iter().any(|pointer| last.ident == pointer);
    match first_argument(last).filter(|_| is_box) {
        Some(inner) => last_segment(inner),
        None => Some(last),
    }
}

fn replaced(tokens: TokenStream, given: &[(&String, TokenStream)]) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) => match given.iter().find(|(name, _)| word == name.as_str()) {
            Some((_, ty)) => ty.clone(),
            None => TokenTree::Ident(word).into(),
        },
        TokenTree::Group(group) => {
            TokenTree::Group(Group::new(group.delimiter(), replaced(group.stream(), given))).into()
        }
        other => other.into(),
    });
    each.collect()
}
