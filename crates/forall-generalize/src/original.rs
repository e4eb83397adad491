//! What becomes of an assertion that holds for the original values only: what it observes is evaluated for all inputs, and laws that hold are asserted.

use crate::assertion::Assertion;
use crate::draft::{Fate, Plan};
use crate::edited::{Replacement, breaks, edited, on_one_line};
use crate::helper;

impl Plan<'_> {
    /// The laws of an assertion, as statements in one line.
    pub fn besides(&self, assertion: usize) -> String {
        let laws = self.laws.get(assertion).copied().unwrap_or_default();
        match &self.fates[assertion] {
            Fate::Bound(name) => laws.iter().map(|law| format!(" {}", law.statement(name))).collect(),
            _ => String::new(),
        }
    }

    /// What an assertion observes by a name of its own, if it has one.
    pub fn bound(
        &self,
        assertion: &Assertion,
        fate: &Fate<'_>,
        constants: &[Replacement],
        edits: &mut Vec<Replacement>,
    ) -> String {
        let (Fate::Bound(name), Some(actual)) = (fate, assertion.observed()) else { return String::new() };
        let inside = |own: &&Replacement| actual.start <= own.0.start && own.0.end <= actual.end;
        let own: Vec<Replacement> = constants.iter().filter(inside).cloned().collect();
        edits.retain(|edit| !own.contains(edit));
        edits.push((actual.clone(), format!("{name}{}", breaks(&self.closed.source, actual.clone()))));
        let text = edited(&self.closed.source, actual, own);
        format!("let {name} = {}; ", on_one_line(&text).unwrap_or(text))
    }

    /// What an assertion looks at is called for all values, also where it is not asserted.
    pub fn otherwise(&self, assertion: &Assertion, fate: &Fate<'_>, constants: &[Replacement]) -> String {
        if matches!(fate, Fate::Bound(_)) {
            return String::new();
        }
        let call = |number: &usize| {
            let operand = &assertion.operands[*number];
            syn::parse_str(self.closed.text(operand)).ok().filter(helper::calls)?;
            let inside = |own: &&Replacement| operand.start <= own.0.start && own.0.end <= operand.end;
            let own = constants.iter().filter(inside).cloned().collect();
            on_one_line(&edited(&self.closed.source, operand, own)).map(|text| format!("let _ = {text}; "))
        };
        let calls: String = assertion.evaluated.iter().filter_map(call).collect();
        if calls.is_empty() { calls } else { format!(" else {{ {calls}}}") }
    }

    /// What the new test returns for its cases to record, and its type.
    pub fn returned(&self) -> Option<(String, String)> {
        let fates = self.fates.iter().zip(&self.closed.assertions);
        let all = fates.filter_map(|(fate, assertion)| match (fate, &assertion.returned) {
            (Fate::Bound(name), Some(ty)) if self.returns => Some((name.clone(), ty.clone())),
            _ => None,
        });
        let (names, types): (Vec<String>, Vec<String>) = all.unzip();
        match (&names[..], &types[..]) {
            ([], _) => None,
            ([name], [ty]) => Some((name.clone(), ty.clone())),
            _ => Some((format!("({})", names.join(", ")), format!("({})", types.join(", ")))),
        }
    }
}
