//! Regular expressions as automata: whether a text matches is then a matter of comparing characters, which a solver sees through.

use proc_macro2::TokenStream;
use quote::quote;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Repetition};
use std::collections::{BTreeMap, BTreeSet};

/// A deterministic automaton; the first state is where it starts. From every state, some text leads to one that accepts.
#[derive(Debug, PartialEq, Eq)]
pub struct Pattern {
    pub states: Vec<State>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct State {
    pub accepts: bool,
    /// Where to go with which characters, from the first to the last.
    pub edges: Vec<(usize, Vec<(u32, u32)>)>,
}

const MOST_STATES: usize = 500;

impl Pattern {
    /// `Err` says what is wrong, and what to do.
    pub fn new(pattern: &str) -> Result<Pattern, (String, &'static str)> {
        let hir = ParserBuilder::new().build().parse(pattern).map_err(|error| {
            let told = match &error {
                regex_syntax::Error::Parse(error) => error.kind().to_string(),
                regex_syntax::Error::Translate(error) => error.kind().to_string(),
                _ => error.to_string(),
            };
            (
                format!("this is no pattern: {told}"),
                "write classes of characters out, as in `[0-9]` for `\\d`",
            )
        })?;
        let mut parts = Parts::default();
        let (start, end) = (parts.state(), parts.state());
        parts.add(&hir, start, end)?;
        let pattern = parts.determined(start, end)?.pruned().merged().pruned();
        if pattern.states.is_empty() {
            return Err(("nothing matches this pattern".into(), "write a pattern that some text matches"));
        }
        Ok(pattern)
    }

    /// The states, as code.
    pub fn states(&self) -> TokenStream {
        let states = self.states.iter().map(|State { accepts, edges }| {
            let edges = edges.iter().map(|(to, ranges)| {
                let ranges = ranges.iter().map(|(low, high)| quote!((#low, #high)));
                quote!((#to, &[#(#ranges),*] as &[(u32, u32)]))
            });
            quote!(::forall::__private::PatternState { accepts: #accepts, edges: &[#(#edges),*] })
        });
        quote!(&[#(#states),*])
    }

    /// With one state in the place of several from which the same ways lead on: the fewer, the fewer decisions.
    fn merged(mut self) -> Pattern {
        let is_alive = |state: &State| state.accepts || !state.edges.is_empty();
        let same = |states: &[State]| {
            let pairs = (0..states.len())
                .flat_map(|first| (first + 1..states.len()).map(move |second| (first, second)));
            pairs
                .into_iter()
                .find(|(first, second)| is_alive(&states[*first]) && states[*first] == states[*second])
        };
        while let Some((first, second)) = same(&self.states) {
            for state in &mut self.states {
                let mut edges: BTreeMap<usize, Vec<(u32, u32)>> = BTreeMap::new();
                for (to, ranges) in state.edges.drain(..) {
                    edges.entry(if to == second { first } else { to }).or_default().extend(ranges);
                }
                state.edges = edges.into_iter().map(|(to, ranges)| (to, joined(ranges))).collect();
            }
            // Nothing leads there any more, and it is no match for anything.
            self.states[second] = State { accepts: false, edges: Vec::new() };
        }
        self
    }

    /// Without the states from which there is no way to accept.
    fn pruned(self) -> Pattern {
        let mut alive: BTreeSet<usize> =
            (0..self.states.len()).filter(|state| self.states[*state].accepts).collect();
        loop {
            let leads = |state: &State| state.edges.iter().any(|(to, _)| alive.contains(to));
            let more: Vec<usize> = (0..self.states.len())
                .filter(|state| !alive.contains(state) && leads(&self.states[*state]))
                .collect();
            if more.is_empty() {
                break;
            }
            alive.extend(more);
        }
        if !alive.contains(&0) {
            return Pattern { states: Vec::new() };
        }
        let renumbered: BTreeMap<usize, usize> = alive.iter().copied().zip(0..).collect();
        let states = self.states.into_iter().enumerate().filter(|(state, _)| alive.contains(state)).map(
            |(_, state)| State {
                accepts: state.accepts,
                edges: state
                    .edges
                    .into_iter()
                    .filter_map(|(to, ranges)| Some((*renumbered.get(&to)?, ranges)))
                    .collect(),
            },
        );
        Pattern { states: states.collect() }
    }
}

/// An automaton that may be in several states at once.
#[derive(Default)]
struct Parts {
    /// By state: where to go with a character of a range.
    steps: Vec<Vec<(u32, u32, usize)>>,
    /// By state: where to go without any.
    jumps: Vec<Vec<usize>>,
}

/// In their order, neighbours as one.
fn joined(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for (first, last) in ranges {
        match joined.last_mut() {
            Some((_, end)) if *end + 1 == first => *end = last,
            _ => joined.push((first, last)),
        }
    }
    joined
}

type Problem = (String, &'static str);

impl Parts {
    fn state(&mut self) -> usize {
        self.steps.push(Vec::new());
        self.jumps.push(Vec::new());
        self.steps.len() - 1
    }

    fn add(&mut self, hir: &Hir, from: usize, to: usize) -> Result<(), Problem> {
        if self.steps.len() > 20 * MOST_STATES {
            return Err(too_large());
        }
        match hir.kind() {
            HirKind::Empty => self.jumps[from].push(to),
            HirKind::Literal(literal) => {
                let text = String::from_utf8_lossy(&literal.0).into_owned();
                let mut at = from;
                for c in text.chars() {
                    let next = self.state();
                    self.steps[at].push((c.into(), c.into(), next));
                    at = next;
                }
                self.jumps[at].push(to);
            }
            HirKind::Class(Class::Unicode(class)) => {
                for range in class.ranges() {
                    self.steps[from].push((range.start().into(), range.end().into(), to));
                }
            }
            HirKind::Class(Class::Bytes(class)) => {
                for range in class.ranges() {
                    self.steps[from].push((range.start().into(), range.end().into(), to));
                }
            }
            HirKind::Look(_) => {
                let problem = "a pattern matches the whole text: it has no places to look at";
                return Err((problem.into(), "leave out `^`, `$` and `\\b`"));
            }
            HirKind::Capture(capture) => self.add(&capture.sub, from, to)?,
            HirKind::Concat(parts) => {
                let mut at = from;
                for part in parts {
                    let next = self.state();
                    self.add(part, at, next)?;
                    at = next;
                }
                self.jumps[at].push(to);
            }
            HirKind::Alternation(parts) => {
                for part in parts {
                    self.add(part, from, to)?;
                }
            }
            HirKind::Repetition(repetition) => self.add_repetition(repetition, from, to)?,
        }
        Ok(())
    }

    fn add_repetition(&mut self, repetition: &Repetition, from: usize, to: usize) -> Result<(), Problem> {
        let mut at = from;
        for _ in 0..repetition.min {
            let next = self.state();
            self.add(&repetition.sub, at, next)?;
            at = next;
        }
        match repetition.max {
            Some(max) => {
                for _ in repetition.min..max {
                    self.jumps[at].push(to);
                    let next = self.state();
                    self.add(&repetition.sub, at, next)?;
                    at = next;
                }
                self.jumps[at].push(to);
            }
            None => {
                let again = self.state();
                self.jumps[at].push(again);
                let after = self.state();
                self.add(&repetition.sub, again, after)?;
                self.jumps[after].push(again);
                self.jumps[again].push(to);
            }
        }
        Ok(())
    }

    fn determined(&self, start: usize, end: usize) -> Result<Pattern, Problem> {
        let mut known: BTreeMap<BTreeSet<usize>, usize> = BTreeMap::new();
        let mut waiting = vec![self.with_jumps([start].into())];
        known.insert(waiting[0].clone(), 0);
        let mut states = Vec::new();
        while let Some(set) = waiting.get(states.len()).cloned() {
            let mut edges: BTreeMap<usize, Vec<(u32, u32)>> = BTreeMap::new();
            for (first, last) in self.pieces(&set) {
                let steps = set.iter().flat_map(|state| &self.steps[*state]);
                let reached =
                    steps.filter(|(low, high, _)| *low <= first && last <= *high).map(|(_, _, to)| *to);
                let target = self.with_jumps(reached.collect());
                let next = known.len();
                let number = *known.entry(target.clone()).or_insert_with(|| {
                    waiting.push(target);
                    next
                });
                let ranges = edges.entry(number).or_default();
                match ranges.last_mut() {
                    Some((_, end)) if *end + 1 == first => *end = last,
                    _ => ranges.push((first, last)),
                }
            }
            states.push(State { accepts: set.contains(&end), edges: edges.into_iter().collect() });
            if states.len() > MOST_STATES {
                return Err(too_large());
            }
        }
        Ok(Pattern { states })
    }

    fn with_jumps(&self, mut states: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut waiting: Vec<usize> = states.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            waiting.extend(self.jumps[state].iter().copied().filter(|to| states.insert(*to)));
        }
        states
    }

    /// Ranges of characters that no step tells apart, and that some step takes.
    fn pieces(&self, set: &BTreeSet<usize>) -> Vec<(u32, u32)> {
        let steps: Vec<(u32, u32, usize)> =
            set.iter().flat_map(|state| self.steps[*state].iter().copied()).collect();
        let borders: BTreeSet<u32> = steps.iter().flat_map(|(low, high, _)| [*low, high + 1]).collect();
        let borders: Vec<u32> = borders.into_iter().collect();
        let pieces = borders.windows(2).map(|pair| (pair[0], pair[1] - 1));
        pieces
            .filter(|(first, last)| steps.iter().any(|(low, high, _)| low <= first && last <= high))
            .collect()
    }
}

fn too_large() -> Problem {
    ("this pattern is too large".into(), "use smaller numbers of repetitions")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &Pattern, text: &str) -> bool {
        let mut state = 0;
        for c in text.chars().map(u32::from) {
            let mut edges = pattern.states[state].edges.iter();
            match edges.find(|(_, ranges)| ranges.iter().any(|(low, high)| (*low..=*high).contains(&c))) {
                Some((to, _)) => state = *to,
                None => return false,
            }
        }
        pattern.states[state].accepts
    }

    #[track_caller]
    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let automaton = Pattern::new(pattern).unwrap();
        for text in yes {
            assert!(matches(&automaton, text), "{pattern} {text}");
        }
        for text in no {
            assert!(!matches(&automaton, text), "{pattern} {text}");
        }
    }

    #[test]
    fn texts_match_as_a_whole() {
        check("[a-z][0-9]+", &["a0", "z99"], &["", "a", "0", "a0b", "A0"]);
        check("(ab|a)*c?", &["", "a", "abac", "c"], &["b", "cc", "acb"]);
        check("x{2,3}", &["xx", "xxx"], &["x", "xxxx"]);
        check("[^a]é.", &["béx", "ééé"], &["aéx", "bé"]);
        check("a|b|", &["", "a", "b"], &["ab"]);
    }

    #[test]
    fn states_that_go_on_alike_are_one() {
        let pattern = Pattern::new("ab|ac").unwrap();
        assert_eq!(pattern.states.len(), 3);
        assert_eq!(pattern.states[1].edges, [(2, vec![(98, 99)])]);
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        for wrong in ["[^\\x{0}-\\x{10FFFF}]", "[a", "^a$", "\\d", "[a&&b]", "((a{50}){50}){50}"] {
            assert!(Pattern::new(wrong).is_err(), "{wrong}");
        }
    }
}
