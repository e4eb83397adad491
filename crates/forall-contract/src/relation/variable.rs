//! What a relation speaks of: the virtual state of objects, before and after, arguments, and the result.

use super::term::Term;

/// When something is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    Before,
    /// In a sequence of calls, after the call of this number.
    Between(usize),
    After,
}

/// What is observed, or what observes.
#[derive(Clone, Debug, PartialEq)]
pub enum Root {
    /// The object that the function is called on.
    This,
    Argument(String),
    Result,
    /// A function without an object.
    Function,
}

/// A step into a virtual state.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A public field, or one that a clause mentions.
    Field(String),
    /// Model state.
    Model(String),
    /// A pure method, with its arguments.
    Observer(String, Vec<Term>),
    /// The object inside of a `Some` or an `Ok`.
    Inside(&'static str),
    /// Has it been made, and not been given away?
    Instantiated,
}

/// An element of the virtual state: `self.size()`, `other.items`, `self.contains(key)`; of plain data, the value itself: `item`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub root: Root,
    pub path: Vec<Step>,
    pub when: When,
}

impl Variable {
    pub fn new(root: Root, when: When) -> Variable {
        Variable { root, path: Vec::new(), when }
    }

    pub fn step(&self, step: Step) -> Variable {
        let mut path = self.path.clone();
        path.push(step);
        Variable { root: self.root.clone(), path, when: self.when }
    }

    /// The same at another time. What it is observed with is the same value as before.
    pub fn at(&self, when: When) -> Variable {
        Variable { when, ..self.clone() }
    }

    /// Is it an element of the state of this object, at whatever time?
    pub fn is_of(&self, object: &Variable) -> bool {
        self.root == object.root && self.path.starts_with(&object.path) && self.path.len() > object.path.len()
    }

    /// The same thing, at whatever time.
    pub fn is_same(&self, other: &Variable) -> bool {
        self.root == other.root && self.path == other.path
    }

    /// What a call observes: the object, the name, the arguments.
    pub fn observation(&self) -> Option<(Variable, &str, &[Term])> {
        let (Step::Observer(name, arguments), around) = self.path.split_last()? else { return None };
        let object = Variable { root: self.root.clone(), path: around.to_vec(), when: self.when };
        Some((object, name, arguments))
    }

    /// What has to be so that there is such a thing: `ret.is_some()`.
    pub fn presence(&self) -> Vec<Term> {
        let inside = self.path.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Inside(variant) => Some((at, variant)),
            _ => None,
        });
        let present = |(at, variant): (usize, &&str)| {
            let when = match (at, &self.root) {
                (_, Root::Result) => When::After,
                (0, Root::Argument(_)) => When::Before,
                _ => self.when,
            };
            let around = Variable { root: self.root.clone(), path: self.path[..at].to_vec(), when };
            let is_there = if *variant == "Ok" { "is_ok" } else { "is_some" };
            Term::Look(Box::new(Term::Variable(around)), is_there.to_owned(), Vec::new())
        };
        inside.map(present).collect()
    }

    /// With `_` for what a quantifier names.
    pub fn anonymous(&self) -> Variable {
        let path = self.path.iter().map(|step| match step {
            Step::Observer(name, arguments) => {
                let arguments = arguments.iter().map(|term| match term.free_names().is_empty() {
                    true => term.clone(),
                    false => Term::Bound("_".to_owned()),
                });
                Step::Observer(name.clone(), arguments.collect())
            }
            step => step.clone(),
        });
        Variable { path: path.collect(), ..self.clone() }
    }

    pub fn is_instantiated(&self) -> bool {
        self.path.last() == Some(&Step::Instantiated)
    }
}
