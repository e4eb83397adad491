//! The Rust toolchain that builds the user's package.

use crate::exit::{Exit, OrStop, Stop};
use anyhow::{Context, anyhow, bail};
use forall_report::Assumption;
use std::path::PathBuf;
use std::process::Command;

/// The releases of Rust with whose standard library forall is tested.
const TESTED: [&str; 1] = ["1.95"];

pub struct Toolchain {
    /// Of the compiler: `1.95.0`, `1.97.0-nightly`.
    pub version: String,
    /// The triple of the machine, for which the tests are built.
    pub host: String,
    pub sysroot: PathBuf,
}

impl Toolchain {
    /// Asks the compiler cargo is going to use, and makes sure that it has the LLVM library which instrumentation needs.
    pub fn find() -> Result<Toolchain, Stop> {
        let answers = ask_rustc(&["--print", "sysroot", "--print", "host-tuple"]).or_stop(Exit::Build)?;
        let mut answers = answers.lines().map(str::to_owned);
        let (Some(sysroot), Some(host)) = (answers.next(), answers.next()) else {
            return Err(anyhow!("rustc does not say for which machine it is")).or_stop(Exit::Build);
        };
        let sysroot = PathBuf::from(sysroot);
        forall_instrument::find_llvm(&sysroot).or_stop(Exit::Build)?;
        let version = ask_rustc(&["--version"]).or_stop(Exit::Build)?;
        let version = version.split_whitespace().nth(1).unwrap_or("of an unknown version").to_owned();
        Ok(Toolchain { version, host, sysroot })
    }

    /// What a verdict takes for granted if forall is not tested with this release.
    pub fn assumption(&self) -> Option<Assumption> {
        let release = self.version.rsplit_once('.').map_or("", |(release, _)| release);
        let is_tested = TESTED.contains(&release) && !self.version.contains('-');
        (!is_tested)
            .then(|| Assumption::Toolchain { version: self.version.clone(), tested: TESTED.join(", ") })
    }
}

fn ask_rustc(arguments: &[&str]) -> anyhow::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(arguments).output().context("cannot run rustc")?;
    if !output.status.success() {
        bail!("rustc cannot be used: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumption(version: &str) -> Option<String> {
        let toolchain = Toolchain { version: version.into(), host: String::new(), sysroot: PathBuf::new() };
        toolchain.assumption().map(|assumption| assumption.to_string())
    }

    #[test]
    fn what_is_not_tested_is_an_assumption() {
        assert_eq!(assumption("1.95.0"), None);
        assert_eq!(assumption("1.95.3"), None);
        let untested = "if the standard library of Rust 1.97.0-nightly is like that of 1.95";
        assert_eq!(assumption("1.97.0-nightly"), Some(untested.into()));
        assert!(assumption("1.95.0-beta.3").is_some() && assumption("1.9.5").is_some());
    }

    /// Whoever builds forall with another release runs its tests with it, and then adds it.
    #[test]
    fn the_toolchain_of_these_tests_is_tested() {
        let Ok(toolchain) = Toolchain::find() else { panic!("a toolchain") };
        assert_eq!(toolchain.assumption(), None, "add its release to `TESTED` once all tests pass");
    }
}
