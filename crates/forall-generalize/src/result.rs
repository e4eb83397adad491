//! What is told of a test in the end.

use crate::closed::{Expects, Refusal};
use crate::draft::Draft;
use crate::generalizer::Generalizer;
use crate::law::Law;
use crate::outcome::{Explored, Fault, FaultPlace, Generalized, Grade};
use forall_report::{AssumedCondition, ExcludedInput, OracleChoice};

impl Generalizer {
    /// The parameterized test.
    pub fn result(&self) -> Result<Generalized, Refusal> {
        if let Some(Explored::Rejected(message)) = &self.finished {
            return Err(Refusal::Skipped(format!("the test with parameters does not compile: {message}")));
        }
        if let Some(Explored::Done { paths: 0, .. }) = &self.finished {
            return Err(Refusal::NotAmenable("not one path could be explored in time".into()));
        }
        if self.expects_panic() && self.panics_under.is_none() {
            return Err(Refusal::NotAmenable("it panics for its own values only".into()));
        }
        let faults = self.finished.as_ref().map(Explored::faults).unwrap_or_default();
        let in_test = |fault: &&Fault| {
            matches!(fault.place, FaultPlace::Test(_))
                || self.closed.assertions.iter().any(|own| own.fails_at(&fault.place))
        };
        if let Some(fault) = self.arranged.as_ref().or_else(|| faults.iter().find(in_test)) {
            return Err(Refusal::NotAmenable(format!("for {} it fails: {}", fault.arguments, fault.message)));
        }
        let Draft { name, text, .. } = self.whole();
        Ok(Generalized {
            name,
            text,
            grade: self.grade(),
            explanation: self.explanation(),
            oracle: self.oracle(),
            assumed: self.conditions(),
            may_panic: self.may_panic.clone(),
            defects: faults.to_vec(),
            questions: self.questions.clone(),
            needs: Vec::new(),
            explored: self.finished.clone(),
        })
    }

    fn grade(&self) -> Grade {
        let held = self.held.iter().filter(|held| held.is_some()).count();
        let has_laws = (0..self.held.len()).any(|own| !self.laws_of(own).is_empty());
        match (&self.closed.expects, held) {
            (Expects::Panic | Expects::PanicWith(_), _) => Grade::Full,
            (_, held) if held == self.held.len() && held > 0 => Grade::Full,
            (_, 0) if !has_laws => Grade::NoPanic,
            _ => Grade::Partial,
        }
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, parameter) in self.parameters.iter().enumerate() {
            if let Some(same) = self.merged.get(&number) {
                let same = &self.parameters[*same].name;
                lines.push(format!(
                    "{} is {same}: they were equal, and the test needs it",
                    parameter.original
                ));
            } else if !self.kept.contains(&number) {
                lines.push(format!(
                    "{} stays what it is: for other values the test fails",
                    parameter.original
                ));
            }
        }
        for OracleChoice { assertion, for_all, why } in self.oracle() {
            let verb = if for_all && !why.contains("does not say so") { "expects " } else { "" };
            lines.push(format!("{assertion}: {verb}{why}"));
        }
        for AssumedCondition { condition, why, excluded } in self.conditions() {
            lines.push(format!("assumes {condition}: {why}"));
            let is_question = |about| self.questions.iter().any(|question| question.about == about);
            if let Some(ExcludedInput { arguments, message }) = excluded
                && !is_question(format!("assume!({condition})"))
            {
                lines.push(format!("  which excludes {arguments}: {message}"));
            }
        }
        lines.extend(
            self.may_panic
                .iter()
                .map(|text| format!("may panic with {text:?}: the code under test refuses some inputs so")),
        );
        lines
    }

    /// What becomes of each assertion.
    fn oracle(&self) -> Vec<OracleChoice> {
        if self.expects_panic() {
            return Vec::new();
        }
        let choices = |number: usize| {
            let text = self.closed.text(&self.closed.assertions[number].range);
            let held = &self.held[number];
            let why = match held {
                Some(held) => self.candidates[number][held.candidate].why.clone(),
                None => self.for_originals(number),
            };
            let assertion = text.lines().next().unwrap_or_default().to_owned();
            let own = OracleChoice { assertion, for_all: held.is_some(), why };
            let name = self.bound_as(number).unwrap_or_default();
            let law = move |own: &Law| OracleChoice {
                assertion: own.statement(&name),
                for_all: true,
                why: format!("{}, though the closed test does not say so", own.why),
            };
            [own].into_iter().chain(self.laws_of(number).iter().map(law))
        };
        (0..self.closed.assertions.len()).flat_map(choices).collect()
    }

    fn for_originals(&self, assertion: usize) -> String {
        let is_returned = self.returns() && self.closed.assertions[assertion].returned.is_some();
        match self.bound_as(assertion) {
            Some(_) if is_returned => {
                "asserted for the original values; for others its cases record what is returned".into()
            }
            Some(_) => "asserted for the original values; for others it must not panic".into(),
            None => "asserted for the original values only".into(),
        }
    }

    /// All that is assumed: what functions demand, and relations.
    fn conditions(&self) -> Vec<AssumedCondition> {
        let demands = self.demanded.iter().map(|(number, fault)| AssumedCondition {
            condition: self.demand(*number),
            why: format!("`{}` demands it", self.closed.preconditions[*number].function),
            excluded: Some(ExcludedInput {
                arguments: fault.arguments.clone(),
                message: fault.message.lines().next().unwrap_or_default().to_owned(),
            }),
        });
        demands.chain(self.assumed().into_iter().map(|relation| self.condition(relation))).collect()
    }

    fn condition(&self, relation: usize) -> AssumedCondition {
        self.relations[relation].assumed(&self.parameters, &self.kept, &self.questions)
    }
}
