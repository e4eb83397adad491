use super::*;
use forall_engine::{BranchSite, Branches, Case, End, Failure, FailureKind, Reason, ReasonKind, Verdict};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::shared::Ending;
use forall_solver::Unknown;

fn replies() -> Vec<Reply> {
    vec![
        Reply::Values(vec![0, u128::MAX, 0, 5]),
        Reply::Infeasible,
        Reply::Unanswered(Unknown::Timeout),
        Reply::Unanswered(Unknown::Failed("it broke".into())),
        Reply::Values(vec![]),
    ]
}

fn finished() -> Report {
    let end = End::Reported { ending: Ending::Panicked, message: "boom".into(), location: "a.rs:1:2".into() };
    let input = Input { name: "x".into(), kind: InputKind::I64 };
    let case = |end, failure| Case {
        arguments: vec![(input.clone(), u128::MAX)],
        end,
        failure,
        covered: vec![1, 7],
    };
    Report {
        verdict: Verdict::Failed,
        paths: 41,
        runs: 44,
        cases: vec![case(end, Some(0)), case(End::Signal(6), None), case(End::TimedOut, None)],
        failures: vec![Failure {
            kind: FailureKind::Panic,
            message: "boom".into(),
            location: "a.rs:1:2".into(),
            case: 0,
        }],
        bounds: vec!["v.len() <= 8".into()],
        reasons: vec![Reason {
            kind: ReasonKind::MaxRuns,
            location: String::new(),
            detail: "enough".into(),
            help: "more".into(),
        }],
        branches: Branches { covered: 2, total: 3 },
        sites: vec![BranchSite {
            location: "a.rs:1:2".into(),
            function: "a::f".into(),
            taken: vec![0, 2],
            missed: vec![1],
        }],
    }
}

const FIRST: Episode = Episode { part: 0, number: 0 };
const SECOND: Episode = Episode { part: 3, number: 7 };

#[test]
fn what_was_kept_is_recalled_until_the_code_changes() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a/b.state");
    let key = Key::of("code");
    let (state, damaged) = State::open(&file, key);
    assert_eq!((damaged, state.recall(FIRST)), (None, None));
    state.keep(FIRST, &replies());
    state.keep(SECOND, &[]);
    drop(state);

    let (state, damaged) = State::open(&file, key);
    assert_eq!((damaged, state.recall(FIRST), state.recall(SECOND)), (None, Some(replies()), Some(vec![])));
    drop(state);

    let (state, damaged) = State::open(&file, Key::of("other code"));
    assert_eq!((damaged, state.recall(FIRST)), (None, None));
}

#[test]
fn a_finished_exploration_leaves_its_report() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let key = Key::of("code");
    let (state, _) = State::open(&file, key);
    state.keep(FIRST, &replies());
    state.finish(&finished());
    let (state, damaged) = State::open(&file, key);
    assert_eq!((damaged, state.recall(FIRST)), (None, None));
    assert_eq!(format!("{:?}", state.finished.unwrap()), format!("{:?}", finished()));
}

#[test]
fn whenever_the_process_was_killed_what_is_whole_is_recalled() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let key = Key::of("code");
    let (state, _) = State::open(&file, key);
    state.keep(FIRST, &replies());
    let whole = std::fs::metadata(&file).unwrap().len();
    state.keep(SECOND, &replies());
    drop(state);
    let bytes = std::fs::read(&file).unwrap();
    for length in whole..bytes.len() as u64 {
        std::fs::write(&file, &bytes[..length as usize]).unwrap();
        let (state, damaged) = State::open(&file, key);
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
    let key = Key::of("code");
    let (state, _) = State::open(&file, key);
    state.keep(FIRST, &replies());
    state.keep(SECOND, &replies());
    drop(state);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[60] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let (state, damaged) = State::open(&file, key);
    assert_eq!((damaged, state.recall(FIRST), state.recall(SECOND)), (Some(Damaged), None, None));
    drop(state);
    assert_eq!(State::open(&file, key).1, None, "it was begun anew");

    std::fs::write(&file, "something else entirely, from somebody else").unwrap();
    assert_eq!(State::open(&file, key).1, Some(Damaged));
}

#[test]
fn two_who_explore_the_same_do_not_mix_their_notes() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("state");
    let key = Key::of("code");
    let (first, _) = State::open(&file, key);
    let (second, damaged) = State::open(&file, key);
    assert_eq!(damaged, None);
    second.keep(SECOND, &replies());
    second.finish(&finished());
    first.keep(FIRST, &replies());
    drop(first);
    let (third, _) = State::open(&file, key);
    assert_eq!((third.recall(FIRST), third.recall(SECOND)), (Some(replies()), None));
    assert!(third.finished.is_none());
}
