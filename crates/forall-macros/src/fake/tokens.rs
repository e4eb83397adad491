//! Types of a trait, as they can be written outside of it.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Type;

/// What stands for `Self`, and for `Self::Item`.
#[derive(Clone, Default)]
pub struct Resolved {
    pub of_self: TokenStream,
    pub associated: Vec<(Ident, TokenStream)>,
    /// The parameters of the fake.
    pub parameters: Vec<Ident>,
}

impl Resolved {
    /// The type with names that mean something outside of the trait. What is lent is lent for ever.
    pub fn outside(&self, ty: &Type) -> Type {
        let tokens = self.replaced(ty.to_token_stream());
        syn::parse2(tokens).unwrap_or_else(|_| ty.clone())
    }

    /// Is it a parameter of the fake?
    pub fn is_parameter(&self, ty: &Type) -> bool {
        let ty = self.outside(ty);
        matches!(&ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| self.parameters.contains(name)))
    }

    fn replaced(&self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut replaced = TokenStream::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.replaced(group.stream()));
                    inner.set_span(group.span());
                    replaced.extend([TokenTree::Group(inner)]);
                }
                TokenTree::Punct(quote) if quote.as_char() == '\'' => {
                    at += 1;
                    replaced.extend(quote!('static));
                }
                TokenTree::Ident(ident) if ident == "Self" => {
                    let item = match tokens.get(at..at + 3) {
                        Some([TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(item)])
                            if a.as_char() == ':' && b.as_char() == ':' =>
                        {
                            self.associated.iter().find(|(name, _)| name == item)
                        }
                        _ => None,
                    };
                    match item {
                        Some((_, ty)) => {
                            at += 3;
                            replaced.extend(ty.clone());
                        }
                        None => replaced.extend(self.of_self.clone()),
                    }
                }
                token => replaced.extend([token.clone()]),
            }
        }
        replaced
    }
}
