//! Relations between parameters that hold in the closed test, and may be what it means.

use crate::constant::Value;
use crate::outcome::Question;
use crate::parameter::Parameter;
use forall_report::{AssumedCondition, ExcludedInput};

/// More parameters of one kind than this are not compared with each other.
const COMPARED: usize = 5;
/// More relations than this are not asked about.
const MOST: usize = 12;

/// A condition on parameters that holds in the closed test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    pub kind: RelationKind,
    /// The numbers of the parameters: the only one, or the left and the right one.
    pub of: (usize, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationKind {
    /// They were the same constant.
    Same,
    /// They were different ones.
    Different,
    /// Texts or lists of one length.
    SameLength,
    /// The left one was less.
    Less,
    /// The left one was shorter.
    Shorter,
    /// A number that was less than the length of a list: an index.
    Inside,
    /// A truth value.
    Unchanged,
}

impl RelationKind {
    /// Orders say more than that things differ, and are only asked about where that is not enough.
    pub fn is_order(self) -> bool {
        matches!(self, RelationKind::Less | RelationKind::Shorter | RelationKind::Inside)
    }
}

impl Relation {
    /// As a condition. Parameters have names; what is none any more is the constant that it was.
    pub fn condition(&self, parameters: &[Parameter], name: impl Fn(&Parameter) -> Option<String>) -> String {
        let (mut one, mut other) = (&parameters[self.of.0], &parameters[self.of.1]);
        let is_symmetric =
            matches!(self.kind, RelationKind::Same | RelationKind::Different | RelationKind::SameLength);
        if is_symmetric && name(one).is_none() {
            (one, other) = (other, one);
        }
        let text = |own: &Parameter| name(own).unwrap_or_else(|| own.original.clone());
        let length = |own: &Parameter| match (name(own), &own.value) {
            (None, Value::Sized(length)) => length.to_string(),
            _ => format!("{}.len()", text(own)),
        };
        let is_empty = name(other).is_none() && other.original == "\"\"";
        match self.kind {
            RelationKind::Same if is_empty => format!("{}.is_empty()", text(one)),
            RelationKind::Same => format!("{} == {}", text(one), text(other)),
            RelationKind::Different if is_empty => format!("!{}.is_empty()", text(one)),
            RelationKind::Different => format!("{} != {}", text(one), text(other)),
            RelationKind::SameLength => format!("{} == {}", length(one), length(other)),
            RelationKind::Less => format!("{} < {}", text(one), text(other)),
            RelationKind::Shorter => format!("{} < {}", length(one), length(other)),
            RelationKind::Inside => format!("{} < {}", text(one), length(other)),
            RelationKind::Unchanged if one.original == "false" => format!("!{}", text(one)),
            RelationKind::Unchanged => text(one),
        }
    }

    /// As the new test assumes it, with the input of the question that is about it.
    pub fn assumed(
        &self,
        parameters: &[Parameter],
        kept: &[usize],
        questions: &[Question],
    ) -> AssumedCondition {
        let condition = self.written(parameters, kept);
        let about = format!("assume!({condition})");
        let excluded = questions.iter().find(|question| question.about == about);
        let excluded = excluded.map(|question| ExcludedInput {
            arguments: question.arguments.clone(),
            message: question.message.clone(),
        });
        let why = "so it is in the closed test, and without it an assertion fails".to_owned();
        AssumedCondition { condition, why, excluded }
    }

    /// As the new test says it, which has these parameters.
    pub fn written(&self, parameters: &[Parameter], kept: &[usize]) -> String {
        self.condition(parameters, |own| named(own, parameters, kept).map(str::to_owned))
    }
}

/// The name of a parameter, if it is one.
pub fn named<'p>(parameter: &'p Parameter, parameters: &[Parameter], kept: &[usize]) -> Option<&'p str> {
    kept.iter().any(|own| parameters[*own].name == parameter.name).then_some(&parameter.name)
}

/// What tells parameters of one type apart in the closed test, or makes them alike.
pub fn relations(parameters: &[Parameter]) -> Vec<Relation> {
    let mut relations = Vec::new();
    for (number, one) in parameters.iter().enumerate() {
        if one.ty == "bool" && one.is_even() {
            relations.push(Relation { kind: RelationKind::Unchanged, of: (number, number) });
        }
        let others = parameters.iter().enumerate().skip(number + 1);
        for (other_number, other) in others.take(COMPARED) {
            let between = |kind| Relation { kind, of: (number, other_number) };
            let reversed = |kind| Relation { kind, of: (other_number, number) };
            if one.ty == other.ty && is_compared(one) {
                relations.extend(
                    of_one_type(one, other)
                        .into_iter()
                        .map(|(kind, is_reversed)| if is_reversed { reversed(kind) } else { between(kind) }),
                );
            } else if is_inside(one, other) {
                relations.push(between(RelationKind::Inside));
            } else if is_inside(other, one) {
                relations.push(reversed(RelationKind::Inside));
            }
        }
    }
    relations.sort_by_key(|relation| relation.kind.is_order());
    relations.truncate(MOST);
    relations
}

/// The relations of two parameters of one type, and whether the left one is the other.
fn of_one_type(one: &Parameter, other: &Parameter) -> Vec<(RelationKind, bool)> {
    let mut rows = one.rows.iter().zip(&other.rows);
    if one.rows == other.rows {
        return vec![(RelationKind::Same, false)];
    }
    if rows.any(|(left, right)| left == right) {
        return Vec::new();
    }
    let mut all = vec![(RelationKind::Different, false)];
    // Of several rows only the greatest values are known.
    if one.rows.len() > 1 {
        return all;
    }
    match (&one.value, &other.value) {
        (Value::Integer(left), Value::Integer(right)) if left != right => {
            all.push((RelationKind::Less, left > right));
        }
        (Value::Sized(left), Value::Sized(right)) if !one.ty.contains(';') => {
            all.push(match left.cmp(right) {
                std::cmp::Ordering::Equal => (RelationKind::SameLength, false),
                order => (RelationKind::Shorter, order.is_gt()),
            })
        }
        _ => {}
    }
    all
}

/// Floats are left alone, and of two truth values one follows from the other.
fn is_compared(parameter: &Parameter) -> bool {
    !["bool", "f32", "f64"].contains(&parameter.ty.as_str())
}

/// Could the number be an index of the list?
fn is_inside(number: &Parameter, list: &Parameter) -> bool {
    match (&number.value, &list.value) {
        (Value::Integer(number_value), Value::Sized(length)) => {
            number.ty == "usize"
                && number.is_even()
                && list.is_even()
                && i128::try_from(*length).is_ok_and(|length| (0..length).contains(number_value))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, ty: &str, original: &str, value: Value) -> Parameter {
        Parameter {
            name: name.into(),
            ty: ty.into(),
            original: original.into(),
            value,
            copied: true,
            constants: Vec::new(),
            rows: vec![original.into()],
        }
    }

    #[test]
    fn what_holds_in_the_closed_test_is_a_relation() {
        let parameters = [
            parameter("key", "usize", "1", Value::Integer(1)),
            parameter("other", "usize", "9", Value::Integer(9)),
            parameter("items", "&[u8]", "&[1, 2, 3]", Value::Sized(3)),
            parameter("a", "&str", "\"x\"", Value::Sized(1)),
            parameter("b", "&str", "\"x\"", Value::Sized(1)),
            parameter("c", "&str", "\"xy\"", Value::Sized(2)),
            parameter("flag", "bool", "false", Value::Other),
            parameter("x", "f64", "0.5", Value::Other),
        ];
        let written: Vec<String> = relations(&parameters)
            .iter()
            .map(|own| own.written(&parameters, &[0, 1, 2, 3, 4, 5, 6, 7]))
            .collect();
        assert_eq!(
            written,
            [
                "key != other",
                "a == b",
                "a != c",
                "b != c",
                "!flag",
                "key < other",
                "key < items.len()",
                "key < c.len()",
                "a.len() < c.len()",
                "b.len() < c.len()",
            ]
        );
        let without_a: Vec<String> = relations(&parameters)
            .iter()
            .map(|own| own.written(&parameters, &[0, 1, 2, 4, 5, 6, 7]))
            .collect();
        assert_eq!(without_a[1..3], ["b == \"x\"", "c != \"x\""]);
        assert!(without_a.contains(&"1 < c.len()".to_owned()), "{without_a:?}");
    }

    #[test]
    fn what_is_not_empty_is_said_so() {
        let parameters = [
            parameter("a", "&str", "\"\"", Value::Sized(0)),
            parameter("b", "&str", "\"x\"", Value::Sized(1)),
        ];
        assert_eq!(relations(&parameters)[0].written(&parameters, &[1]), "!b.is_empty()");
    }
}
