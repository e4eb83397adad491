//! Longer collections than the default bound allows: looked at, but nothing is claimed of them.

use crate::setup::{Exploration, Flow, Machine, Value, written};
use forall_engine::{Emit, Report, Verdict};
use forall_protocol::inputs::InputKind;
use forall_protocol::manifest::NOT_COUNTED;
use forall_protocol::shared::NoteKind;

/// At site 30 the program goes on with a concrete value.
fn exploration() -> Exploration<'static> {
    let mut exploration = Exploration::new();
    let site = &mut exploration.manifest.sites[30];
    (site.outcomes, site.first_outcome) = (0, NOT_COUNTED);
    exploration
}

fn explored(body: impl FnMut(&mut Machine) -> Flow + Send) -> Report {
    exploration().of(body)
}

/// Draws a length as collections do: one path for each.
fn length(m: &mut Machine) -> Result<u64, forall_engine::End> {
    let length = m.draw("v.len", InputKind::Length);
    let is_it = m.eq(length, length.bits as i64);
    m.branch(30, is_it)?;
    Ok(length.bits as u64)
}

/// Fails from this length on, if the first element is 7.
fn fails_from(limit: u64) -> impl Fn(&mut Machine) -> Flow {
    move |m| {
        if length(m)? >= limit {
            let first = m.u8("v[0]");
            let fine = m.below(first, 7);
            m.assert(4, fine)?;
        }
        Ok(())
    }
}

fn claims(report: &Report) -> (Verdict, u64, &[String]) {
    (report.verdict, report.paths, &report.bounds)
}

#[test]
fn a_failure_beyond_the_default_bound_is_found() {
    let report = explored(fails_from(11));
    assert_eq!((report.verdict, report.failures.len()), (Verdict::Failed, 1));
    assert!(written(&report).contains(&"v.len = 11, v[0] = 7 FAILS".to_owned()), "{:?}", written(&report));
    assert_eq!(report.bounds, ["v.len() <= 16"], "what was looked at to find it");
}

#[test]
fn what_is_claimed_stays_within_the_bound() {
    let report = explored(fails_from(17));
    assert_eq!(claims(&report), (Verdict::Proved, 9, &["v.len() <= 8".to_owned()][..]));
    assert!(report.runs > 9, "longer ones were tried");
}

#[test]
fn who_sets_the_bound_means_it() {
    let mut exploration = exploration();
    exploration.options.bounds.seek_len = 0;
    let report = exploration.of(fails_from(11));
    assert_eq!((claims(&report).0, report.runs), (Verdict::Proved, 9));
}

#[test]
fn what_is_not_followed_beyond_the_bound_is_no_reason() {
    let report = explored(|m| {
        if length(m)? > 8 {
            m.note(NoteKind::NotFollowed, 5);
        }
        Ok(())
    });
    assert_eq!((claims(&report).0, report.reasons.len()), (Verdict::Proved, 0));
}

#[test]
fn only_what_is_new_becomes_a_case() {
    let nothing_new = |m: &mut Machine| length(m).map(|_| ());
    assert_eq!(exploration().emit(Emit::Paths).of(nothing_new).cases.len(), 9);
    let report = explored(|m| {
        let long = length(m)? > 12;
        m.branch(6, Value::of(1, u128::from(long)))?;
        Ok(())
    });
    assert_eq!(claims(&report).0, Verdict::Proved);
    assert_eq!(written(&report), ["v.len = 0", "v.len = 13"]);
}

#[test]
fn the_search_beyond_is_short() {
    let report = exploration().of_copies(|m| {
        let mut any = false;
        for n in 0..length(m)? {
            let element = m.u8(&format!("v[{n}]"));
            let zero = m.eq(element, 0);
            any |= m.branch(7, zero)?;
        }
        let _ = any;
        Ok(())
    });
    assert_eq!(claims(&report), (Verdict::Proved, 511, &["v.len() <= 8".to_owned()][..]));
    assert!(report.runs < 511 + 96 + 511 / 2, "{}", report.runs);
}

#[test]
fn without_collections_there_is_nothing_beyond() {
    let report = explored(|m| {
        let x = m.u8("x");
        let zero = m.eq(x, 0);
        m.branch(3, zero)?;
        Ok(())
    });
    assert_eq!((report.paths, report.runs), (2, 2));
}
