//! Runs that are asked for at once are the same as those asked for one by one.

use crate::fixture_build::library;
use crate::suite::{LIMIT, number, run, runner, tests};
use forall_protocol::shared::Ending;
use forall_runtime::confine::Limits;
use forall_runtime::host::{RawRun, Runner};
use std::time::{Duration, Instant};

tests! {
    a_series_is_as_its_runs_one_by_one
    a_failure_ends_a_series
    a_death_ends_a_series
    what_cannot_be_taken_back_ends_a_series
    an_endless_run_of_a_series_is_killed
    the_time_limit_is_that_of_one_run
    without_confinement_each_run_is_a_series
    too_many_values_for_a_series_are_asked_for_later
}

const TEST: &str = "ends_as_told";
const ABORTS: u128 = 200;
const LOOPS: u128 = 201;
const OPENS: u128 = 202;
const LASTS: u128 = 203;
const DISCARDS: u128 = 204;
const DECIDES: u128 = 205;

/// The runs of a series as far as it goes.
fn some(runner: &mut Runner, test: &str, series: &[&[u128]], limit: Duration) -> Vec<RawRun> {
    runner.run_some(number(runner, test), series, 1000, limit).unwrap()
}

/// All runs of a series, and how often it had to be asked for.
fn all(runner: &mut Runner, test: &str, series: &[&[u128]], limit: Duration) -> (Vec<RawRun>, usize) {
    let (mut runs, mut times) = (Vec::new(), 0);
    while runs.len() < series.len() {
        runs.extend(some(runner, test, &series[runs.len()..], limit));
        times += 1;
    }
    (runs, times)
}

fn endings(runs: &[RawRun]) -> Vec<Ending> {
    runs.iter().map(|run| run.ending).collect()
}

fn a_series_is_as_its_runs_one_by_one() {
    let tests =
        [TEST, "returns", "discards", "switches", "compares", "chooses", "fails", "panics", "allocates"];
    let (mut single, mut together) = (runner(), runner());
    for test in tests {
        for runner in [&mut single, &mut together] {
            runner.reset().unwrap();
        }
        let values: Vec<[u128; 2]> = (0..40).map(|x| [x * 7 % 50, x << 100]).collect();
        for values in values.chunks(10) {
            let series: Vec<&[u128]> = values.iter().map(|values| &values[..]).collect();
            let (runs, times) = all(&mut together, test, &series, LIMIT);
            assert!(["fails", "panics"].contains(&test) || times <= 3, "{test} took {times} times");
            for (values, run_of_series) in series.iter().zip(runs) {
                let alone = run(&mut single, test, values);
                let [alone, run_of_series] =
                    [alone, run_of_series].map(|run| RawRun { status: Default::default(), ..run });
                assert_eq!(alone, run_of_series, "{test} {values:?}");
            }
        }
    }
}

fn a_failure_ends_a_series() {
    let mut runner = runner();
    let runs = some(&mut runner, "panics", &[&[1], &[2], &[3]], LIMIT);
    assert_eq!(endings(&runs), [Ending::Panicked]);
    assert_eq!(runs[0].message, "boom \u{1F4A5}");
}

fn a_death_ends_a_series() {
    let mut runner = runner();
    run(&mut runner, TEST, &[0]);
    let series: [&[u128]; 5] = [&[1], &[DISCARDS], &[ABORTS], &[2], &[3]];
    let runs = some(&mut runner, TEST, &series, LIMIT);
    assert_eq!(endings(&runs), [Ending::Returned, Ending::Meaningless, Ending::Died]);
    assert!(!runs[2].status.success() && !runs[2].timed_out);
    assert_eq!(endings(&some(&mut runner, TEST, &series[3..], LIMIT)), [Ending::Returned; 2]);
}

fn what_cannot_be_taken_back_ends_a_series() {
    let mut runner = runner();
    run(&mut runner, TEST, &[0]);
    let series: [&[u128]; 4] = [&[1], &[OPENS], &[2], &[3]];
    let (runs, times) = all(&mut runner, TEST, &series, LIMIT);
    assert_eq!((endings(&runs), times), (vec![Ending::Returned; 4], 2));
}

fn an_endless_run_of_a_series_is_killed() {
    let mut runner = runner();
    let begin = Instant::now();
    let series: [&[u128]; 4] = [&[1], &[LOOPS], &[2], &[LOOPS]];
    let (runs, _) = all(&mut runner, TEST, &series, Duration::from_millis(300));
    assert_eq!(endings(&runs), [Ending::Returned, Ending::Died, Ending::Returned, Ending::Died]);
    assert_eq!(runs.iter().map(|run| run.timed_out).collect::<Vec<_>>(), [false, true, false, true]);
    assert!(begin.elapsed() < LIMIT);
}

fn the_time_limit_is_that_of_one_run() {
    let mut runner = runner();
    // A busy machine makes a run last longer, so the limit is generous, and the series longer than that.
    let series: [&[u128]; 12] = [&[LASTS]; 12];
    let begin = Instant::now();
    let (runs, times) = all(&mut runner, TEST, &series, Duration::from_millis(1500));
    assert!(begin.elapsed() > Duration::from_millis(1500));
    assert_eq!(endings(&runs), [Ending::Returned; 12]);
    assert!(times > 2, "who asked had a say {times} times");
}

fn without_confinement_each_run_is_a_series() {
    let mut runner = Runner::spawn(&std::env::current_exe().unwrap(), library(), &Limits::default()).unwrap();
    let (runs, times) = all(&mut runner, TEST, &[&[1], &[2], &[3]], LIMIT);
    assert_eq!((endings(&runs), times), (vec![Ending::Returned; 3], 3));
}

fn too_many_values_for_a_series_are_asked_for_later() {
    let mut runner = runner();
    let many = vec![0; 40_000];
    let (runs, times) = all(&mut runner, TEST, &[&many[..]; 4], LIMIT);
    assert_eq!((endings(&runs), times), (vec![Ending::Returned; 4], 2));
    // What was noted down has its limit, too.
    let long: Vec<u128> = vec![DECIDES; 16];
    let series: Vec<&[u128]> = long.iter().map(std::slice::from_ref).collect();
    let (runs, _) = all(&mut runner, TEST, &series, LIMIT);
    assert!(runs.iter().all(|run| run.decisions.len() == 901), "{:?}", runs[0].decisions.len());
    assert!(runs[1..].iter().all(|run| run.decisions == runs[0].decisions));
}
