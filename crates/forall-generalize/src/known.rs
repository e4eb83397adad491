//! What the model knows of expressions of the test.

use crate::closed::Subject;
use forall_source::model::{Binding, Body, ExpressionId, Form, Range as Place, Summary, Type, Written};
use std::rc::Rc;
use syn::Expr;
use syn::spanned::Spanned;

impl<'m> Subject<'m> {
    /// The bodies in which something may be that is written there, the innermost first. What an attribute makes of the test has the place of that attribute.
    pub(crate) fn bodies(&self, range: Place) -> Vec<&'m Summary> {
        let mut bodies = self.model.around(&self.summary.file, range);
        if !bodies.iter().any(|own| own.definition == self.summary.definition) {
            bodies.push(self.summary);
        }
        bodies
    }

    pub(crate) fn known(&self, expression: &Expr) -> Option<(Rc<Body>, ExpressionId)> {
        let range = Place::of(expression.span());
        let form = if matches!(expression, Expr::Macro(_)) { Form::MacroCall } else { Form::Other };
        let written = Written { range, form, within: None };
        self.bodies(range).into_iter().find_map(|summary| {
            let body = self.model.body(summary).ok()?;
            let number = body.of(&self.summary.file, &written)?;
            Some((body, number))
        })
    }
    /// The type of the variable that is bound there.
    pub(crate) fn variable(&self, name: &syn::Ident) -> Option<Type> {
        let place = Place::of(name.span());
        let bodies = self.bodies(place).into_iter().filter_map(|summary| self.model.body(summary).ok());
        bodies.into_iter().find_map(|body| {
            let is_own = |own: &&Binding| {
                body.file(own.place) == Some(&self.summary.file) && place.contains(own.place.range)
            };
            body.ty(body.bindings.iter().find(is_own)?.ty).cloned()
        })
    }
}
