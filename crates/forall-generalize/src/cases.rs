//! Tests that an attribute makes of one function: `#[rstest]` with cases, values and fixtures, and `#[test_case]`. What the function takes becomes the parameters
//! of the new test, and each case an example of it. The new test needs neither attribute: fixtures are called as the functions that they are.

mod fixture;
mod input;
mod rstest;
mod tail;
mod test_case;

use self::input::Input;
use crate::assertion::{self, Helper};
use crate::closed::{Closed, Expects, Refusal, Subject, attributes, functions_of, readable};
use crate::column::Rows;
use crate::constant::Value;
use crate::helper;
use forall_source::model::{Range as Place, Summary};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{Expr, ItemFn};

/// No more cases than this become examples of one test.
const MOST_CASES: usize = 64;
/// No more tests than this are made of one function.
const MOST_PARTS: usize = 8;

/// What the attributes say of a function.
struct Inputs {
    cases: Vec<Case>,
    /// What each parameter is.
    parameters: Vec<Parameter>,
    /// Attributes that are about something else.
    rest: Vec<syn::Attribute>,
}

enum Parameter {
    /// The cell of this number in each case.
    Cell(usize),
    /// The call that makes it.
    Fixture(String),
}

#[derive(Clone)]
struct Case {
    cells: Vec<Cell>,
    /// Of this case alone.
    attributes: Vec<syn::Attribute>,
    ending: Ending,
}

/// An argument, as the new test writes it for a parameter of this type.
#[derive(Clone)]
struct Cell {
    value: Expr,
    /// Is a text parsed where another type is needed?
    parses: bool,
}

/// What is expected of a case.
#[derive(Clone)]
enum Ending {
    /// What the function itself asserts.
    Own,
    Panics(Expects),
    /// That it returns this, as written, with its value.
    Returns(String, Value),
    /// That what it returns matches this pattern, as written.
    Matches(String),
}

impl Ending {
    /// Cases with another one are another test.
    fn key(&self) -> String {
        match self {
            Ending::Own => String::new(),
            Ending::Panics(expects) => format!("{expects:?}"),
            Ending::Returns(..) => "=>".into(),
            Ending::Matches(pattern) => format!("=> {pattern}"),
        }
    }
}

/// The function of which tests are made.
struct Made<'a> {
    subject: Subject<'a>,
    source: &'a str,
    file: &'a syn::File,
    function: &'a ItemFn,
}

fn skipped<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Skipped(reason.into()))
}

/// The tests that stand for all cases of the function of which the harness knows a test here. Nothing, if no attribute that is known makes it.
pub fn read(
    subject: &Subject<'_>,
    source: &str,
    file: &syn::File,
    harness: &str,
) -> Option<Result<Vec<Closed>, Refusal>> {
    let place = subject.summary.range();
    let is_around = |item: &&ItemFn| whole_place(item).contains(place) && kind(item).is_some();
    let function = functions_of(file).into_iter().find(is_around)?;
    Some(body_of(subject, function).and_then(|summary| {
        let made = Made { subject: Subject { summary, ..*subject }, source, file, function };
        made.read(harness)
    }))
}

fn whole_place(item: &ItemFn) -> Place {
    let start = item.attrs.first().map_or_else(|| item.span(), Spanned::span);
    Place { start: Place::of(start).start, end: Place::of(item.block.span()).end }
}

type Reader = fn(&Made<'_>) -> Result<Inputs, Refusal>;

/// Who reads its cases.
fn kind(item: &ItemFn) -> Option<Reader> {
    let has =
        |names: &[&str]| item.attrs.iter().any(|own| names.iter().any(|name| last(own.path()) == *name));
    if has(&["rstest"]) {
        Some(rstest::inputs)
    } else if has(&["test_case", "test_matrix", "case"]) {
        Some(test_case::inputs)
    } else {
        None
    }
}

fn last(path: &syn::Path) -> String {
    path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// The function itself, among what the attributes make of it.
fn body_of<'m>(subject: &Subject<'m>, function: &ItemFn) -> Result<&'m Summary, Refusal> {
    readable(&function.sig)?;
    let place = whole_place(function);
    let is_own = |own: &&Summary| {
        own.file == subject.summary.file
            && place.contains(own.range())
            && function.sig.ident == own.definition.name()
            && own.parameters.len() == function.sig.inputs.len()
    };
    // What has no parameters is wrapped in another one of its name.
    let found = subject.model.bodies.iter().filter(is_own).max_by_key(|own| own.definition.path.len());
    found
        .ok_or_else(|| Refusal::Skipped("the compiler does not know the function of which it is made".into()))
}

/// `tests::sums` of `tests::sums::case_1`.
fn name(harness: &str, function: &ItemFn) -> String {
    let parts: Vec<&str> = harness.split("::").collect();
    let own = parts.iter().rposition(|part| function.sig.ident == part);
    parts[..own.map_or(parts.len(), |own| own + 1)].join("::")
}

impl<'a> Made<'a> {
    fn read(&self, harness: &str) -> Result<Vec<Closed>, Refusal> {
        let inputs =
            kind(self.function).map_or_else(|| skipped("no attribute makes it"), |read| read(self))?;
        if inputs.cases.len() > MOST_CASES {
            let count = inputs.cases.len();
            return skipped(format!("its {count} cases are too many to be examples of one test"));
        }
        let endings = self.endings(&inputs)?;
        let closed = Closed::written(
            &self.subject,
            (self.source, self.file, self.function),
            attributes(self.source, &inputs.rest)?,
        )?;
        let closed = Closed { name: name(harness, self.function), ..closed };
        let helper = |call: &syn::ExprCall| helper::asserted(&self.subject, call);
        let columns = self.columns(&inputs);
        let fixed = self.fixed(&columns, &helper);
        let mut groups: Vec<(Vec<String>, Vec<usize>)> = Vec::new();
        for (number, ending) in endings.iter().enumerate() {
            let texts = fixed.iter().map(|own| columns[*own].column.rows[number].0.clone());
            let key: Vec<String> = [ending.key()].into_iter().chain(texts).collect();
            match groups.iter_mut().find(|(own, _)| *own == key) {
                Some((_, cases)) => cases.push(number),
                None => groups.push((key, vec![number])),
            }
        }
        let names = fixed.iter().map(|own| format!("`{}`", columns[*own].column.name));
        let names = names.collect::<Vec<_>>().join(", ");
        let differ = || Refusal::NotAmenable(format!("its cases differ in what cannot be drawn: {names}"));
        if groups.len() > MOST_PARTS {
            return Err(differ());
        }
        let count = groups.len();
        let mut parts = Vec::new();
        for (number, (_, cases)) in groups.iter().enumerate() {
            let mut part = closed.clone();
            part.parts = count;
            if number > 0 {
                part.function = format!("{}_part_{}", closed.function, number + 1);
            }
            let group = Group { cases, columns: &columns, fixed: &fixed, endings: &endings };
            let part = self.part(part, &inputs, &group, &helper)?;
            if part.constants.iter().any(|own| !own.expected) || !part.objects.is_empty() {
                parts.push(part);
            }
        }
        match parts.is_empty() {
            true if fixed.is_empty() => {
                Err(Refusal::NotAmenable("no constant in it can be a parameter".into()))
            }
            true => Err(differ()),
            false => Ok(parts),
        }
    }

    /// How each case ends: what is said of it, or of all.
    fn endings(&self, inputs: &Inputs) -> Result<Vec<Ending>, Refusal> {
        let (of_all, _) = attributes(self.source, &inputs.rest)?;
        let ending = |case: &Case| {
            let (own, _) = attributes(self.source, &case.attributes)?;
            Ok(match (&case.ending, own, &of_all) {
                (Ending::Own, Expects::Return, Expects::Return) => Ending::Own,
                (Ending::Own, Expects::Return, expects) => Ending::Panics(expects.clone()),
                (Ending::Own, expects, _) => Ending::Panics(expects),
                (ending, ..) => ending.clone(),
            })
        };
        inputs.cases.iter().map(ending).collect()
    }

    fn text(&self, range: Range<usize>) -> &'a str {
        self.source.get(range).unwrap_or_default()
    }

    /// The numbers of the columns that can neither be drawn nor are expected.
    fn fixed(&self, columns: &[Input], helper: &Helper<'_>) -> Vec<usize> {
        let names: Vec<&syn::Ident> = columns.iter().map(|own| &own.column.name).collect();
        let block = &self.function.block;
        let found = assertion::find(block, helper, &|name: &syn::Ident| names.contains(&name));
        let all = columns.iter().map(|own| own.of_cases(&[]));
        let rows = Rows { columns: all.collect(), inside: block, at: 0..0 };
        let expected = rows.expected(&found);
        let is_fixed = |number: &usize| {
            columns[*number].column.ty.is_none() && !expected.contains(&&columns[*number].column.name)
        };
        (0..columns.len()).filter(is_fixed).collect()
    }

    /// The test for some of the cases.
    fn part(
        &self,
        mut part: Closed,
        inputs: &Inputs,
        group: &Group<'_>,
        helper: &Helper<'_>,
    ) -> Result<Closed, Refusal> {
        let block = &self.function.block;
        let drawn: Vec<&Input> = group.drawn().collect();
        if !drawn.is_empty() {
            let columns = drawn.iter().map(|own| own.of_cases(group.cases)).collect();
            // In front of the block there is nothing to put a parameter into.
            let rows = Rows { columns, inside: block, at: 0..0 };
            let with_rows = part.with_rows(&self.subject, &rows, block, helper);
            part = with_rows.map_or_else(|| skipped("its cases cannot be read"), Ok)?;
        }
        crate::observed::find(&self.subject, block, &mut part.assertions);
        let start = part.block.start + 1;
        part.defaults.push((start..start, self.bound(inputs, group, &part)));
        let endings: Vec<&Ending> = group.cases.iter().map(|own| &group.endings[*own]).collect();
        tail::add(self, part, &endings)
    }

    /// What is bound before all else: fixtures, what differs from part to part, and patterns.
    fn bound(&self, inputs: &Inputs, group: &Group<'_>, part: &Closed) -> String {
        let mut text = String::new();
        let pattern = |argument: &syn::FnArg| match argument {
            syn::FnArg::Typed(typed) => self.text(typed.pat.span().byte_range()).to_owned(),
            syn::FnArg::Receiver(_) => "self".to_owned(),
        };
        let all = self.function.sig.inputs.iter().zip(&inputs.parameters);
        let fixtures = all.filter_map(|(argument, own)| match own {
            Parameter::Fixture(call) => Some((pattern(argument), call.clone())),
            Parameter::Cell(_) => None,
        });
        let (patterns, calls): (Vec<String>, Vec<String>) = fixtures.unzip();
        match (&patterns[..], &calls[..]) {
            ([], _) => {}
            ([pattern], [call]) => text += &format!(" let {pattern} = {call};"),
            // A variable may have the name of the next fixture.
            _ => text += &format!(" let ({}) = ({});", patterns.join(", "), calls.join(", ")),
        }
        for own in group.fixed.iter().map(|number| &group.columns[*number]) {
            let cell = &own.column.rows[group.cases[0]].0;
            text += &format!(" let {}{} = {cell};", own.pattern, own.declared);
        }
        let is_parameter = |own: &Input| {
            let name = own.column.name.to_string();
            part.constants.iter().any(|constant| !constant.expected && constant.role.as_ref() == Some(&name))
        };
        for own in group.drawn().filter(|own| is_parameter(own)) {
            if own.column.name != own.pattern {
                text += &format!(" let {} = {};", own.pattern, own.column.name);
            }
        }
        text
    }
}

/// Cases that are one test.
struct Group<'g> {
    cases: &'g [usize],
    columns: &'g [Input],
    fixed: &'g [usize],
    endings: &'g [Ending],
}

impl<'g> Group<'g> {
    fn drawn(&self) -> impl Iterator<Item = &'g Input> {
        let (columns, fixed) = (self.columns, self.fixed);
        columns.iter().enumerate().filter(|(number, _)| !fixed.contains(number)).map(|(_, own)| own)
    }
}

/// A product of lists: what each case has, with one of each.
fn product(cases: Vec<Case>, values: &[Vec<Cell>]) -> Vec<Case> {
    values.iter().fold(cases, |cases, values| {
        let with_each = |case: Case| {
            let with = move |value: &Cell| {
                let cells = case.cells.iter().cloned().chain([value.clone()]).collect();
                Case { cells, ..case.clone() }
            };
            values.iter().map(with).collect::<Vec<Case>>()
        };
        cases.into_iter().flat_map(with_each).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_stands_last_of_its_name_in_that_of_a_case() {
        let function: ItemFn = syn::parse_str("fn sums() {}").unwrap();
        assert_eq!(name("tests::sums::case_1_of_two", &function), "tests::sums");
        assert_eq!(name("sums::sums::a_1_1::b_1_2", &function), "sums::sums");
        assert_eq!(name("tests::sums", &function), "tests::sums");
    }

    #[test]
    fn each_case_has_one_of_each_list() {
        let cell = |text: &str| Cell { value: syn::parse_str(text).unwrap(), parses: false };
        let case = Case { cells: vec![cell("1")], attributes: Vec::new(), ending: Ending::Own };
        let all = product(vec![case], &[vec![cell("2"), cell("3")], vec![cell("4"), cell("5")]]);
        let text = |case: &Case| -> String {
            case.cells.iter().map(|own| quote::ToTokens::to_token_stream(&own.value).to_string()).collect()
        };
        assert_eq!(all.iter().map(text).collect::<Vec<_>>(), ["124", "125", "134", "135"]);
    }
}
