//! What was found is kept, subject by subject: a run that was stopped, or whose time was over, goes on where it was.

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// After this time of a section no further subject of it is begun.
pub const LONGEST: Duration = Duration::from_secs(40 * 60);

pub struct Results {
    /// `None` if everything is found anew.
    directory: Option<PathBuf>,
    section: Mutex<Section>,
}

/// The section at work.
struct Section {
    name: &'static str,
    /// When its time is over.
    end: Instant,
    /// How often each subject was asked for: what is done several times is kept as often.
    asked: HashMap<String, u32>,
}

impl Section {
    fn begin(name: &'static str) -> Mutex<Section> {
        Mutex::new(Section { name, end: Instant::now() + LONGEST, asked: HashMap::new() })
    }
}

/// What a program said, and how it ended.
#[derive(Clone, serde::Deserialize, Serialize)]
pub struct Said {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Results {
    pub fn none() -> Results {
        Results { directory: None, section: Section::begin("") }
    }

    /// Those of this program on these files: anything else starts over.
    pub fn kept_in(target: &Path, program: &Path, files: &Path) -> Result<Results> {
        let mut hasher = DefaultHasher::new();
        fs::read(program).with_context(|| program.display().to_string())?.hash(&mut hasher);
        hash_files(files, &mut hasher)?;
        let directory = target.join("results").join(format!("{:016x}", hasher.finish()));
        fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
        Ok(Results { directory: Some(directory), ..Results::none() })
    }

    /// From here on the time of this section counts.
    pub fn begin(&mut self, section: &'static str) {
        self.section = Section::begin(section);
    }

    /// An error if no further subject is to be begun.
    pub fn ensure_time(&self, subject: &str) -> Result<()> {
        let section = self.section.lock().expect("nobody panics");
        let (name, minutes) = (section.name, LONGEST.as_secs() / 60);
        ensure!(
            Instant::now() < section.end,
            "{name} took {minutes} minutes, and `{subject}` was not begun; the same command goes on there"
        );
        Ok(())
    }

    /// Where the result of a subject is kept.
    fn path(&self, subject: &str) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        let mut section = self.section.lock().expect("nobody panics");
        let times = section.asked.entry(subject.to_owned()).or_default();
        *times += 1;
        let name = file_name(&format!("{subject} {times}"));
        Some(directory.join(section.name).join(name))
    }

    /// Finds everything of this section anew.
    pub fn forget(&self, section: &str) -> Result<()> {
        let Some(directory) = &self.directory else { return Ok(()) };
        match fs::remove_dir_all(directory.join(section)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// What is kept of a subject, or what comes of the work, which is kept then.
    pub fn of<T: Serialize + DeserializeOwned>(
        &self,
        subject: &str,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let path = self.path(subject);
        if let Some(path) = &path
            && let Ok(text) = fs::read(path)
            && let Ok(kept) = serde_json::from_slice(&text)
        {
            eprintln!("  {subject}: as it was found before");
            return Ok(kept);
        }
        self.ensure_time(subject)?;
        let result = work()?;
        if let Some(path) = &path {
            fs::create_dir_all(path.parent().unwrap_or(path))?;
            // A file that is there is whole.
            let unfinished = path.with_extension("unfinished");
            fs::write(&unfinished, serde_json::to_vec_pretty(&result)?)?;
            fs::rename(&unfinished, path)?;
        }
        Ok(result)
    }
}

impl Said {
    pub fn by(command: &mut Command) -> Result<Said> {
        let output = command.stdin(Stdio::null()).output();
        let output = output.with_context(|| format!("{command:?} cannot be started"))?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(Said { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) })
    }
}

/// Of any name: what it stands for is legible, and no two are the same.
fn file_name(subject: &str) -> String {
    let mut hasher = DefaultHasher::new();
    subject.hash(&mut hasher);
    let legible = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = subject.chars().map(legible).take(80).collect();
    format!("{name}.{:08x}.json", hasher.finish() as u32)
}

/// The names and contents of all files below, but for what is made of them.
fn hash_files(directory: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    let entries = fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_file() {
            path.hash(hasher);
            fs::read(&path)?.hash(hasher);
        } else if !path.ends_with("target") {
            hash_files(&path, hasher)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_not_looked_for_again_until_it_is_forgotten_or_something_changed() {
        let place = std::env::temp_dir().join(format!("forall-evaluation-{}", std::process::id()));
        let subjects = place.join("subjects");
        fs::create_dir_all(&subjects).unwrap();
        let source = subjects.join("lib.rs");
        fs::write(&source, "fn one() {}").unwrap();
        let open = || {
            let mut results = Results::kept_in(&place, &source, &subjects).unwrap();
            results.begin("bugs");
            results
        };
        let find = |results: &Results, value: u64| results.of("a subject", || Ok(value)).unwrap();
        assert_eq!(find(&open(), 1), 1);
        assert_eq!(find(&open(), 2), 1, "it is kept");
        assert_eq!(open().of("another", || Ok(3)).unwrap(), 3);
        let again = open();
        assert_eq!([find(&again, 8), find(&again, 9)], [1, 9], "the second time of one run");
        open().forget("peers").unwrap();
        assert_eq!(find(&open(), 4), 1, "another section was forgotten");
        open().forget("bugs").unwrap();
        assert_eq!(find(&open(), 5), 5);
        fs::write(&source, "fn two() {}").unwrap();
        assert_eq!(find(&open(), 6), 6, "of another subject");
        assert!(open().of::<u64>("what fails", || anyhow::bail!("no")).is_err());
        assert_eq!(open().of("what fails", || Ok(7)).unwrap(), 7, "failures are not kept");
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn after_its_time_a_section_begins_nothing_more() {
        let results = Results::none();
        results.section.lock().unwrap().end = Instant::now();
        let error = results.of::<u64>("late", || unreachable!("it is not begun")).unwrap_err();
        assert!(error.to_string().contains("`late` was not begun"), "{error}");
    }
}
