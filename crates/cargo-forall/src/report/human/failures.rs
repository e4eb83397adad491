//! A failure in the line.

use super::{contract, separated, shortened};
use forall_report::Failure;

/// What fakes were asked and answered before it failed.
pub fn calls(failure: &Failure) -> Vec<String> {
    failure.calls.iter().map(|call| format!("  {}", shortened(call))).collect()
}

pub fn failure(failure: &Failure, all: &[Failure]) -> String {
    let arguments = match failure.arguments.as_str() {
        "" => String::new(),
        arguments => format!("{}: ", shortened(arguments)),
    };
    let message = match &failure.contract {
        Some(contract) => contract::broken(contract),
        None => failure.message.clone(),
    };
    let message = forall_testgen::one_line(&message);
    format!("{arguments}{message}{}{}", separated(", ", &failure.location), way(failure, all))
}

/// Of failures at one place: by which functions they got there that the others did not go through.
fn way(failure: &Failure, all: &[Failure]) -> String {
    let here = |other: &&Failure| other.location == failure.location;
    let is_common = |caller: &String| all.iter().filter(here).all(|other| other.stack.contains(caller));
    let own = failure.stack.iter().filter(|caller| !is_common(caller));
    let own: Vec<&str> = own.map(|caller| caller.rsplit("::").next().unwrap_or(caller)).collect();
    if own.is_empty() { String::new() } else { format!(", called by {}", own.join(", by ")) }
}
