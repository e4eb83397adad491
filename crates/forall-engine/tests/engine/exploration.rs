//! Which runs an exploration makes: every path once, none twice, nothing that no input can reach.

use crate::setup::{Counting, Exploration, Flow, Machine, Value, Whole, explored, written};
use forall_engine::Emit;
use forall_protocol::inputs::InputKind;
use forall_report::{Branches, Verdict};
use forall_solver::Embedded;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

#[test]
fn nested_ifs_are_exhausted() {
    let report = explored(|m| {
        let (x, y) = (m.i32("x"), m.i32("y"));
        let negative = m.less(x, 0);
        if m.branch(0, negative)? {
            let large = m.less(y, -100);
            m.branch(1, large)?;
        } else {
            let sum = m.add(x, y);
            let needle = m.eq(sum, 4711);
            m.branch(2, needle)?;
        }
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 4, 4));
    assert_eq!(
        report.branches,
        Branches { covered: 6, total: 80, beyond: 0 },
        "one function of forty branches"
    );
    assert!(report.reasons.is_empty() && report.failures.is_empty());
}

#[test]
fn a_test_without_parameters_is_one_path() {
    let report = explored(|_| Ok(()));
    assert_eq!((report.verdict(), report.paths, report.runs, report.cases.len()), (Verdict::Proved, 1, 1, 1));
}

#[test]
fn sides_that_no_input_takes_are_never_run() {
    let report = explored(|m| {
        let x = m.i32("x");
        let (below_ten, below_twenty) = (m.less(x, 10), m.less(x, 20));
        if m.branch(0, below_ten)? {
            assert!(m.branch(1, below_twenty)?);
        } else {
            m.branch(1, below_twenty)?;
        }
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 3, 3));
}

#[test]
fn conditions_that_are_always_the_same_are_no_decisions() {
    let queries = Mutex::default();
    let report = Exploration::new().solver(Counting::new(&queries)).of(|m| {
        let x = m.i32("x");
        let zero = m.xor(x, x);
        let always = m.eq(zero, 0);
        assert!(m.branch(0, always)?);
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 1));
    assert_eq!(queries.lock().unwrap().len(), 0);
}

#[test]
fn every_flip_is_asked_once() {
    let queries = Mutex::default();
    let report = Exploration::new().emit(Emit::Failures).solver(Counting::new(&queries)).of(|m| signs(m, 6));
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 64));
    let queries = queries.into_inner().unwrap();
    assert_eq!(queries.len(), 63, "one for each path after the first");
    assert_eq!(queries.iter().collect::<HashSet<_>>().len(), 63);
}

#[test]
fn a_loop_bounded_by_an_input_is_unrolled_to_its_end() {
    let report = explored(|m| {
        let n = m.u8("n");
        let small = m.below(n, 20);
        m.assume(0, small)?;
        for i in 0.. {
            let more = m.below(Value::of(8, i), n);
            if !m.branch(1, more)? {
                break;
            }
        }
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 20, 21));
}

#[test]
fn chars_are_only_given_values_of_chars() {
    let report = Exploration::new().emit(Emit::Paths).of(|m| {
        let c = m.draw("c", InputKind::Char);
        let code = char::from_u32(c.bits as u32);
        assert!(code.is_some(), "{:#x}", c.bits);
        let surrogate = m.below(Value::of(32, 0xD7FF), c);
        if m.branch(0, surrogate)? {
            let private = m.below(c, 0xE000);
            m.branch(1, private)?;
        }
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 2, 2));
}

#[test]
fn inputs_that_only_some_paths_ask_for_are_explored() {
    let report = Exploration::new().emit(Emit::Paths).of(|m| {
        let deep = m.draw("deep", InputKind::Bool);
        if m.branch(0, deep)? {
            let x = m.u8("x");
            let needle = m.eq(x, 77);
            m.branch(1, needle)?;
        } else {
            // Another input, although it has the same name.
            let x = m.i32("x");
            let needle = m.eq(x, -77);
            m.branch(2, needle)?;
        }
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 4));
    assert_eq!(
        written(&report),
        ["deep = 0, x = 0", "deep = 0, x = -77", "deep = 1, x = 0", "deep = 1, x = 77"]
    );
}

#[test]
fn the_same_exploration_gives_the_same_report() {
    let once = || {
        let report = Exploration::new().emit(Emit::Paths).of(|m| {
            let (x, y) = (m.i32("x"), m.i32("y"));
            let product = m.mul(x, y);
            for (site, limit) in [(0, 100), (1, -7), (2, 1_000_000)] {
                let less = m.less(product, limit);
                m.branch(site, less)?;
                let less = m.less(x, limit);
                m.branch(site + 3, less)?;
            }
            let odd = m.and(x, 1);
            let odd = m.eq(odd, 1);
            m.assert(7, odd)
        });
        format!("{report:#?}")
    };
    assert_eq!(once(), once());
}

#[test]
fn a_loop_does_not_keep_the_search_from_what_comes_after_it() {
    let report = Exploration::new().max_runs(60).max_branches(500).of(|m| {
        let n = m.i32("n");
        let mut i = 0;
        loop {
            let more = m.less(Value::of(32, i), n);
            if !m.branch(0, more)? {
                break;
            }
            i += 1;
        }
        let key = m.i32("key");
        for site in 1..6 {
            let needle = m.eq(key, 1000 + i64::from(site));
            if m.branch(site, needle)? {
                break;
            }
        }
        Ok(())
    });
    assert_eq!(report.verdict(), Verdict::Incomplete);
    assert_eq!(report.branches.covered, 12, "both sides of all six branches: {:?}", written(&report));
}

#[test]
fn two_thousand_paths_take_one_query_each_no_longer_than_the_path() {
    let queries = Mutex::default();
    let exploration = Exploration::new().emit(Emit::Failures).solver(Counting::new(&queries));
    let report = exploration.of_copies(|m| signs(m, 11));
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 2048, 2048));
    let queries = queries.into_inner().unwrap();
    assert_eq!(queries.len(), 2047);
    assert!(queries.iter().all(|assertions| assertions.len() <= 11));
}

/// Decides on the sign of so many inputs, one after the other.
fn signs(m: &mut Machine, inputs: u32) -> Flow {
    for n in 0..inputs {
        let x = m.i32(&format!("x{n}"));
        let negative = m.less(x, 0);
        m.branch(n, negative)?;
    }
    Ok(())
}

/// The same, and a sum that most inputs do not have.
fn signs_and_a_sum(m: &mut Machine) -> Flow {
    signs(m, 10)?;
    let (x, y) = (m.i32("x0"), m.i32("x9"));
    let sum = m.add(x, y);
    let equal = m.eq(sum, 77);
    m.assert(12, equal)
}

#[test]
fn however_many_threads_there_are_the_report_is_the_same() {
    let reports: Vec<String> = [0, 2]
        .map(|helpers| {
            let exploration = Exploration { helpers, ..Exploration::new() };
            let report = exploration.of_copies(signs_and_a_sum);
            assert_eq!((report.verdict(), report.runs), (Verdict::Failed, report.paths));
            format!("{report:#?}")
        })
        .into();
    assert!(reports[0].contains("runs: 2048"), "{}", reports[0]);
    assert!(reports[0] == reports[1]);
}

#[test]
fn runs_are_counted_over_all_parts() {
    for max_runs in [1201, 1500] {
        let report = Exploration::new().max_runs(max_runs).of_copies(|m| signs(m, 11));
        assert_eq!((report.verdict(), report.runs), (Verdict::Incomplete, max_runs));
    }
}

#[test]
fn however_many_runs_the_target_makes_at_once_the_report_is_the_same() {
    for max_runs in [10_000, 1_300] {
        let reports = [1, 3, usize::MAX].map(|series| {
            let exploration = Exploration { series, ..Exploration::new() }.max_runs(max_runs);
            let report = exploration.of_copies(signs_and_a_sum);
            format!("{report:#?}")
        });
        assert!(reports[0].contains(&format!("runs: {}", max_runs.min(2048))), "{}", reports[0]);
        assert!(reports.iter().all(|report| *report == reports[0]));
    }
}

#[test]
fn what_another_run_of_the_series_asks_for_says_nothing_of_a_run() {
    let asked = [1, 3, usize::MAX].map(|series| {
        let count = AtomicU64::new(0);
        let exploration = Exploration { series, ..Exploration::new() }.emit(Emit::Failures);
        let report = exploration.solver(Whole { count: &count, solver: Embedded::new() }).of(|m| {
            let mut path = 0;
            for n in 0..7 {
                let x = m.i32(&format!("x{n}"));
                let negative = m.less(x, 0);
                path = path << 1 | u32::from(m.branch(n, negative)?);
            }
            // Something else on each of these paths, for which 0 is not allowed.
            if path % 3 == 1 {
                m.draw(&format!("depth{path}"), InputKind::Depth);
            }
            Ok(())
        });
        assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 128), "{report:#?}");
        count.into_inner()
    });
    assert_eq!(asked[0], asked[1]);
    assert_eq!(asked[0], asked[2]);
    assert!((1..64).contains(&asked[0]), "{asked:?}");
}
