//! A test that is to be tried, as text.

use crate::assertion::Assertion;
use crate::closed::{Closed, Expects};
use crate::constant::{Constant, Value};
use crate::oracle::Candidate;
use crate::parameter::{Parameter, examples};
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
    /// Are the values of the closed test tried first, and kept?
    pub begins_with_originals: bool,
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
        let declared = parameters.iter().map(|own| format!("{}: {}", own.name, own.ty));
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
        let examples = examples(self.parameters);
        if self.begins_with_originals && !examples.is_empty() {
            options.push(format!("examples({})", examples.join(", ")));
        }
        if options.is_empty() { String::new() } else { format!("({})", options.join(", ")) }
    }

    /// The block of the closed test with parameters in the place of constants. Its lines stay where they are.
    fn block(&self) -> String {
        let Plan { closed, parameters, .. } = self;
        let left_out = closed.left_out.iter();
        let mut edits: Vec<_> =
            left_out.map(|range| (range.clone(), breaks(closed, range.clone()))).collect();
        for parameter in *parameters {
            for constant in parameter.constants.iter().map(|number| &closed.constants[*number]) {
                let is_named = constant.role.as_ref() == Some(&parameter.name);
                match &constant.named {
                    Some(statement) if is_named => edits.push((statement.clone(), String::new())),
                    _ => edits.push((self.place(constant, parameter), used(parameter))),
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
                    let own = closed.constants.iter().filter(|own| own.expected && !own.is_even());
                    let own = own.filter(|own| assertion.expects(&own.range));
                    edits.extend(own.map(|own| (own.range.clone(), self.by_row(own))));
                }
            }
        }
        let start = closed.block.start + 1;
        let assumed = self.assumptions.iter().map(|own| format!(" {}::assume!({own});", closed.forall));
        edits.push((start..start, assumed.collect()));
        edits.extend(closed.defaults.iter().cloned());
        edited(&closed.source, &closed.block, edits)
    }

    /// `Point { x: 1 }` becomes `Point { x }`.
    fn place(&self, constant: &Constant, parameter: &Parameter) -> Range<usize> {
        let before = self.closed.source[..constant.range.start].trim_end();
        let field = before.strip_suffix(':').and_then(|before| before.strip_suffix(&parameter.name));
        match field.filter(|before| before.trim_end().ends_with(['{', ','])) {
            Some(before) if parameter.copied => before.len()..constant.range.end,
            _ => constant.range.clone(),
        }
    }

    /// The condition that all parameters have their values in a row of the closed test.
    fn is_original(&self) -> String {
        let mut rows: Vec<String> = (0..self.rows()).map(|row| self.is_row(row)).collect();
        rows.dedup();
        rows.join(" || ")
    }

    fn is_row(&self, row: usize) -> String {
        let is_equal = |own: &Parameter| match own.rows[row].as_str() {
            "true" => own.name.clone(),
            "false" => format!("!{}", own.name),
            "\"\"" => format!("{}.is_empty()", own.name),
            value => format!("{} == {value}", own.name),
        };
        let equal = self.parameters.iter().map(is_equal);
        equal.collect::<Vec<_>>().join(" && ")
    }

    fn rows(&self) -> usize {
        self.parameters.iter().map(|own| own.rows.len()).max().unwrap_or(1)
    }

    /// What is expected in each row.
    fn by_row(&self, constant: &Constant) -> String {
        let last = constant.rows.len() - 1;
        let mut text = String::new();
        for (row, (value, _)) in constant.rows.iter().enumerate() {
            text += &match row == last {
                false => format!("if {} {{ {value} }} else ", self.is_row(row)),
                true => format!("{{ {value} }}"),
            };
        }
        text
    }
}

fn used(parameter: &Parameter) -> String {
    if parameter.copied { parameter.name.clone() } else { format!("{}.clone()", parameter.name) }
}

/// Evaluates the operands of an assertion in its place. That two are compared by `==` says what their types are.
fn silence(closed: &Closed, assertion: &Assertion, edits: &mut Vec<(Range<usize>, String)>) {
    let evaluated = assertion.evaluated.iter().map(|number| &assertion.operands[*number]);
    let mut evaluated: Vec<&Range<usize>> = evaluated.collect();
    evaluated.sort_by_key(|operand| operand.start);
    let (before, after) = match (assertion.equates, assertion.is_statement) {
        (true, _) => ("match (&(", ")) { (l, r) => if false { let _ = *l == *r; } }"),
        (false, true) => ("let _ = (&(", "),);"),
        (false, false) => ("{ let _ = (&(", "),); }"),
    };
    let mut done = assertion.range.start;
    for (number, operand) in evaluated.iter().enumerate() {
        let between = done..operand.start;
        let text = if number == 0 { before } else { "), &(" };
        edits.push((between.clone(), format!("{text}{}", breaks(closed, between))));
        done = operand.end;
    }
    let rest = done..assertion.range.end;
    let text = match (evaluated.is_empty(), assertion.is_statement) {
        (false, _) => after,
        (true, true) => "",
        (true, false) => "{}",
    };
    edits.push((rest.clone(), format!("{text}{}", breaks(closed, rest))));
}

/// As many line breaks as there are in a range.
fn breaks(closed: &Closed, range: Range<usize>) -> String {
    "\n".repeat(closed.text(&range).matches('\n').count())
}

/// A part of a text with edits in it. Of two edits of one place the later one is left out.
fn edited(source: &str, part: &Range<usize>, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
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
