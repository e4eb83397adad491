//! Which drafts do not compile. All of a round are compiled together, so the compiler's errors are led back to the drafts they are in.

use super::placed::{Place, Placed, Trial};
use crate::diagnostics::{self, Error};
use crate::exit::{Exit, OrStop, Stop};
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// So often only the drafts with errors are taken out: names are resolved before types are checked, and types before borrows.
const REPAIRS: usize = 3;

/// The trials that compile together, and what the compiler says of the others.
pub struct Compiled {
    pub placed: Placed,
    pub rejected: BTreeMap<usize, String>,
}

/// Compiles the trials until it succeeds. `compile` puts files in their place, and tells what the compiler says if they do not compile. Stops
/// when not even what the user has compiles.
pub fn compiling(
    trials: &[Trial<'_>],
    root: &Path,
    mut compile: impl FnMut(&Placed) -> anyhow::Result<Result<(), String>>,
) -> Result<Compiled, Stop> {
    let mut rejected: BTreeMap<usize, String> = BTreeMap::new();
    for attempt in 0.. {
        let placed = Placed::new(trials, |number| rejected.contains_key(&number));
        let said = match compile(&placed).or_stop(Exit::Internal)? {
            Ok(()) => return Ok(Compiled { placed, rejected }),
            Err(said) => said,
        };
        let errors = diagnostics::errors(&said);
        if rejected.len() == trials.len() {
            let rendered: Vec<&str> = errors.iter().map(|error| error.rendered.trim_end()).collect();
            let message = anyhow::Error::msg(rendered.join("\n"));
            return Err(message).context("the tests do not build with forall").or_stop(Exit::Build);
        }
        let mut faulty = BTreeMap::new();
        if attempt < REPAIRS {
            errors.iter().for_each(|error| blame_drafts(error, &placed, root, &mut faulty));
        }
        if faulty.is_empty() {
            errors.iter().for_each(|error| blame_files(error, &placed, root, &mut faulty));
        }
        if faulty.is_empty() {
            let message = errors.first().map_or("it does not compile", |error| &error.message);
            let rest = (0..trials.len()).filter(|number| !rejected.contains_key(number));
            faulty.extend(rest.map(|number| (number, message.to_owned())));
        }
        rejected.extend(faulty);
    }
    unreachable!("each attempt takes out a trial, and the last one ends it")
}

/// The drafts in which an error is.
fn blame_drafts(error: &Error, placed: &Placed, root: &Path, faulty: &mut BTreeMap<usize, String>) {
    for (file, line) in &error.places {
        let file = file.strip_prefix(root).unwrap_or(file);
        if let Some(Place::Trial(number, _)) = placed.at(file, *line) {
            faulty.entry(number).or_insert_with(|| error.message.clone());
        }
    }
}

/// All drafts in the files of an error.
fn blame_files(error: &Error, placed: &Placed, root: &Path, faulty: &mut BTreeMap<usize, String>) {
    let files: BTreeSet<&Path> =
        error.files.iter().map(|file| file.strip_prefix(root).unwrap_or(file)).collect();
    for number in files.into_iter().flat_map(|file| placed.trials_in(file)) {
        faulty.entry(*number).or_insert_with(|| error.message.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_generalize::Draft;
    use std::time::Duration;

    const ORIGINAL: &str = "fn a() {\n}\nfn b() {\n}\n";

    fn trial<'t>(file: &'t str, name: &str) -> Trial<'t> {
        let text = format!("#[forall]\nfn {name}() {{\n}}");
        Trial {
            package: "p",
            target: "lib",
            name: name.into(),
            file: Path::new(file),
            original: ORIGINAL,
            end: 10,
            block_line: 1,
            maker: None,
            draft: Draft { name: name.into(), text, first_line: 1 },
            time: Duration::from_secs(1),
        }
    }

    /// As a compiler that does not like some names.
    fn errors(placed: &Placed, disliked: &[&str]) -> Result<(), String> {
        let mut said = String::new();
        for (file, text) in placed.contents() {
            for (number, line) in text.lines().enumerate() {
                if disliked.iter().any(|name| line.contains(&format!("fn {name}("))) {
                    let span = format!(
                        r#"{{"file_name":"/w/{}","line_start":{},"is_primary":true}}"#,
                        file.display(),
                        number + 1
                    );
                    said.push_str(&format!(
                        r#"{{"message":{{"level":"error","message":"no {line}","spans":[{span}]}}}}"#
                    ));
                    said.push('\n');
                }
            }
        }
        if said.is_empty() { Ok(()) } else { Err(said) }
    }

    fn rejected(phases: &[&[&str]]) -> Result<Vec<usize>, Stop> {
        let trials = ["a1", "a2", "a3"].map(|name| trial("a.rs", name));
        let trials: Vec<Trial<'_>> = trials.into_iter().chain([trial("b.rs", "b1")]).collect();
        let compile = |placed: &Placed| {
            let failed = phases.iter().map(|disliked| errors(placed, disliked)).find(Result::is_err);
            Ok(failed.unwrap_or(Ok(())))
        };
        let compiled = compiling(&trials, Path::new("/w"), compile)?;
        Ok(compiled.rejected.into_keys().collect())
    }

    #[test]
    fn what_does_not_compile_is_taken_out_whenever_the_compiler_says_so() {
        assert!(rejected(&[]).unwrap().is_empty());
        assert_eq!(rejected(&[&["a2"]]).unwrap(), [1]);
        assert_eq!(rejected(&[&["a2"], &["a3", "b1"]]).unwrap(), [1, 2, 3]);
    }

    #[test]
    fn what_is_not_repaired_in_time_takes_its_file_along() {
        assert_eq!(rejected(&[&["b1"], &["a2"], &["a3"], &["a1"]]).unwrap(), [0, 1, 2, 3]);
        let kept = rejected(&[&["b1"], &["a2"], &["a3"]]).unwrap();
        assert_eq!(kept, [1, 2, 3]);
    }

    /// The error is in what the user wrote: first its file is blamed, then everything, and then it is the user's.
    #[test]
    fn an_error_without_any_draft_stops_it() {
        let stop = rejected(&[&["b"]]).map(drop).unwrap_err();
        assert_eq!(stop.exit, Exit::Build);
        assert!(format!("{:#}", stop.cause).contains("no fn b("), "{:#}", stop.cause);
    }
}
