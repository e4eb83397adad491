//! Which of the tests in the programs are meant, and what they are called in reports.

use crate::exit::{Exit, Stop};
use crate::workspace::Package;
use forall_protocol::put::PutDescription;
use forall_report::{Listed, Test};
use std::collections::HashMap;

/// A test in one of the programs.
#[derive(Clone, Debug)]
pub struct Put<'w> {
    pub package: &'w Package,
    /// Index of its program.
    pub program: usize,
    /// Index among the tests of its program.
    pub index: u32,
    pub description: PutDescription,
    /// The target it stands in: `lib`, `bin-tool`, `test-it`.
    pub target: String,
    /// What it is called in reports for people.
    pub label: String,
}

impl<'w> Put<'w> {
    pub fn new(
        package: &'w Package,
        program: usize,
        target: String,
        index: u32,
        description: PutDescription,
    ) -> Put<'w> {
        let label = label(&description);
        Put { package, program, index, description, target, label }
    }
}

impl Put<'_> {
    /// Which test it is, in reports.
    pub fn test(&self) -> Test {
        Test { name: self.description.name.clone(), target: self.target.clone(), label: self.label.clone() }
    }

    pub fn listed(&self) -> Listed {
        let PutDescription { file, line, cases, .. } = &self.description;
        Listed { test: self.test(), file: file.clone(), line: *line, cases: cases.clone() }
    }
}

/// The name without its crate; `stack::contract of Stack::pop` of the test of a contract.
fn label(PutDescription { name, contract, .. }: &PutDescription) -> String {
    let name = without_crate(name);
    if contract.is_empty() {
        return name.into();
    }
    let module = name.rsplit_once("::").map(|(module, _)| format!("{module}::"));
    format!("{}contract of {contract}", module.unwrap_or_default())
}

/// The name without the crate it begins with.
pub fn without_crate(name: &str) -> &str {
    name.split_once("::").map_or(name, |(_, rest)| rest)
}

/// All tests, under names that tell them apart.
pub fn catalogue(found: Vec<Put<'_>>) -> Result<Vec<Put<'_>>, Stop> {
    let mut files: HashMap<(&str, &str), &Put<'_>> = HashMap::new();
    for put in &found {
        // `#[forall]` sees to it that this does not happen; one would overwrite the cases of the other.
        if let Some(other) = files.insert((&put.package.id, &put.description.cases), put) {
            return Err(conflict(other, put));
        }
    }
    let mut puts = found;
    distinguish(&mut puts);
    Ok(puts)
}

fn conflict(one: &Put<'_>, other: &Put<'_>) -> Stop {
    let place = |put: &Put<'_>| {
        let PutDescription { name, file, line, .. } = &put.description;
        format!("{name} ({file}:{line})")
    };
    let message = format!(
        "{} and {} would both keep their cases in {}\n  help: rename one of them, or the module it stands in",
        place(one),
        place(other),
        one.description.cases
    );
    Stop::new(Exit::Usage, message)
}

/// Names that several tests share get their crate back, then their package, and then their target.
fn distinguish(puts: &mut [Put<'_>]) {
    let longer: [fn(&Put<'_>) -> String; 3] = [
        |put| put.description.name.clone(),
        |put| format!("{}/{}", put.package.name, put.description.name),
        |put| format!("{}/{}/{}", put.package.name, put.target, put.description.name),
    ];
    for longer in longer {
        let mut uses: HashMap<String, usize> = HashMap::new();
        for put in puts.iter() {
            *uses.entry(put.label.clone()).or_default() += 1;
        }
        for put in puts.iter_mut().filter(|put| uses[&put.label] > 1) {
            put.label = longer(put);
        }
    }
}

/// The tests that the filter names; all without one.
pub fn select<'w>(puts: Vec<Put<'w>>, filter: Option<&str>, exact: bool) -> Result<Vec<Put<'w>>, Stop> {
    let Some(filter) = filter else {
        if puts.is_empty() {
            let message = "there is no parameterized test\n  help: mark a test function that has parameters with #[forall]";
            return Err(Stop::new(Exit::NothingSelected, message));
        }
        return Ok(puts);
    };
    let matches = |put: &Put<'_>| match exact {
        true => [put.description.name.as_str(), without_crate(&put.description.name), &put.label]
            .contains(&filter),
        false => put.description.name.contains(filter) || put.label.contains(filter),
    };
    let known = puts.len();
    let selected: Vec<Put<'w>> = puts.into_iter().filter(matches).collect();
    if selected.is_empty() {
        let relation = if exact { "is called" } else { "has a name with" };
        let message =
            format!("none of {known} parameterized tests {relation} `{filter}`\n  help: --list names them");
        return Err(Stop::new(Exit::NothingSelected, message));
    }
    Ok(selected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str) -> Package {
        let json = format!(
            r#"{{"id":"{name}","name":"{name}","version":"0.1.0","manifest_path":"/w/{name}/Cargo.toml","dependencies":[]}}"#
        );
        serde_json::from_str(&json).expect("a package")
    }

    fn put<'w>(package: &'w Package, name: &str, file: &str, cases: &str) -> Put<'w> {
        let description = PutDescription {
            name: name.into(),
            file: file.into(),
            line: 1,
            cases: cases.into(),
            parameters: Vec::new(),
            ..PutDescription::default()
        };
        Put::new(package, 0, "lib".into(), 0, description)
    }

    fn labels(puts: &[Put<'_>]) -> Vec<String> {
        puts.iter().map(|put| put.label.clone()).collect()
    }

    #[test]
    fn labels_leave_out_the_crate() {
        let a = package("a");
        let puts = catalogue(vec![
            put(&a, "a::num::tests::abs", "src/num.rs", "1"),
            put(&a, "a::abs", "src/lib.rs", "2"),
        ]);
        assert_eq!(labels(&puts.unwrap()), ["num::tests::abs", "abs"]);
    }

    #[test]
    fn the_test_of_a_contract_is_called_by_its_function() {
        let a = package("a");
        let of_contract = |name: &str| {
            let put = put(&a, name, "src/lib.rs", "1");
            let description = PutDescription { contract: "Stack::pop".into(), ..put.description };
            Put::new(&a, 0, "lib".into(), 0, description).label
        };
        assert_eq!(of_contract("a::m::contract_of_stack_pop"), "m::contract of Stack::pop");
        assert_eq!(of_contract("a::contract_of_stack_pop"), "contract of Stack::pop");
    }

    #[test]
    fn labels_get_longer_until_they_differ() {
        let [a, b] = ["a", "b"].map(package);
        let puts = catalogue(vec![
            put(&a, "a::abs", "src/lib.rs", "1"),
            put(&a, "api::abs", "tests/api.rs", "2"),
            put(&b, "api::abs", "tests/api.rs", "2"),
            put(&b, "api::other", "tests/api.rs", "3"),
        ]);
        assert_eq!(labels(&puts.unwrap()), ["a::abs", "a/api::abs", "b/api::abs", "other"]);
    }

    #[test]
    fn a_module_that_two_targets_include_is_a_test_in_each() {
        let a = package("a");
        let in_bin =
            Put { target: "bin-a".into(), ..put(&a, "a::m::abs", "src/m.rs", "forall/bin-a/m/abs.rs") };
        let twice = vec![put(&a, "a::m::abs", "src/m.rs", "forall/m/abs.rs"), in_bin];
        assert_eq!(labels(&catalogue(twice).unwrap()), ["a/lib/a::m::abs", "a/bin-a/a::m::abs"]);
    }

    #[test]
    fn two_tests_with_one_case_file_are_named() {
        let a = package("a");
        let both = vec![
            put(&a, "a::m::abs", "src/m.rs", "forall/m/abs.rs"),
            put(&a, "a::n::abs", "src/n.rs", "forall/m/abs.rs"),
        ];
        let stop = catalogue(both).expect_err("a conflict");
        assert_eq!(stop.exit, Exit::Usage);
        let message = stop.cause.to_string();
        assert!(
            message.contains("a::m::abs (src/m.rs:1)") && message.contains("a::n::abs (src/n.rs:1)"),
            "{message}"
        );
    }

    #[test]
    fn filters_are_parts_of_names_or_whole_names() {
        let a = package("a");
        let puts = vec![
            put(&a, "a::m::abs", "1", "1"),
            put(&a, "a::m::abs_diff", "2", "2"),
            put(&a, "a::n", "3", "3"),
        ];
        let selected = |filter, exact| select(puts.clone(), filter, exact).map(|puts| labels(&puts));
        assert_eq!(selected(None, false).unwrap().len(), 3);
        assert_eq!(selected(Some("abs"), false).unwrap(), ["m::abs", "m::abs_diff"]);
        assert_eq!(selected(Some("m::abs"), true).unwrap(), ["m::abs"]);
        assert_eq!(selected(Some("a::m::abs"), true).unwrap(), ["m::abs"]);
        assert_eq!(selected(Some("abs"), true).unwrap_err().exit, Exit::NothingSelected);
        assert_eq!(select(Vec::new(), None, false).unwrap_err().exit, Exit::NothingSelected);
    }
}
