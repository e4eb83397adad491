//! Round by round from a closed test to a parameterized one.
//!
//! 1. Each assertion by itself, with each candidate for what it expects; and no assertion at all, which shows what panics.
//! 2. What was refuted, under the assumption that parameters differ as they do in the closed test.
//! 3. The same without one of these assumptions at a time.
//! 4. The whole test, with what held.

use crate::assumption::relations;
use crate::closed::{Closed, Expects, Refusal};
use crate::draft::{Draft, Fate, Plan};
use crate::oracle::{Candidate, candidates};
use crate::outcome::{Explored, Fault, FaultPlace, Generalized, Grade, Question};
use crate::parameter::{Parameter, parameters};
use forall_report::FailureKind;

/// At most so many rounds.
pub const ROUNDS: usize = 4;

/// More assertions than this are not looked at one by one; the others hold for the original values only.
const ASSERTIONS: usize = 12;

pub struct Generalizer {
    closed: Closed,
    parameters: Vec<Parameter>,
    candidates: Vec<Vec<Candidate>>,
    relations: Vec<String>,
    round: usize,
    asked: Vec<Asked>,
    /// For each assertion the candidate that held, and under which relations.
    held: Vec<Option<Held>>,
    may_panic: Vec<String>,
    bounded: bool,
    questions: Vec<Question>,
    finished: Option<Explored>,
}

#[derive(Clone, Debug)]
struct Held {
    candidate: usize,
    relations: Vec<usize>,
}

/// What a draft asks.
#[derive(Clone, Debug)]
enum Asked {
    Panics,
    Candidate { assertion: usize, candidate: usize, relations: Vec<usize> },
    Whole,
}

impl Generalizer {
    pub fn new(closed: Closed) -> Generalizer {
        let parameters = parameters(&closed.constants, &closed.names);
        let all = closed.assertions.iter().map(|own| candidates(&closed, own, &parameters)).collect();
        let held = closed.assertions.iter().map(|_| None).collect();
        let relations = relations(&parameters);
        let mut generalizer = Generalizer {
            closed,
            parameters,
            candidates: all,
            relations,
            round: 0,
            asked: Vec::new(),
            held,
            may_panic: Vec::new(),
            bounded: false,
            questions: Vec::new(),
            finished: None,
        };
        generalizer.asked = generalizer.first();
        generalizer
    }

    pub fn closed(&self) -> &Closed {
        &self.closed
    }

    /// The drafts of the next round; none when nothing is left to ask.
    pub fn drafts(&self) -> Vec<Draft> {
        let draft = |(number, asked): (usize, &Asked)| {
            let name = match asked {
                Asked::Whole => self.closed.new_name(),
                _ => format!("__{}_{}_{number}", self.closed.function, self.round),
            };
            self.plan(asked).draft(&name)
        };
        self.asked.iter().enumerate().map(draft).collect()
    }

    fn first(&self) -> Vec<Asked> {
        let ask = |(assertion, all): (usize, &Vec<Candidate>)| -> Vec<Asked> {
            let each = (0..all.len()).map(|candidate| Asked::Candidate {
                assertion,
                candidate,
                relations: Vec::new(),
            });
            each.collect()
        };
        let is_panic = self.closed.expects != Expects::Return;
        let assertions = if is_panic { 0 } else { ASSERTIONS };
        let candidates = self.candidates.iter().enumerate().take(assertions).flat_map(ask);
        [Asked::Panics].into_iter().chain(candidates).collect()
    }

    fn plan(&self, asked: &Asked) -> Plan<'_> {
        let number = self.closed.assertions.len();
        let is_panic = self.closed.expects != Expects::Return;
        let (fates, assumed) = match asked {
            // What is expected to panic may be an assertion.
            Asked::Panics if is_panic => (self.as_they_stand(), Vec::new()),
            Asked::Panics => (vec![Fate::Silent; number], Vec::new()),
            Asked::Candidate { assertion, candidate, relations } => {
                let mut fates = vec![Fate::Silent; number];
                fates[*assertion] = Fate::Kept(&self.candidates[*assertion][*candidate]);
                (fates, relations.clone())
            }
            Asked::Whole if is_panic => (self.as_they_stand(), Vec::new()),
            Asked::Whole => {
                let fate = |(assertion, held): (usize, &Option<Held>)| match held {
                    Some(held) => Fate::Kept(&self.candidates[assertion][held.candidate]),
                    None => Fate::Original,
                };
                (self.held.iter().enumerate().map(fate).collect(), self.assumed())
            }
        };
        let assumptions = assumed.iter().map(|relation| self.relations[*relation].clone()).collect();
        Plan {
            closed: &self.closed,
            parameters: &self.parameters,
            fates,
            assumptions,
            may_panic: &self.may_panic,
            bounded: self.bounded,
        }
    }

    fn as_they_stand(&self) -> Vec<Fate<'_>> {
        self.candidates.iter().map(|all| Fate::Kept(&all[0])).collect()
    }

    /// The relations that some assertion needs.
    fn assumed(&self) -> Vec<usize> {
        let mut all: Vec<usize> =
            self.held.iter().flatten().flat_map(|held| held.relations.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What came of the drafts, in their order.
    pub fn learn(&mut self, explored: Vec<Explored>) {
        let asked = std::mem::take(&mut self.asked);
        self.round += 1;
        for (asked, explored) in asked.iter().zip(&explored) {
            match asked {
                Asked::Panics => self.learn_panics(explored),
                Asked::Candidate { assertion, candidate, relations } => {
                    self.learn_candidate(*assertion, *candidate, relations, explored);
                }
                Asked::Whole => {
                    self.finished = Some(explored.clone());
                    return;
                }
            }
        }
        self.asked = match self.round {
            1 => self.second(),
            2 => self.third(),
            _ => Vec::new(),
        };
        if self.asked.is_empty() {
            self.asked = vec![Asked::Whole];
        }
    }

    /// What panics without any assertion is refused by the code under test, or needs a bound.
    fn learn_panics(&mut self, explored: &Explored) {
        for fault in explored.faults() {
            if needs_bound(fault) {
                self.bounded = true;
            } else if let Some(text) = refusal(fault) {
                self.may_panic.push(text);
            }
        }
        self.may_panic.dedup();
    }

    fn learn_candidate(
        &mut self,
        assertion: usize,
        candidate: usize,
        relations: &[usize],
        explored: &Explored,
    ) {
        let lines = self.closed.assertions[assertion].lines;
        let is_own = |fault: &&Fault| match fault.place {
            FaultPlace::Test(line) => lines.0 <= line && line <= lines.1,
            _ => false,
        };
        let refuting = explored.faults().iter().find(is_own);
        let holds = matches!(explored, Explored::Done { paths, .. } if *paths > 0) && refuting.is_none();
        let held = &mut self.held[assertion];
        match held {
            // One relation fewer will do.
            Some(held) if holds && held.candidate == candidate && relations.len() < held.relations.len() => {
                held.relations = relations.to_vec();
            }
            Some(_) => {}
            None if holds => *held = Some(Held { candidate, relations: relations.to_vec() }),
            None => {}
        }
        if let (Some(fault), Some(held)) = (refuting, &self.held[assertion])
            && held.candidate == candidate
        {
            let missing = held.relations.iter().find(|own| !relations.contains(own));
            if let Some(relation) = missing {
                let question = Question {
                    about: format!("assume!({})", self.relations[*relation]),
                    arguments: fault.arguments.clone(),
                    message: fault.message.clone(),
                };
                if !self.questions.contains(&question) {
                    self.questions.push(question);
                }
            }
        }
    }

    /// What did not hold, once more under all relations; and if a bound or a panic has come up, without them, too.
    fn second(&self) -> Vec<Asked> {
        let all: Vec<usize> = (0..self.relations.len()).collect();
        let mut asked = Vec::new();
        let again = self.bounded || !self.may_panic.is_empty();
        for (assertion, held) in self.held.iter().enumerate().take(ASSERTIONS) {
            if held.is_some() || self.closed.expects != Expects::Return {
                continue;
            }
            for candidate in 0..self.candidates[assertion].len() {
                if again {
                    asked.push(Asked::Candidate { assertion, candidate, relations: Vec::new() });
                }
                if !all.is_empty() {
                    asked.push(Asked::Candidate { assertion, candidate, relations: all.clone() });
                }
            }
        }
        asked
    }

    /// What held under relations, without one of them at a time.
    fn third(&self) -> Vec<Asked> {
        let mut asked = Vec::new();
        for (assertion, held) in self.held.iter().enumerate() {
            let Some(held) = held else { continue };
            for left_out in &held.relations {
                let relations = held.relations.iter().copied().filter(|own| own != left_out).collect();
                asked.push(Asked::Candidate { assertion, candidate: held.candidate, relations });
            }
        }
        asked
    }

    /// The parameterized test.
    pub fn result(&self) -> Result<Generalized, Refusal> {
        let whole = self.finished.clone();
        if let Some(Explored::Rejected(message)) = &whole {
            return Err(Refusal::Skipped(format!("the test with parameters does not compile: {message}")));
        }
        let Draft { name, text, .. } = self.plan(&Asked::Whole).draft(&self.closed.new_name());
        let in_test = |fault: &&Fault| matches!(fault.place, FaultPlace::Test(_));
        let faults = whole.as_ref().map(Explored::faults).unwrap_or_default();
        if let Some(fault) = faults.iter().find(in_test) {
            return Err(Refusal::NotAmenable(format!("for {} it fails: {}", fault.arguments, fault.message)));
        }
        let defects = faults.to_vec();
        let held = self.held.iter().filter(|held| held.is_some()).count();
        let grade = match (&self.closed.expects, held) {
            (Expects::Panic | Expects::PanicWith(_), _) => Grade::Full,
            (_, held) if held == self.held.len() && held > 0 => Grade::Full,
            (_, 0) => Grade::NoPanic,
            _ => Grade::Partial,
        };
        let explanation = self.explanation();
        Ok(Generalized {
            name,
            text,
            grade,
            explanation,
            defects,
            questions: self.questions.clone(),
            needs: Vec::new(),
            explored: whole,
        })
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for ((assertion, held), candidates) in
            self.closed.assertions.iter().zip(&self.held).zip(&self.candidates)
        {
            let text = self.closed.text(&assertion.range).lines().next().unwrap_or_default();
            lines.push(match held {
                Some(held) => format!("{text}: expects {}", candidates[held.candidate].why),
                None => format!("{text}: asserted for the original values only"),
            });
        }
        for relation in self.assumed() {
            lines.push(format!(
                "assumes {}: so it is in the closed test, and without it an assertion fails",
                self.relations[relation]
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

/// Does it only take too much of something?
pub fn needs_bound(fault: &Fault) -> bool {
    matches!(fault.kind, FailureKind::Memory | FailureKind::Timeout)
        || fault.message.contains("capacity overflow")
}

/// The text of a panic by which the code under test refuses an input, up to the first value in it.
pub fn refusal(fault: &Fault) -> Option<String> {
    let of_package = matches!(fault.place, FaultPlace::Package(_));
    let is_plain = matches!(fault.kind, FailureKind::Panic | FailureKind::Assertion);
    let text = fault.message.lines().next().unwrap_or_default();
    let text =
        text.split(|next: char| next.is_ascii_digit() || next == ':').next().unwrap_or_default().trim_end();
    (of_package && is_plain && !text.is_empty() && !text.starts_with("called `")).then(|| text.to_owned())
}
