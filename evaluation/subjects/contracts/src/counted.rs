//! The sizes of both programs, counted as the table of the dissertation counts those of its case studies.

use std::fs;
use std::path::Path;

/// What is counted in the source of a program, without its tests.
#[derive(Debug, PartialEq, Eq)]
struct Sizes {
    /// Structs, enums and traits; those that a macro makes count, too.
    types: usize,
    functions: usize,
    /// Lines that are neither empty nor comments nor attributes nor closing brackets.
    lines: usize,
    requires: usize,
    ensures: usize,
    invariants: usize,
    /// Ordinary tests.
    tests: usize,
}

fn sizes(program: &str) -> Sizes {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(program);
    let mut files: Vec<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (tests, code): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.ends_with("tests.rs"));
    let read = |files: &[std::path::PathBuf]| -> String {
        files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
    };
    let (tests, code) = (read(&tests), read(&code));
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let count = |is: &dyn Fn(&str) -> bool| lines.iter().filter(|line| is(line)).count();
    let starts = |line: &str, word: &str| line.strip_prefix("pub ").unwrap_or(line).starts_with(word);
    Sizes {
        types: count(&|line| {
            ["struct ", "enum ", "trait "].iter().any(|word| starts(line, word) && !line.contains('$'))
                || line.starts_with("operator!(")
        }),
        functions: count(&|line| starts(line, "fn ") && !line.contains('$')),
        lines: count(&|line| {
            let is_text = line.is_empty() || line.starts_with("//") || line.starts_with("#[");
            !is_text && line.chars().any(char::is_alphanumeric)
        }),
        requires: count(&|line| line.starts_with("#[requires(")),
        ensures: count(&|line| line.starts_with("#[ensures(")),
        invariants: count(&|line| line.starts_with("#[invariant(")),
        tests: tests.matches("#[test]").count(),
    }
}

/// In the dissertation: 51 classes, 147 methods, 868 lines, 52 preconditions, 69 postconditions.
#[test]
fn the_calculator_has_its_size() {
    let expected =
        Sizes { types: 26, functions: 75, lines: 323, requires: 42, ensures: 69, invariants: 2, tests: 49 };
    assert_eq!(sizes("stack_calc"), expected);
}

/// In the dissertation, of another program: 36 classes, 167 methods, 1456 lines, 48 preconditions, 125 postconditions.
#[test]
fn the_feeder_has_its_size() {
    let expected =
        Sizes { types: 13, functions: 107, lines: 402, requires: 64, ensures: 102, invariants: 8, tests: 45 };
    assert_eq!(sizes("feeder"), expected);
}
