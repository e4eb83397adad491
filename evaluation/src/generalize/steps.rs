//! What was found of a subject is kept, step by step: a run that was stopped goes on where it was.

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub struct Steps {
    directory: PathBuf,
    /// Or is only told what is kept?
    works: bool,
}

/// Under what steps are taken: those of another program or of other settings are of no use.
pub struct Setting<'a> {
    pub program: &'a Path,
    pub settings: String,
    pub effort: Effort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// What is kept is told, of whatever program; what is missing is an error.
    None,
    /// What is missing is found.
    Missing,
    /// Everything is found anew.
    All,
}

impl Steps {
    /// Those in a directory, which are forgotten if they were found by another program or under other settings.
    pub fn open(directory: &Path, setting: &Setting<'_>) -> Result<Steps> {
        let Setting { program, settings, effort } = setting;
        if *effort == Effort::None {
            return Ok(Steps { directory: directory.to_owned(), works: false });
        }
        let mut hasher = DefaultHasher::new();
        fs::read(program).with_context(|| program.display().to_string())?.hash(&mut hasher);
        let build = format!("{:06x}", hasher.finish() & 0xff_ffff);
        settings.hash(&mut hasher);
        let (stamp, known_stamp) = (format!("{:016x}", hasher.finish()), directory.join("stamp"));
        let is_other = fs::read_to_string(&known_stamp).ok() != Some(stamp.clone());
        if *effort == Effort::All || is_other {
            match fs::remove_dir_all(directory) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        fs::write(known_stamp, stamp)?;
        fs::write(directory.join("build"), build)?;
        Ok(Steps { directory: directory.to_owned(), works: true })
    }

    /// The same, or something else in its place where it is only told what is kept, and that is not.
    pub fn once_or<T>(&self, name: &str, missing: T, work: impl FnOnce() -> Result<T>) -> Result<T>
    where
        T: Serialize + DeserializeOwned,
    {
        let is_there = self.directory.join(name).with_extension("json").exists();
        if self.works || is_there { self.once(name, work) } else { Ok(missing) }
    }

    /// By which program they were found, in a few letters.
    pub fn build(&self) -> String {
        fs::read_to_string(self.directory.join("build")).unwrap_or_default()
    }

    pub fn works(&self) -> bool {
        self.works
    }

    /// What is kept under this name, or what comes of the work, which is kept then.
    pub fn once<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let path = self.directory.join(format!("{name}.json"));
        if let Ok(text) = fs::read(&path)
            && let Ok(kept) = serde_json::from_slice(&text)
        {
            return Ok(kept);
        }
        ensure!(self.works, "{name} was not found yet");
        eprintln!("  {name}");
        let result = work().with_context(|| name.to_owned())?;
        // A file that is there is whole.
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, serde_json::to_vec_pretty(&result)?)?;
        fs::rename(&unfinished, path)?;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_taken_once_for_each_program_and_setting() {
        let place = std::env::temp_dir().join(format!("forall-study-steps-{}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        let (program, directory) = (place.join("program"), place.join("steps"));
        fs::write(&program, "one").unwrap();
        let open = |settings: &str, effort| {
            Steps::open(&directory, &Setting { program: &program, settings: settings.into(), effort })
        };
        let find = |settings: &str, effort, value: u8| {
            open(settings, effort).unwrap().once("step", || Ok(value)).unwrap()
        };
        let missing = Effort::Missing;
        assert!(open("a", Effort::None).unwrap().once::<u8>("step", || Ok(1)).is_err(), "nothing is kept");
        assert_eq!([find("a", missing, 1), find("a", missing, 2)], [1, 1]);
        assert_eq!(find("a", Effort::None, 2), 1, "it is kept");
        assert!(open("a", Effort::None).unwrap().once::<u8>("other", || Ok(1)).is_err());
        assert_eq!(find("b", missing, 3), 3, "other settings");
        assert_eq!(find("b", Effort::All, 4), 4, "asked anew");
        fs::write(&program, "two").unwrap();
        assert_eq!(find("b", Effort::None, 5), 4, "of another program");
        assert_eq!(find("b", missing, 5), 5, "another program");
        let steps = open("b", missing).unwrap();
        assert!(steps.once::<u8>("what fails", || anyhow::bail!("no")).is_err());
        assert_eq!(steps.once("what fails", || Ok(6)).unwrap(), 6, "failures are not kept");
        fs::remove_dir_all(&place).unwrap();
    }
}
