//! num-integer 0.1.44: multiples of zero divide by it.

use num_integer::Integer;
pub fn put(a: i64, b: i64) {
    let want = if b == 0 { a == 0 } else { a as i128 % b as i128 == 0 };
    assert_eq!(Integer::is_multiple_of(&a, &b), want);
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(a: i64, b: i64) {
        super::put(a, b);
    }
}
