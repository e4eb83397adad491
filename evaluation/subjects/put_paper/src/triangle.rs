//! What kind of triangle three lengths make.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    Equilateral,
    Isosceles,
    Scalene,
    Invalid,
}

pub fn classify(a: i32, b: i32, c: i32) -> Triangle {
    if !is_possible(a, b, c) {
        Triangle::Invalid
    } else if a == b && b == c {
        Triangle::Equilateral
    } else if a == b || b == c || a == c {
        Triangle::Isosceles
    } else {
        Triangle::Scalene
    }
}

/// Any two sides together are longer than the third. In 64 bits no sum of two overflows.
fn is_possible(a: i32, b: i32, c: i32) -> bool {
    let (a, b, c) = (i64::from(a), i64::from(b), i64::from(c));
    a > 0 && b > 0 && c > 0 && a + b > c && b + c > a && a + c > b
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn a_side_that_is_not_positive_makes_no_triangle(a: i32, b: i32, c: i32) {
        assume!(a.min(b).min(c) <= 0);
        assert_eq!(classify(a, b, c), Triangle::Invalid);
    }

    #[forall]
    fn equal_sides_make_an_equilateral_triangle(side: i32) {
        assume!(side > 0);
        assert_eq!(classify(side, side, side), Triangle::Equilateral);
    }

    #[forall]
    fn the_order_of_the_sides_does_not_matter(a: i32, b: i32, c: i32) {
        let triangle = classify(a, b, c);
        assert_eq!(classify(b, c, a), triangle);
        assert_eq!(classify(c, b, a), triangle);
    }

    #[forall]
    fn the_number_of_equal_sides_tells_the_kind(a: i32, b: i32, c: i32) {
        let kind = classify(a, b, c);
        assume!(kind != Triangle::Invalid);
        let pairs = u8::from(a == b) + u8::from(b == c) + u8::from(a == c);
        let expected = [Triangle::Scalene, Triangle::Isosceles, Triangle::Invalid, Triangle::Equilateral];
        assert_eq!(kind, expected[usize::from(pairs)]);
    }
}
