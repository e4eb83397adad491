//! What a type is made of.

use super::attributes::{OfField, OfType};
use crate::problems::Problems;
use crate::ungrouped;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, Type, Visibility};

pub struct DerivedType {
    pub of_type: OfType,
    pub kind: DerivedKind,
}

pub enum DerivedKind {
    Struct(Parts),
    Enum(Vec<(Ident, Parts)>),
}

/// The fields of a struct or of a variant.
pub struct Parts {
    pub style: Style,
    pub fields: Vec<Field>,
    /// One of them has a value of the type itself inside, as far as can be seen here.
    pub recursive: bool,
}

impl Parts {
    /// From where all fields can be named: the name of a `Reach`.
    pub fn reach(&self) -> Ident {
        let of_field = |field: &Field| match &field.visibility {
            Visibility::Public(_) => 0,
            Visibility::Restricted(restricted) if restricted.path.is_ident("crate") => 1,
            _ => 2,
        };
        let least = self.fields.iter().map(of_field).max().unwrap_or(0);
        quote::format_ident!("{}", ["Everywhere", "Crate", "Module"][least])
    }
}

#[derive(Clone, Copy)]
pub enum Style {
    Named,
    Tuple,
    Unit,
}

pub struct Field {
    pub name: Option<Ident>,
    pub ty: Type,
    pub of_field: OfField,
    pub visibility: Visibility,
}

impl DerivedType {
    pub fn of(item: &DeriveInput) -> syn::Result<DerivedType> {
        let mut problems = Problems::default();
        let of_type = OfType::parse(&item.attrs, &mut problems);
        let kind = match &item.data {
            Data::Struct(data) => DerivedKind::Struct(parts(item, &data.fields, &mut problems)),
            Data::Enum(data) => {
                if data.variants.is_empty() {
                    problems.add(
                        item.ident.span(),
                        "an enum without variants has no inputs: it has no values",
                        "remove `Input` from the derives",
                    );
                }
                let variants = data.variants.iter();
                DerivedKind::Enum(
                    variants
                        .map(|variant| {
                            let _ = OfType::parse(&variant.attrs, &mut problems);
                            (variant.ident.clone(), parts(item, &variant.fields, &mut problems))
                        })
                        .collect(),
                )
            }
            Data::Union(data) => {
                problems.add(
                    data.union_token.span(),
                    "`Input` cannot be derived for a union: nobody can say which of its fields is meant",
                    "write a `#[forall::factory]` function that returns the union",
                );
                DerivedKind::Enum(Vec::new())
            }
        };
        problems.none()?;
        Ok(DerivedType { of_type, kind })
    }

    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        let parts: Vec<&Parts> = match &self.kind {
            DerivedKind::Struct(parts) => vec![parts],
            DerivedKind::Enum(variants) => variants.iter().map(|(_, parts)| parts).collect(),
        };
        parts.into_iter().flat_map(|parts| &parts.fields)
    }
}

fn parts(item: &DeriveInput, fields: &Fields, problems: &mut Problems) -> Parts {
    let style = match fields {
        Fields::Named(_) => Style::Named,
        Fields::Unnamed(_) => Style::Tuple,
        Fields::Unit => Style::Unit,
    };
    let fields: Vec<Field> = fields
        .iter()
        .map(|field| {
            let of_field = OfField::parse(&field.attrs, problems);
            let ty = ungrouped::ty(field.ty.clone());
            if let (Type::Reference(reference), OfField::AsItsType) = (&ty, &of_field) {
                problems.add(
                    reference.span(),
                    "a field that is a reference has no inputs: nothing lives long enough to be lent",
                    "own the value, as in `String` for `&str`, or let a function make it: `#[forall(with = function)]`",
                );
            }
            Field {
                name: field.ident.clone(),
                ty,
                of_field,
                visibility: field.vis.clone(),
            }
        })
        .collect();
    let recursive = fields
        .iter()
        .any(|field| mentions(field.ty.to_token_stream(), &|ident| *ident == item.ident || ident == "Self"));
    Parts { style, fields, recursive }
}

/// Is one of the identifiers in the tokens this one?
pub fn mentions(tokens: TokenStream, is_it: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => is_it(&ident),
        TokenTree::Group(group) => mentions(group.stream(), is_it),
        _ => false,
    })
}
