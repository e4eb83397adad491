//! What came of a draft, and of a test in the end.

use forall_report::{AssumedCondition, FailureKind, OracleChoice, Verdict};
use std::fmt;

/// What came of a draft.
#[derive(Clone, Debug, PartialEq)]
pub enum Explored {
    /// It does not compile: what the compiler says.
    Rejected(String),
    Done {
        verdict: Verdict,
        paths: u64,
        faults: Vec<Fault>,
        /// What a proof stands on, in words: `s.len() <= 8`.
        bounds: Vec<String>,
        /// Why it is incomplete, in words.
        reasons: Vec<String>,
        /// Branches taken, of all in the functions that were entered.
        branches: (u32, u32),
    },
}

/// So many paths without a failure are taken for evidence, where not all could be tried. In the study of published crates a hundred were not enough.
const ENOUGH: u64 = 128;

/// A way in which a draft fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub kind: FailureKind,
    pub message: String,
    pub place: FaultPlace,
    /// `x = 0, s = ""`: of all inputs that fail so one that is as near to the closed test as possible.
    pub arguments: String,
    /// How many paths fail so.
    pub paths: u64,
}

impl Fault {
    /// It does not even compile.
    pub fn of_compiler(message: &str) -> Fault {
        let (place, arguments) = (FaultPlace::Unknown, String::new());
        Fault { kind: FailureKind::Panic, message: message.to_owned(), place, arguments, paths: 0 }
    }
}

/// Where it fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultPlace {
    /// In the test itself, at this line of the file in which the closed test stands.
    Test(u32),
    /// Elsewhere in the package: `src/lib.rs:12:5`.
    Package(String),
    Unknown,
}

impl Explored {
    pub fn faults(&self) -> &[Fault] {
        match self {
            Explored::Rejected(_) => &[],
            Explored::Done { faults, .. } => faults,
        }
    }

    /// Were there too few paths to say anything of inputs that were not tried?
    pub fn is_scant(&self) -> bool {
        matches!(self, Explored::Done { verdict: Verdict::Incomplete, paths, .. } if *paths < ENOUGH)
    }

    /// Does it compile, and was no failing input found?
    pub fn holds(&self) -> bool {
        matches!(self, Explored::Done { faults, paths, .. } if faults.is_empty() && *paths > 0)
    }
}

/// How much of what the closed test asserts the parameterized one asserts for all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// All assertions.
    Full,
    /// Some of them; the others hold for the original values only.
    Partial,
    /// None, but that nothing panics.
    NoPanic,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::Full => "full oracle",
            Grade::Partial => "partial oracle",
            Grade::NoPanic => "no panic only",
        })
    }
}

/// An input of which a person has to say whether it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The number of the assertion that fails there.
    pub assertion: usize,
    /// What excludes it, or what it refutes: `assume!(a != b)`.
    pub about: String,
    pub arguments: String,
    /// What happens there.
    pub message: String,
}

/// A parameterized test, and why it is as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Generalized {
    /// The name of the new function.
    pub name: String,
    /// The item, with its attributes; neither formatted nor indented.
    pub text: String,
    pub grade: Grade,
    /// In words: oracle and why, assumptions and why.
    pub explanation: Vec<String>,
    /// The same as data: what becomes of each assertion, what is assumed, and texts of panics that are allowed.
    pub oracle: Vec<OracleChoice>,
    pub assumed: Vec<AssumedCondition>,
    pub may_panic: Vec<String>,
    /// Failures that are neither of the test's own making nor excluded by an assumption.
    pub defects: Vec<Fault>,
    pub questions: Vec<Question>,
    /// The types of its parameters that somebody has to say how to draw.
    pub needs: Vec<String>,
    /// What was found of this very text, if it was explored.
    pub explored: Option<Explored>,
}
