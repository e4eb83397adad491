//! What is faked: a trait, or several that one type is to implement.

use super::method::Method;
use super::options::Options;
use super::tokens::Resolved;
use crate::problems::Problems;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, GenericParam, Generics, Ident, ItemTrait, TraitItem, Type, TypeParam, TypeParamBound,
    Visibility, parse_quote,
};

pub struct Faked {
    pub visibility: Visibility,
    /// The type: `FakeStorage`.
    pub name: Ident,
    /// The type of its calls: `StorageCall`.
    pub call: Ident,
    /// Of the type.
    pub generics: Generics,
    /// Written by hand.
    pub fields: Vec<Field>,
    pub implementations: Vec<Implementation>,
}

/// A field beside those of the fake.
pub struct Field {
    pub name: Ident,
    pub ty: Type,
    /// What it begins with; without it the field is an input.
    pub start: Option<Expr>,
}

/// One trait that the type implements.
pub struct Implementation {
    /// `#[async_trait]`.
    pub attributes: Vec<Attribute>,
    pub is_unsafe: bool,
    pub generics: Generics,
    /// The trait, with its arguments.
    pub of: TokenStream,
    /// What stands there as it was written.
    pub written: Vec<TokenStream>,
    pub methods: Vec<Method>,
    /// Traits that have to be implemented, too, and that there is a usual implementation of.
    pub supertraits: Vec<Ident>,
}

impl Faked {
    pub fn of_trait(item: &ItemTrait, problems: &mut Problems) -> Faked {
        let name = format_ident!("Fake{}", item.ident);
        let mut generics = without_defaults(&item.generics);
        let (mut written, associated) = associated_types(item, &mut generics, problems);
        written.extend(associated_constants(item, problems));
        let mut of_type = generics.clone();
        of_type.params = without_lifetimes(&generics);
        let (_, arguments, _) = of_type.split_for_impl();
        let parameters = of_type.type_params().map(|parameter| parameter.ident.clone()).collect();
        let resolved = Resolved { of_self: quote!(#name #arguments), associated, parameters };
        let mut methods: Vec<Method> = item
            .items
            .iter()
            .filter_map(|item| match item {
                TraitItem::Fn(function) => Method::of(function, &resolved, problems),
                _ => None,
            })
            .collect();
        Method::connect(&mut methods, problems);
        let (_, trait_arguments, _) = item.generics.split_for_impl();
        let trait_name = &item.ident;
        let implementation = Implementation {
            attributes: item.attrs.iter().filter(|it| is_async_trait(it)).cloned().collect(),
            is_unsafe: item.unsafety.is_some(),
            generics,
            of: quote!(#trait_name #trait_arguments),
            written,
            methods,
            supertraits: item.supertraits.iter().filter_map(usual).collect(),
        };
        Faked {
            visibility: item.vis.clone(),
            name,
            call: format_ident!("{}Call", item.ident),
            generics: of_type,
            fields: Vec::new(),
            implementations: vec![implementation],
        }
    }

    pub fn methods(&self) -> impl Iterator<Item = &Method> {
        self.implementations.iter().flat_map(|implementation| &implementation.methods)
    }
}

fn without_defaults(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(parameter) => parameter.default = None,
            GenericParam::Const(parameter) => parameter.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

fn without_lifetimes(generics: &Generics) -> syn::punctuated::Punctuated<GenericParam, syn::Token![,]> {
    let is_kept = |parameter: &&GenericParam| !matches!(parameter, GenericParam::Lifetime(_));
    generics.params.iter().filter(is_kept).cloned().collect()
}

pub fn is_async_trait(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "async_trait")
}

/// Supertraits of the standard library that every fake can implement.
fn usual(bound: &TypeParamBound) -> Option<Ident> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = &bound.path.segments.last()?.ident;
    ["Display", "Error", "Default"].contains(&last.to_string().as_str()).then(|| last.clone())
}

/// The associated types of the fake, and what each of them is: what the attribute says, else a parameter.
fn associated_types(
    item: &ItemTrait,
    generics: &mut Generics,
    problems: &mut Problems,
) -> (Vec<TokenStream>, Vec<(Ident, TokenStream)>) {
    let mut written = Vec::new();
    let mut associated = Vec::new();
    for item in &item.items {
        let TraitItem::Type(ty) = item else { continue };
        let conditions = Options::of(&ty.attrs, problems);
        let name = &ty.ident;
        if !ty.generics.params.is_empty() {
            let help = "write the fake by hand, with `forall::fake! { … }`";
            problems.add(ty.span(), "a fake cannot have generic associated types", help);
        }
        let stands_for = match conditions.associated {
            Some(stands_for) => stands_for,
            None => {
                let bounds = &ty.bounds;
                let parameter: TypeParam = match bounds.is_empty() {
                    true => parse_quote!(#name),
                    false => parse_quote!(#name: #bounds),
                };
                generics.params.push(GenericParam::Type(parameter));
                name.to_token_stream()
            }
        };
        written.push(quote!(type #name = #stands_for;));
        associated.push((name.clone(), stands_for));
    }
    (written, associated)
}

fn associated_constants(item: &ItemTrait, problems: &mut Problems) -> Vec<TokenStream> {
    let mut written = Vec::new();
    for item in &item.items {
        let TraitItem::Const(constant) = item else { continue };
        let (name, ty) = (&constant.ident, &constant.ty);
        match (Options::of(&constant.attrs, problems).associated, &constant.default) {
            (Some(value), _) => written.push(quote!(const #name: #ty = #value;)),
            (None, Some(_)) => {}
            (None, None) => problems.add(
                constant.span(),
                &format!("a fake cannot choose the constant `{name}`"),
                "say what it is: `#[fake(value = …)]`",
            ),
        }
    }
    written
}
