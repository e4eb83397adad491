//! Examples of a study of parameterized unit tests for the xUnit framework.

use crate::bench::Bench;
use crate::section::Section;
use crate::section::by_hand::ByHand;
use crate::section::tables::{self, Defect, Example, Paper};
use anyhow::Result;

const OPENING: &str = "\
Assertions of the xUnit framework, and its command that runs a test, as tested in an empirical study with Pex, in Rust
([xunit](../evaluation/subjects/xunit/src)).";

const EXAMPLES: [Example; 8] = [
    Example {
        figure: "9",
        test: "in_range::tests::numbers_are_in_range",
        remark: "Pex: two tests, with whole numbers only",
    },
    Example { figure: "9", test: "in_range::tests::what_is_no_number_is_in_no_range", remark: "" },
    Example {
        figure: "§5.3",
        test: "in_range::tests::whatever_compares_is_in_range::of_partialelement",
        remark: "the study wrote mocks with behaviour for this",
    },
    Example { figure: "18", test: "in_range::tests::texts_are_in_range", remark: "Pex: no test at all" },
    Example { figure: "16", test: "equal::tests::arrays_are_equal", remark: "elements may be missing" },
    Example { figure: "16", test: "equal::tests::arrays_are_not_equal", remark: "elements may be missing" },
    Example {
        figure: "7",
        test: "theory::tests::a_method_passes_fails_or_is_skipped",
        remark: "with a fake of the method, whose call can fail",
    },
    Example {
        figure: "13",
        test: "theory::tests::the_name_of_the_method_is_taken_when_there_is_no_other",
        remark: "whatever the method is called",
    },
];

const BY_HAND: ByHand = ByHand {
    package: "xunit",
    files: &["src/theory.rs"],
    tests: &[
        "theory::tests::a_method_passes_fails_or_is_skipped",
        "theory::tests::the_name_of_the_method_is_taken_when_there_is_no_other",
    ],
};

const DEFECTS: [Defect; 1] = [Defect {
    what: "the message of a failed assertion cannot be made when an element is missing (figure 10)",
    test: "equal::tests::arrays_are_equal",
}];

const DEFECTIVE: &str = "The defect that the study found:";

pub fn section(bench: &Bench) -> Result<Section> {
    tables::paper(
        bench,
        &Paper {
            title: "Assertions and mocks of xUnit",
            package: "xunit",
            opening: OPENING,
            examples: &EXAMPLES,
            defective: DEFECTIVE,
            defects: &DEFECTS,
            by_hand: BY_HAND,
        },
    )
}
