//! Tests in all the places where tests can stand: each is found, and has cases of its own.

use crate::fixture::{Fixture, Report};
use crate::promise::{self, Asked};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// `target name: verdict file`, of all that was explored.
const TESTS: &str = "\
lib bare::tests::candidates::of_bool: proved
lib bare::tests::candidates::of_u8: proved
lib bare::tests::even_numbers_are_even: proved
lib bare::tests::fails_at_70: failed
lib bare::tests::shapes_have_radii: proved
bin-layouts layouts::util::tests::is_kept_up_to_100: failed
lib layouts::bin::other::m: failed
lib layouts::derived::elsewhere::chosen: failed
lib layouts::derived::elsewhere::points: failed
lib layouts::first::knows_its_module: proved
lib layouts::inner::of_u8::below_100: failed
lib layouts::inner::of_u8::small: failed
lib layouts::of_i8::below_100: failed
lib layouts::of_i8::small: failed
lib layouts::of_u8::below_100: failed
lib layouts::of_u8::small: failed
lib layouts::outside::tests::signs_are_small: proved
lib layouts::same: failed
lib layouts::second::knows_its_module: failed
lib layouts::tests::generic::of_u8: failed
lib layouts::tests::generic_cases::of_bool: proved
lib layouts::tests::generic_cases::of_u8: proved
lib layouts::tests::it::halves: proved
lib layouts::util::tests::is_kept_up_to_100: proved
bin-other other::m: failed
test-it it::common::is_not_told_apart: proved
test-it it::halves: failed
test-that that::common::is_not_told_apart: failed
";

/// Of the package `layouts`, whatever numbers tests have that nothing else tells apart.
const FILES: [&str; 23] = [
    "below_100-with_1_and_u8.rs",
    "below_100-with_2_and_i8.rs",
    "bin-layouts/util/tests/is_kept_up_to_100.rs",
    "bin-other/m.rs",
    "bin/other/m.rs",
    "derived/elsewhere/chosen.rs",
    "derived/elsewhere/points.rs",
    "first/knows_its_module.rs",
    "inner/below_100-with_1_and_u8.rs",
    "outside/tests/signs_are_small.rs",
    "same.rs",
    "second/knows_its_module.rs",
    "small-number_2.rs",
    "small-number_3.rs",
    "small.rs",
    "test-it/common/is_not_told_apart.rs",
    "test-it/halves.rs",
    "test-that/common/is_not_told_apart.rs",
    "tests/generic-of_bool.rs",
    "tests/generic-of_u8.rs",
    "tests/generic/of_u8.rs",
    "tests/it/halves.rs",
    "util/tests/is_kept_up_to_100.rs",
];

#[test]
fn every_test_is_found_wherever_it_stands_and_has_its_own_cases() {
    let fixture = Fixture::copy("layouts");
    let kept = promise::check(&fixture, Asked::default());
    kept.check();
    let report = kept.report;
    assert_eq!(verdicts(&report), TESTS.lines().map(str::to_owned).collect());
    assert_eq!(fixture.case_files().into_keys().collect::<Vec<_>>(), FILES);
    // A module of the package that lies elsewhere.
    assert_eq!(report.put("outside::tests::signs_are_small")["branches"]["total"], 5);
    for (package, why) in
        [("macros", "it is a procedural macro"), ("untested", "`test = false` of the [lib] in")]
    {
        let note = format!("note: the tests of `{package}` are not explored");
        assert!(report.stderr.contains(&note) && report.stderr.contains(why), "{}", report.stderr);
    }

    let built = fixture.cargo(&["test", "--no-run"]);
    assert!(built.contains("Finished") && !built.contains("warning"), "{built}");

    // Another instance of what only its number tells apart, before all others.
    fixture.replace(
        "src/lib.rs",
        "#[cfg(test)]\ntests!(of_i8",
        "#[cfg(test)]\ntests!(of_i16, i16, 1);\n#[cfg(test)]\ntests!(of_i8",
    );
    let told = fixture.cargo(&["test", "--lib", "small"]);
    assert!(told.contains("were found for of_u8::small, and this is of_i16::small"), "{told}");
    let renewed = fixture.explore(&["--lib", "small"]);
    assert_eq!(renewed.code, 1, "{}", renewed.stderr);
    let owners: BTreeSet<String> = fixture
        .case_files()
        .into_iter()
        .filter(|(file, _)| file.starts_with("small"))
        .map(|(_, text)| text.lines().nth(1).unwrap().to_owned())
        .collect();
    let expected = ["inner::of_u8", "of_i16", "of_i8", "of_u8"]
        .map(|module| format!("// To renew: cargo forall {module}::small"));
    assert_eq!(owners, BTreeSet::from(expected));
    assert!(!fixture.cargo(&["test", "--lib", "small"]).contains("were found for"));
}

fn verdicts(report: &Report) -> BTreeSet<String> {
    let events =
        report.stdout.lines().map(|line| serde_json::from_str::<BTreeMap<String, Value>>(line).unwrap());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    events
        .filter(|event| event["event"] == "put")
        .map(|event| {
            format!("{} {}: {}", text(&event["target"]), text(&event["name"]), text(&event["verdict"]))
        })
        .collect()
}
