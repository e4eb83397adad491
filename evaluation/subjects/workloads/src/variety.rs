//! Programs with branches that are not all easy to reach: what a strategy is good for shows here.

/// A lock that opens after the right moves.
pub fn lock(moves: &[u8]) -> u8 {
    let mut open = 0;
    for step in moves {
        open = match (open, step) {
            (0, b'l') => 1,
            (1, b'r') => 2,
            (2, b'r') => 3,
            (3, b'l') => 4,
            (4, _) => 4,
            _ => 0,
        };
    }
    open
}

pub fn roman(text: &[u8]) -> Option<u32> {
    let mut total = 0;
    let mut last = u32::MAX;
    for letter in text {
        let value = match letter {
            b'I' => 1,
            b'V' => 5,
            b'X' => 10,
            b'L' => 50,
            b'C' => 100,
            b'D' => 500,
            b'M' => 1000,
            _ => return None,
        };
        if value > last {
            total -= 2 * last;
        }
        total += value;
        last = value;
    }
    Some(total)
}

pub fn date(day: u8, month: u8, year: u16) -> Option<u16> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    if day == 0 || day > days { None } else { Some(u16::from(month) * 31 + u16::from(day)) }
}

pub fn tokens(text: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < text.len() {
        match text[at] {
            b' ' => at += 1,
            b'0'..=b'9' => {
                while at < text.len() && text[at].is_ascii_digit() {
                    at += 1;
                }
                count += 1;
            }
            b'"' => {
                at += 1;
                while at < text.len() && text[at] != b'"' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                count += 1;
            }
            b'<' | b'>' if text.get(at + 1) == Some(&b'=') => {
                at += 2;
                count += 1;
            }
            _ => {
                at += 1;
                count += 1;
            }
        }
    }
    count
}

pub fn machine(program: &[u8]) -> u8 {
    let (mut accumulator, mut at, mut steps) = (0u8, 0usize, 0);
    while at < program.len() && steps < 12 {
        steps += 1;
        match program[at] {
            0 => accumulator = accumulator.wrapping_add(1),
            1 => accumulator = accumulator.wrapping_mul(3),
            2 if accumulator > 4 => at += 1,
            3 if accumulator == 7 => return 99,
            4 => at = 0,
            _ => {}
        }
        at += 1;
    }
    accumulator
}

pub fn checksum(digits: &[u8]) -> bool {
    let mut sum = 0u32;
    for (place, digit) in digits.iter().enumerate() {
        if *digit > 9 {
            return false;
        }
        sum += u32::from(*digit) * (10 - place as u32 % 10);
    }
    sum != 0 && sum.is_multiple_of(11)
}

pub fn ladder(x: u32) -> u32 {
    if x < 1000 {
        0
    } else if x < 1_000_000 {
        if x % 1009 == 17 { 2 } else { 1 }
    } else if x ^ 0x5555_5555 == 0x1234_5678 {
        4
    } else {
        3
    }
}

pub fn longest_run(values: &[u8]) -> usize {
    let (mut longest, mut run) = (0, 0);
    for at in 0..values.len() {
        run = if at > 0 && values[at] == values[at - 1] { run + 1 } else { 1 };
        if run > longest {
            longest = run;
        }
    }
    longest
}

pub fn utf8_kind(bytes: &[u8]) -> u8 {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => 1,
        Ok(text) if text.chars().count() == 1 => 2,
        Ok(_) => 3,
        Err(error) if error.valid_up_to() == 0 => 4,
        Err(_) => 5,
    }
}

pub fn matches(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, rest) => rest.is_none(),
        (Some((b'*', pattern_rest)), None) => matches(pattern_rest, text),
        (Some((b'*', pattern_rest)), Some((_, rest))) => {
            matches(pattern_rest, text) || matches(pattern, rest)
        }
        (Some((b'?', pattern_rest)), Some((_, rest))) => matches(pattern_rest, rest),
        (Some((one, pattern_rest)), Some((other, rest))) => one == other && matches(pattern_rest, rest),
        (Some(_), None) => false,
    }
}

pub fn account(moves: &[i16]) -> i32 {
    let mut balance = 0i32;
    for step in moves {
        balance += i32::from(*step);
        if balance < -500 {
            balance -= 10;
        } else if balance > 20_000 {
            balance += balance / 1000;
            if balance == 20_023 {
                return -1;
            }
        }
    }
    balance
}

pub fn compare_versions(left: [u8; 3], right: [u8; 3]) -> i8 {
    for place in 0..3 {
        if left[place] != right[place] {
            return if left[place] < right[place] { -1 } else { 1 };
        }
    }
    0
}

#[cfg(test)]
mod puts {
    use super::*;
    use forall::forall;

    #[forall]
    fn lock_is_in_one_of_five_states(moves: [u8; 8]) {
        assert!(lock(&moves) <= 4);
    }

    #[forall]
    fn roman_numbers_are_not_zero(text: [u8; 4]) {
        assert!(roman(&text) != Some(0));
    }

    #[forall]
    fn dates_are_in_order(day: u8, month: u8, year: u16) {
        assert!(date(day, month, year).is_none_or(|day| day <= 12 * 31 + 31));
    }

    #[forall]
    fn tokens_are_not_more_than_bytes(text: [u8; 6]) {
        assert!(tokens(&text) <= 6);
    }

    #[forall]
    fn machines_halt(program: [u8; 8]) {
        machine(&program);
    }

    #[forall]
    fn checksums_need_digits(digits: [u8; 10]) {
        checksum(&digits);
    }

    #[forall]
    fn ladders_have_five_rungs(x: u32) {
        assert!(ladder(x) <= 4);
    }

    #[forall]
    fn runs_are_not_longer_than_all(values: [u8; 6]) {
        assert!(longest_run(&values) <= 6);
    }

    #[forall]
    fn texts_are_of_one_kind(bytes: [u8; 3]) {
        assert!(utf8_kind(&bytes) > 0);
    }

    #[forall]
    fn stars_match_everything(pattern: [u8; 3], text: [u8; 3]) {
        matches(&pattern, &text);
    }

    #[forall]
    fn accounts_are_kept(moves: [i16; 5]) {
        account(&moves);
    }

    #[forall]
    fn versions_compare_both_ways(left: [u8; 3], right: [u8; 3]) {
        assert_eq!(compare_versions(left, right), -compare_versions(right, left));
    }
}
