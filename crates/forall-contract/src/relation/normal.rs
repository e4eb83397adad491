//! The disjunctive normal form: what planners and people can take one by one.

use super::sign::Sign;
use super::term::{Literal, Quantifier, Term};
use super::variable::Variable;
use super::{Outcome, Relation};

/// More clauses than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// The clauses of which one has to hold, each with all that has to hold in it. Those that contradict themselves plainly are left out, and
/// those that another one contains.
///
/// `is_ordered` says whether of two such values one is less or both are equal: of floats, that is not so.
pub fn normal_form(
    term: &Term,
    is_ordered: &dyn Fn(&Term) -> bool,
    most: usize,
) -> Result<Vec<Vec<Term>>, TooLarge> {
    let clauses = Normal { is_ordered, most }.clauses(term, true)?;
    Ok(absorbed(clauses))
}

impl Relation {
    /// The normal form of one way to end. Unclear conditions are not in it.
    pub fn normal_form(&self, outcome: &Outcome, most: usize) -> Result<Vec<Vec<Term>>, TooLarge> {
        normal_form(&outcome.formula(), &|term| self.is_ordered(term), most)
    }

    fn is_ordered(&self, term: &Term) -> bool {
        let is_float = |ty: &str| ty.contains("f32") || ty.contains("f64") || ty == "_";
        let of_variable = |variable: &&Variable| match (&variable.root, variable.path.is_empty()) {
            (super::Root::Argument(name), true) => {
                self.arguments.iter().find(|(argument, _)| argument == name).map(|(_, ty)| ty.as_str())
            }
            (super::Root::Result, true) => self.result.as_deref(),
            _ => {
                let known = self.state.iter().find(|element| element.variable.is_same(variable));
                known.map(|element| element.ty.as_str())
            }
        };
        let is_written_float = matches!(term, Term::Literal(Literal::Written(text)) if text.contains('.'));
        !is_written_float && term.variables().iter().all(|it| of_variable(it).is_some_and(|ty| !is_float(ty)))
    }
}

struct Normal<'a> {
    is_ordered: &'a dyn Fn(&Term) -> bool,
    most: usize,
}

impl Normal<'_> {
    /// Of the term, or of its negation.
    fn clauses(&self, term: &Term, is: bool) -> Result<Vec<Vec<Term>>, TooLarge> {
        match (term, is) {
            (Term::Literal(Literal::Bool(value)), _) => {
                Ok(if *value == is { vec![Vec::new()] } else { Vec::new() })
            }
            (Term::Not(inner), _) => self.clauses(inner, !is),
            (Term::All(terms), true) | (Term::Any(terms), false) => self.together(terms, is),
            (Term::All(terms), false) | (Term::Any(terms), true) => self.either(terms, is),
            (Term::Implies(left, right), true) => {
                let mut clauses = self.clauses(left, false)?;
                clauses.extend(self.clauses(right, true)?);
                self.small(clauses)
            }
            (Term::Implies(left, right), false) => {
                self.product(self.clauses(left, true)?, &self.clauses(right, false)?)
            }
            (Term::Compare(left, sign @ (Sign::Equal | Sign::Unequal), right), _)
                if left.is_formula() || right.is_formula() =>
            {
                let same = (*sign == Sign::Equal) == is;
                let mut clauses = self.product(self.clauses(left, true)?, &self.clauses(right, same)?)?;
                clauses.extend(self.product(self.clauses(left, false)?, &self.clauses(right, !same)?)?);
                self.small(clauses)
            }
            (Term::Same(left, right), _) if left.is_formula() || right.is_formula() => {
                let equal = Term::Compare(left.clone(), Sign::Equal, right.clone());
                self.clauses(&equal, is)
            }
            (Term::If(condition, yes, no), _) => {
                let mut clauses = self.product(self.clauses(condition, true)?, &self.clauses(yes, is)?)?;
                clauses.extend(self.product(self.clauses(condition, false)?, &self.clauses(no, is)?)?);
                self.small(clauses)
            }
            (
                Term::Quantified {
                    quantifier: quantifier @ (Quantifier::Every | Quantifier::Some),
                    name,
                    over,
                    holds,
                    stops,
                },
                false,
            ) => {
                let other = match quantifier {
                    Quantifier::Every => Quantifier::Some,
                    _ => Quantifier::Every,
                };
                let (name, over) = (name.clone(), over.clone());
                let holds = Box::new((**holds).clone().negated());
                Ok(vec![vec![Term::Quantified { quantifier: other, name, over, holds, stops: *stops }]])
            }
            (atom, _) => Ok(vec![vec![self.atom(atom, is)]]),
        }
    }

    fn atom(&self, atom: &Term, is: bool) -> Term {
        let atom = match atom {
            // The literal stands on the right.
            Term::Compare(left, sign, right) if left.as_integer().is_some() => {
                let sign = match sign {
                    Sign::Less => Sign::More,
                    Sign::More => Sign::Less,
                    Sign::AtMost => Sign::AtLeast,
                    Sign::AtLeast => Sign::AtMost,
                    same => *same,
                };
                Term::Compare(right.clone(), sign, left.clone())
            }
            atom => atom.clone(),
        };
        match atom {
            atom if is => atom,
            Term::Compare(left, sign, right) if (self.is_ordered)(&left) && (self.is_ordered)(&right) => {
                Term::Compare(left, sign.negated(), right)
            }
            atom => atom.negated(),
        }
    }

    fn either(&self, terms: &[Term], is: bool) -> Result<Vec<Vec<Term>>, TooLarge> {
        let mut clauses = Vec::new();
        for term in terms {
            clauses.extend(self.clauses(term, is)?);
        }
        self.small(clauses)
    }

    fn together(&self, terms: &[Term], is: bool) -> Result<Vec<Vec<Term>>, TooLarge> {
        let mut clauses = vec![Vec::new()];
        for term in terms {
            clauses = self.product(clauses, &self.clauses(term, is)?)?;
        }
        Ok(clauses)
    }

    fn product(&self, left: Vec<Vec<Term>>, right: &[Vec<Term>]) -> Result<Vec<Vec<Term>>, TooLarge> {
        let mut clauses = Vec::new();
        for one in &left {
            for other in right {
                let mut both = one.clone();
                both.extend(other.iter().filter(|term| !one.contains(term)).cloned());
                if !self.is_contradiction(&both) {
                    clauses.push(both);
                }
            }
        }
        self.small(absorbed(clauses))
    }

    /// Is there no value for one of the things compared, or a condition beside its negation?
    fn is_contradiction(&self, clause: &[Term]) -> bool {
        let has = |term: &Term| clause.contains(term);
        clause.iter().any(|term| match term {
            Term::Not(inner) => has(inner),
            Term::Compare(left, sign, right) => {
                let negation = Term::Compare(left.clone(), sign.negated(), right.clone());
                // What is not a number differs from itself.
                let is_impossible = *sign == Sign::Unequal && left == right && (self.is_ordered)(left);
                is_impossible
                    || has(&negation)
                    || other_literal(clause, left, *sign, right)
                    || has_no_number(clause, left)
            }
            _ => false,
        })
    }

    fn small(&self, clauses: Vec<Vec<Term>>) -> Result<Vec<Vec<Term>>, TooLarge> {
        if clauses.len() > self.most { Err(TooLarge) } else { Ok(clauses) }
    }
}

/// Without clauses that say what another says, and more.
fn absorbed(clauses: Vec<Vec<Term>>) -> Vec<Vec<Term>> {
    let contains = |more: &[Term], less: &[Term]| less.iter().all(|term| more.contains(term));
    let is_needed = |(number, clause): &(usize, &Vec<Term>)| {
        !clauses.iter().enumerate().any(|(other, less)| {
            let is_same = contains(less, clause);
            other != *number && contains(clause, less) && (!is_same || other < *number)
        })
    };
    clauses.iter().enumerate().filter(is_needed).map(|(_, clause)| clause.clone()).collect()
}

/// Equal to two different literals.
fn other_literal(clause: &[Term], left: &Term, sign: Sign, right: &Term) -> bool {
    let (Sign::Equal, Term::Literal(literal @ (Literal::Bool(_) | Literal::Integer(..)))) = (sign, right)
    else {
        return false;
    };
    let value = |literal: &Literal| match literal {
        Literal::Bool(value) => i128::from(*value),
        Literal::Integer(value, _) => *value,
        Literal::Written(_) => 0,
    };
    clause.iter().any(|term| match term {
        Term::Compare(of, Sign::Equal, other) if **of == *left => {
            matches!(&**other, Term::Literal(other @ (Literal::Bool(_) | Literal::Integer(..))) if value(other) != value(literal))
        }
        _ => false,
    })
}

fn has_no_number(clause: &[Term], of: &Term) -> bool {
    let (mut least, mut most) = (i128::MIN, i128::MAX);
    for term in clause {
        let Term::Compare(left, sign, right) = term else { continue };
        let Some(value) = right.as_integer().filter(|_| **left == *of) else { continue };
        match sign {
            Sign::Equal => (least, most) = (least.max(value), most.min(value)),
            Sign::Less => most = most.min(value.saturating_sub(1)),
            Sign::AtMost => most = most.min(value),
            Sign::More => least = least.max(value.saturating_add(1)),
            Sign::AtLeast => least = least.max(value),
            Sign::Unequal => {}
        }
    }
    least > most
}
