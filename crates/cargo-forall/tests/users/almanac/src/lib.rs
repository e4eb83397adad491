//! Dates, weekdays and times of day.

mod clock;
mod date;

pub use clock::{age, clock, this_year};
pub use date::{Date, Month, days_in_month, days_in_year, is_leap};
