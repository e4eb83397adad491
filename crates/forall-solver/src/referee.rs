//! Two solvers that check each other.

use crate::model::Model;
use crate::solver::{Answer, Limit, Solver, Unknown};
use crate::terms::{Term, Terms};

/// Answers as the first one does, if the second one does not contradict it. An answer that the second cannot
/// give in time stands as it is; if the second one fails, so does the query.
pub struct Referee<A, B> {
    player: A,
    referee: B,
}

impl<A: Solver, B: Solver> Referee<A, B> {
    pub fn new(player: A, referee: B) -> Self {
        Referee { player, referee }
    }
}

impl<A: Solver, B: Solver> Solver for Referee<A, B> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        let answer = self.player.check(terms, assertions, limit);
        self.judge(terms, assertions, limit, answer)
    }

    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        let answer = self.player.check_last(terms, assertions, known, limit);
        self.judge(terms, assertions, limit, answer)
    }

    fn forget(&mut self) -> bool {
        self.player.forget() && self.referee.forget()
    }

    /// That of the player.
    fn work(&self) -> u64 {
        self.player.work()
    }
}

impl<A, B: Solver> Referee<A, B> {
    /// The referee is asked the whole question, whatever the player was told.
    fn judge(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit, answer: Answer) -> Answer {
        if matches!(answer, Answer::Unknown(_)) {
            return answer;
        }
        match (self.referee.check(terms, assertions, limit), &answer) {
            (Answer::Sat(_), Answer::Unsat) => contradicted("has no solution, but the referee found one"),
            (Answer::Unsat, Answer::Sat(_)) => contradicted("has a solution, but the referee found none"),
            (Answer::Unknown(failed @ (Unknown::Failed(_) | Unknown::Contradicted(_))), _) => {
                Answer::Unknown(failed)
            }
            _ => answer,
        }
    }
}

fn contradicted(how: &str) -> Answer {
    Answer::Unknown(Unknown::Contradicted(format!("it says that this {how}")))
}
