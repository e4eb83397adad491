//! What is not Rust: objects of C and of assembly, and what the machine does that no source says; at both ends of optimisation.

use crate::fixture::{Fixture, Report, cargo_forall};

fn explore(fixture: &Fixture, level: &str) -> Report {
    let mut command = cargo_forall(fixture, &["--format", "json"]);
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", level).output().unwrap().into()
}

#[track_caller]
fn check(report: &Report, verdict: &str, tests: &[&str]) {
    for test in tests {
        let put = report.put(test);
        assert_eq!(put["verdict"], verdict, "{put:#}\n{}", report.stderr);
    }
}

/// Failures under exploration, not only where a case is repeated on the plain build.
#[track_caller]
fn check_found(report: &Report, tests: &[&str]) {
    for test in tests {
        let message = &report.put(test)["failures"][0]["message"];
        assert!(!message.as_str().unwrap().contains("in the plain build"), "{test}: {message}");
    }
}

const TABLES: [&str; 3] =
    ["archived_values_are_small", "shared_values_are_small", "assembled_values_are_small"];

/// Whatever the compiler makes of them.
const ALWAYS: [&str; 8] = [
    "the_neighbour_of_an_empty_function_may_panic",
    "assembly_is_linked_for_itself",
    "logarithms_of_zero_are_not_wanted",
    "a_logarithm_is_the_place_of_a_bit",
    "zeros_behind_nothing_are_not_wanted",
    "long_shifts_are_not_wanted",
    "integers_for_large_floats_are_not_wanted",
    "long_shifts_of_signed_numbers_are_not_wanted",
];

/// Into what is not followed; where it leads is right all the same.
const CALLS: [&str; 4] = [
    "c_may_call_rust",
    "objects_by_themselves_may_call_rust",
    "shared_libraries_may_call_rust",
    "shared_libraries_have_shared_libraries",
];

const FAULTS: [&str; 4] = [
    "a_volatile_read_is_made",
    "a_misaligned_vector_is_not_read",
    "a_vector_at_a_known_place_is_not_read",
    "a_misaligned_vector_is_not_written",
];

/// What optimised programs do not have.
const UNUSED: [&str; 6] = [
    "a_known_number_is_read_from",
    "unused_variables_need_room",
    "an_unused_value_is_read",
    "a_value_for_an_unused_one_is_read",
    "an_unused_copy_is_read",
    "a_value_that_is_written_is_read",
];

#[test]
fn what_the_plain_program_does_is_explored_and_native_code_is_part_of_every_key() {
    let fixture = Fixture::copy("native");
    let first = explore(&fixture, "0");
    check(&first, "proved", &TABLES);
    check(&first, "proved", &ALWAYS);
    check(&first, "failed", &UNUSED);
    check(&first, "failed", &FAULTS);
    check(&first, "incomplete", &CALLS);
    check_found(&first, &FAULTS);
    check_found(&first, &["a_known_number_is_read_from"]);

    fixture.replace("archived.c", "{1, 2, 3, 4}", "{1, 2, 30, 4}");
    fixture.replace("shared.c", "{1, 2, 3, 4}", "{1, 2, 30, 4}");
    fixture.replace("src/assembled.rs", ".byte 1, 2, 3, 4", ".byte 1, 2, 30, 4");
    check(&explore(&fixture, "0"), "failed", &TABLES);

    let optimised = explore(&fixture, "3");
    check(&optimised, "failed", &TABLES);
    check(&optimised, "proved", &ALWAYS);
    check(&optimised, "failed", &FAULTS);
    check_found(&optimised, &FAULTS);
    check(&optimised, "proved", &UNUSED);
}
