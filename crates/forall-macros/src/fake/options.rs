//! What `#[fake(…)]` says of a method.

use crate::problems::Problems;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

#[derive(Default)]
pub struct Options {
    /// There is an attribute: a method with a body of its own is faked nevertheless.
    pub given: bool,
    /// A `Result` is never an error.
    pub never_fails: Option<Span>,
    /// What it is given by `&mut` stays as it is.
    pub unchanged: bool,
}

impl Options {
    pub fn of(attributes: &[Attribute], problems: &mut Problems) -> Options {
        let mut options = Options::default();
        let is_fake = |attribute: &&Attribute| {
            attribute.path().segments.last().is_some_and(|last| last.ident == "fake")
        };
        for attribute in attributes.iter().filter(is_fake) {
            options.given = true;
            if matches!(attribute.meta, Meta::Path(_)) {
                continue;
            }
            let parsed = attribute.parse_nested_meta(|meta| {
                match meta.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("never_fails") => options.never_fails = Some(meta.path.span()),
                    Some("unchanged") => options.unchanged = true,
                    _ => return Err(meta.error("unknown key")),
                }
                Ok(())
            });
            if let Err(error) = parsed {
                problems.add(
                    error.span(),
                    "`#[fake]` has no such key here",
                    "the keys are `never_fails` and `unchanged`",
                );
            }
        }
        options
    }
}
