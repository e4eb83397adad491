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

    const BODY: &str = "// A note.

use crate::Point;

#[test]
fn zero() {
    put(0);
}

// fails: boom, src/lib.rs:7
#[test]
#[should_panic]
fn boom() {
    put(1);
}

// failed before: bang, src/lib.rs:7
#[test]
fn no_longer_bang() {
    put(2);
}
";

    #[test]
    fn every_case_says_whether_it_fails() {
        let told: Vec<(String, bool)> = stated(&header::with_header("put", BODY))
            .into_iter()
            .map(|case| (case.name, case.fails))
            .collect();
        assert_eq!(told, [("zero".into(), false), ("boom".into(), true), ("no_longer_bang".into(), false)]);
    }
}
