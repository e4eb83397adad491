//! Small programs that other engines were measured on.

use crate::bench::Bench;
use crate::section::peers::seconds;
use crate::section::{Block, Section, Table};
use anyhow::Result;
use serde_json::{Value, json};

/// Seconds that others take for the same function in C or Python, start-up included. They were measured once, on a machine like the one this was written
/// on; KLEE in its fastest configuration.
struct Workload {
    name: &'static str,
    klee: Option<f64>,
    symcc: Option<f64>,
    crosshair: Option<f64>,
}

const WORKLOADS: [Workload; 12] = [
    workload("quicksort_4", Some(0.15), Some(2.0), Some(0.67)),
    workload("quicksort_5", Some(0.99), Some(11.9), Some(1.8)),
    workload("quicksort_6", Some(12.5), None, Some(15.7)),
    workload("quicksort_7", None, None, None),
    workload("triangle_rules_agree", Some(0.31), Some(6.2), Some(0.82)),
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
        // What is looked for in these two is one input; in the others, every path.
        let time = put.first_failure_seconds.unwrap_or(put.seconds);
        let ratio = klee.map(|klee| klee / time);
        let cell = |time: Option<f64>| time.map_or("–".into(), seconds);
        rows.push(vec![
            format!("`{name}`"),
            put.verdict.clone(),
            put.paths.to_string(),
            seconds(time),
            cell(klee),
            ratio.map_or("–".into(), |ratio| format!("{ratio:.1}")),
            cell(symcc),
            cell(crosshair),
        ]);
        figures.push(json!({
            "workload": name, "forall": put, "klee_seconds": klee, "symcc_seconds": symcc, "crosshair_seconds": crosshair,
            "times_as_fast_as_klee": ratio, "paths_a_second": put.paths as f64 / put.seconds,
        }));
    }
    let columns =
        &[" program", " verdict", "paths", "forall", "KLEE", "times as fast", "SymCC + QSYM", "CrossHair"];
    Ok(Section {
        title: "Workloads of other engines",
        blocks: vec![Block::Prose(PROSE.into()), Block::Table(Table { columns, rows })],
        figures: Value::Array(figures),
    })
}

const PROSE: &str = "\
The time is that of exploring every path with one job, after the build, or where there is something to find, to the first failing input. The columns of the
other engines are not from this run: they were measured once on ports to C and Python, on two cores of a similar machine, with start-up; `–` stands for
more than 120 seconds, and for what was not measured.";
