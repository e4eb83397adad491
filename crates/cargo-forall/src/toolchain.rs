//! The Rust toolchain that builds the user's package.

use crate::exit::{Exit, OrStop, Stop};
use anyhow::{Context, bail};
use std::path::PathBuf;
use std::process::Command;

pub struct Toolchain {
    /// The triple of the machine, for which the tests are built.
    pub host: String,
}

impl Toolchain {
    /// Asks the compiler cargo is going to use, and makes sure that it has the LLVM library which instrumentation needs.
    pub fn find() -> Result<Toolchain, Stop> {
        let sysroot = PathBuf::from(ask_rustc(&["--print", "sysroot"]).or_stop(Exit::Build)?.trim());
        let version = ask_rustc(&["-vV"]).or_stop(Exit::Build)?;
        let host = version
            .lines()
            .find_map(|line| line.strip_prefix("host: "))
            .context("rustc does not say for which machine it is")
            .or_stop(Exit::Build)?;
        forall_instrument::find_llvm(&sysroot).or_stop(Exit::Build)?;
        Ok(Toolchain { host: host.into() })
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
