//! Cases are laid out as rustfmt would.

use super::*;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Calls and attributes of every length around the widths at which rustfmt breaks lines.
#[test]
fn the_layout_is_that_of_rustfmt() {
    let Some(rustfmt) = rustfmt() else {
        eprintln!("skipped: rustfmt is not installed");
        return;
    };
    let mut source = String::new();
    let shapes = [
        (Returns::Unit, Expectation::Returns),
        (Returns::Result, Expectation::Returns),
        (Returns::Value, Expectation::Returns),
        (Returns::Result, Expectation::Panics),
    ];
    for (returns, expectation) in shapes {
        for length in (1..86).step_by(3) {
            for count in (0..10).chain([20, 30]) {
                for digits in [1, 3, 6, 7, 9] {
                    let function = "f".repeat(length);
                    let expected = "e".repeat(length + count);
                    let target = TestTarget { returns, expectation, expected, ..target(&function) };
                    let arguments = vec![("x", InputKind::I32, 10_i128.pow(digits)); count];
                    source.push_str(&body(&target, &[case(&arguments, CaseEnding::Returns)]));
                }
            }
        }
    }
    assert_formatted(rustfmt, &source);
}

/// Nested lists of every length, alone and beside others.
#[test]
fn the_layout_of_nested_values_is_that_of_rustfmt() {
    let Some(rustfmt) = rustfmt() else {
        eprintln!("skipped: rustfmt is not installed");
        return;
    };
    let mut source = String::new();
    for returns in [Returns::Unit, Returns::Result, Returns::Value] {
        for count in (0..14).chain([25, 40]) {
            for digits in [1, 6, 9] {
                let numbers = |shape| ints(shape, &vec![10_i128.pow(digits); count]);
                let rows = node(Shape::Vec, vec![numbers(Shape::Array); count.min(3)]);
                let entries = vec![pair(int(1), text(Shape::String, &"x".repeat(count))); count.min(6)];
                let item = built(Form::Braces, "krate::Item", "", &[("n", numbers(Shape::Tuple))]);
                let order = built(
                    Form::Braces,
                    "krate::tests::Order",
                    "",
                    &[("id", int(10_i128.pow(digits))), ("lines", numbers(Shape::Vec)), ("item", item)],
                );
                let values = [
                    numbers(Shape::Vec),
                    node(Shape::Reference, vec![numbers(Shape::Slice)]),
                    node(Shape::Some, vec![numbers(Shape::Vec)]),
                    numbers(Shape::VecDeque),
                    numbers(Shape::Tuple),
                    rows,
                    node(Shape::HashMap, entries),
                    order.clone(),
                    node(Shape::Some, vec![order.clone()]),
                    // In a macro in a macro, rustfmt fills lines to another width.
                    node(Shape::Vec, vec![order; if count < 6 { count.min(3) } else { 0 }]),
                ];
                for value in values {
                    for function in ["put", "a_function_whose_name_says_what_it_is"] {
                        let target = TestTarget { returns, ..target(function) };
                        for extra in [vec![], vec![("x".into(), int(1))]] {
                            let arguments = [vec![("v".into(), value.clone())], extra].concat();
                            source.push_str(&body(
                                &target,
                                &[TestCase { arguments, ending: CaseEnding::Returns, ..TestCase::default() }],
                            ));
                        }
                    }
                }
            }
        }
    }
    assert_formatted(rustfmt, &source);
}

fn assert_formatted(rustfmt: Rustfmt, source: &str) {
    let formatted = rustfmt.format(source);
    for (number, (rustfmts, ours)) in formatted.lines().zip(source.trim_start().lines()).enumerate() {
        assert_eq!(rustfmts, ours, "line {number}");
    }
    assert_eq!(formatted.len(), source.trim_start().len());
}

struct Rustfmt(Command);

fn rustfmt() -> Option<Rustfmt> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024", "--config-path", "/dev/null"]);
    let works = Command::new("rustfmt").arg("--version").output().is_ok_and(|output| output.status.success());
    works.then_some(Rustfmt(command))
}

impl Rustfmt {
    fn format(mut self, source: &str) -> String {
        let mut child = self.0.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("rustfmt starts");
        child.stdin.take().expect("piped").write_all(source.as_bytes()).expect("rustfmt reads");
        let output = child.wait_with_output().expect("rustfmt ends");
        assert!(output.status.success(), "rustfmt rejects the source");
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}
