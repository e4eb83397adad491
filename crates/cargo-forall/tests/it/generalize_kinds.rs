//! The ways in which tests are written, each in the package `kinds`, and what attributes make tests of, in the package `attributes`: what is read of them, and
//! what is refused.

use crate::fixture::{Fixture, command};
use forall_report::{ClosedTest, Event, Generalization};

fn told(fixture: &Fixture, options: &[&str]) -> Vec<ClosedTest> {
    let output = command(fixture, &[&["generalize", "--format", "json"], options].concat()).output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    let events = stdout.lines().map(|line| serde_json::from_str::<Event>(line).unwrap());
    let told = events.filter_map(|event| match event {
        Event::ClosedTest(closed) => Some(*closed),
        _ => None,
    });
    told.collect()
}

/// The new tests that stand for one; it must not be refused.
fn texts(told: &[ClosedTest], name: &str) -> Vec<String> {
    let own = told.iter().filter(|closed| closed.test.name == name);
    let text = |closed: &ClosedTest| match &closed.generalized {
        Some(generalized) => generalized.text.clone(),
        None => panic!("{name}: {}", closed.reason),
    };
    own.map(text).collect()
}

#[test]
fn each_kind_of_test_is_read_or_refused_with_a_reason() {
    let told = told(&Fixture::copy("kinds"), &[]);
    let texts = |name: &str| texts(&told, name);
    // What is passed to the code under test is a parameter, under the name that it has there.
    for (name, parameters) in [
        ("kinds::tests::by_function", &["(a: u8, b: u8)"][..]),
        ("kinds::tests::by_macro", &["(part: f64, whole: f64)"]),
        ("kinds::tests::in_an_arm", &["(n: u8)"]),
        ("kinds::tests::fields_and_variants", &["(width: u8, height: u8)", "(n: u8)"]),
        ("kinds::tests::variables", &["(one: u8, other: u8"]),
        ("kinds::tests::repeated", &["(n: u8)"]),
        ("kinds::tests::rows", &["(a: u8, b: u8)"]),
        ("kinds::tests::table", &["(list: Vec<u8>)"]),
        ("kinds::tests::result", &["(n: u8)"]),
        ("kinds::without_a_module", &["(a: u8"]),
        ("it::by_function_of_another_file", &["(list: &[u8])"]),
    ] {
        let texts = texts(name);
        assert_eq!(texts.len(), parameters.len(), "{name}: {texts:?}");
        for (text, parameters) in texts.iter().zip(parameters) {
            assert!(text.contains(parameters), "{name}: {parameters} is not in {text}");
        }
    }
    let has = |name: &str, part: &str| {
        let texts = texts(name).concat();
        assert!(texts.contains(part), "{name}: {part} is not in {texts}");
    };
    // The values of the originals are examples: of each row, where there are several.
    has("kinds::tests::rows", "examples((3, 5), (6, 7))");
    has("kinds::tests::table", "assert_eq!(count(&list), list.len())");
    has("kinds::tests::fields_and_variants", "Size { width, height }");
    has("kinds::tests::by_macro", ", 0.01)");
    has("kinds::without_a_module", "#[cfg(test)]");
    // What holds for the original values only is evaluated for all, and laws that hold are asserted besides.
    has("kinds::tests::law", "assert_eq!(apart(b, a), result);");
    has("kinds::tests::condition", "let result = half(n).is_ok();");
    let of = |name: &str| {
        let own = told.iter().find(|closed| closed.test.name == name).unwrap();
        own.generalized.as_ref().unwrap_or_else(|| panic!("{name}: {}", own.reason))
    };
    // What is done several times is a loop, if as much holds then. (`count` is a function.)
    has("kinds::tests::several_calls", "examples((vec![1, 2, 3],))");
    has("kinds::tests::several_calls", "for item in &items {\n            put(&mut list, *item);");
    has("kinds::tests::several_calls", "assert_eq!(count(&list), items.len());");
    has("kinds::tests::loop_end", "max(count_2 = 5)");
    has("kinds::tests::loop_end", "for n in 0..count_2 {");
    has("kinds::tests::loop_end", "assert_eq!(count(&list), usize::from(count_2));");
    has("kinds::tests::calls_that_are_no_loop", "(item: u8, item_2: u8)");
    // What nearly holds for all inputs is asked about.
    let [question] = &of("kinds::tests::fails_on_one_path").questions[..] else { panic!("no question") };
    assert_eq!(
        (question.about.as_str(), question.arguments.as_str()),
        ("expecting `0` for all inputs", "n = 7")
    );
    assert!(question.message.ends_with("fails, but only on 1 of 5 paths"), "{question:?}");
    // A failing input has as many values of the original as possible.
    let [defect] = &of("kinds::tests::overflows").defects[..] else { panic!("no defect") };
    assert_eq!(defect.arguments, "a = 3, b = 253");
    for (name, outcome, reason) in [
        ("kinds::tests::of_the_language", Generalization::NotAmenable, "none of its constants reaches code"),
        (
            "kinds::tests::without_constants",
            Generalization::NotAmenable,
            "no constant in it can be a parameter",
        ),
        ("kinds::tests::ignored", Generalization::Skipped, "it is ignored"),
    ] {
        let closed = told.iter().find(|closed| closed.test.name == name).unwrap();
        assert_eq!(closed.outcome, outcome, "{name}");
        assert!(closed.reason.contains(reason), "{name}: {}", closed.reason);
    }
}

#[test]
fn what_attributes_make_of_a_function_is_one_test_with_the_cases_as_examples() {
    let fixture = Fixture::copy("attributes");
    let told = told(&fixture, &["--write", "--replace", "--allow-dirty"]);
    let has = |name: &str, parts: &[&str]| {
        let name = format!("attributes::{name}");
        let texts = texts(&told, &name).concat();
        assert!(
            !texts.is_empty() && !texts.contains("rstest") && !texts.contains("test_case"),
            "{name}: {texts}"
        );
        parts.iter().for_each(|part| assert!(texts.contains(part), "{name}: {part} is not in {texts}"));
    };
    has("with_rstest::cases", &["examples((3, 5), (7, 6))", "(a: u8, b: u8)", "{ 5 } else { 7 }"]);
    has(
        "with_rstest::lengths",
        &["(list: Vec<u8>, n_2: u8)", "let mut list = list;", "count(&list), list.len()"],
    );
    has("with_rstest::values", &["examples((1, 3), (1, 4), (2, 3), (2, 4))", "(a: u8, b: u8)"]);
    has("with_rstest::fixtures", &["let (mut list, _n, shared) = (list(small(), 4), small(), shared());"]);
    has("with_rstest::given", &["let list = list(9, 4);", "(b: u8)"]);
    has(
        "with_rstest::parsed",
        &["let address: std::net::Ipv4Addr = \"127.0.0.1\".parse::<std::net::Ipv4Addr>()"],
    );
    has("with_test_case::plain", &["examples((1, 2), (4, 3))"]);
    has("with_test_case::returning", &["let result = found;", "{ 2 } else { 4 }"]);
    has("with_test_case::halves", &["examples((4,))", "examples((3,), (5,))", "matches!(half(n), Err(_))"]);
    has("with_test_case::matrix", &["examples((1, 3), (1, 4), (2, 3), (2, 4))"]);
    let cases = |name: &str| &told.iter().find(|closed| closed.test.name.ends_with(name)).unwrap().cases;
    assert_eq!(cases("::cases"), &["with_rstest::cases::case_1", "with_rstest::cases::case_2_named"]);
    assert_eq!((cases("::values").len(), cases("::given").len(), cases("::halves").len()), (4, 0, 3));
    for (name, reason) in [
        ("with_rstest::of_its_own_type::case_1", "differ in what cannot be drawn: `unit`"),
        ("with_rstest::one_panics", "for n = 1 it fails"),
        ("with_test_case::panicking", "it panics for its own values only"),
        ("with_rstest::old_cases::case_1", "write each as `#[case(…)]`"),
        ("with_rstest::once", "the fixture `made_once` is made once for all tests"),
        ("with_rstest::one_is_ignored::case_1", "it is ignored"),
        ("with_rstest::too_many::a_1_1::b_1_1", "its 81 cases are too many"),
        ("with_test_case::checked", "what #[test_case(1 => with |found| assert!(found > 0))] expects is not"),
        ("with_test_case::early", "it returns before its end"),
        ("with_test_case::ignored", "one of its cases is ignored"),
    ] {
        let refused = |closed: &&ClosedTest| closed.test.name.starts_with(&format!("attributes::{name}"));
        let closed = told.iter().find(refused).unwrap_or_else(|| panic!("no {name}"));
        assert!(closed.reason.contains(reason), "{name}: {}", closed.reason);
    }
    assert!(fixture.failures_of_cargo_test().is_empty());
    let source = std::fs::read_to_string(fixture.path().join("src/lib.rs")).unwrap();
    // Of several parts none replaces the original.
    assert!(!source.contains("fn cases(") && source.contains("fn halves("), "{source}");
}
