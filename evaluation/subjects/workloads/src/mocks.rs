//! The same mock twice: derived, and written by hand around `forall::choose`.

/// What a cache and a copier talk to.
pub trait Storage {
    fn load(&self, key: u8) -> Option<u8>;
    fn save(&mut self, key: u8, value: u8) -> Result<(), bool>;
}

/// Copies what is there under four keys; fails at the first error.
pub fn copy(from: &impl Storage, to: &mut impl Storage) -> Result<u32, bool> {
    let mut copied = 0;
    for key in 0..4 {
        if let Some(value) = from.load(key) {
            to.save(key, value / 2)?;
            copied += 1;
        }
    }
    Ok(copied)
}

/// What comes in until there is an end, sorted into small and large.
pub fn sort(from: &impl Storage, turns: u8) -> (u32, u32) {
    let (mut small, mut large) = (0, 0);
    for turn in 0..turns {
        match from.load(turn) {
            Some(0..=99) => small += 1,
            Some(_) => large += 1,
            None => break,
        }
    }
    (small, large)
}

#[cfg(test)]
mod derived {
    use super::*;
    use forall::forall;

    forall::fake! {
        impl Storage for FakeStorage {
            fn load(&self, key: u8) -> Option<u8>;
            fn save(&mut self, key: u8, value: u8) -> Result<(), bool>;
        }
    }

    #[forall]
    fn derived_copy(from: FakeStorage, mut to: FakeStorage) {
        assert!(copy(&from, &mut to).unwrap_or(0) <= 4);
    }

    #[forall]
    fn derived_sort(from: FakeStorage) {
        let (small, large) = sort(&from, 7);
        assert!(small + large <= 7);
    }
}

#[cfg(test)]
mod by_hand {
    use super::*;
    use forall::forall;

    struct Mock;

    impl Storage for Mock {
        fn load(&self, _key: u8) -> Option<u8> {
            forall::choose()
        }

        fn save(&mut self, _key: u8, _value: u8) -> Result<(), bool> {
            forall::choose()
        }
    }

    #[forall]
    fn hand_written_copy() {
        assert!(copy(&Mock, &mut Mock).unwrap_or(0) <= 4);
    }

    #[forall]
    fn hand_written_sort() {
        let (small, large) = sort(&Mock, 7);
        assert!(small + large <= 7);
    }
}
