use std::fmt;

/// Whether the year has a 29th of February.
pub fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

pub fn days_in_year(year: u16) -> u16 {
    if is_leap(year) { 366 } else { 365 }
}

pub fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// A month, January is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month(u8);

impl Month {
    pub fn new(number: u8) -> Option<Month> {
        (1..=12).contains(&number).then_some(Month(number))
    }

    pub fn next(self) -> Month {
        Month(self.0 % 12 + 1)
    }

    pub fn number(self) -> u8 {
        self.0
    }
}

/// A day of the calendar of today, also for years in which nobody had it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(test, derive(forall::Input))]
#[cfg_attr(test, forall(invariant = Date::is_valid))]
pub struct Date {
    pub year: u16,
    #[cfg_attr(test, forall(range = 1..=12))]
    pub month: u8,
    #[cfg_attr(test, forall(range = 1..=31))]
    pub day: u8,
}

impl Date {
    pub fn is_valid(&self) -> bool {
        (1..=12).contains(&self.month) && self.day >= 1 && self.day <= days_in_month(self.year, self.month)
    }

    /// The day after.
    pub fn tomorrow(self) -> Date {
        if self.day < days_in_month(self.year, self.month) {
            Date { day: self.day + 1, ..self }
        } else if self.month < 12 {
            Date { month: self.month + 1, day: 1, ..self }
        } else {
            Date { year: self.year + 1, month: 1, day: 1 }
        }
    }

    /// The number of the day in its year; the first is 1.
    pub fn ordinal(self) -> u16 {
        let before: u16 = (1..self.month).map(|month| u16::from(days_in_month(self.year, month))).sum();
        before + u16::from(self.day)
    }

    pub fn from_ordinal(year: u16, mut ordinal: u16) -> Option<Date> {
        if ordinal == 0 {
            return None;
        }
        for month in 1..=12 {
            let days = u16::from(days_in_month(year, month));
            if ordinal <= days {
                return Some(Date { year, month, day: ordinal as u8 });
            }
            ordinal -= days;
        }
        None
    }

    /// 0 is Sunday.
    pub fn weekday(self) -> u8 {
        const OFFSETS: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let mut year = u32::from(self.year);
        if self.month < 3 {
            year -= 1;
        }
        let days = year + year / 4 - year / 100 + year / 400 + OFFSETS[usize::from(self.month) - 1] + u32::from(self.day);
        (days % 7) as u8
    }

    /// Reads a short date such as `240229`, of this century.
    pub fn parse_short(text: &str) -> Option<Date> {
        if text.len() != 6 {
            return None;
        }
        let year: u16 = text[0..2].parse().ok()?;
        let month = text[2..4].parse().ok()?;
        let day = text[4..6].parse().ok()?;
        let date = Date { year: 2000 + year, month, day };
        date.is_valid().then_some(date)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, factory, forall};

    #[factory]
    fn month(number: u8) -> Option<Month> {
        Month::new(number)
    }

    #[forall]
    fn leap_years_are_even(year: u16) {
        assert!(!is_leap(year) || year % 2 == 0);
    }

    #[forall]
    fn months_make_a_year(year: u16) {
        let days: u16 = (1..=12).map(|month| u16::from(days_in_month(year, month))).sum();
        assert_eq!(days, days_in_year(year));
    }

    #[forall]
    fn tomorrow_is_later(date: Date) {
        assert!(date.tomorrow() > date);
    }

    #[forall]
    fn tomorrow_is_a_date(date: Date) {
        assume!(date.year < 10_000);
        assert!(date.tomorrow().is_valid());
    }

    #[forall]
    fn ordinals_can_be_undone(date: Date) {
        assert_eq!(Date::from_ordinal(date.year, date.ordinal()), Some(date));
    }

    /// I was told that a year has 365 days.
    #[forall]
    fn ordinals_end_with_the_year(date: Date) {
        assert!((1..=365).contains(&date.ordinal()));
    }

    #[forall]
    fn a_week_has_seven_days(date: Date) {
        assert!(date.weekday() < 7);
    }

    #[forall]
    fn weekdays_follow_each_other(date: Date) {
        assume!(date.year >= 1583 && date.year <= 2400);
        assert_eq!(date.tomorrow().weekday(), (date.weekday() + 1) % 7);
    }

    #[forall]
    fn short_dates_are_read_or_refused(text: &str) {
        if let Some(date) = Date::parse_short(text) {
            assert!(date.year >= 2000 && date.year < 2100);
        }
    }

    #[forall]
    fn dates_have_ten_characters(date: Date) {
        assert_eq!(date.to_string().len(), 10);
    }

    #[forall]
    fn twelve_months_later(month: Month) {
        let mut later = month;
        for _ in 0..12 {
            assert!((1..=12).contains(&later.number()));
            later = later.next();
        }
        assert_eq!(later, month);
    }

    #[forall]
    fn next_months_are_larger(month: Month) {
        assert!(month.next().number() > month.number());
    }
}
