//! One call after another (definition 6).

use super::simplified::simplified;
use super::term::{Sign, Term};
use super::variable::{Variable, When};

/// What holds of the state before the first and after the second: there is a state in between, which gets this number.
pub fn composed(first: &Term, second: &Term, number: usize) -> Term {
    let middle = When::Between(number);
    let first = moved(first, &|when| if when == When::After { middle } else { when });
    let second = moved(second, &|when| if when == When::Before { middle } else { when });
    Term::all([first, second])
}

/// The same at other times. Plain arguments have none.
pub fn moved(term: &Term, to: &dyn Fn(When) -> When) -> Term {
    term.replaced(&mut |variable| Some(Term::Variable(moved_variable(variable, to))))
}

fn moved_variable(variable: &Variable, to: &dyn Fn(When) -> When) -> Variable {
    use super::variable::Step;
    let path = variable.path.iter().map(|step| match step {
        Step::Observer(name, arguments) => {
            Step::Observer(name.clone(), arguments.iter().map(|term| moved(term, to)).collect())
        }
        step => step.clone(),
    });
    let is_data = variable.path.is_empty() && variable.root != super::Root::This;
    let when = if is_data { variable.when } else { to(variable.when) };
    Variable { root: variable.root.clone(), path: path.collect(), when }
}

/// Without the states in between, where something says what they are: ∃m • m == t ∧ P(m) is P(t).
pub fn without_middle(formula: &Term) -> Term {
    let mut terms = super::chained::conjuncts(formula.clone());
    loop {
        let found = terms.iter().enumerate().find_map(|(at, term)| Some((at, definition(term)?)));
        let Some((at, (variable, value))) = found else { return simplified(&Term::all(terms)) };
        terms.remove(at);
        for term in &mut terms {
            *term = term.replaced(&mut |other| (*other == variable).then(|| value.clone()));
        }
    }
}

fn definition(term: &Term) -> Option<(Variable, Term)> {
    let Term::Compare(left, Sign::Equal, right) = term else { return None };
    let defines = |side: &Term, value: &Term| match side {
        Term::Variable(variable) if matches!(variable.when, When::Between(_)) => {
            let is_in_itself = value.variables().contains(&variable);
            (!is_in_itself).then(|| (variable.clone(), value.clone()))
        }
        _ => None,
    };
    defines(left, right).or_else(|| defines(right, left))
}
