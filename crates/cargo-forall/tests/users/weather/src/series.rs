//! Series of measurements.

/// A running average that forgets slowly.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Average {
    pub value: f64,
    #[cfg_attr(test, forall(range = 0..=1000))]
    pub count: u32,
}

impl Average {
    #[must_use]
    pub fn with(self, x: f64) -> Average {
        let count = self.count + 1;
        Average { value: self.value + (x - self.value) / f64::from(count), count }
    }
}

/// Between two measurements.
pub fn between(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// The spread of some numbers.
pub fn variance(numbers: &[i16]) -> f64 {
    let n = numbers.len() as f64;
    let sum: f64 = numbers.iter().map(|x| f64::from(*x)).sum();
    let squares: f64 = numbers.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
    (squares - sum * sum / n) / n
}

/// Sums in two ways.
pub fn forward(numbers: &[f32]) -> f32 {
    numbers.iter().sum()
}

pub fn backward(numbers: &[f32]) -> f32 {
    numbers.iter().rev().sum()
}

/// The largest measurement.
pub fn largest(numbers: &[f64]) -> Option<f64> {
    numbers.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap())
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn averages_go_towards_the_new(average: Average, x: i16) {
        assume!(average.value.abs() < 40_000.0);
        let after = average.with(x.into());
        assert!((after.value - f64::from(x)).abs() <= (average.value - f64::from(x)).abs() + 1e-6);
    }

    #[forall]
    fn the_first_is_its_own_average(x: f64) {
        assume!(x.is_finite());
        assert_eq!(Average::default().with(x).value, x);
    }

    #[forall]
    fn the_ends_are_met(a: f64, b: f64) {
        assume!(a.is_finite() && b.is_finite());
        assert_eq!(between(a, b, 0.0), a);
    }

    #[forall]
    fn both_ends_are_met(a: f32, b: f32) {
        assume!(a.is_finite() && b.is_finite());
        assert_eq!(between(a.into(), b.into(), 1.0) as f32, b);
    }

    #[forall]
    fn between_whole_numbers(a: i16, b: i16, quarter: u8) {
        assume!(quarter <= 4);
        let middle = between(a.into(), b.into(), f64::from(quarter) / 4.0);
        assert!(middle >= a.min(b).into() && middle <= a.max(b).into());
    }

    #[forall(max_len = 3)]
    fn a_spread_is_not_negative(numbers: Vec<i16>) {
        assume!(!numbers.is_empty());
        assert!(variance(&numbers) >= -1e-3);
    }

    #[forall]
    fn sums_are_the_same_both_ways(numbers: [f32; 3]) {
        assume!(numbers.iter().all(|x| x.is_finite()));
        assert_eq!(forward(&numbers), backward(&numbers));
    }

    #[forall]
    fn two_can_be_added_both_ways(a: f32, b: f32) {
        assume!(!a.is_nan() && !b.is_nan() && a.is_finite());
        assert_eq!(forward(&[a, b]), backward(&[a, b]));
    }

    #[forall(max_len = 3)]
    fn the_largest_is_found(numbers: Vec<f64>) {
        let largest = largest(&numbers);
        assert!(numbers.iter().all(|x| Some(*x) <= largest));
    }
}
