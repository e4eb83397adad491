//! First stop: what is proved.
//!
//! `#[forall]` stands in for `#[test]`. The test has parameters, and must hold for all of them.

/// Counts up to a limit, and stays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    value: u32,
    limit: u32,
}

impl Counter {
    /// A counter that has counted to `value` already.
    ///
    /// # Panics
    ///
    /// If that is beyond the limit.
    pub fn starting_at(value: u32, limit: u32) -> Counter {
        assert!(value <= limit, "{value} is beyond the limit");
        Counter { value, limit }
    }

    pub fn value(self) -> u32 {
        self.value
    }

    pub fn add(&mut self, steps: u32) {
        self.value = if steps > self.limit - self.value { self.limit } else { self.value + steps };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// Proved: every path through the test was run, and no other arguments lead anywhere else. `assume!` says which arguments are meant.
    #[forall]
    fn never_passes_its_limit(value: u32, limit: u32, steps: u32) {
        assume!(value <= limit);
        let mut counter = Counter::starting_at(value, limit);
        counter.add(steps);
        assert!(counter.value() <= limit);
    }

    /// Proved: it panics with this message whatever the arguments are.
    #[forall(panics = "beyond the limit")]
    fn cannot_start_beyond_its_limit(value: u32, limit: u32) {
        assume!(value > limit);
        Counter::starting_at(value, limit);
    }

    /// Proved: this panic is allowed, any other would be a failure.
    #[forall(may_panic = "beyond the limit")]
    fn starts_where_it_is_told(value: u32, limit: u32) {
        assert_eq!(Counter::starting_at(value, limit).value(), value);
    }
}
