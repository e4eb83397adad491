//! Settings in layers: what is said later wins.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// One layer of settings.
pub type Layer = BTreeMap<u8, i16>;

/// All layers in one.
pub fn merge(layers: &[Layer]) -> Layer {
    let mut all = Layer::new();
    for layer in layers {
        for (key, value) in layer {
            all.entry(*key).or_insert(*value);
        }
    }
    all
}

static LIMIT: OnceLock<u32> = OnceLock::new();

/// The limit of this process: who asks first says what it is.
pub fn limit(first: u32) -> u32 {
    *LIMIT.get_or_init(|| first)
}

/// Whether to talk much, by the environment.
pub fn verbose(default: bool) -> bool {
    match std::env::var("SETTINGS_VERBOSE") {
        Ok(value) => value == "1",
        Err(_) => default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fa::forall;

    #[forall(max_len = 2)]
    fn all_keys_are_kept(a: Layer, b: Layer) {
        let all = merge(&[a.clone(), b.clone()]);
        assert!(a.keys().chain(b.keys()).all(|key| all.contains_key(key)));
    }

    #[forall(max_len = 2)]
    fn the_last_wins(a: Layer, b: Layer) {
        let all = merge(&[a, b.clone()]);
        assert!(b.iter().all(|(key, value)| all.get(key) == Some(value)));
    }

    #[forall]
    fn the_limit_is_the_one_that_was_asked_for(first: u32) {
        assert_eq!(limit(first), first);
    }

    #[forall]
    fn the_limit_does_not_change(first: u32, second: u32) {
        let before = limit(first);
        assert_eq!(limit(second), before);
    }

    #[forall]
    fn silent_unless_told(default: bool) {
        assert_eq!(verbose(default), default);
    }

    #[cfg(slow)]
    #[forall]
    fn merging_is_associative(a: Layer, b: Layer, c: Layer) {
        assert_eq!(merge(&[merge(&[a.clone(), b.clone()]), c.clone()]), merge(&[a, merge(&[b, c])]));
    }
}
