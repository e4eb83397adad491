//! How many runs a second a runner manages of a test that does next to nothing.
//!
//! `cargo bench -p forall-runtime`. This program is also the runner's executable.

#[path = "../tests/runner/fixture_build.rs"]
#[allow(dead_code)]
mod fixture_build;

use forall_protocol::shared::{Ending, MAX_SERIES};
use forall_runtime::confine::Limits;
use forall_runtime::host::Runner;
use std::time::{Duration, Instant};

const RUNS: u32 = 20_000;
const LIMIT: Duration = Duration::from_secs(10);

fn main() {
    if let Some(served) = forall_runtime::runner::serve_from_env() {
        return served.expect("the runner serves");
    }
    // As `cargo forall` runs it; where it may write does not matter.
    let limits = Limits { scratch: Some(std::env::temp_dir()), ..Limits::default() };
    let this = std::env::current_exe().expect("this program has a path");
    let mut runner = Runner::spawn(&this, fixture_build::library(), &limits).expect("the runner starts");
    assert_eq!(runner.hello().puts[0].name, "trivial");
    for series in [1, 8, MAX_SERIES as u32] {
        let started = Instant::now();
        let mut done = 0;
        while done < RUNS {
            let values: Vec<[u128; 1]> = (0..series).map(|n| [u128::from((done + n) % 256)]).collect();
            let values: Vec<&[u128]> = values.iter().map(|values| &values[..]).collect();
            let runs = runner.run_some(0, &values, 100, LIMIT).expect("runs");
            for run in &runs {
                assert_eq!((run.ending, run.decisions.len()), (Ending::Returned, 1));
            }
            done += runs.len() as u32;
        }
        let speed = f64::from(done) / started.elapsed().as_secs_f64();
        println!("{series:2} at a time: {speed:.0} runs a second");
    }
}
