use super::*;
use forall_report::FailureKind;
use std::sync::Arc;

fn witness(covered: &[u32], inputs: u32) -> Witness {
    Witness {
        worker: 0,
        is_beyond: false,
        is_seed: false,
        drawn: (0..inputs).collect(),
        values: vec![0; inputs as usize].into(),
        foreign: 0,
        covered: covered.into(),
        end: End::default(),
        blame: None,
        failure: None,
        leaf: None,
        decisions: 0,
        stack: 0,
    }
}

fn boom(location: &str) -> Option<Blame> {
    Some(Blame {
        kind: FailureKind::Panic,
        message: "boom".into(),
        location: location.into(),
        panic: String::new(),
        passed_on: false,
        callers: Arc::default(),
    })
}

fn selected(emit: Emit, offers: &[(&[u32], u32, Option<Blame>)]) -> Vec<usize> {
    let mut witnesses = Witnesses::new(emit);
    for (covered, inputs, blame) in offers {
        witnesses.offer(Witness { blame: blame.clone(), ..witness(covered, *inputs) }, true);
    }
    let mut selection = witnesses.selection();
    selection.sort();
    selection
}

#[test]
fn one_witness_that_takes_everything_makes_the_others_redundant() {
    let offers: &[(&[u32], u32, _)] = &[(&[0], 1, None), (&[1], 1, None), (&[0, 1, 2], 1, None)];
    assert_eq!(selected(Emit::Coverage, offers), [2]);
    assert_eq!(selected(Emit::Paths, offers), [0, 1, 2]);
    assert!(selected(Emit::Failures, offers).is_empty());
}

#[test]
fn a_panic_that_is_no_failure_is_shown_even_when_no_branch_of_the_package_leads_there() {
    let panic_at = |location: &str| {
        let end =
            End::Reported { ending: Ending::Panicked, message: "expected".into(), location: location.into() };
        Witness { end, ..witness(&[0], 1) }
    };
    let mut witnesses = Witnesses::new(Emit::Coverage);
    for run in [witness(&[0], 1), panic_at("a.rs:1:1"), panic_at("a.rs:2:2"), panic_at("a.rs:1:1")] {
        witnesses.offer(run, true);
    }
    // As at the end of an exploration, which offers what its workers have kept once more.
    let mut again = Witnesses::new(Emit::Coverage);
    witnesses.all.into_iter().for_each(|witness| again.offer(witness, true));
    let mut shown: Vec<End> = again.selection().into_iter().map(|n| again.all[n].end.clone()).collect();
    shown.sort_by_key(|end| format!("{end:?}"));
    assert_eq!(shown, [panic_at("a.rs:1:1").end, panic_at("a.rs:2:2").end]);
}

#[test]
fn of_equally_useful_ones_the_simpler_is_taken() {
    let offers: &[(&[u32], u32, Option<Blame>)] = &[(&[0, 1, 2], 3, None), (&[0, 1, 3], 2, None)];
    assert_eq!(selected(Emit::Coverage, offers), [0, 1], "each has an outcome that the other lacks");
    let offers: &[(&[u32], u32, _)] = &[(&[0], 3, None), (&[1], 3, None), (&[0, 1], 2, None)];
    assert_eq!(selected(Emit::Coverage, offers), [2]);
}

#[test]
fn what_shows_nothing_new_is_forgotten() {
    let mut witnesses = Witnesses::new(Emit::Coverage);
    for _ in 0..100 {
        witnesses.offer(witness(&[0, 1], 1), true);
        witnesses.offer(Witness { blame: boom("a"), ..witness(&[0], 1) }, true);
    }
    assert_eq!(witnesses.all.len(), 1 + CANDIDATES);
    for outcome in 2..2000 {
        witnesses.offer(witness(&[0, outcome / 2 * 2], 1), true);
    }
    assert_eq!(witnesses.all.len(), 1 + CANDIDATES + 999, "each that shows something for the first time");
    for outcome in 0..2000 {
        witnesses.offer(witness(&[1, outcome / 2 * 2], 1), true);
    }
    assert_eq!(witnesses.all.len(), 1 + CANDIDATES + 999, "there are enough to choose from");
}

#[test]
fn what_a_simpler_run_shows_need_not_be_offered() {
    let end = End::Reported { ending: Ending::Returned, message: String::new(), location: String::new() };
    let mut witnesses = Witnesses::new(Emit::Coverage);
    let mut known = 0;
    for number in 0..500_usize {
        let (covered, drawn) = (vec![number as u32 * 7 % 5, 9], vec![0; 1 + number * 11 % 6]);
        let (decisions, stack) = (number * 13 % 7, u64::from(number == 40));
        let run = Run { covered, drawn, stack, end: end.clone(), ..Run::default() };
        let witness = Witness { decisions, stack, ..witness(&run.covered, run.drawn.len() as u32) };
        let before = witnesses.all.clone();
        let is_known = witnesses.know_simpler(&run, decisions);
        witnesses.offer(witness, true);
        assert_eq!(is_known, witnesses.all == before, "run {number}");
        known += u32::from(is_known);
    }
    assert!((400..490).contains(&known), "{known}");
}

#[test]
fn a_failure_is_shown_by_its_simplest_witness() {
    let offers: &[(&[u32], u32, _)] = &[(&[], 3, boom("a")), (&[], 1, boom("a")), (&[], 2, boom("b"))];
    assert_eq!(selected(Emit::Failures, offers), [1, 2]);
}

#[test]
fn a_failure_that_ascii_shows_is_shown_in_ascii() {
    let mut witnesses = Witnesses::new(Emit::Failures);
    for (foreign, inputs) in [(1, 2), (0, 4), (0, 5), (2, 1)] {
        witnesses.offer(Witness { foreign, blame: boom("a"), ..witness(&[], inputs) }, true);
    }
    assert_eq!(witnesses.selection(), [1]);
}

#[test]
fn a_passing_case_is_kept_even_where_a_failing_one_covers_all() {
    let offers: &[(&[u32], u32, _)] = &[(&[0], 1, None), (&[0, 1], 1, boom("a"))];
    assert_eq!(selected(Emit::Coverage, offers), [0, 1]);
}

#[test]
fn of_runs_that_use_much_stack_the_deepest_is_kept() {
    for emit in [Emit::Coverage, Emit::Failures, Emit::Paths] {
        let mut witnesses = Witnesses::new(emit);
        for (stack, inputs) in [(0, 5), (3, 4), (7, 3), (5, 2), (0, 1)] {
            witnesses.offer(Witness { stack, ..witness(&[1], inputs) }, true);
        }
        let kept = witnesses.selection().into_iter().map(|number| witnesses.all[number].stack);
        assert_eq!(kept.max(), Some(7), "{emit:?}");
    }
}
