//! Where the user's flags for rustc are, so that ours join them: Cargo reads one place and ignores the others.

use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// How flags are added to the user's.
#[derive(Debug, PartialEq, Eq)]
pub enum Joined {
    /// As elements of this setting: Cargo joins lists.
    Setting(String),
    /// After these, in the environment: the user has written them as one string, which Cargo joins with nothing.
    After(Vec<String>),
}

/// For flags of Cargo's configuration; those of the environment come before them, and are not looked at.
pub fn joined(host: &str) -> anyhow::Result<Joined> {
    let directory = std::env::current_dir()?;
    let is_set = |name: &str| std::env::var_os(name).is_some();
    let mut places = Places {
        of_host: Flags::list_if(is_set(&format!(
            "CARGO_TARGET_{}_RUSTFLAGS",
            host.to_uppercase().replace('-', "_")
        ))),
        of_all: Flags::list_if(is_set("CARGO_BUILD_RUSTFLAGS")),
        by_condition: false,
    };
    for file in configurations(&directory) {
        // Cargo complains about what cannot be read.
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let Ok(table) = text.parse::<Table>() else { continue };
        places.add(host, &table);
    }
    places.joined(host)
}

/// The configuration files that Cargo reads in a directory, the one with the last word first.
fn configurations(directory: &Path) -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let below = directory.ancestors().map(|directory| directory.join(".cargo"));
    below.chain(home).flat_map(|place| [place.join("config.toml"), place.join("config")]).collect()
}

/// Where flags are given.
#[derive(Debug, Default)]
struct Places {
    /// For this machine by its name.
    of_host: Option<Flags>,
    /// For machines by a condition.
    by_condition: bool,
    /// For any.
    of_all: Option<Flags>,
}

#[derive(Clone, Debug)]
enum Flags {
    List,
    Text(String),
}

impl Flags {
    fn list_if(given: bool) -> Option<Flags> {
        given.then_some(Flags::List)
    }

    fn of(settings: &Value) -> Option<Flags> {
        Some(match settings.get("rustflags")? {
            Value::String(text) => Flags::Text(text.clone()),
            _ => Flags::List,
        })
    }
}

impl Places {
    fn add(&mut self, host: &str, table: &Table) {
        let all = table.get("build").and_then(Flags::of);
        self.of_all = self.of_all.take().or(all);
        let targets = table.get("target").and_then(Value::as_table);
        let own = targets.and_then(|targets| targets.get(host)).and_then(Flags::of);
        self.of_host = self.of_host.take().or(own);
        self.by_condition |= targets
            .into_iter()
            .flatten()
            .any(|(target, settings)| target.starts_with("cfg(") && Flags::of(settings).is_some());
    }

    fn joined(self, host: &str) -> anyhow::Result<Joined> {
        let Places { of_host, by_condition, of_all } = self;
        let for_host = format!("target.{host}.rustflags");
        // Whether a condition holds, only Cargo knows.
        let (flags, setting) = match (of_host, of_all, by_condition) {
            (Some(flags @ Flags::List), _, _) => (flags, for_host),
            (None, None, true) => (Flags::List, for_host),
            (Some(_), _, true) | (None, Some(_), true) => anyhow::bail!(
                "Cargo's configuration has flags for rustc in several places, one of them a `cfg(…)` of [target]\n  help: set RUSTFLAGS to the flags you want"
            ),
            (Some(flags), _, false) => (flags, for_host),
            (None, flags, false) => (flags.unwrap_or(Flags::List), "build.rustflags".into()),
        };
        Ok(match flags {
            Flags::List => Joined::Setting(setting),
            Flags::Text(text) => Joined::After(text.split_whitespace().map(str::to_owned).collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "x86_64-unknown-linux-gnu";

    fn joined(texts: &[&str]) -> Option<Joined> {
        let mut places = Places::default();
        texts.iter().for_each(|text| places.add(HOST, &text.parse().expect("TOML")));
        places.joined(HOST).ok()
    }

    #[test]
    fn flags_join_those_that_cargo_reads() {
        let build = || Some(Joined::Setting("build.rustflags".into()));
        let target = || Some(Joined::Setting(format!("target.{HOST}.rustflags")));
        let of_all = "[build]\nrustflags = ['--cfg=a']";
        let of_host = format!("[target.{HOST}]\nrustflags = ['b']");
        let by_condition = "[target.'cfg(unix)']\nrustflags = ['c']";
        assert_eq!(joined(&[]), build());
        assert_eq!(joined(&[of_all]), build());
        assert_eq!(joined(&["[build]\njobs = 2\n[target.other]\nrustflags = ['d']"]), build());
        assert_eq!(joined(&[of_all, &of_host]), target());
        assert_eq!(joined(&[by_condition]), target());
        assert_eq!(joined(&[by_condition, &of_host, of_all]), target());
        assert_eq!(joined(&[by_condition, of_all]), None, "it is not known which");
    }

    #[test]
    fn flags_in_one_string_are_passed_on_by_the_environment() {
        let after = |flags: &[&str]| Some(Joined::After(flags.iter().map(|flag| (*flag).into()).collect()));
        let (near, far) = ("[build]\nrustflags = '--cfg a'", "[build]\nrustflags = '--cfg b'");
        assert_eq!(joined(&[near, far]), after(&["--cfg", "a"]));
        let of_host = format!("[target.{HOST}]\nrustflags = '-Cc'");
        assert_eq!(joined(&[near, &of_host]), after(&["-Cc"]));
        assert_eq!(joined(&[&of_host, "[target.'cfg(unix)']\nrustflags = ['d']"]), None);
    }
}
