//! What can go wrong between rustc's linker call and a finished library.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "the Rust toolchain at {sysroot} has no LLVM library (lib/libLLVM*.so*), which forall needs to read and rewrite the \
         program; use a toolchain installed by rustup"
    )]
    NoLlvm { sysroot: PathBuf },
    #[error("the toolchain's LLVM library {path} cannot be used: {message}")]
    UnusableLlvm { path: PathBuf, message: String },
    #[error("cannot ask rustc for its sysroot: {0}")]
    Sysroot(String),
    #[error("cannot {action} {path}: {error}")]
    Io { action: &'static str, path: PathBuf, error: std::io::Error },
    #[error("{path} is not an object or archive forall can read: {message}")]
    Object { path: PathBuf, message: String },
    #[error("LLVM cannot {action}: {message}")]
    Llvm { action: String, message: String },
    #[error(
        "forall does not know where panics begin in this toolchain's standard library, so it cannot tell a test from the printing of its \
         message; use the toolchain this version of forall was made for, or a newer forall"
    )]
    UnknownStd,
    #[error("the linker call names no output (-o)")]
    NoOutput,
    #[error("the system linker `{program}` failed:\n{output}")]
    SystemLinker { program: String, output: String },
}

impl Error {
    pub(crate) fn llvm(action: impl Into<String>) -> impl FnOnce(String) -> Error {
        let action = action.into();
        move |message| Error::Llvm { action, message }
    }

    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        move |error| Error::Io { action, path, error }
    }
}
