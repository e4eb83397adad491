//! Counts, for the models that `cargo forall model` has left in a directory, which expressions of test bodies they know: the table of docs/semantic-model.md.
//! With `--annotate` it writes the type of each literal, call and method call into the source, `identity::<T>(…)`, for the compiler to judge.

use forall_source::model::{
    Body, Form, Kind, Model, Origin, Position, Range, Summary, Type, Written, written,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use syn::visit::{self, Visit};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, library, show @ ..] = arguments.as_slice() else {
        eprintln!("usage: model_study DIRECTORY LIBRARY [--missing] [--annotate]");
        std::process::exit(2);
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "model"))
        .collect();
    files.sort();
    let is_given = |name: &str| show.iter().any(|own| own == name);
    let mut study = Study { show: is_given("--missing"), library, ..Study::default() };
    for file in files {
        match Model::open(&file) {
            Ok(model) => study.add(&model),
            Err(error) => println!("{error}"),
        }
    }
    study.print();
    if is_given("--annotate") {
        study.annotations.iter().for_each(|(file, annotations)| annotate(file, annotations));
    }
}

/// Writes `identity::<T>(…)` around expressions.
fn annotate(file: &Path, annotations: &[(Range, String)]) {
    let source = std::fs::read_to_string(file).expect("a source file");
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    let offset = |position: Position| {
        let before: usize = lines[..position.line as usize - 1].iter().map(|line| line.len()).sum();
        let line = lines[position.line as usize - 1].char_indices().nth(position.column as usize - 1);
        before + line.map_or(lines[position.line as usize - 1].len(), |(at, _)| at)
    };
    // What ends somewhere ends before what begins there; what is around begins first.
    let mut edits: Vec<(usize, bool, std::cmp::Reverse<usize>, String)> = Vec::new();
    for (range, ty) in annotations {
        let (start, end) = (offset(range.start), offset(range.end));
        edits.push((start, true, std::cmp::Reverse(end), format!("::std::convert::identity::<{ty}>(")));
        edits.push((end, false, std::cmp::Reverse(0), ")".into()));
    }
    edits.sort();
    let (mut text, mut done) = (String::new(), 0);
    for (at, _, _, inserted) in edits {
        text.push_str(&source[done..at]);
        text.push_str(&inserted);
        done = at;
    }
    text.push_str(&source[done..]);
    std::fs::write(file, text).expect("a source file");
}

#[derive(Default)]
struct Study<'a> {
    library: &'a str,
    show: bool,
    bodies: usize,
    expressions: usize,
    tests: usize,
    /// Of tests that are written, not made by a macro.
    in_source: usize,
    /// Expressions of the others that are written as arguments of the macro.
    in_macros: usize,
    /// Found and all, by form.
    forms: BTreeMap<Form, (usize, usize)>,
    missing: BTreeMap<String, usize>,
    calls: BTreeMap<&'static str, usize>,
    named: usize,
    unnamed: usize,
    annotations: BTreeMap<PathBuf, Vec<(Range, String)>>,
}

impl Study<'_> {
    fn add(&mut self, model: &Model) {
        self.bodies += model.bodies.len();
        for summary in &model.bodies {
            let body = model.body(summary).expect("a body");
            self.expressions += body.expressions.len();
        }
        for test in model.tests() {
            self.tests += 1;
            let file = model.compiled.directory.join(&test.file);
            let Some(block) = block(&file, test.range()) else {
                let body = model.body(test).expect("a body");
                self.in_macros += body
                    .expressions
                    .iter()
                    .filter(|own| own.place.expansion == 0 && own.place.range.start.line > 0)
                    .count();
                continue;
            };
            self.in_source += 1;
            for written in written(&block) {
                self.look_up(model, test, &written);
            }
        }
    }

    fn look_up(&mut self, model: &Model, test: &Summary, written: &Written) {
        let found = model.around(&test.file, written.range).into_iter().find_map(|around| {
            let body: Rc<Body> = model.body(around).expect("a body");
            let number = body.of(&test.file, written)?;
            Some((body, number))
        });
        let (known, all) = self.forms.entry(written.form).or_default();
        *all += 1;
        let Some((body, number)) = found else {
            let class = match written.form {
                Form::Name if is_constructor(model, test, written.range) => "name of a constructor".into(),
                form => format!("{form:?} in {}", written.within.as_deref().unwrap_or("-")),
            };
            if self.show {
                println!("{}:{}:{} {class}", test.file, written.range.start.line, written.range.start.column);
            }
            *self.missing.entry(class).or_default() += 1;
            return;
        };
        *known += 1;
        let expression = body.expression(number).expect("an expression");
        let ty = body.ty(expression.ty).expect("a type");
        if !matches!(ty, Type::Item(_)) {
            match model.spelled(ty) {
                Some(spelled) => {
                    self.named += 1;
                    if matches!(written.form, Form::Literal | Form::Call | Form::MethodCall) {
                        let file = model.compiled.directory.join(&test.file);
                        self.annotations.entry(file).or_default().push((written.range, spelled));
                    }
                }
                None => self.unnamed += 1,
            }
        }
        if let (Form::Call | Form::MethodCall, Kind::Call { callee, .. }) = (written.form, &expression.kind) {
            let origin = callee.as_ref().map(|callee| callee.function.origin(Some(self.library)));
            let origin = match origin {
                Some(Origin::Own) => "own",
                Some(Origin::Library) => "library",
                Some(Origin::Std) => "std",
                Some(Origin::Other) => "other",
                None => "by value",
            };
            *self.calls.entry(origin).or_default() += 1;
        }
    }

    fn print(&self) {
        println!(
            "{} bodies, {} expressions, {} tests, {} in source",
            self.bodies, self.expressions, self.tests, self.in_source
        );
        let (found, all) = self.forms.values().fold((0, 0), |sum, form| (sum.0 + form.0, sum.1 + form.1));
        println!("{found} of {all} expressions; {} arguments of macros that make tests", self.in_macros);
        for (form, (found, all)) in &self.forms {
            println!("  {form:?}: {found} of {all}");
        }
        println!("missing: {:#?}", self.missing);
        println!("calls: {:?}; types with a name: {}, without: {}", self.calls, self.named, self.unnamed);
    }
}

/// Is it called there, to make a struct or a variant?
fn is_constructor(model: &Model, test: &Summary, name: Range) -> bool {
    let bodies = model.around(&test.file, name).into_iter().map(|around| model.body(around).expect("a body"));
    bodies.into_iter().any(|body| {
        body.expressions
            .iter()
            .any(|own| own.place.range.start == name.start && matches!(own.kind, Kind::Struct { .. }))
    })
}

/// The block of the function that stands there.
fn block(file: &Path, range: Range) -> Option<syn::Block> {
    struct Search {
        range: Range,
        found: Option<syn::Block>,
    }
    impl<'ast> Visit<'ast> for Search {
        fn visit_block(&mut self, block: &'ast syn::Block) {
            if Range::of(block.brace_token.span.join()) == self.range {
                self.found = Some(block.clone());
            }
            visit::visit_block(self, block);
        }
    }
    let source = std::fs::read_to_string(file).ok()?;
    let mut search = Search { range, found: None };
    search.visit_file(&syn::parse_file(&source).ok()?);
    search.found
}
