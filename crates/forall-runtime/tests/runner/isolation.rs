//! No run sees what another left behind, whether it has a process of its own or one that was taken back.

use crate::fixture_build::library;
use crate::suite::{LIMIT, children, number, run, runner, tests};
use forall_protocol::shared::Ending;
use forall_runtime::confine::Limits;
use forall_runtime::host::{RawRun, Runner};

tests! {
    every_run_finds_the_same_state
    every_run_finds_the_state_of_a_new_process
    a_process_does_many_runs
    runs_in_one_process_are_as_in_many
    a_bound_or_a_death_in_between_changes_nothing
    explorations_follow_each_other
}

const TELLS: &str = "tells_its_state";
/// Also tells of threads and descriptors, which cannot be taken back.
const TELLS_MORE: u128 = 100;

fn told(runner: &mut Runner, x: u128) -> String {
    let run = run(runner, TELLS, &[x]);
    assert_eq!(run.ending, Ending::Err, "{x}: {run:?}");
    run.message
}

fn every_run_finds_the_same_state() {
    let mut runner = runner();
    let (first, more) = (told(&mut runner, 0), told(&mut runner, TELLS_MORE));
    for _ in 0..3 {
        assert_eq!(told(&mut runner, 0), first);
        assert_eq!(told(&mut runner, TELLS_MORE), more);
        // From changing the directory to mapping memory; dying and giving up come last.
        for x in 0..10 {
            let run = run(&mut runner, TELLS, &[x]);
            if x < 8 {
                assert_eq!(run.message, first, "{x} changed something before it said so");
            }
            assert_eq!(told(&mut runner, 0), first, "after {x}");
            assert_eq!(told(&mut runner, 0), first, "after {x} and a run");
            crate::suite::run(&mut runner, TELLS, &[x]);
            assert_eq!(told(&mut runner, TELLS_MORE), more, "after {x}");
        }
    }
}

fn every_run_finds_the_state_of_a_new_process() {
    // Without confinement there is a process for each run.
    let mut forking =
        Runner::spawn(&std::env::current_exe().unwrap(), library(), &Limits::default()).unwrap();
    let mut lasting = runner();
    let other = |told: String| told.split(' ').count();
    assert_eq!(other(told(&mut forking, 0)), other(told(&mut lasting, 0)));
    let (first, second) = (told(&mut forking, 0), told(&mut forking, 0));
    assert_eq!(first, second);
}

fn a_process_does_many_runs() {
    let mut runner = runner();
    run(&mut runner, TELLS, &[0]);
    let before = children(runner.process_id());
    if before.is_empty() {
        eprintln!(
            "NOTICE: this kernel does not tell which pages were written, so there is a process for each run"
        );
        return;
    }
    for x in 0..300 {
        // Returned, panicked, discarded: all the same.
        let test = ["returns", TELLS, "panics", "discards", "allocates", "recovers_from_a_panic"][x % 6];
        run(&mut runner, test, &[10]);
    }
    assert_eq!(children(runner.process_id()), before, "the same process");
    for x in 1..8 {
        run(&mut runner, TELLS, &[0]);
        let before = children(runner.process_id());
        run(&mut runner, TELLS, &[x]);
        run(&mut runner, TELLS, &[0]);
        assert_ne!(
            children(runner.process_id()),
            before,
            "another one after {x}, which cannot be taken back"
        );
    }
}

fn runs_in_one_process_are_as_in_many() {
    let mut forking =
        Runner::spawn(&std::env::current_exe().unwrap(), library(), &Limits::default()).unwrap();
    let mut lasting = runner();
    let tests = ["returns", "panics", "fails", "discards", "comes_back", "switches", "compares", "chooses"];
    for x in 0..200_u128 {
        let test = tests[x as usize % tests.len()];
        let runs = [&mut forking, &mut lasting].map(|runner| run(runner, test, &[x, x << 100]));
        let [one, other] = runs.map(|run| RawRun { status: Default::default(), ..run });
        assert_eq!(one, other, "{test} {x}");
    }
}

/// A process lasts from exploration to exploration, and each begins with nothing: inputs and terms get the
/// same numbers as in a new one.
fn explorations_follow_each_other() {
    let mut lasting = runner();
    let tests = ["trivial", "switches", "compares", "chooses", "reads_at_an_input", "goes_deep", "returns"];
    for round in 0..3 {
        for (number, test) in tests.iter().enumerate() {
            let mut new = runner();
            lasting.reset().unwrap();
            for x in [3, 3, 50, round] {
                let runs = [&mut new, &mut lasting].map(|runner| run(runner, test, &[x, x << 100]));
                let [one, other] = runs.map(|run| RawRun { status: Default::default(), ..run });
                assert_eq!(one, other, "{test}, after {number} others in round {round}");
            }
        }
    }
}

fn a_bound_or_a_death_in_between_changes_nothing() {
    let mut runner = runner();
    let first = told(&mut runner, 0);
    let forever = number(&runner, "decides_forever");
    for round in 0..5 {
        let bounded = runner.run(forever, &[255], 20 + round, LIMIT).unwrap();
        assert_eq!((bounded.ending, bounded.decisions.len()), (Ending::OutOfBounds, 20 + round as usize));
        assert_eq!(told(&mut runner, 0), first);
        assert_eq!(run(&mut runner, "overflows_its_stack", &[]).ending, Ending::StackOverflow);
        assert_eq!(told(&mut runner, 0), first);
        runner.reset().unwrap();
        assert_eq!(told(&mut runner, 0), first);
    }
}
