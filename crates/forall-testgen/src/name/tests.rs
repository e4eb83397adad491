use super::*;
use crate::CaseEnding;
use crate::Way;
use crate::expression::samples::{built, int, ints, leaf, node, text};
use forall_protocol::inputs::InputKind::{self, *};
use forall_protocol::put::Expectation;
use forall_protocol::replay::RecordedReturn;
use forall_protocol::value::Shape;

fn names(arguments: &[(&str, Value)], ending: CaseEnding) -> Vec<String> {
    let arguments = arguments.iter().map(|(name, value)| (String::from(*name), value.clone())).collect();
    candidates(&TestTarget::sample("put"), &TestCase { arguments, ending, ..TestCase::default() })
}

fn name(arguments: &[(&str, Value)]) -> String {
    names(arguments, CaseEnding::Returns).remove(0)
}

fn fails(message: &str) -> CaseEnding {
    CaseEnding::Fails { way: Way::Panic, message: message.into(), location: String::new() }
}

fn double(value: f64) -> Value {
    Value::Leaf { kind: InputKind::F64, bits: value.to_bits().into() }
}

#[test]
fn what_is_striking_about_the_only_input_is_its_name() {
    let check = |value: Value, expected: &str| assert_eq!(name(&[("x", value)]), expected);
    check(int(0), "zero");
    check(int(-5), "negative");
    check(int(5), "x_is_5");
    check(leaf(I64, i64::MIN.into()), "i64_min");
    check(leaf(U8, 255), "u8_max");
    check(leaf(Bool, 0), "x_is_false");
    check(leaf(Bool, 1), "x_is_true");
    check(leaf(Char, 97), "x_is_a");
    check(double(f64::NAN), "nan");
    check(double(f64::NEG_INFINITY), "minus_infinity");
    check(double(-0.0), "minus_zero");
    check(double(1.5), "x_is_1_point_5");
    check(ints(Shape::Vec, &[]), "empty");
    check(ints(Shape::Vec, &[3]), "one_element");
    check(ints(Shape::Vec, &[3, 4, 5]), "three_elements");
    check(ints(Shape::Vec, &[3, 3]), "two_equal_elements");
    check(node(Shape::Reference, vec![text(Shape::Str, "")]), "empty");
    check(text(Shape::String, "ab"), "x_is_ab");
    check(text(Shape::String, "aé"), "not_ascii");
    check(node(Shape::None, vec![]), "none");
    check(node(Shape::Some, vec![int(1)]), "some");
    check(node(Shape::Array, vec![int(0), int(0)]), "zero");
    check(built(Form::Bare, "krate::Color", "LightBlue", &[]), "light_blue");
    check(built(Form::Bare, "krate::Step", "Move", &[]), "x_is_move");
    check(built(Form::Braces, "krate::Money", "", &[("cents", int(i32::MIN.into()))]), "i32_min");
    check(built(Form::Parentheses, "krate::stack", "", &[("", int(0))]), "x_is_stack_0");
    check(built(Form::Braces, "krate::Point", "", &[("x", int(1)), ("y", int(2))]), "x_is_1_2");
}

#[test]
fn of_several_inputs_the_striking_one_is_named() {
    let (empty, one) = (ints(Shape::Vec, &[]), ints(Shape::Vec, &[7]));
    assert_eq!(name(&[("v", empty.clone()), ("x", int(0))]), "empty");
    assert_eq!(name(&[("v", one.clone()), ("x", int(2))]), "one_element");
    assert_eq!(name(&[("v", one.clone()), ("w", empty.clone())]), "v_has_one_element");
    assert_eq!(name(&[("v", empty.clone()), ("w", empty)]), "all_empty");
    assert_eq!(name(&[("a", int(0)), ("b", int(0))]), "all_zero");
    assert_eq!(name(&[("a", int(0)), ("flag", leaf(Bool, 0))]), "a_is_zero");
    assert_eq!(name(&[("a", int(1)), ("b", int(-1))]), "b_is_negative");
    assert_eq!(name(&[("a", int(-1)), ("b", int(i32::MAX.into()))]), "b_is_i32_max");
    assert_eq!(name(&[("a", int(0)), ("b", int(3))]), "b_is_3");
    assert_eq!(name(&[]), "no_arguments");
}

#[test]
fn functions_and_fakes_are_named_by_what_they_answer() {
    let function =
        |results: &[i128]| built(Form::Chained, FUNCTION, "", &[("", ints(Shape::Array, results))]);
    assert_eq!(name(&[("f", function(&[3])), ("g", function(&[]))]), "f_returns_3");
    assert_eq!(name(&[("f", function(&[3, 4])), ("x", int(1))]), "f_returns_3_then_4_and_x_is_1");
    assert_eq!(name(&[("f", function(&[])), ("g", function(&[]))]), "never_asked");
    let silent = || built(Form::Chained, "FakeLog", "answering", &[]);
    assert_eq!(name(&[("log", silent()), ("x", int(1))]), "x_is_1");
    let lent = node(Shape::Reference, vec![silent()]);
    assert_eq!(name(&[("log", silent()), ("clock", lent)]), "never_asked");
}

#[test]
fn failures_are_told_first() {
    let check = |value: Value, message: &str, expected: &str| {
        assert_eq!(names(&[("x", value)], fails(message))[0], expected);
    };
    check(leaf(I64, i64::MIN.into()), "attempt to negate with overflow", "overflows_i64_min");
    check(int(5), "attempt to add with overflow", "overflows");
    check(int(5), "index out of bounds: the len is 3 but the index is 5", "panics_index_out_of_bounds");
    check(int(0), "attempt to divide by zero", "divides_by_zero");
    check(ints(Shape::Vec, &[]), "assertion failed: !v.is_empty()", "fails_when_empty");
    check(int(5), "assertion `left == right` failed", "fails_when_x_is_5");
    let error = CaseEnding::Fails { way: Way::Error, message: "Gone".into(), location: String::new() };
    assert_eq!(names(&[("x", int(3))], error.clone())[..2], ["returns_err", "returns_err_when_x_is_3"]);
    assert_eq!(names(&[], error), ["returns_err", "returns_err"]);
    let two = [("x", leaf(I64, i64::MIN.into())), ("y", int(1))];
    assert_eq!(
        names(&two, fails("attempt to subtract with overflow")),
        ["overflows", "overflows_when_x_is_i64_min_and_y_is_1"]
    );
}

/// That it fails for one negative number does not say that it does for others.
#[test]
fn of_a_failure_no_more_is_told_than_is_known() {
    let failing = |arguments: &[(&str, Value)]| names(arguments, fails("assertion failed: holds")).remove(0);
    assert_eq!(failing(&[("x", int(-5))]), "fails_when_x_is_minus_5");
    assert_eq!(failing(&[("x", int(i32::MIN.into()))]), "fails_when_i32_min");
    assert_eq!(failing(&[("v", ints(Shape::Vec, &[0, 7]))]), "fails_when_v_is_0_7");
    assert_eq!(failing(&[("x", int(0)), ("y", int(0))]), "fails_when_all_zero");
    assert_eq!(failing(&[("x", int(0)), ("y", int(3))]), "fails_when_x_is_0_and_y_is_3");
    assert_eq!(failing(&[("v", ints(Shape::Vec, &[])), ("x", int(0))]), "fails_when_v_is_empty_and_x_is_0");
    let case = TestCase {
        arguments: vec![("x".into(), int(695))],
        ending: fails("assertion failed: holds"),
        branches: vec!["x_at_least_9".into()],
        ..TestCase::default()
    };
    assert_eq!(candidates(&TestTarget::sample("put"), &case), ["fails_when_x_is_695"]);
}

#[test]
fn a_name_that_told_more_than_is_known_is_not_kept() {
    let x = |value| TestCase {
        arguments: vec![("x".into(), int(value))],
        ending: fails("assertion failed: holds"),
        ..TestCase::default()
    };
    let named = |old_name: &str| {
        let old = format!("// fails: holds\n#[test]\nfn {old_name}() {{\n    put(695);\n}}\n");
        crate::named(&TestTarget::sample("put"), vec![x(695)], &old).remove(0).name
    };
    assert_eq!(named("fails_when_x_at_least_9"), "fails_when_x_is_695");
    assert_eq!(named("fails_when_x_is_695_2"), "fails_when_x_is_695_2");
    assert_eq!(named("fails"), "fails");
}

#[test]
fn panics_are_told_where_not_every_case_has_them() {
    let case = TestCase {
        arguments: vec![("i".into(), leaf(Usize, 3))],
        ending: CaseEnding::Panics("out of range".into()),
        ..TestCase::default()
    };
    let target = TestTarget { expected: "out of range".into(), ..TestTarget::sample("put") };
    let may = TestTarget { expectation: Expectation::MayPanic, ..target.clone() };
    assert_eq!(candidates(&may, &case)[0], "panics_out_of_range");
    let must = TestTarget { expectation: Expectation::Panics, ..target };
    assert_eq!(candidates(&must, &case)[0], "i_is_3");
}

#[test]
fn results_and_branches_tell_where_inputs_do_not() {
    let told = RecordedReturn::Value(built(Form::Bare, "krate::Kind", "Scalene", &[]), "Scalene".into());
    let case = TestCase {
        arguments: vec![("x".into(), int(11))],
        told: Some(told),
        branches: vec!["x_greater_than_10".into()],
        ..TestCase::default()
    };
    let names = candidates(&TestTarget::sample("put"), &case);
    assert_eq!(names, ["returns_scalene", "x_greater_than_10", "x_is_11", "x_is_11"]);
    let shown = TestCase { told: Some(RecordedReturn::Text("RightAngled".into())), ..case.clone() };
    assert_eq!(candidates(&TestTarget::sample("put"), &shown)[0], "returns_right_angled");
    let shown = TestCase { told: Some(RecordedReturn::Text("Point { x: 1 }".into())), ..case };
    assert_eq!(candidates(&TestTarget::sample("put"), &shown)[0], "x_greater_than_10");
}

#[test]
fn long_names_keep_their_beginning_and_stay_different() {
    let many = |last| {
        let mut arguments = vec![("a_rather_long_name", leaf(U64, 1 << 40)); 8];
        arguments.push(("x", leaf(U8, last)));
        name(&arguments)
    };
    assert!(many(1).len() <= LONGEST && many(1).starts_with("a_rather_long_name_is_1099511627776_and_"));
    assert_eq!(many(1), many(1));
    assert_ne!(many(1), many(2));
    assert!(!many(1).contains("__"));
}

#[test]
fn taken_names_are_passed_over_or_numbered() {
    let taken = ["x".to_owned(), "x_2".to_owned()];
    assert_eq!(unique("x".into(), &taken), "x_3");
    assert_eq!(unique("y".into(), &taken), "y");
    assert_eq!(first_free(&["x".into(), "y".into()], &taken), "y");
    assert_eq!(first_free(&["x_2".into(), "x".into()], &taken), "x_3");
}

#[test]
fn what_others_survive_does_not_explain_a_failure() {
    let key =
        |c: char| built(Form::Parentheses, "krate::Event", "Key", &[("", leaf(Char, u32::from(c).into()))]);
    let of_key =
        |c, ending| TestCase { arguments: vec![("event".into(), key(c))], ending, ..TestCase::default() };
    let cases = [of_key('a', CaseEnding::Returns), of_key('b', fails("assertion failed: c != 'b'"))];
    let named = crate::named(&TestTarget::sample("put"), cases.to_vec(), "");
    let names: Vec<String> = named.into_iter().map(|case| case.name).collect();
    assert_eq!(names, ["key", "fails_when_event_is_key_b"]);
}
