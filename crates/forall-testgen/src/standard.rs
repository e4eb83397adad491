//! Types of the standard library for whose values there are special functions.

use crate::code::Code;
use crate::scalar::Scalar;
use forall_protocol::inputs::InputKind;
use forall_protocol::value::{Built, Shape, Value};

/// In the largest unit that gives the value.
pub fn duration(parts: &[Value], items: Vec<Code>) -> Code {
    let from = |unit: &str, number: u128| {
        let number = Scalar::new(InputKind::U64, number)
            .map_or_else(|| number.to_string(), |number| number.to_string());
        Code::text(format!("std::time::Duration::from_{unit}({number})"))
    };
    let [Value::Leaf { bits: seconds, .. }, Value::Leaf { bits: nanoseconds, .. }] = parts else {
        return Code::list("std::time::Duration::new(", items, ")");
    };
    match (*seconds, *nanoseconds) {
        (0, 0) => Code::text("std::time::Duration::ZERO"),
        (seconds, 0) => from("secs", seconds),
        (0, nanoseconds) if nanoseconds % 1_000_000 == 0 => from("millis", nanoseconds / 1_000_000),
        (0, nanoseconds) if nanoseconds % 1_000 == 0 => from("micros", nanoseconds / 1_000),
        (0, nanoseconds) => from("nanos", nanoseconds),
        _ => Code::list("std::time::Duration::new(", items, ")"),
    }
}

/// A path or text of the operating system that is UTF-8: `PathBuf::from("a/b")`.
pub fn of_utf8(built: &Built) -> Option<Code> {
    let (function, text) = utf8(built)?;
    Some(Code::list(&format!("{function}("), vec![Code::text(format!("{text:?}"))], ")"))
}

/// What makes it, and its text.
pub fn utf8(built: &Built) -> Option<(&'static str, String)> {
    let function = match built.path.as_str() {
        "forall::path" => "std::path::PathBuf::from",
        "forall::os_string" => "std::ffi::OsString::from",
        "forall::leaked_path" => "std::path::Path::new",
        "forall::leaked_os_str" => "std::ffi::OsStr::new",
        _ => return None,
    };
    let [(_, Value::Node { shape: Shape::Reference, parts })] = built.parts.as_slice() else { return None };
    let [Value::Node { parts: bytes, .. }] = parts.as_slice() else { return None };
    let byte = |value: &Value| match value {
        Value::Leaf { bits, .. } => u8::try_from(*bits).ok(),
        _ => None,
    };
    Some((function, String::from_utf8(bytes.iter().map(byte).collect::<Option<Vec<u8>>>()?).ok()?))
}

/// The text of an `io::Error` for whose kind there is `io::Error::other`.
pub fn of_other_kind(error: &Built) -> Option<&Value> {
    match (error.path.as_str(), error.item.as_str(), error.parts.as_slice()) {
        ("std::io::Error", "new", [(_, Value::Built(kind)), (_, text)]) if kind.item == "Other" => Some(text),
        _ => None,
    }
}
