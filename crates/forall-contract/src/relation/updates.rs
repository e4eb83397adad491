//! What becomes of ghost state.

use super::chained::part;
use super::derived::Derivation;
use super::owed::Side;
use super::term::Term;
use super::variable::{Root, Variable, When};
use super::{Origin, Part, Unclear};
use crate::update::Update;
use quote::ToTokens;
use syn::ExprAssign;

impl<'a> Derivation<'a> {
    /// The updates of a contract whose values follow from what is known before and after the call. Ghost state that is read after the body is
    /// something else: calls in the body may have changed it.
    pub(super) fn updates(&mut self, side: &Side<'a>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let updates = &side.function.contract.updates;
        for update in updates {
            let mut reader = self.reader_of(side);
            let result = Variable::new(Root::Result, When::After);
            reader.name_result(&update.result, &result, self.function, self.subject);
            let assigned = syn::parse2::<ExprAssign>(update.clause.written.to_token_stream()).ok();
            let read = assigned.and_then(|assigned| {
                let (place, _) = reader.place(&assigned.left, When::After)?;
                Some((place, reader.read(&assigned.right, When::After)))
            });
            let is_ghost = |variable: &Variable| self.type_of(variable).is_some_and(|ty| ty.is_ghost());
            let is_known = |value: &Term| {
                !value.variables().into_iter().any(|it| it.when == When::After && is_ghost(it))
            };
            match read {
                Some((place, value)) if is_known(&value) && !is_repeated(update, updates) => {
                    let term = Term::Variable(place).same(value);
                    parts.push(part(term, Origin::Ensured(None), &update.clause, side.function));
                }
                _ => reader.unclear.push(Unclear {
                    text: update.clause.text.clone(),
                    why: "it is computed after the body, whose calls may have changed ghost state: say `old(…)`, and update it once"
                        .to_owned(),
                    span: update.clause.span,
                    file: None,
                }),
            }
            self.heard(reader, side.function);
        }
        parts
    }
}

fn is_repeated(update: &Update, updates: &[Update]) -> bool {
    let place = |update: &Update| update.place.to_token_stream().to_string();
    updates.iter().filter(|other| place(other) == place(update)).count() > 1
}
