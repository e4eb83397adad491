//! A method that a fake answers.

use super::answer::{Answered, success};
use super::argument::Argument;
use super::options::Options;
use super::tokens::Resolved;
use crate::derive::mentions;
use crate::draw::plain_name;
use crate::problems::Problems;
use crate::spelled::camel;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, LitStr, Pat, ReturnType, Signature, TraitItemFn, Type, parse_quote};

pub struct Method {
    /// `#[cfg(…)]`.
    pub conditions: Vec<Attribute>,
    pub signature: Signature,
    /// What its calls are called: `Load`.
    pub variant: Ident,
    pub arguments: Vec<Argument>,
    pub answered: Answered,
    pub options: Options,
    /// The property that it sets.
    pub sets: Option<Set>,
}

/// What a setter does.
pub struct Set {
    /// The field of the property.
    pub property: Ident,
    /// What it is set to, if that is known.
    pub value: Option<TokenStream>,
}

impl Method {
    /// `None` for one that keeps its body.
    pub fn of(function: &TraitItemFn, resolved: &Resolved, problems: &mut Problems) -> Option<Method> {
        let options = Options::of(&function.attrs, problems);
        if function.default.is_some() && !options.given {
            return None;
        }
        let mut signature = function.sig.clone();
        let own: Vec<Ident> = signature.generics.type_params().map(|own| own.ident.clone()).collect();
        let is_own = |ty: &Type| mentions(ty.to_token_stream(), &|ident| own.contains(ident));
        let has_object = |ty: &Type| {
            let words = ["impl", "dyn"];
            mentions(ty.to_token_stream(), &|ident| words.contains(&ident.to_string().as_str()))
        };
        let mut arguments = Vec::new();
        for (number, input) in signature.inputs.iter_mut().enumerate() {
            let FnArg::Typed(input) = input else { continue };
            let name = match &*input.pat {
                Pat::Ident(pattern) if pattern.ident == "self" => continue,
                Pat::Ident(pattern) => pattern.ident.clone(),
                _ => format_ident!("argument_{number}"),
            };
            *input.pat = parse_quote!(#name);
            let open = is_own(&input.ty) || has_object(&input.ty);
            arguments.push(Argument::new(name, (*input.ty).clone(), open, resolved));
        }
        let answered = Answered::of(
            &plain_name(&signature.ident),
            &signature.output,
            &options,
            resolved,
            &is_own,
            problems,
        );
        if let (Some(span), Some(_)) = (options.pure, arguments.iter().find(|it| it.key.is_none())) {
            let help = "remove `pure`, or take an argument of a type that can be named";
            problems.add(span, "arguments of this type cannot be compared with those of other calls", help);
        }
        let variant =
            format_ident!("{}", camel(&plain_name(&signature.ident)), span = signature.ident.span());
        let conditions = function.attrs.iter().filter(|it| it.path().is_ident("cfg")).cloned().collect();
        let method = Method { conditions, signature, variant, arguments, answered, options, sets: None };
        method.check_without_self(problems);
        Some(method)
    }

    /// Nobody remembers what a function without `self` has answered, and its answers are not listed one by one.
    fn check_without_self(&self, problems: &mut Problems) {
        if self.has_receiver() {
            return;
        }
        let Options { pure, property, may_panic, ensures, .. } = &self.options;
        let unheard = pure
            .or(property.as_ref().map(|(span, _)| *span))
            .or(may_panic.as_ref().map(LitStr::span))
            .or(ensures.first().map(Spanned::span));
        if let Some(span) = unheard {
            let help = "say what it answers: `#[fake(answers = |x: u8| …)]`";
            problems.add(span, "this cannot be said of a function without `self`", help);
        }
        if let Some(argument) = self.changed().first() {
            let message = "a function without `self` does not change what it is given by `&mut`";
            problems.add(argument.name.span(), message, "say that you know it: `#[fake(unchanged)]`");
        }
    }

    pub fn name(&self) -> String {
        plain_name(&self.signature.ident)
    }

    /// The field that holds its answers.
    pub fn field(&self) -> Ident {
        format_ident!("__{}", self.name())
    }

    pub fn has_receiver(&self) -> bool {
        self.signature.inputs.iter().any(|input| match input {
            FnArg::Receiver(_) => true,
            FnArg::Typed(input) => matches!(&*input.pat, Pat::Ident(pattern) if pattern.ident == "self"),
        })
    }

    /// The arguments that it changes.
    pub fn changed(&self) -> Vec<&Argument> {
        let stays = self.options.unchanged || self.options.pure.is_some() || self.options.property.is_some();
        let changed = self.arguments.iter().filter(|argument| argument.written.is_some());
        changed.filter(|_| !stays).collect()
    }

    /// Is the result a `Result`?
    pub fn may_fail(&self) -> bool {
        matches!(&self.signature.output, ReturnType::Type(_, ty) if success(ty).is_some())
    }

    /// Says of each property which methods set it.
    pub fn connect(methods: &mut [Method], problems: &mut Problems) {
        for getter in 0..methods.len() {
            let Some((span, setter)) = &methods[getter].options.property else { continue };
            let Answered::Value(chosen) = &methods[getter].answered else {
                problems.add(*span, "a property has a value", "remove `property`");
                continue;
            };
            let (ty, property) = (chosen.ty.to_token_stream().to_string(), methods[getter].field());
            let name = match setter {
                Some(name) => name.to_string(),
                None => format!("set_{}", methods[getter].name()),
            };
            let missing = setter.as_ref().map(Ident::span);
            match (methods.iter_mut().find(|method| method.name() == name), missing) {
                (Some(setter), _) => {
                    let value = match setter.arguments.as_slice() {
                        [only] => {
                            only.key.as_ref().filter(|(key, _)| key.to_token_stream().to_string() == ty)
                        }
                        _ => None,
                    };
                    setter.sets = Some(Set { property, value: value.map(|(_, value)| value.clone()) });
                }
                (None, Some(span)) => {
                    problems.add(span, "there is no such method", "name the method that sets the property");
                }
                (None, None) => {}
            }
        }
    }
}
