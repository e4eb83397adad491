//! Turns the cases forall found into readable Rust tests: a pure function from cases to source text.
//!
//! The text is included into a module named like the test, beside a function of the same name that runs it:
//!
//! ```text
//! mod abs_is_not_negative {
//!     use super::*;
//!     use __test::abs_is_not_negative;
//!     use std::option::Option::{self, None, Some}; // and so on
//!     include!("forall/abs_is_not_negative.rs");
//! }
//! ```
//!
//! There, the usual names of the standard library, such as `Some` and `vec!`, are its own, whatever else is
//! in scope. Things of the user that are called so are written by their path.
//!
//! It is laid out as rustfmt's default configuration lays it out.

mod block;
mod bytes;
mod code;
mod earlier_case;
mod earlier_names;
mod expression;
mod header;
mod layout;
mod left_out;
mod name;
mod paths;
mod result;
mod scalar;
mod shared;
mod spelling;
mod standard;
mod stated;
mod steps;
mod terminal;
mod types;

pub use earlier_case::EarlierCase;
pub use header::{Authorship, authorship};
pub use left_out::{leave_out, reconsidered};
pub use stated::{Stated, stated};
pub use terminal::without_terminal_codes;

use code::Code;
use earlier_names::EarlierNames;
use expression::expression;
use forall_protocol::inputs::InputKind;
use forall_protocol::put::{Expectation, Returns};
use forall_protocol::replay::{Choice, RecordedReturn};
use forall_protocol::value::{Form, Shape, Value};
use layout::Tail;
use left_out::LeftOut;
use paths::Paths;
use scalar::Scalar;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use steps::Step;

/// The parameterized test whose cases are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestTarget {
    /// The function's own name.
    pub function: String,
    /// The module it stands in, from the crate on.
    pub module: String,
    /// How many modules below that one the file is included.
    pub depth: usize,
    /// The paths in the types of its parameters, as they can be written in the file.
    pub types: Vec<String>,
    /// What to give to `cargo forall` to renew the cases.
    pub filter: String,
    pub returns: Returns,
    pub expectation: Expectation,
    /// The text of `panics`, or those of `may_panic`.
    pub expected: String,
    /// The numbers that the tested code writes as characters, as in `b'x'`.
    pub characters: Vec<u8>,
    /// Where things of other crates are re-exported that stand in private modules.
    pub public: BTreeMap<String, String>,
}

impl TestTarget {
    /// The module of the test, as the cases name it.
    fn up(&self) -> String {
        vec!["super"; self.depth].join("::")
    }

    /// What the cases call.
    fn called(&self) -> String {
        spelling::spelled(&spelling::plain(&self.function))
    }
}

/// One closed test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    /// The only value here is not an argument: making it is what fails.
    pub broken: bool,
    /// Parameter names and values, in the order of the parameters.
    pub arguments: Vec<(String, Value)>,
    /// What `forall::choose` gives, in the order of choosing.
    pub choices: Vec<Choice>,
    /// What the test returns, if it returns a value.
    pub told: Option<RecordedReturn>,
    pub ending: CaseEnding,
    /// Branches that it takes and others do not, as parts of a name: `x_greater_than_10`. The most telling
    /// first.
    pub branches: Vec<String>,
}

/// What the test does on these arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CaseEnding {
    /// It returns, as it should.
    #[default]
    Returns,
    /// It panics, as it should or may, with a message that contains this text.
    Panics(String),
    /// It does what it must not do; `location` is `file:line`, or empty.
    Fails { way: Way, message: String, location: String },
}

/// How a test fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    #[default]
    Panic,
    /// It returns `Err`.
    Error,
    /// The process ends.
    Abort,
    /// It does not end in time.
    Time,
    Memory,
}

/// A case with the name of its test: the one that it has in the file, and in every report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedCase {
    pub name: String,
    /// The earlier file leaves it out, and so does the new one: it stands there as a comment.
    pub left_out: bool,
    pub case: TestCase,
}

/// Names the cases of a file. Of an earlier file, `old` is what stands below the header: cases that it has
/// keep their names, and what was left out of it is left out again.
pub fn named(target: &TestTarget, cases: Vec<TestCase>, old: &str) -> Vec<NamedCase> {
    let paths = Paths::of(target, &cases);
    let nameless: Vec<String> = cases.iter().map(|case| render_case(target, "", case, &paths)).collect();
    let left_out = LeftOut::of(old);
    let names = names(target, &cases, &nameless, old);
    let named = |((case, name), nameless): ((TestCase, String), &String)| NamedCase {
        name,
        left_out: left_out.has(nameless),
        case,
    };
    cases.into_iter().zip(names).zip(&nameless).map(named).collect()
}

/// The names of the cases, in their order. `nameless` is their code without a name.
fn names(target: &TestTarget, cases: &[TestCase], nameless: &[String], old: &str) -> Vec<String> {
    let mut earlier = EarlierNames::of(old);
    let candidates: Vec<Vec<String>> = cases.iter().map(|case| name::candidates(target, case)).collect();
    let known: Vec<Option<String>> = nameless
        .iter()
        .zip(&candidates)
        .map(|(case, candidates)| earlier.take_name(case).filter(|name| name::is_true(name, candidates)))
        .collect();
    // The function under test, and what arguments are made with, would be hidden by a test of the same name.
    let mut taken = vec![spelling::plain(&target.function)];
    taken.extend(nameless.iter().flat_map(|case| earlier_names::identifiers(case)));
    taken.extend(known.iter().flatten().cloned());
    let mut names = Vec::new();
    for (candidates, known) in candidates.iter().zip(known) {
        let name = known.unwrap_or_else(|| name::first_free(candidates, &taken));
        taken.push(name.clone());
        names.push(name);
    }
    names
}

/// The source of the file with these cases. Of an earlier file, `old` is what stands below the header, and
/// `kept` are the cases that are to stay, with the names that [`EarlierCase::name_beside`] gave them.
pub fn render(target: &TestTarget, cases: &[NamedCase], old: &str, kept: &[EarlierCase]) -> String {
    header::with_header(&target.filter, &body(target, cases, old, kept))
}

fn body(target: &TestTarget, cases: &[NamedCase], old: &str, kept: &[EarlierCase]) -> String {
    let plain: Vec<TestCase> = cases.iter().map(|named| named.case.clone()).collect();
    let mut source = String::new();
    for note in notes(target, &plain) {
        let _ = writeln!(source, "// {note}");
    }
    let paths = Paths::of(target, &plain);
    let mut imports: BTreeSet<String> = paths.imports.iter().map(|import| format!("use {import};")).collect();
    let old_imports = old.lines().filter(|line| line.starts_with("use "));
    imports.extend(old_imports.filter(|line| kept.iter().any(|kept| kept.uses(line))).map(str::to_owned));
    if !imports.is_empty() {
        source.push('\n');
    }
    for import in &imports {
        let _ = writeln!(source, "{import}");
    }
    for NamedCase { name, left_out, case } in cases {
        source.push('\n');
        let case = render_case(target, name, case, &paths);
        match left_out {
            true => source.push_str(&(left_out::commented(&case) + "\n")),
            false => source.push_str(&case),
        }
    }
    for kept in kept {
        source.push('\n');
        source.push_str(&kept.render());
    }
    source
}

/// These cases as a file has them that leaves none out.
pub fn as_earlier_cases(target: &TestTarget, cases: &[NamedCase]) -> Vec<EarlierCase> {
    let plain: Vec<TestCase> = cases.iter().map(|named| named.case.clone()).collect();
    let paths = Paths::of(target, &plain);
    let code = cases.iter().map(|named| render_case(target, &named.name, &named.case, &paths));
    code.filter_map(|code| EarlierCase::parse(&code)).collect()
}

fn render_case(target: &TestTarget, name: &str, case: &TestCase, paths: &Paths) -> String {
    let mut source = String::new();
    if let CaseEnding::Fails { message, location, .. } = &case.ending {
        let separator = if location.is_empty() { "" } else { ", " };
        let _ = writeln!(source, "{}{}{separator}{location}", block::FAILS, one_line(message));
    }
    source.push_str("#[test]\n");
    let should_panic = should_panic(target, case);
    if should_panic {
        let expected = match &case.ending {
            CaseEnding::Panics(expected) => expected,
            _ => &target.expected,
        };
        source.push_str(&layout::should_panic(expected));
    }
    let (steps, chosen, values) = without_objects(target, case);
    let mut statements: String = steps.iter().map(|step| step.written(paths)).collect();
    statements.push_str(&choices(&chosen, paths));
    let mut arguments = Vec::new();
    for (name, value) in &values {
        let (statement, argument) = argument(target, name, value, paths);
        statements.push_str(&statement);
        arguments.push(argument);
    }
    if let (true, Some(making)) = (case.broken, arguments.first()) {
        let call = layout::statement("let _ = ", making);
        let _ = write!(source, "fn {name}() {{\n{statements}{call}}}\n");
        return source;
    }
    let call = match result::demanded(target, case, &arguments, paths) {
        Some(assertion) if !should_panic => assertion,
        _ => {
            let (head, tail) = match target.returns {
                Returns::Unit => ("", Tail::None),
                // `unwrap` would turn an error into a panic, and that is not the panic which is expected.
                Returns::Result if should_panic => ("let _ = ", Tail::None),
                Returns::Result => ("", Tail::Unwrap),
                Returns::Value => ("let _ = ", Tail::None),
            };
            layout::call(head, &target.called(), arguments, tail)
        }
    };
    let _ = write!(source, "fn {name}() {{\n{statements}{call}}}\n");
    source
}

/// What is chosen and the arguments, and what comes before them: objects that stand in several places.
fn without_objects(target: &TestTarget, case: &TestCase) -> (Vec<Step>, Vec<Choice>, Vec<(String, Value)>) {
    let chosen = case.choices.iter().map(|choice| (String::new(), choice.value.clone()));
    let all: Vec<(String, Value)> = chosen.chain(case.arguments.iter().cloned()).collect();
    let (steps, mut values) = shared::taken_out(&all, &target.called());
    let arguments = values.split_off(case.choices.len());
    let with_value = |(choice, (_, value)): (&Choice, (String, Value))| Choice { value, ..choice.clone() };
    (steps, case.choices.iter().zip(values).map(with_value).collect(), arguments)
}

/// An argument as code. A fake that answers calls by name has a statement of its own before the call.
fn argument(target: &TestTarget, name: &str, value: &Value, paths: &Paths) -> (String, Code) {
    let (sign, of_mutable, fake) = match value {
        Value::Node { shape: Shape::Reference, parts } => ("&", "", parts.first()),
        Value::Node { shape: Shape::MutableReference, parts } => ("&mut ", "mut ", parts.first()),
        value => ("", "", Some(value)),
    };
    let name = match spelling::spelled(&spelling::plain(name)) {
        name if name == target.called() => format!("the_{}", spelling::plain(&name)),
        name => name,
    };
    if let Some(Value::Built(built)) = fake
        && built.form == Form::Chained
        && let Some((start, steps)) = expression::chain(built, paths)
        && !steps.is_empty()
    {
        let head = format!("let {of_mutable}{name} = ");
        return (layout::chain(&head, &start.flat(), &steps), Code::Text(format!("{sign}{name}")));
    }
    (String::new(), code(value, paths))
}

/// What a reader of the file should know about all cases.
fn notes(target: &TestTarget, cases: &[TestCase]) -> Vec<&'static str> {
    let has = |told: &RecordedReturn| cases.iter().any(|case| case.told.as_ref() == Some(told));
    let mut notes = Vec::new();
    if cases.is_empty() {
        notes.push("No case is kept: what the test does is not decided by its inputs alone.");
    }
    if target.returns != Returns::Unit && has(&RecordedReturn::Unknown) {
        notes.push("What the test returns is not compared: its type is not `Debug`.");
    }
    if has(&RecordedReturn::Varies) {
        notes.push("What the test returns is not compared where it is not always the same.");
    }
    notes
}

/// The statement that says what is chosen.
fn choices(choices: &[Choice], paths: &Paths) -> String {
    let steps = choices.iter().map(|choice| {
        let ty = types::written(&choice.type_name, paths);
        Code::List {
            open: format!("then::<{ty}>("),
            items: vec![code(&choice.value, paths)],
            close: ")".into(),
        }
    });
    layout::chain("let _choices = ", "forall::choices()", &steps.collect::<Vec<_>>())
}

/// An argument as code, in one line: `vec![0, 7]`.
pub fn written(target: &TestTarget, value: &Value) -> String {
    code(value, &Paths::anywhere(target)).flat()
}

/// A drawn input as code: `-1`, `'a'`, `u64::MAX`.
pub fn literal(kind: InputKind, bits: u128) -> String {
    Scalar::new(kind, bits).map_or_else(|| bits.to_string(), |scalar| scalar.to_string())
}

/// Values that were decoded have only leaves that are values of their types.
fn code(value: &Value, paths: &Paths) -> Code {
    expression(value, paths).unwrap_or_else(|| Code::Text(format!("{value:?}")))
}

/// A test that must panic is only refuted by its cases when they demand the panic.
fn should_panic(target: &TestTarget, case: &TestCase) -> bool {
    match target.expectation {
        Expectation::Returns => false,
        Expectation::Panics => true,
        Expectation::MayPanic => matches!(case.ending, CaseEnding::Panics(_)),
    }
}

/// A message of any shape as the text of a line comment.
pub fn one_line(message: &str) -> String {
    const LONGEST: usize = 200;
    let message = without_terminal_codes(message);
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut text = String::new();
    for (count, c) in lines.join(", ").chars().enumerate() {
        if count == LONGEST {
            text.push('…');
            break;
        }
        match c {
            '\'' | '"' | '\\' => text.push(c),
            // Control characters and those that change the direction of text have no business in source code.
            _ => text.extend(c.escape_debug()),
        }
    }
    text
}

#[cfg(test)]
impl TestTarget {
    fn sample(function: &str) -> TestTarget {
        TestTarget {
            function: function.into(),
            module: "krate::tests".into(),
            depth: 1,
            types: Vec::new(),
            filter: format!("tests::{function}"),
            returns: Returns::Unit,
            expectation: Expectation::Returns,
            expected: String::new(),
            characters: Vec::new(),
            public: BTreeMap::new(),
        }
    }
}

#[cfg(test)]
mod tests;
