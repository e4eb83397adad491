//! What drafts have shown.

use super::{ASKING, Asked, Generalizer, Phase, TRYING};
use crate::asked::{self, answered, conditions};
use crate::closed::Expects;
use crate::outcome::{Explored, Fault, FaultPlace};
use crate::precondition::Precondition;
use crate::refusal::{documented_refusal, needs_bound, refusal};
use forall_report::{FailureKind, Verdict};

/// What the closed test does not say is asserted only if it is proved: on many paths it may hold by chance.
fn is_convincing(explored: &Explored) -> bool {
    matches!(explored, Explored::Done { verdict, .. } if *verdict != Verdict::Incomplete)
}

impl Generalizer {
    /// What came of the drafts, in their order.
    pub fn learn(&mut self, explored: Vec<Explored>) {
        let asked = std::mem::take(&mut self.asked);
        let answers: Vec<(Asked, Explored)> = asked.into_iter().zip(explored).collect();
        match self.phase {
            Phase::Asking(number) => self.learn_answers(number, &answers),
            Phase::Keeping => self.learn_kept(&answers),
            Phase::Trying(number) => self.learn_whole(number, answers),
            Phase::Done => {}
        }
    }

    pub(super) fn learn_answers(&mut self, number: usize, answers: &[(Asked, Explored)]) {
        let mut is_news = false;
        self.arranged = None;
        match answers.first() {
            Some((Asked::Noted, Explored::Rejected(_))) => is_news = self.ask_for_less(),
            Some((Asked::Noted, Explored::Done { paths, faults, .. })) => {
                self.paths = paths.saturating_sub(faults.iter().map(|fault| fault.paths).sum());
            }
            _ => {}
        }
        for (asked, explored) in answers {
            is_news |= self.learn_faults(asked, explored);
        }
        let is_blind = matches!(answers.first(), Some((Asked::Noted, Explored::Done { paths: 0, .. })));
        // What takes all the time with other values may take less with small ones.
        is_news |= is_blind && !std::mem::replace(&mut self.bounded, true);
        if is_news && number + 1 < ASKING {
            self.phase = Phase::Asking(number + 1);
            self.ask();
            return;
        }
        if self.arranged.is_some() && self.kept.len() > 1 && !self.expects_panic() {
            self.phase = Phase::Keeping;
            self.asked = self.kept.iter().map(|number| Asked::Without(*number)).collect();
            return;
        }
        if self.expects_panic() {
            self.decide_panics(answers);
        } else if is_blind {
            self.held.fill(None);
        } else if self.decide_assertions() && number + 1 < ASKING {
            self.phase = Phase::Asking(number + 1);
            self.ask();
            return;
        }
        self.try_whole(0);
    }

    /// What may be the reason that a draft does not compile is left out. Is there such a reason?
    pub(super) fn ask_for_less(&mut self) -> bool {
        if !self.demanded.is_empty() {
            self.demanded.clear();
            self.demands = false;
            return true;
        }
        std::mem::replace(&mut self.notes, false)
    }

    /// Is something learnt with which all has to be asked again?
    pub(super) fn learn_faults(&mut self, asked: &Asked, explored: &Explored) -> bool {
        let mut is_news = false;
        if let (Asked::Opaque { assertion, candidate, under }, Explored::Rejected(message)) =
            (asked, explored)
        {
            self.findings.refute(*assertion, *candidate, *under, Fault::of_compiler(message));
        }
        let conditions = conditions(&self.relations, self.kept.len());
        for fault in explored.faults() {
            let noted = answered(&fault.message, &conditions).filter(|_| *asked == Asked::Noted);
            if let Some((bit, under)) = noted {
                let (assertion, candidate) = self.bits[bit];
                let arguments = asked::without_question(&fault.arguments);
                self.findings.refute(assertion, candidate, under, Fault { arguments, ..fault.clone() });
                continue;
            }
            match asked {
                Asked::Opaque { assertion, candidate, under } if self.is_in(*assertion, fault) => {
                    self.findings.refute(*assertion, *candidate, *under, fault.clone());
                }
                Asked::Panics { .. } => is_news |= self.learn_panic(fault),
                _ => is_news |= self.learn_fault(fault),
            }
        }
        is_news
    }

    pub(super) fn is_in(&self, assertion: usize, fault: &Fault) -> bool {
        self.closed.assertions[assertion].fails_at(&fault.place)
    }

    pub(super) fn learn_panic(&mut self, fault: &Fault) -> bool {
        if self.closed.expects == Expects::Panic && self.panic.is_none() {
            self.panic = refusal(fault);
            return self.panic.is_some();
        }
        let is_news = needs_bound(fault) && !self.bounded;
        self.bounded |= is_news;
        is_news
    }

    pub(super) fn learn_fault(&mut self, fault: &Fault) -> bool {
        if needs_bound(fault) {
            let is_news = !self.bounded;
            self.bounded = true;
            return is_news;
        }
        if let Some(number) = self.demanded_by(fault) {
            let arguments = asked::without_question(&fault.arguments);
            self.demanded.push((number, Fault { arguments, ..fault.clone() }));
            return true;
        }
        let said = || self.closed.documents.then(|| documented_refusal(fault)).flatten();
        if let Some(text) = refusal(fault).filter(|_| !self.panics_itself(fault)).or_else(said) {
            let is_news = !self.may_panic.contains(&text);
            if is_news {
                self.may_panic.push(text);
            }
            return is_news;
        }
        if matches!(fault.place, FaultPlace::Test(_)) {
            let arguments = asked::without_question(&fault.arguments);
            self.arranged.get_or_insert(Fault { arguments, ..fault.clone() });
        }
        false
    }

    /// Does the test itself say `panic!` there? That is its oracle, and not a refusal of the code under test.
    fn panics_itself(&self, fault: &Fault) -> bool {
        let FaultPlace::Test(line) = fault.place else { return false };
        let text = self.closed.source.lines().nth((line as usize).saturating_sub(1)).unwrap_or_default();
        ["panic!", "unreachable!", "todo!", "unimplemented!"].iter().any(|name| text.contains(name))
    }

    /// The demand of a function that an input does not meet.
    pub(super) fn demanded_by(&self, fault: &Fault) -> Option<usize> {
        let is_stated = matches!(fault.kind, FailureKind::Panic | FailureKind::Assertion);
        let is_meant = |own: &Precondition| match &fault.place {
            FaultPlace::Package(place) => own.site.holds(place),
            FaultPlace::Test(line) => own.line == *line,
            FaultPlace::Unknown => false,
        };
        let is_elsewhere =
            |own: &Precondition| self.closed.left_out.iter().any(|range| range.contains(&own.before));
        let is_known = |number: usize| self.demanded.iter().any(|(own, _)| *own == number);
        let mut all = self.closed.preconditions.iter().enumerate();
        let found = all.find(|(number, own)| is_meant(own) && !is_elsewhere(own) && !is_known(*number));
        found.map(|(number, _)| number).filter(|_| is_stated && self.demands && !self.expects_panic())
    }

    /// Of the parameters without which the test does not fail by itself, the first one keeps its value.
    pub(super) fn learn_kept(&mut self, answers: &[(Asked, Explored)]) {
        let is_quiet = |explored: &Explored| {
            let in_test = |fault: &Fault| {
                matches!(fault.place, FaultPlace::Test(_)) && !fault.message.starts_with(asked::MESSAGE)
            };
            matches!(explored, Explored::Done { .. }) && !explored.faults().iter().any(in_test)
        };
        let found = answers.iter().find_map(|(asked, explored)| match asked {
            Asked::Without(number) if is_quiet(explored) => Some(*number),
            _ => None,
        });
        match found {
            Some(number) => {
                self.kept.retain(|own| *own != number);
                self.arranged = None;
                self.phase = Phase::Asking(ASKING - 1);
                self.ask();
            }
            None => self.phase = Phase::Done,
        }
    }

    pub(super) fn try_whole(&mut self, number: usize) {
        self.phase = Phase::Trying(number);
        self.asked = vec![Asked::Whole];
    }

    pub(super) fn learn_whole(&mut self, number: usize, answers: Vec<(Asked, Explored)>) {
        let Some((_, explored)) = answers.into_iter().next() else { return };
        self.phase = Phase::Done;
        let has_laws = (0..self.held.len()).any(|own| !self.laws_of(own).is_empty());
        if has_laws && !is_convincing(&explored) {
            self.laws.iter_mut().for_each(Vec::clear);
            self.finished = Some(explored);
            return self.try_whole(number);
        }
        if explored.is_scant() && self.give_up_all() {
            self.finished = Some(explored);
            return self.try_whole(number);
        }
        if matches!(explored, Explored::Rejected(_)) && std::mem::replace(&mut self.binds, false) {
            self.finished = Some(explored);
            return self.try_whole(number);
        }
        let mut is_news = false;
        for fault in explored.faults() {
            let assertion = (0..self.held.len()).find(|own| self.is_in(*own, fault));
            match assertion {
                Some(assertion) if self.held[assertion].is_some() => {
                    self.held[assertion] = None;
                    self.questions.retain(|question| question.assertion != assertion);
                    is_news = true;
                }
                Some(assertion) if !self.laws_of(assertion).is_empty() => {
                    self.refute_law(assertion, fault);
                    is_news = true;
                }
                _ => is_news |= !self.expects_panic() && self.learn_fault(fault),
            }
        }
        self.finished = Some(explored);
        if is_news && number + 1 < TRYING {
            self.try_whole(number + 1);
        }
    }

    /// Takes out the law that fails there; all of them, if it cannot be told which one.
    fn refute_law(&mut self, assertion: usize, fault: &Fault) {
        let name = self.bound_as(assertion).unwrap_or_default();
        let before = self.laws[assertion].len();
        self.laws[assertion].retain(|own| !own.fails(fault, &name));
        if self.laws[assertion].len() == before {
            self.laws[assertion].clear();
        }
    }

    /// Asserts nothing for all inputs, since next to nothing is known of them. Is that news?
    fn give_up_all(&mut self) -> bool {
        let is_news = self.held.iter().any(Option::is_some) && !self.expects_panic();
        if is_news {
            self.held.fill(None);
            self.questions.clear();
            self.laws.iter_mut().for_each(Vec::clear);
        }
        is_news
    }
}
