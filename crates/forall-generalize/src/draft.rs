//! A test that is to be tried, as text.

use crate::asked;
use crate::assertion::Assertion;
use crate::closed::{Closed, Expects};
use crate::constant::Value;
use crate::edited::{Replacement, breaks, edited};
use crate::oracle::Candidate;
use crate::parameter::Parameter;
use crate::recorded::noted;
use crate::relation::Relation;
use std::collections::BTreeMap;

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
    pub assumptions: Vec<String>,
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
        let declared = self.declared().map(|own| format!("{}: {}", own.name, own.ty));
        let asked = self.asks.map(|_| format!("{}: u16", asked::NAME));
        let declared = declared.chain(asked).collect::<Vec<_>>().join(", ");
        let returns = closed.returns.as_ref().map(|ty| format!("-> {ty} ")).unwrap_or_default();
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
            Value::Integer(number) if self.bounded => {
                Some(format!("{} = {}", own.name, number.max(GREATEST)))
            }
            _ => None,
        });
        let numbers: Vec<String> = numbers.collect();
        if !numbers.is_empty() {
            options.push(format!("max({})", numbers.join(", ")));
        }
        options.push(format!("examples({})", self.example()));
        format!("({})", options.join(", "))
    }

    /// The values of the closed test.
    fn example(&self) -> String {
        let values = self.declared().map(|own| own.original.clone());
        let asked = self.asks.map(|_| u16::MAX.to_string());
        let values: Vec<String> = values.chain(asked).collect();
        match &values[..] {
            [only] if !only.starts_with('(') => only.clone(),
            [only] => format!("({only},)"),
            _ => format!("({})", values.join(", ")),
        }
    }

    /// The block of the closed test with parameters in the place of constants. Its lines stay where they are.
    fn block(&self) -> String {
        let Plan { closed, .. } = self;
        let mut edits = Vec::new();
        for number in self.kept {
            let parameter = &self.parameters[self.merged.get(number).copied().unwrap_or(*number)];
            for constant in self.parameters[*number].constants.iter().map(|own| &closed.constants[*own]) {
                let is_named = constant.role.as_ref() == Some(&parameter.name);
                match &constant.named {
                    Some(statement) if is_named => edits.push((statement.clone(), String::new())),
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
                    edits.push((start..start, "if is_original { ".into()));
                    edits.push((assertion.range.end..assertion.range.end, " }".into()));
                }
                Fate::Noted(candidates, first_bit) => {
                    edits.extend(noted(closed, assertion, candidates, *first_bit).unwrap_or_default());
                }
            }
        }
        let start = closed.block.start + 1;
        edits.push((start..start, self.beginning()));
        edited(&closed.source, &closed.block, edits)
    }

    fn beginning(&self) -> String {
        let assumed = self.assumptions.iter().map(|own| format!(" {}::assume!({own});", self.closed.forall));
        let mut text: String = assumed.collect();
        if self.fates.iter().any(|fate| matches!(fate, Fate::Original)) {
            let equal = self.declared().map(|own| format!("{} == {}", own.name, own.original));
            text.push_str(&format!(" let is_original = {};", equal.collect::<Vec<_>>().join(" && ")));
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

/// How the value is used where the constant stood.
fn used(parameter: &Parameter) -> String {
    if parameter.copied { parameter.name.clone() } else { format!("{}.clone()", parameter.name) }
}

/// Evaluates the operands of an assertion in its place.
fn silence(closed: &Closed, assertion: &Assertion, edits: &mut Vec<Replacement>) {
    let (first, last) = match (assertion.operands.first(), assertion.operands.last()) {
        (Some(first), Some(last)) => (first, last),
        _ => return,
    };
    let breaks = |range| breaks(&closed.source, range);
    edits.push((
        assertion.range.start..first.start,
        format!("let _ = (&({}", breaks(assertion.range.start..first.start)),
    ));
    for pair in assertion.operands.windows(2) {
        let between = pair[0].end..pair[1].start;
        edits.push((between.clone(), format!("), &({}", breaks(between))));
    }
    edits.push((last.end..assertion.range.end, format!("));{}", breaks(last.end..assertion.range.end))));
}
