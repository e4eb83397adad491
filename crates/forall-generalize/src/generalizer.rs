//! Stand-in: literals with a suffix become parameters, all of them or one alone.

use crate::closed::{Closed, Refusal};
use crate::draft::Draft;
use crate::outcome::{Explored, Generalized, Grade};
use std::ops::Range;

/// At most so many rounds.
pub const ROUNDS: usize = 3;

pub struct Generalizer {
    closed: Closed,
    literals: Vec<(Range<usize>, String)>,
    asked: Vec<Draft>,
    learnt: Vec<(Draft, Explored)>,
    round: usize,
}

fn literals(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for ty in ["u8", "u16", "u32", "u64", "i32", "i64", "usize"] {
        for (at, _) in text.match_indices(ty) {
            let digits = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
            let before = text[..at - digits].chars().next_back();
            if digits > 0 && !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                found.push((at - digits..at + ty.len(), ty.to_owned()));
            }
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

impl Generalizer {
    pub fn new(closed: Closed) -> Generalizer {
        let literals = literals(closed.text(&closed.block));
        let mut new = Generalizer { closed, literals, asked: Vec::new(), learnt: Vec::new(), round: 0 };
        new.asked = new.next();
        new
    }

    pub fn closed(&self) -> &Closed {
        &self.closed
    }

    fn next(&self) -> Vec<Draft> {
        let all: Vec<usize> = (0..self.literals.len()).collect();
        match self.round {
            0 if !all.is_empty() => vec![self.draft(&all)],
            1 if !self.learnt.iter().any(|(_, explored)| explored.holds()) => {
                all.iter().map(|one| self.draft(&[*one])).collect()
            }
            _ => Vec::new(),
        }
    }

    fn draft(&self, which: &[usize]) -> Draft {
        let block = self.closed.text(&self.closed.block);
        let mut text = String::new();
        let mut done = 0;
        let mut parameters = Vec::new();
        for one in which {
            let (range, ty) = &self.literals[*one];
            text.push_str(&block[done..range.start]);
            text.push_str(&format!("p{one}"));
            parameters.push(format!("p{one}: {ty}"));
            done = range.end;
        }
        text.push_str(&block[done..]);
        let tag: Vec<String> = which.iter().map(usize::to_string).collect();
        let name = format!("{}_for_all_{}", self.closed.function, tag.join("_"));
        let forall = self.closed.forall;
        let text = format!("#[{forall}::forall]\nfn {name}({}) {text}", parameters.join(", "));
        Draft { name, text, first_line: 1 }
    }

    pub fn drafts(&self) -> Vec<Draft> {
        self.asked.clone()
    }

    pub fn learn(&mut self, explored: Vec<Explored>) {
        self.learnt.extend(self.asked.drain(..).zip(explored));
        self.round += 1;
        self.asked = self.next();
    }

    pub fn result(&self) -> Result<Generalized, Refusal> {
        let best = self.learnt.iter().find(|(_, explored)| explored.holds());
        let Some((draft, explored)) = best else {
            return Err(Refusal::NotAmenable("no draft of it holds".into()));
        };
        Ok(Generalized {
            name: draft.name.clone(),
            text: draft.text.clone(),
            grade: Grade::Full,
            explanation: vec!["its literals are parameters".into()],
            defects: Vec::new(),
            questions: Vec::new(),
            explored: Some(explored.clone()),
        })
    }
}
