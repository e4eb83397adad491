//! What stands in the attribute and in the function, as far as it has the right form.

use crate::ungrouped;
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, FnArg, Ident, ReturnType, Signature, Token, Visibility, bracketed, parenthesized,
    token,
};

/// The function below the attribute. Its body is left alone: the compiler may know syntax that we do not.
pub struct Function {
    pub attributes: Vec<Attribute>,
    pub visibility: Visibility,
    pub signature: Signature,
    pub body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Function> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let before_signature = input.span();
        let Ok(mut signature) = input.parse::<Signature>() else {
            return Err(Error::new(
                before_signature,
                "`#[forall]` belongs on a function\nhelp: write `#[forall] fn it_holds(x: i32) { .. }`",
            ));
        };
        for parameter in &mut signature.inputs {
            if let FnArg::Typed(parameter) = parameter {
                *parameter.ty = ungrouped::ty((*parameter.ty).clone());
            }
        }
        if let ReturnType::Type(_, ty) = &mut signature.output {
            **ty = ungrouped::ty((**ty).clone());
        }
        Ok(Function { attributes, visibility, signature, body: input.parse()? })
    }
}

/// What stands in the parentheses of `#[forall(..)]`.
pub struct Arguments(pub Punctuated<Argument, Token![,]>);

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Arguments> {
        Punctuated::parse_terminated(input).map(Arguments)
    }
}

/// What may stand there, as a help.
pub const KEYS: &str = "the keys are `panics = \"text\"` (it panics so for every input), `may_panic = \"text\"` or `may_panic = [\"text\", \"other\"]` (it may panic so), \
    `values(x = [1, 2])` (candidates for a parameter), `types(T = [u8, String])` (instances of a generic test), `examples((1, \"a\"), (2, \"b\"))` (arguments to begin with) and the bounds `max_len` \
    (`max_len(x = 4)` for a parameter), `max(x = 64)`, `max_depth`, `max_answers`, `max_runs`, `max_branches`, `max_time`, `solver_work` and `solver_time`";

/// `key = value`, `key(name = [..], ..)`, `key(name = 1, ..)`, `key(1, ..)`, or a key alone.
pub struct Argument {
    pub key: Ident,
    pub value: Given,
}

// There are few of them, and an expression is matched to be looked into.
#[allow(clippy::large_enum_variant)]
pub enum Given {
    Nothing,
    Value(Expr),
    Lists(Vec<List>),
    /// One for each of some parameters.
    Own(Vec<(Ident, Expr)>),
    Expressions(Vec<Expr>),
}

/// `name = [items]`.
pub struct List {
    pub name: Ident,
    pub items: TokenStream,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Argument> {
        let Ok(key) = input.parse() else {
            return Err(input.error(format!("expected a key\nhelp: {KEYS}")));
        };
        if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            if key == "max" || key == "max_len" {
                let own = Punctuated::<Own, Token![,]>::parse_terminated(&content)?;
                let own = own.into_iter().map(|Own { name, value }| (name, value)).collect();
                return Ok(Argument { key, value: Given::Own(own) });
            }
            if key == "examples" {
                let expressions = Punctuated::<Expr, Token![,]>::parse_terminated(&content)?;
                let expressions = expressions.into_iter().map(ungrouped::expression).collect();
                return Ok(Argument { key, value: Given::Expressions(expressions) });
            }
            let lists = Punctuated::<List, Token![,]>::parse_terminated(&content)?;
            return Ok(Argument { key, value: Given::Lists(lists.into_iter().collect()) });
        }
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Given::Value(ungrouped::expression(input.parse()?)),
            None => Given::Nothing,
        };
        Ok(Argument { key, value })
    }
}

/// `name = value`.
struct Own {
    name: Ident,
    value: Expr,
}

impl Parse for Own {
    fn parse(input: ParseStream<'_>) -> syn::Result<Own> {
        let help = "help: write a parameter and a number, as in `x = 64`";
        let name = input.parse().map_err(|error| Error::new(error.span(), format!("{error}\n{help}")))?;
        if !input.peek(Token![=]) {
            return Err(input.error(format!("expected a number\n{help}")));
        }
        input.parse::<Token![=]>()?;
        Ok(Own { name, value: ungrouped::expression(input.parse()?) })
    }
}

impl Parse for List {
    fn parse(input: ParseStream<'_>) -> syn::Result<List> {
        let help = "help: write a name and a list, as in `x = [1, 2]`";
        let name = input.parse().map_err(|error| Error::new(error.span(), format!("{error}\n{help}")))?;
        if !input.peek(Token![=]) || !input.peek2(token::Bracket) {
            return Err(input.error(format!("expected a list\n{help}")));
        }
        input.parse::<Token![=]>()?;
        let content;
        bracketed!(content in input);
        Ok(List { name, items: content.parse()? })
    }
}
