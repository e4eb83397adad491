//! One file a section of the document.

mod bugs;
mod isolation;
mod peers;
mod put_paper;
mod retrofit;
mod tables;
mod throughput;
mod workloads;
mod xunit;

use crate::bench::Bench;
use anyhow::Result;
use serde_json::Value;

pub struct Section {
    pub title: &'static str,
    pub blocks: Vec<Block>,
    /// The same figures for programs.
    pub figures: Value,
}

pub enum Block {
    Prose(String),
    Table(Table),
}

pub struct Table {
    /// A name that begins with a space is that of a column of text.
    pub columns: &'static [&'static str],
    pub rows: Vec<Vec<String>>,
}

/// They stand in the document in this order.
pub const ALL: &[Entry] = &[
    Entry { name: "put_paper", quick: true, make: put_paper::section },
    Entry { name: "retrofit", quick: true, make: retrofit::section },
    Entry { name: "xunit", quick: true, make: xunit::section },
    Entry { name: "isolation", quick: true, make: isolation::section },
    Entry { name: "peers", quick: true, make: peers::section },
    Entry { name: "bugs", quick: true, make: bugs::section },
    Entry { name: "workloads", quick: true, make: workloads::section },
    Entry { name: "throughput", quick: false, make: throughput::section },
];

pub struct Entry {
    pub name: &'static str,
    /// Whether `--quick` has it, because it comes out the same on every machine.
    pub quick: bool,
    pub make: fn(&Bench) -> Result<Section>,
}
