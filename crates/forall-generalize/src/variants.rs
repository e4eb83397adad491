//! What may be a parameter of one test: only constants, objects that it passes, too, or those that it changes, too. All are tried side by side, and the most
//! general one wins that says as much as the one with constants alone.

use crate::closed::{Closed, Refusal};
use crate::constant::Value;
use crate::draft::Draft;
use crate::drawn::Drawn;
use crate::generalizer::Generalizer;
use crate::object::Object;
use crate::outcome::{Explored, Fault, Generalized, Question};
use forall_report::Verdict;

/// A test, and all ways to choose its parameters.
pub struct Variants {
    closed: Closed,
    /// With constants alone, if it has some.
    constructed: Option<Generalizer>,
    /// With loops over what it does several times.
    repeated: Option<Generalizer>,
    /// The least general first.
    drawn: Vec<Drawn>,
}

impl Variants {
    pub fn new(closed: Closed) -> Variants {
        let has_constants = closed.constants.iter().any(|constant| !constant.expected);
        let constructed = has_constants.then(|| Generalizer::new(closed.clone(), ""));
        let repeated = closed.repeated().map(|closed| Generalizer::new(closed, "__repeated"));
        Variants { closed, constructed, repeated, drawn: Vec::new() }
    }

    /// Lets objects of these types be parameters. To be called before the first round.
    pub fn draw(&mut self, can_be_drawn: impl Fn(&str) -> bool) {
        let all: Vec<Object> =
            self.closed.objects.iter().filter(|own| can_be_drawn(&own.constant.ty)).cloned().collect();
        let passed: Vec<Object> = all.iter().filter(|own| !own.is_receiver()).cloned().collect();
        let is_other = passed.len() < all.len();
        for (prefix, objects) in [("__passing", Some(passed)), ("__drawing", Some(all).filter(|_| is_other))]
        {
            let objects = objects.unwrap_or_default();
            if objects.iter().any(|own| !own.constant.expected) {
                self.drawn.push(Drawn::new(&self.closed, objects, prefix));
            }
        }
    }

    pub fn closed(&self) -> &Closed {
        &self.closed
    }

    /// The drafts of the next round; none when nothing is left to ask.
    pub fn drafts(&self) -> Vec<Draft> {
        let constructed = self.constructed.iter().chain(&self.repeated).flat_map(Generalizer::drafts);
        constructed.chain(self.drawn.iter().flat_map(Drawn::drafts)).collect()
    }

    /// What came of the drafts, in their order.
    pub fn learn(&mut self, explored: Vec<Explored>) {
        let mut explored = explored.into_iter();
        let mut next = |count: usize| explored.by_ref().take(count).collect::<Vec<Explored>>();
        for generalizer in self.constructed.iter_mut().chain(&mut self.repeated) {
            let own = next(generalizer.drafts().len());
            if !own.is_empty() {
                generalizer.learn(own);
            }
        }
        for drawn in &mut self.drawn {
            let own = next(drawn.drafts().len());
            if !own.is_empty() {
                drawn.learn(&own);
            }
        }
    }

    /// The parameterized test.
    pub fn result(&self) -> Result<Generalized, Refusal> {
        let nothing = || Err(Refusal::NotAmenable("no constant in it can be a parameter".into()));
        let mut best = self.constructed.as_ref().map_or_else(nothing, Generalizer::result);
        if let Some(repeated) = &self.repeated {
            best = better(best, repeated.result());
        }
        for drawn in &self.drawn {
            best = match (best, drawn.result()) {
                (Ok(simpler), Ok(own)) if !says_as_much(&own, &simpler) => {
                    Ok(explained(simpler, kept(&drawn.objects, "less can be proved")))
                }
                (_, Ok(own)) => Ok(explained(own, told(&drawn.objects))),
                (Ok(simpler), Err(reason)) => Ok(explained(simpler, kept(&drawn.objects, &reason))),
                (Err(refusal), Err(_)) => Err(refusal),
            };
        }
        best
    }
}

/// With loops, if they say as much. What they find all the same is asked about.
fn better(
    simpler: Result<Generalized, Refusal>,
    repeated: Result<Generalized, Refusal>,
) -> Result<Generalized, Refusal> {
    match (simpler, repeated) {
        (Ok(mut simpler), Ok(own)) if !says_as_much(&own, &simpler) => {
            let question = |fault: &Fault| Question {
                assertion: usize::MAX,
                about: "more or fewer repetitions".into(),
                arguments: fault.arguments.clone(),
                message: fault.message.clone(),
            };
            simpler.questions.extend(own.defects.iter().map(question));
            Ok(simpler)
        }
        (_, Ok(own)) => Ok(own),
        (simpler, Err(_)) => simpler,
    }
}

fn explained(mut generalized: Generalized, lines: Vec<String>) -> Generalized {
    generalized.explanation.extend(lines);
    generalized
}

/// Does it assert as much, and is it proved if the other is?
fn says_as_much(own: &Generalized, simpler: &Generalized) -> bool {
    let verdict = |own: &Generalized| match &own.explored {
        Some(Explored::Done { verdict, .. }) => Some(*verdict),
        _ => None,
    };
    let keeps_proof = verdict(own) == Some(Verdict::Proved) || verdict(simpler) != Some(Verdict::Proved);
    own.grade <= simpler.grade && keeps_proof
}

fn told(objects: &[Object]) -> Vec<String> {
    let line = |own: &Object| match (&own.constant.value, &own.constant.role) {
        (Value::Receiver { .. }, Some(name)) => {
            format!("`{name}` is any object of its type, not only `{}`", own.constant.text)
        }
        _ => format!("`{}` is any object of its type", own.constant.text),
    };
    objects.iter().filter(|own| !own.constant.expected).map(line).collect()
}

/// Why objects are as the test makes them.
fn kept(objects: &[Object], why: &str) -> Vec<String> {
    let made = objects.iter().filter(|own| !own.constant.expected);
    let mut made: Vec<String> = made.map(|own| format!("`{}`", own.constant.text)).collect();
    made.dedup();
    vec![format!("not for any other object than {}: {why}", made.join(", "))]
}
