//! Values in words that can be part of a name.

use crate::expression::characters;
use crate::paths::path_and_item;
use crate::scalar::{Notation, Scalar};
use crate::standard;
use forall_protocol::value::{Built, Form, Shape, Value};

/// A parameter's name as a part of a snake-case name.
pub fn parameter(name: &str) -> String {
    let lower = name.trim_start_matches("r#").to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| c == '_' || !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    match words.join("_") {
        empty if empty.is_empty() => "argument".into(),
        digit if digit.starts_with(|c: char| c.is_numeric()) => format!("argument_{digit}"),
        word => word,
    }
}

pub fn words(value: &Value) -> String {
    let (shape, parts) = match value {
        Value::Leaf { kind, bits } => return Scalar::new(*kind, *bits).map_or("invalid".into(), scalar),
        Value::Node { shape, parts } => (*shape, parts),
        Value::Built(built) => return self::built(built),
    };
    let joined = |separator: &str| parts.iter().map(words).collect::<Vec<_>>().join(separator);
    match shape {
        Shape::Tuple if parts.is_empty() => "unit".into(),
        Shape::None => "none".into(),
        Shape::Some => format!("some_{}", joined("_")),
        Shape::Ok => format!("ok_{}", joined("_")),
        Shape::Err => format!("err_{}", joined("_")),
        Shape::String | Shape::Str => text(&characters(parts).unwrap_or_default()),
        Shape::Duration => joined("_s_") + "_ns",
        Shape::Range => joined("_to_"),
        Shape::RangeInclusive => joined("_through_"),
        Shape::RangeFrom => format!("from_{}", joined("")),
        Shape::RangeTo => format!("to_{}", joined("")),
        Shape::RangeToInclusive => format!("through_{}", joined("")),
        Shape::RangeFull => "all".into(),
        Shape::CowOwned => format!("owned_{}", joined("")),
        Shape::BTreeMap | Shape::HashMap if !parts.is_empty() => {
            let entry = |entry: &Value| match entry {
                Value::Node { parts, .. } => parts.iter().map(words).collect::<Vec<_>>().join("_to_"),
                other => words(other),
            };
            parts.iter().map(entry).collect::<Vec<_>>().join("_")
        }
        _ if parts.is_empty() => "empty".into(),
        // A list with something empty in it is not empty.
        Shape::Vec | Shape::Slice | Shape::Array | Shape::VecDeque | Shape::BTreeSet | Shape::HashSet
            if joined("_") == "empty" =>
        {
            "one_empty".into()
        }
        _ => joined("_"),
    }
}

/// A variant or a factory by its name, a struct by its fields.
fn built(built: &Built) -> String {
    if let Some((_, text)) = standard::utf8(built) {
        return if text.is_empty() { "empty".into() } else { text_words(&text) };
    }
    if let (Form::Alternative, [(_, part)]) = (built.form, built.parts.as_slice()) {
        return words(part);
    }
    if built.form == Form::Shared {
        return match built.parts.first() {
            Some((_, first)) => words(first),
            None => format!("same_as_{}", text_words(&built.item)),
        };
    }
    if built.form == Form::Chained {
        let step = |(name, value): &(String, Value)| match name.strip_prefix("on_") {
            Some(method) => format!("{method}_{}", words(value)),
            None => words(value),
        };
        return match built.parts.as_slice() {
            [] => "never_asked".into(),
            parts => parts.iter().map(step).collect::<Vec<_>>().join("_"),
        };
    }
    let (path, item) = path_and_item(built);
    let name = if item.is_empty() { path.rsplit("::").next().unwrap_or(&path) } else { &item };
    let name = match built.form {
        Form::Source => text_words(&built.path),
        _ => snake_case(name),
    };
    let is_struct = built.item.is_empty() && name_is_type(&path) && item.is_empty();
    // `Box::from`, `NonZero::new`: how the standard library makes things says nothing about them, nor does a
    // text that is always the same.
    let is_standard = path.starts_with("std::") && item.starts_with(char::is_lowercase);
    let is_text = |part: &Value| matches!(part, Value::Built(part) if part.form == Form::Source);
    let parts = built.parts.iter().map(|(_, part)| part).filter(|part| !(is_standard && is_text(part)));
    let parts = parts.map(words);
    let shown = if (is_struct || is_standard) && !built.parts.is_empty() { None } else { Some(name) };
    shown.into_iter().chain(parts).collect::<Vec<_>>().join("_")
}

/// The words in an expression.
pub fn text_words(source: &str) -> String {
    let lower = source.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "value".into() } else { words.join("_") }
}

fn name_is_type(path: &str) -> bool {
    path.rsplit("::").next().is_some_and(|name| name.starts_with(char::is_uppercase))
}

/// `light_blue` of `LightBlue`.
pub fn snake_case(name: &str) -> String {
    let mut words = String::new();
    let mut after_lower = false;
    for c in name.trim_start_matches("r#").chars() {
        if c.is_uppercase() && after_lower {
            words.push('_');
        }
        after_lower = c.is_lowercase() || c.is_numeric();
        words.extend(c.to_lowercase());
    }
    parameter(&words)
}

fn scalar(value: Scalar) -> String {
    match value.notation() {
        Notation::Bool(value) => value.to_string(),
        Notation::Char(value) => character(value),
        Notation::Number { negative: false, magnitude } => magnitude.to_string(),
        Notation::Number { negative: true, magnitude } => format!("minus_{magnitude}"),
        Notation::NearMax { kind, below: 0 } => format!("{}_max", kind.rust_name()),
        Notation::NearMax { kind, below } => format!("{}_max_minus_{below}", kind.rust_name()),
        Notation::NearMin { kind, above: 0 } => format!("{}_min", kind.rust_name()),
        Notation::NearMin { kind, above } => format!("{}_min_plus_{above}", kind.rust_name()),
        Notation::Constant { kind, name } => format!("{}_{}", kind.rust_name(), name.to_lowercase()),
        Notation::Decimal(digits) => decimal(&digits),
        Notation::Bits { bits, .. } => format!("nan_{bits:x}"),
    }
}

/// `1.5` is `1_point_5`, `2.0` is `2`, `5e-324` is `5e_minus_324`.
fn decimal(digits: &str) -> String {
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    digits.replace("e-", "e_minus_").replace('-', "minus_").replace('.', "_point_")
}

/// Letters and digits stay together, other characters are named.
fn text(text: &str) -> String {
    let mut words = String::new();
    let mut in_word = false;
    for c in text.chars() {
        let is_word = matches!(c, 'a'..='z' | '0'..='9');
        let goes_on = is_word && in_word;
        if !words.is_empty() && !goes_on {
            words.push('_');
        }
        match is_word {
            true => words.push(c),
            false => words.push_str(&character(c)),
        }
        in_word = is_word;
    }
    if words.is_empty() { "empty".into() } else { words }
}

fn character(value: char) -> String {
    let name = match value {
        'a'..='z' => return value.to_string(),
        'A'..='Z' => return format!("upper_{}", value.to_ascii_lowercase()),
        '0'..='9' => return format!("digit_{value}"),
        '\0' => "nul",
        '\t' => "tab",
        '\n' => "newline",
        '\r' => "carriage_return",
        ' ' => "space",
        '!' => "exclamation_mark",
        '"' => "double_quote",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "ampersand",
        '\'' => "quote",
        '(' => "left_parenthesis",
        ')' => "right_parenthesis",
        '*' => "asterisk",
        '+' => "plus",
        ',' => "comma",
        '-' => "hyphen",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "less_than",
        '=' => "equals",
        '>' => "greater_than",
        '?' => "question_mark",
        '@' => "at",
        '[' => "left_bracket",
        '\\' => "backslash",
        ']' => "right_bracket",
        '^' => "caret",
        '_' => "underscore",
        '`' => "backtick",
        '{' => "left_brace",
        '|' => "bar",
        '}' => "right_brace",
        '~' => "tilde",
        _ => return format!("u_{:x}", u32::from(value)),
    };
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::samples;
    use forall_protocol::inputs::InputKind::*;

    #[test]
    fn structures_are_told_by_their_parts() {
        use samples::*;
        let check = |value: Value, expected: &str| assert_eq!(words(&value), expected);
        check(ints(Shape::Vec, &[]), "empty");
        check(node(Shape::Vec, vec![ints(Shape::Vec, &[])]), "one_empty");
        check(ints(Shape::Array, &[1, -2]), "1_minus_2");
        check(node(Shape::Some, vec![int(3)]), "some_3");
        check(node(Shape::None, vec![]), "none");
        check(node(Shape::Err, vec![node(Shape::Tuple, vec![])]), "err_unit");
        check(text(Shape::Str, "ab"), "ab");
        check(text(Shape::Str, ""), "empty");
        check(text(Shape::String, "a1 Bé-c"), "a1_space_upper_b_u_e9_hyphen_c");
        check(node(Shape::BTreeMap, vec![pair(int(1), int(2)), pair(int(3), int(4))]), "1_to_2_3_to_4");
        check(ints(Shape::Range, &[0, 5]), "0_to_5");
        check(ints(Shape::RangeInclusive, &[0, 5]), "0_through_5");
        check(ints(Shape::RangeFrom, &[5]), "from_5");
        check(ints(Shape::RangeTo, &[5]), "to_5");
        check(ints(Shape::RangeToInclusive, &[5]), "through_5");
        check(node(Shape::RangeFull, vec![]), "all");
        check(node(Shape::CowSlice, vec![text(Shape::String, "ab")]), "ab");
        check(node(Shape::CowOwned, vec![text(Shape::String, "ab")]), "owned_ab");
        check(node(Shape::Reference, vec![ints(Shape::Slice, &[7])]), "7");
        check(ints(Shape::Duration, &[1, 5]), "1_s_5_ns");
        check(samples::built(Form::Unwrapped, "std::num::NonZero", "new", &[("", int(5))]), "5");
        let point = built(Form::Braces, "krate::Point", "", &[("x", int(1)), ("y", int(-2))]);
        check(point.clone(), "1_minus_2");
        check(built(Form::Bare, "krate::Color", "LightBlue", &[]), "light_blue");
        check(built(Form::Bare, "krate::Nothing", "", &[]), "nothing");
        check(built(Form::Parentheses, "krate::Shape", "At", &[("", point)]), "at_1_minus_2");
        check(built(Form::Parentheses, "krate::Stack::of", "", &[("", int(3))]), "of_3");
        check(built(Form::Unwrapped, "krate::stack", "", &[("", int(3))]), "stack_3");
        check(built(Form::Source, "Stack::new()", "", &[]), "stack_new");
        let double = |value: f64| Value::Leaf { kind: F64, bits: value.to_bits().into() };
        check(double(1.5), "1_point_5");
        check(double(-2.0), "minus_2");
        check(double(-0.0), "minus_0");
        check(double(5e-324), "5e_minus_324");
        check(double(f64::NAN), "f64_nan");
    }

    #[test]
    fn parameters_are_snake_case_whatever_they_are_called() {
        let named = ["r#type", "_X__y_", "0", "_"].map(parameter);
        assert_eq!(named, ["type", "x_y", "argument_0", "argument"]);
    }

    #[test]
    fn scalars_are_told_as_they_are_written() {
        let check = |kind, bits, expected: &str| assert_eq!(words(&Value::Leaf { kind, bits }), expected);
        check(I64, 1 << 63, "i64_min");
        check(I32, 0xffff_ffff, "minus_1");
        check(Char, 'A' as u128, "upper_a");
        check(Char, 0x1f600, "u_1f600");
    }
}
