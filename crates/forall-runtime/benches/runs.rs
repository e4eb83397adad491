//! How many runs a second a runner manages of a test that does next to nothing.
//!
//! `cargo bench -p forall-runtime`. This program is also the runner's executable.

#[path = "../tests/runner/fixture_build.rs"]
#[allow(dead_code)]
mod fixture_build;

use forall_protocol::shared::Ending;
use forall_runtime::confine::Limits;
use forall_runtime::host::Runner;
use std::time::{Duration, Instant};

const RUNS: u32 = 10_000;

fn main() {
    if let Some(served) = forall_runtime::runner::serve_from_env() {
        return served.expect("the runner serves");
    }
    // As `cargo forall` runs it; where it may write does not matter.
    let limits = Limits { scratch: Some(std::env::temp_dir()), ..Limits::default() };
    let this = std::env::current_exe().expect("this program has a path");
    let mut runner = Runner::spawn(&this, fixture_build::library(), &limits).expect("the runner starts");
    assert_eq!(runner.hello().puts[0].name, "trivial");
    let started = Instant::now();
    for value in 0..RUNS {
        let run = runner.run(0, &[u128::from(value % 256)], 100, Duration::from_secs(10)).expect("a run");
        assert_eq!((run.ending, run.decisions.len()), (Ending::Returned, 1));
    }
    println!("{:.0} runs a second", f64::from(RUNS) / started.elapsed().as_secs_f64());
}
