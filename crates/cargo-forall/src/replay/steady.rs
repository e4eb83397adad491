//! Whether a case does the same again: by itself, and after others in the same process.
//!
//! See docs/decisions/chance-is-not-a-finding.md.

use super::Replay;
use super::compare::{compare, fails, same};
use super::lives::{Lived, Repeated, Seen, Setting, alone};
use crate::outcome::{Confirmation, Depends};
use forall_engine::{Case, End, ReasonKind, Report};
use forall_protocol::put::PutDescription;
use forall_protocol::replay::{Life, Request, Told};
use forall_protocol::shared::Ending;
use std::path::Path;
use std::time::{Duration, Instant};

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
    fn new(first: Repeated) -> Account {
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
        if let Seen::Observed(observation) = &repeated.seen {
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
    pub fn told(&self, of_machine: &[String]) -> Option<Told> {
        let mentions = |told: &Told| match told {
            Told::Value(_, text) | Told::Text(text) => of_machine.iter().any(|name| text.contains(name)),
            Told::Unknown | Told::Varies => false,
        };
        let steady = !self.varies
            && self.depends != Some(Difference::InValue)
            && !self.first.told.as_ref().is_some_and(mentions);
        if steady { self.first.told.clone() } else { self.first.told.as_ref().map(|_| Told::Varies) }
    }

    /// What it depends on is a matter of the whole test.
    pub fn depends(&self, on: &[String]) -> Option<Depends> {
        let ending = self.depends? == Difference::InEnding;
        Some(Depends { on: on.to_vec(), ending })
    }

    /// How another time differs from the first.
    pub fn difference(&self, again: &Repeated) -> Option<Difference> {
        let both_ended = [&self.first.seen, &again.seen].iter().all(|seen| matches!(seen, Seen::Observed(_)));
        if !same(&self.first.seen, &again.seen) {
            Some(Difference::InEnding)
        } else if both_ended && self.first.told != again.told {
            Some(Difference::InValue)
        } else {
            None
        }
    }

    fn repeat_afresh(&mut self, again: &Repeated) {
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
    fn repeat_after_others(&mut self, put: &PutDescription, again: &Repeated) {
        if !(fails(put, &self.first.seen) && fails(put, &again.seen)) {
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

/// How often a case runs that must not depend on chance: one that does half of the time is found out but once in half a million.
const REPETITIONS: usize = 20;
/// Lives of one program have everything at the same addresses, which others have elsewhere: so there are several.
const AT_ONCE: usize = 6;
/// All cases of a test together run so often at most, but each of them twice.
const ALL_REPETITIONS: usize = 2_000;
/// And nobody waits much longer than that: no further round begins then. It takes cases that run for long; on a busy machine they may be
/// repeated less often, but never less than one round.
const PATIENCE: Duration = Duration::from_secs(20);
/// So often cases run in one process, all together, to see whether something counts up.
const IN_A_ROW: usize = 32;
/// What takes longer then is left alone.
const TIME_IN_A_ROW: Duration = Duration::from_millis(100);

impl Replay<'_> {
    /// Runs all cases: each by itself, all one after the other and in the reverse order, and again where there may be chance in it.
    pub(super) fn accounts(&self, put: &PutDescription, report: &Report) -> anyhow::Result<Vec<Account>> {
        let cases = &report.cases;
        if cases.is_empty() {
            return Ok(Vec::new());
        }
        let forward = orderly(cases);
        let backward: Vec<u32> = forward.iter().rev().copied().collect();
        let orders = [[forward.clone(), forward].concat(), backward];
        let mut lives: Vec<Life> = (0..).take(cases.len()).map(alone).collect();
        lives.extend(orders.iter().map(|order| Life { cases: order.clone(), traces: false }));
        let mut lived = self.live(&put.path, cases, lives, &Setting::default())?;
        let together = lived.split_off(cases.len());
        let first = |life: Lived| life.into_iter().next().map_or_else(Repeated::unknown, |(_, one)| one);
        let mut accounts: Vec<Account> = lived.into_iter().map(first).map(Account::new).collect();
        for (order, begun) in orders.iter().zip(together) {
            for (case, again) in self.to_the_end(&put.path, cases, order, begun)? {
                accounts[case as usize].repeat_after_others(put, &again);
            }
        }
        self.repeat_in_a_row(put, cases, &mut accounts)?;
        self.try_chance(&put.path, report, &mut accounts)?;
        self.move_elsewhere(&put.path, cases, &mut accounts)?;
        Ok(accounts)
    }

    /// Runs the cases that pass in one process, after boundary inputs and again and again: other tests may leave behind what these inputs leave,
    /// and count up what these cases count up.
    fn repeat_in_a_row(
        &self,
        put: &PutDescription,
        cases: &[Case],
        accounts: &mut [Account],
    ) -> anyhow::Result<()> {
        let mut passing = orderly(cases);
        passing.retain(|case| !fails(put, &accounts[*case as usize].first.seen));
        if passing.is_empty() {
            return Ok(());
        }
        let quick = Replay { time_limit: TIME_IN_A_ROW, variables: self.variables.clone(), ..*self };
        let boundaries = quick.harmless_boundaries(&put.path)?;
        let before = (0..).skip(cases.len()).take(boundaries.len());
        let row = passing.iter().copied().cycle().take(passing.len().max(IN_A_ROW));
        let life = Life { cases: before.chain(row).collect(), traces: false };
        let values = cases.iter().map(|case| case.arguments.clone()).chain(boundaries).collect();
        let request = Request { cases: values, lives: vec![life], boundaries: false };
        let lived = quick.live_all(&put.path, &request, &Setting::default(), None)?;
        for (number, again) in lived.iter().flatten().filter(|(_, again)| is_repeatable(&again.seen)) {
            if let Some(account) = accounts.get_mut(*number as usize) {
                account.repeat_after_others(put, again);
            }
        }
        Ok(())
    }

    /// What died in the middle of a life is over for it; those that should have come after have another.
    fn to_the_end(&self, put: &str, cases: &[Case], order: &[u32], begun: Lived) -> anyhow::Result<Lived> {
        let mut lived = begun;
        while lived.len() < order.len() && !self.interrupt.is_over() {
            let before = lived.len();
            let rest = Life { cases: order[before..].to_vec(), traces: false };
            lived.extend(self.live(put, cases, vec![rest], &Setting::default())?.into_iter().flatten());
            if lived.len() == before {
                break;
            }
        }
        Ok(lived)
    }

    /// Repeats what could depend on chance, in rounds. How often is counted, and does not depend on how busy the machine is, as long as
    /// that takes less than [`PATIENCE`].
    fn try_chance(&self, put: &str, report: &Report, accounts: &mut [Account]) -> anyhow::Result<()> {
        let suspicious = report.reasons.iter().any(|reason| may_be_chance(reason.kind));
        let again: Vec<u32> = (0..)
            .zip(report.cases.iter().zip(&*accounts))
            .filter(|(_, (case, account))| {
                let doubtful = suspicious || case.failure.is_some() || account.depends.is_some();
                is_repeatable(&account.first.seen)
                    && (doubtful || compare(&case.end, &account.first.seen) != Confirmation::Confirmed)
            })
            .map(|(number, _)| number)
            .collect();
        if again.is_empty() || self.interrupt.is_over() {
            return Ok(());
        }
        let begin = Instant::now();
        let mut left = (ALL_REPETITIONS / again.len()).clamp(1, REPETITIONS - 1);
        while left > 0 && begin.elapsed() < PATIENCE {
            let times = left.min(AT_ONCE);
            self.repeat(put, report, accounts, &again, times)?;
            left -= times;
        }
        Ok(())
    }

    fn repeat(
        &self,
        put: &str,
        report: &Report,
        accounts: &mut [Account],
        again: &[u32],
        times: usize,
    ) -> anyhow::Result<()> {
        let lives: Vec<Life> = (0..times).flat_map(|_| again).map(|case| alone(*case)).collect();
        for (case, repeated) in self.live(put, &report.cases, lives, &Setting::default())?.iter().flatten() {
            accounts[*case as usize].repeat_afresh(repeated);
        }
        Ok(())
    }
}

/// The cases that other tests survive.
pub fn orderly(cases: &[Case]) -> Vec<u32> {
    let comes_back = |end: &End| match end {
        End::Reported { ending, .. } => {
            [Ending::Returned, Ending::Panicked, Ending::Err, Ending::Meaningless].contains(ending)
        }
        _ => false,
    };
    (0..).zip(cases).filter(|(_, case)| comes_back(&case.end)).map(|(number, _)| number).collect()
}

/// Those that take their time are not repeated: nobody would wait for it.
fn is_repeatable(seen: &Seen) -> bool {
    matches!(seen, Seen::Observed(_) | Seen::Died(_))
}

/// What the exploration says of a test that may do now this, now that.
fn may_be_chance(kind: ReasonKind) -> bool {
    use ReasonKind::{Address, Divergence, NotFollowed, Random};
    matches!(kind, Random | Address | NotFollowed | Divergence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::replay::Observation;

    fn ended(ending: Ending, told: Option<&str>) -> Repeated {
        let observation = Observation { ending, message: String::new(), location: format!("{ending:?}") };
        let told = told.map(|text| Told::Text(text.into()));
        Repeated { seen: Seen::Observed(observation), told, ..Repeated::unknown() }
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
        assert_eq!(account.told(&[]), Some(Told::Text("7".into())));
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
        assert_eq!(account.told(&["/home/me/package".into()]), Some(Told::Varies));
        assert_eq!(account.told(&["another".into()]), account.first.told);
    }

    #[test]
    fn what_other_surroundings_change_is_not_demanded() {
        let mut account = account();
        account.depends_on_surroundings(Difference::InValue, "the thread");
        assert_eq!((account.told(&[]), account.elsewhere), (Some(Told::Varies), None));
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
        assert_eq!(account.told(&[]), Some(Told::Varies));
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
        assert_eq!(account.told(&[]), Some(Told::Varies));
    }
}
