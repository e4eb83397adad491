//! What is wrong with what a macro was given.

use proc_macro2::Span;
use syn::Error;

/// All problems at once, each with what to do about it.
#[derive(Default)]
pub struct Problems(Option<Error>);

impl Problems {
    pub fn add(&mut self, span: Span, problem: &str, help: &str) {
        self.add_error(Error::new(span, format!("{problem}\nhelp: {help}")));
    }

    pub fn add_error(&mut self, error: Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub fn none(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
