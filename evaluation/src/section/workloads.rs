//! Small programs that other engines were measured on.

use crate::bench::Bench;
use crate::command::Mode;
use crate::forall::Put;
use crate::section::peers::seconds;
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::Command;

/// Seconds that others take for the same function in C or Python, start-up included. They were measured once, on a machine like the one this was written
/// on; KLEE in its fastest configuration.
struct Workload {
    name: &'static str,
    klee: Option<f64>,
    symcc: Option<f64>,
    crosshair: Option<f64>,
}

const WORKLOADS: [Workload; 11] = [
    workload("quicksort_4", Some(0.15), Some(2.0), Some(0.67)),
    workload("quicksort_5", Some(0.99), Some(11.9), Some(1.8)),
    workload("quicksort_6", Some(12.5), None, Some(15.7)),
    workload("triangle", Some(0.31), Some(6.2), Some(0.82)),
    workload("needle", Some(0.08), Some(1.6), None),
    workload("red_black_3", Some(0.06), Some(1.0), Some(0.6)),
    workload("red_black_4", Some(0.17), Some(7.6), Some(1.5)),
    workload("red_black_5", Some(2.4), Some(72.0), Some(22.0)),
    workload("binary_search", Some(0.30), Some(4.2), Some(6.9)),
    workload("parser_5", Some(0.30), Some(64.0), Some(20.0)),
    workload("parser_6", Some(1.3), None, Some(70.0)),
];

const fn workload(
    name: &'static str,
    klee: Option<f64>,
    symcc: Option<f64>,
    crosshair: Option<f64>,
) -> Workload {
    Workload { name, klee, symcc, crosshair }
}

pub fn section(bench: &Bench) -> Result<Section> {
    let exploration = bench.explore("workloads", &["--jobs", "1", "workloads"])?;
    let (mut rows, mut figures) = (Vec::new(), Vec::new());
    for Workload { name, klee, symcc, crosshair } in WORKLOADS {
        let put = exploration.put(name)?;
        let (alone, together) = match bench.mode {
            Mode::Full => (median(bench, name, "1")?, Some(median(bench, name, "2")?)),
            _ => (time(put), None),
        };
        let ratio = |time: Option<f64>| Some(klee? / time?);
        let cell = |time: Option<f64>| time.map_or("–".into(), seconds);
        let times = |ratio: Option<f64>| ratio.map_or("–".into(), |ratio| format!("{ratio:.1}"));
        rows.push(vec![
            format!("`{name}`"),
            put.verdict.word().to_owned(),
            put.paths.to_string(),
            seconds(alone),
            times(ratio(Some(alone))),
            cell(together),
            times(ratio(together)),
            cell(klee),
            cell(symcc),
            cell(crosshair),
        ]);
        figures.push(json!({
            "workload": name, "forall": put, "seconds_with_two_jobs": together, "klee_seconds": klee, "symcc_seconds": symcc,
            "crosshair_seconds": crosshair, "times_as_fast_as_klee": ratio(Some(alone)),
            "times_as_fast_as_klee_with_two_jobs": ratio(together), "paths_a_second": put.paths as f64 / alone,
        }));
    }
    let columns = &[
        " program",
        " verdict",
        "paths",
        "1 job",
        "times KLEE",
        "2 jobs",
        "times KLEE",
        "KLEE",
        "SymCC + QSYM",
        "CrossHair",
    ];
    let mut blocks = vec![Block::Prose(PROSE.into()), Block::Table(Table { columns, rows })];
    if bench.mode == Mode::Full {
        let explored = exploration.put("concrete_mixing")?.seconds;
        let native = natively(bench, "concrete_mixing")?;
        let ratio = explored / native;
        blocks.push(Block::Prose(format!(
            "Code that computes with nothing symbolic (`concrete_mixing`, four megabytes through SHA-256, built as `cargo test` builds it) takes {} where \
             the plain test takes {}: {ratio:.1} times as long. Nine of these times are runs of the plain test on boundary inputs, which come first; \
             what one instrumented run takes is under throughput. KLEE takes 3400 times as long as the native program, SymCC 12 times, CrossHair 650 times.",
            seconds(explored),
            seconds(native),
        )));
        figures.push(json!({ "workload": "concrete_mixing", "seconds": explored, "native_seconds": native, "times_native": ratio }));
    }
    Ok(Section { title: "Workloads of other engines", blocks, figures: Value::Array(figures) })
}

/// Some take a few milliseconds, on machines that are shared: a single time says little.
fn median(bench: &Bench, name: &str, jobs: &str) -> Result<f64> {
    const REPETITIONS: usize = 7;
    let once = |_| Ok(time(bench.explore_once("workloads", &["--jobs", jobs, name])?.put(name)?));
    let mut times = (0..REPETITIONS).map(once).collect::<Result<Vec<f64>>>()?;
    times.sort_by(f64::total_cmp);
    Ok(times[REPETITIONS / 2])
}

/// What is looked for in some is one input; in the others, every path.
fn time(put: &Put) -> f64 {
    put.first_failure_seconds.unwrap_or(put.seconds)
}

/// Seconds that the cases of a test take without the tool.
fn natively(bench: &Bench, name: &str) -> Result<f64> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--lib", "--target-dir"]).arg(bench.target.join("subjects")).arg(name);
    let said = bench.said_in(&bench.subject("workloads"), &["natively", name], &mut cargo)?;
    let text = &said.stdout;
    let told = text.rsplit_once("finished in ").and_then(|(_, rest)| rest.trim().strip_suffix('s'));
    let seconds = told.and_then(|seconds| seconds.parse().ok());
    ensure!(said.code == Some(0) && text.contains(" 1 passed"), "the cases of {name} do not run:\n{text}");
    seconds.with_context(|| format!("the test harness does not say how long it took:\n{text}"))
}

const PROSE: &str = "\
The time is that of exploring every path, after the build, or where there is something to find, to the first failing input; each program is explored by itself,
seven times, and the median counts. The columns of the other engines are not from this run: they were measured once on ports to C and Python, on two cores of a similar
machine, with start-up; `–` stands for more than 120 seconds, and for what was not measured.";
