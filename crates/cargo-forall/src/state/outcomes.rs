//! Branch outcomes as they are kept: by their places, because their numbers change with any other code of the program.

use super::Key;
use forall_protocol::manifest::{Manifest, NOT_COUNTED};
use std::collections::HashMap;

/// What the numbers of one program mean.
#[derive(Default)]
pub struct Outcomes {
    keys: HashMap<u32, u128>,
    numbers: HashMap<u128, u32>,
}

impl Outcomes {
    pub fn of(manifest: &Manifest) -> Outcomes {
        let mut outcomes = Outcomes::default();
        // Sites of one place in one function are told apart by their order.
        let mut ranks: HashMap<Key, u32> = HashMap::new();
        for site in manifest.sites.iter().filter(|site| site.first_outcome != NOT_COUNTED) {
            let (file, function) = (manifest.text(site.file), manifest.text(site.function));
            let place = Key::of((file, site.line, site.column, function, site.outcomes));
            let rank = ranks.entry(place).or_default();
            for outcome in 0..site.outcomes {
                let (number, Key(key)) = (site.first_outcome + outcome, Key::of((place, *rank, outcome)));
                let key = u128::from_le_bytes(key);
                outcomes.keys.entry(number).or_insert(key);
                outcomes.numbers.entry(key).or_insert(number);
            }
            *rank += 1;
        }
        outcomes
    }

    /// What an outcome is known by in kept reports.
    pub fn key(&self, number: u32) -> Option<u128> {
        self.keys.get(&number).copied()
    }

    /// The number of the outcome that had this key; `None` when it no longer exists.
    pub fn number(&self, key: u128) -> Option<u32> {
        self.numbers.get(&key).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::manifest::Site;

    #[test]
    fn outcomes_are_found_again_under_other_numbers() {
        let site = |line, first_outcome| Site {
            file: 0,
            line,
            column: 5,
            function: 1,
            first_outcome,
            outcomes: 2,
            panicking: 0,
            own: true,
        };
        let texts = vec!["a.rs".to_owned(), "a::f".into()];
        let program =
            |sites: Vec<Site>| Outcomes::of(&Manifest { sites, texts: texts.clone(), ..Manifest::default() });
        let before = program(vec![site(1, 0), site(2, NOT_COUNTED), site(3, 2), site(3, 4)]);
        let after = program(vec![site(7, 0), site(3, 2), site(3, 4), site(1, 6)]);
        let now = |number| after.number(before.key(number).unwrap());
        assert_eq!([0, 1, 2, 3, 4, 5].map(now), [6, 7, 2, 3, 4, 5].map(Some));
        assert_eq!(program(vec![site(1, 0)]).number(before.key(2).unwrap()), None);
        assert_eq!(before.key(6), None);
    }
}
