//! What may be a parameter of one test: only constants, objects that it passes, too, or those that it changes, too. All are tried side by side, and the most
//! general one wins that says as much as the one with constants alone.

use crate::closed::{Closed, Refusal};
use crate::constant::Value;
use crate::draft::Draft;
use crate::generalizer::Generalizer;
use crate::object::Object;
use crate::outcome::{Explored, Fault, Generalized};
use forall_report::Verdict;

/// A test, and all ways to choose its parameters.
pub struct Variants {
    /// As it is written.
    closed: Closed,
    variants: Vec<Variant>,
}

struct Variant {
    generalizer: Generalizer,
    /// What is drawn that the test makes, and how it says so.
    objects: Vec<Object>,
}

/// Which objects are parameters, the least general first.
const CHOICES: [(&str, fn(&Object) -> bool); 3] =
    [("", |_| false), ("__passing", |own| !own.is_receiver()), ("__drawing", |_| true)];

impl Variants {
    pub fn new(closed: Closed) -> Variants {
        let mut variants = Variants { closed, variants: Vec::new() };
        variants.draw(|_| false);
        variants
    }

    /// Lets objects of these types be parameters. To be called before the first round.
    pub fn draw(&mut self, can_be_drawn: impl Fn(&str) -> bool) {
        self.variants.clear();
        let mut known = None;
        for (prefix, is_drawn) in CHOICES {
            let chosen =
                self.closed.objects.iter().filter(|own| is_drawn(own) && can_be_drawn(&own.constant.ty));
            let objects: Vec<Object> = chosen.cloned().collect();
            let closed = with_objects(&self.closed, &objects);
            let has_parameters = closed.constants.iter().any(|constant| !constant.expected);
            if !has_parameters || known == Some(objects.len()) {
                continue;
            }
            known = Some(objects.len());
            self.variants.push(Variant { generalizer: Generalizer::new(closed, prefix), objects });
        }
    }

    pub fn closed(&self) -> &Closed {
        &self.closed
    }

    /// The drafts of the next round; none when nothing is left to ask.
    pub fn drafts(&self) -> Vec<Draft> {
        self.variants.iter().flat_map(|variant| variant.generalizer.drafts()).collect()
    }

    /// What came of the drafts, in their order.
    pub fn learn(&mut self, explored: Vec<Explored>) {
        let mut explored = explored.into_iter();
        for variant in &mut self.variants {
            let count = variant.generalizer.drafts().len();
            let own: Vec<Explored> = explored.by_ref().take(count).collect();
            if count > 0 {
                variant.generalizer.learn(own);
            }
        }
    }

    /// The parameterized test.
    pub fn result(&self) -> Result<Generalized, Refusal> {
        let mut best: Option<Result<Generalized, Refusal>> = None;
        for Variant { generalizer, objects } in &self.variants {
            let result = generalizer.result();
            best = Some(match (best, result) {
                (None, Ok(mut own)) => {
                    own.explanation.extend(told(objects));
                    Ok(own)
                }
                (Some(Err(_)), Ok(mut own)) if holds(&own) => {
                    own.explanation.extend(told(objects));
                    Ok(own)
                }
                (Some(Ok(simpler)), Ok(mut own)) if holds(&own) && says_as_much(&own, &simpler) => {
                    own.explanation.extend(told(objects));
                    Ok(own)
                }
                (Some(Ok(mut simpler)), own) => {
                    simpler.explanation.extend(kept(objects, &own));
                    Ok(simpler)
                }
                (Some(Err(refusal)), _) | (None, Err(refusal)) => Err(refusal),
            });
        }
        best.unwrap_or_else(|| Err(Refusal::NotAmenable("no constant in it can be a parameter".into())))
    }
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

/// Was it explored, and did nothing fail?
fn holds(generalized: &Generalized) -> bool {
    generalized.defects.is_empty() && generalized.explored.as_ref().is_some_and(Explored::holds)
}

fn says_as_much(own: &Generalized, simpler: &Generalized) -> bool {
    let verdict = |own: &Generalized| match &own.explored {
        Some(Explored::Done { verdict, .. }) => Some(*verdict),
        _ => None,
    };
    let keeps_proof = verdict(own) == Some(Verdict::Proved) || verdict(simpler) != Some(Verdict::Proved);
    own.grade <= simpler.grade && keeps_proof
}

fn told(objects: &[Object]) -> Vec<String> {
    let made = |own: &&Object| !own.constant.expected;
    let line = |own: &Object| match (&own.constant.value, &own.constant.role) {
        (Value::Receiver { .. }, Some(name)) => {
            format!("`{name}` is any object of its type, not only `{}`", own.constant.text)
        }
        _ => format!("`{}` is any object of its type", own.constant.text),
    };
    objects.iter().filter(made).map(line).collect()
}

/// Why objects are as the test makes them.
fn kept(objects: &[Object], drawn: &Result<Generalized, Refusal>) -> Vec<String> {
    let names: Vec<String> = objects
        .iter()
        .filter(|own| !own.constant.expected)
        .map(|own| format!("`{}`", own.constant.text))
        .collect();
    let fault = |own: &Generalized| own.explored.as_ref().and_then(|own| own.faults().first().cloned());
    let why = match drawn {
        Err(Refusal::Skipped(reason) | Refusal::NotAmenable(reason)) => format!("of others, {reason}"),
        Ok(own) => match fault(own) {
            Some(Fault { message, arguments, .. }) => format!("for {arguments} it fails: {message}"),
            None => "of others, less can be asserted or proved".into(),
        },
    };
    match names.is_empty() {
        true => Vec::new(),
        false => vec![format!("objects are made by {}: {why}", names.join(", "))],
    }
}
