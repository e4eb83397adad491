//! The published crates of the study.

/// A published crate with its own tests.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    pub name: &'static str,
    pub version: &'static str,
    /// A later patch release, on which the same parameterized tests are run.
    pub later: &'static str,
    /// How many tests `cargo test -- --list` had when the list was made, doc tests left out.
    pub closed_tests: usize,
    pub kind: &'static str,
}

/// Listed before the command existed.
pub const SUBJECTS: [Subject; 4] = [
    Subject {
        name: "strsim",
        version: "0.11.0",
        later: "0.11.1",
        closed_tests: 96,
        kind: "functions on texts",
    },
    Subject {
        name: "arrayvec",
        version: "0.7.4",
        later: "0.7.6",
        closed_tests: 51,
        kind: "containers of a fixed size",
    },
    Subject {
        name: "slab",
        version: "0.4.9",
        later: "0.4.11",
        closed_tests: 45,
        kind: "a container that hands out keys",
    },
    Subject {
        name: "textwrap",
        version: "0.16.1",
        later: "0.16.2",
        closed_tests: 156,
        kind: "functions on texts, with options",
    },
];
