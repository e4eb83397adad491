//! A case as it stands in a file.

/// Where the comment before a case begins that fails, and of one that failed before.
pub const FAILS: &str = "// fails: ";
pub const FAILED: &str = "// failed before: ";

/// The text of a case, in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// What is said of the failure, and whether the case still fails.
    pub failure: Option<(&'a str, bool)>,
    /// From `#[test]` to the end.
    pub code: &'a str,
    /// Between `#[test]` and the function.
    pub attributes: &'a str,
    /// The function's name.
    pub name: &'a str,
    /// The lines in its braces, and the one that closes them.
    pub body: &'a str,
}

impl<'a> Block<'a> {
    /// The cases in a file. No case has an empty line in it, and one stands between any two.
    pub fn all(file: &'a str) -> impl Iterator<Item = Block<'a>> {
        file.split("\n\n").filter_map(Block::parse)
    }

    pub fn parse(text: &'a str) -> Option<Block<'a>> {
        let text = text.trim_matches('\n');
        let (failure, code) = match text.strip_prefix("//") {
            None => (None, text),
            Some(_) => {
                let (comment, code) = text.split_once('\n')?;
                let fails = comment.strip_prefix(FAILS).map(|reason| (reason, true));
                (Some(fails.or_else(|| Some((comment.strip_prefix(FAILED)?, false)))?), code)
            }
        };
        let (attributes, function) = code.strip_prefix("#[test]")?.split_once("\nfn ")?;
        let (name, body) = function.split_once("() {\n")?;
        Some(Block { failure, code, attributes, name, body })
    }

    pub fn fails(&self) -> bool {
        self.failure.is_some_and(|(_, fails)| fails)
    }

    /// What the case does and demands, whatever it is called.
    pub fn deed(&self) -> String {
        format!("{}{}{}", self.fails(), self.attributes, self.body)
    }
}

#[cfg(test)]
pub mod samples {
    /// A case that passes, and one that fails.
    pub const CASES: &str = "
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
";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_taken_apart() {
        let file = "// A note.\n\nuse crate::Point;\n\n#[test]\nfn zero() {\n    put(0);\n}\n
// fails: boom, src/lib.rs:7\n#[test]\n#[should_panic]\nfn boom() {\n    put(1);\n}\n
// failed before: bang\n#[test]\nfn no_longer_bang() {\n    put(2);\n}\n
// left out:\n// #[test]\n// fn out() {\n//     put(3);\n// }\n";
        let [zero, boom, bang] = Block::all(file).collect::<Vec<_>>()[..] else { panic!("three cases") };
        assert_eq!((zero.name, zero.failure, zero.body), ("zero", None, "    put(0);\n}"));
        assert_eq!(
            (boom.attributes, boom.failure),
            ("\n#[should_panic]", Some(("boom, src/lib.rs:7", true)))
        );
        assert_eq!((bang.failure, bang.fails()), (Some(("bang", false)), false));
        assert_eq!(bang.code, "#[test]\nfn no_longer_bang() {\n    put(2);\n}");
    }

    #[test]
    fn what_a_case_does_has_nothing_to_do_with_its_name() {
        let deed = |text: &str| Block::parse(text).unwrap().deed();
        assert_eq!(deed("#[test]\nfn () {\n    put(0);\n}\n"), deed("#[test]\nfn zero() {\n    put(0);\n}"));
        let [passes, fails] =
            ["", "// fails: boom\n"].map(|comment| format!("{comment}#[test]\nfn a() {{\n}}\n"));
        assert_ne!(deed(&passes), deed(&fails));
    }
}
