//! Figures 8, 9 and 18: the assertion that a value is in a range.

/// Panics unless the value is one of those from `low` to `high`.
pub fn assert_in_range<T: PartialOrd + ?Sized>(value: &T, low: &T, high: &T) {
    if !(low <= value && value <= high) {
        panic!("value is not in range");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// Pex had two tests for this one, both with whole numbers.
    #[forall(may_panic = "not in range")]
    fn numbers_are_in_range(value: f64, low: f64, high: f64) {
        assume!(low < high);
        assert_in_range(&value, &low, &high);
        assert!(value >= low && value <= high);
    }

    #[forall(panics = "not in range")]
    fn what_is_no_number_is_in_no_range(low: f64, high: f64) {
        assert_in_range(&f64::NAN, &low, &high);
    }

    /// For this the study wrote mocks that implement `IComparable`.
    #[forall(may_panic = "not in range")]
    fn whatever_compares_is_in_range<T: PartialOrd>(value: T, low: T, high: T) {
        assume!(low < high);
        assert_in_range(&value, &low, &high);
        assert!(value >= low && value <= high);
    }

    /// Pex did not find any texts for this one.
    #[forall(max_len = 3, may_panic = "not in range")]
    fn texts_are_in_range(value: &str, low: &str, high: &str) {
        assume!(low < high);
        assert_in_range(value, low, high);
        assert!(value >= low && value <= high);
    }
}
