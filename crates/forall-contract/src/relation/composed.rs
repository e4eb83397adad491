//! One call after another (definition 6).

use super::sign::Sign;
use super::simplified::simplified;
use super::term::Term;
use super::variable::{Root, Step, Variable, When};

/// What holds of the state before the first and after the second: there is a state in between, which gets this number. What both call by the
/// same name is the same: arguments of two calls have to be `numbered` before.
pub fn composed(first: &Term, second: &Term, number: usize) -> Term {
    let middle = When::Between(number);
    let first = moved(first, &|when| if when == When::After { middle } else { when });
    let second = moved(second, &|when| if when == When::Before { middle } else { when });
    Term::all([first, second])
}

/// The relation of the call of this number, as one of several: its arguments and its result get the number.
pub fn numbered(term: &Term, number: usize) -> Term {
    term.replaced(&mut |variable| {
        let root = match &variable.root {
            Root::Result => Root::Argument(format!("ret_{number}")),
            Root::Argument(name) => Root::Argument(format!("{name}_{number}")),
            _ => Root::This,
        };
        let path = variable.path.iter().map(|step| match step {
            Step::Observer(name, arguments) => {
                Step::Observer(name.clone(), arguments.iter().map(|it| numbered(it, number)).collect())
            }
            step => step.clone(),
        });
        let root = if variable.root == Root::Function { Root::Function } else { root };
        let path: Vec<Step> = path.collect();
        // A result has no time, wherever it goes.
        let is_result = variable.root == Root::Result && path.is_empty();
        let when = if is_result { When::Before } else { variable.when };
        Some(Term::Variable(Variable { root, path, when }))
    })
}

/// The same at other times. Plain arguments have none.
pub fn moved(term: &Term, to: &dyn Fn(When) -> When) -> Term {
    term.replaced(&mut |variable| Some(Term::Variable(moved_variable(variable, to))))
}

fn moved_variable(variable: &Variable, to: &dyn Fn(When) -> When) -> Variable {
    let path = variable.path.iter().map(|step| match step {
        Step::Observer(name, arguments) => {
            Step::Observer(name.clone(), arguments.iter().map(|term| moved(term, to)).collect())
        }
        step => step.clone(),
    });
    // What is given and returned has no time; plain data behind `&mut` has one when it has been changed.
    let is_timeless = match (&variable.root, variable.path.is_empty()) {
        (Root::Function, _) | (Root::Result, true) => true,
        (Root::Argument(_), true) => variable.when != When::After,
        _ => false,
    };
    let when = if is_timeless { variable.when } else { to(variable.when) };
    Variable { root: variable.root.clone(), path: path.collect(), when }
}

/// Without the states in between, where something says what they are: ∃m • m is t ∧ P(m) is P(t). `is_exact` says of which terms `==` says as much.
pub fn without_middle(formula: &Term, is_exact: &dyn Fn(&Term) -> bool) -> Term {
    let mut terms = super::chained::conjuncts(formula.clone());
    loop {
        let found = terms.iter().enumerate().find_map(|(at, term)| Some((at, definition(term, is_exact)?)));
        let Some((at, (variable, value))) = found else { return simplified(&Term::all(terms)) };
        terms.remove(at);
        for term in &mut terms {
            *term = term.replaced(&mut |other| (*other == variable).then(|| value.clone()));
        }
    }
}

fn definition(term: &Term, is_exact: &dyn Fn(&Term) -> bool) -> Option<(Variable, Term)> {
    let (left, right) = match term {
        Term::Same(left, right) => (left, right),
        Term::Compare(left, Sign::Equal, right) if is_exact(left) && is_exact(right) => (left, right),
        _ => return None,
    };
    let defines = |side: &Term, value: &Term| match side {
        Term::Variable(variable) if matches!(variable.when, When::Between(_)) => {
            let is_in_itself = value.variables().contains(&variable);
            (!is_in_itself).then(|| (variable.clone(), value.clone()))
        }
        _ => None,
    };
    defines(left, right).or_else(|| defines(right, left))
}
