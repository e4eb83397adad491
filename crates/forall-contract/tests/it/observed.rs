//! Whole pages: what is derived of the contracts in `contracts/*.rs` is in the `.txt` beside each. `BLESS=1` renews them.

use super::{found, specification};
use forall_contract::relation::{page, relation};
use std::path::Path;

#[test]
fn all_that_is_derived_is_on_the_page() {
    let mut different = Vec::new();
    for name in ["account", "set"] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/contracts");
        let source = std::fs::read_to_string(directory.join(format!("{name}.rs"))).unwrap();
        let specification = specification(&source);
        let mut text = String::new();
        for subject in &specification.subjects {
            for function in &subject.functions {
                let (subject, function) =
                    found(&specification, &format!("{}::{}", subject.name, function.name));
                let relation = relation(&specification, subject, function);
                let place = |place: &forall_contract::relation::Place| {
                    format!("{name}.rs:{}", place.span.start().line)
                };
                text.push_str(&page(&relation, &place));
                text.push_str("\n----\n\n");
            }
        }
        let blessed = directory.join(format!("{name}.txt"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&blessed, &text).unwrap();
        } else if std::fs::read_to_string(&blessed).unwrap_or_default() != text {
            different.push(format!("{name}.txt differs; BLESS=1 renews it. It is:\n{text}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
