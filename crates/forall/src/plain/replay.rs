//! Repeating single inputs for an exploration, as `forall_protocol::replay` says.

use super::attempt::{attempt, attempt_example};
use super::boundary::BoundaryInputs;
use super::child::in_a_child;
use super::constructors::{Constructor, Start, run_those_after};
use super::example::ANSWERS;
use super::locked;
use super::report::Report;
use super::traces::Traces;
use crate::panic_text::panic_text;
use crate::test::{Example, Test};
use forall_protocol::inputs::InputKind;
use forall_protocol::replay::{
    self, Call, Choice, EXAMPLE, Entry, Life, Observation, RecordedReturn, Request, Values,
};
use forall_protocol::shared::Ending;
use forall_protocol::value::{Built, Form, Reach, Shape, Value};
use forall_spec::__private::{Construction, Gathered, Leaf, Origin};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::{env, fs, panic, process, thread};

/// Runs before `main` for each test of the program: repeats what is asked for if it is asked of this test,
/// and exits. `own` is the constructor that calls this.
pub fn replay(test: &'static Test, own: Constructor, start: Start) {
    if env::var_os(replay::PUT).is_none_or(|put| put != test.path) {
        return;
    }
    // Under `cargo test`, all of them are done when a test begins.
    run_those_after(own, start);
    match repeat(test) {
        Ok(()) => process::exit(0),
        Err(error) => {
            eprintln!("forall: cannot replay {}: {error}", test.path);
            process::exit(1)
        }
    }
}

fn repeat(test: &'static Test) -> Result<(), String> {
    let file = variable(replay::REQUEST)?;
    let bytes = fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let request = Request::decode(&bytes).map_err(|error| format!("{file}: {error}"))?;
    let first = match env::var(replay::FIRST) {
        Ok(first) => first.parse().map_err(|_| format!("{} is {first:?}, not a number", replay::FIRST))?,
        Err(_) => 0,
    };
    let report = Report::new(variable(replay::REPORT)?.into());
    let scratch = env::var_os(replay::SCRATCH);
    let thread = env::var(replay::THREAD).ok();
    // A test should find what it finds under `cargo test`.
    for name in [replay::PUT, replay::REQUEST, replay::REPORT, replay::FIRST, replay::SCRATCH, replay::THREAD]
    {
        // SAFETY: before `main`, nobody else reads or writes the environment.
        unsafe { env::remove_var(name) };
    }
    for (number, life) in (0..).zip(&request.lives).skip(first) {
        if let Some(scratch) = &scratch {
            clear(Path::new(scratch));
        }
        let status = in_a_child(|| live(test, &request, life, &report, thread.as_deref()))
            .map_err(|error| error.to_string())?;
        report.append(Entry::Over(number, status)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// What cannot be removed stays: the host compares what the lives do.
fn clear(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let _ = fs::remove_file(entry.path()).or_else(|_| fs::remove_dir_all(entry.path()));
    }
}

/// Runs the cases of a life, one after the other, in this process.
fn live(
    test: &'static Test,
    request: &Request,
    life: &Life,
    report: &Report,
    thread: Option<&str>,
) -> io::Result<()> {
    let process = process::id();
    panic::set_hook(Box::new(|info| {
        let location = info.location().map(ToString::to_string).unwrap_or_default();
        // Nobody hears it, unless the process dies.
        eprintln!("\n{}{location}:\n{}", replay::PANICKED_AT, panic_text(info.payload()));
        *last_panic() = Some((panic_text(info.payload()).to_owned(), location));
    }));
    for &case in &life.cases {
        let input = match request.cases.get(case as usize) {
            Some(values) => Input::Values(values.clone()),
            None => Input::Boundary(case - request.cases.len() as u32),
        };
        let before = life.traces.then(Traces::now);
        report.append(Entry::Started(case))?;
        let (observation, told) = on_a_fresh_thread(test, input, (report.clone(), case), thread)?;
        if process::id() != process {
            // The test forked: its child comes here, too, and has nothing to tell.
            return Ok(());
        }
        report.append(Entry::Ended(case, observation))?;
        if let Some(told) = told {
            report.append(Entry::RecordedReturn(case, told))?;
        }
        if let Some(before) = before {
            report.append(Entry::Left(case, before.left()))?;
        }
    }
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("{name} is not set"))
}

/// Message and place of the panic that was last heard of. It is not always the one that ends the test: that
/// one may be thrown on by `resume_unwind`, of which nothing is heard.
static LAST_PANIC: Mutex<Option<(String, String)>> = Mutex::new(None);

fn last_panic() -> MutexGuard<'static, Option<(String, String)>> {
    locked(&LAST_PANIC)
}

/// What the test is run on.
enum Input {
    Values(Values),
    /// The boundary input of this number.
    Boundary(u32),
}

/// A thread like libtest's: with the default size of the stack and nothing in its thread-locals.
fn on_a_fresh_thread(
    test: &'static Test,
    input: Input,
    report: (Report, u32),
    name: Option<&str>,
) -> io::Result<(Observation, Option<RecordedReturn>)> {
    *last_panic() = None;
    let calls = if name.is_some() { 7 } else { 0 };
    let example = match &input {
        Input::Values(values) => example(test, values),
        Input::Boundary(_) => None,
    };
    let to_tell = report.clone();
    let origin = move || -> Arc<dyn Origin> {
        match input {
            Input::Values(values) => Arc::new(Requested::new(values, report)),
            Input::Boundary(number) => {
                Arc::new(Bounding { inputs: BoundaryInputs::numbered(number, test.bounds), report })
            }
        }
    };
    let run = move || {
        let run = move || match example {
            Some(example) => {
                tell(example, &to_tell);
                attempt_example(example, &origin())
            }
            None => attempt(test, origin()),
        };
        further_down(calls, Box::new(run))
    };
    let thread = thread::Builder::new().name(name.unwrap_or(test.path).to_owned()).spawn(run)?;
    let (mut observation, told) = thread.join().unwrap_or_else(|payload| {
        // Dropping what is left behind can panic, too.
        let message = panic_text(&*payload).to_owned();
        (Observation { ending: Ending::Panicked, message, location: String::new() }, None)
    });
    if observation.ending == Ending::Panicked
        && let Some((message, location)) = last_panic().take()
        && message == observation.message
    {
        observation.location = location;
    }
    Ok((observation, told))
}

/// The example that a case consists of, if it does.
fn example(test: &'static Test, values: &Values) -> Option<&'static Example> {
    let (_, number) = values.iter().find(|(input, _)| input.name == EXAMPLE)?;
    test.examples.get(usize::try_from(*number).ok()?)
}

/// Tells what the arguments are, and what they would be drawn from, if that is known.
fn tell(example: &'static Example, (report, case): &(Report, u32)) {
    let leaves = panic::catch_unwind(|| {
        let mut gathered = Gathered::default();
        (example.leaves)(&mut gathered.sink());
        gathered.complete()
    });
    let source = |text: &&'static str| Construction::of(Form::Source, text, "");
    // A report that cannot be written lacks the end of the case as well, of which the host will hear.
    if let Ok(Some(leaves)) = leaves {
        let _ = report.append(Entry::Given(*case, leaves));
    }
    let arguments = example.arguments.iter().map(|text| Value::Built(built(&source(text), Vec::new())));
    let _ = report.append(Entry::Drawn(*case, arguments.collect()));
}

/// Below so many calls.
fn further_down<T>(calls: usize, run: Box<dyn FnOnce() -> T>) -> T {
    match calls {
        0 => run(),
        // What is done with it keeps this a call.
        _ => std::hint::black_box(further_down(calls - 1, run)),
    }
}

/// The values of a request; what is not named is 0. Writes down what arguments they make.
struct Requested {
    values: BTreeMap<(String, InputKind), u128>,
    /// Where nobody has asked before how often a fake answers.
    is_example: bool,
    /// The parts of what is being drawn, below them those of what it is a part of; at the bottom the arguments.
    parts: Mutex<Vec<Vec<Value>>>,
    /// The calls of functions under way, the innermost last; with whether it has all it needs.
    calls: Mutex<Vec<(Built, bool)>>,
    /// Where to tell what is drawn in which case.
    report: (Report, u32),
}

impl Requested {
    fn new(values: Values, report: (Report, u32)) -> Requested {
        let is_example = values.iter().any(|(input, _)| input.name == EXAMPLE);
        let values = values.into_iter().map(|(input, value)| ((input.name, input.kind), value)).collect();
        Requested { values, is_example, parts: Mutex::new(vec![Vec::new()]), calls: Mutex::default(), report }
    }

    fn report(&self, entry: impl FnOnce(u32) -> Entry) {
        let (report, case) = &self.report;
        // A report that cannot be written lacks the end of the case as well, of which the host will hear.
        let _ = report.append(entry(*case));
    }

    fn add(&self, value: Value) {
        if let Some(parts) = locked(&self.parts).last_mut() {
            parts.push(value);
        }
    }

    fn parts(&self) -> Vec<Value> {
        locked(&self.parts).pop().unwrap_or_default()
    }
}

impl Origin for Requested {
    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
        let value = self.values.get(&(name.to_owned(), kind));
        let unnamed = if kind == InputKind::Answers && self.is_example { ANSWERS } else { 0 };
        leaf.0 = value.copied().unwrap_or(unnamed).to_le_bytes();
    }

    fn drew(&self, kind: InputKind, leaf: &Leaf) {
        self.add(Value::Leaf { kind, bits: u128::from_le_bytes(leaf.0) });
    }

    fn enter(&self) {
        locked(&self.parts).push(Vec::new());
    }

    fn leave(&self, shape: Shape) {
        let parts = self.parts();
        self.add(Value::Node { shape, parts });
    }

    fn leave_built(&self, how: &Construction) {
        let value = built(how, self.parts());
        self.add(Value::Built(value));
    }

    fn leave_fake(&self, path: &'static str, name: &str, fields: &[&str]) {
        let (form, reach, parts) = (Form::Fake, Reach::Everywhere, named(fields, self.parts()));
        self.add(Value::Built(Built { form, reach, path: path.into(), item: name.into(), parts }));
    }

    fn leave_shared(&self, path: &'static str, name: &str) {
        let (form, reach, parts) = (Form::Shared, Reach::Everywhere, named(&[], self.parts()));
        self.add(Value::Built(Built { form, reach, path: path.into(), item: name.into(), parts }));
    }

    fn answered(&self, name: &str, call: &dyn Fn() -> Call) {
        let Some(value) = self.parts().pop() else { return };
        let choice = Choice { name: name.into(), type_name: String::new(), value, call: Some(call()) };
        self.report(|case| Entry::Chosen(case, choice));
    }

    fn calls(&self, how: &Construction) {
        locked(&self.calls).push((built(how, Vec::new()), false));
    }

    fn ready(&self) {
        let parts = locked(&self.parts).last().cloned().unwrap_or_default();
        if let Some((call, ready)) = locked(&self.calls).last_mut() {
            call.parts = named(&[], parts);
            *ready = true;
        }
    }

    fn called(&self) {
        locked(&self.calls).pop();
    }

    fn panicked(&self) {
        if let Some((call, true)) = locked(&self.calls).pop() {
            self.report(|case| Entry::Broken(case, Value::Built(call)));
        }
    }

    fn chose(&self, name: &str, type_name: &'static str) {
        let Some(value) = self.parts().pop() else { return };
        let choice = Choice { name: name.into(), type_name: type_name.into(), value, call: None };
        self.report(|case| Entry::Chosen(case, choice));
    }

    fn complete(&self) {
        let arguments = self.parts();
        self.report(|case| Entry::Drawn(case, arguments));
    }
}

/// A boundary input. Writes down its values whenever code of the user's comes next.
struct Bounding {
    inputs: BoundaryInputs,
    report: (Report, u32),
}

impl Bounding {
    fn tell(&self) {
        let (report, case) = &self.report;
        // As above.
        let _ = report.append(Entry::Given(*case, self.inputs.values()));
    }
}

impl Origin for Bounding {
    fn is_exact(&self) -> bool {
        self.inputs.is_exact()
    }

    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
        self.inputs.fill(name, kind, leaf);
    }

    fn instead(&self, name: &str, bits: u128) {
        self.inputs.instead(name, bits);
    }

    fn arrange(&self, name: &str, order: &[usize]) {
        self.inputs.arrange(name, order);
    }

    fn ready(&self) {
        self.tell();
    }

    fn chose(&self, _: &str, _: &'static str) {
        self.tell();
    }

    fn answered(&self, _: &str, _: &dyn Fn() -> Call) {
        self.tell();
    }

    fn panicked(&self) {
        self.tell();
    }

    fn complete(&self) {
        self.tell();
    }
}

fn built(how: &Construction, parts: Vec<Value>) -> Built {
    let parts = named(how.fields, parts);
    Built { form: how.form, reach: how.reach, path: how.path.into(), item: how.item.into(), parts }
}

/// The parts with their names, where they have any.
fn named(names: &[&str], parts: Vec<Value>) -> Vec<(String, Value)> {
    let names = names.iter().copied().chain(std::iter::repeat(""));
    names.map(str::to_owned).zip(parts).collect()
}
