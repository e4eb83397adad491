//! Small matrices, vectors and statistics.
#![warn(clippy::float_cmp)]

use smallvec::SmallVec;
use std::ops::{Add, Mul};

/// `R` rows of `C` numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Matrix<T, const R: usize, const C: usize>(pub [[T; C]; R]);

impl<T: Copy + Default, const R: usize, const C: usize> Matrix<T, R, C> {
    pub fn transposed(&self) -> Matrix<T, C, R> {
        let mut result = [[T::default(); R]; C];
        for (i, row) in self.0.iter().enumerate() {
            for (j, item) in row.iter().enumerate() {
                result[j][i] = *item;
            }
        }
        Matrix(result)
    }
}

impl<T: Copy + Default + Add<Output = T>, const R: usize, const C: usize> Add for Matrix<T, R, C> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        for (row, others) in self.0.iter_mut().zip(other.0) {
            for (item, other) in row.iter_mut().zip(others) {
                *item = *item + other;
            }
        }
        self
    }
}

impl<T, const R: usize, const N: usize, const C: usize> Mul<Matrix<T, N, C>> for Matrix<T, R, N>
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    type Output = Matrix<T, R, C>;

    fn mul(self, other: Matrix<T, N, C>) -> Matrix<T, R, C> {
        let mut result = [[T::default(); C]; R];
        for i in 0..R {
            for j in 0..C {
                for k in 0..N {
                    result[i][j] = result[i][j] + self.0[i][k] * other.0[k][j];
                }
            }
        }
        Matrix(result)
    }
}

/// The determinant of two rows.
pub fn determinant(m: &Matrix<i32, 2, 2>) -> i32 {
    m.0[0][0] * m.0[1][1] - m.0[0][1] * m.0[1][0]
}

/// The mean of some numbers.
pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The median; of two in the middle, the lower.
pub fn median(numbers: &[i32]) -> Option<i32> {
    let mut sorted: SmallVec<[i32; 4]> = SmallVec::from_slice(numbers);
    sorted.sort_unstable();
    sorted.get(numbers.len() / 2).copied()
}

/// The length of an arrow.
pub fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// An arrow of length one in the same direction.
pub fn direction(x: f64, y: f64) -> (f64, f64) {
    let length = length(x, y);
    (x / length, y / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn transposing_twice_changes_nothing(m: Matrix<i8, 2, 3>) {
        assert_eq!(m.transposed().transposed(), m);
    }

    #[forall(types(T = [u8, char, Option<bool>]))]
    fn corners_stay<T: Copy + Default + PartialEq + std::fmt::Debug>(m: Matrix<T, 2, 2>) {
        let other = m.transposed();
        assert_eq!((other.0[0][0], other.0[1][1]), (m.0[0][0], m.0[1][1]));
    }

    #[forall]
    fn adding_commutes(a: Matrix<i16, 2, 2>, b: Matrix<i16, 2, 2>) {
        assert_eq!(a + b, b + a);
    }

    #[forall]
    fn one_changes_nothing(m: Matrix<i32, 2, 2>) {
        assert_eq!(m * Matrix([[1, 0], [0, 1]]), m);
    }

    #[forall]
    fn multiplying_commutes(a: [[i8; 2]; 2], b: [[i8; 2]; 2]) {
        let wide = |m: [[i8; 2]; 2]| Matrix(m.map(|row| row.map(i64::from)));
        assert_eq!(wide(a) * wide(b), wide(b) * wide(a));
    }

    /// `(ab)' = b'a'`
    #[forall]
    fn transposed_products(a: [[i8; 2]; 2], b: [[i8; 2]; 2]) {
        let wide = |m: [[i8; 2]; 2]| Matrix(m.map(|row| row.map(i64::from)));
        assert_eq!((wide(a) * wide(b)).transposed(), wide(b).transposed() * wide(a).transposed());
    }

    #[forall]
    fn determinants_of_small_numbers(a: i8, b: i8, c: i8, d: i8) {
        let m = Matrix([[a.into(), b.into()], [c.into(), d.into()]]);
        assert_eq!(determinant(&m), determinant(&m.transposed()));
    }

    #[forall]
    fn every_matrix_has_a_determinant(m: Matrix<i32, 2, 2>) {
        determinant(&m);
    }

    #[forall(max_len = 3)]
    fn means_are_between(numbers: Vec<f64>) {
        assume!(!numbers.is_empty() && numbers.iter().all(|n| n.is_finite()));
        let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(mean(&numbers) >= low);
    }

    #[forall]
    fn the_mean_of_equals(x: i16, y: i16) {
        let mean = mean(&[x.into(), y.into()]);
        assert!(mean >= x.min(y).into() && mean <= x.max(y).into());
    }

    #[forall(max_len = 5)]
    fn medians_are_among_the_numbers(numbers: &[i32]) {
        match median(numbers) {
            Some(median) => assert!(numbers.contains(&median)),
            None => assert!(numbers.is_empty()),
        }
    }

    #[forall]
    fn the_median_of_two_is_the_lower(a: i32, b: i32) {
        assert_eq!(median(&[a, b]), Some(a.min(b)));
    }

    #[forall]
    fn lengths_are_not_negative(x: f64, y: f64) {
        assume!(!x.is_nan() && !y.is_nan());
        assert!(length(x, y) >= 0.0);
    }

    #[forall]
    fn directions_have_length_one(x: f64, y: f64) {
        assume!(x.is_finite() && y.is_finite());
        let (dx, dy) = direction(x, y);
        assert!((length(dx, dy) - 1.0).abs() < 1e-9);
    }

    #[forall]
    fn directions_of_whole_numbers_have_length_one(x: i16, y: i16) {
        assume!(x != 0 || y != 0);
        let (dx, dy) = direction(x.into(), y.into());
        assert!((length(dx, dy) - 1.0).abs() < 1e-9);
    }

    #[forall]
    fn powers_grow(base: f32, exponent: u8) {
        assume!(base >= 1.0 && base.is_finite());
        assert!(base.powf(exponent.into()) >= 1.0);
    }
}
