//! Numbers with check digits. The same file is used by the server.

/// The check of Luhn, for cards.
pub fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(i, digit)| {
            let n = u32::from(*digit) * if i % 2 == 1 { 2 } else { 1 };
            if n > 9 { n - 9 } else { n }
        })
        .sum();
    sum % 10 == 0
}

/// The number in groups of three: `1'234'567`.
pub fn grouped(n: u32) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push('\'');
        }
        text.push(c);
    }
    text
}

/// A number between others; which of them is larger does not matter.
pub fn clamped(n: i32, a: i32, b: i32) -> i32 {
    n.clamp(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn one_wrong_digit_is_found(digits: [u8; 4], place: u8, other: u8) {
        assume!(digits.iter().all(|digit| *digit < 10) && other < 10 && place < 4);
        let mut wrong = digits;
        wrong[usize::from(place)] = other;
        assume!(wrong != digits && luhn(&digits));
        assert!(!luhn(&wrong));
    }

    #[forall]
    fn swapped_digits_are_found(a: u8, b: u8) {
        assume!(a < 10 && b < 10 && a != b);
        assert!(!(luhn(&[a, b]) && luhn(&[b, a])));
    }

    #[forall]
    fn swapped_digits_before_the_last_are_found(a: u8, b: u8, c: u8) {
        assume!(a < 10 && b < 10 && c < 10 && a != b);
        assert!(!(luhn(&[a, b, c]) && luhn(&[b, a, c])));
    }

    #[forall]
    fn groups_can_be_undone(n: u32) {
        assert_eq!(grouped(n).replace('\'', "").parse(), Ok(n));
    }

    #[forall]
    fn clamped_numbers_are_between(n: i32, a: i32, b: i32) {
        let clamped = clamped(n, a, b);
        assert!(clamped >= a.min(b) && clamped <= a.max(b));
    }

    #[forall(may_panic = "min > max")]
    fn clamped_numbers_are_between_or_refused(n: i32, a: i32, b: i32) {
        let clamped = clamped(n, a, b);
        assert!(clamped >= a && clamped <= b);
    }
}
