//! What came of each test, for programs: the events of `--format json`.

use super::report::Tried;
use super::rounds::Effort;
use super::tests::{Refused, Test, Work};
use crate::exit::Exit;
use crate::patch::Patch;
use forall_generalize::{Explored, Fault, FaultPlace, Generalized, Grade, Question, Refusal};
use forall_report::{
    Branches, ClosedTest, Defect, Event, Generalization, GeneralizeSummary, GeneralizedTest, OpenQuestion,
    OracleGrade, seconds,
};
use std::time::Duration;

/// All that there is to say, in the order in which the tests were found; those that were refused at once come last.
pub fn closed_tests(
    tests: &[Test<'_>],
    tried: &[Tried<'_>],
    refused: &[Refused],
    patch: &Patch,
) -> Vec<ClosedTest> {
    // There is a hunk for each test that was generalized.
    let mut hunks = patch.hunks().iter();
    let mut told = Vec::new();
    for (test, tried) in tests.iter().zip(tried) {
        let generalized = tried.result.as_ref().map(|generalized| {
            let written = hunks.next().and_then(|hunk| hunk.changes.first());
            let written = written.map(|change| change.edit.text.trim().to_owned());
            in_json(generalized, written, tried.file)
        });
        let told_of = closed(test.reported(), (tried.file.to_owned(), test.parts()), generalized, test.work);
        told.push(ClosedTest { cases: test.cases.clone(), ..told_of });
    }
    told.extend(refused.iter().map(|refused| {
        let file = refused.file.display().to_string();
        closed(refused.test.clone(), (file, 1), Err(&refused.refusal), Work::default())
    }));
    told
}

/// The closing line.
pub fn summary(told: &[ClosedTest], effort: &Effort, exit: Exit, time: Duration) -> Event {
    let mut summary = GeneralizeSummary {
        rounds: effort.rounds as u64,
        builds: effort.builds as u64,
        exit,
        seconds: seconds(time),
        building_seconds: seconds(effort.building),
        ..GeneralizeSummary::default()
    };
    told.iter().for_each(|closed| summary.add(closed));
    Event::GeneralizeSummary(summary)
}

fn closed(
    test: forall_report::Test,
    (file, parts): (String, usize),
    result: Result<GeneralizedTest, &Refusal>,
    work: Work,
) -> ClosedTest {
    let (outcome, reason) = match &result {
        Ok(_) => (Generalization::Generalized, String::new()),
        Err(Refusal::NotAmenable(reason)) => (Generalization::NotAmenable, reason.clone()),
        Err(Refusal::Skipped(reason)) => (Generalization::Skipped, reason.clone()),
    };
    let generalized = result.ok();
    let (drafts, seconds) = (work.drafts as u64, seconds(work.time));
    let (parts, cases) = (parts as u64, Vec::new());
    ClosedTest { test, file, parts, cases, outcome, reason, generalized, drafts, seconds }
}

fn in_json(generalized: &Generalized, written: Option<String>, file: &str) -> GeneralizedTest {
    let grade = match generalized.grade {
        Grade::Full => OracleGrade::Full,
        Grade::Partial => OracleGrade::Partial,
        Grade::NoPanic => OracleGrade::NoPanic,
    };
    let question = |question: &Question| OpenQuestion {
        about: question.about.clone(),
        arguments: question.arguments.clone(),
        message: question.message.clone(),
    };
    let mut told = GeneralizedTest {
        function: generalized.name.clone(),
        text: written.unwrap_or_else(|| generalized.text.clone()),
        grade,
        oracle: generalized.oracle.clone(),
        assumed: generalized.assumed.clone(),
        may_panic: generalized.may_panic.clone(),
        bounds: Vec::new(),
        verdict: None,
        paths: 0,
        reasons: Vec::new(),
        branches_before: None,
        branches_after: None,
        defects: generalized.defects.iter().map(|fault| defect(fault, file)).collect(),
        questions: generalized.questions.iter().map(question).collect(),
    };
    if let Some(Explored::Done { verdict, paths, bounds, reasons, branches: (covered, total), .. }) =
        &generalized.explored
    {
        told.verdict = Some(*verdict);
        told.paths = *paths;
        told.bounds.clone_from(bounds);
        told.reasons.clone_from(reasons);
        told.branches_after = Some(Branches { covered: *covered, total: *total, beyond: 0 });
    }
    told
}

fn defect(fault: &Fault, file: &str) -> Defect {
    let location = match &fault.place {
        FaultPlace::Test(line) => format!("{file}:{line}"),
        FaultPlace::Package(place) => place.clone(),
        FaultPlace::Unknown => String::new(),
    };
    Defect { kind: fault.kind, message: fault.message.clone(), location, arguments: fault.arguments.clone() }
}
