//! Whether a case does the same again: by itself, and after others in the same process.
//!
//! See docs/decisions/chance-is-not-a-finding.md.

use super::Replay;
use super::account::Account;
use super::compare::{compare, fails};
use super::lives::{Lived, Repeated, ReplayEnd, Setting, alone};
use crate::outcome::Confirmation;
use forall_engine::{Case, End, Report};
use forall_protocol::put::PutDescription;
use forall_protocol::replay::Life;
use forall_protocol::shared::Ending;
use forall_report::ReasonKind;
use std::time::{Duration, Instant};

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
/// All that together takes no longer, as far as can be foreseen; each case runs once at least.
const ROW_TIME: Duration = Duration::from_millis(500);
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
        let runs: usize = lives.iter().map(|life| life.cases.len()).sum();
        let begin = Instant::now();
        let mut lived = self.live(&put.path, cases, lives, &Setting::default())?;
        let one_run = begin.elapsed() / u32::try_from(runs).unwrap_or(u32::MAX);
        let together = lived.split_off(cases.len());
        let first = |life: Lived| life.into_iter().next().map_or_else(Repeated::unknown, |(_, one)| one);
        let mut accounts: Vec<Account> = lived.into_iter().map(first).map(Account::new).collect();
        for (order, begun) in orders.iter().zip(together) {
            for (case, again) in self.to_the_end(&put.path, cases, order, begun)? {
                accounts[case as usize].repeat_after_others(put, &again);
            }
        }
        self.repeat_in_a_row(put, cases, one_run, &mut accounts)?;
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
        one_run: Duration,
        accounts: &mut [Account],
    ) -> anyhow::Result<()> {
        let mut passing = orderly(cases);
        passing.retain(|case| !fails(put, &accounts[*case as usize].first.end));
        if passing.is_empty() {
            return Ok(());
        }
        let in_time = ROW_TIME.as_micros() / one_run.as_micros().max(1);
        let length = passing.len().max(usize::try_from(in_time).map_or(IN_A_ROW, |runs| runs.min(IN_A_ROW)));
        let row: Vec<u32> = passing.iter().copied().cycle().take(length).collect();
        let quick = Replay { time_limit: TIME_IN_A_ROW, variables: self.variables.clone(), ..*self };
        for (number, again) in quick.after_boundaries(&put.path, cases, &row)? {
            if is_repeatable(&again.end)
                && let Some(account) = accounts.get_mut(number as usize)
            {
                account.repeat_after_others(put, &again);
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
                is_repeatable(&account.first.end)
                    && (doubtful || compare(&case.end, &account.first.end) != Confirmation::Confirmed)
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
fn is_repeatable(end: &ReplayEnd) -> bool {
    matches!(end, ReplayEnd::Observed(_) | ReplayEnd::Died(_))
}

/// What the exploration says of a test that may do now this, now that.
fn may_be_chance(kind: ReasonKind) -> bool {
    use ReasonKind::{Address, Divergence, NotFollowed, Random};
    matches!(kind, Random | Address | NotFollowed | Divergence)
}
