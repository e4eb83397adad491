//! Counts, for the models that `cargo forall model` has left in a directory, which expressions of test bodies they know: the table of docs/semantic-model.md.

use forall_source::model::{Body, Form, Kind, Model, Origin, Range, Summary, Type, Written, written};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use syn::visit::{self, Visit};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, library, show @ ..] = arguments.as_slice() else {
        eprintln!("usage: model_study DIRECTORY LIBRARY [--missing]");
        std::process::exit(2);
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "model"))
        .collect();
    files.sort();
    let mut study = Study { show: !show.is_empty(), library, ..Study::default() };
    for file in files {
        match Model::open(&file) {
            Ok(model) => study.add(&model),
            Err(error) => println!("{error}"),
        }
    }
    study.print();
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
    /// Found and all, by form.
    forms: BTreeMap<Form, (usize, usize)>,
    missing: BTreeMap<String, usize>,
    calls: BTreeMap<&'static str, usize>,
    named: usize,
    unnamed: usize,
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
            let Some(block) = block(&file, test.range()) else { continue };
            self.in_source += 1;
            for written in written(&block) {
                self.look_up(model, test, &written);
            }
        }
    }

    fn look_up(&mut self, model: &Model, test: &Summary, written: &Written) {
        let found = model.around(&test.file, written.range).into_iter().find_map(|around| {
            let body: Rc<Body> = model.body(around).expect("a body");
            let number = body.written_at(&test.file, written.range)?;
            Some((body, number))
        });
        let (known, all) = self.forms.entry(written.form).or_default();
        *all += 1;
        let Some((body, number)) = found else {
            let class = format!("{:?} in {}", written.form, written.within.as_deref().unwrap_or("-"));
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
                Some(_) => self.named += 1,
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
        println!("{found} of {all} expressions");
        for (form, (found, all)) in &self.forms {
            println!("  {form:?}: {found} of {all}");
        }
        println!("missing: {:#?}", self.missing);
        println!("calls: {:?}; types with a name: {}, without: {}", self.calls, self.named, self.unnamed);
    }
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
