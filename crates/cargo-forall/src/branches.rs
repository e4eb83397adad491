//! Which branches tell the cases of a test apart, in words that can be part of a name.
//!
//! See docs/decisions/stable-behavioural-names.md.

use forall_engine::Case;
use forall_protocol::manifest::{Manifest, NOT_COUNTED, Site};
use forall_source::conditions::{Arguments, Conditions};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// For every case, the branches that it takes and not all do; first those that the fewest take. `root` is where files are looked for.
///
/// Only a program without optimisation takes a branch exactly when its condition holds.
pub fn telling(
    cases: &[Case],
    arguments: &[Arguments],
    manifest: &Manifest,
    root: &Path,
) -> Vec<Vec<String>> {
    let mut conditions: HashMap<&str, Conditions> = HashMap::new();
    let mut words = |side: &Side<'_>, arguments: &Arguments| {
        let file = manifest.text(side.site.file);
        let of_file = conditions.entry(file).or_insert_with(|| Conditions::of(&root.join(file)));
        of_file.words(side.site.line, side.site.column, side.holds, arguments)
    };
    let sides = sides(cases, manifest);
    let of_case = |(sides, arguments): (&Vec<Side<'_>>, &Arguments)| {
        sides.iter().filter_map(|side| words(side, arguments)).collect()
    };
    sides.iter().zip(arguments).map(of_case).collect()
}

/// One side of a branch.
struct Side<'a> {
    site: &'a Site,
    holds: bool,
}

fn sides<'a>(cases: &[Case], manifest: &'a Manifest) -> Vec<Vec<Side<'a>>> {
    let branches: Vec<&Site> = manifest
        .sites
        .iter()
        .filter(|site| site.outcomes == 2 && site.first_outcome != NOT_COUNTED)
        .collect();
    let covered: Vec<HashSet<u32>> =
        cases.iter().map(|case| case.covered.iter().copied().collect()).collect();
    let taken = |outcome: u32| covered.iter().filter(|covered| covered.contains(&outcome)).count();
    let of_case = |covered: &HashSet<u32>| {
        let mut sides: Vec<((usize, bool), Side<'a>)> = Vec::new();
        for site in &branches {
            let (not, yes) =
                (covered.contains(&site.first_outcome), covered.contains(&(site.first_outcome + 1)));
            // What comes out one way and then the other tells nothing.
            if not == yes {
                continue;
            }
            let count = taken(site.first_outcome + u32::from(yes));
            if count < cases.len() {
                sides.push(((count, !yes), Side { site, holds: yes }));
            }
        }
        sides.sort_by_key(|(rank, _)| *rank);
        sides.into_iter().map(|(_, side)| side).collect()
    };
    covered.iter().map(of_case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_engine::End;

    #[test]
    fn the_rarest_side_comes_first_and_what_all_take_is_left_out() {
        let site = |line, first_outcome| Site {
            file: 0,
            line,
            column: 8,
            function: 0,
            first_outcome,
            outcomes: 2,
            panicking: 0,
            own: true,
        };
        let source = "fn f(x: i32, y: i32) {\n    if x > 10 {}\n    if y == x {}\n    if x < y {}\n}\n";
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("lib.rs"), source).unwrap();
        let manifest = Manifest {
            sites: vec![site(2, 0), site(3, 2), site(4, 4)],
            texts: vec!["lib.rs".into()],
            outcomes: 6,
            codes: vec![],
        };
        let case = |covered: &[u32]| Case {
            arguments: Vec::new(),
            end: End::TimedOut,
            failure: None,
            covered: covered.to_vec(),
        };
        let cases = [case(&[1, 2, 4]), case(&[1, 3, 4]), case(&[0, 2, 4, 5]), case(&[])];
        let words = telling(&cases, &vec![Arguments::default(); cases.len()], &manifest, directory.path());
        assert_eq!(words[0], ["x_greater_than_10", "y_differs_from_x", "x_at_least_y"]);
        assert_eq!(words[1], ["y_equals_x", "x_greater_than_10", "x_at_least_y"]);
        assert_eq!(words[2], ["x_at_most_10", "y_differs_from_x"]);
        assert!(words[3].is_empty());
    }
}
