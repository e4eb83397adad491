//! Objects that stand in several places of the arguments: each gets a statement of its own, and the places share it.

use crate::spelling::{plain, spelled};
use forall_protocol::value::{Built, Form, Value};
use std::collections::BTreeSet;

/// Objects, with the names of their variables, in the order in which they are made.
type Objects = Vec<(String, Value)>;

/// Takes out of the arguments what stands there more than once. The last place takes the object itself, so that the test has all handles.
pub fn taken_out(arguments: &[(String, Value)], reserved: &str) -> (Objects, Vec<(String, Value)>) {
    let mut repeated = BTreeSet::new();
    arguments.iter().for_each(|(_, value)| find_repeated(value, &mut repeated));
    let mut objects = Objects::new();
    let take =
        |(name, value): &(String, Value)| (name.clone(), without(value, &repeated, reserved, &mut objects));
    let mut arguments: Vec<(String, Value)> = arguments.iter().map(take).collect();
    let mut moved = BTreeSet::new();
    let places = objects.iter_mut().chain(&mut arguments);
    places.rev().for_each(|(_, value)| take_last(value, reserved, &mut moved));
    (objects, arguments)
}

/// The variable of an object that was drawn as `list[0].next`.
pub fn variable(object: &str, reserved: &str) -> String {
    let words = object.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let name = words.map(plain).collect::<Vec<_>>().join("_");
    if name == plain(reserved) { format!("the_{name}") } else { spelled(&name) }
}

fn find_repeated(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Leaf { .. } => {}
        Value::Node { parts, .. } => parts.iter().for_each(|part| find_repeated(part, found)),
        Value::Built(built) => {
            if built.form == Form::Shared && built.parts.is_empty() {
                found.insert(built.item.clone());
            }
            built.parts.iter().for_each(|(_, part)| find_repeated(part, found));
        }
    }
}

/// The value, in which repeated objects are named. What is inside of an object is made before it.
fn without(value: &Value, repeated: &BTreeSet<String>, reserved: &str, objects: &mut Objects) -> Value {
    match value {
        Value::Leaf { .. } => value.clone(),
        Value::Node { shape, parts } => {
            let parts = parts.iter().map(|part| without(part, repeated, reserved, objects)).collect();
            Value::Node { shape: *shape, parts }
        }
        Value::Built(built) => {
            let part =
                |(name, part): &(String, Value)| (name.clone(), without(part, repeated, reserved, objects));
            let mut parts: Vec<(String, Value)> = built.parts.iter().map(part).collect();
            if built.form != Form::Shared || parts.is_empty() {
                return Value::Built(Built { parts, ..built.clone() });
            }
            let (_, first) = parts.swap_remove(0);
            if !repeated.contains(&built.item) {
                return first;
            }
            objects.push((variable(&built.item, reserved), first));
            Value::Built(Built { parts: Vec::new(), ..built.clone() })
        }
    }
}

/// Goes backwards: the first place that is met is the last one.
fn take_last(value: &mut Value, reserved: &str, moved: &mut BTreeSet<String>) {
    match value {
        Value::Leaf { .. } => {}
        Value::Node { parts, .. } => {
            parts.iter_mut().rev().for_each(|part| take_last(part, reserved, moved));
        }
        Value::Built(built) if built.form == Form::Shared => {
            let variable = variable(&built.item, reserved);
            match moved.insert(built.item.clone()) {
                true => {
                    *built =
                        Built { form: Form::Source, path: variable, item: String::new(), ..built.clone() }
                }
                false => built.item = variable,
            }
        }
        Value::Built(built) => {
            built.parts.iter_mut().rev().for_each(|(_, part)| take_last(part, reserved, moved));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::inputs::InputKind;
    use forall_protocol::value::{Reach, Shape};

    fn object(name: &str, parts: Vec<Value>) -> Value {
        let parts = parts.into_iter().map(|part| (String::new(), part)).collect();
        let (form, reach, path) = (Form::Shared, Reach::Everywhere, "std::rc::Rc".into());
        Value::Built(Built { form, reach, path, item: name.into(), parts })
    }

    fn rc(value: Value) -> Value {
        Value::Node { shape: Shape::Rc, parts: vec![value] }
    }

    fn source(text: &str) -> Value {
        let (form, reach, path, item) = (Form::Source, Reach::Everywhere, text.into(), String::new());
        Value::Built(Built { form, reach, path, item, parts: vec![] })
    }

    #[test]
    fn what_stands_in_several_places_has_a_statement_of_its_own_and_the_last_place_takes_it() {
        let one = Value::Leaf { kind: InputKind::U8, bits: 1 };
        let inner = object("a.next", vec![rc(one.clone())]);
        let pair =
            Value::Node { shape: Shape::Tuple, parts: vec![object("a", vec![]), object("a.next", vec![])] };
        let arguments = [("a".into(), object("a", vec![rc(inner)])), ("b".into(), pair)];
        let (objects, arguments) = taken_out(&arguments, "a");
        assert_eq!(objects, [("a_next".into(), rc(one)), ("the_a".into(), rc(object("a_next", vec![])))]);
        let pair = Value::Node { shape: Shape::Tuple, parts: vec![source("the_a"), source("a_next")] };
        assert_eq!(arguments, [("a".into(), object("the_a", vec![])), ("b".into(), pair)]);
    }

    #[test]
    fn what_stands_in_one_place_stays_there() {
        let one = Value::Leaf { kind: InputKind::U8, bits: 1 };
        let (objects, arguments) = taken_out(&[("a".into(), object("a", vec![rc(one.clone())]))], "put");
        assert_eq!((objects, arguments), (vec![], vec![("a".into(), rc(one))]));
    }
}
