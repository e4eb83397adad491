//! An arithmetic needle: one pair of numbers among 2⁶⁴.

use crate::branch;

pub const BRANCHES: usize = 3;

pub fn put(x: u32, y: u32) {
    let cubic = x.wrapping_mul(x).wrapping_mul(x).wrapping_sub(x.wrapping_mul(7));
    // The only 32-bit solution is 0x2a51f0c4.
    if branch!(0, cubic == 0x1b72_4ee4) {
        let key = x ^ 0xdead_beef;
        if branch!(1, y >> 16 == key >> 16) {
            assert!(!branch!(2, y == key), "the needle");
        }
    }
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn there_is_no_needle(x: u32, y: u32) {
        super::put(x, y);
    }
}
