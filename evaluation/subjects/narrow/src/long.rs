//! A ring that holds sixteen numbers. Only inputs longer than that show that it does not notice being full.

use crate::branch;

pub const BRANCHES: usize = 3;

pub fn put(numbers: &[u8]) {
    let mut ring = [0; 16];
    let mut length = 0;
    while branch!(0, length < numbers.len()) {
        if branch!(1, length == 0) {
            ring = [numbers[0]; 16];
        }
        ring[length % 16] = numbers[length];
        length += 1;
    }
    assert!(!branch!(2, length > 16), "{} numbers are lost", length - 16);
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn nothing_is_lost(numbers: &[u8]) {
        super::put(numbers);
    }
}
