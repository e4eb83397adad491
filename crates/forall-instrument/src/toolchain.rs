//! The user's Rust toolchain and the LLVM it brings along.
//!
//! See docs/decisions/toolchain-llvm.md.

use crate::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Environment variable: the directory of the toolchain, for who knows it. To ask rustc takes longer than
/// many a link.
pub const VARIABLE: &str = "FORALL_SYSROOT";

/// Directory of the toolchain that cargo uses for the package.
pub fn sysroot() -> Result<PathBuf, Error> {
    if let Some(known) = std::env::var_os(VARIABLE) {
        return Ok(known.into());
    }
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .map_err(|error| Error::Sysroot(error.to_string()))?;
    if !output.status.success() {
        return Err(Error::Sysroot(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// The LLVM library of a toolchain: the one that made, and so can read, its bitcode.
pub fn find_llvm(sysroot: &Path) -> Result<PathBuf, Error> {
    let directory = sysroot.join("lib");
    let mut candidates: Vec<PathBuf> = std::fs::read_dir(&directory)
        .map_err(|_| Error::NoLlvm { sysroot: sysroot.into() })?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // The toolchain also has a tiny linker script of a similar name.
            name.starts_with("libLLVM") && path.metadata().is_ok_and(|m| m.len() > 1 << 20)
        })
        .collect();
    candidates.sort();
    candidates.pop().ok_or_else(|| Error::NoLlvm { sysroot: sysroot.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toolchain_that_builds_forall_has_its_llvm() {
        let library = find_llvm(&sysroot().unwrap()).unwrap();
        assert!(library.file_name().unwrap().to_string_lossy().starts_with("libLLVM"));
    }

    #[test]
    fn a_toolchain_without_llvm_is_named() {
        let empty = tempfile::tempdir().unwrap();
        std::fs::create_dir(empty.path().join("lib")).unwrap();
        let error = find_llvm(empty.path()).unwrap_err();
        assert!(error.to_string().contains(&*empty.path().to_string_lossy()), "{error}");
    }
}
