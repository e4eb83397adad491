//! The cases of a report, in an order that depends on nothing but their values.

use crate::executor::End;
use crate::judge::Blame;
use crate::report::{Case, Failure};
use forall_protocol::inputs::{Input, InputKind};

/// A witness with its inputs by name.
pub struct NamedWitness {
    /// Tells it from all others.
    pub number: usize,
    pub arguments: Vec<(Input, u128)>,
    /// Where it stands among the cases.
    pub order: CaseOrder,
    pub end: End,
    pub covered: Vec<u32>,
    pub blame: Option<Blame>,
    /// Which of the distinct failures it shows.
    pub failure: Option<usize>,
}

/// The cases, and the distinct failures, each with the first of its cases, and with as many paths as are counted for its blame.
pub fn cases(mut witnesses: Vec<NamedWitness>, paths: impl Fn(&Blame) -> u64) -> (Vec<Case>, Vec<Failure>) {
    witnesses.sort_by_cached_key(|witness| (witness.order.clone(), witness.number));
    let mut failures: Vec<(usize, Failure)> = Vec::new();
    for (case, witness) in witnesses.iter().enumerate() {
        let (Some(index), Some(blame)) = (witness.failure, witness.blame.clone()) else { continue };
        if failures.iter().all(|(known, _)| *known != index) {
            let paths = paths(&blame);
            failures.push((index, Failure { paths, ..Failure::of(blame, case) }));
        }
    }
    let renumbered = |old: usize| failures.iter().position(|(index, _)| *index == old);
    let case = |witness: NamedWitness| Case {
        arguments: witness.arguments,
        end: witness.end,
        covered: witness.covered,
        failure: witness.failure.and_then(renumbered),
    };
    let cases = witnesses.into_iter().map(case).collect();
    (cases, failures.into_iter().map(|(_, failure)| failure).collect())
}

impl Failure {
    pub(crate) fn of(blame: Blame, case: usize) -> Failure {
        let Blame { kind, message, location, callers, .. } = blame;
        Failure { kind, message, location, callers: callers.to_vec(), case, paths: 1 }
    }
}

/// How much there is to read: characters beyond ASCII, arguments, those that are not 0, and their digits,
/// signs aside.
pub fn complexity(arguments: &[(Input, u128)]) -> (usize, usize, usize, u32) {
    let (_, sizes) = order(arguments);
    let is_foreign = |(input, value): &&(Input, u128)| input.kind == InputKind::Char && *value > 0x7F;
    let foreign = arguments.iter().filter(is_foreign).count();
    let set = sizes.iter().filter(|(size, _)| *size != 0);
    (foreign, arguments.len(), set.clone().count(), set.map(|(size, _)| size.ilog(10) + 1).sum())
}

/// The number of arguments, and how far they are from zero, and on which side.
pub type CaseOrder = (usize, Vec<(u128, bool)>);

/// Few arguments before many, small values before large ones: 0, 1, -1, 2, -2.
pub fn order(arguments: &[(Input, u128)]) -> CaseOrder {
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

    #[test]
    fn values_are_ordered_by_their_size_then_sign() {
        let x = |value: i8| vec![(Input { name: "x".into(), kind: InputKind::I8 }, u128::from(value as u8))];
        let mut values = [-128, 2, -1, 0, 127, 1, -2];
        values.sort_by_key(|value| order(&x(*value)));
        assert_eq!(values, [0, 1, -1, 2, -2, 127, -128]);
    }

    #[test]
    fn what_is_0_is_quickly_read() {
        let x = |value: i64| (Input { name: "x".into(), kind: InputKind::I64 }, u128::from(value as u64));
        assert!(complexity(&[x(1), x(0), x(2)]) < complexity(&[x(0), x(i64::MAX), x(1)]));
        assert!(complexity(&[x(-3), x(0)]) < complexity(&[x(0), x(30)]));
        assert!(complexity(&[x(i64::MIN)]) < complexity(&[x(0), x(0)]));
        let c = |c: char| (Input { name: "c".into(), kind: InputKind::Char }, u128::from(c));
        assert!(complexity(&[c('a'), c('b'), c('c')]) < complexity(&[c('é')]));
    }

    #[test]
    fn fewer_arguments_come_first() {
        let x = |value| (Input { name: "x".into(), kind: InputKind::U8 }, value);
        assert!(order(&[x(200)]) < order(&[x(0), x(0)]));
    }
}
