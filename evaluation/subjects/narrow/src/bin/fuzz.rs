//! Called by libFuzzer for every input; `SUBJECT` names the subject, `REPORT` the file for what was found.

#![no_main]

use narrow::{peers, probe};
use race::fuzz::OneInput;
use std::sync::OnceLock;

// Brings in libFuzzer, and with it `main`.
use race::fuzz::libfuzzer_sys as _;

static SUBJECT: OnceLock<String> = OnceLock::new();

#[unsafe(no_mangle)]
fn rust_fuzzer_test_input(bytes: &[u8]) -> i32 {
    let subject = SUBJECT.get_or_init(|| std::env::var("SUBJECT").expect("SUBJECT is set"));
    peers::race(subject, OneInput { bytes, covered: probe::covered });
    0
}
