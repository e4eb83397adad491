//! What the compiler knows of an expression of a test.

use crate::closed::Subject;
use forall_source::model::{self, Body, ExpressionId, Form, Kind, Range as Place, Written};
use std::ops::Range;
use std::rc::Rc;
use syn::Expr;
use syn::spanned::Spanned;

impl Subject<'_> {
    /// What the model knows of an expression.
    pub fn known(&self, expression: &Expr) -> Option<(Rc<Body>, ExpressionId)> {
        let range = Place::of(expression.span());
        let form = if matches!(expression, Expr::Macro(_)) { Form::MacroCall } else { Form::Other };
        let written = Written { range, form, within: None };
        let file = &self.summary.file;
        let around = self.model.around(file, range);
        around.into_iter().find_map(|summary| {
            let body = self.model.body(summary).ok()?;
            let number = body.of(file, &written)?;
            Some((body, number))
        })
    }

    /// What the function it is passed to calls it, or a variable; and that call.
    pub fn role(&self, body: &Body, number: ExpressionId) -> Option<(Option<String>, Option<Range<usize>>)> {
        if let Some(variable) = body.bindings.iter().find(|own| own.initializer == Some(number)) {
            return Some((Some(variable.name.clone()), None));
        }
        let mut argument = number;
        let mut parent = body.expression(number)?.parent?;
        while let Kind::Borrow { .. } = body.expression(parent)?.kind {
            argument = parent;
            parent = body.expression(parent)?.parent?;
        }
        let call = body.expression(parent)?;
        let Kind::Call { callee: Some(callee), arguments, .. } = &call.kind else { return None };
        let position = arguments.iter().position(|own| *own == Some(argument))?;
        let function = model::find(self.models, &callee.function);
        let name = function.and_then(|(_, function)| function.parameters.get(position)?.clone());
        let name = name.filter(|name| name != "self" && syn::parse_str::<syn::Ident>(name).is_ok());
        let start = call.place.range.start;
        Some((name, Some(start.line as usize..start.column as usize)))
    }
}
