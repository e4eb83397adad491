//! A function that makes a type.

use crate::problems::Problems;
use crate::stand_in::StandIns;
use crate::validate::{Parameter, parameters};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    Attribute, GenericArgument, GenericParam, Generics, Ident, ItemImpl, PathArguments, ReturnType, Safety,
    Signature, Type,
};

pub struct Maker {
    /// The function's own.
    pub name: Ident,
    /// What is called.
    pub function: TokenStream,
    /// The type it belongs to, or the function itself; and what of the type.
    pub path: String,
    pub item: String,
    pub parameters: Vec<Parameter>,
    pub generics: Generics,
    pub made: Type,
    /// When there is such a function.
    pub conditions: Vec<Attribute>,
}

impl Maker {
    pub fn of_function(
        signature: &Signature,
        attributes: &[Attribute],
        problems: &mut Problems,
    ) -> Option<Maker> {
        let name = &signature.ident;
        let made = made(&signature.output);
        let Some(made) = made else {
            problems.add(
                name.span(),
                "a factory returns what it makes, and this returns nothing",
                "give it a return type",
            );
            return None;
        };
        if mentions_self(&made) {
            problems.add(
                made.span(),
                "a factory says by name what it makes",
                "write the type instead of `Self`, or put `#[forall::factory]` on the `impl` block",
            );
        }
        Maker::new(signature, attributes, signature.generics.clone(), made, problems).map(|maker| Maker {
            function: name.to_token_stream(),
            path: name.to_string(),
            item: String::new(),
            ..maker
        })
    }

    pub fn of_associated(
        signature: &Signature,
        attributes: &[Attribute],
        block: &ItemImpl,
        problems: &mut Problems,
    ) -> Option<Maker> {
        let name = &signature.ident;
        if !is_constructor(signature, &block.self_ty) {
            problems.add(
                name.span(),
                "this function does not make the type",
                "a factory is a function without `self` that returns `Self`, `Option<Self>` or `Result<Self, _>`",
            );
            return None;
        }
        if let Some(parameter) = signature.generics.params.first() {
            problems.add(
                parameter.span(),
                "an associated factory cannot be generic itself",
                "write a function of its own that calls it with concrete types",
            );
        }
        let Type::Path(path) = &*block.self_ty else {
            problems.add(
                block.self_ty.span(),
                "only a type with a name has factories",
                "write a function of its own",
            );
            return None;
        };
        let type_name = path.path.segments.last()?.ident.to_string();
        Maker::new(signature, attributes, block.generics.clone(), (*block.self_ty).clone(), problems).map(
            |maker| Maker { function: quote!(Self::#name), path: type_name, item: name.to_string(), ..maker },
        )
    }

    fn new(
        signature: &Signature,
        attributes: &[Attribute],
        generics: Generics,
        made: Type,
        problems: &mut Problems,
    ) -> Option<Maker> {
        let qualifiers = [
            ("async", signature.asyncness.as_ref().map(Spanned::span)),
            ("unsafe", if let Safety::Unsafe(token) = &signature.safety { Some(token.span()) } else { None }),
        ];
        for (qualifier, span) in qualifiers {
            if let Some(span) = span {
                let help = format!("remove `{qualifier}`, or write a factory that calls this function");
                problems.add(span, &format!("a factory cannot be `{qualifier}`"), &help);
            }
        }
        for parameter in &generics.params {
            let name = match parameter {
                GenericParam::Type(parameter) => &parameter.ident,
                GenericParam::Const(parameter) => &parameter.ident,
                GenericParam::Lifetime(_) => continue,
            };
            if !crate::derive::mentions(made.to_token_stream(), &|ident| ident == name) {
                problems.add(
                    parameter.span(),
                    &format!("nobody can say what `{name}` is: it is not in the type that is made"),
                    "write the factory for a concrete type",
                );
            }
        }
        let parameters = parameters(signature, &StandIns::default(), problems);
        let conditions =
            attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect();
        for parameter in parameters.iter().filter(|parameter| parameter.function.is_some()) {
            problems.add(
                parameter.ty.span(),
                "a parameter of a factory cannot be a function: cases could not be written with it",
                "take the function as a parameter of the test, or a value of which the factory makes one",
            );
        }
        Some(Maker {
            name: signature.ident.clone(),
            function: TokenStream::new(),
            path: String::new(),
            item: String::new(),
            parameters,
            generics,
            made,
            conditions,
        })
    }

    /// Do both make the same type, as far as can be seen?
    pub fn is_alternative_to(&self, other: &Maker) -> bool {
        let key = |maker: &Maker| {
            let Maker { made, generics, .. } = maker;
            (
                quote!(#made).to_string(),
                quote!(#generics).to_string(),
                generics.where_clause.to_token_stream().to_string(),
            )
        };
        key(self) == key(other)
    }

    /// Does it need another value of the type?
    pub fn is_recursive(&self) -> bool {
        let made = self.made.to_token_stream().to_string();
        let name = match &self.made {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let is_it = |ident: &Ident| ident == "Self" || name.as_ref().is_some_and(|name| ident == name);
        self.parameters.iter().any(|parameter| {
            let tokens = parameter.ty.to_token_stream();
            tokens.to_string() == made || crate::derive::mentions(tokens, &is_it)
        })
    }
}

/// A function without `self` that returns the type or perhaps the type.
pub fn is_constructor(signature: &Signature, self_type: &Type) -> bool {
    let is_it = |made: &Type| {
        matches!(made, Type::Path(path) if path.path.is_ident("Self"))
            || made.to_token_stream().to_string() == self_type.to_token_stream().to_string()
    };
    signature.receiver().is_none() && made(&signature.output).as_ref().is_some_and(is_it)
}

/// What a function makes: of `Option<Stack>` and `Result<Stack, _>` it is the `Stack`.
fn made(output: &ReturnType) -> Option<Type> {
    let ReturnType::Type(_, ty) = output else { return None };
    if let Type::Path(path) = &**ty
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Option" || last.ident == "Result")
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(GenericArgument::Type(made)) = arguments.args.first()
    {
        return Some(made.clone());
    }
    Some((**ty).clone())
}

fn mentions_self(ty: &Type) -> bool {
    crate::derive::mentions(ty.to_token_stream(), &|ident| ident == "Self")
}
