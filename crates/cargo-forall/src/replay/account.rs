//! What is known of a case that was repeated.
//!
//! See docs/decisions/chance-is-not-a-finding.md.

use super::compare::{fails, same};
use super::lives::{Repeated, ReplayEnd};
use crate::outcome::Depends;
use forall_engine::{Case, End};
use forall_protocol::put::PutDescription;
use forall_protocol::replay::RecordedReturn;
use std::path::Path;

/// What is known of a case.
pub struct Account {
    /// The first time, in a process that began afresh.
    pub first: Repeated,
    /// In such processes, it does now this, now that.
    pub by_chance: bool,
    /// In such processes, it returns now this, now that.
    varies: bool,
    /// What others left behind made a difference.
    pub depends: Option<Difference>,
    /// In other surroundings it does something else; the text says what of them makes the difference.
    pub elsewhere: Option<(Difference, &'static str)>,
    /// What it said in the end, each time.
    messages: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    InValue,
    InEnding,
}

impl Account {
    pub fn new(first: Repeated) -> Account {
        let mut account = Account {
            first: Repeated::unknown(),
            by_chance: false,
            varies: false,
            depends: None,
            elsewhere: None,
            messages: Vec::new(),
        };
        account.hears(&first);
        Account { first, ..account }
    }

    /// Remembers what it says in the end.
    pub fn hears(&mut self, repeated: &Repeated) {
        if let ReplayEnd::Observed(observation) = &repeated.end {
            self.messages.push(observation.message.clone());
        }
    }

    pub fn depends_on_surroundings(&mut self, difference: Difference, on: &'static str) {
        match difference {
            Difference::InValue => self.varies = true,
            Difference::InEnding => self.elsewhere = Some((difference, on)),
        }
    }

    /// What its message says each time, where that is not what it said under exploration. Paths lead from the package's directory on, and nothing is left
    /// of those into `sandboxes`: that in which it was explored may be gone since long.
    pub fn message(&self, case: &Case, directory: &Path, sandboxes: Option<&Path>) -> Option<String> {
        let End::Reported { message: explored, .. } = &case.end else { return None };
        let lasting = |text: &String| sandboxes.map_or(text.clone(), |all| without_paths(text, all));
        let common =
            self.messages.iter().fold(lasting(explored), |common, next| in_common(&common, &lasting(next)));
        Some(without_directory(&common, directory)).filter(|common| common != explored)
    }

    /// What it returned, if that is always the same, and mentions nothing `of_machine`.
    pub fn told(&self, of_machine: &[String]) -> Option<RecordedReturn> {
        let mentions = |told: &RecordedReturn| match told {
            RecordedReturn::Value(_, text) | RecordedReturn::Text(text) => {
                of_machine.iter().any(|name| text.contains(name))
            }
            RecordedReturn::Unknown | RecordedReturn::Varies => false,
        };
        let steady = !self.varies
            && self.depends != Some(Difference::InValue)
            && !self.first.told.as_ref().is_some_and(mentions);
        if steady {
            self.first.told.clone()
        } else {
            self.first.told.as_ref().map(|_| RecordedReturn::Varies)
        }
    }

    /// What it depends on is a matter of the whole test.
    pub fn depends(&self, on: &[String]) -> Option<Depends> {
        let ending = self.depends? == Difference::InEnding;
        Some(Depends { on: on.to_vec(), ending })
    }

    /// How another time differs from the first.
    pub fn difference(&self, again: &Repeated) -> Option<Difference> {
        let both_ended =
            [&self.first.end, &again.end].iter().all(|end| matches!(end, ReplayEnd::Observed(_)));
        if !same(&self.first.end, &again.end) {
            Some(Difference::InEnding)
        } else if both_ended && self.first.told != again.told {
            Some(Difference::InValue)
        } else {
            None
        }
    }

    pub fn repeat_afresh(&mut self, again: &Repeated) {
        self.hears(again);
        match self.difference(again) {
            Some(Difference::InEnding) => self.by_chance = true,
            Some(Difference::InValue) => self.varies = true,
            None => {}
        }
        // What differs by itself says nothing about others.
        if self.by_chance || self.varies && self.depends == Some(Difference::InValue) {
            self.depends = None;
        }
    }

    /// Whoever fails in any case may do so in several ways.
    pub fn repeat_after_others(&mut self, put: &PutDescription, again: &Repeated) {
        if !(fails(put, &self.first.end) && fails(put, &again.end)) {
            self.depends = self.depends.max(self.difference(again));
        }
    }
}

/// The beginning and the end that two texts share, with a mark where they differ.
fn in_common(first: &str, second: &str) -> String {
    if first == second {
        return first.to_owned();
    }
    let start: String =
        first.chars().zip(second.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
    let (rest, other) = (&first[start.len()..], &second[start.len()..]);
    let mut end: Vec<char> =
        rest.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
    end.reverse();
    format!("{start}…{}", end.into_iter().collect::<String>())
}

/// With paths in the directory relative to it.
fn without_directory(text: &str, directory: &Path) -> String {
    match directory.to_str() {
        Some(directory) if directory.len() > 1 => {
            text.replace(&format!("{directory}/"), "").replace(directory, ".")
        }
        _ => text.to_owned(),
    }
}

/// With a mark in the place of all paths that begin like this.
fn without_paths(text: &str, beginning: &Path) -> String {
    let Some((before, rest)) = beginning.to_str().and_then(|path| text.split_once(path)) else {
        return text.to_owned();
    };
    let after = rest.trim_start_matches(|c: char| !c.is_whitespace() && !"\"'`,;:)".contains(c));
    format!("{before}…{}", without_paths(after, beginning))
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::replay::Observation;
    use forall_protocol::shared::Ending;

    fn ended(ending: Ending, told: Option<&str>) -> Repeated {
        let observation = Observation { ending, message: String::new(), location: format!("{ending:?}") };
        let told = told.map(|text| RecordedReturn::Text(text.into()));
        Repeated { end: ReplayEnd::Observed(observation), told, ..Repeated::unknown() }
    }

    fn put() -> PutDescription {
        PutDescription::default()
    }

    fn account() -> Account {
        Account::new(ended(Ending::Returned, Some("7")))
    }

    #[test]
    fn a_case_that_always_does_the_same_is_steady() {
        let mut account = account();
        account.repeat_afresh(&ended(Ending::Returned, Some("7")));
        account.repeat_after_others(&put(), &ended(Ending::Returned, Some("7")));
        account.repeat_after_others(&put(), &Repeated::unknown());
        assert_eq!((account.by_chance, account.depends), (false, None));
        assert_eq!(account.told(&[]), Some(RecordedReturn::Text("7".into())));
    }

    #[test]
    fn a_message_is_the_same_in_the_process_that_explored_and_in_later_ones() {
        let said = |process: u32| format!("cannot use /target/sandbox/{process}/files/1");
        let explored = |process: u32| {
            let end =
                End::Reported { ending: Ending::Panicked, message: said(process), location: String::new() };
            Case { arguments: Vec::new(), end, failure: Some(0), covered: Vec::new() }
        };
        let message = |explored_by: u32, repeated_by: u32| {
            let mut account = account();
            account.messages = vec![said(repeated_by)];
            account.message(&explored(explored_by), Path::new("/package"), Some(Path::new("/target/sandbox")))
        };
        assert_eq!(message(17, 17).as_deref(), Some("cannot use …"));
        assert_eq!(message(17, 29).as_deref(), Some("cannot use …"));
    }

    #[test]
    fn what_names_this_machine_is_not_demanded() {
        let account = Account::new(ended(Ending::Returned, Some("/home/me/package/data")));
        assert_eq!(account.told(&["/home/me/package".into()]), Some(RecordedReturn::Varies));
        assert_eq!(account.told(&["another".into()]), account.first.told);
    }

    #[test]
    fn what_other_surroundings_change_is_not_demanded() {
        let mut account = account();
        account.depends_on_surroundings(Difference::InValue, "the thread");
        assert_eq!((account.told(&[]), account.elsewhere), (Some(RecordedReturn::Varies), None));
        account.depends_on_surroundings(Difference::InEnding, "the thread");
        assert_eq!(account.elsewhere, Some((Difference::InEnding, "the thread")));
    }

    #[test]
    fn of_a_message_stays_what_is_said_each_time() {
        assert_eq!(in_common("no /tmp/1 for me", "no /tmp/1 for me"), "no /tmp/1 for me");
        assert_eq!(in_common("no /tmp/17 for me", "no /tmp/189 for me"), "no /tmp/1… for me");
        assert_eq!(in_common("é", "è"), "…");
        assert_eq!(in_common("aa", "a"), "a…");
        let package = Path::new("/home/me/package");
        assert_eq!(without_directory("no /home/me/package/data", package), "no data");
        assert_eq!(without_directory("in /home/me/package", package), "in .");
        assert_eq!(without_directory("in /tmp", Path::new("/")), "in /tmp");
        let scratch = Path::new("/target/sandbox/7");
        assert_eq!(without_paths("no \"/target/sandbox/7/000…\" for me", scratch), "no \"…\" for me");
        assert_eq!(without_paths("no /target/sandbox/7/1 in /target/sandbox/7", scratch), "no … in …");
    }

    #[test]
    fn what_others_leave_behind_makes_a_difference() {
        let mut account = account();
        account.repeat_after_others(&put(), &ended(Ending::Returned, Some("8")));
        assert_eq!(account.depends(&["x".into()]), Some(Depends { on: vec!["x".into()], ending: false }));
        assert_eq!(account.told(&[]), Some(RecordedReturn::Varies));
        account.repeat_after_others(&put(), &ended(Ending::Panicked, None));
        account.repeat_after_others(&put(), &ended(Ending::Returned, Some("8")));
        assert_eq!(account.depends(&[]), Some(Depends { on: vec![], ending: true }));
    }

    #[test]
    fn what_fails_in_any_order_does_not_depend_on_it() {
        let mut account = Account::new(ended(Ending::Panicked, None));
        account.repeat_after_others(&put(), &ended(Ending::Err, None));
        assert_eq!(account.depends, None);
        account.repeat_after_others(&put(), &ended(Ending::Returned, None));
        assert_eq!(account.depends, Some(Difference::InEnding));
    }

    #[test]
    fn chance_is_chance_whatever_ran_before() {
        let mut account = account();
        account.repeat_after_others(&put(), &ended(Ending::Panicked, None));
        account.repeat_afresh(&ended(Ending::Panicked, None));
        assert_eq!((account.by_chance, account.depends), (true, None));

        let mut account = super::tests::account();
        account.repeat_after_others(&put(), &ended(Ending::Returned, Some("8")));
        account.repeat_afresh(&ended(Ending::Returned, Some("9")));
        assert_eq!((account.by_chance, account.depends), (false, None));
        assert_eq!(account.told(&[]), Some(RecordedReturn::Varies));
    }
}
