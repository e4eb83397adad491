//! Expressions over virtual states.

use super::sign::{Operator, Sign};
use super::variable::{Step, Variable};

#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Literal(Literal),
    Variable(Variable),
    /// What a quantifier or a pattern names.
    Bound(String),
    /// A constant of the program, or of the standard library: `i32::MAX`, `None`.
    Constant(String),
    Not(Box<Term>),
    /// `!` of a number: each bit turned.
    Complement(Box<Term>),
    Negative(Box<Term>),
    All(Vec<Term>),
    Any(Vec<Term>),
    Implies(Box<Term>, Box<Term>),
    /// By the operators of the type: of floats those of IEEE 754.
    Compare(Box<Term>, Sign, Box<Term>),
    /// One and the same value, or none on either side. Of floats, and of types that define `==`, this is not `==`: what is not a number stays
    /// what it is, and differs from itself.
    Same(Box<Term>, Box<Term>),
    Arithmetic(Box<Term>, Operator, Box<Term>),
    /// Is there such a thing, and not a panic on the way to it?
    HasValue(Box<Term>),
    /// To a type.
    Cast(Box<Term>, String),
    /// A field of plain data.
    Member(Box<Term>, String),
    Element(Box<Term>, Box<Term>),
    /// A function of the standard library that only looks at plain data.
    Look(Box<Term>, String, Vec<Term>),
    /// `Some(x)`, `Point(x, y)`; a tuple has no name.
    Made(String, Vec<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    Quantified {
        quantifier: Quantifier,
        name: String,
        over: Box<Domain>,
        holds: Box<Term>,
        /// Is the rest not looked at once it is decided, as by `Iterator::any`?
        stops: bool,
    },
    /// `matches!(of, pattern if guard)`
    Variant {
        of: Box<Term>,
        pattern: String,
        /// What the pattern names.
        names: Vec<String>,
        guard: Option<Box<Term>>,
    },
    /// Does the regular expression match all of the text?
    Matched {
        text: Box<Term>,
        expression: String,
    },
    /// What is not understood, as it is written. A condition with one is no part of a formula.
    Opaque(String),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Bool(bool),
    /// With its suffix, if it has one.
    Integer(i128, String),
    /// As it is written: a float, a character, a string.
    Written(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Every,
    Some,
    One,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// From, to, and whether the last belongs to it.
    Range(Term, Term, bool),
    Elements(Term),
}

impl Domain {
    pub fn parts(&self) -> Vec<&Term> {
        match self {
            Domain::Range(from, to, _) => vec![from, to],
            Domain::Elements(of) => vec![of],
        }
    }
}

impl Term {
    pub fn bool(value: bool) -> Term {
        Term::Literal(Literal::Bool(value))
    }

    pub fn is(&self, value: bool) -> bool {
        *self == Term::bool(value)
    }

    pub fn integer(value: i128) -> Term {
        Term::Literal(Literal::Integer(value, String::new()))
    }

    pub fn as_integer(&self) -> Option<i128> {
        match self {
            Term::Literal(Literal::Integer(value, _)) => Some(*value),
            Term::Negative(of) => of.as_integer()?.checked_neg(),
            _ => None,
        }
    }

    pub fn all(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut flat = Vec::new();
        for term in terms {
            match term {
                Term::All(inner) => flat.extend(inner),
                term if term.is(true) => {}
                term => flat.push(term),
            }
        }
        match flat.len() {
            0 => Term::bool(true),
            1 => flat.remove(0),
            _ => Term::All(flat),
        }
    }

    pub fn any(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut flat = Vec::new();
        for term in terms {
            match term {
                Term::Any(inner) => flat.extend(inner),
                term if term.is(false) => {}
                term => flat.push(term),
            }
        }
        match flat.len() {
            0 => Term::bool(false),
            1 => flat.remove(0),
            _ => Term::Any(flat),
        }
    }

    pub fn negated(self) -> Term {
        match self {
            Term::Not(inner) => *inner,
            Term::Literal(Literal::Bool(value)) => Term::bool(!value),
            Term::Compare(left, sign @ (Sign::Equal | Sign::Unequal), right) => {
                Term::Compare(left, sign.negated(), right)
            }
            term => Term::Not(Box::new(term)),
        }
    }

    pub fn implies(self, then: Term) -> Term {
        match self {
            condition if condition.is(true) => then,
            _ if then.is(true) => then,
            condition => match then {
                Term::Implies(further, then) => {
                    Term::Implies(Box::new(Term::all([condition, *further])), then)
                }
                then => Term::Implies(Box::new(condition), Box::new(then)),
            },
        }
    }

    pub fn equals(self, other: Term) -> Term {
        Term::Compare(Box::new(self), Sign::Equal, Box::new(other))
    }

    /// One and the same value.
    pub fn same(self, other: Term) -> Term {
        Term::Same(Box::new(self), Box::new(other))
    }

    /// Is it a condition by its form, and not a value that happens to be a `bool`?
    pub fn is_formula(&self) -> bool {
        matches!(
            self,
            Term::Not(_)
                | Term::All(_)
                | Term::Any(_)
                | Term::Implies(..)
                | Term::Compare(..)
                | Term::Same(..)
                | Term::HasValue(_)
                | Term::Quantified { .. }
                | Term::Variant { .. }
                | Term::Matched { .. }
        )
    }

    /// The terms that it is directly made of.
    pub fn parts(&self) -> Vec<&Term> {
        match self {
            Term::Literal(_) | Term::Bound(_) | Term::Constant(_) | Term::Opaque(_) => Vec::new(),
            Term::Variable(variable) => arguments(variable).collect(),
            Term::Not(of)
            | Term::Complement(of)
            | Term::HasValue(of)
            | Term::Negative(of)
            | Term::Cast(of, _)
            | Term::Member(of, _)
            | Term::Matched { text: of, .. } => vec![of],
            Term::All(terms) | Term::Any(terms) | Term::Made(_, terms) => terms.iter().collect(),
            Term::Implies(left, right)
            | Term::Compare(left, _, right)
            | Term::Same(left, right)
            | Term::Arithmetic(left, _, right)
            | Term::Element(left, right) => vec![left, right],
            Term::Look(of, _, arguments) => std::iter::once(&**of).chain(arguments).collect(),
            Term::If(condition, yes, no) => vec![condition, yes, no],
            Term::Quantified { over, holds, .. } => over.parts().into_iter().chain([&**holds]).collect(),
            Term::Variant { of, guard, .. } => std::iter::once(&**of).chain(guard.as_deref()).collect(),
        }
    }

    /// Every variable in it, those that others are observed with first.
    pub fn variables(&self) -> Vec<&Variable> {
        let mut found: Vec<&Variable> = self.parts().into_iter().flat_map(Term::variables).collect();
        if let Term::Variable(variable) = self {
            found.push(variable);
        }
        found
    }

    /// What quantifiers and patterns around it name.
    pub fn free_names(&self) -> Vec<&str> {
        let inner = self.parts().into_iter().flat_map(Term::free_names);
        match self {
            Term::Bound(name) => vec![name],
            Term::Quantified { name, over, holds, .. } => {
                let of_domain = over.parts().into_iter().flat_map(Term::free_names);
                of_domain.chain(holds.free_names().into_iter().filter(|free| free != name)).collect()
            }
            Term::Variant { of, names, guard, .. } => {
                let of_guard = guard.iter().flat_map(|guard| guard.free_names());
                let of_guard = of_guard.filter(|free| !names.iter().any(|name| name == free));
                of.free_names().into_iter().chain(of_guard).collect()
            }
            _ => inner.collect(),
        }
    }

    /// Can it have no value? What is observed in it apart.
    pub fn is_partial(&self) -> bool {
        let is_own = match self {
            Term::Arithmetic(_, operator, _) => {
                !matches!(operator, Operator::And | Operator::Or | Operator::Xor)
            }
            Term::Negative(_) | Term::Element(..) => true,
            Term::Look(_, name, _) => PARTIAL.contains(&name.as_str()),
            _ => false,
        };
        is_own || self.parts().into_iter().any(Term::is_partial)
    }

    pub fn is_understood(&self) -> bool {
        !matches!(self, Term::Opaque(_)) && self.parts().into_iter().all(Term::is_understood)
    }

    /// The same of other variables; what becomes of their own parts is up to `of`.
    pub fn replaced(&self, of: &mut dyn FnMut(&Variable) -> Option<Term>) -> Term {
        let mut boxed = |term: &Term| Box::new(term.replaced(of));
        match self {
            Term::Variable(variable) => of(variable).unwrap_or_else(|| self.clone()),
            Term::Literal(_) | Term::Bound(_) | Term::Constant(_) | Term::Opaque(_) => self.clone(),
            Term::Not(inner) => Term::Not(boxed(inner)),
            Term::Complement(inner) => Term::Complement(boxed(inner)),
            Term::Negative(inner) => Term::Negative(boxed(inner)),
            Term::HasValue(inner) => Term::HasValue(boxed(inner)),
            Term::Cast(inner, ty) => Term::Cast(boxed(inner), ty.clone()),
            Term::Member(inner, name) => Term::Member(boxed(inner), name.clone()),
            Term::All(terms) => Term::All(terms.iter().map(|term| *boxed(term)).collect()),
            Term::Any(terms) => Term::Any(terms.iter().map(|term| *boxed(term)).collect()),
            Term::Made(name, terms) => {
                Term::Made(name.clone(), terms.iter().map(|term| *boxed(term)).collect())
            }
            Term::Implies(left, right) => Term::Implies(boxed(left), boxed(right)),
            Term::Compare(left, sign, right) => Term::Compare(boxed(left), *sign, boxed(right)),
            Term::Same(left, right) => Term::Same(boxed(left), boxed(right)),
            Term::Arithmetic(left, sign, right) => Term::Arithmetic(boxed(left), *sign, boxed(right)),
            Term::Element(left, right) => Term::Element(boxed(left), boxed(right)),
            Term::Look(inner, name, arguments) => {
                Term::Look(boxed(inner), name.clone(), arguments.iter().map(|term| *boxed(term)).collect())
            }
            Term::If(condition, yes, no) => Term::If(boxed(condition), boxed(yes), boxed(no)),
            Term::Quantified { quantifier, name, over, holds, stops } => Term::Quantified {
                stops: *stops,
                quantifier: *quantifier,
                name: name.clone(),
                over: Box::new(match &**over {
                    Domain::Range(from, to, last) => Domain::Range(*boxed(from), *boxed(to), *last),
                    Domain::Elements(inner) => Domain::Elements(*boxed(inner)),
                }),
                holds: boxed(holds),
            },
            Term::Variant { of: inner, pattern, names, guard } => Term::Variant {
                of: boxed(inner),
                pattern: pattern.clone(),
                names: names.clone(),
                guard: guard.as_deref().map(boxed),
            },
            Term::Matched { text, expression } => {
                Term::Matched { text: boxed(text), expression: expression.clone() }
            }
        }
    }
}

/// Functions of the standard library that panic where there is no result.
const PARTIAL: &[&str] = &["abs", "expect", "pow", "rem_euclid", "unwrap"];

/// What a variable is observed with.
fn arguments(variable: &Variable) -> impl Iterator<Item = &Term> {
    variable.path.iter().flat_map(|step| match step {
        Step::Observer(_, arguments) => arguments.as_slice(),
        _ => &[],
    })
}
