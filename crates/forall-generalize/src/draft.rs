//! A test that is to be tried, as text.

use crate::assertion::Assertion;
use crate::closed::{Closed, Expects};
use crate::constant::Value;
use crate::oracle::Candidate;
use crate::parameter::Parameter;
use std::ops::Range;

/// A parameterized test that is to be tried. It stands directly behind the closed test in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The name of its function, which nothing else in the module has.
    pub name: String,
    /// The item with its attributes.
    pub text: String,
    /// The line of the text, from 0, that is the first line of the closed test's block; the lines of the block follow one to one.
    pub first_line: u32,
}

/// What becomes of an assertion.
#[derive(Clone, Debug)]
pub enum Fate<'a> {
    /// Its operands are evaluated, and nothing is asserted.
    Silent,
    /// It is asserted for all inputs.
    Kept(&'a Candidate),
    /// It is asserted for the values of the closed test.
    Original,
}

/// How a draft is made of its closed test.
pub struct Plan<'a> {
    pub closed: &'a Closed,
    pub parameters: &'a [Parameter],
    /// For each assertion.
    pub fates: Vec<Fate<'a>>,
    pub assumptions: Vec<String>,
    pub may_panic: &'a [String],
    /// Are integers bounded?
    pub bounded: bool,
}

/// Integers are bounded by this, or by the greatest of the closed test.
const GREATEST: i128 = 16;
/// Texts and lists are no shorter than those of the closed test, and may have so many elements.
const LENGTH: usize = 3;

impl Plan<'_> {
    pub fn draft(&self, name: &str) -> Draft {
        let Plan { closed, parameters, .. } = self;
        let mut lines: Vec<String> = closed.attributes.clone();
        lines.push(format!("#[{}::forall{}]", closed.forall, self.options()));
        let declared =
            parameters.iter().map(|own| format!("{}{}: {}", self.mutability(own), own.name, own.ty));
        let declared = declared.collect::<Vec<_>>().join(", ");
        let returns = closed.returns.as_ref().map(|ty| format!("-> {ty} ")).unwrap_or_default();
        let above: usize = lines.iter().map(|line| line.lines().count()).sum();
        let block = self.block();
        lines.push(format!("fn {name}({declared}) {returns}{block}"));
        Draft {
            name: name.to_owned(),
            text: lines.join("\n"),
            first_line: u32::try_from(above).unwrap_or(u32::MAX),
        }
    }

    fn options(&self) -> String {
        let mut options = Vec::new();
        match &self.closed.expects {
            Expects::Return => {
                options.extend(self.may_panic.first().map(|text| format!("may_panic = {text:?}")))
            }
            Expects::Panic => options.push("panics = \"\"".into()),
            Expects::PanicWith(text) => options.push(format!("panics = {text:?}")),
        }
        let lengths = self.parameters.iter().filter_map(|own| match own.value {
            Value::Receiver { .. } => Some(format!("{} = {LENGTH}", own.name)),
            Value::Sized(length) if !own.ty.contains(';') => {
                Some(format!("{} = {}", own.name, length.max(LENGTH)))
            }
            _ => None,
        });
        let lengths: Vec<String> = lengths.collect();
        if !lengths.is_empty() {
            options.push(format!("max_len({})", lengths.join(", ")));
        }
        let numbers = self.parameters.iter().filter_map(|own| match own.value {
            Value::Integer(number) if self.bounded => {
                Some(format!("{} = {}", own.name, number.max(GREATEST)))
            }
            _ => None,
        });
        let numbers: Vec<String> = numbers.collect();
        if !numbers.is_empty() {
            options.push(format!("max({})", numbers.join(", ")));
        }
        if options.is_empty() { String::new() } else { format!("({})", options.join(", ")) }
    }

    /// The block of the closed test with parameters in the place of constants. Its lines stay where they are.
    fn block(&self) -> String {
        let Plan { closed, parameters, .. } = self;
        let mut edits = Vec::new();
        for parameter in *parameters {
            for constant in parameter.constants.iter().map(|number| &closed.constants[*number]) {
                let is_named = constant.role.as_ref() == Some(&parameter.name);
                match &constant.named {
                    Some(statement) if is_named => {
                        edits.push((statement.clone(), breaks(closed, statement.clone())));
                    }
                    _ => edits.push((constant.range.clone(), used(parameter))),
                }
            }
        }
        for (assertion, fate) in closed.assertions.iter().zip(&self.fates) {
            match fate {
                Fate::Kept(candidate) => edits.extend(candidate.edits.iter().cloned()),
                Fate::Silent => silence(closed, assertion, &mut edits),
                Fate::Original => {
                    let start = assertion.range.start;
                    edits.push((start..start, format!("if {} {{ ", self.is_original())));
                    edits.push((assertion.range.end..assertion.range.end, " }".into()));
                }
            }
        }
        let start = closed.block.start + 1;
        let assumed = self.assumptions.iter().map(|own| format!(" {}::assume!({own});", closed.forall));
        edits.push((start..start, assumed.collect()));
        edited(&closed.source, &closed.block, edits)
    }

    /// A receiver that is changed under its own name has to be `mut`.
    fn mutability(&self, parameter: &Parameter) -> &'static str {
        let own = parameter.constants.first().map(|number| &self.closed.constants[*number]);
        let keeps_name = own.is_some_and(|own| own.role.as_ref() == Some(&parameter.name));
        match parameter.value {
            Value::Receiver { mutable: true } if keeps_name => "mut ",
            _ => "",
        }
    }

    /// The condition that all parameters have their values in the closed test.
    fn is_original(&self) -> String {
        let equal = self.parameters.iter().map(|own| format!("{} == {}", own.name, own.original));
        equal.collect::<Vec<_>>().join(" && ")
    }
}

fn used(parameter: &Parameter) -> String {
    if parameter.copied { parameter.name.clone() } else { format!("{}.clone()", parameter.name) }
}

/// Evaluates the operands of an assertion in its place.
fn silence(closed: &Closed, assertion: &Assertion, edits: &mut Vec<(Range<usize>, String)>) {
    let (first, last) = match (assertion.operands.first(), assertion.operands.last()) {
        (Some(first), Some(last)) => (first, last),
        _ => return,
    };
    edits.push((
        assertion.range.start..first.start,
        format!("let _ = (&({}", breaks(closed, assertion.range.start..first.start)),
    ));
    for pair in assertion.operands.windows(2) {
        let between = pair[0].end..pair[1].start;
        edits.push((between.clone(), format!("), &({}", breaks(closed, between))));
    }
    edits.push((
        last.end..assertion.range.end,
        format!("));{}", breaks(closed, last.end..assertion.range.end)),
    ));
}

/// As many line breaks as there are in a range.
fn breaks(closed: &Closed, range: Range<usize>) -> String {
    "\n".repeat(closed.text(&range).matches('\n').count())
}

/// A part of a text with edits in it. Of two edits of one place the later one is left out.
fn edited(source: &str, part: &Range<usize>, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    edits.dedup();
    let mut text = String::new();
    let mut done = part.start;
    for (range, new) in edits {
        if range.start < done {
            continue;
        }
        text.push_str(&source[done..range.start]);
        text.push_str(&new);
        done = range.end;
    }
    text.push_str(&source[done..part.end]);
    text
}
