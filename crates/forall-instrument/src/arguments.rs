//! The command line with which rustc calls its linker, taken apart.

use crate::Error;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// What to link, and how.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Objects (`*.o`) and Rust libraries (`*.rlib`), in order.
    pub inputs: Vec<PathBuf>,
    pub output: PathBuf,
    /// Was the program compiled with optimisations?
    pub optimised: bool,
    /// Everything else, in order, for the system linker.
    pub rest: Vec<OsString>,
}

impl Arguments {
    pub fn parse(arguments: &[OsString]) -> Result<Arguments, Error> {
        let mut parsed = Arguments::default();
        let mut arguments = expand_response_files(arguments)?.into_iter();
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            if text == "-o" {
                parsed.output = arguments.next().ok_or(Error::NoOutput)?.into();
            } else if matches!(text.as_ref(), "-L" | "-l" | "-z" | "-Xlinker") {
                parsed.rest.push(argument);
                parsed.rest.extend(arguments.next());
            } else if text.contains("-plugin-opt") {
                // options of the LTO plugin whose work is done here
                let level = text.split("-plugin-opt=O").nth(1);
                parsed.optimised |= level.is_some_and(|level| !level.starts_with('0'));
            } else if is_input(&argument) {
                parsed.inputs.push(argument.into());
            } else {
                parsed.rest.push(argument);
            }
        }
        if parsed.output.as_os_str().is_empty() { Err(Error::NoOutput) } else { Ok(parsed) }
    }
}

fn is_input(argument: &OsStr) -> bool {
    let extension = Path::new(argument).extension().and_then(OsStr::to_str);
    !argument.to_string_lossy().starts_with('-') && matches!(extension, Some("o" | "rlib"))
}

/// rustc passes long command lines as `@file`, one quoted argument a line.
fn expand_response_files(arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    let mut expanded = Vec::new();
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(Error::io("read", path))?;
                expanded.extend(text.lines().map(unquote));
            }
            None => expanded.push(argument.clone()),
        }
    }
    Ok(expanded)
}

fn unquote(line: &str) -> OsString {
    let line = line.strip_prefix('"').and_then(|l| l.strip_suffix('"')).unwrap_or(line);
    let mut unquoted = String::new();
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        unquoted.push(if c == '\\' { characters.next().unwrap_or(c) } else { c });
    }
    unquoted.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Arguments {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Arguments::parse(&arguments).expect("well formed")
    }

    #[test]
    fn objects_and_rlibs_are_inputs_and_plugin_options_vanish() {
        let parsed = parse(
            "-m64 a.rcgu.o -Wl,-Bstatic libcore.rlib -Wl,-plugin-opt=O0,-plugin-opt=mcpu=x86-64 -lc -L x.o -o out",
        );
        assert_eq!(parsed.inputs, [Path::new("a.rcgu.o"), Path::new("libcore.rlib")]);
        assert_eq!(parsed.output, Path::new("out"));
        assert_eq!(parsed.rest, ["-m64", "-Wl,-Bstatic", "-lc", "-L", "x.o"]);
        assert!(!parsed.optimised);
        assert!(parse("-Wl,-plugin-opt=O3,-plugin-opt=mcpu=x86-64 -o out").optimised);
    }

    #[test]
    fn a_call_without_output_is_an_error() {
        assert!(matches!(Arguments::parse(&["a.o".into()]), Err(Error::NoOutput)));
    }

    #[test]
    fn response_files_are_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "\"a b.o\"\n-o\n\"out\\\\x\"\n").unwrap();
        let parsed = Arguments::parse(&[format!("@{}", file.path().display()).into()]).unwrap();
        assert_eq!(parsed.inputs, [Path::new("a b.o")]);
        assert_eq!(parsed.output, Path::new("out\\x"));
    }
}
