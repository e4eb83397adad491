//! Inputs that the search begins with.

use crate::setup::{Exploration, Flow, Machine, explored, written};
use forall_engine::{Emit, Report, Seed};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::manifest::NOT_COUNTED;
use forall_report::Verdict;
use std::sync::Mutex;

fn seed(values: &[(&str, InputKind, u128)]) -> Seed {
    values.iter().map(|(name, kind, value)| (Input { name: (*name).into(), kind: *kind }, *value)).collect()
}

fn x(value: u128) -> Seed {
    seed(&[("x", InputKind::U8, value)])
}

fn from(seeds: Vec<Seed>, body: impl FnMut(&mut Machine) -> Flow + Send) -> Report {
    let mut exploration = Exploration::new();
    exploration.options.seeds = seeds;
    exploration.of(body)
}

/// Three paths.
fn sorted(m: &mut Machine) -> Flow {
    let x = m.u8("x");
    let small = m.below(x, 10);
    if !m.branch(1, small)? {
        let large = m.below(x, 200);
        m.branch(2, large)?;
    }
    Ok(())
}

#[test]
fn seeds_are_run_first_and_all_paths_are_found_from_there() {
    let tried = Mutex::new(Vec::new());
    let report = from(vec![x(42), x(220), x(43)], |m| {
        let bits = m.draw("x", InputKind::U8).bits;
        tried.lock().unwrap().push(bits);
        sorted(m)
    });
    assert_eq!(tried.into_inner().unwrap()[..4], [42, 220, 43, 0]);
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, explored(sorted).paths));
}

#[test]
fn what_is_kept_of_a_seed_has_its_values() {
    let report = from(vec![x(42)], sorted);
    assert_eq!(written(&report), ["x = 0", "x = 42", "x = 200"]);
}

#[test]
fn a_failing_seed_is_reported_as_it_is() {
    let fails = |m: &mut Machine| {
        let x = m.u8("x");
        let fine = m.below(x, 10);
        m.assert(1, fine)
    };
    assert_eq!(written(&explored(fails)), ["x = 0", "x = 10 FAILS"]);
    assert_eq!(written(&from(vec![x(99)], fails)), ["x = 0", "x = 99 FAILS"]);
    // Not even if another path to the same failure is simpler.
    let on_two_paths = |m: &mut Machine| {
        let (x, y) = (m.u8("x"), m.u8("y"));
        let is_odd = m.eq(y, 77);
        m.branch(1, is_odd)?;
        let fine = m.below(x, 10);
        m.assert(2, fine)
    };
    let example = seed(&[("x", InputKind::U8, 99), ("y", InputKind::U8, 77)]);
    let report = from(vec![example], on_two_paths);
    assert!(written(&report).contains(&"x = 99, y = 77 FAILS".to_owned()), "{:?}", written(&report));
}

#[test]
fn a_failing_input_is_simple_or_like_the_seed_as_one_wishes() {
    let on_two_paths = |m: &mut Machine| {
        let (x, y) = (m.u8("x"), m.u8("y"));
        let is_small = m.below(y, 50);
        m.branch(1, is_small)?;
        let fine = m.below(x, 100);
        m.assert(2, fine)
    };
    let failing = |near_seeds| {
        let mut exploration = Exploration::new();
        exploration.options.seeds = vec![seed(&[("x", InputKind::U8, 7), ("y", InputKind::U8, 9)])];
        exploration.options.near_seeds = near_seeds;
        let report = exploration.of(on_two_paths);
        let written: Vec<String> = written(&report).into_iter().filter(|own| own.contains("FAILS")).collect();
        (written, report.failures.iter().map(|failure| failure.paths).collect::<Vec<_>>())
    };
    assert_eq!(failing(false), (vec!["x = 100, y = 0 FAILS".to_owned()], vec![2]));
    assert_eq!(failing(true), (vec!["x = 100, y = 9 FAILS".to_owned()], vec![2]));
}

/// A length, and so many elements.
fn listed(m: &mut Machine) -> Flow {
    let length = m.draw("v.len", InputKind::Length);
    let is_it = m.eq(length, length.bits as i64);
    m.branch(30, is_it)?;
    for n in 0..length.bits {
        let element = m.u8(&format!("v[{n}]"));
        let fine = m.below(element, 250);
        m.branch(1, fine)?;
    }
    Ok(())
}

fn lists(seeds: Vec<Seed>) -> Report {
    let mut exploration = Exploration::new().emit(Emit::Paths);
    let site = &mut exploration.manifest.sites[30];
    (site.outcomes, site.first_outcome) = (0, NOT_COUNTED);
    exploration.options.bounds.set_max_len(2);
    exploration.options.seeds = seeds;
    exploration.of(listed)
}

#[test]
fn inputs_of_a_seed_are_known_by_their_names() {
    let list = |elements: &[(&str, u128)]| {
        let mut list = seed(&[("v.len", InputKind::Length, elements.len() as u128)]);
        list.extend(elements.iter().flat_map(|(name, value)| seed(&[(name, InputKind::U8, *value)])));
        list
    };
    let seeds = vec![list(&[]), list(&[("v[1]", 255), ("v[0]", 7)])];
    let report = lists(seeds);
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, lists(Vec::new()).paths));
    assert!(
        written(&report).contains(&"v.len = 2, v[0] = 7, v[1] = 255".to_owned()),
        "{:?}",
        written(&report)
    );
}

#[test]
fn what_lies_beyond_the_bounds_is_no_seed() {
    let too_long = seed(&[("v.len", InputKind::Length, 3)]);
    let (with, without) = (lists(vec![too_long]), lists(Vec::new()));
    assert_eq!((with.verdict(), with.paths, with.runs), (Verdict::Proved, without.paths, without.runs));
    assert_eq!(with.assumptions, without.assumptions);
}

#[test]
fn seeds_count_as_runs() {
    let mut exploration = Exploration::new().max_runs(2);
    exploration.options.seeds = vec![x(1), x(2), x(3)];
    let report = exploration.of(sorted);
    assert_eq!((report.verdict(), report.runs), (Verdict::Incomplete, 2));
}
