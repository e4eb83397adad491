//! What stands in the attribute and in the function, as far as it has the right form.

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, Signature, Token, Visibility};

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
        let Ok(signature) = input.parse::<Signature>() else {
            return Err(Error::new(
                before_signature,
                "`#[forall]` belongs on a function\nhelp: write `#[forall] fn it_holds(x: i32) { .. }`",
            ));
        };
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
pub const KEYS: &str = "the keys are `panics = \"text\"` (it panics so for every input) and `may_panic = \"text\"` (it may panic so)";

/// `key = value`, or a key alone.
pub struct Argument {
    pub key: Ident,
    pub value: Option<Expr>,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Argument> {
        let Ok(key) = input.parse() else {
            return Err(input.error(format!("expected a key\nhelp: {KEYS}")));
        };
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Argument { key, value })
    }
}
