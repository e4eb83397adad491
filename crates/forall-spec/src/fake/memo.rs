//! Answers that a fake gives again.

use super::Answers;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The answers of a method by its arguments. Clones share them.
pub struct Memo<K, T> {
    known: Arc<Mutex<Vec<(K, T)>>>,
    listed: Answers<T>,
}

impl<K: PartialEq, T: Clone> Memo<K, T> {
    /// This is the answer to these arguments.
    pub fn know(&self, key: K, answer: T) {
        locked(&self.known).push((key, answer));
    }

    /// The answer that equal arguments had, or a new one. Whether they are equal is decided as it is for the keys of a map.
    pub(super) fn answer_of(&self, key: K, new: impl FnOnce() -> T) -> T {
        if let Some((_, answer)) = locked(&self.known).iter().find(|(known, _)| *known == key) {
            return answer.clone();
        }
        let answer = new();
        self.know(key, answer.clone());
        answer
    }
}

impl<K, T> Memo<K, T> {
    /// The answers to arguments that are not known yet.
    pub fn listed(&self) -> &Answers<T> {
        &self.listed
    }
}

impl<K, T> Default for Memo<K, T> {
    fn default() -> Memo<K, T> {
        Memo { known: Arc::default(), listed: Answers::default() }
    }
}

impl<K, T> Clone for Memo<K, T> {
    fn clone(&self) -> Memo<K, T> {
        Memo { known: Arc::clone(&self.known), listed: self.listed.clone() }
    }
}

/// A value that is the same until it is set. Clones share it.
pub struct Property<T> {
    value: Arc<Mutex<Option<T>>>,
    listed: Answers<T>,
}

impl<T: Clone> Property<T> {
    pub(super) fn value(&self, new: impl FnOnce() -> T) -> T {
        if let Some(value) = &*locked(&self.value) {
            return value.clone();
        }
        let value = new();
        *locked(&self.value) = Some(value.clone());
        value
    }
}

impl<T> Property<T> {
    /// What it is set to, if that succeeded; with nothing it is chosen anew.
    pub fn set_if(&self, succeeded: bool, value: Option<T>) {
        if succeeded {
            *locked(&self.value) = value;
        }
    }

    pub fn listed(&self) -> &Answers<T> {
        &self.listed
    }
}

impl<T> Default for Property<T> {
    fn default() -> Property<T> {
        Property { value: Arc::default(), listed: Answers::default() }
    }
}

impl<T> Clone for Property<T> {
    fn clone(&self) -> Property<T> {
        Property { value: Arc::clone(&self.value), listed: self.listed.clone() }
    }
}

/// What a panic has left behind is still whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
