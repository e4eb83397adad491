//! The names that cases have in the file of the last time.

use crate::block::Block;
use std::collections::HashMap;

/// The names of the cases in the body of a file, by what the cases do.
pub struct EarlierNames(HashMap<String, String>);

impl EarlierNames {
    pub fn of(body: &str) -> EarlierNames {
        EarlierNames(Block::all(body).map(|block| (block.deed(), block.name.to_owned())).collect())
    }

    /// The name of the case that does the same, with the same outcome. No other case gets it.
    pub fn take_name(&mut self, case: &str) -> Option<String> {
        self.0.remove(&Block::parse(case)?.deed())
    }
}

/// The words in the code of a case that could name something.
pub fn identifiers(case: &str) -> Vec<String> {
    let code = case.split_once("() {").map_or("", |(_, code)| code);
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::samples::CASES;

    #[test]
    fn a_case_is_known_by_what_it_does() {
        let mut earlier = EarlierNames::of(CASES);
        assert_eq!(earlier.take_name("#[test]\nfn other() {\n    put(0);\n}\n"), Some("zero".into()));
        assert_eq!(earlier.take_name("#[test]\nfn other() {\n    put(0);\n}\n"), None, "only once");
        assert_eq!(earlier.take_name("#[test]\n#[should_panic]\nfn other() {\n    put(1);\n}\n"), None);
        let fails = "// fails: bang\n#[test]\n#[should_panic]\nfn other() {\n    put(1);\n}\n";
        assert_eq!(earlier.take_name(fails), Some("boom".into()));
    }
}
