//! Cases that are left out of a file, because they do something else when other tests ran before. They stand
//! there as comments, so that nobody finds them again and again, and everybody sees why they are missing.

use crate::block::Block;
use crate::header;
use std::collections::BTreeSet;

const LEFT_OUT: &str = "// left out, because it does something else after other tests:";

/// What the cases do that are left out of the body of a file.
pub struct LeftOut(BTreeSet<String>);

impl LeftOut {
    pub fn of(body: &str) -> LeftOut {
        let cases = body.split("\n\n").filter_map(uncommented);
        LeftOut(cases.filter_map(|case| Some(Block::parse(&case)?.deed())).collect())
    }

    pub fn has(&self, case: &str) -> bool {
        Block::parse(case).is_some_and(|case| self.0.contains(&case.deed()))
    }
}

/// The file with these cases left out.
pub fn leave_out(source: &str, filter: &str, names: &[String]) -> String {
    let (_, body) = header::authorship(source);
    let is_named =
        |text: &str| Block::parse(text).is_some_and(|block| names.iter().any(|name| name == block.name));
    let blocks = body.trim_end_matches('\n').split("\n\n");
    let blocks = blocks.map(|block| if is_named(block) { commented(block) } else { block.to_owned() });
    header::with_header(filter, &(blocks.collect::<Vec<_>>().join("\n\n") + "\n"))
}

/// The body of a file as if nothing had been left out of it.
pub fn reconsidered(body: &str) -> String {
    let blocks = body.split("\n\n").filter(|block| uncommented(block).is_none());
    blocks.collect::<Vec<_>>().join("\n\n")
}

/// A case as a comment.
pub fn commented(case: &str) -> String {
    let lines = case.trim_matches('\n').lines().map(|line| format!("// {line}"));
    let text = std::iter::once(LEFT_OUT.to_owned()).chain(lines).collect::<Vec<_>>().join("\n");
    // Where the block above ends in an empty line, so does this one.
    if case.starts_with('\n') { format!("\n{text}") } else { text }
}

fn uncommented(block: &str) -> Option<String> {
    let rest = block.trim_matches('\n').strip_prefix(LEFT_OUT)?;
    let lines = rest.trim_start_matches('\n').lines();
    Some(lines.map(|line| line.strip_prefix("// ").unwrap_or(line)).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::samples::CASES;
    use crate::stated;

    const ONE: &str =
        "// fails: boom, src/lib.rs:9\n#[test]\n#[should_panic]\nfn other() {\n    put(1);\n}\n";

    #[test]
    fn what_is_left_out_stays_known_and_is_no_case() {
        let file = header::with_header("put", CASES);
        assert_eq!(leave_out(&file, "put", &[]), file);
        let shorter = leave_out(&file, "put", &["boom".into()]);
        assert!(shorter.ends_with(
            "}\n\n// left out, because it does something else after other tests:\n\
             // // fails: boom, src/lib.rs:7\n// #[test]\n// #[should_panic]\n// fn boom() {\n//     put(1);\n// }\n"
        ));
        let names: Vec<String> = stated(&shorter).into_iter().map(|case| case.name).collect();
        assert_eq!(names, ["zero"]);
        let (authorship, body) = header::authorship(&shorter);
        assert_eq!(authorship, header::Authorship::Generated);
        let left_out = LeftOut::of(&body);
        assert!(left_out.has(ONE) && !left_out.has("#[test]\nfn zero() {\n    put(0);\n}\n"));
        assert!(!LeftOut::of(&reconsidered(&body)).has(ONE));
        assert!(reconsidered(&body).contains("fn zero()"));
    }

    #[test]
    fn the_first_and_all_can_be_left_out() {
        let file = header::with_header("put", CASES);
        let none = leave_out(&file, "put", &["zero".into(), "boom".into()]);
        assert!(stated(&none).is_empty());
        let (_, body) = header::authorship(&none);
        assert!(LeftOut::of(&body).has(ONE) && body.starts_with("\n// left out"), "{body}");
    }
}
