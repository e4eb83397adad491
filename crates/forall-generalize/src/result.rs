//! What is told of a test in the end.

use crate::closed::{Expects, Refusal};
use crate::draft::Draft;
use crate::generalizer::Generalizer;
use crate::outcome::{Explored, Fault, FaultPlace, Generalized, Grade};

impl Generalizer {
    /// The parameterized test.
    pub fn result(&self) -> Result<Generalized, Refusal> {
        if let Some(Explored::Rejected(message)) = &self.finished {
            return Err(Refusal::Skipped(format!("the test with parameters does not compile: {message}")));
        }
        let faults = self.finished.as_ref().map(Explored::faults).unwrap_or_default();
        let in_test = |fault: &&Fault| matches!(fault.place, FaultPlace::Test(_));
        if let Some(fault) = self.arranged.as_ref().or_else(|| faults.iter().find(in_test)) {
            return Err(Refusal::NotAmenable(format!("for {} it fails: {}", fault.arguments, fault.message)));
        }
        if self.expects_panic() && self.panics_under.is_none() {
            return Err(Refusal::NotAmenable("it panics for its own values only".into()));
        }
        let Draft { name, text, .. } = self.whole();
        Ok(Generalized {
            name,
            text,
            grade: self.grade(),
            explanation: self.explanation(),
            defects: faults.to_vec(),
            questions: self.questions.clone(),
            explored: self.finished.clone(),
        })
    }

    fn grade(&self) -> Grade {
        let held = self.held.iter().filter(|held| held.is_some()).count();
        match (&self.closed.expects, held) {
            (Expects::Panic | Expects::PanicWith(_), _) => Grade::Full,
            (_, held) if held == self.held.len() && held > 0 => Grade::Full,
            (_, 0) => Grade::NoPanic,
            _ => Grade::Partial,
        }
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, parameter) in self.parameters.iter().enumerate() {
            if let Some(same) = self.merged.get(&number) {
                let same = &self.parameters[*same].name;
                lines.push(format!(
                    "{} is {same}: they were equal, and an assertion needs it",
                    parameter.original
                ));
            } else if !self.kept.contains(&number) {
                lines.push(format!(
                    "{} stays what it is: for other values an assertion fails",
                    parameter.original
                ));
            }
        }
        let assertions = self.closed.assertions.iter().zip(&self.held).zip(&self.candidates);
        for ((assertion, held), candidates) in assertions.filter(|_| !self.expects_panic()) {
            let text = self.closed.text(&assertion.range).lines().next().unwrap_or_default();
            lines.push(match held {
                Some(held) => format!("{text}: expects {}", candidates[held.candidate].why),
                None => format!("{text}: asserted for the original values only"),
            });
        }
        for relation in self.assumed() {
            lines.push(format!(
                "assumes {}: so it is in the closed test, and without it an assertion fails",
                self.relations[relation].written(&self.parameters, &self.kept)
            ));
        }
        lines.extend(
            self.may_panic
                .iter()
                .map(|text| format!("may panic with {text:?}: the code under test refuses some inputs so")),
        );
        lines
    }
}
