//! The examples of Marri and others, *Retrofitting Unit Tests for Parameterized Unit Testing* (2011).

use crate::bench::Bench;
use crate::section::Section;
use crate::section::by_hand::ByHand;
use crate::section::tables::{self, Defect, Example, Paper};
use anyhow::Result;

const OPENING: &str = "\
The examples of Marri and others, *Retrofitting Unit Tests for Parameterized Unit Testing* (2011), in Rust
([retrofit](../evaluation/subjects/retrofit/src)): each parameterized test stands in for conventional ones, which are there, too.";

const EXAMPLES: [Example; 6] = [
    Example {
        figure: "1, 2",
        test: "uint_stack::tests::every_push_counts",
        remark: "a negative number is refused",
    },
    Example {
        figure: "3–6",
        test: "settings::tests::whatever_is_saved_is_got",
        remark: "with the factory of figure 6; settings of all four types",
    },
    Example {
        figure: "3",
        test: "settings::tests::what_is_saved_is_told",
        remark: "with a fake of the storage; takes the branch of statement 16, too, which the paper's test did not",
    },
    Example {
        figure: "7",
        test: "project::tests::all_configurations_are_saved",
        remark: "with a fake of the writer, whose calls are compared",
    },
    Example { figure: "9, 10", test: "heap::tests::what_is_there_is_removed", remark: "" },
    Example { figure: "12", test: "linked_list::tests::the_last_added_is_first", remark: "" },
];

const BY_HAND: ByHand = ByHand {
    package: "retrofit",
    files: &["src/settings.rs", "src/project.rs"],
    tests: &["settings::tests::what_is_saved_is_told", "project::tests::all_configurations_are_saved"],
};

const DEFECTS: [Defect; 2] = [
    Defect {
        what: "a negative number is dropped without a word",
        test: "uint_stack::tests::every_push_counts",
    },
    Defect {
        what: "a heap of less than four has zeros in it, as elements of an array have by default",
        test: "heap::tests::what_is_there_is_removed",
    },
];

const DEFECTIVE: &str = "The defects described, which the conventional tests miss:";

pub fn section(bench: &Bench) -> Result<Section> {
    tables::paper(
        bench,
        &Paper {
            title: "Conventional tests made parameterized",
            package: "retrofit",
            opening: OPENING,
            examples: &EXAMPLES,
            defective: DEFECTIVE,
            defects: &DEFECTS,
            by_hand: BY_HAND,
        },
    )
}
