//! Counting bits, which the language cannot: in as many steps as the width has bits, because looking at one
//! bit after the other makes scripts that take other solvers seconds to read.

use super::literal;
use crate::concrete::mask;

/// Neighbours are added, as one-bit numbers, then as two-bit numbers and so on.
pub(super) fn ones(a: &str, width: u32) -> String {
    let steps = powers_of_two(width).filter(|&step| step < width).map(|step| {
        let every_other = (0..width).filter(|i| i / step % 2 == 0).fold(0, |all, i| all | 1 << i);
        let (every_other, step) = (literal(width, every_other), literal(width, u128::from(step)));
        format!("(bvadd (bvand x {every_other}) (bvand (bvlshr x {step}) {every_other}))")
    });
    within_steps(a, steps.collect(), "x")
}

/// Where zeros are counted from.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum End {
    High,
    Low,
}

/// If all of the first bits are zero, they are counted and taken away, half as many in each step. Ones follow
/// the last bit.
pub(super) fn zeros(a: &str, width: u32, end: End) -> String {
    let mut count = literal(width, 0);
    let mut steps = Vec::new();
    for step in powers_of_two(width).collect::<Vec<u32>>().into_iter().rev() {
        let (first, rest) = match end {
            End::High => ((width - 1, width - step), (width - step).checked_sub(1).map(|high| (high, 0))),
            End::Low => ((step - 1, 0), (width > step).then_some((width - 1, step))),
        };
        let is_zero = format!("(= ((_ extract {} {}) x) {})", first.0, first.1, literal(step, 0));
        let ones = literal(step, mask(step));
        let shifted = match (rest, end) {
            (None, _) => ones,
            (Some((high, low)), End::High) => format!("(concat ((_ extract {high} {low}) x) {ones})"),
            (Some((high, low)), End::Low) => format!("(concat {ones} ((_ extract {high} {low}) x))"),
        };
        // The value of `x` is looked at before it changes.
        let counted = format!("z{step}");
        count = format!(
            "(bvor {count} (ite {counted} {} {}))",
            literal(width, u128::from(step)),
            literal(width, 0)
        );
        steps.push((counted, is_zero, shifted));
    }
    let mut text = format!("(let ((x {a})) ");
    for (counted, is_zero, shifted) in &steps {
        text += &format!("(let (({counted} {is_zero})) (let ((x (ite {counted} {shifted} x))) ");
    }
    text += &count;
    text + &")".repeat(1 + 2 * steps.len())
}

/// Each step says what `x` is from then on.
fn within_steps(a: &str, steps: Vec<String>, result: &str) -> String {
    let bindings: String = steps.iter().map(|step| format!("(let ((x {step})) ")).collect();
    format!("(let ((x {a})) {bindings}{result}{}", ")".repeat(1 + steps.len()))
}

fn powers_of_two(most: u32) -> impl Iterator<Item = u32> {
    (0..32).map(|i| 1 << i).take_while(move |&power| power <= most)
}
