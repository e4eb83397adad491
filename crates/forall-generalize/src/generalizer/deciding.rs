//! Which candidates and relations are taken.

use super::{Asked, Generalizer, OPAQUE};
use crate::asked::Under;
use crate::outcome::{Explored, Fault, Question};
use crate::refusal::is_defect;
use crate::relation::{Relation, RelationKind};

/// What fails on at most one of so many paths may be meant for all, and fail for a defect.
const FEW: u64 = 4;

/// Does a test panic as expected, unless the code under test fails by itself?
fn holds_but_for_defects(explored: &Explored) -> bool {
    explored.holds()
        || matches!(explored, Explored::Done { paths, faults, .. }
            if *paths > faults.len() as u64 && faults.iter().all(is_defect))
}

impl Generalizer {
    /// The relations under which the test panics for all inputs.
    pub(super) fn decide_panics(&mut self, answers: &[(Asked, Explored)]) {
        let holding = answers.iter().find_map(|(asked, explored)| match asked {
            Asked::Panics { relations, without } if holds_but_for_defects(explored) => {
                Some((relations.clone(), *without))
            }
            _ => None,
        });
        if let Some((_, Some(number))) = &holding {
            self.kept.retain(|own| own != number);
        }
        self.panics_under = holding.map(|(relations, _)| relations);
    }

    /// Which candidate holds for each assertion. Is all to be asked again, because a parameter keeps its value now?
    pub(super) fn decide_assertions(&mut self) -> bool {
        for assertion in 0..self.held.len() {
            let is_asked = self.bits.iter().any(|(own, _)| *own == assertion);
            let is_opaque = !is_asked && self.asks_apart(assertion);
            let count = self.candidates[assertion].len();
            let best = || self.findings.best(assertion, count, &self.relations);
            self.held[assertion] = if is_asked || is_opaque { best() } else { None };
        }
        self.ask_about_relations();
        self.ask_about_few_paths();
        let open: Vec<usize> = (0..self.held.len()).filter(|own| self.held[*own].is_none()).collect();
        let noted: Vec<usize> =
            open.into_iter().filter(|own| self.bits.iter().any(|(bit, _)| bit == own)).collect();
        let gain = |place: usize| {
            if !self.parameters[self.kept[place]].is_even() {
                return 0;
            }
            let gains =
                |own: &&usize| self.findings.holds_if_kept(**own, self.candidates[**own].len(), place);
            noted.iter().filter(gains).count()
        };
        let places = 0..if self.kept.len() > 1 { self.kept.len() } else { 0 };
        let best =
            places.map(|place| (gain(place), place)).max_by_key(|(gain, place)| (*gain, usize::MAX - place));
        let needless = self.needless();
        let held = self.held.iter().flatten().count();
        if !needless.is_empty() {
            self.take_out(&needless);
            return true;
        }
        match (best, self.gave_up.take()) {
            // That a parameter keeps its value was in vain.
            (_, Some((number, before))) if held <= before => {
                self.kept.push(number);
                self.kept.sort_unstable();
                self.keeps_for_nothing = true;
                true
            }
            (Some((gain, place)), _) if gain > 0 && !self.keeps_for_nothing => {
                self.gave_up = Some((self.kept.remove(place), held));
                true
            }
            _ => false,
        }
    }

    /// Was an assertion that cannot be noted asked about in drafts of its own?
    pub(super) fn asks_apart(&self, assertion: usize) -> bool {
        let opaque = |own: &usize| !self.bits.iter().any(|(bit, _)| bit == own);
        (0..self.held.len()).filter(opaque).take(OPAQUE).any(|own| own == assertion)
    }

    /// Relations that say that a parameter is what another one is, or what it was.
    pub(super) fn needless(&self) -> Vec<Relation> {
        let says_so = |kind| matches!(kind, RelationKind::Same | RelationKind::Unchanged);
        let assumed = self.assumed().into_iter().map(|number| self.relations[number].clone());
        assumed.filter(|own| says_so(own.kind)).collect()
    }

    pub(super) fn take_out(&mut self, needless: &[Relation]) {
        for relation in needless {
            let (one, other) = relation.of;
            match relation.kind {
                RelationKind::Same if !self.merged.contains_key(&one) => {
                    self.merged.insert(other, one);
                }
                _ => self.kept.retain(|own| *own != one),
            }
        }
    }

    /// An input that only a relation excludes is a question: is it meant?
    pub(super) fn ask_about_relations(&mut self) {
        self.questions.clear();
        for (assertion, held) in self.held.iter().enumerate() {
            let Some(held) = held else { continue };
            for number in &held.relations {
                let without = [Under::UnorderedWithout(*number), Under::AllWithout(*number), Under::Nothing];
                let mut shown = without.into_iter();
                let by = shown.find_map(|under| self.findings.against(assertion, held.candidate, under));
                let Some(by) = by else { continue };
                let text = self.closed.text(&self.closed.assertions[assertion].range);
                self.questions.push(Question {
                    assertion,
                    about: format!(
                        "assume!({})",
                        self.relations[*number].written(&self.parameters, &self.kept)
                    ),
                    arguments: by.arguments.clone(),
                    message: format!("`{}` fails", text.lines().next().unwrap_or_default().trim()),
                });
            }
        }
    }
    /// What nearly holds for all is not dropped without a word: is the input on which it fails meant?
    fn ask_about_few_paths(&mut self) {
        for assertion in (0..self.held.len()).filter(|own| self.held[*own].is_none()) {
            let is_noted = self.bits.iter().any(|(own, _)| *own == assertion);
            let against = |candidate: usize| -> Option<(&Fault, usize)> {
                let by = self.findings.against(assertion, candidate, Under::Nothing)?;
                let is_few = is_noted && by.paths > 0 && by.paths.saturating_mul(FEW) <= self.paths;
                is_few.then_some((by, candidate))
            };
            let all = 0..self.candidates[assertion].len();
            let Some((by, candidate)) = all.filter_map(against).min_by_key(|(by, _)| by.paths) else {
                continue;
            };
            let text = self.closed.text(&self.closed.assertions[assertion].range);
            let line = text.lines().next().unwrap_or_default().trim();
            let question = Question {
                assertion,
                about: format!("expecting {}", self.candidates[assertion][candidate].why),
                arguments: by.arguments.clone(),
                message: format!("`{line}` fails, but only on {} of {} paths", by.paths, self.paths),
            };
            self.questions.push(question);
        }
    }
}
