//! rangemap 1.3.0: maps of different ranges are equal.

use rangemap::RangeMap;
pub fn put(a: (u32, u32), b: (u32, u32)) {
    if a.0 >= a.1 || b.0 >= b.1 {
        return;
    }
    let (mut x, mut y) = (RangeMap::new(), RangeMap::new());
    x.insert(a.0..a.1, ());
    y.insert(b.0..b.1, ());
    assert_eq!(x == y, a == b);
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(a: (u32, u32), b: (u32, u32)) {
        super::put(a, b);
    }
}
