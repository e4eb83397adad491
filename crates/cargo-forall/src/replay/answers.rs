//! What fakes answered, put where a reader looks for it: with the fake, among the arguments.

use forall_protocol::replay::{Call, Choice};
use forall_protocol::value::{Built, FUNCTION, Form, Shape, Value};

/// The fakes in a value, with the answers that each of them gave.
pub fn with_answers(value: Value, choices: &[Choice]) -> Value {
    match value {
        Value::Leaf { .. } => value,
        Value::Node { shape, parts } => {
            Value::Node { shape, parts: parts.into_iter().map(|part| with_answers(part, choices)).collect() }
        }
        Value::Built(mut built) => {
            let parts = built.parts.into_iter();
            built.parts = parts
                .filter(|(name, part)| {
                    !(built.form == Form::Chained && name == "writes" && is_no_element(part))
                })
                .map(|(name, part)| (name, with_answers(part, choices)))
                .collect();
            Value::Built(match built.form {
                Form::Fake if built.path == FUNCTION => returning(built, choices),
                Form::Fake => answering(built, choices),
                _ => built,
            })
        }
    }
}

/// `FakeStorage::answering().on_load([None])`.
fn answering(fake: Built, choices: &[Choice]) -> Built {
    let Built { reach, path, item: name, parts: fields, .. } = fake;
    let mut parts: Vec<(String, Value)> =
        fields.into_iter().map(|(_, value)| (String::new(), value)).collect();
    for Choice { value, call, .. } in choices {
        let Some(Call { method, key, .. }) = call.as_ref().filter(|call| call.fake == name) else { continue };
        if is_unit(value) {
            continue;
        }
        let answer = with_answers(value.clone(), choices);
        match key {
            Some(key) => {
                let arguments = key.iter().cloned().chain([answer]).collect();
                let arguments = Value::Node { shape: Shape::Arguments, parts: arguments };
                parts.push((format!("on_{method}_of"), arguments));
            }
            None => add(&mut parts, format!("on_{method}"), answer),
        }
    }
    Built { form: Form::Chained, reach, path, item: "answering".into(), parts }
}

/// `forall::function([1, 2])`.
fn returning(function: Built, choices: &[Choice]) -> Built {
    let of_function = |choice: &&Choice| choice.call.as_ref().is_some_and(|call| call.fake == function.item);
    let results =
        choices.iter().filter(of_function).map(|choice| &choice.value).filter(|value| !is_unit(value));
    let results = results.map(|value| with_answers(value.clone(), choices)).collect();
    let results = Value::Node { shape: Shape::Array, parts: results };
    Built { form: Form::Chained, item: String::new(), parts: vec![(String::new(), results)], ..function }
}

/// Adds an answer to the list of its method.
fn add(parts: &mut Vec<(String, Value)>, list: String, answer: Value) {
    let known = parts.iter_mut().find(|(name, _)| *name == list);
    match known {
        Some((_, Value::Node { parts, .. })) => parts.push(answer),
        _ => parts.push((list, Value::Node { shape: Shape::Array, parts: vec![answer] })),
    }
}

/// Of a slice, nothing is written then.
fn is_no_element(value: &Value) -> bool {
    let Value::Node { shape: Shape::Reference, parts } = value else { return false };
    matches!(&parts[..], [Value::Node { shape: Shape::Slice, parts }] if parts.is_empty())
}

fn is_unit(value: &Value) -> bool {
    matches!(value, Value::Node { shape: Shape::Tuple, parts } if parts.is_empty())
}

/// The choices that no fake made.
pub fn without_answers(choices: &[Choice]) -> Vec<Choice> {
    let made = choices.iter().filter(|choice| choice.call.is_none());
    made.map(|choice| Choice { value: with_answers(choice.value.clone(), choices), ..choice.clone() })
        .collect()
}

/// The calls of fakes, in their order, each with its answer.
pub fn answered_calls(choices: &[Choice]) -> Vec<(Call, Value)> {
    let call = |choice: &Choice| Some((choice.call.clone()?, with_answers(choice.value.clone(), choices)));
    choices.iter().filter_map(call).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::inputs::InputKind;
    use forall_protocol::value::Reach;

    fn number(bits: u128) -> Value {
        Value::Leaf { kind: InputKind::U8, bits }
    }

    fn fake(name: &str) -> Value {
        let (path, item) = ("krate::FakeShop".into(), name.into());
        Value::Built(Built { form: Form::Fake, reach: Reach::Everywhere, path, item, parts: vec![] })
    }

    fn choice(fake: &str, method: &str, value: Value, key: Option<Vec<Value>>) -> Choice {
        let call = Call { fake: fake.into(), method: method.into(), arguments: "1".into(), key };
        Choice { name: format!("{fake}.{method}"), type_name: String::new(), value, call: Some(call) }
    }

    fn array(parts: &[u128]) -> Value {
        Value::Node { shape: Shape::Array, parts: parts.iter().copied().map(number).collect() }
    }

    /// The calls that make a fake, and their arguments.
    fn steps(value: Value) -> Vec<(String, Value)> {
        let Value::Built(Built { form: Form::Chained, item, parts, .. }) = value else { panic!("{value:?}") };
        assert_eq!(item, "answering");
        parts
    }

    #[test]
    fn answers_stand_with_their_fake_in_the_order_of_the_calls() {
        let unit = Value::Node { shape: Shape::Tuple, parts: vec![] };
        let choices = [
            choice("a", "price", number(1), None),
            choice("b", "price", number(2), None),
            choice("a", "log", unit, None),
            choice("a", "stock", number(3), None),
            choice("a", "price", number(4), None),
        ];
        let pair = Value::Node { shape: Shape::Tuple, parts: vec![fake("a"), fake("b")] };
        let Value::Node { parts, .. } = with_answers(pair, &choices) else { panic!("a tuple") };
        let [a, b] = <[Value; 2]>::try_from(parts).expect("two");
        assert_eq!(steps(a), [("on_price".into(), array(&[1, 4])), ("on_stock".into(), array(&[3]))]);
        assert_eq!(steps(b), [("on_price".into(), array(&[2]))]);
        assert_eq!(answered_calls(&choices).len(), 5);
        assert_eq!(without_answers(&choices), []);
    }

    #[test]
    fn fakes_that_are_answers_have_answers_of_their_own() {
        let choices =
            [choice("a", "branch", fake("a.branch#1"), None), choice("a.branch#1", "price", number(7), None)];
        let [(name, Value::Node { parts, .. })] = &steps(with_answers(fake("a"), &choices))[..] else {
            panic!("one step");
        };
        assert_eq!(name, "on_branch");
        assert_eq!(steps(parts[0].clone()), [("on_price".into(), array(&[7]))]);
    }

    #[test]
    fn results_of_functions_are_one_list() {
        let Value::Built(mut function) = fake("f") else { panic!("built") };
        function.path = FUNCTION.into();
        let unit = Value::Node { shape: Shape::Tuple, parts: vec![] };
        let choices =
            [choice("f", "", number(1), None), choice("g", "", unit, None), choice("f", "", number(2), None)];
        let Value::Built(written) = with_answers(Value::Built(function), &choices) else { panic!("built") };
        assert_eq!((written.form, written.item.as_str()), (Form::Chained, ""));
        assert_eq!(written.parts, [(String::new(), array(&[1, 2]))]);
    }

    #[test]
    fn equal_arguments_have_one_answer() {
        let choices = [choice("a", "price", number(7), Some(vec![number(1), number(2)]))];
        let arguments = vec![number(1), number(2), number(7)];
        let arguments = Value::Node { shape: Shape::Arguments, parts: arguments };
        assert_eq!(steps(with_answers(fake("a"), &choices)), [("on_price_of".into(), arguments)]);
    }
}
