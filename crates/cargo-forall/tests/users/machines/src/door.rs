//! A door with a lock, and a turnstile.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Door {
    Open,
    #[default]
    Closed,
    Locked { code: u16 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Action {
    Open,
    Close,
    Lock(u16),
    Unlock(u16),
}

impl Door {
    /// The door after the action.
    ///
    /// # Panics
    /// When an open door is to be locked.
    pub fn act(self, action: Action) -> Door {
        match (self, action) {
            (Door::Closed, Action::Open) => Door::Open,
            (Door::Open, Action::Close) => Door::Closed,
            (Door::Closed, Action::Lock(code)) => Door::Locked { code },
            (Door::Open, Action::Lock(code)) => panic!("an open door cannot be locked with {code}"),
            (Door::Locked { code }, Action::Unlock(tried)) if code == tried => Door::Closed,
            (door, _) => door,
        }
    }
}

/// Lets one through for each coin.
#[derive(Debug, Default)]
pub struct Turnstile {
    coins: u8,
    passed: u8,
}

impl Turnstile {
    pub fn step(&mut self, coin: bool) -> bool {
        if coin {
            self.coins += 1;
            false
        } else if self.passed < self.coins {
            self.passed += 1;
            true
        } else {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn a_locked_door_stays_locked(code: u16, action: Action) {
        assume!(action != Action::Unlock(code));
        assert_eq!(Door::Locked { code }.act(action), Door::Locked { code });
    }

    #[forall]
    fn any_action_is_possible(door: Door, action: Action) {
        door.act(action);
    }

    #[forall(may_panic = "cannot be locked with")]
    fn only_locking_can_be_wrong(door: Door, action: Action) {
        let after = door.act(action);
        assert!(after != Door::Open || door != Door::Locked { code: 0 });
    }

    #[forall(panics = "an open door cannot be locked")]
    fn open_doors_cannot_be_locked(code: u16) {
        Door::Open.act(Action::Lock(code));
    }

    /// The message has the code, whatever it is.
    #[forall(panics = "locked with 0")]
    fn the_code_is_in_the_message(code: u16) {
        Door::Open.act(Action::Lock(code));
    }

    /// From locked to open takes two actions.
    #[forall(max_len = 3)]
    fn locked_doors_do_not_open_at_once(actions: Vec<Action>) {
        assume!(actions.len() <= 1);
        let door = actions.iter().fold(Door::Locked { code: 4711 }, |door, action| door.act(*action));
        assert_ne!(door, Door::Open);
    }

    #[forall(max_len = 2)]
    fn nobody_gets_in_without_the_code(actions: Vec<Action>) {
        let door = actions.iter().fold(Door::Locked { code: 4711 }, |door, action| door.act(*action));
        assert_ne!(door, Door::Open);
    }

    #[forall]
    fn nobody_passes_for_nothing(steps: Vec<bool>) {
        let mut turnstile = Turnstile::default();
        let passed = steps.iter().filter(|coin| turnstile.step(**coin)).count();
        assert!(passed <= steps.iter().filter(|coin| **coin).count());
    }

    /// On a busy day.
    #[forall]
    fn turnstiles_take_many_coins(coins: u16) {
        assume!(coins < 1000);
        let mut turnstile = Turnstile::default();
        for _ in 0..coins {
            turnstile.step(true);
        }
        assert!(coins == 0 || turnstile.step(false));
    }
}
