//! The inverse of drawing: which leaves a value of the type would be drawn from. It is there for examples, in plain builds only.

use super::attributes::OfField;
use super::by::without_defaults;
use super::shape::{DerivedKind, DerivedType, Parts};
use crate::generated;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Ident, Index, parse_quote};

/// None for a type whose fields cannot be borrowed.
pub fn leaves(item: &DeriveInput, shape: &DerivedType) -> Option<TokenStream> {
    if item.attrs.iter().any(is_packed) {
        return None;
    }
    let name = &item.ident;
    let (_, type_arguments, _) = item.generics.split_for_impl();
    let mut generics = without_defaults(&item.generics);
    for parameter in item.generics.type_params() {
        let parameter = &parameter.ident;
        let demand = parse_quote!(#parameter: ::forall::__private::Leaves);
        generics.make_where_clause().predicates.push(demand);
    }
    let (generics, _, where_clause) = generics.split_for_impl();
    let arms: Vec<TokenStream> = match &shape.kind {
        DerivedKind::Struct(parts) => vec![arm(None, parts, &quote!())],
        DerivedKind::Enum(variants) => {
            let ways = variants.len();
            // The order in which they are numbered when they are drawn.
            let (recursive, plain): (Vec<_>, Vec<_>) =
                variants.iter().partition(|(_, parts)| parts.recursive);
            let ordered = plain.into_iter().chain(recursive).enumerate();
            ordered
                .map(|(way, (name, parts))| arm(Some(name), parts, &quote!(__to.way(#way, #ways);)))
                .collect()
        }
    };
    let implementation = generated::implementations(
        &format_ident!("leaves_of_{name}"),
        &quote! {
            #[automatically_derived]
            impl #generics ::forall::__private::Leaves for #name #type_arguments #where_clause {
                fn leaves(&self, __to: &mut ::forall::__private::Sink<'_>) {
                    #[allow(unused_imports)]
                    use ::forall::__private::{ByLeaves as _, WithoutLeaves as _};
                    match self {
                        #(#arms)*
                    }
                }
            }
        },
    );
    Some(quote!(::forall::__private::plain! { #implementation }))
}

fn arm(variant: Option<&Ident>, parts: &Parts, way: &TokenStream) -> TokenStream {
    let constructor = variant.map_or(quote!(Self), |variant| quote!(Self::#variant));
    let (mut members, mut taken) = (Vec::new(), Vec::new());
    for (position, field) in parts.fields.iter().enumerate() {
        let (index, variable) = (Index::from(position), format_ident!("__{position}"));
        let (member, part) = match &field.name {
            Some(name) => (quote!(#name), name.to_string().trim_start_matches("r#").to_owned()),
            None => (quote!(#index), position.to_string()),
        };
        members.push(quote!(#member: #variable));
        taken.push(match &field.of_field {
            // What a function made it of is not known.
            OfField::With(_) => quote!({ let _ = #variable; __to.unknown(); }),
            _ => quote!((&&::forall::__private::Probe(#variable)).add(&mut __to.part(#part));),
        });
    }
    quote!(#constructor { #(#members),* } => { #way #(#taken)* })
}

fn is_packed(attribute: &syn::Attribute) -> bool {
    let mut packed = false;
    if attribute.path().is_ident("repr") {
        // Whatever else it says is for the compiler to judge.
        let _ = attribute.parse_nested_meta(|meta| {
            packed |= meta.path.is_ident("packed");
            Ok(())
        });
    }
    packed
}
