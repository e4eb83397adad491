//! Floats that a person likes to read: a few well-known ones, else one with few digits.

use super::{Simplifier, Subject};
use crate::concrete;
use crate::evaluate::Evaluation;
use crate::terms::{Binary, Float, Term};

/// From the simplest on.
const NUMBERS: [f64; 24] = [
    0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, 1.5, -1.5, 2.5, 10.0, -10.0, 100.0, -100.0, 0.1, -0.1, 1000.0,
    1e6, -1e6, 1e9, -1e9, 1e18, -1e18,
];

/// How many of them are worth a question each.
const ASKED: usize = 3;

/// A number of so many characters needs no search for a shorter one.
const SHORT: usize = 6;

impl Simplifier<'_> {
    pub(super) fn simplify_float(&mut self, subject: &Subject) {
        let width = self.terms.width(subject.variable);
        let simple = NUMBERS.map(|number| float_bits(number, width));
        let current = self.model.get(subject.variable);
        if simple[0] == current || self.try_floats(subject, &simple[..1]) {
            return;
        }
        for &value in &simple[..ASKED] {
            let value = self.constant(subject.variable, value);
            let equal = self.terms.binary(Binary::Eq, subject.variable, value);
            if self.ask(subject, equal) == Some(true) {
                return;
            }
        }
        let boundaries = self.boundaries(subject);
        let short =
            boundaries.iter().position(|&value| digits(value, width) > SHORT).unwrap_or(boundaries.len());
        if self.try_floats(subject, &simple[ASKED..]) || self.try_floats(subject, &boundaries[..short]) {
            return;
        }
        self.shorten(subject);
        let found = digits(self.model.get(subject.variable), width);
        let shorter =
            boundaries.iter().position(|&value| digits(value, width) >= found).unwrap_or(boundaries.len());
        self.try_floats(subject, &boundaries[..shorter]);
    }

    /// Sets the variable to the first of these values that the other variables allow as they are.
    fn try_floats(&mut self, subject: &Subject, values: &[u128]) -> bool {
        values.iter().any(|&value| {
            let mut changed = self.model.clone();
            changed.set(subject.variable, value);
            let mut evaluation = Evaluation::new(changed);
            let fits = evaluation.all_true(self.terms, &subject.mentioning);
            if fits {
                self.model = evaluation.model().clone();
            }
            fits
        })
    }

    /// The constants of the assertions, the whole numbers beside them, and their neighbours; then what is no
    /// number.
    fn boundaries(&self, subject: &Subject) -> Vec<u128> {
        let width = self.terms.width(subject.variable);
        let mut values: Vec<u128> = Vec::new();
        for &constant in &subject.constants {
            let number = float_value(constant, width);
            if number.is_finite() {
                let beside =
                    [number, number + 1.0, number - 1.0, number * 2.0, number.floor(), number.ceil()];
                values.extend(beside.map(|number| float_bits(number, width)));
            }
            values.extend(
                [constant, constant + 1, constant.wrapping_sub(1)].map(|v| v & concrete::mask(width)),
            );
        }
        let (greatest, normal) = match width {
            32 => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
            _ => (f64::MAX, f64::MIN_POSITIVE),
        };
        // The least of all, of which only a few bits can be seen in a condition; and the least normal one.
        values.extend([1, 1 | 1 << (width - 1)]);
        values.extend(
            [normal, -normal, greatest, -greatest, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
                .map(|v| float_bits(v, width)),
        );
        // A number with fewer digits reads better.
        values.sort_by_key(|&value| (digits(value, width), float_value(value, width) < 0.0));
        values.dedup();
        values
    }

    /// A number rather than none, with as many zeros at the end of its fraction as a few questions find.
    fn shorten(&mut self, subject: &Subject) {
        let width = self.terms.width(subject.variable);
        let stored = if width == 32 { 23 } else { 52 };
        if !float_value(self.model.get(subject.variable), width).is_finite() {
            let number = self.is_finite(subject.variable);
            self.ask(subject, number);
        }
        for kept in [4, 10, 20, 32] {
            let Some(cleared) = u32::checked_sub(stored, kept).filter(|&cleared| cleared > 0) else { return };
            let low = self.terms.extract(subject.variable, 0, cleared);
            let zero = self.terms.constant(cleared, 0);
            let short = self.terms.binary(Binary::Eq, low, zero);
            if self.ask(subject, short) == Some(true) {
                return;
            }
        }
    }

    fn is_finite(&mut self, variable: Term) -> Term {
        let width = self.terms.width(variable);
        let magnitude = self.terms.extract(variable, 0, width - 1);
        let infinity = self.terms.constant(width - 1, float_bits(f64::INFINITY, width));
        self.terms.binary(Binary::ULt, magnitude, infinity)
    }
}

/// The numbers one, two, … further away from zero, as far as that makes them hardly longer. What is no number
/// has none.
pub(super) fn next_floats(bits: u128, width: u32, most: usize) -> Vec<u128> {
    let number = float_value(bits, width);
    let longest = digits(bits, width) + 1;
    let away = if number.is_sign_negative() { -1.0 } else { 1.0 };
    (1..=most)
        .map(|step| float_bits(number + away * step as f64, width))
        .take_while(|&next| number.is_finite() && digits(next, width) <= longest)
        .filter(|&next| next != bits)
        .collect()
}

/// How long it is when written down. What is no number is longer than all that are.
fn digits(bits: u128, width: u32) -> usize {
    let number = float_value(bits, width);
    let text = if width == 32 { format!("{:?}", number as f32) } else { format!("{number:?}") };
    text.len() + if number.is_finite() { 0 } else { 100 }
}

fn float_bits(value: f64, width: u32) -> u128 {
    let bits = u128::from(value.to_bits());
    if width == 32 { concrete::float(Float::ToF, 64, 32, [bits; 3]) } else { bits }
}

fn float_value(bits: u128, width: u32) -> f64 {
    let bits = if width == 32 { concrete::float(Float::ToF, 32, 64, [bits; 3]) } else { bits };
    f64::from_bits(bits as u64)
}
