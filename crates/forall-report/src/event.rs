//! What happens in a run of the tool, in order.

use crate::VERSION;
use crate::assumption::Assumptions;
use crate::branches::Coverage;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::generalized::{ClosedTest, GeneralizeSummary};
use crate::reason::{Reason, Remark};
use crate::verdict::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Something that happens in a run of the tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Something is built. Not in `--format json`.
    Build { what: Build },
    /// These tests will be explored, in this order. Not in `--format json`.
    Selected { tests: Vec<Test> },
    /// The exploration of a test begins. Not in `--format json`.
    Started(Test),
    /// How far the exploration of a test is. Not in `--format json`.
    Progress(Progressed),
    /// A test of the selection, where tests are listed instead of explored.
    Listed(Listed),
    /// A test that is still explored fails. Its outcome follows when it is over. At most once a test, and only if it takes a while.
    Found(EarlyFailures),
    /// A test is explored.
    Put(Box<Outcome>),
    /// The run is over.
    Summary(Summary),
    /// What came of a test that was to be generalized.
    ClosedTest(Box<ClosedTest>),
    /// All of them were told.
    GeneralizeSummary(GeneralizeSummary),
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// The tests as `cargo test` builds them.
    Plain,
    /// The tests as they are explored.
    Instrumented,
    /// The tests with the cases that were written.
    Cases,
}

/// Which test it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Test {
    /// `crate::module::name`.
    pub name: String,
    /// The target of the package that it is in: `lib`, `bin-tool`, `test-it`.
    pub target: String,
    /// What it is called in reports for people: as short as it can be, and different for every test of a run.
    #[serde(skip)]
    pub label: String,
}

/// How far the exploration of a test is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Progressed {
    #[serde(flatten)]
    pub test: Test,
    #[serde(flatten)]
    pub progress: Progress,
    /// Since its exploration began.
    pub seconds: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    pub runs: u64,
    /// Distinct paths executed, those that an assumption ended not counted.
    pub paths: u64,
    /// Sides of branches that are still to be tried.
    pub open: u64,
    /// Distinct failures.
    pub failures: u64,
}

impl Progress {
    /// Of two parts of one exploration.
    pub fn plus(self, other: Progress) -> Progress {
        Progress {
            runs: self.runs + other.runs,
            paths: self.paths + other.paths,
            open: self.open + other.open,
            failures: self.failures.max(other.failures),
        }
    }
}

/// How distinct paths ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PathCounts {
    /// They do not satisfy the assumptions.
    pub meaningless: u64,
    pub failing: u64,
    pub succeeding: u64,
}

impl PathCounts {
    /// Those that say something about the test.
    pub fn meaningful(self) -> u64 {
        self.failing + self.succeeding
    }

    /// Of two parts of one exploration.
    pub fn plus(self, other: PathCounts) -> PathCounts {
        PathCounts {
            meaningless: self.meaningless + other.meaningless,
            failing: self.failing + other.failing,
            succeeding: self.succeeding + other.succeeding,
        }
    }
}

/// Where a test is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    #[serde(flatten)]
    pub test: Test,
    pub file: String,
    pub line: u32,
    /// The file with its cases, in its package.
    pub cases: String,
}

/// What fails in a test that is still explored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EarlyFailures {
    #[serde(flatten)]
    pub test: Test,
    /// No case is written yet.
    pub failures: Vec<Failure>,
    /// Since its exploration began.
    pub seconds: f64,
}

/// What is said of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    #[serde(flatten)]
    pub test: Test,
    pub verdict: Verdict,
    /// Distinct paths executed, those that an assumption ended not counted.
    pub paths: u64,
    /// The same in three: what the paths did.
    #[serde(default)]
    pub path_counts: PathCounts,
    pub runs: u64,
    /// The cases that go into its case file.
    pub cases: u64,
    pub failures: Vec<Failure>,
    #[serde(flatten)]
    pub assumptions: Assumptions,
    pub reasons: Vec<Reason>,
    /// What else a reader of the verdict should know; left out when there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    pub branches: Coverage,
    pub seconds: f64,
    /// Left out when nothing fails, and when an earlier command found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_failure_seconds: Option<f64>,
}

/// The figures of a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Of the form of these events.
    pub version: u32,
    /// Tests explored.
    pub puts: u64,
    pub proved: u64,
    pub failed: u64,
    pub incomplete: u64,
    pub cases: u64,
    /// The exit code.
    pub exit: Exit,
    pub seconds: f64,
}

impl Summary {
    /// Adds what is said of a test.
    pub fn add(&mut self, outcome: &Outcome) {
        match outcome.verdict {
            Verdict::Proved => self.proved += 1,
            Verdict::Failed => self.failed += 1,
            Verdict::Incomplete => self.incomplete += 1,
        }
        self.puts += 1;
        self.cases += outcome.cases;
    }
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            version: VERSION,
            puts: 0,
            proved: 0,
            failed: 0,
            incomplete: 0,
            cases: 0,
            exit: Exit::Held,
            seconds: 0.0,
        }
    }
}

impl Event {
    /// As a line of the JSON report.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain data can be written as JSON")
    }
}

/// Milliseconds are precise enough.
pub fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
