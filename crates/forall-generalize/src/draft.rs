//! A test that is to be tried, as text.

use crate::asked;
use crate::assertion::Assertion;
use crate::closed::{Closed, Expects};
use crate::constant::{Constant, Value};
use crate::edited::{Replacement, breaks, edited};
use crate::law::Law;
use crate::oracle::Candidate;
use crate::parameter::{Parameter, examples};
use crate::precondition::Precondition;
use crate::recorded::noted;
use crate::relation::Relation;
use std::collections::BTreeMap;
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
    /// So it is, and what it observes is evaluated for all inputs, by this name. It is returned if its type can be.
    Bound(String),
    /// Its candidates are noted where they fail, from this bit on.
    Noted(&'a [Candidate], usize),
}

/// How a draft is made of its closed test.
pub struct Plan<'a> {
    pub closed: &'a Closed,
    pub parameters: &'a [Parameter],
    /// The numbers of the parameters that are parameters; the others are constants, as they were.
    pub kept: &'a [usize],
    /// Of two that were equal the second is the first.
    pub merged: &'a BTreeMap<usize, usize>,
    /// For each assertion.
    pub fates: Vec<Fate<'a>>,
    /// What is asserted besides of what an assertion observes, if that has a name.
    pub laws: Vec<&'a [Law]>,
    /// May values be returned? The closed test returns nothing.
    pub returns: bool,
    pub assumptions: Vec<String>,
    /// What functions demand, assumed where they are called.
    pub preconditions: Vec<&'a Precondition>,
    pub may_panic: &'a [String],
    /// The text of the panic that the closed test expects, if it does not say it.
    pub panic: Option<&'a str>,
    /// Are integers bounded?
    pub bounded: bool,
    /// The relations that are asked about, and how many bits there are.
    pub asks: Option<(&'a [Relation], usize)>,
}

/// Integers are bounded by this, or by the greatest of the closed test.
const GREATEST: i128 = 16;
/// Texts and lists are no shorter than those of the closed test, and may have so many elements.
const LENGTH: usize = 3;

impl Plan<'_> {
    pub fn draft(&self, name: &str) -> Draft {
        let Plan { closed, .. } = self;
        let mut lines: Vec<String> = closed.attributes.clone();
        lines.push(format!("#[{}::forall{}]", closed.forall, self.options()));
        let declared = self.declared().map(|own| format!("{}{}: {}", self.mutability(own), own.name, own.ty));
        let asked = self.asks.map(|_| format!("{}: u16", asked::NAME));
        let declared = declared.chain(asked).collect::<Vec<_>>().join(", ");
        let returns = self.returned().map(|(_, ty)| ty).or_else(|| closed.returns.clone());
        let returns = returns.map(|ty| format!("-> {ty} ")).unwrap_or_default();
        let above: usize = lines.iter().map(|line| line.lines().count()).sum();
        let block = self.block();
        let block = if self.asks.is_some() { self.asking(&block) } else { block };
        lines.push(format!("fn {name}({declared}) {returns}{block}"));
        Draft {
            name: name.to_owned(),
            text: lines.join("\n"),
            first_line: u32::try_from(above).unwrap_or(u32::MAX),
        }
    }

    /// The parameters that the new test declares.
    fn declared(&self) -> impl Iterator<Item = &Parameter> {
        let declared = self.kept.iter().filter(|number| !self.merged.contains_key(number));
        declared.map(|number| &self.parameters[*number])
    }

    fn options(&self) -> String {
        let mut options = Vec::new();
        match (&self.closed.expects, self.panic) {
            (Expects::PanicWith(text), _) => options.push(format!("panics = {text:?}")),
            (Expects::Panic, Some(text)) => options.push(format!("panics = {text:?}")),
            (Expects::Panic, None) => {}
            (Expects::Return, _) => match self.may_panic {
                [] => {}
                [text] => options.push(format!("may_panic = {text:?}")),
                texts => {
                    let texts: Vec<String> = texts.iter().map(|text| format!("{text:?}")).collect();
                    options.push(format!("may_panic = [{}]", texts.join(", ")));
                }
            },
        }
        let lengths = self.declared().filter_map(|own| match own.value {
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
        let numbers = self.declared().filter_map(|own| match own.value {
            Value::Count(number) => Some(format!("{} = {number}", own.name)),
            _ if self.bounded => Some(format!("{} = {}", own.name, greatest(own)?.max(GREATEST))),
            _ => None,
        });
        let numbers: Vec<String> = numbers.collect();
        if !numbers.is_empty() {
            options.push(format!("max({})", numbers.join(", ")));
        }
        let declared: Vec<&Parameter> = self.declared().collect();
        let nothing_asked = u16::MAX.to_string();
        let examples = examples(&declared, self.asks.map(|_| nothing_asked.as_str()));
        if !examples.is_empty() {
            options.push(format!("examples({})", examples.join(", ")));
        }
        if options.is_empty() { String::new() } else { format!("({})", options.join(", ")) }
    }

    /// The block of the closed test with parameters in the place of constants. Its lines stay where they are.
    fn block(&self) -> String {
        let Plan { closed, .. } = self;
        let left_out = closed.left_out.iter();
        let mut edits: Vec<Replacement> =
            left_out.map(|range| (range.clone(), breaks(&closed.source, range.clone()))).collect();
        let constants = in_place_of_constants(closed, self.parameters, self.kept, self.merged);
        for precondition in &self.preconditions {
            let condition = precondition.written(&closed.source, &constants);
            let before = precondition.before;
            edits.push((before..before, format!("{}::assume!({condition}); ", closed.forall)));
        }
        edits.extend(constants.iter().cloned());
        for (number, (assertion, fate)) in closed.assertions.iter().zip(&self.fates).enumerate() {
            match fate {
                Fate::Kept(candidate) => edits.extend(candidate.edits.iter().cloned()),
                Fate::Silent => silence(closed, assertion, &mut edits),
                Fate::Original | Fate::Bound(_) => {
                    let start = assertion.range.start;
                    let bound = self.bound(assertion, fate, &constants, &mut edits);
                    edits.push((start..start, format!("{bound}if is_original {{ ")));
                    let otherwise = self.otherwise(assertion, fate, &constants);
                    let ending = format!(" }}{otherwise}{}", self.besides(number));
                    edits.push((assertion.range.end..assertion.range.end, ending));
                    let own = closed.constants.iter().filter(|own| own.expected && !own.is_even());
                    let own = own.filter(|own| assertion.expects(&own.range));
                    edits.extend(own.map(|own| (own.range.clone(), self.by_row(own))));
                }
                Fate::Noted(candidates, first_bit) => {
                    edits.extend(noted(closed, assertion, candidates, *first_bit).unwrap_or_default());
                }
            }
        }
        let start = closed.block.start + 1;
        edits.push((start..start, self.beginning()));
        if let Some((result, _)) = self.returned() {
            let end = closed.block.end - 1;
            let before = closed.source[..end].trim_end();
            let separator = if before.ends_with([';', '}']) { "" } else { ";" };
            edits.push((end..end, format!("{separator} {result} ")));
        }
        edits.extend(closed.defaults.iter().cloned());
        edited(&closed.source, &closed.block, edits)
    }

    fn beginning(&self) -> String {
        let assumed = self.assumptions.iter().map(|own| format!(" {}::assume!({own});", self.closed.forall));
        let mut text: String = assumed.collect();
        if self.fates.iter().any(|fate| matches!(fate, Fate::Original | Fate::Bound(_))) {
            text.push_str(&format!(" let is_original = {};", self.is_original()));
        }
        text
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
            value => {
                let literal = value.strip_prefix("String::from(").and_then(|value| value.strip_suffix(')'));
                match literal {
                    Some("\"\"") => format!("{}.is_empty()", own.name),
                    _ => format!("{} == {}", own.name, literal.unwrap_or(value)),
                }
            }
        };
        let equal: Vec<String> = self.declared().map(is_equal).collect();
        equal.join(" && ")
    }

    fn rows(&self) -> usize {
        self.declared().map(|own| own.rows.len()).max().unwrap_or(1)
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

    /// A block that asks at its end. Where the test may end earlier, it is a function of its own.
    fn asking(&self, block: &str) -> String {
        let Some((relations, bits)) = self.asks else { return block.to_owned() };
        let moved = self.declared().filter(|own| !own.copied);
        let values: String =
            moved.map(|own| format!("let {} = {}.clone(); ", asked::at_start(own), own.name)).collect();
        let start = format!("{{ #![allow(warnings)] let mut __failed = 0u64; {values}");
        let ending = asked::ending(bits, relations, self.parameters, self.kept);
        let returns = self.closed.returns.as_deref();
        match (returns, self.closed.names.contains("return")) {
            (None, false) => {
                let inner = block.trim_start_matches('{').strip_suffix('}').unwrap_or(block);
                format!("{start}{inner}; {ending} }}")
            }
            (returns, _) => {
                let ty = returns.unwrap_or("()");
                format!("{start}let __ended = (|| -> {ty} {block})(); {ending} __ended }}")
            }
        }
    }
}

/// The greatest integer that the parameter was or had in it, if it has integers.
fn greatest(parameter: &Parameter) -> Option<i128> {
    if let Value::Integer(number) = parameter.value {
        return Some(number);
    }
    let is_integer = |word: &str| {
        let digits = word.strip_prefix(['u', 'i']).unwrap_or_default();
        digits == "size" || digits.parse::<u8>().is_ok()
    };
    let mut words = parameter.ty.split(|next: char| !next.is_alphanumeric());
    words.any(is_integer).then(|| {
        let numbers = parameter.rows.iter().flat_map(|row| row.split(|next: char| !next.is_ascii_digit()));
        numbers.filter_map(|number| number.parse().ok()).max().unwrap_or(0)
    })
}

/// What stands in the place of constants that are parameters.
pub fn in_place_of_constants(
    closed: &Closed,
    parameters: &[Parameter],
    kept: &[usize],
    merged: &BTreeMap<usize, usize>,
) -> Vec<Replacement> {
    let mut edits = Vec::new();
    let own = |number: &usize| parameters[*number].constants.iter().map(|own| &closed.constants[*own]);
    let is_parameter = |constant: &Constant| kept.iter().flat_map(own).any(|other| other == constant);
    // `let (a, b) = (1, 2);` is needed as long as one of them is a constant.
    let is_needless = |statement: &Range<usize>| {
        closed.constants.iter().filter(|own| own.named.as_ref() == Some(statement)).all(is_parameter)
    };
    for number in kept {
        let parameter = &parameters[merged.get(number).copied().unwrap_or(*number)];
        for constant in parameters[*number].constants.iter().map(|own| &closed.constants[*own]) {
            let is_named = constant.role.as_ref() == Some(&parameter.name);
            match &constant.named {
                Some(statement) if is_named && is_needless(statement) => {
                    edits.push((statement.clone(), breaks(&closed.source, statement.clone())));
                }
                _ => edits.push((place(closed, constant, parameter), used(parameter))),
            }
        }
    }
    edits
}

/// `Point { x: 1 }` becomes `Point { x }`.
fn place(closed: &Closed, constant: &Constant, parameter: &Parameter) -> Range<usize> {
    let before = closed.source[..constant.range.start].trim_end();
    let field = before.strip_suffix(':').and_then(|before| before.strip_suffix(&parameter.name));
    match field.filter(|before| before.trim_end().ends_with(['{', ','])) {
        Some(before) if parameter.copied => before.len()..constant.range.end,
        _ => constant.range.clone(),
    }
}

/// How the value is used where the constant stood.
fn used(parameter: &Parameter) -> String {
    if parameter.copied { parameter.name.clone() } else { format!("{}.clone()", parameter.name) }
}

/// Evaluates the operands of an assertion in its place. That two are compared by `==` says what their types are.
fn silence(closed: &Closed, assertion: &Assertion, edits: &mut Vec<Replacement>) {
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
        edits.push((between.clone(), format!("{text}{}", breaks(&closed.source, between))));
        done = operand.end;
    }
    let rest = done..assertion.range.end;
    let text = match (evaluated.is_empty(), assertion.is_statement) {
        (false, _) => after,
        (true, true) => "",
        (true, false) => "{}",
    };
    edits.push((rest.clone(), format!("{text}{}", breaks(&closed.source, rest))));
}
