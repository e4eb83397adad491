//! The tests of a package under plain `cargo test`: what there is, and how each ends.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A whole program, and a single test of one that did not end, may take so many seconds.
const PROGRAM_SECONDS: &str = "60";
const TEST_SECONDS: &str = "10";
/// Kilobytes of memory that a program may have: a mutant may ask for more and more.
const MEMORY: &str = "6000000";
/// More tests than this are not run one by one when their program does not end.
const SINGLE: usize = 60;

/// Which test it is: the target it stands in (`lib`, `test-it`), and its name under which the harness runs it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TestId {
    pub target: String,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Passed,
    Failed,
    Ignored,
}

/// In a list, since JSON has only texts as keys.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ends(Vec<(TestId, End)>);

impl Ends {
    pub fn by_test(&self) -> BTreeMap<&TestId, End> {
        self.0.iter().map(|(id, end)| (id, *end)).collect()
    }

    pub fn with(&self, wanted: End) -> impl Iterator<Item = &TestId> {
        self.0.iter().filter(move |(_, end)| *end == wanted).map(|(id, _)| id)
    }
}

/// A package, and where it is built.
pub struct Suite<'a> {
    pub package: &'a Path,
    pub target: &'a Path,
}

pub struct Program {
    target: String,
    executable: PathBuf,
}

/// An error of the compiler: the file as seen from the package, the line, and what it says.
#[derive(Clone, Debug)]
pub struct CompilerError {
    pub places: Vec<(PathBuf, usize)>,
    pub message: String,
}

impl Suite<'_> {
    pub fn build(&self) -> Result<Result<Vec<Program>, Vec<CompilerError>>> {
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--no-run", "--tests", "--message-format=json", "--quiet", "--target-dir"]);
        cargo.arg(self.target).current_dir(self.package).stdin(Stdio::null()).stderr(Stdio::null());
        let output = cargo.output().context("cargo cannot be started")?;
        let said = String::from_utf8_lossy(&output.stdout);
        let messages: Vec<Value> = said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if !output.status.success() {
            return Ok(Err(messages.iter().filter_map(compiler_error).collect()));
        }
        Ok(Ok(messages.iter().filter_map(program).collect()))
    }

    /// Stops if it does not build.
    pub fn built(&self) -> Result<Vec<Program>> {
        match self.build()? {
            Ok(programs) => Ok(programs),
            Err(errors) => {
                let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
                bail!("{} does not build: {}", self.package.display(), messages.join("; "))
            }
        }
    }

    pub fn list(&self, programs: &[Program]) -> Result<Vec<TestId>> {
        let mut all = Vec::new();
        for Program { target, executable } in programs {
            let output = Command::new(executable)
                .args(["--list", "--format", "terse"])
                .current_dir(self.package)
                .output()?;
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let names = said.lines().filter_map(|line| line.strip_suffix(": test"));
            all.extend(names.map(|name| TestId { target: target.clone(), name: name.to_owned() }));
        }
        all.sort();
        Ok(all)
    }

    /// Runs all tests. A test that does not end in time fails.
    pub fn run(&self, programs: &[Program]) -> Result<Ends> {
        let mut ends = Vec::new();
        for program in programs {
            let (code, said) = self.limited(program, PROGRAM_SECONDS, &["--test-threads=2"])?;
            let mut known: BTreeMap<String, End> = said.lines().filter_map(told).collect();
            if !matches!(code, Some(0 | 101)) {
                let listed = self.list(std::slice::from_ref(program))?;
                let open: Vec<String> =
                    listed.into_iter().map(|id| id.name).filter(|name| !known.contains_key(name)).collect();
                for (number, name) in open.into_iter().enumerate() {
                    // Of very many, the rest is taken to fail like the first.
                    let passes = number < SINGLE
                        && self.limited(program, TEST_SECONDS, &["--exact", &name])?.0 == Some(0);
                    known.insert(name, if passes { End::Passed } else { End::Failed });
                }
            }
            let target = &program.target;
            ends.extend(known.into_iter().map(|(name, end)| (TestId { target: target.clone(), name }, end)));
        }
        Ok(Ends(ends))
    }

    fn limited(&self, program: &Program, seconds: &str, arguments: &[&str]) -> Result<(Option<i32>, String)> {
        let script = format!("ulimit -v {MEMORY}; exec timeout --kill-after=5 {seconds} \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh"]).arg(&program.executable).args(arguments);
        command.current_dir(self.package).env("RUST_BACKTRACE", "0").env("CARGO_MANIFEST_DIR", self.package);
        let output = command.stdin(Stdio::null()).output().context("sh cannot be started")?;
        Ok((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

/// What a line of the harness says of a test.
fn told(line: &str) -> Option<(String, End)> {
    let (name, end) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let end = match end {
        "ok" => End::Passed,
        "FAILED" => End::Failed,
        _ if end.starts_with("ignored") => End::Ignored,
        _ => return None,
    };
    Some((name.strip_suffix(" - should panic").unwrap_or(name).to_owned(), end))
}

fn program(message: &Value) -> Option<Program> {
    let executable = PathBuf::from(message["executable"].as_str()?);
    let target = &message["target"];
    if message["profile"]["test"] != true {
        return None;
    }
    let label = match (target["kind"][0].as_str()?, target["name"].as_str()?) {
        (kind @ ("bin" | "test" | "example" | "bench"), name) => format!("{kind}-{name}"),
        _ => "lib".into(),
    };
    Some(Program { target: label, executable })
}

fn compiler_error(message: &Value) -> Option<CompilerError> {
    let message = &message["message"];
    if message["level"] != "error" {
        return None;
    }
    let mut places = Vec::new();
    for span in message["spans"].as_array()? {
        add_places(span, &mut places);
    }
    Some(CompilerError { places, message: message["message"].as_str()?.to_owned() })
}

/// Of a place in a macro, also where it is used.
fn add_places(span: &Value, places: &mut Vec<(PathBuf, usize)>) {
    if let (Some(file), Some(line)) = (span["file_name"].as_str(), span["line_start"].as_u64()) {
        places.push((file.into(), line as usize));
    }
    if span["expansion"].is_object() {
        add_places(&span["expansion"]["span"], places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_harness_tell_how_tests_end() {
        assert_eq!(told("test a::b ... ok"), Some(("a::b".into(), End::Passed)));
        assert_eq!(told("test a - should panic ... FAILED"), Some(("a".into(), End::Failed)));
        assert_eq!(told("test a ... ignored, slow"), Some(("a".into(), End::Ignored)));
        assert_eq!(told("test result: ok. 1 passed"), None);
    }
}
