//! The last look at what was written: every changed case file is compiled, and its cases are run as they stand there. What does not
//! compile is withdrawn, and so is a case that does not do what it says.
//!
//! See docs/decisions/verify-written-cases.md.

use crate::cases;
use crate::diagnostics::{self, Error};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::keep::Written;
use crate::role;
use crate::session::{RUN_TIME, Session};
use crate::status::{self, Status};
use crate::workspace::Package;
use anyhow::Context;
use forall_runtime::confine::{confine_command, end_group};
use forall_runtime::waiting::End;
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Verify<'a, 'w> {
    pub session: &'a Session<'w>,
}

impl Verify<'_, '_> {
    /// All files that this command has changed.
    pub fn all(&self, written: Vec<Written>) -> Exit {
        let rebuild = || self.session.builds.rebuild();
        let root = &self.session.workspace.root;
        let mut exit = Exit::Held;
        let compiling =
            match compiled(written, root, &self.session.builds.packages, self.session.interrupt, &rebuild) {
                Ok(Compiled { compiling, withdrawn }) => {
                    for (file, message) in withdrawn {
                        exit = exit.and(self.say_withdrawn(&file, &message));
                    }
                    compiling
                }
                Err(error) => {
                    status::error(&error);
                    return Exit::Build;
                }
            };
        for program in 0..self.session.programs.len() {
            let of_program: Vec<&Written> =
                compiling.iter().filter(|written| written.program == program).collect();
            exit = exit.and(self.run(program, &of_program).unwrap_or_else(|error| {
                status::error(&error.context("cannot run the cases that were written"));
                Exit::Internal
            }));
        }
        exit
    }

    fn say_withdrawn(&self, file: &Path, message: &str) -> Exit {
        let shown = self.shown(file);
        let help = "the verdict stands, and the package is as it was; please report this as a bug of forall";
        status::error(&anyhow::anyhow!(
            "the cases for {shown} do not compile, and are withdrawn\n{}\n  help: {help}",
            message.trim_end()
        ));
        Exit::CannotWrite
    }

    fn shown(&self, file: &Path) -> String {
        file.strip_prefix(&self.session.workspace.root).unwrap_or(file).display().to_string()
    }

    /// Runs the cases in files of one program together, and takes out those that do not do what their file says.
    fn run(&self, program: usize, files: &[&Written]) -> anyhow::Result<Exit> {
        let mut tests: Vec<String> = Vec::new();
        for file in files {
            let stated = forall_testgen::stated(&file.source).into_iter();
            let harmless = stated.filter(|case| !file.deadly.contains(&case.name));
            tests.extend(harmless.map(|case| file.full_name(&case.name)));
        }
        let together = self.libtest(program, &tests)?;
        let mut exit = Exit::Held;
        for file in files {
            let wrong = self.wrong(file, &together)?;
            if !wrong.is_empty() && !self.session.interrupt.is_asked() {
                exit = exit.and(self.take_out(file, &wrong));
            }
        }
        Ok(exit)
    }

    fn take_out(&self, written: &Written, wrong: &[Wrong]) -> Exit {
        let names: Vec<String> = wrong.iter().map(|wrong| wrong.name.clone()).collect();
        let rest = forall_testgen::leave_out(&written.source, &written.test, &names);
        if let Err(error) = cases::write(&written.file, &rest, &written.origin) {
            status::error(&error);
            return Exit::CannotWrite;
        }
        let shown = self.shown(&written.file);
        wrong
            .iter()
            .fold(Exit::Held, |exit, wrong| exit.and(wrong.say(&shown, written.varies, self.session.status)))
    }

    /// The cases of a file that do not do what it says, after they all ran together or alone.
    fn wrong(&self, written: &Written, together: &BTreeMap<String, Ran>) -> anyhow::Result<Vec<Wrong>> {
        let mut wrong = Vec::new();
        for case in forall_testgen::stated(&written.source) {
            let should = if case.fails { Ran::Failed } else { Ran::Passed };
            let test = written.full_name(&case.name);
            let after_others = together.get(&test);
            if after_others == Some(&should) {
                continue;
            }
            // What ends the process has no result, nor have those that would come after it.
            let alone = self.libtest(written.program, std::slice::from_ref(&test))?;
            let alone = alone.get(&test).copied().unwrap_or(Ran::Failed);
            if after_others.is_some() || alone != should {
                wrong.push(Wrong { name: case.name, fails: case.fails, only_together: alone == should });
            }
        }
        Ok(wrong)
    }

    /// Runs tests of a plain program one after the other, in their own order; tells of those that came to an end how.
    fn libtest(&self, program: usize, tests: &[String]) -> anyhow::Result<BTreeMap<String, Ran>> {
        if tests.is_empty() || self.session.interrupt.is_asked() {
            return Ok(BTreeMap::new());
        }
        let said = self.session.sandbox.messages().join("libtest");
        let program = &self.session.programs[program];
        let time = RUN_TIME.saturating_mul(tests.len().try_into().unwrap_or(u32::MAX));
        let mut command = Command::new(&program.plain);
        command
            .args(["--exact", "--test-threads=1", "--color=never"])
            .args(tests)
            .current_dir(program.package.root())
            .envs(program.variables())
            .env_remove(role::VARIABLE)
            .env_remove(forall_protocol::contract::LEVEL)
            .stdin(Stdio::null())
            .stdout(File::create(&said).context("no place for what the tests say")?)
            .stderr(Stdio::null())
            .process_group(0);
        confine_command(&mut command, self.session.sandbox.limits(), &[], time)
            .context("cannot confine the tests")?;
        let mut child = command.spawn().with_context(|| format!("cannot run {}", program.plain.display()))?;
        let begin = Instant::now();
        let ended = End::of(&child);
        while child.try_wait().context("cannot wait for the tests")?.is_none() {
            if begin.elapsed() > time || self.session.interrupt.is_asked() {
                end_group(&child);
                child.wait().context("cannot wait for the tests")?;
                break;
            }
            ended.wait(Duration::from_millis(10));
        }
        end_group(&child);
        let said = std::fs::read(&said).context("cannot read what the tests say")?;
        Ok(results(&String::from_utf8_lossy(&said), tests))
    }
}

impl Written {
    fn full_name(&self, case: &str) -> String {
        format!("{}::{case}", self.module)
    }
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ran {
    Passed,
    Failed,
}

/// What libtest says of these tests.
fn results(said: &str, tests: &[String]) -> BTreeMap<String, Ran> {
    let mut results = BTreeMap::new();
    for line in said.lines() {
        let Some(line) = line.strip_prefix("test ") else { continue };
        let Some((name, result)) = line.split_once(" ... ") else { continue };
        let name = name.strip_suffix(" - should panic").unwrap_or(name);
        // What a test writes past its capture comes before its result.
        let result = match result {
            _ if result.ends_with("ok") => Ran::Passed,
            _ if result.ends_with("FAILED") => Ran::Failed,
            _ => continue,
        };
        if tests.iter().any(|test| test == name) {
            results.insert(name.to_owned(), result);
        }
    }
    results
}

/// A case that does not do what the file says.
#[derive(Debug, PartialEq, Eq)]
struct Wrong {
    name: String,
    /// Should it fail?
    fails: bool,
    /// Alone it does what it should.
    only_together: bool,
}

impl Wrong {
    fn say(&self, shown: &str, varies: bool, status: &Status) -> Exit {
        let Wrong { name, fails, only_together } = self;
        let (does, should) = if *fails { ("passes", "fail") } else { ("fails", "pass") };
        if *only_together {
            status.note(&format!(
                "{shown}: the case `{name}` should {should}, and does so alone, but {does} after other cases: it is left out\n  \
                 help: let the test put back what it leaves behind in statics, thread-locals, the environment or files"
            ));
            return Exit::Held;
        }
        if varies {
            status.note(&format!(
                "{shown}: the case `{name}` should {should}, but {does} this time: it is left out; the report says why"
            ));
            return Exit::Held;
        }
        status::error(&anyhow::anyhow!(
            "{shown}: the case `{name}` should {should}, but {does} as it is written: it is left out\n  \
             help: take time, randomness and state outside the test out of it; if there is none, please report this as a bug of forall"
        ));
        Exit::Internal
    }
}

/// What became of written files.
struct Compiled {
    compiling: Vec<Written>,
    /// Files that were put back, with what the compiler says.
    withdrawn: Vec<(std::path::PathBuf, String)>,
}

/// Withdraws files until the rest compiles. `rebuild` gives the compiler's messages if it does not succeed.
fn compiled(
    mut written: Vec<Written>,
    root: &Path,
    packages: &[&Package],
    interrupt: &Interrupt,
    rebuild: &dyn Fn() -> anyhow::Result<Result<(), String>>,
) -> anyhow::Result<Compiled> {
    let mut withdrawn = Vec::new();
    loop {
        let Err(messages) = rebuild()? else { return Ok(Compiled { compiling: written, withdrawn }) };
        if interrupt.is_asked() {
            // Whole files stay; the next command will see to what does not compile.
            return Ok(Compiled { compiling: Vec::new(), withdrawn });
        }
        let errors = diagnostics::errors(&messages);
        anyhow::ensure!(
            !written.is_empty(),
            "the tests do not build any more, not even without the cases that were written:\n{}",
            first_errors(&errors)
        );
        let is_blamed = |written: &Written| !of_file(&errors, &written.file, root, packages).is_empty();
        // Where no file is named, each may be the reason.
        let any = written.iter().any(is_blamed);
        let (blamed, rest) = written.into_iter().partition(|written| !any || is_blamed(written));
        written = rest;
        let blamed: Vec<Written> = blamed;
        for Written { file, before, origin, .. } in blamed {
            cases::restore(&file, before.as_deref(), &origin)?;
            let message = match any {
                true => first_errors(&of_file(&errors, &file, root, packages)),
                false => first_errors(&errors),
            };
            withdrawn.push((file, message));
        }
    }
}

/// The errors that are about a file.
fn of_file(errors: &[Error], file: &Path, root: &Path, packages: &[&Package]) -> Vec<Error> {
    let is_it = |named: &Path| {
        let mut places = std::iter::once(root).chain(packages.iter().map(|package| package.root()));
        places.any(|place| place.join(named) == file)
    };
    errors.iter().filter(|error| error.files.iter().any(|named| is_it(named))).cloned().collect()
}

/// The first few of them.
fn first_errors(errors: &[Error]) -> String {
    const MOST: usize = 3;
    let shown: Vec<&str> = errors.iter().take(MOST).map(|error| error.rendered.trim_end()).collect();
    shown.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn results_are_read_whatever_tests_write() {
        let said = "
running 4 tests
test m::put::a ... ok
test m::put::b - should panic ... FAILED
test m::put::c ... noise past the capture
test m::put::d ... noise, then FAILED
test m::put::a_long_one ... ok
";
        let tests = ["a", "b", "c", "d", "e"].map(|name| format!("m::put::{name}"));
        let told: Vec<(String, Ran)> = results(said, &tests).into_iter().collect();
        let of = |name: &str, ran| (format!("m::put::{name}"), ran);
        assert_eq!(told, [of("a", Ran::Passed), of("b", Ran::Failed), of("d", Ran::Failed)]);
    }

    /// Two files in a directory, of which one is broken.
    fn written(directory: &Path, name: &str, before: Option<&str>, source: &str) -> Written {
        let (file, origin) = (directory.join("forall").join(name), directory.join("lib.rs"));
        cases::write(&file, source, &origin).unwrap();
        Written {
            test: "put".into(),
            module: "put".into(),
            program: 0,
            file,
            before: before.map(str::to_owned),
            source: source.into(),
            deadly: Vec::new(),
            origin,
            varies: false,
        }
    }

    /// A compiler that minds the word `broken`, and can say where it stands.
    fn rebuild(directory: &Path, says_where: bool) -> Result<(), String> {
        let mut messages = String::new();
        for name in ["a.rs", "b.rs", "c.rs"] {
            let text = std::fs::read_to_string(directory.join("forall").join(name)).unwrap_or_default();
            if text.contains("broken") {
                let place = if says_where { format!("forall/{name}") } else { "src/lib.rs".into() };
                messages += &format!(
                    "{{\"message\":{{\"level\":\"error\",\"message\":\"no\",\"rendered\":\"error: no\",\"spans\":[{{\"file_name\":\"{place}\"}}]}}}}\n"
                );
            }
        }
        if messages.is_empty() { Ok(()) } else { Err(messages) }
    }

    fn outcome(says_where: bool) -> (Vec<String>, Vec<Option<String>>, u32) {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let files = vec![
            written(root, "a.rs", None, "broken a"),
            written(root, "b.rs", Some("old b"), "broken b"),
            written(root, "c.rs", Some("old c"), "new c"),
        ];
        let builds = Cell::new(0);
        let build = || {
            builds.set(builds.get() + 1);
            Ok(rebuild(root, says_where))
        };
        let interrupt = Interrupt::listen().unwrap();
        let Compiled { withdrawn, .. } = compiled(files, root, &[], &interrupt, &build).unwrap();
        assert!(withdrawn.iter().all(|(_, message)| message.contains("error: no")));
        let name = |file: &Path| file.file_name().unwrap().to_string_lossy().into_owned();
        let contents =
            ["a.rs", "b.rs", "c.rs"].map(|name| std::fs::read_to_string(root.join("forall").join(name)).ok());
        (withdrawn.iter().map(|(file, _)| name(file)).collect(), contents.into(), builds.get())
    }

    #[test]
    fn files_that_do_not_compile_are_put_back() {
        let (withdrawn, contents, builds) = outcome(true);
        assert_eq!(withdrawn, ["a.rs", "b.rs"]);
        assert_eq!(contents, [None, Some("old b".into()), Some("new c".into())]);
        assert_eq!(builds, 2, "it is built once more without them");
    }

    #[test]
    fn where_no_file_is_named_all_are_put_back() {
        let (withdrawn, contents, _) = outcome(false);
        assert_eq!(withdrawn, ["a.rs", "b.rs", "c.rs"]);
        assert_eq!(contents, [None, Some("old b".into()), Some("old c".into())]);
    }

    #[test]
    fn what_does_not_build_without_them_is_not_their_fault() {
        let directory = tempfile::tempdir().unwrap();
        let files = vec![written(directory.path(), "a.rs", None, "fine")];
        let interrupt = Interrupt::listen().unwrap();
        let build = || Ok(Err(String::new()));
        let Err(error) = compiled(files, directory.path(), &[], &interrupt, &build) else {
            panic!("it does not build");
        };
        assert!(error.to_string().starts_with("the tests do not build any more"), "{error}");
    }
}
