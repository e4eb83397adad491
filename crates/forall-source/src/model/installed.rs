//! The model of one program, made by each of the compilers that are installed: the types and meanings of what is written in it.

use super::body::{Body, Kind};
use super::place::{Position, Range};
use super::reach::reached;
use super::sites::{Condition, documented_panics, sites};
use super::stored::{self, Compiled, Model};
use super::written::{Form, Written, written};
use std::cmp::Reverse;
use std::io::BufReader;
use std::process::{Command, Stdio};
use std::rc::Rc;

const SAMPLE: &str = include_str!("samples/sample.rs");
const FILE: &str = "sample.rs";

/// What the compiler of a toolchain knows of the sample; nothing if it is not installed.
fn model(toolchain: Option<&str>, directory: &std::path::Path) -> Option<Model> {
    std::fs::write(directory.join(FILE), SAMPLE).unwrap();
    let rustc = || {
        let mut rustc = Command::new("rustc");
        rustc.args(toolchain.map(|name| format!("+{name}"))).current_dir(directory);
        rustc
    };
    let version = rustc().arg("--version").output().ok().filter(|output| output.status.success())?;
    let mut asked = rustc();
    asked.args(["--edition=2021", "--test", "-Zunpretty=thir-tree", FILE]).env("RUSTC_BOOTSTRAP", "1");
    let mut child = asked.stdout(Stdio::piped()).spawn().unwrap();
    let file = directory.join("sample.model");
    let bodies = stored::write_bodies(&file, BufReader::new(child.stdout.take().unwrap())).unwrap();
    assert!(child.wait().unwrap().success());
    let rustc = String::from_utf8(version.stdout).unwrap();
    let (krate, directory) = ("sample".into(), directory.to_owned());
    let compiled =
        Compiled { rustc, krate, edition: 2021, directory, root: FILE.into(), ..Compiled::default() };
    stored::write(&file, compiled, bodies.map_err(|error| error.to_string())).unwrap();
    Some(Model::open(&file).unwrap_or_else(|error| panic!("{error}")))
}

/// Where a text stands in the sample: the last time, or before a `^` in it.
fn range(text: &str) -> Range {
    let (text, after) = text.split_once('^').unwrap_or((text, ""));
    let start = SAMPLE.rfind(&format!("{text}{after}")).unwrap_or_else(|| panic!("{text}"));
    let position = |at: usize| {
        let before = &SAMPLE[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
        Position { line: line.try_into().unwrap(), column: column.try_into().unwrap() }
    };
    Range { start: position(start), end: position(start + text.len()) }
}

fn expression(model: &Model, text: &str) -> (Rc<Body>, u32) {
    let range = range(text);
    let form = if text.contains('!') { Form::MacroCall } else { Form::Other };
    let written = Written { range, form, within: None };
    lookup(model, &written).unwrap_or_else(|| panic!("{text} is not known"))
}

fn lookup(model: &Model, written: &Written) -> Option<(Rc<Body>, u32)> {
    model.around(FILE, written.range).into_iter().find_map(|summary| {
        let body = model.body(summary).unwrap();
        body.of(FILE, written).map(|number| (body, number))
    })
}

fn check(model: &Model) {
    let tests: Vec<_> = model.tests().filter_map(|test| test.test.as_ref()).collect();
    let tests: Vec<_> = tests.iter().map(|test| (test.name.as_str(), test.should_panic)).collect();
    assert_eq!(tests, [("fails", true), ("fails_so", true), ("everything", false)]);
    for (text, expected) in TYPES {
        let (body, number) = expression(model, text);
        let expression = body.expression(number).unwrap();
        let spelled = |ty| model.spelled(body.ty(ty).unwrap()).unwrap_or_else(|| "-".into());
        let adjusted = expression.adjusted.map(|ty| format!(" as {}", spelled(ty))).unwrap_or_default();
        assert_eq!(format!("{}{adjusted}", spelled(expression.ty)), expected, "{text}");
    }
    check_spelling(model);
    for (text, expected) in CALLS {
        let (body, number) = expression(model, text);
        let Kind::Call { callee: Some(callee), .. } = &body.expression(number).unwrap().kind else {
            panic!("{text} is no call")
        };
        assert_eq!(format!("{}::{}", callee.function.krate, callee.function.path), expected, "{text}");
    }
}

/// Types as they are written mean what they should: around literals and calls, `identity::<T>(…)` compiles.
fn check_spelling(model: &Model) {
    let source = syn::parse_file(SAMPLE).unwrap();
    let block = source.items.iter().find_map(|item| match item {
        syn::Item::Fn(item) if item.sig.ident == "everything" => Some(&item.block),
        _ => None,
    });
    let lines: Vec<&str> = SAMPLE.split_inclusive('\n').collect();
    let offset = |position: Position| {
        let line = position.line as usize - 1;
        let before: usize = lines[..line].iter().map(|line| line.len()).sum();
        before + lines[line].chars().take(position.column as usize - 1).map(char::len_utf8).sum::<usize>()
    };
    let mut edits: Vec<(usize, bool, Reverse<usize>, String)> = Vec::new();
    for written in written(block.unwrap()) {
        if !matches!(written.form, Form::Literal | Form::Call | Form::MethodCall) {
            continue;
        }
        let Some((body, number)) = lookup(model, &written) else { panic!("{written:?} is not known") };
        let Some(ty) = model.spelled(body.ty(body.expression(number).unwrap().ty).unwrap()) else { continue };
        let (start, end) = (offset(written.range.start), offset(written.range.end));
        edits.push((start, true, Reverse(end), format!("std::convert::identity::<{ty}>(")));
        edits.push((end, false, Reverse(0), ")".into()));
    }
    assert!(edits.len() > 60, "{}", edits.len());
    // What ends somewhere ends before what begins there; what is around begins first.
    edits.sort();
    let mut text = SAMPLE.to_owned();
    for (at, _, _, inserted) in edits.iter().rev() {
        text.insert_str(*at, inserted);
    }
    let annotated = model.compiled.directory.join("annotated.rs");
    std::fs::write(&annotated, &text).unwrap();
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2021", "--test", "--emit=metadata", "annotated.rs"]);
    let output = rustc.current_dir(&model.compiled.directory).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const TYPES: [(&str, &str); 27] = [
    ("local^.x", "Local"),
    ("local.x", "u8"),
    (
        "map^.insert",
        "std::collections::HashMap<String, Vec<u8>> as &mut std::collections::HashMap<String, Vec<u8>>",
    ),
    ("\"a\".to_string()", "String"),
    ("vec![1u8, 2]", "Vec<u8>"),
    ("-2", "i32"),
    ("&shape", "&crate::Shape<2>"),
    ("*left", "i32"),
    ("left^, 1", "&i32"),
    ("Box::new(1)", "Box<i32> as Box<dyn std::fmt::Debug + Send>"),
    ("map[\"a\"]", "Vec<u8> as &Vec<u8>"),
    ("map[\"a\"][..]", "[u8]"),
    ("Rc::from(&map[\"a\"][..])", "std::rc::Rc<[u8]>"),
    ("NAMES", "[&str; 1] as &[&str]"),
    ("(n + local.x)", "u8"),
    ("&closure", "- as &dyn Fn(u8) -> usize"),
    ("twice!(shared.len() + 1)", "(usize, usize)"),
    ("shared^.len()", "std::rc::Rc<[u8]> as &[u8]"),
    ("opaque()", "-"),
    ("deep^, [1", "crate::inner::Deep"),
    (
        "found^.as_ref()",
        "Result<Vec<i64>, std::num::ParseIntError> as &Result<Vec<i64>, std::num::ParseIntError>",
    ),
    ("(3)", "i64"),
    ("vec![sum]", "Vec<i64>"),
    ("function^(0)", "&dyn Fn(u8) -> usize"),
    ("u64::from(left)", "u64"),
    ("left^), right", "u8"),
    ("none!()", "String"),
];

const CALLS: [(&str, &str); 6] = [
    ("of.go()", "sample::inner::Goes::go"),
    ("shared.len()", "core::slice::{impl#0}::len"),
    ("generic(&deep, [1, 2], opaque().map(|n| n as u8))", "sample::generic"),
    ("map[\"a\"]", "core::ops::index::Index::index"),
    ("function(0)", "core::ops::function::Fn::call"),
    ("opaque()", "sample::opaque"),
];

#[test]
fn the_compiler_in_use_is_understood() {
    let directory = tempfile::tempdir().unwrap();
    check(&model(None, directory.path()).expect("a compiler"));
}

#[test]
fn the_next_compiler_is_understood() {
    let directory = tempfile::tempdir().unwrap();
    match model(Some("nightly"), directory.path()) {
        Some(model) => check(&model),
        None => eprintln!("NOTICE: there is no nightly toolchain"),
    }
}

#[test]
fn bodies_are_reached_from_tests() {
    let directory = tempfile::tempdir().unwrap();
    let model = model(None, directory.path()).expect("a compiler");
    let test = model.tests().last().unwrap();
    let reached = reached(&[&model], (&model, test));
    let reached: Vec<&str> = reached.iter().map(|(_, body)| body.definition.path.as_str()).collect();
    for path in ["everything#1", "everything#1::{closure#0}", "generic", "opaque"] {
        assert!(reached.contains(&path), "{path} is not in {reached:?}");
    }
    let generic = model.bodies.iter().find(|body| body.definition.path == "generic").unwrap();
    let names: Vec<_> = generic.parameters.iter().map(Option::as_deref).collect();
    assert_eq!(names, [Some("of"), Some("sizes"), Some("items")]);
}

#[test]
fn places_where_a_function_may_panic_are_known_with_their_conditions() {
    let directory = tempfile::tempdir().unwrap();
    let model = model(None, directory.path()).expect("a compiler");
    let divided = model.bodies.iter().find(|body| body.definition.path == "divided").unwrap();
    let text = |range: Range| {
        let line = SAMPLE.lines().nth(range.start.line as usize - 1).unwrap();
        &line[range.start.column as usize - 1..range.end.column as usize - 1]
    };
    let condition = |condition| match condition {
        Condition::Holds(range) => text(range).to_owned(),
        Condition::Fails(range) => format!("not {}", text(range)),
        Condition::Equal(left, right) => format!("{} is {}", text(left), text(right)),
        Condition::Different(left, right) => format!("{} is not {}", text(left), text(right)),
    };
    let found: Vec<String> = sites(&model, divided)
        .unwrap()
        .into_iter()
        .map(|site| {
            let names: Vec<String> = site.parameters.into_iter().collect();
            let condition = site.condition.map(condition).unwrap_or_default();
            format!("{:?} | {} | {condition} | {}", site.hazard, text(site.range), names.join(" "))
        })
        .collect();
    assert_eq!(
        found,
        [
            "Assertion | assert!(by != 0, \"by {by}\") | by != 0 | by",
            "Assertion | assert_eq!(value, 3, \"{}\", value) | value is 3 | value",
            "Unwrap | at.unwrap() |  | at",
            "Index | table[at.unwrap()] |  | at table",
            "Panic | todo!() |  | ",
            "Panic | panic!(\"too large\") | not value > table[at.unwrap()] | at table value",
            "Panic | unreachable!() |  | ",
            "Arithmetic(\"Add\") | ((table).len() + 1) |  | table",
            "Arithmetic(\"Neg\") | -by |  | by",
            "Unwrap | value.checked_add(-by).expect(\"small\") |  | by value",
            "Arithmetic(\"Div\") | value.checked_add(-by).expect(\"small\") / by |  | by value",
        ]
    );
    assert_eq!(documented_panics(&model, divided).as_deref(), Some("If `by` is zero."));
    let generic = model.bodies.iter().find(|body| body.definition.path == "generic").unwrap();
    assert_eq!(documented_panics(&model, generic), None);
}
