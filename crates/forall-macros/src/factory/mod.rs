//! `#[forall::factory]`: functions that say how a type is made.
//!
//! The way a type is made must be known where its values are drawn, in whatever module or crate that is, and a crate may say it of a type
//! of another crate. So a factory implements `MakeInput<By>` for what it returns, where `By` is a type that nobody else has: the compiler
//! allows that for any type, and finds the one implementation by itself. Nothing is registered at run time, so that a type without a
//! factory is an error of the compiler, with its place.
//!
//! There can be only one such implementation for a type, or the compiler would not know which is meant. Factories that stand beside each
//! other in a module, or in one `impl` block, are alternatives: the first of them implements the trait for all. It finds the others in
//! the source file, because a macro sees nothing but its own function.
//!
//! See docs/decisions/factories-are-trait-implementations.md.

mod arguments;
mod found;
mod generate;
mod maker;

use crate::draw::Scope;
use crate::parse::Function;
use crate::place::Surroundings;
use crate::problems::Problems;
use crate::ungrouped;
use crate::validate::without_attributes;
use arguments::Named;
use maker::Maker;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;
use syn::parse::Parser;

pub fn expand(
    arguments: TokenStream,
    item: TokenStream,
    around: impl FnOnce(Span) -> Option<Surroundings>,
) -> syn::Result<TokenStream> {
    let mut problems = Problems::default();
    let named = name_of_arguments(arguments, &mut problems);
    if let Ok(mut block) = syn::parse2::<syn::ItemImpl>(item.clone()) {
        *block.self_ty = ungrouped::ty((*block.self_ty).clone());
        let scope = around(block.impl_token.span).map(|around| around.scope).unwrap_or_default();
        return expand_block(block, scope, named.as_ref(), problems);
    }
    let function: Function = syn::parse2(item.clone()).map_err(|error| {
        let problem = "`#[forall::factory]` belongs on a function or on an `impl` block";
        let help = "help: write `#[forall::factory] fn stack(items: Vec<i32>) -> Stack { .. }`";
        syn::Error::new(error.span(), format!("{problem}\n{help}"))
    })?;
    let around = around(function.signature.ident.span());
    if around.as_ref().is_some_and(Surroundings::is_associated) {
        problems.add(
            function.signature.ident.span(),
            "inside an `impl`, a factory is not seen",
            "put `#[forall::factory]` on the `impl` block; functions in it that have the attribute, too, are the factories",
        );
        return problems.none().map(|()| item);
    }
    let maker = Maker::of_function(&function.signature, &function.attributes, &mut problems);
    let Some(maker) = maker else { return problems.none().map(|()| item) };
    let scope = around.as_ref().map(|around| around.scope).unwrap_or_default();
    let beside = around.map(|around| found::beside(&around)).unwrap_or_default();
    let alternatives: Vec<Maker> =
        beside.into_iter().filter(|other| other.is_alternative_to(&maker)).collect();
    let makers: Vec<Maker> = match alternatives.first() {
        Some(first) if first.name != maker.name => {
            if let Some(named) = &named {
                let help = format!("say it at `{}`, for all of them", first.name);
                problems.add(named.span(), "the first factory of a type names the arguments", &help);
            }
            Vec::new()
        }
        Some(_) => std::iter::once(maker).chain(alternatives.into_iter().skip(1)).collect(),
        None => vec![maker],
    };
    problems.none()?;
    let implementation = generate::implementation(&makers, scope);
    let visibility = &function.visibility;
    let arguments = named.filter(|_| !makers.is_empty());
    let arguments =
        arguments.map(|name| Named { name: &name, visibility, makers: &makers, scope }.generate());
    let visible = visible(function);
    Ok(quote!(#visible #implementation #arguments))
}

/// The name in `arguments = StackArguments`.
fn name_of_arguments(arguments: TokenStream, problems: &mut Problems) -> Option<Ident> {
    if arguments.is_empty() {
        return None;
    }
    let mut name = None;
    let parser = syn::meta::parser(|meta| {
        if !meta.path.is_ident("arguments") {
            return Err(meta.error("unknown key"));
        }
        name = Some(meta.value()?.parse()?);
        Ok(())
    });
    if let Err(error) = parser.parse2(arguments) {
        problems.add(
            error.span(),
            "`#[forall::factory]` takes no such argument",
            "remove it, or give the type of the factory's arguments a name: `#[factory(arguments = StackArguments)]`",
        );
    }
    name
}

/// The function, as a case in any module of the crate may call it.
fn visible(Function { attributes, visibility, mut signature, body }: Function) -> TokenStream {
    without_attributes(&mut signature);
    match visibility {
        syn::Visibility::Inherited => quote! {
            #(#attributes)*
            #[allow(private_interfaces)]
            pub(crate) #signature #body
        },
        visibility => quote!(#(#attributes)* #visibility #signature #body),
    }
}

/// The constructors of a type: those functions that have the attribute, or all that return the type.
fn expand_block(
    mut block: syn::ItemImpl,
    scope: Scope,
    named: Option<&Ident>,
    mut problems: Problems,
) -> syn::Result<TokenStream> {
    let mut marked = Vec::new();
    let mut constructors = Vec::new();
    let self_type = block.self_ty.clone();
    for item in &mut block.items {
        let syn::ImplItem::Fn(function) = item else { continue };
        let before = function.attrs.len();
        function.attrs.retain(|attribute| !found::is_factory(attribute));
        let factory = function.clone();
        if function.attrs.len() < before {
            marked.push(factory);
        } else if maker::is_constructor(&function.sig, &self_type) {
            constructors.push(factory);
        }
    }
    let chosen = if marked.is_empty() { constructors } else { marked };
    for item in &mut block.items {
        if let syn::ImplItem::Fn(function) = item
            && chosen.iter().any(|factory| factory.sig.ident == function.sig.ident)
        {
            without_attributes(&mut function.sig);
        }
    }
    if chosen.is_empty() {
        problems.add(
            block.impl_token.span,
            "no function in this `impl` makes the type",
            "a factory is a function without `self` that returns `Self`, `Option<Self>` or `Result<Self, _>`",
        );
    }
    let makers: Vec<Maker> = chosen
        .iter()
        .filter_map(|function| Maker::of_associated(&function.sig, &function.attrs, &block, &mut problems))
        .collect();
    problems.none()?;
    let implementation = generate::implementation(&makers, scope);
    let visibility = &visibility(&chosen);
    let arguments = named.map(|name| Named { name, visibility, makers: &makers, scope }.generate());
    Ok(quote!(#block #implementation #arguments))
}

/// Of the arguments of several constructors: that of the first.
fn visibility(constructors: &[syn::ImplItemFn]) -> syn::Visibility {
    constructors.first().map_or(syn::Visibility::Inherited, |function| function.vis.clone())
}
