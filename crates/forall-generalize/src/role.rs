//! What a constant is called where it is used.

use crate::closed::Subject;
use forall_source::model::{self, Body, Expression, ExpressionId, Kind, OF_RUST};
use std::ops::Range;

#[derive(Default)]
pub struct Role {
    pub name: Option<String>,
    /// The call that it is an argument of, by its place.
    pub call: Option<Range<usize>>,
}

/// So many conversions may lie between a constant and what gives it a name.
const DEPTH: usize = 4;

/// What the function it is passed to calls it, or a variable or variant; and that call. What only borrows or converts it is looked through.
pub fn role(subject: &Subject<'_>, body: &Body, number: ExpressionId) -> Role {
    let mut argument = number;
    let mut is_converted = false;
    for _ in 0..DEPTH {
        if let Some(variable) = body.bindings.iter().find(|own| own.initializer == Some(argument)) {
            // What is made of it is something else.
            if is_converted {
                break;
            }
            return Role { name: Some(variable.name.clone()), call: None };
        }
        let Some((parent, known)) = parent(body, argument) else { break };
        match &known.kind {
            Kind::Borrow { .. } => {}
            Kind::Call { callee: Some(callee), arguments, .. } => {
                let Some(position) = arguments.iter().position(|own| *own == Some(argument)) else { break };
                let start = known.place.range.start;
                let call = Some(start.line as usize..start.column as usize);
                if let Some(name) = variant(&callee.function.path) {
                    return Role { name: Some(name), call };
                }
                let function = model::find(subject.models, &callee.function);
                let name = function.and_then(|(_, function)| function.parameters.get(position)?.clone());
                if let Some(name) = name.filter(|name| is_telling(name)) {
                    return Role { name: Some(name), call };
                }
                if position > 0 || !OF_RUST.contains(&callee.function.krate.as_str()) {
                    return Role { name: None, call };
                }
                is_converted = true;
            }
            _ => break,
        }
        argument = parent;
    }
    Role::default()
}

fn parent(body: &Body, number: ExpressionId) -> Option<(ExpressionId, &Expression)> {
    let parent = body.expression(number)?.parent?;
    Some((parent, body.expression(parent)?))
}

fn is_telling(name: &str) -> bool {
    name != "self" && syn::parse_str::<syn::Ident>(name).is_ok() && !name.starts_with('_')
}

/// `number`, of the variant or tuple struct `Value::Number`.
fn variant(path: &str) -> Option<String> {
    let path = path.trim_end_matches("::{constructor#0}");
    let last = path.rsplit("::").next()?;
    let is_type = last.starts_with(|first: char| first.is_uppercase());
    if !is_type || ["Some", "Ok", "Err"].contains(&last) {
        return None;
    }
    let mut name = String::new();
    for letter in last.chars() {
        if letter.is_uppercase() && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    is_telling(&name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_name_what_is_in_them() {
        assert_eq!(variant("settings::Value::Number").as_deref(), Some("number"));
        assert_eq!(variant("WordWidth::{constructor#0}").as_deref(), Some("word_width"));
        assert_eq!(variant("option::Option::Some"), None);
        assert_eq!(variant("levenshtein"), None);
        assert_eq!(variant("Type"), None);
    }
}
