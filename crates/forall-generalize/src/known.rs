//! What the model knows of expressions of the test.

use crate::closed::Subject;
use forall_source::model::{Body, ExpressionId, Form, Range as Place, Written};
use std::rc::Rc;
use syn::Expr;
use syn::spanned::Spanned;

impl Subject<'_> {
    pub(crate) fn known(&self, expression: &Expr) -> Option<(Rc<Body>, ExpressionId)> {
        let range = Place::of(expression.span());
        let form = if matches!(expression, Expr::Macro(_)) { Form::MacroCall } else { Form::Other };
        let written = Written { range, form, within: None };
        let around = self.model.around(&self.summary.file, range);
        around.into_iter().find_map(|summary| {
            let body = self.model.body(summary).ok()?;
            let number = body.of(&self.summary.file, &written)?;
            Some((body, number))
        })
    }
}
