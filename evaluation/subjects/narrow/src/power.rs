//! Growth by percents, with a function of the C mathematics library that forall does not see through.

use crate::branch;

pub const BRANCHES: usize = 2;

pub fn put(percent: u8, years: u8) {
    let factor = (1.0 + f64::from(percent) / 100.0).powf(f64::from(years));
    if branch!(0, factor >= 2.0) {
        // The rule of thumb is taken for a law.
        assert!(branch!(1, u16::from(percent) * u16::from(years) >= 72), "doubled before its time");
    }
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn it_takes_seventy_two_to_double(percent: u8, years: u8) {
        super::put(percent, years);
    }
}
