//! The promise to users: nobody is worse off for having run the tool.
//!
//! After an exploration, plain `cargo test` and nextest compile without a new warning and fail exactly on the cases of FAILED tests, in any
//! order, again and again; a second exploration changes no byte; `--check` agrees; no failure that was visible before is hidden.

use crate::fixture::{Fixture, Report};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Output};

/// Names of tests without their crate, and how often they occur: several targets may have the same.
type Names = BTreeMap<String, usize>;

/// A case that takes longer than the tool waits for it does not end.
const PATIENCE: &str = "timeout 6";

/// How a package is explored.
#[derive(Clone, Copy, Default)]
pub struct Asked<'a> {
    /// Flags that `cargo test` has, too.
    pub selection: &'a [&'a str],
    /// All others.
    pub bounds: &'a [&'a str],
}

/// What an exploration said, and in which ways the promise was broken.
pub struct PromiseCheck {
    pub report: Report,
    pub broken: Vec<String>,
}

impl PromiseCheck {
    #[track_caller]
    pub fn check(&self) {
        assert!(self.broken.is_empty(), "{}\n{}", self.broken.join("\n"), self.report.stderr);
    }
}

/// Explores the package and holds the promise against what happens.
pub fn check(fixture: &Fixture, asked: Asked<'_>) -> PromiseCheck {
    let mut package = Package { fixture, asked, broken: Vec::new() };
    let before = package.before();
    let report = package.explore(&["--format", "json"]);
    if ![0, 1].contains(&report.code) {
        package.broken.push(format!("exploring ends with {}", report.code));
    }
    package.nothing_is_hidden(&before, &report);
    package.cargo_test_agrees(&before, &report);
    package.nextest_agrees(&before, &report);
    package.again_is_the_same(&report);
    PromiseCheck { report, broken: package.broken }
}

struct Package<'a> {
    fixture: &'a Fixture,
    asked: Asked<'a>,
    broken: Vec<String>,
}

/// What plain `cargo test` said before anything was explored.
struct Before {
    warnings: Vec<String>,
    ran: Ran,
}

#[derive(Default)]
struct Ran {
    failed: Names,
    /// Test programs that began and never told a result.
    unfinished: usize,
}

impl Package<'_> {
    fn explore(&self, further: &[&str]) -> Report {
        let Asked { selection, bounds } = self.asked;
        let arguments = [selection, bounds, further].concat();
        match bounds.contains(&"--max-time") {
            true => self.fixture.explore_at_default_bounds(&arguments),
            false => self.fixture.explore(&arguments),
        }
    }

    fn cargo(&self, arguments: &[&str], further: &[&str]) -> Output {
        let mut command = self.fixture.cargo_command(arguments);
        command.args(self.asked.selection).args(further);
        // libtest shuffles only under this variable, which must not reach the compiler. What never ends is ended.
        command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", "timeout 60 env RUSTC_BOOTSTRAP=1");
        command.output().unwrap()
    }

    /// Builds the tests: the warnings of the compiler, or all that it said when it could not compile them.
    fn build(&self) -> Result<Vec<String>, String> {
        let built = self.cargo(&["test", "--no-run", "--message-format=json"], &[]);
        match built.status.success() {
            true => Ok(warnings(&String::from_utf8_lossy(&built.stdout))),
            false => Err(String::from_utf8_lossy(&built.stderr).into_owned()),
        }
    }

    /// Runs the tests with these flags for libtest.
    fn run(&self, flags: &[&str]) -> Ran {
        let run = self.cargo(&["test", "--no-fail-fast"], &[&["--"], flags].concat());
        let said = String::from_utf8_lossy(&run.stdout);
        Ran { failed: failed(&said), unfinished: unfinished(&said) }
    }

    /// What does not compile yet has nothing to lose.
    fn before(&self) -> Before {
        match self.build() {
            Ok(warnings) => Before { warnings, ran: self.run(&[]) },
            Err(_) => Before { warnings: Vec::new(), ran: Ran::default() },
        }
    }

    /// A test that failed on its boundary inputs or on an example is FAILED, unless it is said that more than the inputs decides how it ends: chance, what other
    /// tests leave, the process.
    fn nothing_is_hidden(&mut self, before: &Before, report: &Report) {
        for name in before.ran.failed.keys() {
            let Some((put, _)) =
                name.rsplit_once("::").filter(|(_, last)| *last == "boundary_inputs" || is_example(last))
            else {
                continue;
            };
            let events: Vec<Value> = puts(report).filter(|event| without_crate(event) == put).collect();
            let told =
                |event: &Value| ["random", "state", "process"].iter().any(|kind| has_reason(event, kind));
            let fails = |event: &Value| event["verdict"] == "failed" || told(event);
            if !events.iter().any(fails) {
                self.broken.push(format!("{put} failed under `cargo test` before, and is not FAILED"));
            }
        }
    }

    /// In the order of names, side by side, and shuffled.
    fn cargo_test_agrees(&mut self, before: &Before, report: &Report) {
        let expected = expected(self.fixture, before, report);
        let killers = killers(&expected, report);
        let skipped: Vec<&str> = match killers.is_empty() {
            true => Vec::new(),
            false => {
                ["--exact"].into_iter().chain(killers.iter().flat_map(|name| ["--skip", name])).collect()
            }
        };
        let expected: Names = expected.into_iter().filter(|(name, _)| !killers.contains(name)).collect();
        match self.build() {
            Ok(warnings) => {
                let new = warnings.iter().filter(|warning| !before.warnings.contains(warning));
                self.broken.extend(new.map(|warning| format!("a new warning: {warning}")));
            }
            Err(said) => {
                self.broken.push(format!("the package does not compile any more:\n{said}"));
                return;
            }
        }
        let shuffled = ["-Zunstable-options", "--test-threads=1", "--shuffle-seed=1"];
        for order in [&["--test-threads=1"] as &[&str], &["--test-threads=8"], &shuffled] {
            let ran = self.run(&[order, &skipped].concat());
            let who = format!("cargo test {}", order.join(" "));
            // Of tests that kill, none was among them.
            if ran.unfinished > before.ran.unfinished {
                self.broken.push(format!("{who}: a test program ends without a result"));
            }
            self.compare(&who, &expected, &ran.failed);
        }
        for name in killers {
            // One that does not end is ended.
            let mut command = self.fixture.cargo_command(&["test"]);
            command.args(self.asked.selection).args(["--", "--exact", &name]);
            command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", PATIENCE);
            if command.output().unwrap().status.success() {
                self.broken.push(format!("{name} is reported as failing, and passes"));
            }
        }
    }

    fn nextest_agrees(&mut self, before: &Before, report: &Report) {
        let available = Command::new("cargo").args(["nextest", "--version"]).output();
        if !available.is_ok_and(|output| output.status.success()) {
            eprintln!("NOTICE: cargo-nextest is not installed; the cases were run under cargo test only");
            return;
        }
        let profile = self.fixture.path().join(".config");
        std::fs::create_dir_all(&profile).unwrap();
        let patience = "[profile.default]\nslow-timeout = { period = \"6s\", terminate-after = 1 }\n";
        std::fs::write(profile.join("nextest.toml"), patience).unwrap();
        let arguments = ["nextest", "run", "--no-fail-fast", "--message-format", "libtest-json"];
        let mut command = self.fixture.cargo_command(&arguments);
        let output = command
            .args(self.asked.selection)
            .env("NEXTEST_EXPERIMENTAL_LIBTEST_JSON", "1")
            .output()
            .unwrap();
        std::fs::remove_dir_all(profile).unwrap();
        let mut failed = Names::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(event) = serde_json::from_str::<Value>(line) else { continue };
            if event["type"] == "test" && event["event"] == "failed" {
                let name = event["name"].as_str().unwrap();
                count(&mut failed, name.rsplit('$').next().unwrap_or(name));
            }
        }
        self.compare("nextest", &expected(self.fixture, before, report), &failed);
    }

    fn again_is_the_same(&mut self, report: &Report) {
        let written = self.fixture.files();
        let again = self.explore(&["--format", "json"]);
        let unfinished: Vec<String> =
            puts(report).filter(was_short_of_time).map(|put| file_name(&put)).collect();
        // Who has more time may find more.
        let may_change = |file: &str| unfinished.iter().any(|unfinished| file.ends_with(unfinished));
        for (file, text) in self.fixture.files() {
            if written.get(&file) != Some(&text) && !may_change(&file) {
                self.broken.push(format!("a second exploration changes {file}"));
            }
        }
        let second: Vec<Value> = puts(&again).map(timeless).collect();
        for first in puts(report).filter(|put| !was_short_of_time(put)).map(timeless) {
            let is_it = |put: &&Value| put["name"] == first["name"] && put["target"] == first["target"];
            if second.iter().filter(is_it).all(|second| *second != first) {
                let second = second.iter().find(is_it).unwrap_or(&Value::Null);
                self.broken
                    .push(format!("a second exploration says otherwise:\n{first}\nand then\n{second}"));
            }
        }
        let check = self.explore(&["--check"]);
        let may_be_stale = check.code == 7 && !unfinished.is_empty();
        if check.code != again.code && !may_be_stale {
            self.broken.push(format!("--check ends with {}: {}", check.code, check.stderr));
        }
    }

    fn compare(&mut self, who: &str, expected: &Names, failed: &Names) {
        for (name, times) in expected {
            if failed.get(name).is_none_or(|seen| seen < times) {
                self.broken.push(format!("{who}: {name} is reported as failing, and passes"));
            }
        }
        for (name, times) in failed {
            if expected.get(name).is_none_or(|known| known < times) {
                self.broken.push(format!("{who}: {name} fails, and nothing says so"));
            }
        }
    }
}

/// Everything that is said of a test, but for the time.
fn timeless(mut put: Value) -> Value {
    let times = ["seconds", "first_failure_seconds"];
    put.as_object_mut().unwrap().retain(|key, _| !times.contains(&key.as_str()));
    put
}

/// What the case file of a test is called.
fn file_name(put: &Value) -> String {
    let name = put["name"].as_str().unwrap();
    format!("{}.rs", name.rsplit("::").next().unwrap_or(name))
}

pub fn puts(report: &Report) -> impl Iterator<Item = Value> {
    let events = report.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    events.filter(|event| event["event"] == "put")
}

pub fn without_crate(put: &Value) -> String {
    let name = put["name"].as_str().unwrap();
    name.split_once("::").map_or(name, |(_, rest)| rest).to_owned()
}

/// Did time decide what is said of a test? Then it may say more the next time.
fn was_short_of_time(put: &Value) -> bool {
    let is_of_time = |remark: &Value| remark["kind"] == "time";
    has_reason(put, "max_time")
        || has_reason(put, "solver_time")
        || put["remarks"].as_array().is_some_and(|remarks| remarks.iter().any(is_of_time))
}

fn has_reason(put: &Value, kind: &str) -> bool {
    put["reasons"].as_array().unwrap().iter().any(|reason| reason["kind"] == kind)
}

/// The cases that must fail: those that the files of FAILED tests call failing, and what failed before without being ours.
fn expected(fixture: &Fixture, before: &Before, report: &Report) -> Names {
    let files = fixture.files();
    let mut names = Names::new();
    for put in puts(report) {
        let failures = put["failures"].as_array().unwrap();
        let own: BTreeSet<&str> = failures.iter().filter_map(file_of).collect();
        // Members of a workspace have their files in their own directories.
        let is_own = |file: &str| own.iter().any(|own| file == *own || file.ends_with(&format!("/{own}")));
        let texts = files.iter().filter(|(file, _)| is_own(file));
        let texts: Vec<String> = texts.map(|(_, text)| String::from_utf8_lossy(text).into_owned()).collect();
        let mut cases: BTreeSet<&str> = texts.iter().flat_map(|text| failing(text)).collect();
        // What is reported must be there, whatever the file says.
        cases.extend(failures.iter().filter_map(case_of));
        for case in cases {
            count(&mut names, &format!("{}::{case}", without_crate(&put)));
        }
    }
    let ours = |name: &str| puts(report).any(|put| name.starts_with(&format!("{}::", without_crate(&put))));
    let stays = |name: &str| !ours(name) || name.rsplit_once("::").is_some_and(|(_, last)| is_example(last));
    names.extend(before.ran.failed.clone().into_iter().filter(|(name, _)| stays(name)));
    names
}

/// Is it the test of an example?
fn is_example(test: &str) -> bool {
    test.strip_prefix("example_").is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The cases that a file calls failing.
fn failing(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("\n\n").filter(|block| block.trim_start().starts_with("// fails: "));
    blocks.filter_map(|block| block.split_once("\nfn ")?.1.split_once("()").map(|(name, _)| name))
}

/// Failing cases of tests that end the process, or never end.
fn killers(expected: &Names, report: &Report) -> Vec<String> {
    let kills = |failure: &Value| ["abort", "timeout", "memory"].contains(&failure["kind"].as_str().unwrap());
    let killing = puts(report).filter(|put| put["failures"].as_array().unwrap().iter().any(kills));
    let prefixes: Vec<String> = killing.map(|put| format!("{}::", without_crate(&put))).collect();
    let is_killer = |name: &&String| prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()));
    expected.keys().filter(is_killer).cloned().collect()
}

fn case_of(failure: &Value) -> Option<&str> {
    failure["case"].as_str()?.rsplit_once("::").map(|(_, case)| case)
}

fn file_of(failure: &Value) -> Option<&str> {
    failure["case"].as_str()?.rsplit_once("::").map(|(file, _)| file)
}

fn warnings(messages: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    for line in messages.lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        if message["reason"] == "compiler-message" && message["message"]["level"] == "warning" {
            warnings.push(message["message"]["rendered"].as_str().unwrap_or_default().to_owned());
        }
    }
    warnings
}

fn failed(output: &str) -> Names {
    let mut names = Names::new();
    for line in output.lines() {
        let name = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
        if let Some(name) = name {
            count(&mut names, name.trim_end_matches(" - should panic"));
        }
    }
    names
}

fn unfinished(output: &str) -> usize {
    let count = |begin: &str| output.lines().filter(|line| line.starts_with(begin)).count();
    count("running ").saturating_sub(count("test result: "))
}

/// A test beside a module of its name has its cases in a module of another one.
fn count(names: &mut Names, name: &str) {
    *names.entry(name.replace("_cases::", "::")).or_default() += 1;
}
