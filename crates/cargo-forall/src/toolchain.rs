//! The Rust toolchain that builds the user's package.

use crate::exit::{Exit, OrStop, Stop};
use anyhow::{Context, anyhow, bail};
use std::path::PathBuf;
use std::process::Command;

pub struct Toolchain {
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
        Ok(Toolchain { host, sysroot })
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
