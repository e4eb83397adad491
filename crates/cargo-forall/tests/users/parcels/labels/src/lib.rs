//! What is printed on a parcel.

use parcel_rates::{price, Parcel, Speed};

/// A number with a check digit at its end.
pub fn number(serial: u16) -> String {
    let text = format!("{serial:05}");
    let check = check_digit(&text);
    format!("{text}{check}")
}

/// The weighted sum of all digits, modulo ten.
pub fn check_digit(digits: &str) -> u32 {
    digits.bytes().enumerate().map(|(i, b)| u32::from(b - b'0') * if i % 2 == 0 { 3 } else { 1 }).sum::<u32>() % 10
}

/// Whether the number was read without a mistake.
pub fn is_number(text: &str) -> bool {
    let Some((digits, check)) = text.split_at_checked(5) else { return false };
    text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit()) && check.parse() == Ok(check_digit(digits))
}

/// A label: the number and the price.
pub fn label(serial: u16, weight: u32) -> String {
    let parcel = Parcel { weight, size: [10, 10, 10] };
    format!("{} {}", number(serial), price(&parcel, Speed::Slow))
}

/// A name that fits in a line of the label.
pub fn fit(name: &str, width: usize) -> &str {
    if name.len() <= width { name } else { &name[..width] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn numbers_are_numbers(serial: u16) {
        assert!(is_number(&number(serial)));
    }

    #[forall]
    fn any_text_can_be_checked(text: &str) {
        if is_number(text) {
            assert_eq!(text.len(), 6);
        }
    }

    /// One wrong digit is noticed.
    #[forall]
    fn a_wrong_digit_is_noticed(place: u8, right: u8, wrong: u8) {
        assume!(place < 5 && right < 10 && wrong < 10 && right != wrong);
        let mut digits = [b'0'; 5];
        digits[usize::from(place)] = b'0' + right;
        let before = check_digit(std::str::from_utf8(&digits).unwrap());
        digits[usize::from(place)] = b'0' + wrong;
        let after = check_digit(std::str::from_utf8(&digits).unwrap());
        assert_ne!(before, after);
    }

    /// Two digits that changed places are noticed.
    #[forall]
    fn swapped_digits_are_noticed(a: u8, b: u8) {
        assume!(a < 10 && b < 10 && a != b);
        assert_ne!(check_digit(&format!("{a}{b}000")), check_digit(&format!("{b}{a}000")));
    }

    #[forall]
    fn names_fit(name: &str, width: usize) {
        assert!(fit(name, width).len() <= width);
    }

    #[forall]
    fn labels(serial: u16) -> String {
        label(serial / 1000, 900)
    }
}
