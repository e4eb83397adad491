//! fraction 0.13.0: `floor` of negative fractions rounds up.

use fraction::Fraction;
pub fn put(n: i32, d: i32) {
    if d <= 0 {
        return;
    }
    let f = if n < 0 {
        -Fraction::new((n as i64).unsigned_abs(), d as u64)
    } else {
        Fraction::new(n as u64, d as u64)
    };
    let want = (n as i64).div_euclid(d as i64);
    let w = if want < 0 { -Fraction::from(want.unsigned_abs()) } else { Fraction::from(want as u64) };
    assert_eq!(f.floor(), w);
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(n: i32, d: i32) {
        super::put(n, d);
    }
}
