//! What a case demands of the value that a test returns.

use crate::code::Code;
use crate::expression::expression;
use crate::layout;
use crate::paths::Paths;
use crate::scalar::Scalar;
use crate::{CaseEnding, TestCase, TestTarget};
use forall_protocol::inputs::InputKind;
use forall_protocol::put::Returns;
use forall_protocol::replay::RecordedReturn;
use forall_protocol::value::{Shape, Value};

/// The statement that calls the test and compares; `None` where there is nothing to compare.
pub fn demanded(target: &TestTarget, case: &TestCase, arguments: &[Code], paths: &Paths) -> Option<String> {
    if case.ending != CaseEnding::Returns {
        return None;
    }
    let close = if target.returns == Returns::Result { ").unwrap()" } else { ")" };
    let call = |before: &str, after: &str| Code::List {
        open: format!("{before}{}(", target.called()),
        items: arguments.to_vec(),
        close: format!("{close}{after}"),
    };
    let by_text = |text: &str| {
        let shown = Code::List {
            open: "format!(".into(),
            items: vec![Code::Text("\"{:?}\"".into()), call("", "")],
            close: ")".into(),
        };
        layout::assertion("assert_eq!", &[shown, Code::Text(format!("{text:?}"))])
    };
    let (value, text) = match case.told.as_ref()? {
        RecordedReturn::Value(value, text) => (value, text),
        RecordedReturn::Text(text) => return Some(by_text(text)),
        RecordedReturn::Unknown | RecordedReturn::Varies => return None,
    };
    Some(match value {
        Value::Node { shape: Shape::Tuple, parts } if parts.is_empty() => return None,
        Value::Leaf { kind: InputKind::Bool, bits: 0 } => layout::assertion("assert!", &[call("!", "")]),
        Value::Leaf { kind: InputKind::Bool, .. } => layout::assertion("assert!", &[call("", "")]),
        Value::Leaf { kind: InputKind::F32 | InputKind::F64, .. } if is_nan(value) => {
            layout::assertion("assert!", &[call("", ".is_nan()")])
        }
        Value::Leaf { kind, .. } if is_odd_float(value) => {
            let zero = Code::Text(format!("(-0.0_{}).to_bits()", kind.rust_name()));
            layout::assertion("assert_eq!", &[call("", ".to_bits()"), zero])
        }
        Value::Node { shape: Shape::Vec | Shape::VecDeque, parts } if parts.is_empty() => {
            layout::assertion("assert!", &[call("", ".is_empty()")])
        }
        // Of a vector, the type of the elements must be clear from the elements.
        Value::Node { shape: Shape::Vec | Shape::VecDeque | Shape::Array, parts }
            if parts.iter().any(is_vague) =>
        {
            by_text(text)
        }
        value if contains_odd_float(value) => by_text(text),
        value => layout::assertion("assert_eq!", &[call("", ""), expression(value, paths)?]),
    })
}

/// Something that is not equal to itself, or equal to something else.
fn is_odd_float(value: &Value) -> bool {
    let Value::Leaf { kind, bits } = value else { return false };
    match kind {
        InputKind::F32 | InputKind::F64 => {
            is_nan(value) || Scalar::new(*kind, *bits).is_some_and(|value| value.to_string() == "-0.0")
        }
        _ => false,
    }
}

fn is_nan(value: &Value) -> bool {
    match value {
        Value::Leaf { kind: InputKind::F32, bits } => f32::from_bits(*bits as u32).is_nan(),
        Value::Leaf { kind: InputKind::F64, bits } => f64::from_bits(*bits as u64).is_nan(),
        _ => false,
    }
}

fn contains_odd_float(value: &Value) -> bool {
    is_odd_float(value) || parts(value).any(contains_odd_float)
}

fn is_vague(value: &Value) -> bool {
    match value {
        Value::Node { shape: Shape::None | Shape::Ok | Shape::Err, .. } => true,
        Value::Node { shape: Shape::String | Shape::Str, .. } => false,
        Value::Node { shape: Shape::Vec | Shape::VecDeque | Shape::Array, parts } if parts.is_empty() => true,
        value => parts(value).any(is_vague),
    }
}

fn parts(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Leaf { .. } => Box::new(std::iter::empty()),
        Value::Node { parts, .. } => Box::new(parts.iter()),
        Value::Built(built) => Box::new(built.parts.iter().map(|(_, part)| part)),
    }
}
