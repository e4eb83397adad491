//! What a file says of its cases.

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
    body.split("\n\n").filter_map(parse).collect()
}

/// The file without these cases; `None` when there are no others.
pub fn without(source: &str, filter: &str, names: &[String]) -> Option<String> {
    let (_, body) = header::authorship(source);
    let stays = |block: &&str| parse(block).is_none_or(|case| !names.contains(&case.name));
    let rest: Vec<&str> =
        body.split("\n\n").filter(stays).map(|block| block.trim_end_matches('\n')).collect();
    let body = rest.join("\n\n") + "\n";
    body.split("\n\n").any(|block| parse(block).is_some()).then(|| header::with_header(filter, &body))
}

fn parse(block: &str) -> Option<Stated> {
    let (_, after) = block.split_once("\nfn ")?;
    let (name, _) = after.split_once("() {")?;
    Some(Stated { name: name.into(), fails: block.trim_start().starts_with("// fails: ") })
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

    #[test]
    fn cases_can_be_taken_out() {
        let file = header::with_header("put", BODY);
        assert_eq!(without(&file, "put", &[]).as_deref(), Some(file.as_str()));
        let shorter = without(&file, "put", &["boom".into()]).unwrap();
        let expected = BODY.replace(
            "// fails: boom, src/lib.rs:7\n#[test]\n#[should_panic]\nfn boom() {\n    put(1);\n}\n\n",
            "",
        );
        assert_eq!(shorter, header::with_header("put", &expected));
        let all = ["zero", "boom", "no_longer_bang"].map(str::to_owned);
        assert_eq!(without(&file, "put", &all), None);
    }
}
