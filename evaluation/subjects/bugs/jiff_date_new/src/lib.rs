//! jiff 0.2.20: day 0 is a date.

use jiff::civil::Date;
pub fn put(y: i16, m: i8, d: i8) {
    let leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    let dim = match m {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => {
            if leap {
                29
            } else {
                28
            }
        }
        _ => 0,
    };
    let valid = (-9999..=9999).contains(&y) && d >= 1 && d <= dim;
    assert_eq!(Date::new(y, m, d).is_ok(), valid);
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(y: i16, m: i8, d: i8) {
        super::put(y, m, d);
    }
}
