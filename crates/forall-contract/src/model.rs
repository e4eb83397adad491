//! Model state: what contracts call the state of an object, whatever it is made of.

use crate::clause::refuse;
use crate::problems::Problems;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprCall, Token, Type};

/// What attributes of a type or a block say of its model state.
#[derive(Default)]
pub struct Models {
    /// `#[model(items: Vec<i64>)]`
    pub declared: Vec<Declared>,
    /// `#[represents(items = self.items.clone())]`
    pub represented: Vec<Represented>,
}

pub struct Declared {
    pub name: Ident,
    pub ty: Type,
}

pub struct Represented {
    pub name: Ident,
    pub value: Expr,
}

const MODEL: &str = "write `#[model(items: Vec<i64>)]`";
const REPRESENTS: &str = "write `#[represents(items = self.items.clone())]`";

impl Models {
    /// Takes the attributes that belong to model state.
    pub fn taken_from(attributes: &mut Vec<Attribute>, problems: &mut Problems) -> Models {
        let mut models = Models::default();
        attributes.retain(|attribute| {
            let Some(name) = attribute.path().segments.last().map(|last| last.ident.to_string()) else {
                return true;
            };
            match name.as_str() {
                "model" => {
                    let read = attribute.parse_args_with(Punctuated::<Declared, Token![,]>::parse_terminated);
                    models.declared.extend(all(attribute, read, "a model field has a type", MODEL, problems));
                }
                "represents" => {
                    let read =
                        attribute.parse_args_with(Punctuated::<Represented, Token![,]>::parse_terminated);
                    let problem = "a model field is represented by an expression";
                    models.represented.extend(all(attribute, read, problem, REPRESENTS, problems));
                }
                _ => return true,
            }
            false
        });
        for Represented { value, .. } in &models.represented {
            refuse(value, "a representation", &["old", "ret"], problems);
        }
        models
    }

    pub fn is_empty(&self) -> bool {
        self.declared.is_empty() && self.represented.is_empty()
    }

    /// Names that stand for model fields here.
    pub fn names(&self) -> Vec<Ident> {
        let declared = self.declared.iter().map(|declared| &declared.name);
        declared.chain(self.represented.iter().map(|represented| &represented.name)).cloned().collect()
    }

    /// The same field twice is a mistake, and so is one that is declared here and not represented, or the other way round.
    pub fn of_type(&self, problems: &mut Problems) {
        self.different(problems);
        for Declared { name, .. } in &self.declared {
            if !self.represented.iter().any(|represented| represented.name == *name) {
                let problem = format!("nothing represents the model field `{name}`");
                let help = format!("write `#[represents({name} = …)]` below it");
                problems.add(name.span(), &problem, &help);
            }
        }
        for Represented { name, .. } in &self.represented {
            if self.ty(name).is_none() {
                let problem = format!("there is no model field `{name}` here");
                let help = format!("declare it: `#[model({name}: …)]`");
                problems.add(name.span(), &problem, &help);
            }
        }
    }

    /// Of the implementation of a trait.
    pub fn of_implementation(&self, problems: &mut Problems) {
        self.different(problems);
        for Declared { name, .. } in &self.declared {
            let help = "declare it on the type, or on an `impl` block without a trait";
            problems.add(name.span(), "a model field belongs to a type", help);
        }
        for Represented { name, .. } in &self.represented {
            let help = "represent it on an `impl` block without a trait; what a trait knows of its state, a pure method of it says";
            problems.add(name.span(), "a trait has no model fields", help);
        }
    }

    fn different(&self, problems: &mut Problems) {
        let declared: Vec<&Ident> = self.declared.iter().map(|declared| &declared.name).collect();
        let represented: Vec<&Ident> = self.represented.iter().map(|represented| &represented.name).collect();
        for names in [declared, represented] {
            for (number, name) in names.iter().enumerate() {
                if names[..number].contains(name) {
                    let problem = format!("`{name}` stands here already");
                    problems.add(name.span(), &problem, "keep one of the two");
                }
            }
        }
    }

    /// The type of a field.
    pub fn ty(&self, name: &Ident) -> Option<&Type> {
        self.declared.iter().find(|declared| declared.name == *name).map(|declared| &declared.ty)
    }
}

fn all<T>(
    attribute: &Attribute,
    read: syn::Result<Punctuated<T, Token![,]>>,
    problem: &str,
    help: &str,
    problems: &mut Problems,
) -> Vec<T> {
    match read {
        Ok(read) if !read.is_empty() => read.into_iter().collect(),
        Ok(_) => {
            problems.add(syn::spanned::Spanned::span(attribute), problem, help);
            Vec::new()
        }
        Err(error) => {
            problems.add(error.span(), problem, help);
            Vec::new()
        }
    }
}

impl Parse for Declared {
    fn parse(input: ParseStream<'_>) -> syn::Result<Declared> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Declared { name, ty: input.parse()? })
    }
}

impl Parse for Represented {
    fn parse(input: ParseStream<'_>) -> syn::Result<Represented> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Represented { name, value: input.parse()? })
    }
}

/// The field in `model(stack.items)` and `ghost(stack.calls)`.
pub fn named_field(call: &ExprCall) -> Option<&Expr> {
    let field = call.args.first().filter(|first| call.args.len() == 1 && matches!(first, Expr::Field(_)))?;
    let is_word = |path: &syn::ExprPath| ["model", "ghost"].iter().any(|word| path.path.is_ident(word));
    matches!(&*call.func, Expr::Path(path) if is_word(path)).then_some(field)
}

/// The method that a model field is in the code.
pub fn method(name: &Ident) -> Ident {
    format_ident!("__represents_{}", name, span = name.span())
}

/// `self.items` is `model(self.items)`, where `items` is the name of a model field.
pub fn marked(condition: &TokenStream, models: &[Ident]) -> TokenStream {
    let tokens: Vec<TokenTree> = condition.clone().into_iter().collect();
    let is_dot = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == '.');
    let mut result = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let field = tokens.get(at + 2);
        let is_call = matches!(tokens.get(at + 3), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        match (token, field) {
            (TokenTree::Ident(this), Some(TokenTree::Ident(name)))
                if this == "self"
                    && is_dot(at + 1)
                    && !is_call
                    && models.contains(name)
                    && !is_part(&tokens[..at]) =>
            {
                let word = Ident::new("model", name.span());
                result.extend(quote!(#word(#this.#name)));
                at += 3;
                continue;
            }
            (TokenTree::Group(group), _) => {
                let is_word = matches!(tokens[..at].last(), Some(TokenTree::Ident(word)) if word == "model");
                let inner = if is_word { group.stream() } else { marked(&group.stream(), models) };
                let mut inner = Group::new(group.delimiter(), inner);
                inner.set_span(group.span());
                result.extend(inner.to_token_stream());
            }
            _ => result.extend(token.to_token_stream()),
        }
        at += 1;
    }
    result
}

/// Is it a part of something else, as in `other.self`? A range ends before it.
pub(crate) fn is_part(before: &[TokenTree]) -> bool {
    let is_dot =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == '.');
    let last = before.len().checked_sub(1);
    let one_before = last.and_then(|last| last.checked_sub(1));
    is_dot(last.and_then(|at| before.get(at))) && !is_dot(one_before.and_then(|at| before.get(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_model_fields_stand_for_them() {
        let models = [format_ident!("items")];
        for (condition, expected) in [
            ("self.items.len() > 0", "model(self.items).len() > 0"),
            ("self.items() + self.size", "self.items() + self.size"),
            ("old(self.items[0]) == *ret", "old(model(self.items)[0]) == *ret"),
            ("other.items == other.self_.items", "other.items == other.self_.items"),
            ("model(self.items) == model(other.items)", "model(self.items) == model(other.items)"),
            ("0..self.items", "0..model(self.items)"),
        ] {
            let expected: TokenStream = expected.parse().unwrap();
            assert_eq!(marked(&condition.parse().unwrap(), &models).to_string(), expected.to_string());
        }
    }
}
