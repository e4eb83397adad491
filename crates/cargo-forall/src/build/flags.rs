//! Flags for cargo and rustc.

use super::rustflags::{self, Joined};
use crate::args::Selection;
use crate::role;
use anyhow::Context;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Which targets and features are meant.
pub fn target_flags(selection: &Selection) -> Vec<OsString> {
    let mut flags: Vec<OsString> = Vec::new();
    for (given, flag) in [
        (selection.lib, "--lib"),
        (selection.bins, "--bins"),
        (selection.tests, "--tests"),
        (selection.all_features, "--all-features"),
        (selection.no_default_features, "--no-default-features"),
    ] {
        if given {
            flags.push(flag.into());
        }
    }
    for (names, flag) in
        [(&selection.bin, "--bin"), (&selection.test, "--test"), (&selection.features, "--features")]
    {
        for name in names {
            flags.extend([flag.into(), name.into()]);
        }
    }
    let Selection { lib, bins, tests, bin, test, .. } = selection;
    if !(*lib || *bins || *tests) && bin.is_empty() && test.is_empty() {
        // Without any flag cargo also builds the examples, which have no tests.
        flags.push("--tests".into());
    }
    flags
}

/// Makes cargo call us as the linker, with the whole program as LLVM bitcode.
pub fn with_our_linker(command: &mut Command, tool: &Path, host: &str) -> anyhow::Result<()> {
    let tool = tool.to_str().context("the path of this program is not UTF-8")?;
    let linker = format!("-Clinker={tool}");
    let ours = [
        "-Clinker-plugin-lto",
        linker.as_str(),
        "-Clinker-flavor=gcc",
        "-Cdebuginfo=line-tables-only",
        "--cfg=forall_explore",
        "--cap-lints=allow",
    ];
    command.env(role::VARIABLE, role::LINKER);
    // Flags in the environment replace those of the configuration, so that is where ours go if there are any.
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").ok();
    let plain = std::env::var("RUSTFLAGS").ok();
    let joined = match environment_flags(encoded.as_deref(), plain.as_deref()) {
        Some(flags) => Joined::After(flags),
        None => rustflags::joined(host)?,
    };
    match joined {
        Joined::After(flags) => {
            let all: Vec<&str> = flags.iter().map(String::as_str).chain(ours).collect();
            command.env("CARGO_ENCODED_RUSTFLAGS", all.join("\x1f"));
        }
        Joined::Setting(setting) => {
            let list = serde_json::to_string(&ours)?;
            command.args(["--config", &format!("{setting}={list}")]);
        }
    }
    Ok(())
}

fn environment_flags(encoded: Option<&str>, plain: Option<&str>) -> Option<Vec<String>> {
    match (encoded, plain) {
        (Some(encoded), _) => {
            Some(encoded.split('\x1f').filter(|flag| !flag.is_empty()).map(str::to_owned).collect())
        }
        (None, Some(plain)) => Some(plain.split_whitespace().map(str::to_owned).collect()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_choice_of_targets_all_with_tests_are_built() {
        assert_eq!(target_flags(&Selection::default()), ["--tests"]);
        let chosen = Selection {
            lib: true,
            test: vec!["it".into()],
            features: vec!["f g".into()],
            ..Selection::default()
        };
        assert_eq!(target_flags(&chosen), ["--lib", "--test", "it", "--features", "f g"]);
    }

    #[test]
    fn flags_of_the_environment_are_kept() {
        assert_eq!(environment_flags(None, None), None);
        assert_eq!(
            environment_flags(None, Some(" -Cx  --cfg=y ")),
            Some(vec!["-Cx".into(), "--cfg=y".into()])
        );
        assert_eq!(environment_flags(Some("a b\x1fc"), Some("d")), Some(vec!["a b".into(), "c".into()]));
    }
}
