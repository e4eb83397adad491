//! From witnesses to the cases of a report, in an order that depends on nothing but their values.

use crate::import::Import;
use crate::report::{Case, Failure};
use crate::target::TargetError;
use crate::witnesses::Witnesses;
use forall_protocol::inputs::Input;

/// The selected witnesses as cases, and the failures with their case.
pub fn cases(
    witnesses: Witnesses,
    selection: &[usize],
    import: &Import,
) -> Result<(Vec<Case>, Vec<Failure>), TargetError> {
    let mut found = Vec::with_capacity(selection.len());
    for number in selection {
        let witness = &witnesses.all[*number];
        let named = witness.drawn.iter().zip(&witness.values);
        let arguments: Vec<(Input, u128)> = named
            .map(|(input, value)| Ok((import.input(*input)?.clone(), *value)))
            .collect::<Result<_, TargetError>>()?;
        found.push((*number, Case { arguments, end: witness.end.clone(), failure: witness.failure }));
    }
    found.sort_by_cached_key(|(number, case)| (order(&case.arguments), *number));
    let position = |witness: usize| found.iter().position(|(number, _)| *number == witness);
    let mut failures: Vec<(usize, Failure)> = Vec::new();
    for (index, known) in witnesses.failures.into_iter().enumerate() {
        // Every selection has the witness of each failure.
        let Some(case) = position(known.witness) else { continue };
        let blame = known.blame;
        let failure = Failure { kind: blame.kind, message: blame.message, location: blame.location, case };
        failures.push((index, failure));
    }
    failures.sort_by_key(|(_, failure)| failure.case);
    let renumbered = |old: usize| failures.iter().position(|(index, _)| *index == old);
    let mut cases: Vec<Case> = Vec::with_capacity(found.len());
    for (_, mut case) in found {
        case.failure = case.failure.and_then(renumbered);
        cases.push(case);
    }
    Ok((cases, failures.into_iter().map(|(_, failure)| failure).collect()))
}

/// Few arguments before many, small values before large ones: 0, 1, -1, 2, -2.
fn order(arguments: &[(Input, u128)]) -> (usize, Vec<(u128, bool)>) {
    let magnitude = |(input, value): &(Input, u128)| {
        let unused = 128 - input.kind.width();
        match input.kind.is_signed() {
            true => {
                let signed = (*value << unused).cast_signed() >> unused;
                (signed.unsigned_abs(), signed < 0)
            }
            false => (*value, false),
        }
    };
    (arguments.len(), arguments.iter().map(magnitude).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::inputs::InputKind;

    #[test]
    fn values_are_ordered_by_their_size_then_sign() {
        let x = |value: i8| vec![(Input { name: "x".into(), kind: InputKind::I8 }, u128::from(value as u8))];
        let mut values = [-128, 2, -1, 0, 127, 1, -2];
        values.sort_by_key(|value| order(&x(*value)));
        assert_eq!(values, [0, 1, -1, 2, -2, 127, -128]);
    }

    #[test]
    fn fewer_arguments_come_first() {
        let x = |value| (Input { name: "x".into(), kind: InputKind::U8 }, value);
        assert!(order(&[x(200)]) < order(&[x(0), x(0)]));
    }
}
