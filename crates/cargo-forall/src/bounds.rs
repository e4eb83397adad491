//! How far an exploration goes, by what the test, its package and the command line say: the later has the last word.

use crate::args::{Search, Time};
use crate::workspace::Package;
use forall_engine::{Bounds, Options, ParameterBounds};
use forall_protocol::put::PutDescription;
use std::time::Duration;

pub fn options(search: &Search, package: &Package, put: &PutDescription) -> anyhow::Result<Options> {
    let mut bounds = Bounds::default();
    for bound in put.bounds.split(',').filter(|bound| !bound.is_empty()) {
        let (key, value) = bound.split_once('=').unwrap_or((bound, ""));
        set(&mut bounds, key, value).map_err(|problem| anyhow::anyhow!("{}: {problem}", put.name))?;
    }
    for (key, value) in package.bounds() {
        set_for_all(&mut bounds, &key, &value).map_err(|problem| {
            anyhow::anyhow!("[package.metadata.forall] of `{}`: {problem}", package.name)
        })?;
    }
    Ok(search.options(bounds))
}

/// What is wrong with what a package says about itself.
pub fn problem(package: &Package) -> Option<String> {
    let mut bounds = Bounds::default();
    package.bounds().into_iter().find_map(|(key, value)| set_for_all(&mut bounds, &key, &value).err())
}

/// A bound of the test, or of one of its parameters.
fn set(bounds: &mut Bounds, key: &str, value: &str) -> Result<(), String> {
    match key.split_once('.') {
        Some((key, parameter)) => set_own(bounds.parameters.entry(parameter.into()).or_default(), key, value),
        None => set_for_all(bounds, key, value),
    }
}

fn set_for_all(bounds: &mut Bounds, key: &str, value: &str) -> Result<(), String> {
    let number = |least: u64| match value.parse::<u64>() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(format!("`{key}` is `{value}`, and must be a number, {least} or more")),
    };
    let time = || -> Result<Duration, String> {
        let time: Time = value.parse().map_err(|problem| format!("`{key}` is `{value}`: {problem}"))?;
        Ok(time.0)
    };
    match key {
        "max_len" => bounds.set_max_len(number(0)?),
        "max_depth" => bounds.max_depth = number(0)?,
        "max_answers" => bounds.max_answers = number(1)?,
        "max_runs" => bounds.max_runs = number(1)?,
        "max_branches" => bounds.max_branches = u32::try_from(number(1)?).unwrap_or(u32::MAX),
        // Who says how long it may take means loops, too.
        "max_time" => (bounds.max_time, bounds.loop_time) = (time()?, time()?),
        "solver_work" => bounds.solver_work = number(1)?,
        "solver_time" => bounds.solver_time = time()?,
        _ => {
            let known = "max_len, max_depth, max_answers, max_runs, max_branches, max_time, solver_work and solver_time";
            return Err(format!("there is no bound `{key}`; there are {known}"));
        }
    }
    Ok(())
}

/// A bound of one parameter.
fn set_own(bounds: &mut ParameterBounds, key: &str, value: &str) -> Result<(), String> {
    let number = value.parse().map_err(|_| format!("`{key}` is `{value}`, and must be a number"))?;
    match key {
        "max_len" => bounds.max_len = Some(number),
        "max" => bounds.max = Some(number),
        _ => return Err(format!("there is no bound `{key}` of a parameter; there are max_len and max")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;

    fn package(metadata: &str) -> Package {
        let json = format!(
            r#"{{"id":"a","name":"a","version":"0.1.0","manifest_path":"/w/Cargo.toml","dependencies":[],"metadata":{metadata}}}"#
        );
        serde_json::from_str(&json).expect("a package")
    }

    fn bounds(line: &str, metadata: &str, put: &str) -> Bounds {
        let put = PutDescription { bounds: put.into(), ..PutDescription::default() };
        let explore = commands::explore(line).expect("valid");
        options(&explore.search, &package(metadata), &put).expect("valid").bounds
    }

    #[test]
    fn the_command_line_is_stronger_than_the_package_and_that_than_the_test() {
        let put = "max_len=1,max_runs=2,max_time=500ms";
        let metadata = r#"{"forall":{"max_runs":3,"max_depth":4,"max_time":"2s"}}"#;
        let bounds = bounds("cargo-forall --max-depth 5", metadata, put);
        assert_eq!((bounds.max_len, bounds.max_runs, bounds.max_depth), (1, 3, 5));
        assert_eq!((bounds.max_time, bounds.loop_time), (Duration::from_secs(2), Duration::from_secs(2)));
        assert_eq!(bounds.solver_time, Bounds::default().solver_time);
    }

    #[test]
    fn a_parameter_has_bounds_of_its_own_until_all_have_another() {
        let put = "max_len=3,max_len.hex=12,max.bits=64";
        let of = |line, metadata| {
            let parameters = bounds(line, metadata, put).parameters;
            (parameters["hex"].max_len, parameters["bits"].max)
        };
        assert_eq!(of("cargo-forall", "null"), (Some(12), Some(64)));
        assert_eq!(of("cargo-forall --max-len 4", "null"), (None, Some(64)));
        assert_eq!(of("cargo-forall", r#"{"forall":{"max_len":2}}"#), (None, Some(64)));
    }

    #[test]
    fn what_nobody_says_is_as_always() {
        assert_eq!(bounds("cargo-forall", "null", ""), Bounds::default());
        assert_eq!(bounds("cargo-forall", r#"{"other":1}"#, ""), Bounds::default());
    }

    #[test]
    fn what_a_package_cannot_mean_is_told() {
        let told = |metadata| problem(&package(metadata)).unwrap_or_default();
        assert!(told(r#"{"forall":{"max_length":3}}"#).contains("no bound `max_length`"));
        assert!(told(r#"{"forall":{"max_runs":0}}"#).contains("1 or more"));
        assert!(told(r#"{"forall":{"max_time":"soon"}}"#).contains("`soon`"));
        assert!(told(r#"{"forall":{"max.x":3}}"#).contains("no bound `max.x`"));
        assert_eq!(told(r#"{"forall":{"max_len":0}}"#), "");
    }
}
