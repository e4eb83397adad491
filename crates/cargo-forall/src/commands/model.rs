//! `cargo forall model`: what the compiler knows of the source, for those who work on forall.

use crate::args::{Output, Selection};
use crate::build::{Builds, CrateModel};
use crate::exit::{Exit, OrStop, Stop};
use crate::interrupt::Interrupt;
use crate::report::Events;
use crate::status::Status;
use crate::workspace::Workspace;
use anyhow::Context;
use clap::Args;
use forall_source::model::{
    Body, Expression, Kind, Model as CompilerModel, Position, Range, Summary, TypeId, find,
};
use std::fmt::Write as _;
use std::io::Write as _;

#[derive(Debug, Args)]
pub struct Model {
    /// Describe the innermost expression there
    #[arg(long, value_name = "FILE:LINE:COLUMN")]
    pub at: Option<String>,

    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub selection: Selection,
}

impl Model {
    pub fn run(&self, interrupt: &Interrupt) -> Result<Exit, Stop> {
        let at = self.at.as_deref().map(place).transpose().or_stop(Exit::Usage)?;
        let status = Status::new(self.output);
        let workspace = Workspace::load(&self.selection)?;
        let events = Events::new(self.output);
        let packages = workspace.selected(&self.selection)?;
        let builds = Builds {
            selection: &self.selection,
            workspace: &workspace,
            packages,
            status: &status,
            events: &events,
        };
        let mut text = String::new();
        let models = builds.models()?;
        let all: Vec<&CompilerModel> = models.iter().map(|known| &known.model).collect();
        for known in &models {
            match &at {
                Some((file, position)) => {
                    describe(&mut text, &known.model, file, *position).or_stop(Exit::Internal)?
                }
                None => list(&mut text, known, &all).or_stop(Exit::Internal)?,
            }
        }
        if let (Some(at), true) = (&self.at, text.is_empty()) {
            let root = workspace.root.display();
            let message =
                format!("no expression is known at {at}\n  help: files are named as seen from {root}");
            return Err(Stop::new(Exit::NothingSelected, message));
        }
        let written = anstream::stdout().lock().write_all(text.as_bytes());
        written.context("cannot write what is known").or_stop(Exit::Internal)?;
        Ok(if interrupt.is_asked() { Exit::Interrupted } else { Exit::Held })
    }
}

fn place(text: &str) -> anyhow::Result<(String, Position)> {
    let mut parts = text.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|part| part.parse().ok());
    let (column, line) = (number(), number());
    match (parts.next(), line, column) {
        (Some(file), Some(line), Some(column)) => Ok((file.to_owned(), Position { line, column })),
        _ => anyhow::bail!("`{text}` is no place: FILE:LINE:COLUMN is"),
    }
}

/// The tests, and which functions of the package each calls.
fn list(text: &mut String, known: &CrateModel<'_>, all: &[&CompilerModel]) -> anyhow::Result<()> {
    let CrateModel { target, library, model, .. } = known;
    let tests = model.tests().count();
    writeln!(
        text,
        "{} {}: {} bodies, {tests} tests",
        target.label(),
        model.compiled.krate,
        model.bodies.len()
    )?;
    for summary in model.tests() {
        let Some(test) = &summary.test else { continue };
        let panics = if test.should_panic { ", should panic" } else { "" };
        writeln!(text, "  {} at {}:{}{panics}", test.name, summary.file, summary.range().start.line)?;
        for function in &summary.functions {
            if function.is_local || Some(&function.krate) == library.as_ref() {
                let parameters = find(all, function).map(|(_, body)| parameters(body)).unwrap_or_default();
                writeln!(text, "    {}::{}{parameters}", function.krate, function.path)?;
            }
        }
    }
    Ok(())
}

fn parameters(function: &Summary) -> String {
    let names = function.parameters.iter().map(|name| name.as_deref().unwrap_or("_"));
    format!("({})", names.collect::<Vec<_>>().join(", "))
}

fn describe(text: &mut String, model: &CompilerModel, file: &str, at: Position) -> anyhow::Result<()> {
    let range = Range { start: at, end: at };
    for summary in model.around(file, range) {
        let body = model.body(summary)?;
        let written = body.expressions.iter().filter(|expression| {
            body.file(expression.place) == Some(file) && expression.place.range.contains(range)
        });
        // What is evaluated first is further in.
        let Some(innermost) = written.min_by_key(|expression| size(expression)) else { continue };
        let spelled = |ty: TypeId| match body.ty(ty) {
            Some(ty) => model.spelled(ty).unwrap_or_else(|| format!("{ty:?}")),
            None => "?".into(),
        };
        writeln!(text, "{} {}:", model.compiled.krate, summary.definition.path)?;
        writeln!(text, "  type: {}", spelled(innermost.ty))?;
        if let Some(adjusted) = innermost.adjusted {
            writeln!(text, "  adjusted: {}", spelled(adjusted))?;
        }
        writeln!(text, "  kind: {}", kind(&body, &innermost.kind))?;
        break;
    }
    Ok(())
}

fn size(expression: &Expression) -> (u32, u32) {
    let Range { start, end } = expression.place.range;
    (end.line.abs_diff(start.line), end.column.abs_diff(start.column))
}

fn kind(body: &Body, kind: &Kind) -> String {
    match kind {
        Kind::Local(binding) => {
            let name = body.binding(*binding).map(|binding| binding.name.as_str());
            format!("variable {}", name.unwrap_or("of the function around"))
        }
        Kind::Call { callee: Some(callee), .. } => {
            format!("call of {}::{}", callee.function.krate, callee.function.path)
        }
        other => format!("{other:?}"),
    }
}
