use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A duration as hours, minutes and seconds.
pub fn clock(duration: Duration) -> (u64, u64, u64) {
    let seconds = duration.as_secs();
    (seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The year by the clock of this machine, good enough for greetings.
pub fn this_year() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    1970 + since.as_secs() / 31_556_952
}

/// How old somebody becomes this year.
pub fn age(born: u16) -> u64 {
    this_year() - u64::from(born)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};
    use std::time::Instant;

    #[forall]
    fn clocks_can_be_undone(duration: Duration) {
        let (hours, minutes, seconds) = clock(duration);
        assert!(minutes < 60 && seconds < 60);
        assert_eq!(hours * 3600 + minutes * 60 + seconds, duration.as_secs());
    }

    #[forall]
    fn waiting_twice_is_longer(first: Duration, second: Duration) {
        assert!(first + second >= first);
    }

    #[forall]
    fn shares_of_an_hour(n: u32) {
        assert!(Duration::from_secs(3600) / n <= Duration::from_secs(3600));
    }

    /// Whoever was born before the epoch has grown up.
    #[forall]
    fn the_old_are_adults(born: u16) {
        assume!(born < 1970);
        assert!(age(born) >= 18);
    }

    /// And everybody has an age.
    #[forall]
    fn everybody_has_an_age(born: u16) {
        assume!(born < 4000);
        assert!(age(born) < 4000);
    }

    #[forall]
    fn counting_is_quick(n: u16) {
        let start = Instant::now();
        let sum: u32 = (0..u32::from(n)).sum();
        assert!(sum < u32::MAX);
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}
