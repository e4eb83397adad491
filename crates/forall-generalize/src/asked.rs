//! What is asked about the candidates of a test, in one exploration. Each question has a number; the draft panics with it where the answer is *no*.

use crate::parameter::Parameter;
use crate::relation::{Relation, named};

/// The parameter of a draft that decides which question is asked.
pub const NAME: &str = "__asked";
pub const MESSAGE: &str = "forall asks ";

/// Under which conditions a candidate is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    Nothing,
    /// All relations but the orders.
    Unordered,
    All,
    /// All unordered ones hold, but this one does not.
    UnorderedWithout(usize),
    /// All hold, but this one does not.
    AllWithout(usize),
    /// All relations hold, and this parameter has its value in the closed test.
    Kept(usize),
}

/// All conditions, in the order of their numbers.
pub fn conditions(relations: &[Relation], parameters: usize) -> Vec<Under> {
    let mut all = vec![Under::Nothing];
    let unordered = relations.iter().filter(|own| !own.kind.is_order()).count();
    if unordered > 0 {
        all.push(Under::Unordered);
        all.extend((0..unordered).map(Under::UnorderedWithout));
    }
    if unordered < relations.len() {
        all.push(Under::All);
        all.extend((0..relations.len()).map(Under::AllWithout));
    }
    if parameters > 1 {
        all.extend((0..parameters).map(Under::Kept));
    }
    all
}

/// The end of the draft: looks at the bits that are set.
pub fn ending(bits: usize, relations: &[Relation], parameters: &[Parameter], kept: &[usize]) -> String {
    let conditions = conditions(relations, kept.len());
    let mut text = String::from("if __failed != 0 { ");
    for bit in 0..bits {
        text.push_str(&format!("if __failed & (1u64 << {bit}) != 0 {{ "));
        for (number, under) in conditions.iter().enumerate() {
            let code = bit * conditions.len() + number;
            let condition = condition(*under, relations, parameters, kept);
            text.push_str(&format!("if {NAME} == {code}{condition} {{ panic!(\"{MESSAGE}{code}\"); }} "));
        }
        text.push_str("} ");
    }
    text.push('}');
    text
}

/// The name of a parameter's value at the start, where the test may have moved it.
pub fn at_start(parameter: &Parameter) -> String {
    if parameter.copied { parameter.name.clone() } else { format!("__of_{}", parameter.name) }
}

fn condition(under: Under, relations: &[Relation], parameters: &[Parameter], kept: &[usize]) -> String {
    let named = |own: &Parameter| named(own, parameters, kept).map(|_| at_start(own));
    let written = |relation: &Relation| relation.condition(parameters, named);
    let unordered = || relations.iter().filter(|own| !own.kind.is_order());
    let without = |all: &mut dyn Iterator<Item = &Relation>, left_out: usize| -> Vec<String> {
        let each = all.enumerate().map(|(number, relation)| match number == left_out {
            true => format!("!({})", written(relation)),
            false => written(relation),
        });
        each.collect()
    };
    let all: Vec<String> = match under {
        Under::Nothing => Vec::new(),
        Under::Unordered => unordered().map(written).collect(),
        Under::All => relations.iter().map(written).collect(),
        Under::UnorderedWithout(left_out) => without(&mut unordered(), left_out),
        Under::AllWithout(left_out) => without(&mut relations.iter(), left_out),
        Under::Kept(number) => {
            let own = &parameters[kept[number]];
            let same = format!("{} == {}", at_start(own), own.original);
            relations.iter().map(written).chain([same]).collect()
        }
    };
    all.iter().map(|condition| format!(" && {condition}")).collect()
}

/// The bit and the condition of the question with which a draft has panicked.
pub fn answered(message: &str, conditions: &[Under]) -> Option<(usize, Under)> {
    let code: usize = message.strip_prefix(MESSAGE)?.lines().next()?.trim().parse().ok()?;
    Some((code / conditions.len(), *conditions.get(code % conditions.len())?))
}

/// The arguments of a failing input, without the one that asks.
pub fn without_question(arguments: &str) -> String {
    let start = arguments.rfind(NAME).unwrap_or(arguments.len());
    arguments[..start].trim_end().trim_end_matches(',').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_questions() {
        let conditions = [Under::Nothing, Under::Unordered, Under::UnorderedWithout(0)];
        assert_eq!(answered("forall asks 4", &conditions), Some((1, Under::Unordered)));
        assert_eq!(answered("forall asks 0\nat x", &conditions), Some((0, Under::Nothing)));
        assert_eq!(answered("index out of bounds", &conditions), None);
        assert_eq!(without_question("a = 0, s = \"\", __asked = 17"), "a = 0, s = \"\"");
        assert_eq!(without_question("a = 0"), "a = 0");
    }
}
