//! What is reported of one test: what the exploration found, as far as the plain build confirms it.

use forall_engine::{BranchSite, Branches, FailureKind, ReasonKind, Remark, RemarkKind, Report, Verdict};
use forall_protocol::put::PutDescription;
use forall_protocol::replay::{Choice, Told};
use forall_protocol::value::Value;
use forall_testgen::{TestCase, TestTarget, Way, without_terminal_codes};
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Outcome {
    /// `crate::module::name`.
    pub name: String,
    pub label: String,
    /// How its cases are written.
    pub target: TestTarget,
    pub verdict: Verdict,
    pub paths: u64,
    pub runs: u64,
    /// The cases that go into the case file.
    pub cases: Vec<TestCase>,
    pub failures: Vec<Failure>,
    pub bounds: Vec<String>,
    pub reasons: Vec<Reason>,
    /// What earlier tests leave behind that makes a difference to this one. The verdict speaks of a process that begins afresh.
    pub state: Vec<String>,
    pub remarks: Vec<Remark>,
    pub branches: Branches,
    pub sites: Vec<BranchSite>,
    pub time: Duration,
    /// When the first failing input was found; not known of what was found by an earlier command.
    pub first_failure: Option<Duration>,
    /// forall contradicts itself about this test.
    pub internal_error: bool,
    /// The user stopped the exploration of this test.
    pub interrupted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
    pub location: String,
    /// `x = i64::MIN, y = 0`.
    pub arguments: String,
    /// `forall/num/abs.rs::panics_boom_i64_min`.
    pub case: String,
    /// The functions of the package that led there, the outermost first, as far as that is known.
    pub callers: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub kind: Kind,
    pub location: String,
    pub detail: String,
    pub help: String,
}

/// Why a test is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Engine(ReasonKind),
    /// The plain build behaves otherwise than the exploration saw.
    NotReproduced,
    /// What happens depends on what earlier tests leave behind in the process.
    State,
    /// A failure is there, but no case can show it.
    NotWritten,
    /// What happens depends on the process in which it happens, or on the machine.
    Elsewhere,
    /// The explored program could not be run any more.
    Target,
}

/// A case in the plain build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    pub confirmation: Confirmation,
    /// What the test was called with, in the order of its parameters; `None` when it was not called.
    pub arguments: Option<Vec<Value>>,
    /// What could not be made: a factory panicked.
    pub broken: Option<Value>,
    /// What was chosen while it ran.
    pub choices: Vec<Choice>,
    /// What it returned, if that is a value.
    pub told: Option<Told>,
    /// What its message says in any process, where that is not what it said under exploration.
    pub message: Option<String>,
    /// Whether what others leave behind in the process makes a difference.
    pub depends: Option<Depends>,
}

/// A case does something else when it runs after others in the same process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depends {
    /// What others leave behind, in words, as far as that is known.
    pub on: Vec<String>,
    /// It ends in another way; else it only returns something else.
    pub ending: bool,
}

impl Replayed {
    fn ends_otherwise_after_others(&self) -> bool {
        self.depends.as_ref().is_some_and(|depends| depends.ending)
    }

    /// Is what its case would say true in any order, and on any machine?
    fn can_be_written(&self) -> bool {
        !self.ends_otherwise_after_others() && self.confirmation != Confirmation::OutOfMemory
    }
}

/// Whether the plain build does on a case what the exploration saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    Confirmed,
    /// The text says what the plain build does instead.
    Contradicted(String),
    /// So it does, but what happens depends on where things lie in memory; the place is that of a panic, if there is one.
    Addressed {
        place: String,
        instead: String,
    },
    /// The plain build is killed by a signal where the exploration, which has more stack, saw nothing of the kind.
    DiesPlainly {
        signal: i32,
    },
    /// Instrumentation alone made it take too long.
    OnlySlow,
    /// It ran out of memory under exploration only.
    EnoughMemory,
    /// It ran out of memory in the plain build as well, under the same limit: with more, it may do something else.
    OutOfMemory,
    /// The plain build does now this, now that.
    Chance,
    /// The plain build does something else where something that is no input is different.
    Elsewhere {
        on: &'static str,
    },
    /// The plain build tried to do what it may not do, which the exploration did not see.
    Refused,
    /// It was not replayed: the user stopped.
    Unknown,
}

/// What helps to write cases as a person would.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What stands below the header of the test's case file.
    pub old: String,
    /// For every case, the branches that tell it from others.
    pub branches: Vec<Vec<String>>,
    /// Bytes that the tested code writes as characters.
    pub characters: Vec<u8>,
    /// Where the library re-exports what stands in its private modules.
    pub public: BTreeMap<String, String>,
}

impl Confirmation {
    fn is_confirmed(&self) -> bool {
        *self == Confirmation::Confirmed
    }

    fn is_death(&self) -> bool {
        matches!(self, Confirmation::DiesPlainly { .. })
    }

    /// Is what was found true of the plain build?
    fn is_certain(&self) -> bool {
        self.is_confirmed() || self.is_death() || *self == Confirmation::OutOfMemory
    }
}

impl Outcome {
    /// Might more have been found on a machine that is quicker, or less busy?
    pub fn was_short_of_time(&self) -> bool {
        let of_time = [ReasonKind::MaxTime, ReasonKind::SolverTime].map(Kind::Engine);
        self.reasons.iter().any(|reason| of_time.contains(&reason.kind))
            || self.remarks.iter().any(|remark| remark.kind == RemarkKind::Time)
    }

    /// `replayed` are the report's cases, in their order, as is what is `known` of their branches.
    pub fn new(
        put: &PutDescription,
        label: &str,
        report: Report,
        replayed: &[Replayed],
        known: &Known,
        time: Duration,
    ) -> Outcome {
        let target = TestTarget {
            characters: known.characters.clone(),
            public: known.public.clone(),
            ..test_target(put)
        };
        let certain = |case: usize| replayed.get(case).is_some_and(|case| case.confirmation.is_certain());
        let mut reasons: Vec<Reason> = report.reasons.iter().map(Reason::of_engine).collect();
        let mut interrupted =
            reasons.iter().any(|reason| reason.kind == Kind::Engine(ReasonKind::Interrupted));
        let differs = reasons.iter().any(|reason| reason.kind == Kind::Engine(ReasonKind::Random));
        let asks_outside = reasons.iter().any(|reason| reason.kind == Kind::Engine(ReasonKind::NotFollowed));
        let (mut internal_error, mut chance) = (false, false);
        for case in replayed {
            let place = place_of(put);
            match &case.confirmation {
                Confirmation::Confirmed | Confirmation::DiesPlainly { .. } => {}
                Confirmation::OutOfMemory => reasons.push(Reason::may_suffice(place, &subject(put, case))),
                Confirmation::Chance => chance = true,
                Confirmation::Elsewhere { on } => {
                    reasons.push(Reason::elsewhere(place, &subject(put, case), on));
                }
                Confirmation::Unknown if interrupted => {}
                Confirmation::Unknown => {
                    interrupted = true;
                    reasons.push(Reason::interrupted());
                }
                Confirmation::OnlySlow => reasons.push(Reason::only_slow(place, &subject(put, case))),
                Confirmation::EnoughMemory => {
                    reasons.push(Reason::enough_memory(place, &subject(put, case)));
                }
                Confirmation::Refused => reasons.push(Reason::refused(place, &subject(put, case))),
                Confirmation::Addressed { .. } if differs => {}
                Confirmation::Addressed { place: panic, instead } => {
                    let place = if panic.is_empty() { place } else { panic.clone() };
                    reasons.push(Reason::addressed(place, &subject(put, case), instead));
                }
                // No wonder, and the reasons say so already.
                Confirmation::Contradicted(_) if differs => {}
                // What it asked for outside of Rust code was answered otherwise.
                Confirmation::Contradicted(instead) if asks_outside => {
                    reasons.push(Reason::answered_otherwise(place, &subject(put, case), instead));
                }
                Confirmation::Contradicted(instead) => {
                    internal_error = true;
                    reasons.push(Reason::not_reproduced(place, &subject(put, case), instead));
                }
            }
        }

        if chance {
            reasons.push(Reason::chance(place_of(put)));
        }
        let state = state(replayed);
        if replayed.iter().any(Replayed::ends_otherwise_after_others) {
            reasons.push(Reason::state(place_of(put), &state));
        }

        let is_kept = |case: &usize| certain(*case) && replayed[*case].can_be_written();
        let mut kept: Vec<usize> = (0..report.cases.len()).filter(is_kept).collect();
        let mut cases = Vec::new();
        kept.retain(|case| match test_case(put, &report, *case, &replayed[*case]) {
            Some(test_case) => {
                let branches = known.branches.get(*case).cloned().unwrap_or_default();
                cases.push(TestCase { branches, ..test_case });
                true
            }
            // While arguments are made, a panic is a failure of which no case can be written.
            None if report.cases[*case].failure.is_some() => false,
            None => {
                internal_error = true;
                let place = place_of(put);
                reasons.push(Reason::not_reproduced(
                    place,
                    "a case",
                    "the plain build did not tell its arguments",
                ));
                false
            }
        });
        let names = forall_testgen::test_names(&target, &cases, &known.old);
        let left_out = forall_testgen::left_out(&target, &cases, &known.old);
        let case_name = |position: usize| match left_out[position] {
            true => String::new(),
            false => format!("{}::{}", put.cases, names[position]),
        };
        let mut failures: Vec<Failure> = report
            .failures
            .iter()
            .filter_map(|failure| {
                if !certain(failure.case) {
                    return None;
                }
                let position = kept.iter().position(|case| *case == failure.case);
                Some(Failure {
                    kind: failure.kind,
                    message: without_terminal_codes(&failure.message),
                    location: failure.location.clone(),
                    arguments: told(put, &target, &replayed[failure.case]),
                    case: position.map(case_name).unwrap_or_default(),
                    callers: failure.callers.clone(),
                })
            })
            .collect();
        for (number, case) in replayed.iter().enumerate() {
            if let Confirmation::DiesPlainly { signal } = case.confirmation {
                failures.push(Failure {
                    kind: FailureKind::Abort,
                    message: death(signal),
                    location: place_of(put),
                    arguments: told(put, &target, case),
                    case: kept.iter().position(|kept| *kept == number).map(case_name).unwrap_or_default(),
                    callers: Vec::new(),
                });
            }
        }

        let all_confirmed =
            replayed.iter().all(|case| case.confirmation.is_confirmed()) && kept.len() == report.cases.len();
        let verdict = match report.verdict {
            _ if !failures.is_empty() => Verdict::Failed,
            Verdict::Proved if all_confirmed && reasons.is_empty() => Verdict::Proved,
            _ => Verdict::Incomplete,
        };
        Outcome {
            name: put.name.clone(),
            label: label.into(),
            target,
            verdict,
            paths: report.paths,
            runs: report.runs,
            cases,
            failures,
            bounds: report.bounds,
            interrupted,
            reasons,
            state,
            remarks: report.remarks,
            branches: report.branches,
            sites: report.sites,
            time,
            first_failure: None,
            internal_error,
        }
    }

    /// Do the reasons say that it is not the inputs alone that decide what happens?
    pub fn varies(&self) -> bool {
        let varying = [Kind::Engine(ReasonKind::Random), Kind::State, Kind::Elsewhere];
        self.reasons.iter().any(|reason| varying.contains(&reason.kind))
    }

    /// The exploration could not go on; nothing is known.
    pub fn broken(
        put: &PutDescription,
        label: &str,
        error: &str,
        interrupted: bool,
        time: Duration,
    ) -> Outcome {
        let reason = match interrupted {
            true => Reason::interrupted(),
            false => Reason {
                kind: Kind::Target,
                location: format!("{}:{}", put.file, put.line),
                detail: format!("internal error: {}", forall_testgen::one_line(error)),
                help: "please report this as a bug of forall".into(),
            },
        };
        Outcome {
            name: put.name.clone(),
            label: label.into(),
            target: test_target(put),
            verdict: Verdict::Incomplete,
            paths: 0,
            runs: 0,
            cases: Vec::new(),
            failures: Vec::new(),
            bounds: Vec::new(),
            reasons: vec![reason],
            state: Vec::new(),
            remarks: Vec::new(),
            branches: Branches::default(),
            sites: Vec::new(),
            time,
            first_failure: None,
            internal_error: !interrupted,
            interrupted,
        }
    }
}

impl Reason {
    fn of_engine(reason: &forall_engine::Reason) -> Reason {
        let forall_engine::Reason { kind, location, detail, help } = reason.clone();
        Reason { kind: Kind::Engine(kind), location, detail, help }
    }

    fn interrupted() -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Interrupted),
            location: String::new(),
            detail: "interrupted".into(),
            help: "run it again to the end".into(),
        }
    }

    fn only_slow(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::MaxTime),
            location,
            detail: format!("{arguments}: too slow under exploration, though it ends in the plain build"),
            help: "make the test do less, or bound its inputs with assume!".into(),
        }
    }

    fn enough_memory(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::MaxMemory),
            location,
            detail: format!("{arguments}: out of memory under exploration, though not in the plain build"),
            help: "raise --max-memory".into(),
        }
    }

    fn refused(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Refused),
            location,
            detail: format!("{arguments}: the plain build tried to do what is refused to explored code"),
            help: "replace this by a fake the test controls, or let it do so with --unconfined".into(),
        }
    }

    fn addressed(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Divergence),
            location,
            detail: format!("{arguments}: what happens depends on where things lie in memory: {instead}"),
            help: "let nothing depend on addresses, be it as numbers, printed or hashed".into(),
        }
    }

    fn may_suffice(location: String, arguments: &str) -> Reason {
        Reason {
            kind: Kind::NotWritten,
            location,
            detail: format!(
                "{arguments}: no case is written of what fails for lack of memory: with more of it, it may pass"
            ),
            help: "bound what is asked for, or raise --max-memory to see what comes then".into(),
        }
    }

    fn chance(location: String) -> Reason {
        Reason {
            kind: Kind::Engine(ReasonKind::Random),
            location,
            detail: "by chance: on the same input, the plain build does now this, now that".into(),
            help: "let the test be given what is random, as a parameter or a fixed seed".into(),
        }
    }

    fn answered_otherwise(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::Elsewhere,
            location,
            detail: format!("{arguments}: {instead}: it depends on the process it runs in"),
            help: "let the test be given what it depends on, as a parameter".into(),
        }
    }

    fn elsewhere(location: String, arguments: &str, on: &str) -> Reason {
        Reason {
            kind: Kind::Elsewhere,
            location,
            detail: format!("{arguments}: how it ends depends on {on}, which is no input"),
            help:
                "let the test be given what it depends on; no case is written that holds in one process only"
                    .into(),
        }
    }

    fn state(location: String, state: &[String]) -> Reason {
        Reason {
            kind: Kind::State,
            location,
            detail: format!(
                "what other tests leave in {} makes it end otherwise than in a fresh process",
                state.join(", ")
            ),
            help: "let the test set what it depends on; no case is written that is true in one order only"
                .into(),
        }
    }

    fn not_reproduced(location: String, arguments: &str, instead: &str) -> Reason {
        Reason {
            kind: Kind::NotReproduced,
            location,
            detail: format!("internal error: {arguments} does not reproduce: {instead}"),
            help: "take time, randomness and state outside the test out of it; if there is none, please report this as a bug of forall"
                .into(),
        }
    }
}

/// All that makes a difference to any of the cases.
fn state(replayed: &[Replayed]) -> Vec<String> {
    let mut state: Vec<String> = Vec::new();
    for Depends { on, .. } in replayed.iter().filter_map(|case| case.depends.as_ref()) {
        match on.as_slice() {
            [] if state.is_empty() => state.push("a place unknown to forall".into()),
            on => state.extend(on.iter().filter(|one| !state.contains(one)).cloned().collect::<Vec<_>>()),
        }
    }
    state
}

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
fn module(put: &PutDescription) -> (&str, usize) {
    let parent = |path| str::rsplit_once(path, "::").unwrap_or_default();
    let is_made = |name: &str| name.trim_start_matches("r#") == put.module.trim_start_matches("r#");
    match parent(&put.path) {
        (above, last) if !is_made(last) && is_made(parent(above).1) => (parent(above).0, 2),
        (above, _) => (above, 1),
    }
}

fn test_case(put: &PutDescription, report: &Report, index: usize, replayed: &Replayed) -> Option<TestCase> {
    use forall_engine::End;
    use forall_protocol::shared::Ending;
    use forall_testgen::Outcome as Expected;

    let case = &report.cases[index];
    if let Confirmation::DiesPlainly { signal } = replayed.confirmation {
        let outcome = Expected::Fails { way: Way::Abort, message: death(signal), location: place_of(put) };
        return test_case_of(put, replayed, outcome);
    }
    let outcome = match (case.failure.and_then(|failure| report.failures.get(failure)), &case.end) {
        (Some(failure), end) => {
            let message = match end {
                // Another input for the same bug has its own values in the message.
                End::Reported { message, .. } if failure.case != index && !message.is_empty() => message,
                _ => &failure.message,
            };
            Expected::Fails {
                way: way(failure.kind),
                message: replayed.message.as_ref().unwrap_or(message).clone(),
                location: without_column(&failure.location).into(),
            }
        }
        (None, End::Reported { ending: Ending::Panicked, .. }) => Expected::Panics,
        (None, _) => Expected::Returns,
    };
    test_case_of(put, replayed, outcome)
}

fn way(kind: FailureKind) -> Way {
    match kind {
        FailureKind::Error => Way::Error,
        FailureKind::Abort => Way::Abort,
        FailureKind::Timeout => Way::Time,
        FailureKind::Memory => Way::Memory,
        FailureKind::Panic | FailureKind::Assertion | FailureKind::Overflow | FailureKind::Bounds => {
            Way::Panic
        }
    }
}

fn test_case_of(
    put: &PutDescription,
    replayed: &Replayed,
    outcome: forall_testgen::Outcome,
) -> Option<TestCase> {
    let Replayed { choices, told, broken, .. } = replayed.clone();
    if let Some(broken) = broken {
        return Some(TestCase {
            broken: true,
            arguments: vec![("making".into(), broken)],
            choices,
            told,
            outcome,
            branches: Vec::new(),
        });
    }
    Some(TestCase {
        broken: false,
        arguments: values(put, replayed)?,
        choices,
        told,
        outcome,
        branches: Vec::new(),
    })
}

fn death(signal: i32) -> String {
    let perhaps = if signal == SIGSEGV { ", out of stack perhaps" } else { "" };
    format!("the process was killed by signal {signal} in the plain build{perhaps}")
}

const SIGSEGV: i32 = 11;

fn place_of(put: &PutDescription) -> String {
    format!("{}:{}", put.file, put.line)
}

/// Parameter names and values; `None` when they are not known.
fn values(put: &PutDescription, case: &Replayed) -> Option<Vec<(String, Value)>> {
    let values = case.arguments.as_ref().filter(|values| values.len() == put.parameters.len())?;
    Some(put.parameters.iter().cloned().zip(values.iter().cloned()).collect())
}

/// `x = i64::MIN, v = vec![0]`.
fn told(put: &PutDescription, target: &TestTarget, case: &Replayed) -> String {
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

fn subject(put: &PutDescription, case: &Replayed) -> String {
    match told(put, &test_target(put), case) {
        told if !told.is_empty() => told,
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

#[cfg(test)]
mod tests {
    use super::*;
    use forall_engine::{Case, End};
    use forall_protocol::inputs::{Input, InputKind};
    use forall_protocol::shared::Ending;

    fn put() -> PutDescription {
        PutDescription {
            name: "krate::num::abs".into(),
            path: "krate::num::abs".into(),
            module: "abs".into(),
            file: "src/num.rs".into(),
            line: 3,
            function: "abs".into(),
            cases: "forall/num/abs.rs".into(),
            parameters: vec!["x".into()],
            ..PutDescription::default()
        }
    }

    #[test]
    fn cases_know_how_deep_they_are_below_the_test() {
        let of = |path: &str| {
            let put = PutDescription { path: path.into(), module: "abs_cases".into(), ..put() };
            let (module, depth) = module(&put);
            (module.to_owned(), depth)
        };
        assert_eq!(of("krate::num::abs_cases"), ("krate::num".into(), 1));
        assert_eq!(of("krate::num::abs_cases::of_u8"), ("krate::num".into(), 2));
    }

    fn case(value: i64, failure: Option<usize>) -> Case {
        let ending = if failure.is_some() { Ending::Panicked } else { Ending::Returned };
        Case {
            arguments: vec![(
                Input { name: "x".into(), kind: InputKind::I64 },
                i128::from(value).cast_unsigned(),
            )],
            end: End::Reported {
                ending,
                message: format!("boom {value}"),
                location: "src/num.rs:4:9".into(),
            },
            failure,
            covered: Vec::new(),
        }
    }

    fn report(verdict: Verdict, cases: Vec<Case>) -> Report {
        let failing = cases.iter().position(|case| case.failure.is_some());
        let failure = |case| forall_engine::Failure {
            kind: FailureKind::Panic,
            message: "boom".into(),
            location: "src/num.rs:4:9".into(),
            callers: Vec::new(),
            case,
        };
        Report {
            verdict,
            paths: 2,
            runs: 2,
            failures: failing.map(failure).into_iter().collect(),
            cases,
            bounds: Vec::new(),
            reasons: Vec::new(),
            remarks: Vec::new(),
            branches: Branches::default(),
            sites: Vec::new(),
        }
    }

    fn outcome(report: Report, confirmations: &[Confirmation]) -> Outcome {
        outcome_after_others(report, confirmations, &[])
    }

    /// `depends` says of each case whether it ends otherwise after others; of those not mentioned, there is no difference.
    fn outcome_after_others(report: Report, confirmations: &[Confirmation], depends: &[bool]) -> Outcome {
        let leaf = |(input, bits): &(Input, u128)| Value::Leaf { kind: input.kind, bits: *bits };
        let replayed = |(case, confirmation): (&Case, &Confirmation)| Replayed {
            confirmation: confirmation.clone(),
            arguments: Some(case.arguments.iter().map(leaf).collect()),
            broken: None,
            choices: Vec::new(),
            told: None,
            message: None,
            depends: None,
        };
        let mut replayed: Vec<Replayed> = report.cases.iter().zip(confirmations).map(replayed).collect();
        for (case, ending) in replayed.iter_mut().zip(depends) {
            case.depends = Some(Depends { on: vec!["static CELL at src/lib.rs:3".into()], ending: *ending });
        }
        Outcome::new(&put(), "num::abs", report, &replayed, &Known::default(), Duration::ZERO)
    }

    #[test]
    fn what_is_confirmed_is_reported() {
        let report = report(Verdict::Failed, vec![case(0, None), case(i64::MIN, Some(0))]);
        let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::Confirmed]);
        assert_eq!(
            (outcome.verdict, outcome.cases.len(), outcome.internal_error),
            (Verdict::Failed, 2, false)
        );
        assert_eq!(outcome.failures[0].arguments, "x = i64::MIN");
        assert_eq!(outcome.failures[0].case, "forall/num/abs.rs::panics_boom_i64_min");
    }

    #[test]
    fn a_failure_that_does_not_reproduce_is_no_finding() {
        let report = report(Verdict::Failed, vec![case(0, None), case(1, Some(0))]);
        let contradicted = Confirmation::Contradicted("it returns".into());
        let outcome = outcome(report, &[Confirmation::Confirmed, contradicted]);
        assert_eq!((outcome.verdict, outcome.cases.len()), (Verdict::Incomplete, 1));
        assert!(outcome.failures.is_empty() && outcome.internal_error);
        assert_eq!(outcome.reasons[0].kind, Kind::NotReproduced);
        assert_eq!(outcome.reasons[0].detail, "internal error: x = 1 does not reproduce: it returns");
    }

    #[test]
    fn a_failure_that_depends_on_chance_is_no_contradiction() {
        let mut report = report(Verdict::Failed, vec![case(1, Some(0))]);
        report.reasons.push(forall_engine::Reason {
            kind: ReasonKind::Random,
            location: "src/num.rs:3:1".into(),
            detail: "differs from run to run: the order of a hash map".into(),
            help: String::new(),
        });
        let outcome = outcome(report, &[Confirmation::Contradicted("it returns".into())]);
        assert_eq!((outcome.verdict, outcome.internal_error), (Verdict::Incomplete, false));
        assert!(outcome.failures.is_empty() && outcome.reasons.len() == 1);
    }

    #[test]
    fn chance_is_no_finding_and_no_case() {
        let report = report(Verdict::Failed, vec![case(0, None), case(1, Some(0))]);
        let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::Chance]);
        assert_eq!((outcome.verdict, outcome.cases.len()), (Verdict::Incomplete, 1));
        assert!(outcome.failures.is_empty() && !outcome.internal_error);
        assert_eq!(outcome.reasons[0].kind, Kind::Engine(ReasonKind::Random));
    }

    #[test]
    fn what_fails_for_lack_of_memory_is_a_finding_and_no_case() {
        let report = report(Verdict::Failed, vec![case(0, None), case(1, Some(0))]);
        let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::OutOfMemory]);
        assert_eq!((outcome.verdict, outcome.cases.len()), (Verdict::Failed, 1));
        assert_eq!(
            (outcome.failures[0].arguments.as_str(), outcome.failures[0].case.as_str()),
            ("x = 1", "")
        );
        assert_eq!(outcome.reasons[0].kind, Kind::NotWritten);
    }

    #[test]
    fn a_case_that_is_true_in_one_order_only_is_not_written() {
        let confirmed = [Confirmation::Confirmed, Confirmation::Confirmed];
        let proved = report(Verdict::Proved, vec![case(0, None), case(1, None)]);
        let by_value = outcome_after_others(proved.clone(), &confirmed, &[false, false]);
        assert_eq!((by_value.verdict, by_value.cases.len()), (Verdict::Proved, 2));
        assert_eq!(by_value.state, ["static CELL at src/lib.rs:3"]);
        let by_ending = outcome_after_others(proved, &confirmed, &[false, true]);
        assert_eq!((by_ending.verdict, by_ending.cases.len()), (Verdict::Incomplete, 1));
        assert_eq!(by_ending.reasons[0].kind, Kind::State);
        assert!(
            by_ending.reasons[0].detail.contains("static CELL at src/lib.rs:3"),
            "{:?}",
            by_ending.reasons
        );

        let failed = report(Verdict::Failed, vec![case(0, None), case(1, Some(0))]);
        let failed = outcome_after_others(failed, &confirmed, &[false, true]);
        assert_eq!((failed.verdict, failed.cases.len()), (Verdict::Failed, 1));
        assert_eq!(failed.failures[0].case, "", "it fails in a fresh process, and no case says so");
    }

    #[test]
    fn a_contradicted_proof_is_none() {
        let report = report(Verdict::Proved, vec![case(0, None)]);
        assert_eq!(outcome(report.clone(), &[Confirmation::Confirmed]).verdict, Verdict::Proved);
        let contradicted = outcome(report.clone(), &[Confirmation::Contradicted("it panics".into())]);
        assert_eq!((contradicted.verdict, contradicted.internal_error), (Verdict::Incomplete, true));
        let interrupted = outcome(report.clone(), &[Confirmation::Unknown]);
        assert_eq!((interrupted.verdict, interrupted.interrupted), (Verdict::Incomplete, true));
        assert_eq!(outcome(report, &[]).verdict, Verdict::Incomplete);
    }

    #[test]
    fn slowness_of_the_exploration_alone_is_no_failure() {
        let report = report(Verdict::Failed, vec![case(1, Some(0))]);
        let outcome = outcome(report, &[Confirmation::OnlySlow]);
        assert_eq!((outcome.verdict, outcome.internal_error), (Verdict::Incomplete, false));
        assert_eq!(outcome.reasons[0].kind, Kind::Engine(ReasonKind::MaxTime));
    }

    #[test]
    fn a_case_without_a_value_for_a_parameter_is_an_internal_error() {
        let mut strange = case(0, None);
        strange.arguments.clear();
        let outcome = outcome(report(Verdict::Proved, vec![strange]), &[Confirmation::Confirmed]);
        assert_eq!((outcome.verdict, outcome.internal_error), (Verdict::Incomplete, true));
    }

    #[test]
    fn other_inputs_for_the_same_bug_keep_their_own_message() {
        let report = report(Verdict::Failed, vec![case(1, Some(0)), case(2, Some(0))]);
        let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::Confirmed]);
        let messages: Vec<&forall_testgen::Outcome> =
            outcome.cases.iter().map(|case| &case.outcome).collect();
        let fails = |message: &str| forall_testgen::Outcome::Fails {
            way: Way::Panic,
            message: message.into(),
            location: "src/num.rs:4".into(),
        };
        assert_eq!(messages, [&fails("boom"), &fails("boom 2")]);
    }

    #[test]
    fn columns_are_left_out_of_places() {
        assert_eq!(without_column("src/num.rs:14:9"), "src/num.rs:14");
        assert_eq!(without_column("src/num.rs:14"), "src/num.rs:14");
        assert_eq!(without_column(""), "");
        assert_eq!(without_column("unknown place"), "unknown place");
    }
}
