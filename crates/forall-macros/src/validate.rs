//! What may stand under `#[forall]`, and what to do instead of what may not.

use crate::nesting::Block;
use crate::parse::{Argument, Arguments, Function, KEYS};
use crate::place::Place;
use crate::problems::Problems;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, FnArg, Ident, Lit, LitStr, Pat, ReturnType, Safety, Signature, Type};

/// A test that can be generated.
pub struct Test {
    pub function: Function,
    pub parameters: Vec<Parameter>,
    pub expectation: Expectation,
}

pub struct Parameter {
    pub name: Ident,
    /// As it was written.
    pub ty: Type,
    pub passing: Passing,
}

/// How an argument is handed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    Value,
    Reference,
    MutableReference,
}

impl Parameter {
    /// What is drawn: the type itself, or what it refers to.
    pub fn drawn_type(&self) -> &Type {
        match &self.ty {
            Type::Reference(reference) => &reference.elem,
            ty => ty,
        }
    }

    /// Is it drawn as something else, which owns it?
    pub fn is_unsized(&self) -> bool {
        match self.drawn_type() {
            Type::Slice(_) => true,
            Type::Path(path) => path.qself.is_none() && path.path.is_ident("str"),
            _ => false,
        }
    }
}

pub enum Expectation {
    Returns,
    Panics(LitStr),
    MayPanic(LitStr),
}

/// All that is wrong is said at once.
pub fn validate(arguments: Arguments, function: Function, place: &Place) -> syn::Result<Test> {
    let mut problems = Problems::default();
    let expectation = expectation(arguments, &mut problems);
    validate_attributes(&function.attributes, &mut problems);
    validate_place(&function.signature, place, &mut problems);
    validate_qualifiers(&function.signature, &mut problems);
    validate_return_type(&function.signature.output, &mut problems);
    let parameters = parameters(&function.signature, &mut problems);
    problems.none()?;
    Ok(Test { function, parameters, expectation })
}

fn expectation(arguments: Arguments, problems: &mut Problems) -> Expectation {
    let mut expectation = Expectation::Returns;
    for Argument { key, value } in arguments.0 {
        let make = match key.to_string().as_str() {
            "panics" => Expectation::Panics,
            "may_panic" => Expectation::MayPanic,
            _ => {
                problems.add(key.span(), &format!("`#[forall]` knows no key `{key}`"), KEYS);
                continue;
            }
        };
        if !matches!(expectation, Expectation::Returns) {
            let problem = "what a test expects can be said only once";
            problems.add(key.span(), problem, "keep one of `panics` and `may_panic`");
        }
        let Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) = value else {
            let span = value.map_or(key.span(), |value| value.span());
            problems.add(
                span,
                &format!("`{key}` needs a text"),
                &format!("write a part of the panic's message: `{key} = \"out of range\"`"),
            );
            continue;
        };
        if text.value().is_empty() {
            let problem = format!("the text of `{key}` is empty and would allow any panic");
            problems.add(text.span(), &problem, "write a part of the message of the panic that is meant");
        }
        expectation = make(text);
    }
    expectation
}

fn validate_attributes(attributes: &[Attribute], problems: &mut Problems) {
    for attribute in attributes {
        let Some(name) = attribute.path().segments.last() else { continue };
        let (problem, help) = match name.ident.to_string().as_str() {
            "test" => {
                ("a function cannot be `#[test]` and `#[forall]`", "remove `#[test]`: `#[forall]` is a test")
            }
            "should_panic" => (
                "`#[should_panic]` says nothing about a `#[forall]` test",
                "write `#[forall(panics = \"text\")]` with a part of the panic's message",
            ),
            "ignore" => (
                "a `#[forall]` test cannot be ignored",
                "leave out the test with `#[cfg(..)]`, or remove `#[forall]`",
            ),
            _ => continue,
        };
        problems.add(attribute.span(), problem, help);
    }
}

fn validate_place(signature: &Signature, place: &Place, problems: &mut Problems) {
    // A receiver is complained about on its own.
    match place.innermost {
        Some(Block::Associated) if signature.receiver().is_none() => problems.add(
            signature.ident.span(),
            "a `#[forall]` test cannot be an associated function",
            "move it out of the `impl` or `trait` into the module",
        ),
        Some(Block::Function) => problems.add(
            signature.ident.span(),
            "a `#[forall]` test cannot stand inside a function",
            "move it out of the function into the module",
        ),
        _ => {}
    }
}

fn validate_qualifiers(signature: &Signature, problems: &mut Problems) {
    if let Some(token) = &signature.constness {
        problems.add(token.span(), "a `#[forall]` test cannot be `const`", "remove `const`");
    }
    if let Some(token) = &signature.asyncness {
        problems.add(
            token.span(),
            "a `#[forall]` test cannot be `async`",
            "remove `async` and block on the future in the body, with the executor of your choice",
        );
    }
    if let Safety::Unsafe(token) = &signature.safety {
        problems.add(
            token.span(),
            "a `#[forall]` test cannot be `unsafe`",
            "remove `unsafe`, write the conditions of safety as `assume!(..)` and use an `unsafe` block in the body",
        );
    }
    if let Some(abi) = &signature.abi {
        problems.add(
            abi.span(),
            "a `#[forall]` test cannot be `extern`",
            "remove `extern` and call the function of the other ABI from the body",
        );
    }
    if let Some(variadic) = &signature.variadic {
        problems.add(
            variadic.span(),
            "a `#[forall]` test cannot be variadic",
            "give each argument its own parameter",
        );
    }
    if !signature.generics.params.is_empty() {
        problems.add(
            signature.generics.params.span(),
            "a `#[forall]` test cannot be generic",
            "write the test for a concrete type, one test for each type that matters",
        );
    }
}

fn validate_return_type(output: &ReturnType, problems: &mut Problems) {
    match output {
        ReturnType::Type(_, ty) => match &**ty {
            Type::ImplTrait(_) => problems.add(
                ty.span(),
                "a `#[forall]` test cannot return `impl Trait`",
                "return a type that can be named, or nothing",
            ),
            Type::Never(_) => problems.add(
                ty.span(),
                "a `#[forall]` test cannot return `!`",
                "leave out the return type; say `panics = \"text\"` if it always panics",
            ),
            _ => {}
        },
        ReturnType::Default => {}
    }
}

fn parameters(signature: &Signature, problems: &mut Problems) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for input in &signature.inputs {
        let parameter = match input {
            FnArg::Receiver(receiver) => {
                problems.add(
                    receiver.span(),
                    "a `#[forall]` test cannot be a method",
                    "make it a function outside of the `impl` that has the parts of the value as parameters",
                );
                continue;
            }
            FnArg::Typed(parameter) => parameter,
        };
        if let Some(attribute) = parameter.attrs.first() {
            let problem = "a parameter of a `#[forall]` test cannot have attributes";
            problems.add(attribute.span(), problem, "put the attribute on the function");
        }
        let Pat::Ident(pattern) = &*parameter.pat else {
            problems.add(
                parameter.pat.span(),
                "a parameter of a `#[forall]` test needs a name: its values are reported under it",
                "name the parameter and take it apart in the body",
            );
            continue;
        };
        if pattern.by_ref.is_some() || pattern.subpat.is_some() {
            problems.add(
                pattern.span(),
                "a parameter of a `#[forall]` test is a name, not a pattern",
                "keep the name alone and use the pattern in the body",
            );
            continue;
        }
        validate_parameter_type(&pattern.ident, &parameter.ty, problems);
        let passing = match &*parameter.ty {
            Type::Reference(reference) if reference.mutability.is_some() => Passing::MutableReference,
            Type::Reference(_) => Passing::Reference,
            _ => Passing::Value,
        };
        parameters.push(Parameter { name: pattern.ident.clone(), ty: (*parameter.ty).clone(), passing });
    }
    parameters
}

fn validate_parameter_type(name: &Ident, ty: &Type, problems: &mut Problems) {
    let drawn = match ty {
        Type::Reference(reference) => {
            if let Some(lifetime) = reference.lifetime.as_ref().filter(|lifetime| lifetime.ident != "_") {
                problems.add(
                    lifetime.span(),
                    &format!(
                        "the parameter `{name}` of a `#[forall]` test is lent for the time of the test only"
                    ),
                    "leave out the lifetime, or take the value and make the reference in the body",
                );
            }
            &*reference.elem
        }
        ty => ty,
    };
    if let Type::ImplTrait(_) = drawn {
        problems.add(
            ty.span(),
            &format!("the parameter `{name}` of a `#[forall]` test cannot be `impl Trait`"),
            "write the test for a concrete type, one test for each type that matters",
        );
    } else if let Some(reference) = reference_in(drawn.to_token_stream()) {
        problems.add(
            reference,
            &format!("the parameter `{name}` of a `#[forall]` test cannot have a reference in its type"),
            "take a type that owns its parts, such as `String` for `&str`, and borrow in the body",
        );
    }
}

/// Where a reference or a lifetime stands in a type.
fn reference_in(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Punct(sign) if matches!(sign.as_char(), '&' | '\'') => Some(sign.span()),
        // What is computed for the length of an array is no type.
        TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => reference_in(group.stream()),
        _ => None,
    })
}
