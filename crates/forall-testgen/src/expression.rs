//! Arguments as the code a person would write.
//!
//! See docs/decisions/replay-reports-arguments.md.

mod references;

use crate::bytes;
use crate::code::Code;
use crate::paths::Paths;
use crate::scalar::{Notation, Scalar};
use crate::spelling::{plain, spelled};
use crate::standard;
use forall_protocol::inputs::InputKind;
use forall_protocol::value::{Built, Form, Shape, Value};
use references::{leaked, lent};

/// The expression of a value; `None` when a leaf of it is no value of its type.
pub fn expression(value: &Value, paths: &Paths) -> Option<Code> {
    let (shape, parts) = match value {
        Value::Leaf { kind, bits } => {
            let byte = bytes::character(value, paths).map(Code::text);
            return byte.or_else(|| Some(Code::text(Scalar::new(*kind, *bits)?.to_string())));
        }
        Value::Node { shape, parts } => (*shape, parts),
        Value::Built(built) => return user_made(built, paths),
    };
    if let Some(text) = bytes::text(shape, parts, paths) {
        return Some(Code::text(text));
    }
    let items = || parts.iter().map(|part| expression(part, paths)).collect::<Option<Vec<Code>>>();
    Some(match shape {
        Shape::Tuple => Code::list("(", items()?, ")"),
        Shape::Array | Shape::Slice => Code::list("[", items()?, "]"),
        Shape::Vec => Code::list("vec![", items()?, "]"),
        Shape::VecDeque => collection("VecDeque", items()?),
        Shape::BTreeSet => collection("BTreeSet", items()?),
        Shape::HashSet => collection("HashSet", items()?),
        Shape::BTreeMap => collection("BTreeMap", items()?),
        Shape::HashMap => collection("HashMap", items()?),
        Shape::String if parts.is_empty() => Code::text("String::new()"),
        Shape::String => Code::list("String::from(", vec![literal(parts)?], ")"),
        Shape::Str => literal(parts)?,
        Shape::None => Code::text("None"),
        Shape::Some => Code::list("Some(", items()?, ")"),
        Shape::Ok => Code::list("Ok(", items()?, ")"),
        Shape::Err => Code::list("Err(", items()?, ")"),
        Shape::Box => Code::list("Box::new(", items()?, ")"),
        Shape::Rc => Code::list("std::rc::Rc::new(", items()?, ")"),
        Shape::Arc => Code::list("std::sync::Arc::new(", items()?, ")"),
        Shape::Duration => standard::duration(parts, items()?),
        Shape::Range => range(parts.first(), "..", parts.get(1), paths)?,
        Shape::RangeInclusive => range(parts.first(), "..=", parts.get(1), paths)?,
        Shape::RangeFrom => range(parts.first(), "..", None, paths)?,
        Shape::RangeTo => range(None, "..", parts.first(), paths)?,
        Shape::RangeToInclusive => range(None, "..=", parts.first(), paths)?,
        Shape::RangeFull => Code::text(".."),
        Shape::Reference => reference(parts.first()?, "&", paths)?,
        Shape::Leaked => leaked(parts.first()?, paths)?,
        Shape::MutableReference => reference(parts.first()?, "&mut ", paths)?,
        Shape::CowBorrowed | Shape::CowSlice | Shape::CowLent => {
            Code::list("std::borrow::Cow::Borrowed(", vec![lent(shape, parts.first()?, paths)?], ")")
        }
        Shape::CowOwned => Code::list("std::borrow::Cow::Owned(", items()?, ")"),
        Shape::Cell => Code::list("std::cell::Cell::new(", items()?, ")"),
        Shape::RefCell => Code::list("std::cell::RefCell::new(", items()?, ")"),
        Shape::PhantomData => Code::text("std::marker::PhantomData"),
        // Stands in calls alone, where they are taken apart.
        Shape::Arguments => return None,
    })
}

/// The characters of a text; `None` when one is no character.
pub fn characters(parts: &[Value]) -> Option<String> {
    let character = |part: &Value| match part {
        Value::Leaf { kind: InputKind::Char, bits } => char::from_u32(u32::try_from(*bits).ok()?),
        _ => None,
    };
    parts.iter().map(character).collect()
}

fn collection(name: &str, items: Vec<Code>) -> Code {
    if items.is_empty() {
        return Code::text(format!("std::collections::{name}::new()"));
    }
    Code::list(&format!("std::collections::{name}::from("), vec![Code::list("[", items, "]")], ")")
}

fn literal(parts: &[Value]) -> Option<Code> {
    Some(Code::text(format!("{:?}", characters(parts)?)))
}

fn user_made(built: &Built, paths: &Paths) -> Option<Code> {
    if let Some(text) = standard::of_utf8(built) {
        return Some(text);
    }
    if let Some(text) = standard::of_other_kind(built) {
        return Some(Code::list("std::io::Error::other(", vec![expression(text, paths)?], ")"));
    }
    if built.form == Form::Source {
        return Some(Code::text(built.path.clone()));
    }
    if matches!(built.form, Form::Shared | Form::Alternative) {
        return match built.parts.first() {
            Some((_, first)) => expression(first, paths),
            None => Some(Code::text(format!("{}::clone(&{})", built.path, built.item))),
        };
    }
    if built.form == Form::Chained {
        let (start, steps) = chain(built, paths)?;
        if steps.is_empty() {
            return Some(start);
        }
        let steps: String = steps.iter().map(|step| format!(".{}", step.flat())).collect();
        return Some(Code::text(format!("{}{steps}", start.flat())));
    }
    let path = paths.written(built);
    let part = |(name, value): &(String, Value)| match built.form {
        Form::Braces => Some(field(name, expression(value, paths)?)),
        _ => expression(value, paths),
    };
    let parts = built.parts.iter().map(part).collect::<Option<Vec<Code>>>()?;
    if !paths.reaches(built) {
        let mut values = built.parts.iter().map(|(_, value)| expression(value, paths));
        let tuple = Code::list("(", values.by_ref().collect::<Option<Vec<Code>>>()?, ")");
        return Some(Code::list("forall::from_parts(", vec![tuple], ")"));
    }
    Some(match built.form {
        Form::Braces if parts.is_empty() => Code::text(format!("{path} {{}}")),
        Form::Braces => Code::list(&format!("{path} {{ "), parts, " }"),
        Form::Parentheses => Code::list(&format!("{path}("), parts, ")"),
        Form::Unwrapped => Code::list(&format!("{path}("), parts, ").unwrap()"),
        Form::Bare | Form::Source | Form::Fake | Form::Chained | Form::Shared | Form::Alternative => {
            Code::text(path)
        }
    })
}

/// A chain of calls: the first one, and those that follow.
pub fn chain(built: &Built, paths: &Paths) -> Option<(Code, Vec<Code>)> {
    let (arguments, steps): (Vec<_>, Vec<_>) = built.parts.iter().partition(|(name, _)| name.is_empty());
    let first = arguments.iter().map(|(_, value)| expression(value, paths)).collect::<Option<Vec<Code>>>()?;
    let step = |(name, value): &&(String, Value)| {
        let arguments = match value {
            Value::Node { shape: Shape::Arguments, parts } => parts.as_slice(),
            value => std::slice::from_ref(value),
        };
        let arguments = arguments.iter().map(|argument| expression(argument, paths));
        Some(Code::list(&format!("{name}("), arguments.collect::<Option<Vec<Code>>>()?, ")"))
    };
    let start = Code::list(&format!("{}(", paths.written(built)), first, ")");
    Some((start, steps.iter().map(step).collect::<Option<Vec<Code>>>()?))
}

fn field(name: &str, value: Code) -> Code {
    value.prefixed(&format!("{}: ", spelled(&plain(name))))
}

fn range(start: Option<&Value>, dots: &str, end: Option<&Value>, paths: &Paths) -> Option<Code> {
    let limit = |value: Option<&Value>| {
        let Some(value) = value else { return Some(String::new()) };
        let code = expression(value, paths)?.flat();
        Some(if is_range(value) { format!("({code})") } else { code })
    };
    Some(Code::text(format!("{}{dots}{}", limit(start)?, limit(end)?)))
}

fn reference(value: &Value, sign: &str, paths: &Paths) -> Option<Code> {
    let code = expression(value, paths)?;
    Some(match value {
        // A literal is a reference already.
        Value::Node { shape: Shape::Str, .. } if sign == "&" => code,
        Value::Node { shape: Shape::Slice | Shape::Array, parts }
            if sign == "&" && bytes::text(Shape::Array, parts, paths).is_some() =>
        {
            Code::text(code.flat().trim_start_matches('*'))
        }
        // What a literal refers to cannot be changed.
        Value::Node { shape: Shape::Slice | Shape::Array, parts } => {
            let items = parts.iter().map(|part| expression(part, paths)).collect::<Option<Vec<Code>>>()?;
            Code::list("[", items, "]").prefixed(sign)
        }
        Value::Node { shape: Shape::Str, .. } => {
            Code::text(format!("String::from({}).as_mut_str()", code.flat()))
        }
        // Of an expression of the test's own, nobody knows how it binds.
        Value::Built(Built { form: Form::Source, path, .. }) if !is_one_term(path) => {
            Code::text(format!("{sign}({path})"))
        }
        _ if is_range(value) || is_sum(value) => Code::text(format!("{sign}({})", code.flat())),
        _ => code.prefixed(sign),
    })
}

/// No operator stands between parts of it.
fn is_one_term(source: &str) -> bool {
    let mut depth = 0;
    source.chars().all(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth > 0 || c != ' '
    })
}

fn is_range(value: &Value) -> bool {
    use Shape::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
    let ranges = [Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive];
    matches!(value, Value::Node { shape, .. } if ranges.contains(shape))
}

/// `i64::MAX - 1` binds weaker than what stands before it.
fn is_sum(value: &Value) -> bool {
    let Value::Leaf { kind, bits } = value else { return false };
    match Scalar::new(*kind, *bits).map(Scalar::notation) {
        Some(Notation::NearMax { below, .. }) => below > 0,
        Some(Notation::NearMin { above, .. }) => above > 0,
        _ => false,
    }
}

#[cfg(test)]
pub mod samples;

#[cfg(test)]
mod tests {
    use super::samples::*;
    use super::*;

    #[track_caller]
    fn check(value: Value, expected: &str) {
        assert_eq!(expression(&value, &Paths::default()).expect("a value").flat(), expected);
    }

    #[test]
    fn sequences() {
        check(ints(Shape::Vec, &[]), "vec![]");
        check(ints(Shape::Vec, &[1, -2]), "vec![1, -2]");
        check(ints(Shape::Array, &[0, i32::MAX.into()]), "[0, i32::MAX]");
        check(ints(Shape::VecDeque, &[]), "std::collections::VecDeque::new()");
        check(ints(Shape::VecDeque, &[1]), "std::collections::VecDeque::from([1])");
        check(ints(Shape::BTreeSet, &[1, 2]), "std::collections::BTreeSet::from([1, 2])");
        check(ints(Shape::HashSet, &[3]), "std::collections::HashSet::from([3])");
        let entry = pair(int(1), text(Shape::String, "a"));
        check(
            node(Shape::HashMap, vec![entry]),
            "std::collections::HashMap::from([(1, String::from(\"a\"))])",
        );
        check(node(Shape::BTreeMap, vec![]), "std::collections::BTreeMap::new()");
    }

    #[test]
    fn texts() {
        check(text(Shape::String, ""), "String::new()");
        check(text(Shape::String, "aé\n\"'"), r#"String::from("aé\n\"'")"#);
        check(node(Shape::Reference, vec![text(Shape::Str, "ab\u{202e}")]), r#""ab\u{202e}""#);
        check(
            node(Shape::MutableReference, vec![text(Shape::Str, "ab")]),
            r#"String::from("ab").as_mut_str()"#,
        );
    }

    #[test]
    fn wrappers() {
        check(node(Shape::Tuple, vec![]), "()");
        check(node(Shape::Tuple, vec![int(1)]), "(1,)");
        check(pair(int(1), leaf(InputKind::Char, 97)), "(1, 'a')");
        check(node(Shape::None, vec![]), "None");
        check(node(Shape::Some, vec![ints(Shape::Vec, &[1])]), "Some(vec![1])");
        check(node(Shape::Ok, vec![int(1)]), "Ok(1)");
        check(node(Shape::Err, vec![node(Shape::Tuple, vec![])]), "Err(())");
        check(node(Shape::Box, vec![int(5)]), "Box::new(5)");
        check(node(Shape::Rc, vec![int(5)]), "std::rc::Rc::new(5)");
        check(node(Shape::Arc, vec![int(5)]), "std::sync::Arc::new(5)");
        check(ints(Shape::Range, &[-1, 5]), "-1..5");
        check(ints(Shape::RangeInclusive, &[0, i32::MAX as i128 - 1]), "0..=i32::MAX - 1");
        let ranges = vec![ints(Shape::Range, &[0, 1]), ints(Shape::Range, &[0, 2])];
        check(node(Shape::Range, ranges), "(0..1)..(0..2)");
        check(ints(Shape::RangeFrom, &[-1]), "-1..");
        check(ints(Shape::RangeTo, &[i32::MAX as i128 - 1]), "..i32::MAX - 1");
        check(ints(Shape::RangeToInclusive, &[5]), "..=5");
        check(node(Shape::RangeFull, vec![]), "..");
        check(node(Shape::Reference, vec![ints(Shape::RangeFrom, &[1])]), "&(1..)");
        check(node(Shape::RangeTo, vec![ints(Shape::RangeFrom, &[1])]), "..(1..)");
    }

    #[test]
    fn references() {
        let reference = |value| node(Shape::Reference, vec![value]);
        let mutable = |value| node(Shape::MutableReference, vec![value]);
        check(reference(ints(Shape::Slice, &[1, 2])), "&[1, 2]");
        check(mutable(ints(Shape::Slice, &[])), "&mut []");
        check(mutable(ints(Shape::Vec, &[1])), "&mut vec![1]");
        check(reference(int(5)), "&5");
        check(reference(int(i32::MAX.into())), "&i32::MAX");
        check(reference(int(i32::MAX as i128 - 1)), "&(i32::MAX - 1)");
        check(reference(ints(Shape::Range, &[0, 1])), "&(0..1)");
        check(reference(node(Shape::Tuple, vec![int(1)])), "&(1,)");
        check(reference(text(Shape::String, "a")), "&String::from(\"a\")");
    }

    #[test]
    fn things_of_the_user() {
        let point = built(Form::Braces, "krate::Point", "", &[("x", int(1)), ("y", ints(Shape::Vec, &[2]))]);
        check(point.clone(), "Point { x: 1, y: vec![2] }");
        check(built(Form::Braces, "krate::Shape", "Dot", &[]), "Shape::Dot {}");
        check(
            built(Form::Parentheses, "krate::Shape", "At", &[("", point)]),
            "Shape::At(Point { x: 1, y: vec![2] })",
        );
        check(built(Form::Bare, "krate::Unit", "", &[]), "Unit");
        check(built(Form::Unwrapped, "krate::Stack::of", "", &[("", int(3))]), "Stack::of(3).unwrap()");
        check(built(Form::Source, "Stack::new()", "", &[]), "Stack::new()");
        check(node(Shape::Reference, vec![built(Form::Source, "a + b", "", &[])]), "&(a + b)");
        check(node(Shape::Reference, vec![built(Form::Source, "vec![1, 2]", "", &[])]), "&vec![1, 2]");
    }

    #[test]
    fn errors() {
        let error = |kind| {
            let kind = built(Form::Bare, "std::io::ErrorKind", kind, &[]);
            let text = built(Form::Source, "\"fake\"", "", &[]);
            built(Form::Parentheses, "std::io::Error", "new", &[("", kind), ("", text)])
        };
        check(error("NotFound"), "std::io::Error::new(std::io::ErrorKind::NotFound, \"fake\")");
        check(error("Other"), "std::io::Error::other(\"fake\")");
    }

    #[test]
    fn cells_and_cows() {
        let cow = |shape, value, expected: &str| {
            check(node(shape, vec![value]), &format!("std::borrow::Cow::{expected}"));
        };
        cow(Shape::CowSlice, text(Shape::String, ""), "Borrowed(\"\")");
        cow(Shape::CowSlice, text(Shape::String, "a"), "Borrowed(\"a\")");
        cow(Shape::CowSlice, ints(Shape::Vec, &[1, 2]), "Borrowed(&[1, 2])");
        let texts = node(Shape::Vec, vec![text(Shape::String, "a")]);
        cow(Shape::CowSlice, texts.clone(), "Borrowed(vec![String::from(\"a\")].leak())");
        cow(Shape::CowBorrowed, int(5), "Borrowed(&5)");
        cow(
            Shape::CowBorrowed,
            leaf(InputKind::F32, 0xffc0_0000),
            "Borrowed(Box::leak(Box::new(f32::from_bits(0xffc00000))))",
        );
        cow(
            Shape::CowBorrowed,
            text(Shape::String, "a"),
            "Borrowed(Box::leak(Box::new(String::from(\"a\"))))",
        );
        cow(Shape::CowLent, int(5), "Borrowed(std::borrow::Borrow::borrow(Box::leak(Box::new(5))))");
        cow(Shape::CowOwned, text(Shape::String, ""), "Owned(String::new())");
        cow(Shape::CowOwned, texts, "Owned(vec![String::from(\"a\")])");
        check(node(Shape::Cell, vec![int(1)]), "std::cell::Cell::new(1)");
        check(node(Shape::RefCell, vec![int(1)]), "std::cell::RefCell::new(1)");
        check(node(Shape::PhantomData, vec![]), "std::marker::PhantomData");
    }

    #[test]
    fn durations_are_told_in_their_unit() {
        let duration = |seconds, nanoseconds| {
            node(Shape::Duration, vec![leaf(InputKind::U64, seconds), leaf(InputKind::U32, nanoseconds)])
        };
        check(duration(0, 0), "std::time::Duration::ZERO");
        check(duration(7, 0), "std::time::Duration::from_secs(7)");
        check(duration(0, 5_000_000), "std::time::Duration::from_millis(5)");
        check(duration(0, 5_000), "std::time::Duration::from_micros(5)");
        check(duration(0, 5), "std::time::Duration::from_nanos(5)");
        check(duration(1, 5), "std::time::Duration::new(1, 5)");
    }

    #[test]
    fn what_is_no_value_has_no_code() {
        let surrogate = leaf(InputKind::Char, 0xd800);
        let none = Paths::default();
        assert_eq!(expression(&node(Shape::Vec, vec![surrogate.clone()]), &none), None);
        assert_eq!(expression(&node(Shape::String, vec![surrogate]), &none), None);
    }
}
