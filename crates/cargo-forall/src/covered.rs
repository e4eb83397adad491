//! What the source says where cases have been.

use forall_engine::Case;
use forall_protocol::manifest::{Manifest, NOT_COUNTED, Site};
use forall_source::{characters, hazards};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

/// The bytes that are written as characters in the functions in which the cases take branches. `root` is where files are looked for.
pub fn characters(cases: &[Case], manifest: &Manifest, root: &Path) -> Vec<u8> {
    let mut lines: HashMap<&str, Vec<usize>> = HashMap::new();
    for (file, line) in places(cases, manifest) {
        lines.entry(file).or_default().push(line);
    }
    let in_file = |(file, lines): (&str, Vec<usize>)| characters::in_functions(&root.join(file), &lines);
    let bytes: BTreeSet<u8> = lines.into_iter().flat_map(in_file).collect();
    bytes.into_iter().collect()
}

/// `file:line` of the first `unsafe` in a function in which the case takes a branch, or in the test itself, which stands at `test`.
pub fn unsafe_code(case: &Case, test: (&str, usize), manifest: &Manifest, root: &Path) -> Option<String> {
    let places = [test].into_iter().chain(places(std::slice::from_ref(case), manifest));
    places.into_iter().find_map(|(file, line)| {
        let hazard = hazards::around(&root.join(file), line)?;
        Some(format!("{file}:{hazard}"))
    })
}

/// File and line of the branches that the cases take.
fn places<'m>(cases: &[Case], manifest: &'m Manifest) -> Vec<(&'m str, usize)> {
    let covered: HashSet<u32> = cases.iter().flat_map(|case| &case.covered).copied().collect();
    let is_taken = |site: &&Site| {
        site.first_outcome != NOT_COUNTED
            && (0..site.outcomes).any(|outcome| covered.contains(&(site.first_outcome + outcome)))
    };
    let sites = manifest.sites.iter().filter(is_taken);
    sites.map(|site| (manifest.text(site.file), site.line as usize)).collect()
}
