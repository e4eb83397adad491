//! What a relation says of concrete states, as `relation` defines it: conditions over numbers of type `u8`.

use forall_contract::relation::{
    Domain, Literal, Operator, Origin, Outcome, Quantifier, Root, Sign, Step, Term, Variable, When,
};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Truth(bool),
    Number(u8),
    /// An object that was made, or not.
    Made(bool),
}

/// All that can be observed of an object: by what, with which arguments. Nothing where it may not be observed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen(pub BTreeMap<(&'static str, Vec<u8>), Option<Value>>);

impl Seen {
    pub fn with(mut self, name: &'static str, arguments: &[u8], value: Option<Value>) -> Seen {
        self.0.insert((name, arguments.to_vec()), value);
        self
    }

    pub fn number(&self, name: &'static str, arguments: &[u8]) -> Option<u8> {
        match self.0.get(&(name, arguments.to_vec()))? {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub fn truth(&self, name: &'static str, arguments: &[u8]) -> Option<bool> {
        match self.0.get(&(name, arguments.to_vec()))? {
            Some(Value::Truth(truth)) => Some(*truth),
            _ => None,
        }
    }
}

/// A call that was made, as it was seen.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// Which of the outcomes.
    pub ends: usize,
    pub before: BTreeMap<&'static str, Seen>,
    pub after: BTreeMap<&'static str, Seen>,
    pub arguments: BTreeMap<&'static str, u8>,
    pub result: Option<Value>,
}

impl Call {
    /// Is this what the relation says? What follows from an observation that cannot be made says nothing.
    pub fn satisfies(&self, outcome: &Outcome) -> Result<(), String> {
        for part in &outcome.parts {
            let value = self.value(&part.term, &mut Vec::new());
            let follows = matches!(part.origin, Origin::Observed(_) | Origin::Same | Origin::Framed);
            match value {
                Some(Value::Truth(true)) => {}
                None if follows => {}
                _ => return Err(format!("{} is {value:?} ({:?})", part.term, part.origin)),
            }
        }
        Ok(())
    }

    fn truth(&self, term: &Term, bound: &mut Vec<(String, Value)>) -> Option<bool> {
        match self.value(term, bound)? {
            Value::Truth(truth) => Some(truth),
            other => panic!("{term} is {other:?}"),
        }
    }

    fn value(&self, term: &Term, bound: &mut Vec<(String, Value)>) -> Option<Value> {
        let truth = |truth: bool| Some(Value::Truth(truth));
        match term {
            Term::Literal(Literal::Bool(value)) => truth(*value),
            Term::Literal(Literal::Integer(value, _)) => Some(Value::Number(u8::try_from(*value).unwrap())),
            Term::Constant(name) if name == "u8::MAX" => Some(Value::Number(u8::MAX)),
            Term::Bound(name) => Some(bound.iter().rev().find(|(known, _)| known == name).unwrap().1.clone()),
            Term::Variable(variable) => self.seen(variable, bound),
            Term::Not(inner) => truth(!self.truth(inner, bound)?),
            Term::Complement(inner) => match self.value(inner, bound)? {
                Value::Number(number) => Some(Value::Number(!number)),
                other => panic!("{other:?}"),
            },
            Term::All(terms) => {
                for term in terms {
                    if !self.truth(term, bound)? {
                        return truth(false);
                    }
                }
                truth(true)
            }
            Term::Any(terms) => {
                for term in terms {
                    if self.truth(term, bound)? {
                        return truth(true);
                    }
                }
                truth(false)
            }
            Term::Implies(left, right) => match self.truth(left, bound)? {
                true => self.value(right, bound),
                false => truth(true),
            },
            Term::If(condition, yes, no) => match self.truth(condition, bound)? {
                true => self.value(yes, bound),
                false => self.value(no, bound),
            },
            Term::HasValue(inner) => truth(self.value(inner, bound).is_some()),
            Term::Same(left, right) => truth(self.value(left, bound) == self.value(right, bound)),
            Term::Compare(left, sign, right) => {
                truth(compared(&self.value(left, bound)?, *sign, &self.value(right, bound)?))
            }
            Term::Arithmetic(left, operator, right) => {
                let (Value::Number(left), Value::Number(right)) =
                    (self.value(left, bound)?, self.value(right, bound)?)
                else {
                    panic!("{term}");
                };
                let value = match operator {
                    Operator::Add => left.checked_add(right)?,
                    Operator::Subtract => left.checked_sub(right)?,
                    Operator::Multiply => left.checked_mul(right)?,
                    other => panic!("{other:?}"),
                };
                Some(Value::Number(value))
            }
            Term::Quantified { quantifier, name, over, holds, stops } => {
                let Domain::Range(from, to, false) = &**over else { panic!("{term}") };
                let (Value::Number(from), Value::Number(to)) =
                    (self.value(from, bound)?, self.value(to, bound)?)
                else {
                    panic!("{term}");
                };
                let mut count = 0;
                for number in from..to {
                    bound.push((name.clone(), Value::Number(number)));
                    let holds = self.truth(holds, bound);
                    bound.pop();
                    let holds = holds?;
                    count += usize::from(holds);
                    if *stops && holds == (*quantifier == Quantifier::Some) {
                        break;
                    }
                }
                let length = usize::from(to.saturating_sub(from));
                truth(match quantifier {
                    Quantifier::Every => count == length,
                    Quantifier::Some => count > 0,
                    Quantifier::One => count == 1,
                })
            }
            Term::Variant { of, pattern, guard: None, .. } if pattern == "Some(_)" => {
                match self.value(of, bound)? {
                    Value::Made(made) => truth(made),
                    other => panic!("{term} is {other:?}"),
                }
            }
            Term::Look(of, name, _) if name == "is_some" || name == "is_none" => {
                match self.value(of, bound)? {
                    Value::Made(made) => truth(made == (name == "is_some")),
                    other => panic!("{term} is {other:?}"),
                }
            }
            other => panic!("{other}"),
        }
    }

    fn seen(&self, variable: &Variable, bound: &mut Vec<(String, Value)>) -> Option<Value> {
        let root = match &variable.root {
            Root::This => "self",
            Root::Argument(name) => name.as_str(),
            Root::Result => "ret",
            Root::Function => panic!("{variable}"),
        };
        let path: Vec<&Step> = variable.path.iter().filter(|step| !matches!(step, Step::Inside(_))).collect();
        match path.as_slice() {
            [] if root == "ret" => self.result.clone(),
            [] => Some(Value::Number(self.arguments[root])),
            [Step::Instantiated] => Some(Value::Truth(root != "ret" || variable.when == When::After)),
            [Step::Observer(name, arguments)] => {
                let arguments = arguments.iter().map(|argument| match self.value(argument, bound) {
                    Some(Value::Number(number)) => Some(number),
                    _ => None,
                });
                let arguments = arguments.collect::<Option<Vec<u8>>>()?;
                let objects = if variable.when == When::Before { &self.before } else { &self.after };
                let found = objects
                    .get(root)?
                    .0
                    .iter()
                    .find(|((known, with), _)| known == name && *with == arguments);
                // Nobody has looked so far.
                found?.1.clone()
            }
            _ => panic!("{variable}"),
        }
    }
}

fn compared(left: &Value, sign: Sign, right: &Value) -> bool {
    match (left, right) {
        (Value::Truth(left), Value::Truth(right)) => sign.holds(left, right),
        (Value::Number(left), Value::Number(right)) => sign.holds(left, right),
        other => panic!("{other:?}"),
    }
}
