//! How quick forall is, and what it costs: what the benchmarks of the crates print, put together.

use crate::bench::Bench;
use crate::results::Said;
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::Command;

pub fn section(bench: &Bench) -> Result<Section> {
    let rates = Rates { runs: bench.runs_a_second()?, queries: bench.queries()?, growth: bench.growth()? };
    let overheads = bench.overheads()?;
    let mut blocks = vec![Block::Prose(PROSE.into())];
    blocks.extend(rates.blocks()?);
    blocks.extend(overhead_blocks(&overheads));
    let figures = json!({
        "runs_a_second": rates.runs,
        "queries": rates.queries.iter().map(Queries::figures).collect::<Vec<_>>(),
        "growth": rates.growth.iter().map(|row| row.figures(&rates.growth)).collect::<Vec<_>>(),
        "overhead": overheads.iter().map(Overhead::figures).collect::<Vec<_>>(),
    });
    Ok(Section { title: "Throughput and overhead", blocks, figures })
}

const PROSE: &str = "\
What `cargo bench` and `crates/forall-solver/measure` print, from this run. Absolute times belong to the machine; the ratios are of figures taken one after
the other on it.";

struct Rates {
    /// Of a test that does next to nothing, without a search around it.
    runs: f64,
    queries: Vec<Queries>,
    growth: Vec<Growth>,
}

impl Rates {
    fn blocks(&self) -> Result<Vec<Block>> {
        Ok(vec![
            Block::Table(self.rates()?),
            Block::Prose("The solver, asked again what it was asked in explorations:".into()),
            Block::Table(self.solver()),
            Block::Prose("The same test with more and more paths; memory is what it takes above that of the first row:".into()),
            Block::Table(self.growth()?),
        ])
    }

    fn rates(&self) -> Result<Table> {
        let all = self.queries.iter().find(|queries| queries.recording == "all");
        let queries = all.context("the solver's figures have a sum")?;
        let most = self.growth.last().context("the figures of growth")?;
        let bare = 1.0 / self.runs;
        let explorations = self.queries.len() - 1;
        let rows = vec![
            vec![
                "runs of a test that does next to nothing".into(),
                format!("{:.0}", self.runs),
                format!("{:.0} µs", bare * 1e6),
                "1.0".into(),
            ],
            vec![
                format!("paths explored, of a test with {}", most.paths),
                format!("{:.0}", most.paths as f64 / most.seconds),
                format!("{:.0} µs", most.each() * 1e6),
                format!("{:.1}", most.each() / bare),
            ],
            vec![
                format!("queries answered, of {} recorded in {explorations} explorations", queries.asked),
                format!("{:.0}", queries.rate()),
                format!("{:.0} µs", 1e6 / queries.rate()),
                format!("{:.1}", self.runs / queries.rate()),
            ],
        ];
        Ok(Table { columns: &[" what", "a second", "each", "times a bare run"], rows })
    }

    fn solver(&self) -> Table {
        let rows = self.queries.iter().map(|row| {
            vec![
                format!("`{}`", row.recording),
                row.asked.to_string(),
                format!("{:.1} ms", row.milliseconds),
                format!("{:.0}", row.rate()),
            ]
        });
        Table { columns: &[" exploration", "queries", "time", "queries a second"], rows: rows.collect() }
    }

    fn growth(&self) -> Result<Table> {
        let first = self.growth.first().context("the figures of growth")?;
        let rows = self.growth.iter().map(|row| {
            vec![
                row.paths.to_string(),
                format!("{:.3} s", row.seconds),
                format!("{:.0}", row.paths as f64 / row.seconds),
                format!("{:.0} µs", row.each() * 1e6),
                format!("{:.2}", row.each() / first.each()),
                row.bytes.map_or("–".into(), |bytes| format!("{bytes:.0}")),
            ]
        });
        let columns =
            &["paths", "time", "paths a second", "time a path", "times the first row's", "bytes a path"];
        Ok(Table { columns, rows: rows.collect() })
    }
}

/// The queries of one exploration, asked again.
struct Queries {
    recording: String,
    asked: u64,
    milliseconds: f64,
}

impl Queries {
    fn rate(&self) -> f64 {
        self.asked as f64 / self.milliseconds * 1e3
    }

    fn figures(&self) -> Value {
        let (recording, asked, milliseconds) = (&self.recording, self.asked, self.milliseconds);
        json!({ "recording": recording, "queries": asked, "milliseconds": milliseconds, "a_second": self.rate() })
    }
}

struct Growth {
    paths: u64,
    seconds: f64,
    bytes: Option<f64>,
}

impl Growth {
    fn each(&self) -> f64 {
        self.seconds / self.paths as f64
    }

    fn figures(&self, all: &[Growth]) -> Value {
        let ratio = all.first().map(|first| self.each() / first.each());
        json!({ "paths": self.paths, "seconds": self.seconds, "paths_a_second": 1.0 / self.each(), "times_first": ratio, "bytes_a_path": self.bytes })
    }
}

/// What instrumentation costs, at one level of optimisation.
struct Overhead {
    opt_level: String,
    /// Seconds of building after a change: plain, and instrumented.
    build: [f64; 2],
    /// Name, and nanoseconds: native, and explored.
    work: Vec<(String, [f64; 2])>,
}

impl Overhead {
    fn figures(&self) -> Value {
        let work = self.work.iter().map(|(name, [native, explored])| {
            json!({ "work": name, "native_ns": native, "explored_ns": explored, "ratio": explored / native })
        });
        let [plain, instrumented] = self.build;
        json!({
            "opt_level": self.opt_level,
            "build": { "plain_seconds": plain, "instrumented_seconds": instrumented, "ratio": instrumented / plain },
            "work": work.collect::<Vec<_>>(),
        })
    }
}

fn overhead_blocks(overheads: &[Overhead]) -> Vec<Block> {
    let ratio = |[one, other]: [f64; 2]| format!("{:.2}", other / one);
    let work = overheads.iter().flat_map(|overhead| {
        overhead.work.iter().map(move |(name, times)| {
            let [native, explored] = times.map(|time| format!("{:.2} ms", time / 1e6));
            vec![format!("`{name}`"), overhead.opt_level.clone(), native, explored, ratio(*times)]
        })
    });
    let columns = &[" work", "opt-level", "native", "under exploration", "ratio"];
    let work = Table { columns, rows: work.collect() };
    let builds = overheads.iter().map(|overhead| {
        let [plain, instrumented] = overhead.build.map(|time| format!("{time:.2} s"));
        vec![overhead.opt_level.clone(), plain, instrumented, ratio(overhead.build)]
    });
    let columns = &["opt-level", "`cargo test --no-run`", "with instrumentation", "ratio"];
    let builds = Table { columns, rows: builds.collect() };
    vec![
        Block::Prose(
            "Code that no input reaches, against native. (On mixing like this, 4 MiB through SHA-256, KLEE was measured at 3400, CrossHair at \
             650, SymCC at 12 times native.)"
                .into(),
        ),
        Block::Table(work),
        Block::Prose("Building after a change. `cargo forall` does both; this is the instrumented build alone:".into()),
        Block::Table(builds),
    ]
}

impl Bench {
    /// In the longest series, which is how most runs are made.
    fn runs_a_second(&self) -> Result<f64> {
        let printed = self.cargo_bench("forall-runtime", "runs", &[])?;
        let line = printed.lines().filter_map(|line| line.strip_suffix(" runs a second")).next_back();
        let rate = line.and_then(|line| line.rsplit_once(": ")?.1.parse().ok());
        rate.with_context(|| format!("no rate in {printed}"))
    }

    fn queries(&self) -> Result<Vec<Queries>> {
        let mut cargo = Command::new("cargo");
        cargo
            .args(["run", "--release", "--no-default-features", "--target-dir"])
            .arg(self.target.join("measure"));
        let printed =
            self.printed(cargo.current_dir(self.repository.join("crates/forall-solver/measure")))?;
        // The first line names the columns.
        let rows = printed.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
        let queries: Vec<Queries> = rows
            .filter_map(|row| match row[..] {
                [recording, asked, milliseconds] => Some(Queries {
                    recording: recording.to_owned(),
                    asked: asked.parse().ok()?,
                    milliseconds: milliseconds.parse().ok()?,
                }),
                _ => None,
            })
            .collect();
        ensure!(!queries.is_empty(), "no figures in {printed}");
        Ok(queries)
    }

    fn growth(&self) -> Result<Vec<Growth>> {
        let printed = self.cargo_bench("cargo-forall", "exploration", &["growth"])?;
        let rows = printed.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let growth: Vec<Growth> = rows
            .filter_map(|row| match row[..] {
                [_, paths, seconds, _, bytes] => {
                    let bytes = bytes.parse().ok().filter(|bytes: &f64| bytes.is_finite());
                    Some(Growth { paths: paths.parse().ok()?, seconds: seconds.parse().ok()?, bytes })
                }
                _ => None,
            })
            .collect();
        ensure!(!growth.is_empty(), "no figures in {printed}");
        Ok(growth)
    }

    fn overheads(&self) -> Result<Vec<Overhead>> {
        let printed = self.cargo_bench("cargo-forall", "overhead", &[])?;
        let mut overheads: Vec<Overhead> = Vec::new();
        for line in printed.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match (&words[..], overheads.last_mut()) {
                (["opt-level", opt_level], _) => overheads.push(Overhead {
                    opt_level: (*opt_level).to_owned(),
                    build: [f64::NAN; 2],
                    work: Vec::new(),
                }),
                (
                    [
                        "build",
                        "after",
                        "a",
                        "change:",
                        "plain",
                        plain,
                        "s,",
                        "instrumented",
                        instrumented,
                        ..,
                    ],
                    Some(last),
                ) => {
                    last.build = [plain.parse()?, instrumented.parse()?];
                }
                ([name, native, explored, _], Some(last)) => {
                    // The first such line names the columns.
                    if let (Ok(native), Ok(explored)) = (native.parse(), explored.parse()) {
                        last.work.push(((*name).to_owned(), [native, explored]));
                    }
                }
                _ => {}
            }
        }
        ensure!(overheads.iter().any(|overhead| !overhead.work.is_empty()), "no figures in {printed}");
        Ok(overheads)
    }

    fn cargo_bench(&self, package: &str, name: &str, arguments: &[&str]) -> Result<String> {
        let mut cargo = Command::new("cargo");
        cargo.args(["bench", "--package", package, "--bench", name, "--target-dir"]).arg(&self.target);
        self.printed(cargo.arg("--").args(arguments).current_dir(&self.repository))
    }

    fn printed(&self, command: &mut Command) -> Result<String> {
        self.results.of(&format!("{command:?}"), || {
            eprintln!("  {command:?}");
            let said = Said::by(command)?;
            ensure!(said.code == Some(0), "{command:?}: {}", said.stderr);
            Ok(said.stdout)
        })
    }
}
