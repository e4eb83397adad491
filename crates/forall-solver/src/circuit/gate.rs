//! The kinds of gates, and the clauses that say what they compute.

use super::Literal;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    Input,
    And(Literal, Literal),
    Xor(Literal, Literal),
    /// `if .0 { .1 } else { .2 }`.
    Mux(Literal, Literal, Literal),
    Majority(Literal, Literal, Literal),
}

impl Gate {
    pub fn inputs(self) -> impl Iterator<Item = Literal> {
        let inputs = match self {
            Gate::Input => [None, None, None],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        inputs.into_iter().flatten()
    }

    /// The same gate with other inputs.
    pub fn map(self, f: impl Fn(Literal) -> Literal) -> Gate {
        match self {
            Gate::Input => Gate::Input,
            Gate::And(a, b) => Gate::And(f(a), f(b)),
            Gate::Xor(a, b) => Gate::Xor(f(a), f(b)),
            Gate::Mux(c, t, e) => Gate::Mux(f(c), f(t), f(e)),
            Gate::Majority(a, b, c) => Gate::Majority(f(a), f(b), f(c)),
        }
    }

    /// The clauses that hold exactly when `output` is what the gate computes. None is longer than three
    /// literals; shorter ones are filled up with the constant "false".
    pub fn clauses(self, output: Literal, mut clause: impl FnMut(Literal, Literal, Literal)) {
        let g = output;
        match self {
            Gate::Input => {}
            Gate::And(a, b) => {
                clause(!g, a, Literal::FALSE);
                clause(!g, b, Literal::FALSE);
                clause(g, !a, !b);
            }
            Gate::Xor(a, b) => {
                clause(!g, a, b);
                clause(!g, !a, !b);
                clause(g, !a, b);
                clause(g, a, !b);
            }
            Gate::Mux(c, t, e) => {
                clause(!c, !t, g);
                clause(!c, t, !g);
                clause(c, !e, g);
                clause(c, e, !g);
                // These two follow from the others, but only by trying both values of the condition.
                clause(!t, !e, g);
                clause(t, e, !g);
            }
            Gate::Majority(a, b, c) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    clause(!x, !y, g);
                    clause(x, y, !g);
                }
            }
        }
    }
}
