//! What becomes of the case file of a test.

use crate::args::CaseFiles;
use crate::cases::{self, Change};
use crate::exit::Exit;
use crate::outcome::{TestOutcome, without_column};
use crate::provisional::Provisional;
use crate::replay::{Committed, Replay};
use crate::selection::{Put, without_crate};
use crate::status::{self, Status};
use forall_testgen::CaseEnding::Fails;
use forall_testgen::{Authorship, EarlierCase, NamedCase, Way};
use std::path::{Path, PathBuf};

/// A case file that is not what it was before.
#[derive(Debug)]
pub struct Written {
    /// The test, without its crate.
    pub test: String,
    /// Of its cases.
    pub module: String,
    /// Index of the test's program.
    pub program: usize,
    pub file: PathBuf,
    /// What stood there before, if there was a file.
    pub before: Option<String>,
    pub source: String,
    /// The cases that end the process, or may do so.
    pub deadly: Vec<String>,
    /// The source file of the test.
    pub origin: PathBuf,
    /// The test depends on chance or on the process that it runs in, and the report says so.
    pub varies: bool,
}

pub struct Keeper<'a> {
    pub case_files: CaseFiles,
    /// Who wants everything explored afresh wants to know again what is left out.
    pub reconsiders: bool,
    /// The workspace's directory.
    pub root: &'a Path,
    pub status: &'a Status,
    pub put: &'a Put<'a>,
    /// Into the plain test program, the cases of the last time are compiled.
    pub replay: Replay<'a>,
    pub provisional: Provisional,
}

impl Keeper<'_> {
    /// Writes the case file, or under `--check` only looks at it. `kept` are the old cases that stay.
    pub fn keep(&self, outcome: &TestOutcome, kept: &[StillThere]) -> (Exit, Option<Written>) {
        let mut written = None;
        let exit = self.try_keep(outcome, kept, &mut written);
        (exit, written)
    }

    fn try_keep(&self, outcome: &TestOutcome, kept: &[StillThere], written: &mut Option<Written>) -> Exit {
        if outcome.interrupted {
            return self.keep_found(outcome, written);
        }
        let put = self.put;
        let file = self.file();
        let shown = self.shown();
        if outcome.cases.is_empty() && !outcome.varies() {
            if file.exists() {
                self.status.note(&format!("{shown} is left as it is: no case was found for {}", put.label));
            }
            return Exit::Held;
        }
        let files = self.files();
        let (authorship, _) = old_body(files.before.as_deref());
        let old_body = self.old_body();
        let target = &outcome.target;
        let kept: Vec<EarlierCase> = kept.iter().map(|kept| kept.case.clone()).collect();
        let source = forall_testgen::render(target, &outcome.cases, &old_body, &kept);
        if self.case_files.check {
            return check(&file, &source, &shown, authorship, &target.filter);
        }
        if authorship != Authorship::Generated
            && !self.case_files.overwrite
            && files.before.as_ref() != Some(&source)
        {
            return refuse(&shown, authorship);
        }
        let exit = self.write(&source, outcome, deadly(&outcome.cases, &kept), files.now, written);
        if exit == Exit::Held {
            self.provisional.forget();
        }
        exit
    }

    /// After an interrupt, adds what fails to the case file, in which everything else stays.
    fn keep_found(&self, outcome: &TestOutcome, written: &mut Option<Written>) -> Exit {
        let failing: Vec<NamedCase> = outcome.cases.iter().filter(|case| fails(case)).cloned().collect();
        let files = self.files();
        let (authorship, old_body) = old_body(files.before.as_deref());
        let target = &outcome.target;
        let fresh = forall_testgen::as_earlier_cases(target, &failing);
        let old = EarlierCase::every(&old_body);
        let is_known = |case: &EarlierCase| {
            let same_place = |old: &&EarlierCase| old.fails && old.place() == case.place();
            let still_fails = |old: &EarlierCase| self.now(old, &files) != Some(Committed::Passes);
            old.iter().any(|old| old.fails && old.does_what(case))
                || old.iter().filter(same_place).any(still_fails)
        };
        let is_new = fresh.iter().any(|case| !is_known(case));
        if self.case_files.check || !is_new || authorship != Authorship::Generated {
            return Exit::Held;
        }
        let stays = |old: &EarlierCase| !fresh.iter().any(|case| old.does_what(case));
        let mut kept: Vec<EarlierCase> = old.iter().filter(|old| stays(old)).cloned().collect();
        EarlierCase::name_beside(&mut kept, &failing);
        let source = forall_testgen::render(target, &failing, &old_body, &kept);
        if let Err(error) = self.provisional.remember(files.before.as_deref(), &source) {
            let note =
                format!("{} is left as it is: cannot note down that it is unfinished: {error}", self.shown());
            self.status.note(&note);
            return Exit::Held;
        }
        self.write(&source, outcome, deadly(&failing, &kept), files.now, written)
    }

    /// Writes a file. These of its cases are deadly.
    fn write(
        &self,
        source: &str,
        outcome: &TestOutcome,
        deadly: Vec<String>,
        before: Option<String>,
        written: &mut Option<Written>,
    ) -> Exit {
        let (file, origin) = (self.file(), self.root.join(&self.put.description.file));
        match cases::write(&file, source, &origin) {
            Ok(Change::Unchanged) => Exit::Held,
            Ok(_) => {
                self.status.say("Wrote", &self.shown());
                let description = &self.put.description;
                let [test, module] =
                    [&description.name, &description.path].map(|path| without_crate(path).to_owned());
                *written = Some(Written {
                    test,
                    module,
                    program: self.put.program,
                    file,
                    before,
                    deadly,
                    source: source.to_owned(),
                    origin,
                    varies: outcome.may_vary(),
                });
                Exit::Held
            }
            Err(error) => {
                let help = "make the directory writable and run it again; the verdict stands";
                status::error(&anyhow::anyhow!("{error:#}\n  help: {help}"));
                Exit::CannotWrite
            }
        }
    }

    fn file(&self) -> PathBuf {
        self.put.package.root().join(&self.put.description.cases)
    }

    fn shown(&self) -> String {
        let file = self.file();
        file.strip_prefix(self.root).unwrap_or(&file).display().to_string()
    }

    fn files(&self) -> Files {
        let now = std::fs::read_to_string(self.file()).ok();
        Files { before: self.provisional.without(now.clone()), now }
    }

    /// What stands in the case file, below the header.
    pub fn old_body(&self) -> String {
        let (_, body) = old_body(self.files().before.as_deref());
        match self.reconsiders && !self.case_files.check {
            true => forall_testgen::reconsidered(&body),
            false => body,
        }
    }

    /// What a case of the old file does in the plain build, into which the file was compiled as it is now.
    fn now(&self, case: &EarlierCase, files: &Files) -> Option<Committed> {
        let compiled = EarlierCase::every(&old_body(files.now.as_deref()).1);
        let name =
            compiled.iter().find(|other| other.does_what(case)).map_or(&case.name, |other| &other.name);
        self.replay.passes(&format!("{}::{name}", without_crate(&self.put.description.path)))
    }

    /// The cases of the old file that failed then and are not in the new one, as they do now. Where there was no time to find them again, all cases.
    pub fn still_there(&self, outcome: &TestOutcome) -> Vec<StillThere> {
        if outcome.interrupted {
            return Vec::new();
        }
        let files = self.files();
        let fresh = forall_testgen::as_earlier_cases(&outcome.target, &outcome.cases);
        let (_, before) = old_body(files.before.as_deref());
        let (_, now) = old_body(files.now.as_deref());
        let mut old =
            if outcome.was_short_of_time() { EarlierCase::every(&before) } else { EarlierCase::all(&before) };
        let is_found = |place: &str| {
            outcome.failures.iter().any(|failure| {
                [failure.location.as_str(), without_column(&failure.location)].contains(&place)
            })
        };
        // What was written at an interrupt is found again, as a rule.
        let before = EarlierCase::every(&before);
        let added = EarlierCase::all(&now).into_iter();
        old.extend(added.filter(|case| !case.is_among(&before) && !is_found(case.place())));
        old.retain(|case| !fresh.iter().any(|fresh| fresh.does_what(case)));
        let still_there = old.into_iter().filter_map(|mut case| {
            let now = self.now(&case, &files);
            case.fails = match &now {
                // Where the plain build has no such case, or there is no time for it, it stays as it is.
                None => case.fails,
                Some(Committed::Passes) => false,
                // What a panic says may be data of its input; where it is tells more.
                Some(Committed::Fails { place, .. }) if is_found(place) => return None,
                Some(Committed::Fails { .. }) => true,
            };
            Some((case, now))
        });
        let (mut kept, now): (Vec<EarlierCase>, Vec<Option<Committed>>) =
            still_there.filter(|(case, _)| !case.is_among(&fresh)).unzip();
        EarlierCase::name_beside(&mut kept, &outcome.cases);
        kept.into_iter().zip(now).map(|(case, now)| StillThere { case, now }).collect()
    }
}

/// A case of the old file that stays, with the name that it has in the new one.
pub struct StillThere {
    pub case: EarlierCase,
    /// What it does in the plain build, as far as that is known.
    pub now: Option<Committed>,
}

/// The case file as it is, and as it was before something was added to it at an interrupt.
struct Files {
    now: Option<String>,
    before: Option<String>,
}

fn fails(case: &NamedCase) -> bool {
    matches!(case.case.ending, Fails { .. })
}

/// The names of the cases in a file that may end the process: of those that were found, and those that were kept.
fn deadly(found: &[NamedCase], kept: &[EarlierCase]) -> Vec<String> {
    let is_deadly = |case: &&NamedCase| {
        let ending = &case.case.ending;
        !case.left_out && matches!(ending, Fails { way: Way::Abort | Way::Time | Way::Memory, .. })
    };
    let found = found.iter().filter(is_deadly).map(|case| &case.name);
    found.chain(kept.iter().filter(|case| case.fails).map(|case| &case.name)).cloned().collect()
}

fn old_body(source: Option<&str>) -> (Authorship, String) {
    source.map_or((Authorship::Generated, String::new()), forall_testgen::authorship)
}

fn check(file: &Path, source: &str, shown: &str, authorship: Authorship, filter: &str) -> Exit {
    match cases::compare(file, source) {
        Ok(Change::Unchanged) => Exit::Held,
        Ok(change) => {
            let state = match (change, authorship) {
                (Change::Created, _) => "is missing",
                (_, Authorship::Edited) => "was edited by hand",
                _ => "is stale",
            };
            status::error(&anyhow::anyhow!("{shown} {state}\n  help: run `cargo forall {filter}`"));
            Exit::Stale
        }
        Err(error) => {
            status::error(&error);
            Exit::Stale
        }
    }
}

fn refuse(shown: &str, authorship: Authorship) -> Exit {
    let problem = match authorship {
        Authorship::Foreign => "was not written by forall",
        _ => "was edited by hand",
    };
    let help = "move your edits to a test outside `forall/`, then run with `--overwrite`; the verdict stands";
    status::error(&anyhow::anyhow!("{shown} {problem}, and is left as it is\n  help: {help}"));
    Exit::CannotWrite
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_testgen::TestCase;

    #[test]
    fn cases_that_may_end_the_process_are_named_whatever_is_left_out_before_them() {
        let case = |name: &str, left_out, way| {
            let ending = Fails { way, message: String::new(), location: String::new() };
            NamedCase { name: name.into(), left_out, case: TestCase { ending, ..TestCase::default() } }
        };
        let found = [
            case("out", true, Way::Abort),
            case("panics", false, Way::Panic),
            case("aborts", false, Way::Abort),
            case("hangs", false, Way::Time),
        ];
        let old =
            "// fails: boom\n#[test]\nfn old() {\n    put(1);\n}\n\n#[test]\nfn fine() {\n    put(2);\n}\n";
        assert_eq!(deadly(&found, &EarlierCase::every(old)), ["aborts", "hangs", "old"]);
    }
}
