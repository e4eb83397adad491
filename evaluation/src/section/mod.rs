//! One file a section of the document.

mod bugs;
mod by_hand;
mod case_studies;
mod cost;
mod isolation;
mod peers;
mod preconditions;
mod put_paper;
mod retrofit;
mod tables;
mod throughput;
mod workloads;
mod xunit;

use crate::bench::Bench;
use crate::forall::Exploration;
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
    Entry { name: "put_paper", small: small("put_paper", "triangle::"), make: put_paper::section },
    Entry { name: "retrofit", small: small("retrofit", "uint_stack::"), make: retrofit::section },
    Entry { name: "xunit", small: small("xunit", "theory::"), make: xunit::section },
    Entry { name: "isolation", small: small("isolation", "tests::"), make: isolation::section },
    Entry {
        name: "preconditions",
        small: small("preconditions --max-runs 3000", "type_support::"),
        make: preconditions::section,
    },
    Entry { name: "peers", small: small("narrow", "date::"), make: peers::section },
    Entry { name: "bugs", small: small("bugs/ipnet_mask_to_prefix", "tests::"), make: bugs::section },
    Entry {
        name: "case_studies",
        small: small("contracts --max-len 3 feeder::session", "feeder::session::contract_of_session_new"),
        make: case_studies::section,
    },
    Entry {
        name: "workloads",
        small: small("workloads --jobs 1 workloads", "workloads::puts::triangle"),
        make: workloads::section,
    },
    Entry { name: "throughput", small: None, make: throughput::section },
];

pub struct Entry {
    pub name: &'static str,
    /// What stands for the section if there is little time; none if nothing of it comes out the same on every machine.
    pub small: Option<Small>,
    pub make: fn(&Bench) -> Result<Section>,
}

/// Some tests of an exploration that the section makes.
pub struct Small {
    /// Its package and arguments.
    pub exploration: &'static str,
    /// The beginning of their names.
    pub tests: &'static str,
}

const fn small(exploration: &'static str, tests: &'static str) -> Option<Small> {
    Some(Small { exploration, tests })
}

impl Small {
    pub fn explore(&self, bench: &Bench) -> Result<Exploration> {
        let package = self.exploration.split(' ').next().unwrap_or_default();
        bench.explore(package, &[self.tests])
    }
}
