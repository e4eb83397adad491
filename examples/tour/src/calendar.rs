//! Second stop: an assertion that fails.

/// Has a mistake: of the years that end a century, only every fourth is a leap year.
pub fn is_leap_year(year: u16) -> bool {
    year.is_multiple_of(4)
}

/// The number of days in a month, if there is such a month.
pub fn days_in_month(month: u8, leap_year: bool) -> Option<u8> {
    match month {
        4 | 6 | 9 | 11 => Some(30),
        2 if leap_year => Some(29),
        2 => Some(28),
        1..=12 => Some(31),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    /// FAILED: the report names the simplest year for which the rule is wrong. `forall/calendar/tests/leap_years_follow_the_rule.rs`
    /// keeps it as an ordinary test, which fails until the rule is corrected.
    #[forall]
    fn leap_years_follow_the_rule(year: u16) {
        let rule = if year.is_multiple_of(100) { year.is_multiple_of(400) } else { year.is_multiple_of(4) };
        assert_eq!(is_leap_year(year), rule);
    }

    /// Proved, with one case for each of the ways through the `match`.
    #[forall]
    fn twelve_months_have_about_30_days(month: u8, leap_year: bool) {
        match days_in_month(month, leap_year) {
            Some(days) => assert!((1..=12).contains(&month) && (28..=31).contains(&days)),
            None => assert!(month == 0 || month > 12),
        }
    }
}
