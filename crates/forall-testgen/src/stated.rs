//! What a file says of its cases.

use crate::block::Block;
use crate::header;

/// A case as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    pub name: String,
    /// Does its comment say that it fails?
    pub fails: bool,
}

/// The cases in a file, in its order.
pub fn stated(source: &str) -> Vec<Stated> {
    let (_, body) = header::authorship(source);
    Block::all(&body).map(|block| Stated { name: block.name.into(), fails: block.fails() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::samples::CASES;

    #[test]
    fn every_case_says_whether_it_fails() {
        let mended =
            "\n// failed before: bang, src/lib.rs:7\n#[test]\nfn no_longer_bang() {\n    put(2);\n}\n";
        let body = format!("// A note.\n\nuse crate::Point;\n{CASES}{mended}");
        let told: Vec<(String, bool)> = stated(&header::with_header("put", &body))
            .into_iter()
            .map(|case| (case.name, case.fails))
            .collect();
        assert_eq!(told, [("zero".into(), false), ("boom".into(), true), ("no_longer_bang".into(), false)]);
    }
}
