//! Two programs with contracts: each contract explored, and each failure judged.

use crate::bench::Bench;
use crate::command::Mode;
use crate::forall::Put;
use crate::section::cost::{self, Cost};
use crate::section::{Block, Section, Table};
use anyhow::{Context, Result, ensure};
use serde_json::json;

const OPENING: &str = "\
A stack calculator and a framework that sends events, with contracts ([contracts](../evaluation/subjects/contracts/src)), after the descriptions of
the case studies *StackCalc* and *StreamingFeeder* of a dissertation on test data from contracts (Galler, 2011). The second
was never published, so figures there are those of another program. `cargo forall` explores every function that has a contract, and no test was written
for this. Lists and texts have at most as many elements as
the table says. [counted.rs](../evaluation/subjects/contracts/src/counted.rs) counts both programs: the calculator has 42 preconditions and 69
postconditions (52 and 69 in the dissertation), the framework 64 and 102 (48 and 125 in another program).";

const JUDGED: &str = "\
Every failure was judged by hand. All of them are weaknesses that the programs have on purpose (the comments of their modules say which), and none
of those is missed; no failure is a false alarm:";

/// The modules, and the greatest length at which they are explored in full.
const MODULES: [(&str, &str); 14] = [
    ("stack_calc::stack", "3"),
    ("stack_calc::operators", "3"),
    ("stack_calc::factory", "3"),
    ("stack_calc::number", "3"),
    ("stack_calc::console", "1"),
    ("stack_calc::controller", "2"),
    ("feeder::address", "3"),
    ("feeder::event", "1"),
    ("feeder::field", "3"),
    ("feeder::filter", "1"),
    ("feeder::queue", "3"),
    ("feeder::retry", "3"),
    ("feeder::sender", "1"),
    ("feeder::session", "3"),
];

/// A weakness on purpose, and the contract whose test finds it.
const WEAKNESSES: [(&str, &str); 12] = [
    (
        "stack_calc::operators::contract_of_divide_apply",
        "`i64::MIN / -1` is forgotten; the postcondition divides, too, and is blamed",
    ),
    ("stack_calc::operators::contract_of_remainder_apply", "`i64::MIN % -1` is forgotten"),
    ("stack_calc::operators::contract_of_absolute_apply", "the result is said not to be negative"),
    ("stack_calc::controller::contract_of_controller_redo", "it does not require what it needs"),
    ("stack_calc::console::contract_of_console_show", "the title takes a line, too"),
    ("feeder::address::contract_of_channel_new", "a weak constructor"),
    ("feeder::address::contract_of_address_new", "a weak constructor"),
    ("feeder::retry::contract_of_period_new", "a weak constructor"),
    ("feeder::retry::contract_of_retry_new", "a weak constructor"),
    ("feeder::session::contract_of_session_new", "a weak constructor"),
    ("feeder::queue::contract_of_queue_put", "a capacity that the contract does not mention"),
    ("feeder::sender::contract_of_feeder_flush", "it stops at the first event of another session"),
];

pub fn section(bench: &Bench) -> Result<Section> {
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    let mut figures = Vec::new();
    for (module, length) in MODULES {
        let exploration = bench.explore("contracts", &["--max-len", length, module])?;
        let puts = &exploration.puts;
        let count = |word: &str| puts.iter().filter(|put| put.verdict.word() == word).count();
        rows.push(vec![
            format!("`{module}`"),
            length.to_owned(),
            puts.len().to_string(),
            count("proved").to_string(),
            count("failed").to_string(),
            count("incomplete").to_string(),
            puts.iter().map(|put| put.paths).sum::<u64>().to_string(),
            format!("{:.1} s", puts.iter().map(|put| put.seconds).sum::<f64>()),
        ]);
        failed.extend(puts.iter().filter(|put| !put.failures.is_empty()).cloned());
        figures.push(json!({ "module": module, "max_len": length, "puts": puts }));
    }
    let columns = &[
        " module",
        "lengths",
        "contracts",
        "proved",
        "failed",
        "incomplete",
        "paths",
        "time, one after the other",
    ];
    let mut blocks = vec![
        Block::Prose(OPENING.into()),
        Block::Table(Table { columns, rows }),
        Block::Prose(JUDGED.into()),
        Block::Table(judged(&failed)?),
    ];
    if bench.mode == Mode::Full {
        let costs = cost::of_tests(bench, "contracts", &["1", "300"])?;
        let [once, often] = &costs[..] else { unreachable!("two numbers of rounds") };
        blocks.push(Block::Prose(said_of_cost(once, often)));
        let figure = |it: &Cost| json!({ "checked_seconds": it.checked, "plain_seconds": it.plain, "ratio": it.ratio() });
        figures.push(json!({ "cost": { "once": figure(once), "three_hundred_times": figure(often) } }));
    }
    Ok(Section { title: "Case studies with contracts", blocks, figures: json!(figures) })
}

fn said_of_cost(once: &Cost, often: &Cost) -> String {
    format!(
        "The ordinary tests of both programs take {:.1} ms with all contracts checked, and {:.1} ms in a build without contracts: {:.1} times as long, the start of \
         the program included. If every test does its work three hundred times, so that nothing but the calls counts, it is {:.0} ms and {:.0} ms: {:.0} times \
         as long. Both programs are built as `cargo test` builds them; medians of runs in turns.",
        once.checked * 1e3,
        once.plain * 1e3,
        once.ratio(),
        often.checked * 1e3,
        often.plain * 1e3,
        often.ratio(),
    )
}

/// Each failure beside the weakness that it shows. There is none without the other.
fn judged(failed: &[Put]) -> Result<Table> {
    let mut rows = Vec::new();
    for (test, weakness) in WEAKNESSES {
        let put = failed.iter().find(|put| put.name_in_crate() == test);
        let put = put.with_context(|| format!("{test} does not fail, although {weakness}"))?;
        let failure = put.failures.first().context("it failed")?;
        rows.push(vec![format!("`{test}`"), weakness.to_owned(), failure.message.clone()]);
    }
    for put in failed {
        let is_known = WEAKNESSES.iter().any(|(test, _)| *test == put.name_in_crate());
        ensure!(is_known, "{} fails, and nobody judged that", put.name_in_crate());
    }
    Ok(Table { columns: &[" contract", " weakness on purpose", " what is said"], rows })
}
