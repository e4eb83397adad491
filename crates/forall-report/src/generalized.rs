//! What came of closed tests that were to be generalized.

use crate::VERSION;
use crate::branches::Branches;
use crate::event::Test;
use crate::exit::Exit;
use crate::failure::FailureKind;
use crate::verdict::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A closed test, and what came of it. Of a test that is split there is one for each part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClosedTest {
    #[serde(flatten)]
    pub test: Test,
    /// As seen from the root of the workspace.
    pub file: String,
    /// Into how many parts the test is split.
    pub parts: u64,
    /// The tests that the harness runs, if an attribute makes them of one function, whose name this one has: all of them are this one. Left out otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<String>,
    pub outcome: Generalization,
    /// Why it was not generalized; left out if it was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generalized: Option<GeneralizedTest>,
    /// How many drafts of it were tried.
    pub drafts: u64,
    /// How long its drafts were explored, builds aside.
    pub seconds: f64,
}

/// What may come of a closed test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generalization {
    /// There is a parameterized test.
    Generalized,
    /// There is nothing to generalize.
    NotAmenable,
    /// Nothing was tried, or not to the end.
    Skipped,
}

/// A parameterized test, and why it is as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GeneralizedTest {
    /// The name of its function, which stands beside the closed test.
    pub function: String,
    /// The function with its attributes, as it is written.
    pub text: String,
    pub grade: OracleGrade,
    /// What becomes of each assertion of the closed test.
    pub oracle: Vec<OracleChoice>,
    pub assumed: Vec<AssumedCondition>,
    /// Texts of panics that it allows.
    pub may_panic: Vec<String>,
    /// What a proof stands on: `s.len() <= 8`.
    pub bounds: Vec<String>,
    /// Left out if the test was not explored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Distinct paths executed.
    pub paths: u64,
    /// Why it is not proved.
    pub reasons: Vec<String>,
    /// Of the closed test; left out where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches_before: Option<Branches>,
    /// Of the parameterized test; left out where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches_after: Option<Branches>,
    /// Failures that are neither of the test's own making nor excluded by an assumption.
    pub defects: Vec<Defect>,
    pub questions: Vec<OpenQuestion>,
}

/// How much of what the closed test asserts the parameterized one asserts for all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OracleGrade {
    /// All assertions.
    Full,
    /// Some of them; the others hold for the original values only.
    Partial,
    /// None, but that nothing panics.
    NoPanic,
}

/// What becomes of an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OracleChoice {
    /// As it stands in the closed test, its first line.
    pub assertion: String,
    /// Or for the original values only.
    pub for_all: bool,
    pub why: String,
}

/// A condition that the parameterized test assumes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AssumedCondition {
    /// As it is written: `a != b`.
    pub condition: String,
    pub why: String,
    /// The smallest input that it excludes and that would fail; left out if none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<ExcludedInput>,
}

/// An input that an assumption excludes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExcludedInput {
    /// `x = 0, s = ""`.
    pub arguments: String,
    /// What happens there.
    pub message: String,
}

/// A way in which a parameterized test fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Defect {
    pub kind: FailureKind,
    pub message: String,
    /// `file:line:column` or `file:line`; empty if it is not known.
    pub location: String,
    /// `x = 0, s = ""`: the simplest input that fails so.
    pub arguments: String,
}

/// An input of which a person has to say whether it is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenQuestion {
    /// What excludes it, or what it refutes: `assume!(a != b)`.
    pub about: String,
    pub arguments: String,
    /// What happens there.
    pub message: String,
}

/// The figures of a whole run of `generalize`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GeneralizeSummary {
    /// Of the form of these events.
    pub version: u32,
    /// Closed tests; of one that is split each part counts, here and below, and all cases of one function count once.
    pub tests: u64,
    pub full: u64,
    pub partial: u64,
    pub no_panic: u64,
    pub not_amenable: u64,
    pub skipped: u64,
    pub defects: u64,
    pub questions: u64,
    /// How often drafts of all tests were tried together.
    pub rounds: u64,
    /// How often the compiler was started on them, repairs included.
    pub builds: u64,
    /// The exit code.
    pub exit: Exit,
    pub seconds: f64,
    /// Of these, how long was built.
    pub building_seconds: f64,
}

impl GeneralizeSummary {
    /// Adds what came of a test.
    pub fn add(&mut self, closed: &ClosedTest) {
        self.tests += 1;
        match closed.outcome {
            Generalization::Generalized => {}
            Generalization::NotAmenable => self.not_amenable += 1,
            Generalization::Skipped => self.skipped += 1,
        }
        let Some(generalized) = &closed.generalized else { return };
        match generalized.grade {
            OracleGrade::Full => self.full += 1,
            OracleGrade::Partial => self.partial += 1,
            OracleGrade::NoPanic => self.no_panic += 1,
        }
        self.defects += generalized.defects.len() as u64;
        self.questions += generalized.questions.len() as u64;
    }
}

impl Default for GeneralizeSummary {
    fn default() -> GeneralizeSummary {
        GeneralizeSummary {
            version: VERSION,
            tests: 0,
            full: 0,
            partial: 0,
            no_panic: 0,
            not_amenable: 0,
            skipped: 0,
            defects: 0,
            questions: 0,
            rounds: 0,
            builds: 0,
            exit: Exit::Held,
            seconds: 0.0,
            building_seconds: 0.0,
        }
    }
}
