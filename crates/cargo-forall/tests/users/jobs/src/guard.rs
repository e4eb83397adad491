//! A guard that must be released.

/// Complains when it is dropped and was not released.
#[derive(Debug)]
pub struct Guard {
    released: bool,
}

impl Guard {
    pub fn new() -> Guard {
        Guard { released: false }
    }

    pub fn release(mut self) {
        self.released = true;
    }
}

impl Default for Guard {
    fn default() -> Guard {
        Guard::new()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if !self.released {
            panic!("a guard was not released");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall]
    fn guards_are_released(release: bool) {
        let guard = Guard::new();
        if release {
            guard.release();
        }
    }

    #[forall(panics = "was not released")]
    fn forgotten_guards_complain(n: u8) {
        let _guard = Guard::new();
        assert!(n.count_ones() <= 8);
    }

    /// A panic below a guard: the guard complains while the other is on its way.
    #[forall]
    fn work_below_a_guard(n: u8) {
        let guard = Guard::new();
        let quotient = 100 / (n ^ 7);
        guard.release();
        assert!(quotient <= 100);
    }
}
