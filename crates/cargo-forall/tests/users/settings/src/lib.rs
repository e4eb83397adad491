//! Settings from a file, the environment and the command line.

// The attribute does not find the crate under its new name.
#[cfg(test)]
extern crate fa as forall;

pub mod file;
pub mod layers;
pub mod place;

#[cfg(feature = "colours")]
pub mod colours {
    /// Reads a colour such as `ff8000`.
    pub fn colour(text: &str) -> Option<[u8; 3]> {
        let n = u32::from_str_radix(text, 16).ok()?;
        let [_, r, g, b] = n.to_be_bytes();
        Some([r, g, b])
    }

    #[cfg(test)]
    #[fa::forall]
    fn colours_have_six_digits(text: &str) {
        if colour(text).is_some() {
            assert_eq!(text.len(), 6);
        }
    }
}

/// What a setting may be called.
pub fn is_key(text: &str) -> bool {
    if cfg!(feature = "strict") {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
    } else {
        !text.trim().is_empty()
    }
}

/// Beside the function, without a module of tests.
#[cfg(test)]
#[fa::forall]
fn keys_are_not_empty(text: &str) {
    assert!(!is_key(text) || !text.is_empty());
}

#[cfg(all(test, feature = "strict"))]
#[fa::forall]
fn strict_keys_are_ascii(text: &str) {
    fa::assume!(is_key(text));
    assert!(text.is_ascii() && !text.contains('='));
}

#[cfg(all(test, not(feature = "strict")))]
#[fa::forall]
fn loose_keys_have_no_equals_sign(text: &str) {
    fa::assume!(is_key(text));
    assert!(!text.contains('='));
}
