//! Parameters of a trait's method, as its hidden method gets them: all of them lent.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{FnArg, Ident, Lifetime, Pat, Signature, Type};

pub struct Parameter {
    pub name: Ident,
    /// With names for what is lent.
    pub named: TokenStream,
    /// As it was written, with a name for `impl Trait`.
    pub plain: TokenStream,
    pub lifetimes: Vec<Lifetime>,
    /// `__I0: Trait`, of an `impl Trait`.
    pub generic: Option<TokenStream>,
    pub generic_name: Option<Ident>,
    pub passed: Passed,
}

/// How a condition knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// It is copied, and the same before and after: a number, something lent to be looked at.
    Copied,
    /// It is lent to be changed, and seen as it is.
    Changed,
    /// It is consumed, and known as it was.
    Owned,
}

pub fn parameters(signature: &Signature) -> Vec<Parameter> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    typed
        .enumerate()
        .map(|(number, typed)| {
            let name = match &*typed.pat {
                Pat::Ident(pattern) if pattern.subpat.is_none() => pattern.ident.clone(),
                _ => format_ident!("__argument_{number}"),
            };
            parameter(number, name, &typed.ty)
        })
        .collect()
}

fn parameter(number: usize, name: Ident, ty: &Type) -> Parameter {
    let generic_name = format_ident!("__I{number}");
    let (plain, bounds) = match ty {
        Type::ImplTrait(of) => (generic_name.to_token_stream(), Some(of.bounds.to_token_stream())),
        Type::Reference(of) => match &*of.elem {
            Type::ImplTrait(inner) => {
                let (lifetime, mutability) = (&of.lifetime, &of.mutability);
                let plain = quote!(&#lifetime #mutability #generic_name);
                (plain, Some(inner.bounds.to_token_stream()))
            }
            _ => (ty.to_token_stream(), None),
        },
        _ => (ty.to_token_stream(), None),
    };
    let mut lifetimes = Vec::new();
    let named = named(plain.clone(), number, &mut lifetimes);
    let generic = bounds.map(|bounds| quote!(#generic_name: #bounds));
    let generic_name = generic.is_some().then_some(generic_name);
    Parameter { name, named, plain, lifetimes, generic, generic_name, passed: passed(ty) }
}

fn passed(ty: &Type) -> Passed {
    const NUMBERS: [&str; 16] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
        "bool", "char",
    ];
    match ty {
        Type::Reference(of) if of.mutability.is_some() => Passed::Changed,
        Type::Reference(_) => Passed::Copied,
        Type::Path(path) if NUMBERS.iter().any(|name| path.path.is_ident(name)) => Passed::Copied,
        _ => Passed::Owned,
    }
}

impl Parameter {
    /// What the conditions call it.
    pub fn opened(&self) -> TokenStream {
        let name = &self.name;
        match self.passed {
            Passed::Copied => quote_spanned!(name.span()=> let #name = *#name;),
            Passed::Changed => quote_spanned!(name.span()=> let #name = &**#name;),
            Passed::Owned => TokenStream::new(),
        }
    }
}

/// With a name for each lifetime that has none, but in the types of functions.
fn named(tokens: TokenStream, number: usize, lifetimes: &mut Vec<Lifetime>) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut result: Vec<TokenTree> = Vec::new();
    let fresh = |lifetimes: &mut Vec<Lifetime>| {
        let lifetime = Lifetime::new(&format!("'__l{number}_{}", lifetimes.len()), Span::call_site());
        lifetimes.push(lifetime.clone());
        lifetime.to_token_stream()
    };
    while let Some(token) = tokens.next() {
        let is_quote = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == '\'');
        match token {
            TokenTree::Punct(ref sign) if sign.as_char() == '&' => {
                // `&&`
                result.push(TokenTree::Punct(Punct::new('&', Spacing::Alone)));
                if !is_quote(tokens.peek()) {
                    result.extend(fresh(lifetimes));
                }
            }
            TokenTree::Punct(ref sign) if sign.as_char() == '\'' => match tokens.next() {
                Some(TokenTree::Ident(name)) if name == "_" => result.extend(fresh(lifetimes)),
                name => result.extend([Some(token), name].into_iter().flatten()),
            },
            TokenTree::Group(group)
                if group.delimiter() != Delimiter::Parenthesis
                    || !matches!(result.last(), Some(TokenTree::Ident(_))) =>
            {
                let inner = named(group.stream(), number, lifetimes);
                result.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
            }
            token => result.push(token),
        }
    }
    result.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_gets_a_name() {
        for (ty, expected) in [
            ("&str", "&'__l0_0 str"),
            ("Option<&'a [&u8]>", "Option<&'a [&'__l0_0 u8]>"),
            ("Cow<'_, str>", "Cow<'__l0_0, str>"),
            ("&dyn Fn(&u8) -> u8", "&'__l0_0 dyn Fn(&u8) -> u8"),
            ("(&u8, &&mut u8)", "(&'__l0_0 u8, &'__l0_1 &'__l0_2 mut u8)"),
        ] {
            let named = named(ty.parse().unwrap(), 0, &mut Vec::new());
            let expected: TokenStream = expected.parse().unwrap();
            let text = |tokens: TokenStream| tokens.to_string().split_whitespace().collect::<String>();
            assert_eq!(text(named), text(expected));
        }
    }
}
