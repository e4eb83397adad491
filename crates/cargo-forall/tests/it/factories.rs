//! Objects that closed tests make become parameters, with factories out of the calls of the tests.

use crate::fixture::{Fixture, Report, command};

const MANIFEST: &str = "[package]
name = \"objects\"
version = \"0.1.0\"
edition = \"2021\"

[workspace]
";
const LIBRARY: &str = "/// A stack of numbers that are not negative.
#[derive(Default)]
pub struct Stack {
    numbers: Vec<u32>,
}

impl Stack {
    pub fn push(&mut self, number: i32) {
        let number = u32::try_from(number).expect(\"it is negative\");
        self.numbers.push(number);
    }

    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

/// What anybody may set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    pub left: u8,
    pub right: Side,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Side {
    Open,
    At(u8),
}

impl Pair {
    pub fn turned(self) -> Pair {
        match self.right {
            Side::Open => self,
            Side::At(right) => {
                let right_side = Side::At(self.left);
                Pair {
                    left: right,
                    right: right_side,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_turned() {
        let pair = Pair {
            left: 1,
            right: Side::At(2),
        };
        assert_eq!(pair.turned().turned(), pair);
    }

    #[test]
    fn one_push() {
        let mut stack = Stack::default();
        stack.push(1);
        assert_eq!(stack.count(), 1);
    }

    #[test]
    fn new_is_empty() {
        let stack = Stack::default();
        assert!(stack.is_empty());
    }
}
";
const OUTSIDE: &str = "use objects::Stack;

#[test]
fn two_pushes() {
    let (one, other) = (1, 30);
    let mut stack = Stack::default();
    stack.push(one);
    stack.push(other);
    assert_eq!(2, stack.count());
}
";

fn package() -> Fixture {
    let fixture = Fixture::empty("objects");
    for (file, text) in [("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY), ("tests/it.rs", OUTSIDE)] {
        let path = fixture.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    fixture
}

#[track_caller]
fn generalize(fixture: &Fixture, arguments: &[&str]) -> Report {
    let report: Report = command(fixture, &[&["generalize"], arguments].concat()).output().unwrap().into();
    assert_eq!(report.code, 0, "{}{}", report.stdout, report.stderr);
    report
}

#[test]
fn objects_are_parameters_as_far_as_the_assertions_hold() {
    let fixture = package();
    generalize(&fixture, &["--write"]);
    let read = |file: &str| std::fs::read_to_string(fixture.path().join(file)).unwrap();
    let (library, outside) = (read("src/lib.rs"), read("tests/it.rs"));
    // A factory in each target, where its first test stands; a type that anybody may fill derives, with what it is made of.
    for (text, part) in [
        (&library, "    #[::forall::factory]\n    fn any_stack(numbers: Vec<i32>) -> crate::Stack {"),
        (&library, "fn one_push_for_all(mut stack: crate::Stack, number: i32) {"),
        (&library, "assert_eq!(stack.count(), count_before + 1);"),
        (&library, "#[cfg_attr(test, derive(::forall::Input))]\npub struct Pair {"),
        (&library, "#[cfg_attr(test, derive(::forall::Input))]\npub enum Side {"),
        (&library, "fn twice_turned_for_all(pair: crate::Pair) {"),
        (&outside, "#[::forall::factory]\nfn any_stack(numbers: Vec<i32>) -> objects::Stack {"),
        (&outside, "assert_eq!(count_before + 2, stack.count());"),
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    // Not every stack is empty.
    assert!(!library.contains("new_is_empty_for_all(stack"), "{library}");
    for text in [&library, &outside] {
        assert_eq!(text.matches("::forall::factory]").count(), 1, "{text}");
    }
    assert!(fixture.failures_of_cargo_test().is_empty());
    let format = fixture.cargo_command(&["fmt", "--check"]).output().unwrap();
    assert!(format.status.success(), "{}", String::from_utf8_lossy(&format.stdout));

    // What is there is used again.
    let again = generalize(&fixture, &["one_push"]);
    assert!(again.stdout.contains("(mut stack: crate::Stack, number: i32)"), "{}", again.stdout);
    assert!(!again.stdout.contains("+    #[::forall::factory]"), "{}", again.stdout);
}
