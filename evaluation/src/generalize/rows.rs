//! The figures and the rows of the study.

use super::judgement::Judgements;
use super::later::id;
use super::study::Study;
use super::suite::TestId;
use forall_report::{ClosedTest, Generalization, GeneralizedTest, OracleGrade, Verdict};
use std::collections::BTreeSet;

/// So many questions and assumptions are judged.
const QUESTIONS: usize = 30;
const ASSUMPTIONS: usize = 50;
/// Which assumptions are drawn depends on this.
const SEED: u64 = 20;

pub const OUTCOMES: &[&str] = &[
    " crate",
    "tests",
    "full oracle",
    "partial oracle",
    "no panic only",
    "not amenable",
    "skipped",
    "not told",
];
pub const COUNTED: &[&str] = &[
    " crate",
    "count as generalized",
    "of these full or partial",
    "new tests: proved",
    "hold as far as explored",
    "fail",
    "not explored",
    "mutants noticed by originals",
    "by new tests, too",
];
pub const COVERAGE: &[&str] = &[
    " crate",
    "tests compared",
    "outcomes taken by originals",
    "by new tests",
    "new tests that take more",
    "that miss one",
];
pub const WORK: &[&str] = &[
    " crate",
    "drafts",
    "s a test",
    "s at most",
    "tests above 10 s",
    "rounds",
    "compilations",
    "minutes",
    "of these compiling",
    "s of processor time a test",
    "mutants tried",
    " build",
];

/// Of one crate, or of several.
#[derive(Default)]
pub struct Shares {
    tests: usize,
    grades: [usize; 3],
    not_amenable: usize,
    skipped: usize,
    not_told: usize,
    counted: usize,
    with_oracle: usize,
    verdicts: [usize; 4],
    noticed: (usize, usize),
    /// Tests, outcomes that the closed ones take, and the new ones, tests that take more, tests that miss some.
    covered: [usize; 5],
    drafts: u64,
    seconds: Vec<f64>,
    rounds: u64,
    builds: u64,
    wall: f64,
    building: f64,
    processor_time: f64,
    mutants: usize,
    builds_of_tool: BTreeSet<String>,
}

impl Shares {
    pub fn of(studies: &[&Study]) -> Shares {
        let mut shares = Shares::default();
        for study in studies {
            shares.tests += study.listed.len();
            let summary = &study.told.summary;
            shares.rounds += summary.rounds;
            shares.builds += summary.builds;
            shares.wall += summary.seconds;
            shares.building += summary.building_seconds;
            shares.mutants += study.mutants.iter().filter(|tried| tried.compiles).count();
            shares.builds_of_tool.insert(study.build.clone());
            shares.processor_time += study.told.processor_time;
            for test in &study.listed {
                shares.add(study, test);
            }
        }
        shares
    }

    fn add(&mut self, study: &Study, test: &TestId) {
        let Some(whole) = Whole::of(&study.parts(test)) else {
            self.not_told += 1;
            return;
        };
        self.drafts += whole.drafts;
        self.seconds.push(whole.seconds);
        let Some(grade) = whole.grade else {
            match whole.outcome {
                Generalization::NotAmenable => self.not_amenable += 1,
                _ => self.skipped += 1,
            }
            return;
        };
        self.grades[grade as usize] += 1;
        let new = study.parts(test).into_iter().filter_map(|part| part.generalized.as_ref());
        for generalized in new {
            let verdict = match generalized.verdict {
                Some(Verdict::Proved) => 0,
                Some(Verdict::Incomplete) => 1,
                Some(Verdict::Failed) => 2,
                None => 3,
            };
            self.verdicts[verdict] += 1;
        }
        let (caught, missed) = study.caught(test);
        self.noticed = (self.noticed.0 + caught.len(), self.noticed.1 + caught.len() - missed.len());
        if let Some((before, after)) = study.coverage(test) {
            let (more, less) = (after.difference(&before).next(), before.difference(&after).next());
            let own =
                [1, before.len(), after.len(), usize::from(more.is_some()), usize::from(less.is_some())];
            self.covered.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        }
        if study.objection(test).is_none() {
            self.counted += 1;
            self.with_oracle += usize::from(grade != OracleGrade::NoPanic);
        }
    }

    pub fn outcomes(&self) -> Vec<String> {
        let [full, partial, no_panic] = self.grades;
        [self.tests, full, partial, no_panic, self.not_amenable, self.skipped, self.not_told]
            .map(|count| count.to_string())
            .to_vec()
    }

    pub fn counted(&self) -> Vec<String> {
        let share =
            |count: usize| format!("{count} ({}%)", (100 * count).checked_div(self.tests).unwrap_or(0));
        let mut cells = vec![share(self.counted), share(self.with_oracle)];
        cells.extend(self.verdicts.map(|count| count.to_string()));
        cells.extend([self.noticed.0.to_string(), self.noticed.1.to_string()]);
        cells
    }

    pub fn coverage(&self) -> Vec<String> {
        self.covered.map(|count| count.to_string()).to_vec()
    }

    pub fn work(&self) -> Vec<String> {
        let sum: f64 = self.seconds.iter().sum();
        let most = self.seconds.iter().copied().fold(0.0, f64::max);
        let long = self.seconds.iter().filter(|seconds| **seconds > 10.0).count();
        vec![
            self.drafts.to_string(),
            format!("{:.1}", sum / self.seconds.len().max(1) as f64),
            format!("{most:.1}"),
            long.to_string(),
            self.rounds.to_string(),
            self.builds.to_string(),
            format!("{:.1}", self.wall / 60.0),
            format!("{:.1}", self.building / 60.0),
            format!("{:.1}", self.processor_time / self.tests.max(1) as f64),
            self.mutants.to_string(),
            self.builds_of_tool.iter().cloned().collect::<Vec<_>>().join(", "),
        ]
    }
}

/// A test with all its parts.
pub struct Whole {
    pub outcome: Generalization,
    /// Full if all parts are; none, if nothing was generalized.
    pub grade: Option<OracleGrade>,
    pub drafts: u64,
    pub seconds: f64,
    /// Of the parts that were not generalized.
    pub reasons: Vec<String>,
}

impl Whole {
    pub fn of(parts: &[&ClosedTest]) -> Option<Whole> {
        let new: Vec<OracleGrade> =
            parts.iter().filter_map(|part| part.generalized.as_ref()).map(|new| new.grade).collect();
        let all = |grade| new.iter().all(|own| *own == grade);
        let grade = match new.is_empty() {
            true => None,
            false if all(OracleGrade::Full) && new.len() == parts.len() => Some(OracleGrade::Full),
            false if all(OracleGrade::NoPanic) => Some(OracleGrade::NoPanic),
            false => Some(OracleGrade::Partial),
        };
        Some(Whole {
            outcome: parts.iter().map(|part| part.outcome).min()?,
            grade,
            drafts: parts.iter().map(|part| part.drafts).sum(),
            seconds: parts.iter().map(|part| part.seconds).sum(),
            reasons: parts
                .iter()
                .map(|part| part.reason.clone())
                .filter(|reason| !reason.is_empty())
                .collect(),
        })
    }
}

pub fn grade(grade: OracleGrade) -> &'static str {
    match grade {
        OracleGrade::Full => "full oracle",
        OracleGrade::Partial => "partial oracle",
        OracleGrade::NoPanic => "no panic only",
    }
}

/// In words.
pub fn verdict(generalized: &GeneralizedTest) -> String {
    match generalized.verdict {
        Some(Verdict::Proved) if generalized.bounds.is_empty() => "proved".into(),
        Some(Verdict::Proved) => format!("proved for {}", generalized.bounds.join(", ")),
        Some(Verdict::Incomplete) => format!("holds on {} paths", generalized.paths),
        Some(Verdict::Failed) => "**FAILED**".into(),
        None => "not explored".into(),
    }
}

type Rows = (&'static [&'static str], Vec<Vec<String>>);

fn generalized<'s>(
    studies: &[&'s Study],
) -> impl Iterator<Item = (&'s Study, &'s ClosedTest, &'s GeneralizedTest)> {
    studies.iter().flat_map(|study| {
        let study: &'s Study = study;
        study.told.generalized().map(move |(closed, new)| (study, closed, new))
    })
}

fn key(study: &Study, closed: &ClosedTest, what: &str) -> String {
    format!("{}::{}::{what}", study.name, id(closed).name)
}

/// Every input for which a new test fails.
pub fn failures(studies: &[&Study], judgements: &Judgements) -> Rows {
    let mut rows = Vec::new();
    for (study, closed, new) in generalized(studies) {
        let of_command = new.defects.iter().map(|one| (&one.arguments, &one.message, &one.location));
        let outcome = study.outcome(closed, new);
        let found = outcome.iter().flat_map(|outcome| &outcome.failures);
        let explored = found.map(|one| (&one.arguments, &one.message, &one.location));
        let mut known = BTreeSet::new();
        let mut add = |arguments: &str, message: &str, location: &str| {
            let judgement = judgements.of(&key(study, closed, arguments)).to_owned();
            rows.push(vec![
                study.name.clone(),
                format!("`{}`", id(closed).name),
                code(arguments),
                code(message),
                location.to_owned(),
                judgement,
            ]);
        };
        for (arguments, message, location) in of_command.chain(explored) {
            if known.insert(message.clone()) {
                add(arguments, message, location);
            }
        }
        if known.is_empty() {
            for test in study.failing(closed, new) {
                add(&test.name, "it fails under plain cargo test", "");
            }
        }
    }
    (&[" crate", " test", " input", " what happens", " where", " judgement"], rows)
}

pub fn questions(studies: &[&Study], judgements: &Judgements) -> Rows {
    let mut rows = Vec::new();
    for (study, closed, new) in generalized(studies) {
        for question in &new.questions {
            let judgement = judgements.of(&key(study, closed, &question.arguments)).to_owned();
            let cells = [&question.about, &question.arguments, &question.message].map(|text| code(text));
            let test = format!("`{}`", id(closed).name);
            rows.push([vec![study.name.clone(), test], cells.to_vec(), vec![judgement]].concat());
        }
    }
    rows.truncate(QUESTIONS);
    (&[" crate", " test", " about", " input", " what happens", " judgement"], rows)
}

pub fn assumptions(studies: &[&Study], judgements: &Judgements) -> Rows {
    let mut all = Vec::new();
    for (study, closed, new) in generalized(studies) {
        all.extend(
            new.assumed
                .iter()
                .map(|assumed| (key(study, closed, &assumed.condition), study, closed, assumed)),
        );
    }
    all.sort_by_key(|(key, ..)| (drawn(key), key.clone()));
    all.truncate(ASSUMPTIONS);
    let row =
        |(key, study, closed, assumed): &(String, &Study, &ClosedTest, &forall_report::AssumedCondition)| {
            let excluded = assumed.excluded.as_ref();
            let excluded =
                excluded.map(|one| code(&format!("{}: {}", one.arguments, one.message))).unwrap_or_default();
            vec![
                study.name.clone(),
                format!("`{}`", id(closed).name),
                code(&assumed.condition),
                assumed.why.clone(),
                excluded,
                judgements.of(key).to_owned(),
            ]
        };
    let rows = all.iter().map(row).collect();
    (&[" crate", " test", " condition", " why", " smallest input that it excludes", " judgement"], rows)
}

/// Where a key stands in the drawing: the same on every machine.
fn drawn(key: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ SEED;
    key.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// In one line.
pub fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { line } else { format!("`` {line} ``") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::Test;

    fn part(grade: Option<OracleGrade>, outcome: Generalization, reason: &str) -> ClosedTest {
        let generalized = grade.map(|grade| GeneralizedTest {
            function: "f".into(),
            text: String::new(),
            grade,
            oracle: Vec::new(),
            assumed: Vec::new(),
            may_panic: Vec::new(),
            bounds: Vec::new(),
            verdict: None,
            paths: 0,
            reasons: Vec::new(),
            branches_before: None,
            branches_after: None,
            defects: Vec::new(),
            questions: Vec::new(),
        });
        let (test, file, reason) = (Test::default(), String::new(), reason.to_owned());
        ClosedTest {
            test,
            file,
            parts: 2,
            cases: Vec::new(),
            outcome,
            reason,
            generalized,
            drafts: 2,
            seconds: 1.5,
        }
    }

    #[test]
    fn a_test_in_parts_is_full_only_if_all_are() {
        use Generalization::{Generalized, NotAmenable, Skipped};
        let whole = |parts: &[ClosedTest]| Whole::of(&parts.iter().collect::<Vec<_>>());
        let full = || part(Some(OracleGrade::Full), Generalized, "");
        let none = || part(Some(OracleGrade::NoPanic), Generalized, "");
        let refused = || part(None, NotAmenable, "it fails");
        let grade = |parts: &[ClosedTest]| whole(parts).and_then(|whole| whole.grade);
        assert_eq!(grade(&[full(), full()]), Some(OracleGrade::Full));
        assert_eq!(grade(&[full(), none()]), Some(OracleGrade::Partial));
        assert_eq!(grade(&[full(), refused()]), Some(OracleGrade::Partial));
        assert_eq!(grade(&[none(), refused()]), Some(OracleGrade::NoPanic));
        assert!(whole(&[]).is_none(), "nobody told of it");
        let refused = whole(&[part(None, Skipped, "odd"), refused()]).unwrap();
        assert_eq!((refused.grade, refused.outcome, refused.drafts), (None, NotAmenable, 4));
        assert_eq!(refused.reasons, ["odd", "it fails"]);
    }

    #[test]
    fn what_is_drawn_is_the_same_on_every_machine() {
        assert_eq!(drawn(""), 0xcbf2_9ce4_8422_2325 ^ SEED);
        assert_ne!(drawn("slab::a::a != b"), drawn("slab::a::a != c"));
    }
}
