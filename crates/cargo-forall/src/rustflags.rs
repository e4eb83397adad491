//! Where the user's flags for rustc stand, so that ours join them: Cargo reads one place, and ignores the others.

use std::path::{Path, PathBuf};
use toml::Table;

/// The setting to which flags are added. Those of the environment, which come before all others, are not looked at.
pub fn setting(host: &str) -> anyhow::Result<String> {
    let directory = std::env::current_dir()?;
    let variable = |name: &str| std::env::var_os(name).is_some();
    let of_host = format!("CARGO_TARGET_{}_RUSTFLAGS", host.to_uppercase().replace('-', "_"));
    let mut places = Places {
        of_host: variable(&of_host),
        of_all: variable("CARGO_BUILD_RUSTFLAGS"),
        ..Places::default()
    };
    for file in configurations(&directory) {
        // What cannot be read, or is no TOML, Cargo complains about.
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let Ok(table) = text.parse::<Table>() else { continue };
        places.add(host, &table);
    }
    places.setting(host)
}

/// The configuration files that Cargo reads in a directory.
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
    of_host: bool,
    /// For machines by a condition.
    by_condition: bool,
    /// For any.
    of_all: bool,
}

impl Places {
    fn add(&mut self, host: &str, table: &Table) {
        let has_flags = |settings: &toml::Value| settings.get("rustflags").is_some();
        self.of_all |= table.get("build").is_some_and(has_flags);
        for (target, settings) in table.get("target").and_then(toml::Value::as_table).into_iter().flatten() {
            self.of_host |= target == host && has_flags(settings);
            self.by_condition |= target.starts_with("cfg(") && has_flags(settings);
        }
    }

    fn setting(&self, host: &str) -> anyhow::Result<String> {
        let Places { of_host, by_condition, of_all } = *self;
        anyhow::ensure!(
            of_host || !by_condition || !of_all,
            "Cargo's configuration has flags for rustc both under [build] and under a `cfg(…)` of [target]\n  help: set RUSTFLAGS to those that are meant"
        );
        Ok(match of_host || by_condition {
            true => format!("target.{host}.rustflags"),
            false => "build.rustflags".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "x86_64-unknown-linux-gnu";

    fn setting(text: &str) -> Option<String> {
        let mut places = Places::default();
        places.add(HOST, &text.parse().expect("TOML"));
        places.setting(HOST).ok()
    }

    #[test]
    fn flags_go_where_cargo_reads_those_of_the_user() {
        let (build, target) = (Some("build.rustflags".to_owned()), Some(format!("target.{HOST}.rustflags")));
        assert_eq!(setting(""), build);
        assert_eq!(setting("[build]\nrustflags = ['--cfg=a']"), build);
        assert_eq!(setting("[build]\njobs = 2\n[target.other]\nrustflags = 'a'"), build);
        let by_name = format!("[target.{HOST}]\nrustflags = 'a'\n[build]\nrustflags = 'b'");
        assert_eq!(setting(&by_name), target);
        let by_condition = "[target.'cfg(unix)']\nrustflags = ['a']\n";
        assert_eq!(setting(by_condition), target);
        assert_eq!(
            setting(&format!("{by_condition}[build]\nrustflags = ['b']")),
            None,
            "it is not known which"
        );
    }
}
