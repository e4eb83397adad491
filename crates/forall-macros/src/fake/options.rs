//! What attributes say of a method: `#[fake(…)]`, `#[requires(…)]`, `#[ensures(…)]`.

use crate::problems::Problems;
use forall_contract::clause;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitStr, Meta, Type};

#[derive(Default)]
pub struct Options {
    /// There is an attribute: a method with a body of its own is faked nevertheless.
    pub given: bool,
    /// Equal arguments have equal answers.
    pub pure: Option<Span>,
    /// The answer is the same until this method is called; without a name it is `set_…`.
    pub property: Option<(Span, Option<Ident>)>,
    /// A `Result` is never an error.
    pub never_fails: Option<Span>,
    /// It may panic, with this message.
    pub may_panic: Option<LitStr>,
    /// What it answers, or a closure that makes it of what is drawn.
    pub answers: Option<Expr>,
    /// What it is given by `&mut` stays as it is.
    pub unchanged: bool,
    /// What stands for an associated type or constant.
    pub associated: Option<TokenStream>,
    pub requires: Vec<TokenStream>,
    pub ensures: Vec<TokenStream>,
}

const KEYS: &str = "the keys are `pure`, `property`, `never_fails`, `may_panic = \"text\"`, `answers = …` and `unchanged`; of an \
    associated type `type = …`, of a constant `value = …`";

impl Options {
    pub fn of(attributes: &[Attribute], problems: &mut Problems) -> Options {
        let mut options = Options::default();
        for attribute in attributes {
            let Some(last) = attribute.path().segments.last() else { continue };
            match last.ident.to_string().as_str() {
                "fake" => options.read(attribute, problems),
                "requires" => options.requires.extend(content(attribute, problems)),
                "ensures" => options.ensures.extend(content(attribute, problems)),
                _ => {}
            }
        }
        options.contradictions(problems);
        options
    }

    fn read(&mut self, attribute: &Attribute, problems: &mut Problems) {
        self.given = true;
        if matches!(attribute.meta, Meta::Path(_)) {
            return;
        }
        let parsed = attribute.parse_nested_meta(|meta| {
            let span = meta.path.span();
            match meta.path.get_ident().map(ToString::to_string).as_deref() {
                Some("pure") => self.pure = Some(span),
                Some("property") if meta.input.peek(syn::Token![=]) => {
                    self.property = Some((span, Some(meta.value()?.parse()?)));
                }
                Some("property") => self.property = Some((span, None)),
                Some("never_fails") => self.never_fails = Some(span),
                Some("may_panic") => self.may_panic = Some(meta.value()?.parse()?),
                Some("answers") => self.answers = Some(meta.value()?.parse()?),
                Some("unchanged") => self.unchanged = true,
                Some("type") => {
                    let ty: Type = meta.value()?.parse()?;
                    self.associated = Some(quote::quote!(#ty));
                }
                Some("value") => {
                    let value: Expr = meta.value()?.parse()?;
                    self.associated = Some(quote::quote!(#value));
                }
                _ => return Err(meta.error("`#[fake]` has no such key")),
            }
            Ok(())
        });
        if let Err(error) = parsed {
            problems.add(error.span(), &error.to_string(), KEYS);
        }
    }

    fn contradictions(&self, problems: &mut Problems) {
        if let (Some(span), Some(_)) = (self.pure, &self.property) {
            problems.add(span, "a property is not a function of its arguments", "write `pure` or `property`");
        }
        let remembered = self.pure.or(self.property.as_ref().map(|(span, _)| *span));
        if let (Some(span), Some(_)) = (remembered, &self.may_panic) {
            problems.add(span, "an answer that is given again cannot be a panic", "remove `may_panic`");
        }
        if let (Some(span), Some(_)) = (self.never_fails, &self.answers) {
            problems.add(span, "`answers` says what the method answers", "remove `never_fails`");
        }
    }
}

/// What stands in the parentheses.
fn content(attribute: &Attribute, problems: &mut Problems) -> Option<TokenStream> {
    clause::content(&attribute.meta, clause::FORMS, problems).map(|condition| condition.into_token_stream())
}
