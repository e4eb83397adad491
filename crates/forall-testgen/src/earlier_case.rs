//! Cases of an earlier file that are kept: those that failed once, whether they still do or not; and all,
//! where there was no time to find them again.

use crate::NamedCase;
use crate::block::{Block, FAILED, FAILS};
use crate::name::unique;

/// A case of an earlier file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierCase {
    /// The function's name.
    pub name: String,
    /// What was said of the failure; empty when it has not failed before.
    pub reason: String,
    /// Does it fail now?
    pub fails: bool,
    /// From `#[test]` to the end, as it stands there.
    code: String,
}

/// Of a case that passed before, when there was no time to find out more.
const NOT_FOUND_AGAIN: &str = "it passed before";
/// Before the name of a case that tells how it failed.
const NO_LONGER: &str = "no_longer_";

impl EarlierCase {
    /// The cases in the body of a file that fail or did so before.
    pub fn all(body: &str) -> Vec<EarlierCase> {
        Block::all(body).filter(|block| block.failure.is_some()).map(EarlierCase::of).collect()
    }

    /// All cases in the body of a file.
    pub fn every(body: &str) -> Vec<EarlierCase> {
        Block::all(body).map(EarlierCase::of).collect()
    }

    /// The case in this text.
    pub(crate) fn parse(text: &str) -> Option<EarlierCase> {
        Block::parse(text).map(EarlierCase::of)
    }

    fn of(block: Block<'_>) -> EarlierCase {
        let (reason, fails) = block.failure.unwrap_or_default();
        EarlierCase {
            name: block.name.into(),
            reason: reason.into(),
            fails,
            code: block.code.to_owned() + "\n",
        }
    }

    /// What the case does, without its name.
    fn body(&self) -> &str {
        self.code.split_once("() {\n").map_or("", |(_, body)| body)
    }

    /// Does it do the same, whatever the two are called?
    pub fn does_what(&self, other: &EarlierCase) -> bool {
        self.body() == other.body()
    }

    /// `file:line` where it failed, as far as that was said.
    pub fn place(&self) -> &str {
        self.reason.rsplit(", ").next().unwrap_or_default()
    }

    /// What was said when it failed, without the place.
    pub fn message(&self) -> &str {
        match self.reason.rsplit_once(", ") {
            Some((message, place)) if place.contains(':') => message,
            _ if self.reason.is_empty() => NOT_FOUND_AGAIN,
            _ => &self.reason,
        }
    }

    /// What it does, in one line: `abs(1)`.
    pub fn call(&self) -> String {
        let lines: Vec<&str> = self.body().trim_end_matches(['}', '\n']).lines().map(str::trim).collect();
        lines.join(" ").trim_end_matches(';').to_owned()
    }

    /// Is it among the cases of a new file, or the same failure on another input?
    pub fn is_among(&self, cases: &[EarlierCase]) -> bool {
        let is_known = |other: &EarlierCase| {
            self.fails && other.fails && wording(&other.reason) == wording(&self.reason)
        };
        cases.iter().any(|other| self.does_what(other) || is_known(other))
    }

    /// Is the name of an import used in it?
    pub fn uses(&self, import: &str) -> bool {
        let name = import.trim_end_matches(';').rsplit("::").next().unwrap_or(import);
        self.code.contains(name)
    }

    /// Gives cases that stay in a file the names that tell what they do now, beside the new ones.
    pub fn name_beside(kept: &mut [EarlierCase], cases: &[NamedCase]) {
        let mut taken: Vec<String> = cases.iter().map(|case| case.name.clone()).collect();
        for kept in kept {
            let name = unique(kept.telling_name(), &taken);
            taken.push(name.clone());
            kept.code = kept.code.replacen(&format!("fn {}()", kept.name), &format!("fn {name}()"), 1);
            kept.name = name;
        }
    }

    /// What it is called as it is right now, unless another case has that name.
    fn telling_name(&self) -> String {
        let failing = self.name.strip_prefix(NO_LONGER).unwrap_or(&self.name);
        match (self.fails, self.reason.as_str()) {
            (false, "") => self.name.clone(),
            (false, _) => format!("{NO_LONGER}{failing}"),
            (true, _) => failing.to_owned(),
        }
    }

    /// With its comment as it is right now.
    pub fn render(&self) -> String {
        let comment = match (self.fails, self.reason.as_str()) {
            (true, "") => format!("{FAILS}{NOT_FOUND_AGAIN}\n"),
            (true, reason) => format!("{FAILS}{reason}\n"),
            (false, "") => String::new(),
            (false, reason) => format!("{FAILED}{reason}\n"),
        };
        comment + &self.code
    }
}

/// The failure without its values and its place in the file.
fn wording(reason: &str) -> String {
    reason.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "
use crate::Point;

#[test]
fn x_is_0() {
    abs(0);
}

// fails: overflow, src/lib.rs:7
#[test]
fn fails_when_x_is_1() {
    abs(1);
}

// failed before: too large 9, src/lib.rs:8
#[test]
fn no_longer_fails_when_x_is_2() {
    abs(2);
}
";

    /// As it stands in a file without other cases.
    fn renamed(kept: &EarlierCase) -> String {
        let mut kept = [kept.clone()];
        EarlierCase::name_beside(&mut kept, &[]);
        kept[0].render()
    }

    #[test]
    fn what_fails_or_failed_is_found_again() {
        let kept = EarlierCase::all(BODY);
        let told: Vec<(&str, bool)> = kept.iter().map(|kept| (kept.name.as_str(), kept.fails)).collect();
        assert_eq!(told, [("fails_when_x_is_1", true), ("no_longer_fails_when_x_is_2", false)]);
        assert!(kept.iter().all(|case| case.is_among(&kept)));
        assert!(!kept[1].is_among(&EarlierCase::every("#[test]\nfn other() {\n    abs(3);\n}\n")));
        let same = "\n// fails: overflow, src/lib.rs:17\n#[test]\nfn fails_when_x_is_5() {\n    abs(5);\n}\n";
        let same = EarlierCase::every(same);
        assert!(kept[0].is_among(&same) && !kept[1].is_among(&same));
    }

    #[test]
    fn every_case_can_be_kept_as_it_is_and_one_that_fails_now_says_so() {
        let every = EarlierCase::every(BODY);
        assert_eq!(every.len(), 3);
        let told: String = every.iter().map(|kept| format!("\n{}", renamed(kept))).collect();
        assert_eq!(format!("\nuse crate::Point;\n{told}"), BODY);
        let failing = EarlierCase { fails: true, ..every[0].clone() };
        let expected = "// fails: it passed before\n#[test]\nfn x_is_0() {\n    abs(0);\n}\n";
        assert_eq!(renamed(&failing), expected);
        assert!(every[0].does_what(&failing) && !every[1].does_what(&failing));
        assert_eq!(every.iter().map(EarlierCase::call).collect::<Vec<_>>(), ["abs(0)", "abs(1)", "abs(2)"]);
        let messages: Vec<&str> = every.iter().map(EarlierCase::message).collect();
        assert_eq!(messages, ["it passed before", "overflow", "too large 9"]);
        assert_eq!(
            every.iter().map(EarlierCase::place).collect::<Vec<_>>(),
            ["", "src/lib.rs:7", "src/lib.rs:8"]
        );
    }

    #[test]
    fn names_and_comments_follow_what_happens_now() {
        let mut kept = EarlierCase::all(BODY).remove(0);
        kept.fails = false;
        let expected = "// failed before: overflow, src/lib.rs:7\n#[test]\nfn no_longer_fails_when_x_is_1() {\n    abs(1);\n}\n";
        assert_eq!(renamed(&kept), expected);
        let mut again = EarlierCase::of(Block::parse(expected).unwrap());
        again.fails = true;
        assert!(
            renamed(&again).contains("// fails: overflow, src/lib.rs:7\n#[test]\nfn fails_when_x_is_1() {")
        );
    }

    #[test]
    fn no_name_is_given_twice() {
        let taken = ["x_is_0", "no_longer_fails_when_x_is_1"];
        let cases = taken.map(|name| NamedCase { name: name.into(), ..NamedCase::default() });
        let mut kept = EarlierCase::every(BODY);
        kept[1].fails = false;
        kept.push(kept[2].clone());
        EarlierCase::name_beside(&mut kept, &cases);
        let names: Vec<&str> = kept.iter().map(|kept| kept.name.as_str()).collect();
        let expected = [
            "x_is_0_2",
            "no_longer_fails_when_x_is_1_2",
            "no_longer_fails_when_x_is_2",
            "no_longer_fails_when_x_is_2_2",
        ];
        assert_eq!(names, expected);
        assert!(kept.iter().all(|kept| kept.render().contains(&format!("\nfn {}() {{\n", kept.name))));
    }
}
