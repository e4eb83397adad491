//! Which inputs become cases, and with which values.

use crate::setup::{Exploration, FarFetched, Flow, Machine, Value, explored, panic_at, written};
use forall_engine::Emit;
use forall_protocol::inputs::InputKind;
use forall_report::{Branches, ReasonKind, Verdict};

/// Eight paths through three independent branches.
fn three_branches(m: &mut Machine) -> Flow {
    for (site, name) in ["a", "b", "c"].into_iter().enumerate() {
        let x = m.i32(name);
        let large = m.less(Value::of(32, 9), x);
        m.branch(site as u32, large)?;
    }
    Ok(())
}

#[test]
fn coverage_needs_few_cases() {
    let report = explored(three_branches);
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 8));
    assert!(report.cases.len() <= 4, "{:?}", written(&report));
    assert_eq!(report.branches.covered, 6);
    // Together they take both sides of each branch.
    for index in 0..3 {
        let large = report.cases.iter().map(|case| case.arguments[index].1.cast_signed() > 9);
        let large: Vec<bool> = large.collect();
        assert!(large.contains(&true) && large.contains(&false), "{:?}", written(&report));
    }
}

#[test]
fn paths_gives_one_a_path_in_the_order_of_their_values() {
    let report = Exploration::new().emit(Emit::Paths).of(three_branches);
    assert_eq!(
        written(&report),
        [
            "a = 0, b = 1, c = 2",
            "a = 0, b = 1, c = 10",
            "a = 0, b = 10, c = 1",
            "a = 0, b = 10, c = 11",
            "a = 10, b = 0, c = 1",
            "a = 10, b = 0, c = 11",
            "a = 10, b = 11, c = 0",
            "a = 10, b = 11, c = 12",
        ]
    );
}

#[test]
fn failures_gives_only_those_that_fail() {
    let body = |m: &mut Machine| {
        three_branches(m)?;
        let a = m.i32("a");
        let needle = m.eq(a, 77);
        if m.branch(5, needle)? { Err(panic_at("boom", "src/lib.rs:7:9")) } else { Ok(()) }
    };
    let report = Exploration::new().emit(Emit::Failures).of(body);
    assert_eq!((report.verdict(), report.cases.len(), report.failures.len()), (Verdict::Failed, 1, 1));
    assert_eq!(report.failures[0].case, 0);
    assert_eq!(
        report.branches,
        Branches { covered: 8, total: 80, beyond: 0 },
        "coverage is that of all runs"
    );
    let report = Exploration::new().emit(Emit::Failures).of(three_branches);
    assert!(report.cases.is_empty());
    assert_eq!(report.verdict(), Verdict::Proved);
}

#[test]
fn values_are_the_simplest_that_drive_the_path() {
    let report = Exploration::new().emit(Emit::Paths).of(|m| {
        let (x, y) = (m.i32("x"), m.draw("y", InputKind::U64));
        let sum = m.less(x, -1000);
        m.branch(0, sum)?;
        let large = m.below(Value::of(64, 1 << 40), y);
        m.branch(1, large)?;
        Ok(())
    });
    assert_eq!(
        written(&report),
        ["x = 0, y = 0", "x = 0, y = 1099511627777", "x = -1001, y = 0", "x = -1001, y = 1099511627777",]
    );
}

#[test]
fn values_that_a_run_does_not_confirm_are_not_used() {
    // The simplest value on the path of large ones does not do what its path condition says.
    let report = Exploration::new().solver(FarFetched::first("x", 32, 5000)).of(|m| {
        let x = m.i32("x");
        let mut large = m.less(Value::of(32, 1000), x);
        if x.signed() == 1001 {
            large.bits = 0;
        }
        m.branch(0, large)?;
        Ok(())
    });
    assert_eq!(written(&report), ["x = 0", "x = 5000"]);
    assert_eq!(report.verdict(), Verdict::Incomplete, "and that is a departure from the path");
    assert_eq!(report.reasons[0].kind, ReasonKind::Divergence);
}

#[test]
fn values_are_equal_only_where_the_path_needs_it() {
    let report = Exploration::new().emit(Emit::Paths).of(|m| {
        let [x, y] = ["x", "y"].map(|name| m.i32(name));
        m.i32("z");
        let equal = m.eq(x, y);
        m.branch(0, equal)?;
        Ok(())
    });
    assert_eq!(written(&report), ["x = 0, y = 0, z = 1", "x = 0, y = 1, z = 2"]);
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 2, 2));
}

#[test]
fn only_what_a_reader_compares_is_told_apart() {
    for kind in InputKind::ALL {
        let report = explored(|m| {
            m.draw("x", kind);
            m.draw("y", kind);
            Ok(())
        });
        let values: Vec<u128> = report.cases[0].arguments.iter().map(|(_, value)| *value).collect();
        use InputKind::{Answers, Bool, Byte, Depth, Length, Nanoseconds, Way};
        let is_shape = matches!(kind, Answers | Bool | Length | Depth | Way | Byte | Nanoseconds);
        assert_eq!(values[0] == values[1], is_shape, "{kind:?}: {values:?}");
    }
}

#[test]
fn values_told_apart_that_a_run_does_not_confirm_are_the_simplest() {
    let report = Exploration::new().solver(FarFetched::first("x", 32, 5000)).of(|m| {
        let [x, _, z] = ["x", "y", "z"].map(|name| m.i32(name));
        let mut large = m.less(Value::of(32, 1000), x);
        if x.signed() == 1001 && z.signed() == 1 {
            large.bits = 0;
        }
        m.branch(0, large)?;
        Ok(())
    });
    assert_eq!(written(&report), ["x = 0, y = 1, z = 2", "x = 1001, y = 0, z = 0"]);
    assert_eq!(report.reasons[0].kind, ReasonKind::Divergence);
}

/// A path on which values have to be equal would look simpler than one on which they have been told apart.
#[test]
fn which_path_shows_a_failure_does_not_depend_on_what_is_told_apart() {
    let report = explored(|m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.i32(name));
        let special = m.eq(z, 1);
        if m.branch(0, special)? {
            let equal = m.eq(x, y);
            if !m.branch(1, equal)? {
                return Ok(());
            }
        }
        Err(panic_at("boom", "src/lib.rs:7:9"))
    });
    assert_eq!(report.failures.len(), 1);
    let failing = &written(&report)[report.failures[0].case];
    assert_eq!(failing, "x = 0, y = 1, z = 2 FAILS");
}

#[test]
fn runs_that_confirm_cases_are_not_counted() {
    let report = Exploration::new().solver(FarFetched::first("x", 32, 5000)).of(|m| {
        let x = m.i32("x");
        let large = m.less(Value::of(32, 1000), x);
        m.branch(0, large)?;
        Ok(())
    });
    assert_eq!(written(&report), ["x = 0", "x = 1001"]);
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 2, 2));
}

#[test]
fn only_the_inputs_that_were_asked_for_are_arguments() {
    let report = Exploration::new().emit(Emit::Paths).of(|m| {
        let deep = m.draw("deep", InputKind::Bool);
        if m.branch(0, deep)? {
            m.i32("x");
        }
        Ok(())
    });
    assert_eq!(written(&report), ["deep = 0", "deep = 1, x = 0"]);
}

#[test]
fn discarded_inputs_are_no_cases_and_their_branches_not_asked_for() {
    let mut exploration = Exploration::new().emit(Emit::Paths);
    exploration.manifest.sites.truncate(2);
    let report = exploration.of(|m| {
        let x = m.i32("x");
        let negative = m.less(x, 0);
        m.assume(0, negative)?;
        let odd = m.and(x, 1);
        let odd = m.eq(odd, 1);
        m.branch(1, odd)?;
        Ok(())
    });
    assert_eq!(written(&report), ["x = -1", "x = -2"]);
    assert_eq!(report.branches, Branches { covered: 3, total: 3, beyond: 0 });
}

#[test]
fn a_passing_case_stands_beside_a_failing_one_that_covers_as_much() {
    let report = explored(|m| {
        let x = m.i32("x");
        let fine = m.less(x, 42);
        // A branch that is not the package's own.
        m.run.decisions.push(forall_engine::Decision {
            site: 99,
            condition: fine.term,
            taken: fine.bits == 1,
        });
        if fine.bits == 1 { Ok(()) } else { Err(panic_at("boom", "src/lib.rs:7:9")) }
    });
    assert_eq!(written(&report), ["x = 0", "x = 42 FAILS"]);
}
