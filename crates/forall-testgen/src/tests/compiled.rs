//! Cases compile, and are what they were.

use super::*;
use std::process::Command;

/// The file, included as `#[forall]` includes it, is compiled and run.
#[test]
fn cases_of_every_type_compile_without_a_warning_and_get_their_arguments() {
    let kinds = InputKind::ALL;
    let bits = [0, 1, 0x41, 0x7f, 1 << 31, 1 << 63, (1 << 127) + 1, u128::MAX - 7, u128::MAX];
    let mut cases: Vec<TestCase> = Vec::new();
    let mut expected: Vec<String> = Vec::new();
    for bits in bits {
        if char::from_u32(bits as u32).is_none() {
            continue;
        }
        let values = kinds.iter().map(|kind| Value::Leaf { kind: *kind, bits });
        let names = kinds.iter().map(|kind| format!("A_{}", kind.rust_name()));
        cases.push(TestCase {
            arguments: names.zip(values).collect(),
            ending: CaseEnding::Returns,
            ..TestCase::default()
        });
        let concrete = |kind: &InputKind| match kind {
            InputKind::Bool => (bits & 1).to_string(),
            kind => (bits & (u128::MAX >> (128 - kind.width()))).to_string(),
        };
        expected.push(format!("[{}]", kinds.iter().map(concrete).collect::<Vec<_>>().join(", ")));
    }
    assert!(cases.len() >= 4, "too few of the bit patterns are characters");

    let parameters: Vec<String> =
        kinds.iter().enumerate().map(|(index, kind)| format!("a{index}: {}", kind.rust_name())).collect();
    let widened: Vec<String> = kinds
        .iter()
        .enumerate()
        .map(|(index, kind)| match kind {
            InputKind::Bool => format!("u128::from(a{index})"),
            InputKind::F32 | InputKind::F64 => format!("u128::from(a{index}.to_bits())"),
            kind if kind.is_signed() && kind.width() < 128 => {
                format!("a{index} as u128 & (u128::MAX >> {})", 128 - kind.width())
            }
            _ => format!("a{index} as u128"),
        })
        .collect();
    let source = format!(
        "mod put {{ fn put({}) {{ println!(\"{{:?}}\", [{}]); }} include!(\"cases.rs\"); }}",
        parameters.join(", "),
        widened.join(", ")
    );
    let printed = compiled_and_run("scalars", &source, &cases);
    for line in expected {
        assert!(printed.contains(&line), "{line} is missing in:\n{printed}");
    }
}

/// What the arguments are is told by their `Debug`, in which all of these differ from what is written.
#[test]
fn structures_compile_without_a_warning_and_are_what_they_were() {
    let (mut parameters, mut values, mut expected) = (vec![], vec![], vec![]);
    for (number, (ty, value, debug)) in structures().into_iter().enumerate() {
        parameters.push(format!("a{number}: {ty}"));
        values.push((format!("a{number}"), value));
        expected.push(debug);
    }
    let shown: Vec<String> =
        (0..values.len()).map(|number| format!("println!(\"{{:?}}\", a{number});")).collect();
    let source = format!(
        "mod put {{ #[allow(clippy::all)] fn put({}) {{ println!(); {} }} include!(\"cases.rs\"); }}",
        parameters.join(", "),
        shown.join(" ")
    );
    let cases = [TestCase { arguments: values, ending: CaseEnding::Returns, ..TestCase::default() }];
    let printed = compiled_and_run("structures", &source, &cases);
    assert!(printed.contains(&format!("\n{}\n", expected.join("\n"))), "{printed}");
}

/// A table: types, values, and their `Debug`.
fn structures() -> Vec<(&'static str, Value, &'static str)> {
    let reference = |value| node(Shape::Reference, vec![value]);
    let mutable = |value| node(Shape::MutableReference, vec![value]);
    let long = ints(
        Shape::Vec,
        &[i32::MIN.into(), i32::MAX.into(), 1_000_000, 2_000_000, 3_000_000, -4_000_000, 5_000_000],
    );
    let duration = node(Shape::Duration, vec![leaf(InputKind::U64, 1), leaf(InputKind::U32, 5)]);
    let near = int(i128::from(i32::MAX) - 1);
    let nan = leaf(InputKind::F64, f64::NAN.to_bits().into());
    vec![
        ("Vec<i32>", long, "[-2147483648, 2147483647, 1000000, 2000000, 3000000, -4000000, 5000000]"),
        ("Vec<Vec<i32>>", node(Shape::Vec, vec![ints(Shape::Vec, &[]), ints(Shape::Vec, &[1])]), "[[], [1]]"),
        ("[i32; 2]", ints(Shape::Array, &[1, 2]), "[1, 2]"),
        ("std::collections::VecDeque<i32>", ints(Shape::VecDeque, &[1, 2]), "[1, 2]"),
        ("std::collections::VecDeque<i32>", ints(Shape::VecDeque, &[]), "[]"),
        ("std::collections::BTreeSet<i32>", ints(Shape::BTreeSet, &[1, 2]), "{1, 2}"),
        ("std::collections::HashSet<i32>", ints(Shape::HashSet, &[1]), "{1}"),
        ("std::collections::BTreeMap<i32, i32>", node(Shape::BTreeMap, vec![pair(int(1), int(2))]), "{1: 2}"),
        (
            "std::collections::HashMap<i32, ()>",
            node(Shape::HashMap, vec![pair(int(1), node(Shape::Tuple, vec![]))]),
            "{1: ()}",
        ),
        ("std::collections::HashMap<i32, ()>", node(Shape::HashMap, vec![]), "{}"),
        ("String", text(Shape::String, "aé\n\0"), r#""aé\n\0""#),
        ("String", text(Shape::String, ""), "\"\""),
        ("&str", reference(text(Shape::Str, "'\"\\")), r#""'\"\\""#),
        ("&mut str", mutable(text(Shape::Str, "ab")), "\"ab\""),
        ("&[i32]", reference(ints(Shape::Slice, &[])), "[]"),
        ("&mut [i32]", mutable(ints(Shape::Slice, &[1, 2])), "[1, 2]"),
        ("&mut Vec<i32>", mutable(ints(Shape::Vec, &[1])), "[1]"),
        ("&i32", reference(near.clone()), "2147483646"),
        ("Option<Option<i32>>", node(Shape::Some, vec![node(Shape::None, vec![])]), "Some(None)"),
        ("Result<i32, (i32,)>", node(Shape::Err, vec![ints(Shape::Tuple, &[1])]), "Err((1,))"),
        ("Result<i32, ()>", node(Shape::Ok, vec![int(1)]), "Ok(1)"),
        ("Box<i32>", node(Shape::Box, vec![int(1)]), "1"),
        ("std::rc::Rc<i32>", node(Shape::Rc, vec![int(1)]), "1"),
        ("std::sync::Arc<i32>", node(Shape::Arc, vec![int(1)]), "1"),
        ("std::time::Duration", duration, "1.000000005s"),
        ("std::ops::Range<i32>", node(Shape::Range, vec![int(-1), near.clone()]), "-1..2147483646"),
        ("&std::ops::RangeInclusive<i32>", reference(ints(Shape::RangeInclusive, &[0, 1])), "0..=1"),
        ("std::ops::RangeFrom<i32>", ints(Shape::RangeFrom, &[-1]), "-1.."),
        ("std::ops::RangeTo<i32>", ints(Shape::RangeTo, &[5]), "..5"),
        ("&std::ops::RangeToInclusive<i32>", reference(ints(Shape::RangeToInclusive, &[5])), "..=5"),
        ("std::ops::RangeFull", node(Shape::RangeFull, vec![]), ".."),
        ("f64", nan.clone(), "NaN"),
        ("std::num::NonZero<i32>", built(Form::Unwrapped, "std::num::NonZero", "new", &[("", int(5))]), "5"),
        (
            "Box<[i32]>",
            built(Form::Parentheses, "std::boxed::Box", "from", &[("", ints(Shape::Array, &[1]))]),
            "[1]",
        ),
        (
            "Box<[i32]>",
            built(Form::Parentheses, "std::boxed::Box", "from", &[("", ints(Shape::Array, &[]))]),
            "[]",
        ),
        (
            "std::rc::Rc<str>",
            built(Form::Parentheses, "std::rc::Rc", "from", &[("", reference(text(Shape::Str, "a")))]),
            "\"a\"",
        ),
        ("std::borrow::Cow<'static, str>", node(Shape::CowSlice, vec![text(Shape::String, "a")]), "\"a\""),
        ("std::borrow::Cow<'static, str>", node(Shape::CowOwned, vec![text(Shape::String, "a")]), "\"a\""),
        (
            "std::borrow::Cow<'static, [i32]>",
            node(Shape::CowSlice, vec![ints(Shape::Vec, &[1, 2])]),
            "[1, 2]",
        ),
        ("std::borrow::Cow<'static, [i32]>", node(Shape::CowSlice, vec![ints(Shape::Vec, &[])]), "[]"),
        (
            "std::borrow::Cow<'static, [String]>",
            node(Shape::CowSlice, vec![node(Shape::Vec, vec![text(Shape::String, "a")])]),
            "[\"a\"]",
        ),
        (
            "std::borrow::Cow<'static, String>",
            node(Shape::CowBorrowed, vec![text(Shape::String, "a")]),
            "\"a\"",
        ),
        ("std::borrow::Cow<'static, i32>", node(Shape::CowBorrowed, vec![near]), "2147483646"),
        ("std::borrow::Cow<'static, f64>", node(Shape::CowBorrowed, vec![nan]), "NaN"),
        (
            "std::borrow::Cow<'static, std::path::Path>",
            node(
                Shape::CowLent,
                vec![built(
                    Form::Parentheses,
                    "std::path::PathBuf",
                    "from",
                    &[("", reference(text(Shape::Str, "a")))],
                )],
            ),
            "\"a\"",
        ),
    ]
}

/// What the tests print, in a file `source` that includes the cases.
fn compiled_and_run(name: &str, source: &str, cases: &[TestCase]) -> String {
    let directory = std::env::temp_dir().join(format!("forall-testgen-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for the test");
    std::fs::write(
        directory.join("cases.rs"),
        render(&target("put"), &named(&target("put"), cases.to_vec(), ""), "", &[]),
    )
    .expect("written");
    std::fs::write(directory.join("lib.rs"), source).expect("written");
    let compiled = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--edition", "2024", "--test", "-D", "warnings", "-o", "tests", "lib.rs"])
        .current_dir(&directory)
        .output()
        .expect("rustc starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(directory.join("tests"))
        .args(["--test-threads=1", "--nocapture"])
        .output()
        .expect("the tests start");
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{printed}");
    std::fs::remove_dir_all(&directory).expect("removed");
    printed
}
