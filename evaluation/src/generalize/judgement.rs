//! What a reader said of failures, questions and assumptions: it stays when the page is renewed.

use anyhow::{Context, Result};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

pub struct Judgements {
    by_key: BTreeMap<String, String>,
    asked: RefCell<BTreeSet<String>>,
}

impl Judgements {
    pub fn read(path: &Path) -> Result<Judgements> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Judgements::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Judgements> {
        Ok(Judgements { by_key: toml::from_str(text)?, asked: RefCell::default() })
    }

    pub fn of(&self, key: &str) -> &str {
        self.asked.borrow_mut().insert(key.to_owned());
        self.by_key.get(key).map_or("not judged", String::as_str)
    }

    /// Those of the given crates that nobody asked for: what they judge is not there any more.
    pub fn unused(&self, crates: &[&str]) -> Vec<&str> {
        let asked = self.asked.borrow();
        let is_of = |key: &&String| crates.iter().any(|name| key.starts_with(&format!("{name}::")));
        self.by_key.keys().filter(is_of).filter(|key| !asked.contains(*key)).map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_judgement_says_so() {
        let text = "# Read.\n\"slab::a::x = 0, s = \\\"\\\"\" = \"a defect\"\n\"slab::gone::x = 1\" = \"meant\"\n\"other::a::\" = \"meant\"\n";
        let judgements = Judgements::parse(text).unwrap();
        assert_eq!(judgements.of("slab::a::x = 0, s = \"\""), "a defect");
        assert_eq!(judgements.of("slab::a::x = 1"), "not judged");
        assert_eq!(judgements.unused(&["slab"]), ["slab::gone::x = 1"]);
    }

    #[test]
    fn the_committed_ones_can_be_read() {
        Judgements::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("generalize/judgements.toml")).unwrap();
    }
}
