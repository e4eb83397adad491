//! Figures 3 to 6: settings that are kept in a storage.

/// Where settings are kept.
#[forall_spec::fake]
pub trait Storage {
    fn get(&self, name: &str) -> Option<Value>;
    fn save(&mut self, name: &str, value: Value);
}

#[derive(Clone, Debug, PartialEq, Eq, forall_spec::Input)]
pub enum Value {
    Text(String),
    Number(i32),
    Flag(bool),
    Level(Level),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, forall_spec::Input)]
pub enum Level {
    Low,
    High,
}

/// Tells whoever wants to know when a setting changes.
pub struct SettingsGroup<'a, S> {
    pub storage: S,
    pub changed: Option<&'a mut dyn FnMut(&str)>,
}

impl<S: Storage> SettingsGroup<'_, S> {
    pub fn get(&self, name: &str) -> Option<Value> {
        self.storage.get(name)
    }

    /// Does nothing when there is no real change.
    pub fn save(&mut self, name: &str, value: Value) {
        if self.storage.get(name).is_some_and(|old| old == value) {
            return;
        }
        self.storage.save(name, value);
        if let Some(changed) = &mut self.changed {
            changed(name);
        }
    }
}

/// Settings that are gone with the process.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage {
    settings: Vec<(String, Value)>,
}

impl Storage for MemoryStorage {
    fn get(&self, name: &str) -> Option<Value> {
        self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    fn save(&mut self, name: &str, value: Value) {
        match self.settings.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.settings.push((name.to_owned(), value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, factory, forall};

    #[test]
    fn what_is_saved_is_got() {
        let mut group = SettingsGroup { storage: MemoryStorage::default(), changed: None };
        group.save("X", Value::Number(5));
        group.save("NAME", Value::Text("Charlie".into()));
        assert_eq!(group.get("X"), Some(Value::Number(5)));
        assert_eq!(group.get("NAME"), Some(Value::Text("Charlie".into())));
    }

    /// The factory of figure 6.
    #[factory]
    fn used(settings: Vec<(String, Value)>) -> MemoryStorage {
        assume!(!settings.is_empty());
        let mut storage = MemoryStorage::default();
        for (name, value) in settings {
            storage.save(&name, value);
        }
        storage
    }

    #[forall(max_len = 1)]
    fn whatever_is_saved_is_got(storage: MemoryStorage, name: &str, value: Value) {
        let mut group = SettingsGroup { storage, changed: None };
        group.save(name, value.clone());
        assert_eq!(group.get(name), Some(value));
    }

    #[forall(max_len = 1)]
    fn what_is_saved_is_told(storage: FakeStorage, value: Value, watched: bool) {
        let mut told = false;
        let mut tell = |_: &str| told = true;
        let mut group = SettingsGroup { storage, changed: if watched { Some(&mut tell) } else { None } };
        group.save("name", value.clone());
        let saved = &group.storage.calls()[1..];
        assert!(
            saved.is_empty() || saved == [StorageCall::Save { name: "name".into(), value: value.into() }]
        );
        assert_eq!(told, watched && !saved.is_empty());
    }
}
