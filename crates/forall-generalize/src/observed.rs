//! What a test could return: values that it compares with constants, and conditions.

use crate::assertion::Assertion;
use crate::closed::Subject;
use forall_source::model::{self, Argument, Type};
use std::ops::Range;
use syn::Expr;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Says of each assertion which type what it compares has, if the test can return that.
pub fn find(subject: &Subject<'_>, block: &syn::Block, assertions: &mut [Assertion]) {
    let wanted = assertions.iter().map(|own| Some(own).filter(|own| own.can_be_bound())?.observed().cloned());
    let mut search = Search { subject, found: vec![None; assertions.len()], wanted: wanted.collect() };
    search.visit_block(block);
    for (own, found) in assertions.iter_mut().zip(search.found) {
        // What is only looked at, or copied, is still there at the end.
        own.returned = found.filter(|(_, copied)| own.equates || *copied).map(|(ty, _)| ty);
    }
}

struct Search<'a> {
    subject: &'a Subject<'a>,
    wanted: Vec<Option<Range<usize>>>,
    /// With whether it is copied.
    found: Vec<Option<(String, bool)>>,
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let range = expression.span().byte_range();
        if let Some(number) = self.wanted.iter().position(|own| own.as_ref() == Some(&range)) {
            self.found[number] = self.found[number].take().or_else(|| {
                let (body, known) = self.subject.known(expression)?;
                let ty = body.ty(body.expression(known)?.ty)?;
                let spelled = is_returned(ty).then(|| self.subject.model.spelled(ty))??;
                Some((spelled, matches!(ty, Type::Primitive(_))))
            });
        }
        visit::visit_expr(self, expression);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        model::arguments(&name, &call.tokens).iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Does it own all that is in it, and can a case write it down? A `Result` would make the test fail.
pub fn is_returned(ty: &Type) -> bool {
    match ty {
        Type::Primitive(name) => name != "!" && name != "str",
        Type::Tuple(parts) => !parts.is_empty() && parts.iter().all(is_returned),
        Type::Named { path, arguments } => {
            let of_such = |argument: &Argument| match argument {
                Argument::Type(Type::Named { path, .. }) if path == "std::alloc::Global" => true,
                Argument::Type(ty) => is_returned(ty),
                _ => false,
            };
            ["std::string::String", "std::vec::Vec", "std::option::Option"].contains(&path.as_str())
                && arguments.iter().all(of_such)
        }
        _ => false,
    }
}
