//! The model of a crate as files beside what cargo keeps of it: one with what is in it, and one with the bodies, each a line, of which only those that are asked
//! for are read.

use super::body::{Body, Kind};
use super::definition::Definition;
use super::place::Range;
use super::reader::{self, Failure, Unreadable};
use super::spelled::Scope;
use super::types::Type;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What was compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiled {
    /// What `rustc --version` says.
    pub rustc: String,
    #[serde(rename = "crate")]
    pub krate: String,
    pub edition: u32,
    /// Were the tests compiled, too?
    pub with_tests: bool,
    /// The names of crates that it may use.
    pub crates: BTreeSet<String>,
    /// Paths of source files are relative to it.
    pub directory: PathBuf,
    /// Its first source file.
    pub root: PathBuf,
}

/// A body, without what is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    pub definition: Definition,
    /// Where its block is, or the value of a constant.
    pub file: String,
    start: (u32, u32),
    end: (u32, u32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// By their names, where they have some.
    pub parameters: Vec<Option<String>>,
    /// What it calls or names.
    pub functions: BTreeSet<Definition>,
    /// Where its line is in the file of bodies.
    offset: u64,
    length: u64,
}

impl Summary {
    pub fn range(&self) -> Range {
        let position = |(line, column)| super::place::Position { line, column };
        Range { start: position(self.start), end: position(self.end) }
    }
}

/// What the harness knows of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// Under which it is run.
    pub name: String,
    /// Is it `#[should_panic]`?
    pub should_panic: bool,
}

/// What is in the first file.
#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    compiled: Compiled,
    bodies: Result<Vec<Summary>, String>,
}

/// What the compiler knows of a crate.
#[derive(Debug)]
pub struct Model {
    pub compiled: Compiled,
    pub bodies: Vec<Summary>,
    lines: PathBuf,
    scope: Scope,
    loaded: RefCell<BTreeMap<u64, Rc<Body>>>,
}

/// Writes the bodies of a crate, as their text comes; what is in them, unless the text cannot be read.
pub fn write_bodies(file: &Path, text: impl BufRead) -> std::io::Result<Result<Vec<Summary>, Unreadable>> {
    let mut lines = BufWriter::new(File::create(lines_of(file))?);
    let mut bodies = Vec::new();
    let mut offset = 0;
    let mut harness = BTreeMap::new();
    let read = reader::read(text, |body| {
        let line = serde_json::to_string(&body)?;
        writeln!(lines, "{line}")?;
        let length = line.len() as u64;
        if let Some(test) = of_harness(&body) {
            harness.insert(body.definition.path.clone(), test);
        }
        bodies.push(summary(&body, offset, length));
        offset += length + 1;
        Ok(())
    });
    lines.flush()?;
    match read {
        Ok(()) => {
            mark_tests(&mut bodies, &harness);
            Ok(Ok(bodies))
        }
        Err(Failure::Text(unreadable)) => Ok(Err(unreadable)),
        Err(Failure::Read(error) | Failure::Taken(error)) => Err(error),
    }
}

/// Writes the rest of a model, or why there is none.
pub fn write(file: &Path, compiled: Compiled, bodies: Result<Vec<Summary>, String>) -> std::io::Result<()> {
    std::fs::write(file, serde_json::to_vec(&Contents { compiled, bodies })?)
}

fn lines_of(file: &Path) -> PathBuf {
    file.with_extension("bodies")
}

fn summary(body: &Body, offset: u64, length: u64) -> Summary {
    let Range { start, end } = body.place.range;
    Summary {
        definition: body.definition.clone(),
        file: body.file(body.place).unwrap_or_default().to_owned(),
        start: (start.line, start.column),
        end: (end.line, end.column),
        test: None,
        parameters: body.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        functions: body.functions().cloned().collect(),
        offset,
        length,
    }
}

/// The test that a constant hands to the harness.
fn of_harness(body: &Body) -> Option<Test> {
    let Some(Type::Named { path, .. }) = body.ty(body.result) else { return None };
    path.ends_with("test::TestDescAndFn").then(|| {
        let should_panic = body.expressions.iter().any(|expression| match &expression.kind {
            Kind::Struct { definition, variant: Some(variant), .. } => {
                definition.name() == "ShouldPanic" && variant != "No"
            }
            // `YesWithMessage` is called.
            Kind::Function(callee) | Kind::Call { callee: Some(callee), .. } => {
                callee.function.path.contains("ShouldPanic")
            }
            _ => false,
        });
        Test { name: body.definition.path.clone(), should_panic }
    })
}

/// A test is what the closure in such a constant calls.
fn mark_tests(bodies: &mut [Summary], harness: &BTreeMap<String, Test>) {
    let mut tests = BTreeMap::new();
    for body in bodies.iter() {
        let Some((constant, _)) = body.definition.path.rsplit_once("::{closure#") else { continue };
        if let Some(test) = harness.get(constant) {
            let functions = body.functions.iter().filter(|function| function.is_local);
            tests.extend(functions.map(|function| (function.clone(), test.clone())));
        }
    }
    for body in bodies {
        body.test = tests.get(&body.definition).cloned();
    }
}

impl Model {
    /// Reads what is in a model; why there is none, if it could not be made.
    pub fn open(file: &Path) -> Result<Model, String> {
        let unreadable = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", file.display());
        let contents = std::fs::read(file).map_err(|error| unreadable(&error))?;
        let Contents { compiled, bodies } =
            serde_json::from_slice(&contents).map_err(|error| unreadable(&error))?;
        let Compiled { krate, rustc, .. } = &compiled;
        let bodies = bodies.map_err(|reason| {
            format!("what {rustc} knows of the crate `{krate}` cannot be read: {reason}")
        })?;
        let scope = scope(&compiled, &bodies);
        Ok(Model { compiled, bodies, lines: lines_of(file), scope, loaded: RefCell::default() })
    }

    /// A body with all that is in it.
    pub fn body(&self, summary: &Summary) -> std::io::Result<Rc<Body>> {
        if let Some(known) = self.loaded.borrow().get(&summary.offset) {
            return Ok(Rc::clone(known));
        }
        let mut file = File::open(&self.lines)?;
        file.seek(SeekFrom::Start(summary.offset))?;
        let mut line = Vec::new();
        file.take(summary.length).read_to_end(&mut line)?;
        let body: Rc<Body> = Rc::new(serde_json::from_slice(&line)?);
        self.loaded.borrow_mut().insert(summary.offset, Rc::clone(&body));
        Ok(body)
    }

    pub fn tests(&self) -> impl Iterator<Item = &Summary> {
        self.bodies.iter().filter(|body| body.test.is_some())
    }

    /// The body of a function of this crate; that of a library may be in its own model.
    pub fn of(&self, definition: &Definition) -> Option<&Summary> {
        let is_same = |own: &Definition| own.krate == definition.krate && own.path == definition.path;
        self.bodies.iter().find(|body| is_same(&body.definition))
    }

    /// The bodies that may hold a range, the innermost first. There are several for closures, and for what macros make of one text.
    pub fn around(&self, file: &str, range: Range) -> Vec<&Summary> {
        let holds = |body: &Summary| body.file == file && body.range().contains(range);
        let mut holding: Vec<&Summary> = self.bodies.iter().filter(|body| holds(body)).collect();
        holding.sort_by_key(|body| std::cmp::Reverse(body.range().start));
        let mut around = Vec::new();
        for body in holding {
            // A closure that is nothing but a macro call stands where the macro is defined.
            let closures = format!("{}::{{closure#", body.definition.path);
            let inside = self.bodies.iter().filter(|own| own.definition.path.starts_with(&closures));
            let elsewhere = |own: &&Summary| own.file != file || !body.range().contains(own.range());
            around.extend(inside.filter(elsewhere).chain([body]));
        }
        around
    }

    /// A type as source text; nothing if it has no name.
    pub fn spelled(&self, ty: &Type) -> Option<String> {
        self.scope.spelled(ty)
    }
}

fn scope(compiled: &Compiled, bodies: &[Summary]) -> Scope {
    let named = bodies.iter().flat_map(|body| &body.functions).filter(|function| !function.is_local);
    let crates = named.map(|function| &function.krate).chain(&compiled.crates).cloned().collect();
    let without_number = |path: &str| {
        let parts = path.split("::").map(|part| match part.split_once('#') {
            Some((name, _)) if !name.starts_with('{') && name != "r" => name,
            _ => part,
        });
        parts.collect::<Vec<_>>().join("::")
    };
    let functions = bodies.iter().map(|body| without_number(&body.definition.path)).collect();
    let root = compiled.directory.join(&compiled.root);
    Scope { edition: compiled.edition, root, crates, functions, ..Scope::default() }
}
