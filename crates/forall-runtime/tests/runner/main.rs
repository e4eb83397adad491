//! A runner and its host, end to end, on a library that calls the hooks by hand.
//!
//! This program is also the runner's executable, so it has its own `main`.

mod confinement;
mod fixture_build;
mod isolation;
mod series;
mod suite;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(served) = forall_runtime::runner::serve_from_env() {
        return match served {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    if std::env::var_os(suite::HOST_VARIABLE).is_some() {
        suite::act_as_host();
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filters: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let exact = arguments.iter().any(|argument| argument == "--exact");
    let chosen = |name: &str| {
        filters.is_empty()
            || filters.iter().any(|filter| if exact { name == *filter } else { name.contains(*filter) })
    };
    let tests = suite::TESTS
        .iter()
        .chain(confinement::TESTS)
        .chain(isolation::TESTS)
        .chain(series::TESTS)
        .filter(|(name, _)| chosen(name));
    if arguments.iter().any(|argument| argument == "--list") {
        tests.for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let mut failed = 0;
    for (name, test) in tests {
        let passed = std::panic::catch_unwind(test).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failed += u32::from(!passed);
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
