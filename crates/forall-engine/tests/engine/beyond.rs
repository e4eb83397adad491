//! Longer collections than the default bound allows: looked at, but nothing is claimed of them.

use crate::setup::{Exploration, Flow, Machine, Ticking, Value, site_place, written};
use forall_engine::{Emit, Report};
use forall_protocol::inputs::InputKind;
use forall_protocol::manifest::NOT_COUNTED;
use forall_protocol::shared::NoteKind;
use forall_report::{Assumption, Branches, Remark, RemarkKind, Remedies, Remedy, Setting, Verdict};

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

fn claims(report: &Report) -> (Verdict, u64, &[Assumption]) {
    (report.verdict(), report.paths, &report.assumptions)
}

fn up_to(at_most: u64) -> Assumption {
    Assumption::Length { of: "v.len()".into(), at_most }
}

#[test]
fn a_failure_beyond_the_default_bound_is_found() {
    let report = explored(fails_from(11));
    assert_eq!((report.verdict(), report.failures.len()), (Verdict::Failed, 1));
    assert!(written(&report).contains(&"v.len = 11, v[0] = 7 FAILS".to_owned()), "{:?}", written(&report));
    assert_eq!(report.assumptions, [up_to(16)], "what was looked at to find it");
}

#[test]
fn what_is_claimed_stays_within_the_bound() {
    let report = explored(fails_from(17));
    assert_eq!(claims(&report), (Verdict::Proved, 9, &[up_to(8)][..]));
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
    assert_eq!(claims(&report), (Verdict::Proved, 511, &[up_to(8)][..]));
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

/// Looks at the rest only if the length is this one.
fn demands(wanted: u64) -> impl Fn(&mut Machine) -> Flow {
    move |m| {
        let fits = length(m)? == wanted;
        if m.branch(6, Value::of(1, u128::from(fits)))? {
            let first = m.u8("v[0]");
            let zero = m.eq(first, 0);
            m.branch(7, zero)?;
        }
        Ok(())
    }
}

fn needs(length: u64, sides: &str) -> Remark {
    Remark {
        kind: RemarkKind::Beyond,
        location: site_place(6),
        detail: format!("v.len() = {length} is beyond the bound, and takes {sides}"),
        remedies: Remedy::ExploreUpTo { setting: Setting::MaxLen, value: length }.into(),
    }
}

#[test]
fn a_length_that_a_condition_demands_beyond_the_bound_is_named() {
    for wanted in [9, 12, 40] {
        let report = explored(demands(wanted));
        assert_eq!(claims(&report), (Verdict::Proved, 9, &[up_to(8)][..]));
        let sides = "sides of 2 branches not seen within it, the first";
        assert_eq!(report.remarks, [needs(wanted, sides)]);
        let Branches { covered, beyond, .. } = report.branches;
        assert_eq!(covered - beyond, 1, "within the claim only one side of one branch was taken");
        assert!(beyond >= 2, "{:?}", report.branches);
    }
}

#[test]
fn nothing_is_named_that_was_taken_within_the_bound_or_that_nothing_reaches() {
    for wanted in [3, 8, 65] {
        let report = explored(demands(wanted));
        assert_eq!((claims(&report).0, &report.remarks[..]), (Verdict::Proved, &[][..]));
        assert_eq!(report.branches.beyond, 0);
    }
}

#[test]
fn a_failure_at_a_length_that_is_only_tried_once_is_one_and_says_how_far_it_was_looked_for() {
    let report = explored(|m| {
        let fine = length(m)? != 30;
        m.assert(4, Value::of(1, u128::from(fine)))
    });
    assert_eq!((report.verdict(), report.failures.len()), (Verdict::Failed, 1));
    assert!(written(&report).contains(&"v.len = 30 FAILS".to_owned()), "{:?}", written(&report));
    assert_eq!(report.assumptions, [up_to(30)]);
}

#[test]
fn that_there_was_no_time_to_look_beyond_is_said() {
    let mut exploration = exploration();
    exploration.options.bounds.max_time = std::time::Duration::from_secs(40);
    exploration.clock = Ticking { step: std::time::Duration::from_secs(1), ..Ticking::default() };
    let report = exploration.of(fails_from(11));
    assert_eq!(claims(&report).0, Verdict::Proved);
    let told: Vec<(RemarkKind, &Remedies)> = report.remarks.iter().map(|r| (r.kind, &r.remedies)).collect();
    let raise = Remedy::Raise { setting: Setting::MaxTime }.into();
    assert!(told.contains(&(RemarkKind::Time, &raise)), "{told:?}");
}

/// Assumes that a text is given and so long as `a` says, and that `a` is greater than this.
fn depends(least: u64) -> impl Fn(&mut Machine) -> Flow {
    move |m| {
        let a = m.u8("a");
        let given = m.draw("given", InputKind::Bool);
        if !m.branch(9, given)? {
            return m.assume(10, Value::of(1, 0));
        }
        let length = length(m)?;
        for n in 0..length {
            let element = m.u8(&format!("v[{n}]"));
            let zero = m.eq(element, 0);
            m.branch(7, zero)?;
        }
        let fits = m.eq(a, length as i64);
        m.assume(11, fits)?;
        let least = m.less(Value::of(8, least.into()), a);
        m.assume(12, least)
    }
}

#[test]
fn where_nothing_satisfies_what_is_assumed_a_length_is_sought_that_does() {
    for least in [10, 32, 60] {
        let report = exploration().of_copies(depends(least));
        let needed = least + 1;
        assert_eq!((report.verdict(), report.paths), (Verdict::Incomplete, 0));
        let [reason] = &report.reasons[..] else { panic!("{:?}", report.reasons) };
        assert_eq!(
            reason.detail,
            format!("no input within the bounds satisfies the assumptions; one with v.len() = {needed} does")
        );
        assert_eq!(reason.remedies, Remedy::ExploreUpTo { setting: Setting::MaxLen, value: needed }.into());
        let [case] = &written(&report)[..] else { panic!("{:?}", written(&report)) };
        assert!(case.starts_with(&format!("a = {needed}, given = 1, v.len = {needed}, v[0] = ")), "{case}");
    }
}

#[test]
fn what_no_length_satisfies_stays_unsatisfied() {
    let mut bounded = exploration();
    bounded.options.bounds.seek_len = 0;
    for report in [exploration().of_copies(depends(64)), bounded.of_copies(depends(32))] {
        assert_eq!((report.verdict(), report.cases.len()), (Verdict::Incomplete, 0));
        assert_eq!(report.reasons[0].detail, "no input satisfies the assumptions");
    }
}
