//! A test and its cases, as the generator of cases and the report write them.

use super::replayed::{Confirmation, Death, Replayed};
use forall_engine::{Failure, Report};
use forall_protocol::put::{PutDescription, expected_texts};
use forall_protocol::replay::Call;
use forall_protocol::value::Value;
use forall_report::{FailureKind, Setting};
use forall_testgen::{CaseEnding, TestCase, TestTarget, Way};
use std::collections::BTreeMap;

/// The test as the generator of cases sees it.
pub fn test_target(put: &PutDescription) -> TestTarget {
    let filter = crate::selection::without_crate(&put.name);
    let (module, depth) = module(put);
    TestTarget {
        function: put.function.clone(),
        module: module.into(),
        depth,
        types: put.types.clone(),
        filter: filter.into(),
        returns: put.returns,
        expectation: put.expectation,
        expected: put.expected.clone(),
        characters: Vec::new(),
        public: BTreeMap::new(),
    }
}

/// The module that a test stands in, and how many modules below it that of its cases is: an instance of a generic test has one of its own.
pub(super) fn module(put: &PutDescription) -> (&str, usize) {
    let parent = |path| str::rsplit_once(path, "::").unwrap_or_default();
    let is_made = |name: &str| name.trim_start_matches("r#") == put.module.trim_start_matches("r#");
    match parent(&put.path) {
        (above, last) if !is_made(last) && is_made(parent(above).1) => (parent(above).0, 2),
        (above, _) => (above, 1),
    }
}

pub(super) fn test_case(
    put: &PutDescription,
    report: &Report,
    index: usize,
    replayed: &Replayed,
) -> Option<TestCase> {
    use forall_engine::End;
    use forall_protocol::shared::Ending;

    let case = &report.cases[index];
    if let Confirmation::DiesPlainly { signal, death } = &replayed.confirmation {
        let location = without_column(&place_of_death(put, death)).into();
        let ending = CaseEnding::Fails { way: Way::Abort, message: dies(*signal, death), location };
        return test_case_of(put, replayed, ending);
    }
    let ending = match (case.failure.and_then(|failure| report.failures.get(failure)), &case.end) {
        (Some(failure), end) => {
            let message = match end {
                // Another input for the same bug has its own values in the message.
                End::Reported { message, .. } if failure.case != index && !message.is_empty() => message,
                _ => &failure.message,
            };
            CaseEnding::Fails {
                way: way(failure.kind),
                message: replayed.message.as_ref().unwrap_or(message).clone(),
                location: without_column(&failure.location).into(),
            }
        }
        (None, End::Reported { ending: Ending::Panicked, message, .. }) => {
            let mut texts = expected_texts(&put.expected);
            let text = texts.find(|text| message.contains(text)).unwrap_or_default();
            CaseEnding::Panics(text.to_owned())
        }
        (None, _) => CaseEnding::Returns,
    };
    test_case_of(put, replayed, ending)
}

pub(super) fn way(kind: FailureKind) -> Way {
    match kind {
        FailureKind::Error => Way::Error,
        FailureKind::Abort => Way::Abort,
        FailureKind::Timeout => Way::Time,
        FailureKind::Memory => Way::Memory,
        FailureKind::Panic
        | FailureKind::Assertion
        | FailureKind::Overflow
        | FailureKind::Bounds
        // It has no case.
        | FailureKind::Unsatisfiable => Way::Panic,
    }
}

pub(super) fn test_case_of(
    put: &PutDescription,
    replayed: &Replayed,
    ending: CaseEnding,
) -> Option<TestCase> {
    let Replayed { choices, told, broken, .. } = replayed.clone();
    if let Some(broken) = broken {
        return Some(TestCase {
            broken: true,
            arguments: vec![("making".into(), broken)],
            choices,
            told,
            ending,
            branches: Vec::new(),
        });
    }
    Some(TestCase {
        broken: false,
        arguments: values(put, replayed)?,
        choices,
        told,
        ending,
        branches: Vec::new(),
    })
}

/// What is said of a failure. That there was not enough memory is for the command to explain: it sets the limit.
pub(super) fn message_of(failure: &Failure) -> String {
    match (failure.kind, failure.message.as_str()) {
        (FailureKind::Memory, "") => format!("asked for more memory than {} allows", Setting::MaxMemory),
        (FailureKind::Memory, message) => {
            format!("{message} (after it was denied memory by {})", Setting::MaxMemory)
        }
        (_, message) => message.to_owned(),
    }
}

/// Of a process that a signal kills only in the plain build.
pub(super) fn dies(signal: i32, death: &Death) -> String {
    match death.why.as_str() {
        STACK_OVERFLOW => format!("{STACK_OVERFLOW} in the plain build"),
        why => format!("in the plain build, {}", forall_engine::killed(signal, why)),
    }
}

pub const STACK_OVERFLOW: &str = "stack overflow";

pub(super) fn place_of_death(put: &PutDescription, death: &Death) -> String {
    if death.location.is_empty() { place_of(put) } else { death.location.clone() }
}

pub(super) fn place_of(put: &PutDescription) -> String {
    format!("{}:{}", put.file, put.line)
}

/// Parameter names and values; `None` when they are not known.
pub(super) fn values(put: &PutDescription, case: &Replayed) -> Option<Vec<(String, Value)>> {
    let values = case.arguments.as_ref().filter(|values| values.len() == put.parameters.len())?;
    Some(put.parameters.iter().cloned().zip(values.iter().cloned()).collect())
}

/// `x = i64::MIN, v = vec![0]`.
pub(super) fn arguments(put: &PutDescription, target: &TestTarget, case: &Replayed) -> String {
    let values = values(put, case).unwrap_or_default();
    if let Some(broken) = &case.broken {
        return format!("making {}", forall_testgen::written(target, broken));
    }
    if case.arguments.is_none() {
        return "while the arguments are made".into();
    }
    let arguments = values.iter().map(|(name, value)| (name, value));
    let choices = case.choices.iter().map(|choice| (&choice.name, &choice.value));
    let told = arguments
        .chain(choices)
        .map(|(name, value)| format!("{name} = {}", forall_testgen::written(target, value)));
    told.collect::<Vec<_>>().join(", ")
}

/// `storage.load("a") = None`, for each call of a fake; `found("a") = false` of a function.
pub(super) fn calls(target: &TestTarget, case: &Replayed) -> Vec<String> {
    let told = |(call, answer): &(Call, Value)| {
        let Call { fake, method, arguments, .. } = call;
        let answer = match forall_testgen::written(target, answer) {
            unit if unit == "()" => String::new(),
            answer => format!(" = {answer}"),
        };
        match method.as_str() {
            "" => format!("{fake}({arguments}){answer}"),
            _ => format!("{fake}.{method}({arguments}){answer}"),
        }
    };
    case.calls.iter().map(told).collect()
}

pub(super) fn subject(put: &PutDescription, case: &Replayed) -> String {
    match arguments(put, &test_target(put), case) {
        arguments if !arguments.is_empty() => arguments,
        _ if put.parameters.is_empty() => "the call without arguments".into(),
        _ => "a case".into(),
    }
}

/// `file:line` of `file:line:column`.
pub fn without_column(location: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match location.rsplit_once(':') {
        Some((rest, column))
            if is_number(column) && rest.rsplit_once(':').is_some_and(|(_, line)| is_number(line)) =>
        {
            rest
        }
        _ => location,
    }
}
