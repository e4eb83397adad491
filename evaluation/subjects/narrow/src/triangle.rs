//! Kinds of triangles, against an independent rule. One of the three ways to be isosceles is forgotten.

use crate::branch;

pub const BRANCHES: usize = 6;

#[derive(PartialEq, Debug)]
enum Kind {
    None,
    Equilateral,
    Isosceles,
    Scalene,
}

pub fn put(a: i32, b: i32, c: i32) {
    let kind = classify(a, b, c);
    let equal = u8::from(a == b) + u8::from(b == c) + u8::from(a == c);
    let rule = match equal {
        _ if kind == Kind::None => Kind::None,
        3 => Kind::Equilateral,
        1 => Kind::Isosceles,
        _ => Kind::Scalene,
    };
    assert!(branch!(5, kind == rule), "{kind:?} instead of {rule:?}");
}

fn classify(a: i32, b: i32, c: i32) -> Kind {
    let (p, q, r) = (i64::from(a), i64::from(b), i64::from(c));
    if branch!(0, a <= 0 || b <= 0 || c <= 0) || branch!(1, p + q <= r || q + r <= p || p + r <= q) {
        Kind::None
    } else if branch!(2, a == b) {
        if branch!(3, b == c) { Kind::Equilateral } else { Kind::Isosceles }
    } else if branch!(4, b == c) {
        Kind::Isosceles
    } else {
        // The defect: that `a == c` is not asked for.
        Kind::Scalene
    }
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn kinds_follow_the_rule(a: i32, b: i32, c: i32) {
        super::put(a, b, c);
    }
}
