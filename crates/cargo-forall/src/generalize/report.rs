//! What came of each test, for people.

use super::rounds::counted;
use super::tests::Refused;
use forall_generalize::{Explored, Fault, FaultPlace, Generalized, Grade, Question, Refusal};
use forall_report::Verdict;
use std::fmt::Write as _;

/// A test that was tried.
pub struct Tried<'a> {
    pub name: &'a str,
    pub file: &'a str,
    pub result: Result<Generalized, Refusal>,
}

/// All that there is to say, but for the patch.
pub fn render(tried: &[Tried<'_>], refused: &[Refused]) -> String {
    let mut text = String::new();
    let names =
        tried.iter().map(|tried| tried.name.len()).chain(refused.iter().map(|refused| refused.name.len()));
    let width = names.max().unwrap_or(0);
    let results = tried.iter().map(|tried| (tried.name, &tried.result));
    for tried in tried {
        if let Ok(generalized) = &tried.result {
            generalized_test(&mut text, tried, generalized, width);
        }
    }
    let late = results.clone().filter_map(|(name, result)| Some((name, result.as_ref().err()?)));
    let early = refused.iter().map(|refused| (refused.name.as_str(), &refused.refusal));
    let refusals: Vec<(&str, &Refusal)> = early.chain(late).collect();
    for (name, refusal) in &refusals {
        let (word, reason) = match refusal {
            Refusal::Skipped(reason) => ("skipped", reason),
            Refusal::NotAmenable(reason) => ("not amenable", reason),
        };
        line(&mut text, &format!("{word:<14}  {name:<width$}  {reason}"));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let generalized: Vec<&Generalized> = results.filter_map(|(_, result)| result.as_ref().ok()).collect();
    line(&mut text, &summary(&generalized, &refusals));
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

fn generalized_test(text: &mut String, tried: &Tried<'_>, generalized: &Generalized, width: usize) {
    let grade = generalized.grade.to_string();
    let (name, new) = (tried.name, &generalized.name);
    let verdict = verdict(generalized.explored.as_ref());
    line(text, &format!("{grade:<14}  {name:<width$}  -> {new}  {verdict}"));
    for below in explanation(generalized, tried.file) {
        line(text, &format!("    {below}"));
    }
}

/// Why a test is as it is, what it finds, and what has to be asked.
pub fn explanation(generalized: &Generalized, file: &str) -> Vec<String> {
    let mut lines = generalized.explanation.clone();
    if let Some(Explored::Done { verdict: Verdict::Incomplete, reasons, .. }) = &generalized.explored {
        lines.extend(reasons.iter().map(|reason| format!("not proved: {reason}")));
    }
    lines.extend(generalized.defects.iter().map(|defect| format!("defect: {}", fault(defect, file))));
    for Question { about, arguments, message, .. } in &generalized.questions {
        lines.push(format!("question: {about}: {arguments}: {message}"));
    }
    lines
}

fn fault(fault: &Fault, file: &str) -> String {
    let place = match &fault.place {
        FaultPlace::Test(line) => format!(" at {file}:{line}"),
        FaultPlace::Package(place) => format!(" at {place}"),
        FaultPlace::Unknown => String::new(),
    };
    format!("{}: {}{place}", fault.arguments, fault.message)
}

/// What was found of the new test, in a few words.
pub fn verdict(explored: Option<&Explored>) -> String {
    match explored {
        None => "not explored".into(),
        Some(Explored::Rejected(message)) => format!("does not compile: {message}"),
        Some(Explored::Done { verdict: Verdict::Proved, bounds, .. }) if bounds.is_empty() => "proved".into(),
        Some(Explored::Done { verdict: Verdict::Proved, bounds, .. }) => {
            format!("proved for {}", bounds.join(", "))
        }
        Some(Explored::Done { verdict: Verdict::Failed, faults, .. }) => {
            format!("FAILED in {}", counted(faults.len(), "way"))
        }
        Some(Explored::Done { verdict: Verdict::Incomplete, paths, .. }) => {
            format!("holds on {}", counted(*paths as usize, "path"))
        }
    }
}

fn summary(generalized: &[&Generalized], refusals: &[(&str, &Refusal)]) -> String {
    let of = |grade| generalized.iter().filter(|generalized| generalized.grade == grade).count();
    let skipped = refusals.iter().filter(|(_, refusal)| matches!(refusal, Refusal::Skipped(_))).count();
    let defects: usize = generalized.iter().map(|generalized| generalized.defects.len()).sum();
    let questions: usize = generalized.iter().map(|generalized| generalized.questions.len()).sum();
    let all = generalized.len() + refusals.len();
    let mut text = format!("{}: {} generalized (", counted(all, "test"), generalized.len());
    let grades = [Grade::Full, Grade::Partial, Grade::NoPanic].map(|grade| format!("{} {grade}", of(grade)));
    text.push_str(&grades.join(", "));
    let not_amenable = refusals.len() - skipped;
    // Writing to a string does not fail.
    let _ = write!(text, "), {not_amenable} not amenable, {skipped} skipped");
    for (count, what) in [(defects, "defect"), (questions, "question")] {
        if count > 0 {
            let _ = write!(text, "; {}", counted(count, what));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::FailureKind;

    fn done(verdict: Verdict, bounds: &[&str], reasons: &[&str]) -> Option<Explored> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let (bounds, reasons) = (words(bounds), words(reasons));
        Some(Explored::Done { verdict, paths: 4, faults: Vec::new(), bounds, reasons, branches: (1, 2) })
    }

    #[test]
    fn each_test_has_a_line_and_below_it_why() {
        let defect = Fault {
            kind: FailureKind::Overflow,
            message: "attempt to add with overflow".into(),
            place: FaultPlace::Package("src/lib.rs:3:5".into()),
            arguments: "x = 255".into(),
            paths: 1,
        };
        let question = Question {
            assertion: 0,
            about: "assume!(a != b)".into(),
            arguments: "a = 0, b = 0".into(),
            message: "it fails".into(),
        };
        let sum = Generalized {
            name: "sums".into(),
            text: String::new(),
            grade: Grade::Partial,
            explanation: vec!["x is a parameter".into()],
            oracle: Vec::new(),
            assumed: Vec::new(),
            may_panic: Vec::new(),
            defects: vec![defect],
            questions: vec![question],
            needs: Vec::new(),
            explored: done(Verdict::Incomplete, &[], &["2 calls not followed"]),
        };
        let cut = Generalized {
            name: "cuts".into(),
            grade: Grade::Full,
            explanation: Vec::new(),
            defects: Vec::new(),
            questions: Vec::new(),
            explored: done(Verdict::Proved, &["s.len() <= 8"], &[]),
            ..sum.clone()
        };
        let not_amenable = Err(Refusal::NotAmenable("there is nothing in it".into()));
        let tried = [("tests::sum", Ok(sum)), ("cut", Ok(cut)), ("flat", not_amenable)];
        let tried = tried.map(|(name, result)| Tried { name, file: "src/lib.rs", result });
        let refused = [Refused {
            name: "made".into(),
            test: forall_report::Test::default(),
            file: "src/lib.rs".into(),
            refusal: Refusal::Skipped("a macro makes it".into()),
        }];
        let expected = "\
partial oracle  tests::sum  -> sums  holds on 4 paths
    x is a parameter
    not proved: 2 calls not followed
    defect: x = 255: attempt to add with overflow at src/lib.rs:3:5
    question: assume!(a != b): a = 0, b = 0: it fails
full oracle     cut         -> cuts  proved for s.len() <= 8
skipped         made        a macro makes it
not amenable    flat        there is nothing in it

4 tests: 2 generalized (1 full oracle, 1 partial oracle, 0 no panic only), 1 not amenable, 1 skipped; 1 defect; 1 question
";
        assert_eq!(render(&tried, &refused), expected);
    }

    #[test]
    fn what_was_found_is_said_in_a_few_words() {
        assert_eq!(verdict(None), "not explored");
        assert_eq!(verdict(done(Verdict::Proved, &[], &[]).as_ref()), "proved");
        assert_eq!(verdict(done(Verdict::Failed, &[], &[]).as_ref()), "FAILED in 0 ways");
        assert_eq!(verdict(Some(&Explored::Rejected("no".into()))), "does not compile: no");
    }
}
