//! Which functions of the tested package an explored program was in when it failed.
//!
//! See docs/decisions/same-bug.md.

use forall_instrument::function_name;
use forall_protocol::manifest::Manifest;
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// In the names of what `#[forall]` puts around a test.
const GENERATED: &str = "::__TEST";

/// In the name of the function that calls panic hooks. Where it is active, the last panic has not begun to unwind.
const PANICKING: &str = "panic_with_hook";

/// The functions of the package, by where they begin in the program's file.
#[derive(Default)]
pub struct Functions {
    names: HashMap<u64, String>,
    /// Where those begin that call panic hooks.
    panicking: HashSet<u64>,
    /// What was asked before: most failures are reached by few ways.
    known: Mutex<HashMap<Vec<u64>, Arc<[String]>>>,
}

impl Functions {
    /// Of a program that our linker made; none when it was stripped of its symbols.
    pub fn of(linked: &Path, manifest: &Manifest) -> Functions {
        let own: HashSet<&str> =
            manifest.sites.iter().filter(|site| site.own).map(|site| manifest.text(site.function)).collect();
        let bytes = std::fs::read(linked).unwrap_or_default();
        let Ok(file) = object::File::parse(&*bytes) else { return Functions::default() };
        let functions = || file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text);
        let panicking = functions().filter(|symbol| symbol.name().is_ok_and(|name| name.contains(PANICKING)));
        let named = functions().filter_map(|symbol| {
            // A function and its copy for symbolic data are one.
            let name = function_name(symbol.name().ok()?.trim_end_matches(".slow"));
            (own.contains(name.as_str()) && !name.contains(GENERATED)).then_some((symbol.address(), name))
        });
        Functions {
            names: named.collect(),
            panicking: panicking.map(|symbol| symbol.address()).collect(),
            known: Mutex::default(),
        }
    }

    /// Did a panic end in this, without a chance to unwind?
    pub fn are_of_a_panic(&self, frames: &[u64]) -> bool {
        frames.iter().any(|frame| self.panicking.contains(frame))
    }

    /// The names of those among the active functions, the innermost of which comes first, that are of the package: the outermost first.
    pub fn callers(&self, frames: &[u64]) -> Arc<[String]> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(callers) = known.get(frames) {
            return Arc::clone(callers);
        }
        let callers: Arc<[String]> = self.name(frames).into();
        known.insert(frames.to_vec(), Arc::clone(&callers));
        callers
    }

    fn name(&self, frames: &[u64]) -> Vec<String> {
        let mut callers: Vec<String> = Vec::new();
        for name in frames.iter().rev().filter_map(|frame| self.names.get(frame)) {
            // How deep a recursion went is a matter of the input.
            match callers.iter().position(|caller| caller == name) {
                Some(before) => callers.truncate(before + 1),
                None => callers.push(name.clone()),
            }
        }
        callers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn callers(frames: &str) -> String {
        let names = "abcde".chars().map(|name| (u64::from(name), name.to_string())).collect();
        let functions = Functions { names, ..Functions::default() };
        let frames: Vec<u64> = frames.chars().rev().map(u64::from).collect();
        let first = functions.callers(&frames);
        assert_eq!(functions.callers(&frames), first);
        first.concat()
    }

    #[test]
    fn what_is_not_of_the_package_is_left_out() {
        assert_eq!(callers("xaxbx"), "ab");
        assert_eq!(callers("xyz"), "");
    }

    #[test]
    fn a_panic_is_known_by_the_function_that_calls_its_hook() {
        let functions = Functions { panicking: HashSet::from([3]), ..Functions::default() };
        assert!(functions.are_of_a_panic(&[1, 3, 2]) && !functions.are_of_a_panic(&[1, 2]));
    }

    #[test]
    fn how_deep_a_recursion_went_makes_no_difference() {
        for (flat, deep) in [("ab", "abbb"), ("abc", "abcbcbc"), ("ab", "abcdbcdb"), ("abd", "abcabd")] {
            assert_eq!(callers(deep), flat, "{deep}");
        }
    }
}
