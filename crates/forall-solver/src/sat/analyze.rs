//! What a conflict teaches.

use super::assignment::{Antecedent, Assignment};
use super::learned::Learned;
use super::propagate::Conflict;
use super::search::Search;
use crate::circuit::Literal;

/// What the search learns from one conflict, and what it needs to find that out.
#[derive(Default)]
pub(super) struct Analysis {
    /// A clause that follows from the gates. All its literals are false but the first will be true after
    /// going back.
    pub clause: Vec<Literal>,
    /// The level to go back to.
    pub level: usize,
    /// From how many levels the literals come.
    pub glue: u32,
    /// By wire.
    marks: Vec<Mark>,
    marked: Vec<Literal>,
    pending: Vec<Literal>,
    levels: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Default)]
enum Mark {
    #[default]
    None,
    /// In the clause, or resolved away.
    Seen,
    /// Implied by others of the clause.
    Implied,
    /// Not implied by others of the clause.
    Needed,
}

impl Analysis {
    pub fn add_wire(&mut self) {
        self.marks.push(Mark::None);
    }

    fn mark(&self, literal: Literal) -> Mark {
        self.marks[literal.wire() as usize]
    }

    fn set_mark(&mut self, literal: Literal, mark: Mark) {
        self.marks[literal.wire() as usize] = mark;
        self.marked.push(literal);
    }

    fn clear_marks(&mut self) {
        for literal in self.marked.drain(..) {
            self.marks[literal.wire() as usize] = Mark::None;
        }
    }

    /// Is a false literal implied by other literals of the clause? Looks through reasons with a stack of its own.
    fn is_implied(&mut self, assignment: &Assignment, learned: &Learned, literal: Literal) -> bool {
        if matches!(assignment.antecedent(literal), Antecedent::Decided) {
            return false;
        }
        self.pending.clear();
        self.pending.push(literal);
        let first_new = self.marked.len();
        while let Some(current) = self.pending.pop() {
            for other in reason_literals(assignment, learned, current) {
                if assignment.level_of(other) == 0 || matches!(self.mark(other), Mark::Seen | Mark::Implied) {
                    continue;
                }
                let hopeless = self.mark(other) == Mark::Needed
                    || matches!(assignment.antecedent(other), Antecedent::Decided)
                    || !self.levels.contains(&assignment.level_of(other));
                if hopeless {
                    for i in first_new..self.marked.len() {
                        self.marks[self.marked[i].wire() as usize] = Mark::Needed;
                    }
                    return false;
                }
                self.set_mark(other, Mark::Implied);
                self.pending.push(other);
            }
        }
        true
    }
}

impl Search {
    /// Resolves the conflict back to the one literal of the current level that brought it about.
    pub(super) fn analyze(&mut self, conflict: Conflict) {
        let current = self.assignment.level();
        let analysis = &mut self.analysis;
        analysis.clause.clear();
        analysis.clause.push(Literal::FALSE);
        let mut open = 0;
        let mut position = self.assignment.trail().len();
        let mut meet = |analysis: &mut Analysis, literal: Literal, open: &mut usize| {
            let level = self.assignment.level_of(literal);
            if level == 0 || analysis.mark(literal) != Mark::None {
                return;
            }
            analysis.set_mark(literal, Mark::Seen);
            self.order.bump(literal.wire());
            if level == current {
                *open += 1;
            } else {
                analysis.clause.push(literal);
            }
        };
        match conflict {
            Conflict::Near(literals) => literals.into_iter().for_each(|l| meet(analysis, l, &mut open)),
            Conflict::Far { start, end } => {
                for &literal in &self.learned.literals[start as usize..end as usize] {
                    meet(analysis, literal, &mut open);
                }
            }
        }
        let unique = loop {
            position -= 1;
            let literal = self.assignment.trail()[position];
            if analysis.mark(literal) == Mark::None {
                continue;
            }
            open -= 1;
            if open == 0 {
                break literal;
            }
            for other in reason_literals(&self.assignment, &self.learned, literal) {
                meet(analysis, other, &mut open);
            }
        };
        analysis.clause[0] = !unique;
        self.finish_analysis();
    }

    /// Drops literals that the others imply, and finds out where to go back to.
    fn finish_analysis(&mut self) {
        let (analysis, assignment) = (&mut self.analysis, &self.assignment);
        let mut clause = std::mem::take(&mut analysis.clause);
        analysis.levels.clear();
        analysis.levels.extend(clause[1..].iter().map(|&l| assignment.level_of(l)));
        analysis.levels.sort_unstable();
        analysis.levels.dedup();
        let mut index = 0;
        clause.retain(|&literal| {
            index += 1;
            index == 1 || !analysis.is_implied(assignment, &self.learned, literal)
        });
        analysis.levels.clear();
        analysis.levels.extend(clause[1..].iter().map(|&l| assignment.level_of(l)));
        if let Some(latest) = (1..clause.len()).max_by_key(|&i| analysis.levels[i - 1]) {
            clause.swap(1, latest);
        }
        analysis.level = clause.get(1).map_or(0, |&l| assignment.level_of(l));
        analysis.levels.sort_unstable();
        analysis.levels.dedup();
        analysis.glue = analysis.levels.len() as u32 + 1;
        analysis.clause = clause;
        analysis.clear_marks();
    }
}

/// The false literals that made this one true, or false as the case may be.
fn reason_literals<'a>(
    assignment: &Assignment,
    learned: &'a Learned,
    literal: Literal,
) -> impl Iterator<Item = Literal> + use<'a> {
    let (near, far) = match assignment.antecedent(literal) {
        Antecedent::Decided => (None, &[][..]),
        Antecedent::Near(a, b) => (Some([a, b]), &[][..]),
        Antecedent::Far { start, end } => (None, &learned.literals[start as usize + 1..end as usize]),
    };
    near.into_iter().flatten().chain(far.iter().copied())
}
