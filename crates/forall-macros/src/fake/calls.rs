//! The enum of the calls that a fake remembers.
//!
//! Its traits are not derived: the branches of derived code count as the user's own.

use super::faked::Faked;
use super::generate::call_type;
use super::method::Method;
use crate::draw::plain_name;
use crate::generated;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Generics, Ident, Path, Type, parse_quote};

pub fn calls(faked: &Faked) -> TokenStream {
    let Faked { visibility, name, .. } = faked;
    let (call, generics) = call_type(faked);
    let where_clause = &generics.where_clause;
    let methods: Vec<&Method> = faked.methods().filter(|method| method.has_receiver()).collect();
    let variants = methods.iter().map(|Method { conditions, variant, arguments, .. }| {
        let fields = arguments.iter().map(|argument| {
            let (name, ty) = (&argument.name, &argument.recorded.0);
            quote!(#[allow(missing_docs)] #name: #ty)
        });
        let fields = (!arguments.is_empty()).then(|| quote!({ #(#fields),* }));
        quote!(#(#conditions)* #[allow(missing_docs)] #variant #fields)
    });
    let doc = format!("A call of [`{name}`], with its arguments.");
    let calls = Calls { call: &call, generics: &generics, methods: &methods };
    let (cloned, shown, compared) = (calls.cloned(), calls.shown(), calls.compared());
    let traits = generated::implementations(&call, &quote!(#cloned #shown #compared));
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #visibility enum #call #generics #where_clause { #(#variants),* }

        #traits
    }
}

struct Calls<'a> {
    call: &'a Ident,
    generics: &'a Generics,
    methods: &'a [&'a Method],
}

impl Calls<'_> {
    fn cloned(&self) -> TokenStream {
        let arms = self.methods.iter().map(|method| {
            let (conditions, variant, fields) = (&method.conditions, &method.variant, fields(method));
            quote! {
                #(#conditions)*
                Self::#variant { #(ref #fields),* } =>
                    Self::#variant { #(#fields: ::core::clone::Clone::clone(#fields)),* },
            }
        });
        let body = quote! {
            fn clone(&self) -> Self {
                match *self { #(#arms)* }
            }
        };
        self.implementation(&parse_quote!(::core::clone::Clone), &[], &body)
    }

    fn shown(&self) -> TokenStream {
        let arms = self.methods.iter().map(|method| {
            let (conditions, variant, fields) = (&method.conditions, &method.variant, fields(method));
            let text = variant.to_string();
            let names = fields.iter().map(|field| plain_name(field));
            let shown = match fields.is_empty() {
                true => quote!(__f.write_str(#text)),
                false => quote!(__f.debug_struct(#text) #(.field(#names, #fields))* .finish()),
            };
            quote!(#(#conditions)* Self::#variant { #(ref #fields),* } => #shown,)
        });
        let body = quote! {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match *self { #(#arms)* }
            }
        };
        self.implementation(&parse_quote!(::core::fmt::Debug), &[], &body)
    }

    fn compared(&self) -> TokenStream {
        let arms = self.methods.iter().map(|method| {
            let (conditions, variant, fields) = (&method.conditions, &method.variant, fields(method));
            let others: Vec<Ident> =
                fields.iter().map(|field| format_ident!("__other_{}", plain_name(field))).collect();
            quote! {
                #(#conditions)*
                Self::#variant { #(ref #fields),* } => match *__other {
                    Self::#variant { #(#fields: ref #others),* } => true #(&& *#fields == *#others)*,
                    _ => false,
                },
            }
        });
        let body = quote! {
            fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                match *self { #(#arms)* }
            }
        };
        let arguments = self.methods.iter().flat_map(|method| &method.arguments);
        let unknown = arguments.filter(|argument| !argument.comparable).map(|argument| &argument.recorded.0);
        self.implementation(&parse_quote!(::core::cmp::PartialEq), &unknown.collect::<Vec<_>>(), &body)
    }

    /// Like `derive` does it: of each type parameter the same is demanded. Of types that are not known, too: where one lacks it, there is
    /// no such implementation, and `for` keeps the compiler from calling that an error.
    fn implementation(&self, of: &Path, unknown: &[&Type], body: &TokenStream) -> TokenStream {
        let call = self.call;
        let mut generics = self.generics.clone();
        for ty in unknown {
            generics.make_where_clause().predicates.push(parse_quote!(for<'__any> #ty: #of));
        }
        for parameter in self.generics.type_params() {
            let name = &parameter.ident;
            generics.make_where_clause().predicates.push(parse_quote!(#name: #of));
        }
        let (impl_generics, arguments, where_clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            #[allow(unreachable_patterns, unused_variables, clippy::float_cmp)]
            impl #impl_generics #of for #call #arguments #where_clause {
                #body
            }
        }
    }
}

fn fields(method: &Method) -> Vec<&Ident> {
    method.arguments.iter().map(|argument| &argument.name).collect()
}
