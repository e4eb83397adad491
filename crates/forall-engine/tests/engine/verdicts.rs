//! "Proved" is never said too early: there is a test for each reason not to say it.

use crate::setup::{
    Exploration, Flow, GivesUp, Machine, Ticking, Value, ended, explored, reasons_of, site_place,
};
use forall_engine::{End, Report};
use forall_protocol::put::Expectation;
use forall_protocol::shared::{Ending, NoteKind};
use forall_report::{ReasonKind, Remedy, Setting, Verdict};
use forall_solver::Unknown;
use std::time::Duration;

/// One branch, two paths, provable.
fn one_branch(m: &mut Machine) -> Flow {
    let x = m.i32("x");
    let negative = m.less(x, 0);
    m.branch(3, negative)?;
    Ok(())
}

fn raise(setting: Setting) -> Remedy {
    Remedy::Raise { setting }
}

/// Checks that there is this one reason, and gives its location, detail and remedies.
fn only_reason(report: &Report, kind: ReasonKind) -> (&str, &str, &[Remedy]) {
    assert_eq!(report.verdict(), Verdict::Incomplete);
    assert_eq!(report.reasons.len(), 1, "{:?}", report.reasons);
    let reason = &report.reasons[0];
    assert_eq!(reason.kind, kind);
    (&reason.location, &reason.detail, &reason.remedies.0)
}

#[test]
fn what_holds_is_proved() {
    assert_eq!(explored(one_branch).verdict(), Verdict::Proved);
}

#[test]
fn max_runs() {
    let report = Exploration::new().max_runs(1).of(one_branch);
    let detail = "stopped after 1 run, with 1 side of a branch still to try";
    assert_eq!(only_reason(&report, ReasonKind::MaxRuns), ("", detail, &[raise(Setting::MaxRuns)][..]));
    assert_eq!((report.runs, report.paths), (1, 1));
}

#[test]
fn as_many_runs_as_there_are_paths_are_enough() {
    let report = Exploration::new().max_runs(2).of(|m| {
        one_branch(m)?;
        let x = m.i32("x");
        let both = m.less(x, 0);
        let impossible = m.less(Value::of(32, 5), x);
        let both = m.and(both, impossible);
        assert!(!m.branch(4, both)?);
        Ok(())
    });
    assert_eq!((report.verdict(), report.runs), (Verdict::Proved, 2), "{:?}", report.reasons);
}

#[test]
fn no_run_at_all_proves_nothing() {
    let report = Exploration::new().max_runs(0).of(one_branch);
    only_reason(&report, ReasonKind::MaxRuns);
    assert!(report.cases.is_empty());
}

#[test]
fn max_time() {
    let mut exploration = Exploration::new();
    exploration.options.bounds.max_time = Duration::from_secs(5);
    exploration.clock = Ticking { step: Duration::from_secs(6), ..Ticking::default() };
    let report = exploration.of(one_branch);
    let (location, detail, remedies) = only_reason(&report, ReasonKind::MaxTime);
    assert_eq!((location, remedies), ("", &[raise(Setting::MaxTime)][..]));
    assert_eq!(detail, "stopped after 5s, with 1 side of a branch still to try");
    assert_eq!(report.cases.len(), 1, "what was found so far is kept");
}

#[test]
fn a_query_that_outlasts_the_whole_time_is_blamed_on_the_whole_time() {
    let mut exploration = Exploration::new().solver(GivesUp::after(0));
    exploration.options.bounds.max_time = Duration::from_secs(3);
    exploration.clock = Ticking { step: Duration::from_secs(2), ..Ticking::default() };
    only_reason(&exploration.of(one_branch), ReasonKind::MaxTime);
}

/// One path for each number.
fn counts_up(m: &mut Machine) -> Flow {
    let n = m.draw("n", forall_protocol::inputs::InputKind::U64);
    let mut i = 0;
    loop {
        let more = m.below(Value::of(64, i), n);
        if !m.branch(8, more)? {
            return Ok(());
        }
        i += 1;
    }
}

#[test]
fn a_loop_without_an_end_has_less_time() {
    let mut exploration = Exploration::new();
    exploration.clock = Ticking { step: Duration::from_millis(12), ..Ticking::default() };
    let report = exploration.of(counts_up);
    let (location, detail, remedies) = only_reason(&report, ReasonKind::MaxTime);
    assert_eq!(location, site_place(8));
    assert!(detail.starts_with("stopped after 10s, with 1 side of a branch still to try"), "{detail}");
    assert_eq!(remedies, [Remedy::BoundLoop, raise(Setting::MaxTime)]);
    assert!((257..2000).contains(&report.paths), "{}", report.paths);
}

#[test]
fn what_ends_in_time_may_go_round_as_often_as_it_wants() {
    let report = Exploration::new().of(|m| {
        let n = m.u8("n");
        let mut i = 0;
        while {
            let more = m.below(Value::of(8, i), n);
            m.branch(8, more)?
        } {
            i += 1;
        }
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 256));
}

fn many_paths(m: &mut Machine) -> Flow {
    for n in 0..15 {
        let x = m.u8(&format!("x{n}"));
        let zero = m.eq(x, 0);
        m.branch(3, zero)?;
    }
    Ok(())
}

#[test]
fn no_number_of_runs_is_a_bound_unless_told() {
    let report = Exploration::new().of_copies(many_paths);
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 1 << 15));
}

#[test]
fn memory_is_a_bound_that_is_counted_and_named() {
    let explored = || {
        let mut exploration = Exploration::new();
        exploration.options.bounds.max_search_memory = 1 << 20;
        exploration.of_copies(many_paths)
    };
    let report = explored();
    let (location, detail, remedies) = only_reason(&report, ReasonKind::Memory);
    assert_eq!(location, site_place(3));
    assert!(detail.starts_with("stopped after its paths had taken 1 MiB of memory, with "), "{detail}");
    assert_eq!(remedies, [Remedy::BoundLoop, raise(Setting::MaxSearchMemory)]);
    assert!(!report.cases.is_empty(), "what was found so far is kept");
    assert!((1000..30_000).contains(&report.paths), "{}", report.paths);
    assert_eq!(explored().paths, report.paths, "it bites at the same point each time");
}

#[test]
fn max_branches_names_the_loop() {
    let report = Exploration::new().max_branches(50).max_runs(300).of(|m| {
        let n = m.draw("n", forall_protocol::inputs::InputKind::U64);
        let mut i = 0;
        loop {
            let more = m.below(Value::of(64, i), n);
            if !m.branch(8, more)? {
                return Ok(());
            }
            i += 1;
        }
    });
    let (location, detail, remedies) = only_reason(&report, ReasonKind::MaxBranches);
    assert_eq!(location, site_place(8));
    assert_eq!(detail, "a run was cut off after 50 decisions, 50 of them here");
    assert_eq!(remedies, [Remedy::BoundLoop, raise(Setting::MaxBranches)]);
    assert_eq!((report.paths, report.runs), (50, 51), "all that end within the bound are found");
}

#[test]
fn a_loop_inside_the_standard_library_is_named_by_the_call_to_it() {
    let mut exploration = Exploration::new().max_branches(50);
    exploration.manifest.sites[8].first_outcome = forall_protocol::manifest::NOT_COUNTED;
    let report = exploration.of(|m| {
        m.run.place = 2;
        let n = m.draw("n", forall_protocol::inputs::InputKind::U64);
        let mut i = 0;
        loop {
            let more = m.below(Value::of(64, i), n);
            if !m.branch(8, more)? {
                return Ok(());
            }
            i += 1;
        }
    });
    assert_eq!(only_reason(&report, ReasonKind::MaxBranches).0, site_place(2));
}

#[test]
fn a_solver_that_gives_up_after_so_much_work() {
    let report = Exploration::new().solver(GivesUp::after(0)).of(one_branch);
    let (location, detail, remedies) = only_reason(&report, ReasonKind::Solver);
    assert_eq!(location, site_place(3));
    assert!(detail.starts_with("no answer within 200 million steps to: "), "{detail}");
    assert!(detail.contains('x'), "{detail}");
    assert_eq!(remedies, [raise(Setting::SolverWork), Remedy::TestArithmeticAlone]);
}

#[test]
fn that_time_ended_a_query_is_a_reason_of_its_own() {
    let mut solver = GivesUp::after(0);
    solver.why = Unknown::Timeout;
    let report = Exploration::new().solver(solver).of(one_branch);
    let (location, detail, remedies) = only_reason(&report, ReasonKind::SolverTime);
    assert_eq!(location, site_place(3));
    assert!(detail.starts_with("no answer within 30s to: "), "{detail}");
    assert_eq!(remedies, [raise(Setting::SolverTime)]);
}

#[test]
fn a_solver_that_contradicts_itself() {
    let mut solver = GivesUp::after(0);
    solver.why = Unknown::Internal;
    let report = Exploration::new().solver(solver).of(one_branch);
    let (_, detail, remedies) = only_reason(&report, ReasonKind::Solver);
    assert!(detail.contains("contradicted itself"));
    assert_eq!(remedies, [Remedy::ReportContradiction]);
}

#[test]
fn a_loop_on_which_the_solver_gives_up_is_one_reason() {
    let report = Exploration::new().solver(GivesUp::after(0)).of(|m| {
        let x = m.i32("x");
        for i in 0..10 {
            let needle = m.eq(x, i + 1000);
            m.branch(5, needle)?;
        }
        Ok(())
    });
    only_reason(&report, ReasonKind::Solver);
}

#[test]
fn notes_of_every_kind() {
    for (note, kind, detail, remedies) in [
        (
            NoteKind::NotFollowed,
            ReasonKind::NotFollowed,
            "call not followed: libc::getenv",
            vec![Remedy::Wrap { function: "libc::getenv".into() }],
        ),
        (
            NoteKind::Unsupported,
            ReasonKind::Unsupported,
            "not supported with symbolic data: libc::getenv",
            vec![Remedy::KeepInputsOut],
        ),
        (
            NoteKind::Concretized,
            ReasonKind::Concretized,
            "only the value of this run was considered: libc::getenv",
            vec![Remedy::IgnoreInputs],
        ),
        (
            NoteKind::LeftOpen,
            ReasonKind::LeftOpen,
            "left open by the compiler: libc::getenv",
            vec![Remedy::CompareNumbers, Remedy::RuleInputsOut],
        ),
        (
            NoteKind::Address,
            ReasonKind::Address,
            "depends on where things lie in memory: libc::getenv",
            vec![Remedy::AvoidAddresses { printed: false }],
        ),
        (
            NoteKind::TooMany,
            ReasonKind::Memory,
            "a run did more that is not followed than can be listed",
            vec![Remedy::SeeOtherReasons],
        ),
    ] {
        let report = explored(|m| {
            m.note(note, 6);
            one_branch(m)
        });
        assert_eq!(only_reason(&report, kind), (site_place(6).as_str(), detail, &remedies[..]));
    }
}

#[test]
fn notes_of_discarded_runs_count() {
    let report = explored(|m| {
        let x = m.i32("x");
        let negative = m.less(x, 0);
        if m.branch(0, negative)? {
            m.note(NoteKind::NotFollowed, 6);
            return Err(ended(Ending::Meaningless));
        }
        Ok(())
    });
    only_reason(&report, ReasonKind::NotFollowed);
}

#[test]
fn a_run_that_leaves_its_predicted_path() {
    let mut runs = 0;
    let report = explored(|m| {
        runs += 1;
        let x = m.i32("x");
        let negative = m.less(x, 0);
        m.branch(1, negative)?;
        // From the second run on, the program does something else before its second branch.
        let (site, limit) = if runs == 1 { (2, 100) } else { (3, 200) };
        let large = m.less(x, limit);
        m.branch(site, large)?;
        Ok(())
    });
    assert_eq!(report.verdict(), Verdict::Incomplete);
    let reasons = reasons_of(&report, ReasonKind::Divergence);
    assert!(reasons.iter().any(|reason| reason.location == site_place(2)), "{reasons:?}");
    assert!(reasons.iter().all(|reason| reason.remedies == Remedy::MakeRepeatable.into()));
}

#[test]
fn a_run_that_does_not_make_the_predicted_decision() {
    let mut runs = 0;
    let report = explored(|m| {
        runs += 1;
        if runs == 1 { one_branch(m) } else { Ok(()) }
    });
    let (location, ..) = only_reason(&report, ReasonKind::Divergence);
    assert_eq!(location, site_place(3));
}

#[test]
fn a_run_that_is_cut_off_before_the_predicted_decision_has_not_left_its_path() {
    for end in [End::TimedOut, ended(Ending::Exhausted)] {
        let mut runs = 0;
        let report = explored(|m| {
            runs += 1;
            if runs == 2 {
                return Err(end.clone());
            }
            one_branch(m)
        });
        assert_ne!(report.verdict(), Verdict::Proved);
        assert!(reasons_of(&report, ReasonKind::Divergence).is_empty(), "{:?}", report.reasons);
    }
}

#[test]
fn two_runs_that_part_without_a_decision() {
    let mut runs = 0;
    let report = explored(|m| {
        runs += 1;
        let (x, y) = (m.i32("x"), m.i32("y"));
        let negative = m.less(x, 0);
        m.branch(1, negative)?;
        // The third run goes where the second went, on to its predicted decision and there past it.
        let positive = m.less(Value::of(32, 0), y);
        if m.branch(2, positive)? && runs > 2 {
            let large = m.less(Value::of(32, 500), y);
            m.branch(3, large)?;
        }
        Ok(())
    });
    assert_eq!(report.verdict(), Verdict::Proved, "a path that was not run before may do anything");

    let report = explored(|m| {
        let x = m.i32("x");
        // What is recorded here depends on the input without any decision.
        let limit = if x.signed() > 100 { 200 } else { 100 };
        let large = m.less(Value::of(32, limit), x);
        m.branch(4, large)?;
        Ok(())
    });
    let (location, ..) = only_reason(&report, ReasonKind::Divergence);
    assert_eq!(location, site_place(4));
}

/// As behind a `None` in an array of which any element may be read: what lies there is anything, and no input
/// gets to see it.
#[test]
fn conditions_that_differ_in_what_no_input_sees_are_the_same() {
    let body = |guarded: bool| {
        move |m: &mut Machine| -> Flow {
            let (x, y) = (m.i32("x"), m.i32("y"));
            let bit = m.and(x, 1);
            let is_odd = m.eq(bit, 1);
            if m.branch(1, is_odd)? && guarded {
                return Ok(());
            }
            let left_over = m.mul(bit, Value::of(32, y.bits));
            let read = m.add(x, left_over);
            let small = m.less(read, 100);
            m.branch(2, small)?;
            let large = m.less(Value::of(32, 500), y);
            m.branch(3, large)?;
            Ok(())
        }
    };
    let report = explored(body(true));
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 5), "{:?}", report.reasons);
    let report = explored(body(false));
    let (location, ..) = only_reason(&report, ReasonKind::Divergence);
    assert_eq!(location, site_place(2));
}

#[test]
fn a_condition_that_does_not_say_what_the_run_did() {
    let report = explored(|m| {
        let x = m.i32("x");
        let mut negative = m.less(x, 0);
        negative.bits = 1;
        m.branch(3, negative)?;
        Ok(())
    });
    assert_eq!(report.verdict(), Verdict::Incomplete);
    assert!(
        report.reasons.iter().any(|r| r.remedies == Remedy::ReportContradiction.into()),
        "{:?}",
        report.reasons
    );
}

#[test]
fn a_constant_condition_that_does_not_say_what_the_run_did() {
    let report = explored(|m| {
        let x = m.i32("x");
        let mut equal = m.eq(x, x);
        equal.bits = 0;
        m.branch(3, equal)?;
        Ok(())
    });
    let (location, detail, _) = only_reason(&report, ReasonKind::Divergence);
    assert_eq!((location, detail), (site_place(3).as_str(), "a run took a side that no input can take"));
}

#[test]
fn a_run_for_which_there_is_no_room() {
    let report = explored(|m| {
        one_branch(m)?;
        Err(ended(Ending::Exhausted))
    });
    let (location, detail, _) = only_reason(&report, ReasonKind::Memory);
    assert_eq!((location, detail), (site_place(3).as_str(), "a run recorded more than there is room for"));
    assert!(report.cases.is_empty());
}

#[test]
fn assumptions_that_nothing_satisfies() {
    let report = explored(|m| {
        let x = m.i32("x");
        let (negative, positive) = (m.less(x, 0), m.less(Value::of(32, 0), x));
        m.assume(0, negative)?;
        m.assume(1, positive)
    });
    let (location, detail, remedies) = only_reason(&report, ReasonKind::Vacuous);
    assert_eq!((location, detail), ("src/lib.rs:90", "no input satisfies the assumptions"));
    assert_eq!(remedies, [Remedy::WeakenAssumptions]);
    assert_eq!((report.paths, report.runs, report.cases.len()), (0, 2, 0));
}

#[test]
fn assumptions_that_nothing_was_found_to_satisfy() {
    let report = Exploration::new().solver(GivesUp::after(0)).of(|m| {
        let x = m.i32("x");
        // Neither an answer nor luck leads there.
        let special = m.eq(x, 123_456_789);
        m.assume(0, special)
    });
    assert_eq!(reasons_of(&report, ReasonKind::Solver).len(), 1);
    let vacuous = reasons_of(&report, ReasonKind::Vacuous);
    assert_eq!(vacuous[0].detail, "no input that satisfies the assumptions was found");
}

#[test]
fn assumptions_restrict_what_is_proved() {
    let report = explored(|m| {
        let x = m.i32("x");
        let negative = m.less(x, 0);
        m.assume(0, negative)?;
        let small = m.less(x, 10);
        m.assert(1, small)
    });
    assert_eq!((report.verdict(), report.paths, report.runs), (Verdict::Proved, 1, 2));
}

#[test]
fn an_interruption_keeps_what_was_found() {
    let mut exploration = Exploration::new().expecting(Expectation::Returns, "");
    exploration.interrupt_after = Some(2);
    let report = exploration.of(|m| {
        let x = m.i32("x");
        for i in 0..10 {
            let needle = m.eq(x, i + 1000);
            m.branch(5, needle)?;
        }
        Ok(())
    });
    let (_, detail, _) = only_reason(&report, ReasonKind::Interrupted);
    assert!(detail.starts_with("interrupted, with "), "{detail}");
    assert_eq!(report.runs, 3);
    assert!(!report.cases.is_empty());
}

#[test]
fn an_interruption_while_cases_are_made_simple_is_told() {
    let mut exploration = Exploration::new();
    exploration.interrupt_after = Some(2);
    let report = exploration.of(one_branch);
    let (_, detail, _) = only_reason(&report, ReasonKind::Interrupted);
    assert_eq!(detail, "interrupted before all cases were made simple");
    assert_eq!(report.cases.len(), 2);
}

#[test]
fn a_failing_test_lists_its_reasons_too() {
    let report = explored(|m| {
        m.note(NoteKind::NotFollowed, 6);
        let x = m.i32("x");
        let less = m.less(x, 1000);
        m.assert(0, less)
    });
    assert_eq!(report.verdict(), Verdict::Failed);
    assert_eq!(reasons_of(&report, ReasonKind::NotFollowed).len(), 1);
}

/// At every turn a condition that is always true, as terms go, and one that can be either.
fn certain_and_open(turns: i64) -> impl Fn(&mut Machine) -> Flow {
    move |m| {
        let x = m.u8("x");
        for n in 0..turns {
            let low = m.and(x, 1);
            let certain = m.below(low, 2 + n);
            m.branch(5, certain)?;
            if n < 3 {
                let open = m.eq(x, n);
                m.branch(6, open)?;
            }
        }
        Ok(())
    }
}

#[test]
fn what_cannot_come_out_otherwise_is_no_decision() {
    let report = Exploration::new().max_branches(3).of(certain_and_open(40));
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 4), "{:?}", report.reasons);
    let report = Exploration::new().max_branches(2).of(certain_and_open(40));
    let (location, detail, _) = only_reason(&report, ReasonKind::MaxBranches);
    assert_eq!(location, site_place(6));
    assert_eq!(detail, "a run was cut off after 2 decisions, 2 of them here");
}
