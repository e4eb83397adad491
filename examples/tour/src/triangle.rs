//! The classic: is it a triangle, and of which kind?

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    Equilateral,
    Isosceles,
    Scalene,
}

/// The kind of triangle with these sides, if there is one.
pub fn classify(a: i32, b: i32, c: i32) -> Option<Triangle> {
    let (long_a, long_b, long_c) = (i64::from(a), i64::from(b), i64::from(c));
    if long_a + long_b <= long_c || long_b + long_c <= long_a || long_a + long_c <= long_b {
        None
    } else if a == b && b == c {
        Some(Triangle::Equilateral)
    } else if a == b || b == c || a == c {
        Some(Triangle::Isosceles)
    } else {
        Some(Triangle::Scalene)
    }
}
