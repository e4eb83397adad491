//! A trait, as its fake sees it.

use super::answer::Answered;
use super::argument::Argument;
use super::options::Options;
use crate::derive::mentions;
use crate::problems::Problems;
use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use syn::{FnArg, Ident, ItemTrait, Pat, Path, Signature, TraitItem, TraitItemFn, Type, Visibility};

pub struct Faked {
    pub visibility: Visibility,
    /// The type: `FakeStorage`.
    pub name: Ident,
    /// The type of its calls: `StorageCall`.
    pub call: Ident,
    pub of: Path,
    pub methods: Vec<Method>,
}

pub struct Method {
    pub signature: Signature,
    /// What its calls are called: `Load`.
    pub variant: Ident,
    pub arguments: Vec<Argument>,
    pub answered: Answered,
    pub options: Options,
}

impl Faked {
    pub fn of_trait(item: &ItemTrait, problems: &mut Problems) -> Faked {
        let methods = item.items.iter().filter_map(|item| match item {
            TraitItem::Fn(function) => Method::of(function, problems),
            _ => None,
        });
        Faked {
            visibility: item.vis.clone(),
            name: format_ident!("Fake{}", item.ident),
            call: format_ident!("{}Call", item.ident),
            of: item.ident.clone().into(),
            methods: methods.collect(),
        }
    }
}

impl Method {
    /// `None` for one that keeps its body.
    fn of(function: &TraitItemFn, problems: &mut Problems) -> Option<Method> {
        let options = Options::of(&function.attrs, problems);
        if function.default.is_some() && !options.given {
            return None;
        }
        let mut signature = function.sig.clone();
        let own: Vec<Ident> = signature.generics.type_params().map(|own| own.ident.clone()).collect();
        let is_open = |ty: &Type| {
            let tokens = ty.to_token_stream();
            mentions(tokens, &|ident| {
                own.contains(ident) || ["Self", "impl", "dyn"].contains(&ident.to_string().as_str())
            })
        };
        let mut arguments = Vec::new();
        for (number, input) in signature.inputs.iter_mut().enumerate() {
            let FnArg::Typed(input) = input else { continue };
            let name = match &*input.pat {
                Pat::Ident(pattern) => pattern.ident.clone(),
                _ => format_ident!("argument_{number}", span = Span::mixed_site()),
            };
            input.pat = syn::parse_quote!(#name);
            arguments.push(Argument::new(name, (*input.ty).clone(), is_open));
        }
        let answered = Answered::of(&signature.output, &options, problems);
        let variant = format_ident!("{}", camel(&signature.ident.to_string()), span = signature.ident.span());
        Some(Method { signature, variant, arguments, answered, options })
    }

    /// The arguments that it changes.
    pub fn changed(&self) -> Vec<&Argument> {
        let changed = self.arguments.iter().filter(|argument| argument.written.is_some());
        changed.filter(|_| !self.options.unchanged).collect()
    }
}

/// `SaveAll` of `save_all`.
fn camel(name: &str) -> String {
    let word = |word: &str| {
        let mut characters = word.chars();
        let first = characters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(characters).collect::<String>()
    };
    name.trim_start_matches("r#").split('_').map(word).collect()
}
