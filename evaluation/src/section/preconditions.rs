//! The precondition benchmarks of a survey of seven tools, as contracts.

use crate::bench::Bench;
use crate::forall::{Exploration, Put};
use crate::section::{Block, Section, Table};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// The tools of the survey, in the order of the columns.
const TOOLS: [&str; 7] = ["Jtest", "C++test", "AgitarOne", "AutoTest", "CodePro", "RANDOOP", "Pex"];

/// A benchmark: what is required, the function that requires it, and which tools passed, in the order of `TOOLS`: `y` and `n`, and `-` where the survey
/// could not try it.
struct Benchmark {
    required: &'static str,
    function: &'static str,
    passed: &'static str,
}

const fn benchmark(required: &'static str, function: &'static str, passed: &'static str) -> Benchmark {
    Benchmark { required, function, passed }
}

/// Tables 2.3 and 2.4; the results of tables 2.7, 2.10, 2.16, 2.19 and 2.22. Of AgitarOne and Pex the text says that they passed all.
const BENCHMARKS: [Benchmark; 27] = [
    benchmark("`a = true`", "type_support::boolean_constant", "yyyyyyy"),
    benchmark("`a = b`", "type_support::boolean_linear", "yyyyyyy"),
    benchmark("`a != false`", "type_support::boolean_inequality", "yyyyyyy"),
    benchmark("`a = 'b'`", "type_support::character_constant", "yyynyny"),
    benchmark("`a > 'b'`", "type_support::character_inequality", "yyyyyny"),
    benchmark("`a = 3`", "type_support::integer_constant", "yyyyyyy"),
    benchmark("`a = 3 + 5`", "type_support::integer_linear", "yyyyyny"),
    benchmark("`a = 3 * 5`", "type_support::integer_non_linear", "yyynyny"),
    benchmark("`a > 5`", "type_support::integer_inequality", "yyyyyyy"),
    benchmark("`a = 3.2f`", "type_support::float_constant", "yyynyny"),
    benchmark("`a = 3.2f + 5.1f`", "type_support::float_linear", "yyynyny"),
    benchmark("`a = 3.2f * 5.1f`", "type_support::float_non_linear", "yyynyny"),
    benchmark("`a > 5.1f`", "type_support::float_inequality", "yyyynyy"),
    benchmark("`a = 3.2d`", "type_support::double_constant", "yyynyny"),
    benchmark("`a = 3.2d + 5.1d`", "type_support::double_linear", "yyynyny"),
    benchmark("`a = 3.2d * 5.1d`", "type_support::double_non_linear", "yyynyny"),
    benchmark("`a > 3.2d`", "type_support::double_inequality", "yyyynyy"),
    benchmark("`a = \"abcd\"`", "type_support::string_constant", "yyynyny"),
    benchmark("`a != null && a.matches(\"[a-z][0-9]+\")`", "type_support::string_linear", "y-y-yny"),
    benchmark("`a != null && a != \"\" && a != \"abcd\"`", "type_support::string_inequality", "yyyynyy"),
    benchmark("`b != null && b.Length = a && a > 32`", "structural::parameter_dependencies", "ynynyny"),
    benchmark("`a = null`", "structural::null_object", "ynyyyyy"),
    benchmark("`a != null && a.Count >= 2`", "structural::object_type", "yyynnyy"),
    benchmark("`a != null && a.length > 2 && a[1] = 1`", "structural::array_type", "ynyyyyy"),
    benchmark(
        "`a != null && a.Count = 2 && ∀ s ∈ a : s = \"abc\"`",
        "structural::forall_quantifier",
        "nnynnny",
    ),
    benchmark(
        "`a != null && a.Count = 2 && ∃ s ∈ a : s = \"abc\"`",
        "structural::exists_quantifier",
        "nnynnny",
    ),
    benchmark("a scalene triangle", "structural::scalene_triangle", "nnynnny"),
];

const OPENING: &str = "\
The preconditions with which section 2.3 of seed 002 compares seven tools that generate tests, as contracts
([preconditions](../evaluation/subjects/preconditions/src)), which were written before anything was tried on them. A tool passes if it calls the function with arguments that
satisfy what is required: a meaningful test. The seed speaks of 31 benchmarks; its tables print 27, and all of these are here. The columns of the seven tools are taken
from the seed, and show these tools as they were in 2010; `–` is what it could not try. Of AgitarOne and Pex its text says that they pass all. What may be `null` there is an `Option` here; the stack derives `Input`, so it is drawn as its
field is. Texts and lists have at most 8 elements, and a test is run at most 3000 times.";

const CLOSING: &str = "\
A text for *`b.Length = a && a > 32`* is longer than the default bound. No input within the bound satisfies it, so longer ones are sought, and the test stays `incomplete`. The tests
of the two quantifiers stay so, too: not all lists of texts can be tried.";

pub fn section(bench: &Bench) -> Result<Section> {
    let exploration = bench.explore("preconditions", &["--max-runs", "3000"])?;
    ensure!(exploration.puts.len() == BENCHMARKS.len(), "{} functions were explored", exploration.puts.len());
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    for benchmark in &BENCHMARKS {
        let (row, figure) = benchmark.row(&exploration)?;
        rows.push(row);
        figures.push(figure);
    }
    rows.push(total(&exploration)?);
    let columns = &[
        " required",
        " forall",
        " verdict",
        " Jtest",
        " C++test",
        " AgitarOne",
        " AutoTest",
        " CodePro",
        " RANDOOP",
        " Pex",
    ];
    Ok(Section {
        title: "Preconditions that seven tools were compared with",
        blocks: vec![
            Block::Prose(OPENING.into()),
            Block::Table(Table { columns, rows }),
            Block::Prose(CLOSING.into()),
        ],
        figures: json!({ "benchmarks": figures }),
    })
}

impl Benchmark {
    fn put<'e>(&self, exploration: &'e Exploration) -> Result<&'e Put> {
        let (module, name) = self.function.split_once("::").unwrap_or(("", self.function));
        exploration.put(&format!("{module}::contract_of_{name}"))
    }

    fn row(&self, exploration: &Exploration) -> Result<(Vec<String>, Value)> {
        let put = self.put(exploration)?;
        let with = put.verdict();
        let mut row = vec![self.required.to_owned(), sign(passes(put)).to_owned(), with];
        row.extend(self.passed.chars().map(|passed| match passed {
            'y' => sign(true).to_owned(),
            'n' => sign(false).to_owned(),
            _ => "–".to_owned(),
        }));
        let of_tools: Value = TOOLS
            .iter()
            .zip(self.passed.chars())
            .map(|(tool, passed)| ((*tool).to_owned(), json!(passed)))
            .collect();
        let figure =
            json!({ "required": self.required, "put": put, "passes": passes(put), "seed": of_tools });
        Ok((row, figure))
    }
}

/// Some input satisfies what is required, and the function returns.
fn passes(put: &Put) -> bool {
    put.cases > 0 && put.failures.is_empty()
}

fn sign(passes: bool) -> &'static str {
    if passes { "yes" } else { "no" }
}

/// How many each passes, of those that it was tried on.
fn total(exploration: &Exploration) -> Result<Vec<String>> {
    let mut passed = 0;
    for benchmark in &BENCHMARKS {
        passed += usize::from(passes(benchmark.put(exploration)?));
    }
    let mut row = vec!["all".to_owned(), format!("{passed} of {}", BENCHMARKS.len()), String::new()];
    for tool in 0..TOOLS.len() {
        let of_tool =
            |is: char| BENCHMARKS.iter().filter(|it| it.passed.chars().nth(tool) == Some(is)).count();
        row.push(format!("{} of {}", of_tool('y'), BENCHMARKS.len() - of_tool('-')));
    }
    Ok(row)
}
