//! num-integer 0.1.39: the least common multiple of zeros divides by zero.

use num_integer::Integer;
pub fn put(a: i32, b: i32) {
    if a == i32::MIN || b == i32::MIN {
        return;
    }
    if (a as i64 * b as i64).abs() > i32::MAX as i64 {
        return;
    }
    let l = a.lcm(&b);
    if a == 0 || b == 0 {
        assert_eq!(l, 0);
    } else {
        assert!(l > 0 && l % a == 0 && l % b == 0);
    }
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(a: i32, b: i32) {
        super::put(a, b);
    }
}
