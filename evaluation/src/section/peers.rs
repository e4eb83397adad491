//! forall and its peers on bugs with narrow triggers, and on some that forall is bad at.

use crate::bench::Bench;
use crate::command::Mode;
use crate::peer::crosshair::CrossHair;
use crate::peer::libfuzzer::LibFuzzer;
use crate::peer::random::{self, Random};
use crate::peer::{self, CAP, Peer, Race, skip};
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

const PACKAGE: &str = "narrow";

/// Name, what it is, and how many branches it has.
const SUBJECTS: [(&str, &str, usize); 10] = [
    ("needle", "arithmetic needle", 3),
    ("magic", "magic string of seven bytes", 3),
    ("checksum", "frame with a checksum", 6),
    ("date", "date validation", 9),
    ("nested", "nested parser state", 10),
    ("triangle", "triangle, one rule forgotten", 6),
    ("quicksort", "quicksort, wrong with equal elements", 5),
    ("list", "array list of capacity zero", 3),
    ("long", "ring, wrong with more than 16 elements", 3),
    ("power", "growth, by the C library's `pow`", 2),
];

pub fn section(bench: &Bench) -> Result<Section> {
    bench.explore(PACKAGE, &[])?;
    let title = "Peers on the same bugs";
    if bench.mode != Mode::Full {
        return Ok(Section { title, blocks: Vec::new(), figures: json!(null) });
    }
    let mut notices = Vec::new();
    let peers = installed(bench, &mut notices);
    let own = bench.results.of("forall", || peer::forall::race(bench, PACKAGE))?;
    let races = SUBJECTS.iter().flat_map(|(name, ..)| peers.iter().map(|peer| (peer.as_ref(), *name)));
    let others = peer::race_all(races.collect(), &bench.results, &mut notices)?;
    let mut others = others.chunks(peers.len().max(1));
    let mut rows = Vec::new();
    for (name, what, branches) in &SUBJECTS {
        let others = others.next().unwrap_or_default();
        let mut races =
            vec![Some(own.get(*name).cloned().with_context(|| format!("{name} was not explored"))?)];
        for tool in &TOOLS[1..] {
            races.push(
                peers.iter().position(|peer| peer.name() == *tool).and_then(|peer| others[peer].clone()),
            );
        }
        rows.push(Row { name, what, outcomes: 2 * branches, races });
    }

    let mut blocks = vec![Block::Prose(PROSE.into())];
    blocks.extend(notices.into_iter().map(Block::Prose));
    for (heading, cell) in [
        ("Time to the first failing input:", Row::time as fn(&Row, &Race) -> String),
        ("Outcomes of branches covered after 1, 10 and 60 seconds:", Row::coverage),
        ("Tests kept:", Row::kept_cases),
    ] {
        blocks.push(Block::Prose(heading.into()));
        blocks.push(Block::Table(table(&rows, cell)));
    }
    blocks.push(Block::Prose(worse(&rows)));
    let figures: Vec<Value> = rows.iter().map(Row::figures).collect();
    Ok(Section { title, blocks, figures: json!({ "cap_seconds": CAP, "subjects": figures }) })
}

const TOOLS: [&str; 5] = ["forall", "proptest", "quickcheck", "libFuzzer", "CrossHair"];

const COLUMNS: [&str; 6] = [" subject", TOOLS[0], TOOLS[1], TOOLS[2], TOOLS[3], TOOLS[4]];

const PROSE: &str = "\
[evaluation/subjects/narrow](../evaluation/subjects/narrow/src), with the same property for every tool. proptest and quickcheck draw values
with their defaults from a fixed seed; libFuzzer is built with the flags of cargo-fuzz and decodes its bytes with `arbitrary`; CrossHair explores a
[port to Python](../evaluation/peers/crosshair/subjects.py) of arbitrary integers and bytes of any length. Every tool has one thread, and two of
them run at the same time; forall runs alone, with `--jobs 1` and its default
bounds (texts of up to 6 bytes for `nested`). Building and starting up are not counted.

A run ends after 60 seconds, or earlier when the tool has failed and has covered everything, or has nothing left to try. Failures are caught and
the search goes on. Coverage is counted alike for all: conditions in the code under test are marked (`branch!`), and an outcome counts once an
input that the tool came up with takes it on a plain run. For forall these are the tests that it keeps, run by `cargo test`; for the others all inputs.
`–` means that none was found.";

/// Those that can be had here.
fn installed(bench: &Bench, notices: &mut Vec<String>) -> Vec<Box<dyn Peer>> {
    let mut peers: Vec<Box<dyn Peer>> = Vec::new();
    match random::build(bench, PACKAGE) {
        Ok(program) => peers.extend(Random::both(&program).map(|random| Box::new(random) as Box<dyn Peer>)),
        Err(error) => skip(notices, &format!("proptest and quickcheck cannot be installed here: {error:#}")),
    }
    match LibFuzzer::install(bench, PACKAGE) {
        Ok(fuzzer) => peers.push(Box::new(fuzzer)),
        Err(error) => skip(notices, &format!("libFuzzer cannot be installed here: {error:#}")),
    }
    match CrossHair::install(bench) {
        Ok(crosshair) => peers.push(Box::new(crosshair)),
        Err(error) => skip(notices, &format!("CrossHair cannot be installed here: {error:#}")),
    }
    peers
}

struct Row {
    name: &'static str,
    what: &'static str,
    outcomes: usize,
    /// In the order of the tools, without those that are not installed.
    races: Vec<Option<Race>>,
}

impl Row {
    /// The tools that took part.
    fn races(&self) -> impl Iterator<Item = (&'static str, &Race)> {
        TOOLS.into_iter().zip(&self.races).filter_map(|(tool, race)| Some((tool, race.as_ref()?)))
    }

    fn figures(&self) -> Value {
        let races: Map<String, Value> =
            self.races().map(|(tool, race)| (tool.to_owned(), json!(race))).collect();
        json!({ "subject": self.name, "outcomes": self.outcomes, "tools": races })
    }

    fn time(&self, race: &Race) -> String {
        race.failed_after.map_or("–".into(), seconds)
    }

    fn coverage(&self, race: &Race) -> String {
        let [first, second, third] = race.covered;
        format!("{first} {second} {third} of {}", self.outcomes)
    }

    fn kept_cases(&self, race: &Race) -> String {
        race.kept.to_string()
    }
}

fn table(rows: &[Row], cell: fn(&Row, &Race) -> String) -> Table {
    let cells = |row: &Row| {
        let cells =
            row.races.iter().map(|race| race.as_ref().map_or("skipped".into(), |race| cell(row, race)));
        std::iter::once(format!("`{}`: {}", row.name, row.what)).chain(cells).collect()
    };
    Table { columns: &COLUMNS, rows: rows.iter().map(cells).collect() }
}

/// Told in words, since a table hides it well: one line for each subject that a peer finds earlier, or covers better.
fn worse(rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for row in rows {
        let Some((_, own)) = row.races().next() else { continue };
        let is_earlier = |theirs: f64| own.failed_after.is_none_or(|ours| theirs < ours);
        let earlier: Vec<String> = row
            .races()
            .filter_map(|(tool, race)| Some((tool, race.failed_after.filter(|theirs| is_earlier(*theirs))?)))
            .map(|(tool, theirs)| format!("{tool} in {}", seconds(theirs)))
            .collect();
        if !earlier.is_empty() {
            let ours = own
                .failed_after
                .map_or("forall does not".into(), |ours| format!("forall in {}", seconds(ours)));
            lines.push(format!("- `{}` is found by {}; {ours}.", row.name, earlier.join(", ")));
        }
        let better: Vec<String> = row
            .races()
            .filter(|(_, race)| race.covered[2] > own.covered[2])
            .map(|(tool, race)| format!("{tool} covers {}", race.covered[2]))
            .collect();
        if !better.is_empty() {
            let (name, covered, all) = (row.name, own.covered[2], row.outcomes);
            lines.push(format!("- Of {all} outcomes in `{name}` {}; forall {covered}.", better.join(", ")));
        }
    }
    format!("Where a peer does better than forall:\n\n{}", lines.join("\n"))
}

/// Two digits that matter.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..0.1 => format!("{:.0} ms", seconds * 1e3),
        ..10.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.0} s"),
    }
}
