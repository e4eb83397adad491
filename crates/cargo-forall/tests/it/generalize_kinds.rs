//! The ways in which tests are written, each in the package `kinds`: what is read of them, and what is refused.

use crate::fixture::{Fixture, command};
use forall_report::{ClosedTest, Event, Generalization};

fn told() -> Vec<ClosedTest> {
    let fixture = Fixture::copy("kinds");
    let output = command(&fixture, &["generalize", "--format", "json"]).output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    let events = stdout.lines().map(|line| serde_json::from_str::<Event>(line).unwrap());
    let told = events.filter_map(|event| match event {
        Event::ClosedTest(closed) => Some(*closed),
        _ => None,
    });
    told.collect()
}

#[test]
fn each_kind_of_test_is_read_or_refused_with_a_reason() {
    let told = told();
    let texts = |name: &str| -> Vec<String> {
        let own = told.iter().filter(|closed| closed.test.name == name);
        let text = |closed: &ClosedTest| match &closed.generalized {
            Some(generalized) => generalized.text.clone(),
            None => panic!("{name}: {}", closed.reason),
        };
        own.map(text).collect()
    };
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
