//! Historic bugs of published crates, in the versions that have them.

use crate::bench::Bench;
use crate::command::Mode;
use crate::forall::{Exploration, Put};
use crate::parallel;
use crate::peer::random::{self, LIBRARIES, Random};
use crate::peer::{self, CAP, Peer, Race, skip};
use crate::section::peers::seconds;
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result};
use forall_report::Verdict;
use serde_json::{Value, json};

/// Package, and what is wrong.
const BUGS: [(&str, &str); 12] = [
    ("bitreader_read_i64", "bitreader 0.3.7: reading 64 bits as `i64` shifts too far"),
    ("fraction_floor", "fraction 0.13.0: `floor` of negative fractions rounds up"),
    ("integer_encoding_decode", "integer-encoding 1.0.3: decoding shifts too far when eleven bytes go on"),
    ("ipnet_mask_to_prefix", "ipnet 2.7.0: the mask of all ones shifts too far"),
    ("ipnetwork_size", "ipnetwork 0.20.0: the size of the whole network overflows"),
    ("jiff_date_new", "jiff 0.2.20: day 0 is a date"),
    ("json_number_i64", "json 0.12.4: a number of `i64::MIN` overflows"),
    ("num_integer_is_multiple_of", "num-integer 0.1.44: multiples of zero divide by it"),
    ("num_integer_lcm", "num-integer 0.1.39: the least common multiple of zeros divides by zero"),
    ("petgraph_graphmap_remove_node", "petgraph 0.5.1: a removed node leaves edges behind"),
    ("rangemap_partial_eq", "rangemap 1.3.0: maps of different ranges are equal"),
    ("rust_decimal_to_i64", "rust_decimal 1.22.0: `i64::MIN` does not come back"),
];

/// What is tried when the default bounds are too narrow.
const WIDER: [&str; 2] = ["--max-len", "12"];

/// Those whose exploration ends because nothing is left, not because of the time: the same on every machine.
const EXHAUSTED: [&str; 7] = [
    "bitreader_read_i64",
    "ipnet_mask_to_prefix",
    "ipnetwork_size",
    "jiff_date_new",
    "json_number_i64",
    "rangemap_partial_eq",
    "rust_decimal_to_i64",
];

pub fn section(bench: &Bench) -> Result<Section> {
    let title = "Historic bugs of published crates";
    if bench.mode != Mode::Full {
        for package in EXHAUSTED {
            bench.explore(&format!("bugs/{package}"), &[])?;
        }
        return Ok(Section { title, blocks: Vec::new(), figures: Value::Null });
    }
    let mut bugs = parallel::map(BUGS.to_vec(), |(package, what)| Bug::explore(bench, package, what))?;
    let notices = race(bench, &mut bugs)?;

    let sum = sum(&bugs)?;
    let rows = bugs.iter().map(Bug::row).collect::<Result<_>>()?;
    let mut blocks = vec![Block::Prose(PROSE.into())];
    blocks.extend(notices.into_iter().map(Block::Prose));
    blocks.extend([Block::Table(Table { columns: &COLUMNS, rows }), Block::Prose(sum)]);
    let figures: Vec<Value> = bugs.iter().map(Bug::figures).collect::<Result<_>>()?;
    Ok(Section { title, blocks, figures: json!({ "cap_seconds": CAP, "bugs": figures }) })
}

/// Who finds how many, and who is earlier than forall.
fn sum(bugs: &[Bug]) -> Result<String> {
    let (mut by_default, mut found, mut earlier) = (0, [0; 2], [0; 2]);
    for bug in bugs {
        let (own, is_default) = bug.own()?;
        by_default += usize::from(is_default);
        for (library, race) in bug.random.iter().enumerate() {
            let Some(theirs) = race.as_ref().and_then(|race| race.failed_after) else { continue };
            found[library] += 1;
            earlier[library] += usize::from(own.first_failure_seconds.is_none_or(|ours| theirs < ours));
        }
    }
    let mut text = format!("Of {} bugs, forall finds {by_default} at its default bounds", bugs.len());
    for (library, name) in LIBRARIES.iter().enumerate() {
        text += &format!(", {name} {} ({} of them earlier than forall)", found[library], earlier[library]);
    }
    Ok(text + ".")
}

const PROSE: &str = "\
[evaluation/subjects/bugs](../evaluation/subjects/bugs): a property each that a published crate violated. The time is that to the first failing input, which for
forall the plain build confirmed; proptest and quickcheck look for it for at most 60 seconds, from a fixed seed. Building is not counted.
Two of them are explored at the same time.";

const COLUMNS: [&str; 7] =
    [" bug", " verdict", "forall", " failing input", "proptest", "quickcheck", "exploring to the end"];

struct Bug {
    package: &'static str,
    what: &'static str,
    default: Exploration,
    wider: Option<Exploration>,
    /// In the order of the libraries, without what could not be run.
    random: Vec<Option<Race>>,
}

impl Bug {
    fn explore(bench: &Bench, package: &'static str, what: &'static str) -> Result<Bug> {
        let explore = |arguments: &[&str]| {
            bench.explore_once(&format!("bugs/{package}"), &[&["--jobs", "1"], arguments].concat())
        };
        let default = explore(&[])?;
        let found = single(&default)?.verdict == Verdict::Failed;
        let wider = if found { None } else { Some(explore(&WIDER)?) };
        Ok(Bug { package, what, default, wider, random: Vec::new() })
    }

    /// What found it, and whether that were the default bounds.
    fn own(&self) -> Result<(&Put, bool)> {
        let put = single(&self.default)?;
        match &self.wider {
            Some(wider) if single(wider)?.verdict == Verdict::Failed => Ok((single(wider)?, false)),
            _ => Ok((put, put.verdict == Verdict::Failed)),
        }
    }

    fn row(&self) -> Result<Vec<String>> {
        let default = single(&self.default)?;
        let (own, by_default) = self.own()?;
        let mut verdict = match default.verdict {
            Verdict::Failed => "FAILED".to_owned(),
            verdict => verdict.word().to_owned(),
        };
        let bounds = default.assumptions.bounds();
        if !bounds.is_empty() {
            verdict = format!("{verdict} for {}", bounds.join(", "));
        }
        if own.verdict == Verdict::Failed && !by_default {
            verdict = format!("{verdict}; FAILED with `{}`", WIDER.join(" "));
        }
        let time = |time: Option<f64>| time.map_or("–".into(), seconds);
        let random = |library: usize| match self.random.get(library) {
            Some(Some(race)) => time(race.failed_after),
            _ => "skipped".into(),
        };
        let input = own.failures.first().map_or("–".into(), |failure| format!("`{}`", failure.arguments));
        Ok(vec![
            self.what.into(),
            verdict,
            time(own.first_failure_seconds),
            input,
            random(0),
            random(1),
            seconds(own.seconds),
        ])
    }

    fn figures(&self) -> Result<Value> {
        let random: Vec<Value> = LIBRARIES
            .iter()
            .zip(&self.random)
            .map(|(library, race)| json!({ "tool": library, "race": race }))
            .collect();
        let (own, by_default) = self.own()?;
        Ok(json!({ "bug": self.package, "forall": own, "default_bounds": by_default, "peers": random }))
    }
}

/// Runs the libraries on every bug; gives a notice for each that cannot be built with them.
fn race(bench: &Bench, bugs: &mut [Bug]) -> Result<Vec<String>> {
    let mut notices = Vec::new();
    let mut programs = Vec::new();
    for bug in bugs.iter_mut() {
        match random::build(bench, &format!("bugs/{}", bug.package)) {
            Ok(program) => programs.push((bug, Random::both(&program))),
            Err(error) => {
                skip(&mut notices, &format!("proptest and quickcheck on `{}`: {error:#}", bug.package));
            }
        }
    }
    let races =
        programs.iter().flat_map(|(bug, both)| both.iter().map(|peer| (peer as &dyn Peer, bug.package)));
    let races = peer::race_all(races.collect(), &bench.results, &mut notices)?;
    for ((bug, _), races) in programs.into_iter().zip(races.chunks(LIBRARIES.len())) {
        bug.random = races.to_vec();
    }
    Ok(notices)
}

/// Each of these packages has one test.
fn single(exploration: &Exploration) -> Result<&Put> {
    exploration.puts.first().with_context(|| format!("{} has no test", exploration.package))
}
