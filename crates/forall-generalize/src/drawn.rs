//! A test in which objects are parameters, too. It is tried as a whole, with few combinations of candidates: that of constants alone is taken apart, and this one
//! only wins if all of it holds.
//!
//! 1. The whole test: what objects said of themselves before, parameters and constants are expected, in this order and in others.
//! 2. What failed, once more with the panics and bounds that came up; and under all relations between parameters.
//! 3. What held under relations, without one of them at a time.
//! 4. With those that are needed.

use crate::assertion::Assertion;
use crate::closed::{Closed, Expects};
use crate::constant::Value;
use crate::draft::{Draft, Fate, Plan, in_place_of_constants};
use crate::object::Object;
use crate::oracle::{Candidate, candidates};
use crate::outcome::{Explored, Fault, Generalized, Grade, Question};
use crate::parameter::{Parameter, parameters};
use crate::refusal::{needs_bound, refusal};
use crate::relation::{Relation, RelationKind, relations};
use forall_report::{AssumedCondition, OracleChoice};
use std::collections::BTreeMap;

pub struct Drawn {
    closed: Closed,
    /// What is drawn that the test makes.
    pub objects: Vec<Object>,
    /// Of the names of drafts.
    prefix: &'static str,
    parameters: Vec<Parameter>,
    candidates: Vec<Vec<Candidate>>,
    /// The numbers of all parameters, and that none is another one.
    kept: Vec<usize>,
    merged: BTreeMap<usize, usize>,
    /// What differs from what.
    relations: Vec<Relation>,
    phase: Phase,
    asked: Vec<Asked>,
    /// What holds, as it was explored.
    held: Option<(Asked, Explored)>,
    /// Why one does not hold.
    refuted: Option<String>,
    may_panic: Vec<String>,
    panic: Option<String>,
    bounded: bool,
    questions: Vec<Question>,
}

/// What the drafts of a round are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Plain,
    Related,
    WithoutOne,
    Needed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    /// For each assertion.
    candidates: Vec<usize>,
    relations: Vec<usize>,
    may_panic: Vec<String>,
    panic: Option<String>,
    bounded: bool,
}

impl Drawn {
    pub fn new(closed: &Closed, objects: Vec<Object>, prefix: &'static str) -> Drawn {
        let closed = with_objects(closed, &objects);
        let parameters = parameters(&closed.constants, &closed.names);
        let (kept, merged): (Vec<usize>, _) = ((0..parameters.len()).collect(), BTreeMap::new());
        let replacements = in_place_of_constants(&closed, &parameters, &kept, &merged);
        let candidates = |own| candidates(&closed, own, &parameters, &replacements);
        let all: Vec<_> = closed.assertions.iter().map(candidates).collect();
        let mut drawn = Drawn {
            objects,
            prefix,
            relations: different(&parameters),
            kept,
            merged,
            parameters,
            candidates: all,
            phase: Phase::Plain,
            asked: Vec::new(),
            held: None,
            refuted: None,
            may_panic: Vec::new(),
            panic: None,
            bounded: false,
            questions: Vec::new(),
            closed,
        };
        // What differs from row to row has no candidate.
        if drawn.candidates.iter().all(|all| !all.is_empty()) {
            drawn.asked = drawn.combinations(&[]);
        }
        drawn
    }

    /// The last candidates, which are about the object itself and parameters; those without what has changed in between; and the constants.
    fn combinations(&self, relations: &[usize]) -> Vec<Asked> {
        let is_panic = self.closed.expects != Expects::Return;
        let last = |all: &Vec<Candidate>| all.len() - 1;
        let of_parameters = |all: &Vec<Candidate>| last(all).min(1);
        let constants = |_: &Vec<Candidate>| 0;
        let choose = |choice: &dyn Fn(&Vec<Candidate>) -> usize| Asked {
            candidates: self.candidates.iter().map(choice).collect(),
            relations: relations.to_vec(),
            may_panic: self.may_panic.clone(),
            panic: self.panic.clone(),
            bounded: self.bounded,
        };
        let mut all = vec![choose(&last), choose(&of_parameters), choose(&constants)];
        if is_panic {
            all.drain(..2);
        }
        all.dedup();
        all
    }

    /// The drafts of the next round; none when nothing is left to ask.
    pub fn drafts(&self) -> Vec<Draft> {
        let draft = |(number, asked): (usize, &Asked)| {
            let name = format!("{}_{}_{:?}_{number}", self.prefix, self.closed.function, self.phase);
            self.plan(asked).draft(&name)
        };
        self.asked.iter().enumerate().map(draft).collect()
    }

    fn plan<'a>(&'a self, asked: &'a Asked) -> Plan<'a> {
        let chosen = self.candidates.iter().zip(&asked.candidates);
        Plan {
            closed: &self.closed,
            parameters: &self.parameters,
            kept: &self.kept,
            merged: &self.merged,
            fates: chosen.map(|(all, chosen)| Fate::Kept(&all[*chosen])).collect(),
            assumptions: asked.relations.iter().map(|own| self.written(*own)).collect(),
            preconditions: Vec::new(),
            may_panic: &asked.may_panic,
            panic: asked.panic.as_deref(),
            bounded: asked.bounded,
            asks: None,
            laws: Vec::new(),
            returns: false,
        }
    }

    /// What came of the drafts, in their order.
    pub fn learn(&mut self, explored: &[Explored]) {
        let asked = std::mem::take(&mut self.asked);
        let known = (self.may_panic.len(), self.panic.is_some(), self.bounded);
        let (mut holding, mut failing) = (Vec::new(), Vec::new());
        for (asked, explored) in asked.into_iter().zip(explored) {
            match explored {
                _ if explored.holds() && !explored.is_scant() => holding.push((asked, explored.clone())),
                Explored::Rejected(message) => self.refuted = Some(format!("it does not compile: {message}")),
                Explored::Done { faults, .. } => {
                    self.learn_faults(faults);
                    failing.extend(faults.first().map(|fault| (asked, fault.clone())));
                }
            }
        }
        let learnt = known != (self.may_panic.len(), self.panic.is_some(), self.bounded);
        (self.phase, self.asked) = match self.phase {
            Phase::Plain | Phase::Related => {
                self.held = holding.into_iter().next();
                match &self.held {
                    Some((held, _)) => (Phase::WithoutOne, without_each(held)),
                    None if self.phase == Phase::Plain => (Phase::Related, self.related(learnt)),
                    None => (Phase::Related, Vec::new()),
                }
            }
            Phase::WithoutOne => (Phase::Needed, self.learn_needed(holding, &failing)),
            Phase::Needed => {
                self.held = holding.into_iter().next().or(self.held.take());
                (Phase::Needed, Vec::new())
            }
        };
    }

    /// With the panics and bounds that came up, and under all relations.
    fn related(&self, learnt: bool) -> Vec<Asked> {
        let all: Vec<usize> = (0..self.relations.len()).collect();
        let mut asked = if learnt { self.combinations(&[]) } else { Vec::new() };
        if !all.is_empty() {
            asked.extend(self.combinations(&all));
        }
        asked
    }

    /// Which relations it needs. Where several can be left out one at a time, whether all can is asked next.
    fn learn_needed(&mut self, holding: Vec<(Asked, Explored)>, failing: &[(Asked, Fault)]) -> Vec<Asked> {
        let Some((held, _)) = &self.held else { return Vec::new() };
        for (asked, fault) in failing {
            let missing = held.relations.iter().find(|own| !asked.relations.contains(own));
            let own = self.closed.assertions.iter().position(|own| own.fails_at(&fault.place));
            self.questions.extend(missing.map(|missing| Question {
                assertion: own.unwrap_or_default(),
                about: format!("assume!({})", self.written(*missing)),
                arguments: fault.arguments.clone(),
                message: fault.message.clone(),
            }));
        }
        let needed = |own: &usize| holding.iter().all(|(asked, _)| asked.relations.contains(own));
        let needed: Vec<usize> = held.relations.iter().copied().filter(needed).collect();
        let next = Asked { relations: needed, ..held.clone() };
        let several = holding.len() > 1;
        self.held = holding.into_iter().next().or(self.held.take());
        if several { vec![next] } else { Vec::new() }
    }

    fn learn_faults(&mut self, faults: &[Fault]) {
        for fault in faults {
            if self.closed.expects == Expects::Panic && self.panic.is_none() {
                self.panic = refusal(fault);
            } else if needs_bound(fault) {
                self.bounded = true;
            } else if let Some(text) = refusal(fault)
                && !self.may_panic.contains(&text)
            {
                self.may_panic.push(text);
            }
        }
        let told = faults.first().map(|own| format!("for {} it fails: {}", own.arguments, own.message));
        self.refuted = told.or(self.refuted.take());
    }

    /// The parameterized test, if all of it holds; why it does not, else.
    pub fn result(&self) -> Result<Generalized, String> {
        let Some((held, explored)) = &self.held else {
            return Err(self.refuted.clone().unwrap_or_else(|| "it was not tried to the end".into()));
        };
        let Draft { name, text, .. } = self.plan(held).draft(&self.closed.new_name());
        let grade = match self.closed.expects {
            Expects::Return if self.closed.assertions.is_empty() => Grade::NoPanic,
            _ => Grade::Full,
        };
        Ok(Generalized {
            name,
            text,
            grade,
            explanation: self.explanation(held),
            oracle: self.oracle(held),
            assumed: held.relations.iter().map(|own| self.condition(*own)).collect(),
            may_panic: held.may_panic.clone(),
            defects: Vec::new(),
            questions: self.questions.clone(),
            needs: self.objects.iter().map(|own| own.constant.ty.clone()).collect(),
            explored: Some(explored.clone()),
        })
    }

    fn explanation(&self, held: &Asked) -> Vec<String> {
        let mut lines = Vec::new();
        for OracleChoice { assertion, why, .. } in self.oracle(held) {
            lines.push(format!("{assertion}: expects {why}"));
        }
        for relation in &held.relations {
            let AssumedCondition { condition, why, .. } = self.condition(*relation);
            lines.push(format!("assumes {condition}: {why}"));
        }
        let allowed = held.may_panic.iter();
        lines.extend(
            allowed
                .map(|text| format!("may panic with {text:?}: the code under test refuses some inputs so")),
        );
        lines
    }

    fn oracle(&self, held: &Asked) -> Vec<OracleChoice> {
        if self.closed.expects != Expects::Return {
            return Vec::new();
        }
        let chosen = self.candidates.iter().zip(&held.candidates);
        let all = self.closed.assertions.iter().zip(chosen);
        let choice = |(assertion, (all, chosen)): (&Assertion, (&Vec<Candidate>, &usize))| {
            let text = self.closed.text(&assertion.range).lines().next().unwrap_or_default();
            OracleChoice { assertion: text.to_owned(), for_all: true, why: all[*chosen].why.clone() }
        };
        all.map(choice).collect()
    }

    fn condition(&self, relation: usize) -> AssumedCondition {
        self.relations[relation].assumed(&self.parameters, &self.kept, &self.questions)
    }

    fn written(&self, relation: usize) -> String {
        self.relations[relation].written(&self.parameters, &self.kept)
    }
}

/// Which constants differ. Of objects it cannot be said.
fn different(parameters: &[Parameter]) -> Vec<Relation> {
    let is_constant =
        |number: usize| !matches!(parameters[number].value, Value::Receiver { .. } | Value::Object);
    let mut all = relations(parameters);
    all.retain(|own| own.kind == RelationKind::Different && is_constant(own.of.0) && is_constant(own.of.1));
    all
}

fn without_each(held: &Asked) -> Vec<Asked> {
    let without = |left_out: &usize| Asked {
        relations: held.relations.iter().copied().filter(|own| own != left_out).collect(),
        ..held.clone()
    };
    held.relations.iter().map(without).collect()
}

/// The test as if objects were constants, too. What is in them is part of them.
fn with_objects(closed: &Closed, objects: &[Object]) -> Closed {
    let mut closed = closed.clone();
    for Object { constant, .. } in objects {
        let own = &constant.range;
        closed.constants.retain(|other| other.range.end <= own.start || own.end <= other.range.start);
        closed.constants.push(constant.clone());
    }
    closed.constants.sort_by_key(|constant| constant.range.start);
    closed
}
