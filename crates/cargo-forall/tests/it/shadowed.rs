//! Case files in packages where names mean something else than usual, and where lints are denied.

use crate::fixture::Fixture;
use crate::promise::{self, Asked};

#[test]
fn generated_code_minds_no_name_in_scope_and_no_lint() {
    let fixture = Fixture::copy("shadowed");
    promise::check(&fixture, Asked::default()).check();
    let cases: String =
        fixture.case_files().iter().map(|(name, text)| format!("== {name}\n{text}\n")).collect();
    fixture.check_blessed("cases.txt", &cases);
    fixture.check_clippy();
}

/// How a candidate is written is up to the test, and `String` means something else there.
#[test]
fn cases_that_do_not_compile_are_withdrawn_with_what_the_compiler_says() {
    let fixture = Fixture::copy("changing");
    fixture.append(
        "src/lib.rs",
        r#"
#[cfg(test)]
mod own {
    pub struct String;

    impl String {
        fn new() -> String {
            String
        }
    }

    #[forall::forall(values(text = [String::new()]))]
    fn has_candidates(text: String, x: u8) -> bool {
        let _ = text;
        x > 7
    }

    #[forall::forall]
    fn has_none(x: u8) -> bool {
        x > 7
    }
}
"#,
    );
    let report = fixture.explore(&["own::"]);
    assert_eq!(report.code, 8, "{}", report.stderr);
    assert!(report.stdout.contains("proved     own::has_candidates"), "{}", report.stdout);
    let said = "the cases for forall/own/has_candidates.rs do not compile, and are withdrawn";
    assert!(report.stderr.contains(said), "{}", report.stderr);
    assert!(report.stderr.contains("error[E0308]: mismatched types"), "{}", report.stderr);
    let files: Vec<String> = fixture.case_files().into_keys().collect();
    assert_eq!(files, ["own/has_none.rs"], "the other file stays");
    let failures = fixture.failures_of_cargo_test();
    assert!(!failures.iter().any(|name| name.starts_with("own::")), "{failures:?}");
}

/// Each case alone does what it says, but not after others.
#[test]
fn no_case_stays_that_depends_on_what_others_leave_behind() {
    let fixture = Fixture::copy("changing");
    fixture.append(
        "src/lib.rs",
        r#"
#[cfg(test)]
mod leaving {
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_USED: AtomicBool = AtomicBool::new(false);

    #[forall::forall]
    fn b_takes(x: u8) -> bool {
        let is_first = !IS_USED.load(Ordering::Relaxed);
        if x > 7 { is_first } else { false }
    }

    #[forall::forall]
    fn a_leaves(x: u8) -> bool {
        IS_USED.store(true, Ordering::Relaxed);
        x > 9
    }
}
"#,
    );
    let report = fixture.explore(&["leaving::"]);
    assert_eq!(report.code, 0, "{}{}", report.stdout, report.stderr);
    let said = "but fails after other cases: it is left out";
    assert!(report.stderr.contains("forall/leaving/b_takes.rs: the case"), "{}", report.stderr);
    assert!(report.stderr.contains(said), "{}", report.stderr);
    assert!(fixture.case_files().contains_key("leaving/a_leaves.rs"));
    let failures = fixture.failures_of_cargo_test();
    assert!(!failures.iter().any(|name| name.starts_with("leaving::")), "{failures:?}");

    let written = fixture.case_files();
    assert!(written["leaving/b_takes.rs"].contains("// left out"), "{}", written["leaving/b_takes.rs"]);
    let check = fixture.explore(&["--check", "leaving::"]);
    assert_eq!(check.code, 0, "{}", check.stderr);
    let again = fixture.explore(&["leaving::"]);
    assert!(!again.stderr.contains("left out"), "it is known: {}", again.stderr);
    assert_eq!(fixture.case_files(), written);
}
