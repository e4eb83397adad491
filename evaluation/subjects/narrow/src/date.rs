//! Dates as eight digits, `YYYYMMDD`. The validation forgets that only every fourth century begins with a leap year.

use crate::branch;

pub const BRANCHES: usize = 9;

pub fn put(text: [u8; 8]) {
    if let Some((year, month, day)) = parse(text) {
        let leap = if year % 100 == 0 { year % 400 == 0 } else { year % 4 == 0 };
        assert!(!branch!(8, month == 2 && day == 29 && !leap), "February has no such day");
    }
}

fn parse(text: [u8; 8]) -> Option<(u32, u32, u32)> {
    let mut at = 0;
    while branch!(0, at < text.len()) {
        if branch!(1, !text[at].is_ascii_digit()) {
            return None;
        }
        at += 1;
    }
    let number = |digits: &[u8]| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    let (year, month, day) = (number(&text[..4]), number(&text[4..6]), number(&text[6..]));
    if branch!(2, month == 0 || month > 12) {
        return None;
    }
    let days = if branch!(3, month == 2) {
        if branch!(4, year % 4 == 0) { 29 } else { 28 }
    } else if branch!(5, matches!(month, 4 | 6 | 9 | 11)) {
        30
    } else {
        31
    };
    if branch!(6, day == 0) || branch!(7, day > days) {
        return None;
    }
    Some((year, month, day))
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn only_days_that_exist_are_valid(text: [u8; 8]) {
        super::put(text);
    }
}
