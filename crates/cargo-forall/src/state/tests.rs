use super::*;
use forall_engine::{Case, End, Failure};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::manifest::{Manifest, Site};
use forall_protocol::shared::Ending;
use forall_report::{
    Assumption, BranchSite, Branches, FailureKind, PathCounts, Reason, ReasonKind, Remark, RemarkKind,
    Remedy, Setting,
};
use forall_solver::Unknown;

fn replies() -> Vec<Reply> {
    vec![
        Reply::Values(vec![0, u128::MAX, 0, 5]),
        Reply::Infeasible,
        Reply::Unanswered(Unknown::Work),
        Reply::Unanswered(Unknown::Failed("it broke".into())),
        Reply::Values(vec![]),
    ]
}

fn finished() -> Report {
    let end = End::Reported { ending: Ending::Panicked, message: "boom".into(), location: "a.rs:1:2".into() };
    let death = End::Signal { signal: 6, message: "bang".into(), location: "a.rs:3:4".into() };
    let input = Input { name: "x".into(), kind: InputKind::I64 };
    let case = |end, failure| Case {
        arguments: vec![(input.clone(), u128::MAX)],
        end,
        failure,
        covered: vec![1, 7],
    };
    Report {
        exhausted: false,
        paths: 41,
        path_counts: PathCounts { meaningless: 2, failing: 1, succeeding: 40 },
        runs: 44,
        cases: vec![case(end, Some(0)), case(death, None), case(End::TimedOut, None)],
        failures: vec![Failure {
            paths: 3,
            kind: FailureKind::Panic,
            message: "boom".into(),
            location: "a.rs:1:2".into(),
            callers: vec!["a::put".into(), "a::f".into()],
            case: 0,
        }],
        assumptions: vec![Assumption::Length { of: "v.len()".into(), at_most: 8 }],
        reasons: vec![Reason {
            kind: ReasonKind::MaxRuns,
            location: String::new(),
            detail: "enough".into(),
            remedies: Remedy::Raise { setting: Setting::MaxRuns }.into(),
        }],
        remarks: vec![Remark {
            kind: RemarkKind::Beyond,
            location: "a.rs:3:4".into(),
            detail: "longer".into(),
            remedies: Remedy::ExploreUpTo { setting: Setting::MaxLen, value: 9 }.into(),
        }],
        branches: Branches { covered: 2, total: 3, beyond: 1 },
        sites: vec![BranchSite {
            location: "a.rs:1:2".into(),
            function: "a::f".into(),
            taken: vec![0, 2],
            missed: vec![1],
        }],
    }
}

fn keys(test: &str, program: &str) -> Keys {
    Keys { test: Key::of(test), program: Key::of(program) }
}

fn outcomes() -> Outcomes {
    program(0)
}

/// A program in which other outcomes come before those of the test.
fn program(before: u32) -> Outcomes {
    let site = |line| Site {
        file: 0,
        line,
        column: 1,
        function: 0,
        first_outcome: if line == 1 { before } else { before + 4 },
        outcomes: 4,
        panicking: 0,
        own: true,
    };
    Outcomes::of(&Manifest {
        sites: vec![site(1), site(2)],
        texts: vec!["a.rs".into()],
        ..Manifest::default()
    })
}

const FIRST: Episode = Episode { worker: 0, number: 0 };
const SECOND: Episode = Episode { worker: 3, number: 7 };

#[test]
fn what_was_kept_is_recalled_until_the_code_changes() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a/b.state");
    let key = keys("code", "program");
    let (state, damaged) = TestState::open(&file, key, &outcomes());
    assert_eq!((damaged, state.recall(FIRST)), (None, None));
    state.keep(FIRST, &replies());
    state.keep(SECOND, &[]);
    drop(state);

    let (state, damaged) = TestState::open(&file, key, &outcomes());
    assert_eq!((damaged, state.recall(FIRST), state.recall(SECOND)), (None, Some(replies()), Some(vec![])));
    drop(state);

    let (state, damaged) = TestState::open(&file, keys("other code", "other program"), &outcomes());
    assert_eq!((damaged, state.recall(FIRST)), (None, None));
}

#[test]
fn a_finished_exploration_leaves_its_report() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let key = keys("code", "program");
    let (state, _) = TestState::open(&file, key, &outcomes());
    state.keep(FIRST, &replies());
    state.finish(&finished(), &outcomes());
    let (state, damaged) = TestState::open(&file, key, &outcomes());
    assert_eq!((damaged, state.recall(FIRST)), (None, None));
    assert_eq!(format!("{:?}", state.finished.unwrap()), format!("{:?}", finished()));
}

#[test]
fn a_report_outlives_changes_of_what_the_test_does_not_reach() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let (state, _) = TestState::open(&file, keys("code", "program"), &outcomes());
    state.finish(&finished(), &outcomes());
    let (state, _) = TestState::open(&file, keys("code", "another program"), &program(20));
    assert_eq!(state.finished.as_ref().unwrap().cases[0].covered, [21, 27]);
    drop(state);
    let (state, damaged) = TestState::open(&file, keys("code", "another program"), &Outcomes::default());
    assert_eq!((damaged, state.finished.is_none()), (None, true), "its branches no longer exist");
}

#[test]
fn answers_do_not_outlive_the_program() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let (state, _) = TestState::open(&file, keys("code", "program"), &outcomes());
    state.keep(FIRST, &replies());
    drop(state);
    let (state, damaged) = TestState::open(&file, keys("code", "another program"), &outcomes());
    assert_eq!((damaged, state.recall(FIRST)), (None, None));
}

#[test]
fn whenever_the_process_was_killed_what_is_whole_is_recalled() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let key = keys("code", "program");
    let (state, _) = TestState::open(&file, key, &outcomes());
    state.keep(FIRST, &replies());
    let whole = std::fs::metadata(&file).unwrap().len();
    state.keep(SECOND, &replies());
    drop(state);
    let bytes = std::fs::read(&file).unwrap();
    for length in whole..bytes.len() as u64 {
        std::fs::write(&file, &bytes[..length as usize]).unwrap();
        let (state, damaged) = TestState::open(&file, key, &outcomes());
        assert_eq!((damaged, state.recall(FIRST), state.recall(SECOND)), (None, Some(replies()), None));
        state.keep(SECOND, &replies());
        drop(state);
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "cut off after {length}");
    }
}

#[test]
fn damage_is_noticed_and_nothing_of_it_believed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let key = keys("code", "program");
    let (state, _) = TestState::open(&file, key, &outcomes());
    state.keep(FIRST, &replies());
    state.keep(SECOND, &replies());
    drop(state);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[60] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let (state, damaged) = TestState::open(&file, key, &outcomes());
    assert_eq!((damaged, state.recall(FIRST), state.recall(SECOND)), (Some(Damaged), None, None));
    drop(state);
    assert_eq!(TestState::open(&file, key, &outcomes()).1, None, "it was begun anew");

    std::fs::write(&file, "something else entirely, from somebody else").unwrap();
    assert_eq!(TestState::open(&file, key, &outcomes()).1, Some(Damaged));
}

#[test]
fn two_who_explore_the_same_do_not_mix_their_notes() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let key = keys("code", "program");
    let (first, _) = TestState::open(&file, key, &outcomes());
    let (second, damaged) = TestState::open(&file, key, &outcomes());
    assert_eq!(damaged, None);
    second.keep(SECOND, &replies());
    second.finish(&finished(), &outcomes());
    first.keep(FIRST, &replies());
    drop(first);
    let (third, _) = TestState::open(&file, key, &outcomes());
    assert_eq!((third.recall(FIRST), third.recall(SECOND)), (Some(replies()), None));
    assert!(third.finished.is_none());
}
