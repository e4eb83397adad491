//! Values at the limits of their types, tried where terms do not tell everything.

use crate::machine::Value;
use crate::setup::{Exploration, Machine, explored, panic_at, reasons_of, written};
use forall_engine::{Case, End};
use forall_protocol::inputs::InputKind;
use forall_protocol::shared::NoteKind;
use forall_report::{ReasonKind, Verdict};

/// Fails if something holds of the input that no term tells of.
fn unseen(kind: InputKind, fails: impl Fn(u128) -> bool) -> impl FnMut(&mut Machine) -> Result<(), End> {
    noted(NoteKind::Unsupported, kind, fails)
}

fn noted(
    note: NoteKind,
    kind: InputKind,
    fails: impl Fn(u128) -> bool,
) -> impl FnMut(&mut Machine) -> Result<(), End> {
    move |m| {
        let x = m.draw("x", kind);
        m.note(note, 3);
        if fails(x.bits) { Err(panic_at("unseen", "src/lib.rs:7:9")) } else { Ok(()) }
    }
}

#[test]
fn a_failure_behind_what_is_not_supported_is_found_at_the_limits() {
    for (kind, value) in [(InputKind::U8, 255), (InputKind::I32, 1 << 31), (InputKind::Length, 3)] {
        let report = explored(unseen(kind, |x| x == value));
        assert_eq!((report.verdict(), report.failures.len()), (Verdict::Failed, 1), "{kind:?}");
        assert_eq!(reasons_of(&report, ReasonKind::Unsupported).len(), 1, "{kind:?}");
    }
}

/// Where bits are not those of the term, the run's decision by them is not recorded.
#[test]
fn a_failure_behind_what_the_compiler_leaves_open_is_found_at_the_limits() {
    let report = explored(noted(NoteKind::LeftOpen, InputKind::U8, |x| x == 255));
    assert_eq!((report.verdict(), report.failures.len()), (Verdict::Failed, 1));
    let kinds: Vec<ReasonKind> = report.reasons.iter().map(|reason| reason.kind).collect();
    assert_eq!(kinds, [ReasonKind::LeftOpen]);
}

#[test]
fn a_failure_anywhere_in_a_large_part_of_the_inputs_is_found() {
    let report = explored(unseen(InputKind::U64, |x| x % 7 == 3 && x > 1000));
    assert_eq!((report.verdict(), report.failures.len()), (Verdict::Failed, 1));
}

#[test]
fn a_failure_of_small_numbers_is_found() {
    let report = explored(|m: &mut Machine| {
        let (x, y) = (m.u8("x"), m.draw("y", InputKind::I32));
        m.note(NoteKind::Unsupported, 3);
        if (x.bits, y.bits) == (1, 70) { Err(panic_at("unseen", "src/lib.rs:7:9")) } else { Ok(()) }
    });
    assert_eq!((report.verdict(), report.failures.len()), (Verdict::Failed, 1));
}

/// By the time somebody comes to what is not followed, the search has been divided.
#[test]
fn a_failure_at_the_limits_is_found_in_a_large_search() {
    let body = |m: &mut Machine| {
        let x = m.i32("x");
        let mut heads = 0;
        for coin in 0..10 {
            let head = m.draw(&format!("coin{coin}"), InputKind::Bool);
            heads += u32::from(m.branch(coin, head)?);
        }
        if heads == 10 {
            m.note(NoteKind::Unsupported, 3);
        }
        if x.signed() == i32::MIN.into() { Err(panic_at("unseen", "src/lib.rs:7:9")) } else { Ok(()) }
    };
    let [report, of_threads] =
        [0, 2].map(|helpers| Exploration { helpers, ..Exploration::new() }.of_copies(body));
    assert_eq!((report.verdict(), report.failures.len()), (Verdict::Failed, 1));
    assert_eq!(report.paths, 1024, "what was tried by luck does not count twice");
    assert_eq!(format!("{report:?}"), format!("{of_threads:?}"));
}

#[test]
fn what_was_tried_by_luck_proves_nothing_and_is_no_further_reason() {
    let report = explored(|m: &mut Machine| {
        let x = m.u8("x");
        m.note(NoteKind::NotFollowed, 3);
        // What it returns decides what is asked next.
        let limit = if x.bits.is_multiple_of(2) { 10 } else { 20 };
        let small = m.below(x, limit);
        m.branch(limit as u32, small).map(|_| ())
    });
    assert_eq!(report.verdict(), Verdict::Incomplete);
    let kinds: Vec<ReasonKind> = report.reasons.iter().map(|reason| reason.kind).collect();
    assert_eq!(kinds, [ReasonKind::NotFollowed]);
}

#[test]
fn values_told_apart_that_lead_elsewhere_are_no_further_reason() {
    let report = explored(|m: &mut Machine| {
        let (_, y) = (m.i32("x"), m.i32("y"));
        m.note(NoteKind::NotFollowed, 3);
        let site = if y.signed() == 1 { 7 } else { 8 };
        let small = m.less(y, 1000);
        m.branch(site, small).map(|_| ())
    });
    let kinds: Vec<ReasonKind> = report.reasons.iter().map(|reason| reason.kind).collect();
    assert_eq!(kinds, [ReasonKind::NotFollowed]);
}

/// What no term tells of decides which branch is taken.
#[test]
fn a_case_keeps_what_it_was_chosen_for_whatever_its_values_could_be() {
    let report = explored(|m: &mut Machine| {
        let (x, _) = (m.i32("x"), m.i32("y"));
        m.note(NoteKind::NotFollowed, 3);
        let is_negative = x.signed() < 0;
        m.branch(7, Value::of(1, is_negative.into())).map(|_| ())
    });
    let is_negative = |case: &Case| (case.arguments[0].1 as u32).cast_signed() < 0;
    let negative: Vec<bool> = report.cases.iter().map(is_negative).collect();
    assert_eq!(negative, [false, true], "{:?}", written(&report));
}

#[test]
fn lengths_stay_within_their_bound_and_runs_within_theirs() {
    let mut exploration = Exploration::new().max_runs(30);
    (exploration.options.bounds.max_len, exploration.options.bounds.seek_len) = (2, 0);
    let report = exploration.of(unseen(InputKind::Length, |x| x > 2));
    assert_eq!((report.verdict(), report.failures.len()), (Verdict::Incomplete, 0));
    assert!(report.runs <= 30, "{}", report.runs);
}

#[test]
fn where_terms_tell_everything_there_is_no_need() {
    let report = explored(|m: &mut Machine| {
        let x = m.u8("x");
        let small = m.below(x, 10);
        m.branch(0, small).map(|_| ())
    });
    assert_eq!((report.verdict(), report.runs), (Verdict::Proved, 2));
    assert_eq!(written(&report).len(), 2);
}
