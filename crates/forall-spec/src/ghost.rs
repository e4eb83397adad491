//! State that is for contracts alone.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
#[cfg(not(feature = "checked"))]
use std::marker::PhantomData;

/// A field that contracts alone read and change: `#[updates(self.calls = ghost(self.calls) + 1)]` on a method of a block with
/// `#[contract]`, `ghost(self.calls)` in its conditions.
///
/// Where tests are built it has a value, which begins as `T::default()`; in every other build it has none, and no size. The rest of a program
/// can make one and hand it on, and cannot tell one from another: they are all equal.
///
/// ```
/// # use forall::spec as forall_spec;
/// use forall_spec::{Ghost, contract};
///
/// #[derive(Default)]
/// pub struct Valve {
///     is_open: bool,
///     turned: Ghost<u32>,
/// }
///
/// #[contract]
/// impl Valve {
///     #[requires(ghost(self.turned) < 1000)]
///     #[updates(self.turned = ghost(self.turned) + 1)]
///     pub fn turn(&mut self) {
///         self.is_open = !self.is_open;
///     }
/// }
/// # Valve::default().turn();
/// ```
#[derive(Clone, Copy)]
pub struct Ghost<T> {
    #[cfg(feature = "checked")]
    value: T,
    #[cfg(not(feature = "checked"))]
    value: PhantomData<T>,
}

impl<T: Default> Ghost<T> {
    /// It begins as `T::default()`.
    #[must_use]
    pub fn new() -> Ghost<T> {
        Ghost { value: Default::default() }
    }
}

impl<T: Default> Default for Ghost<T> {
    fn default() -> Ghost<T> {
        Ghost::new()
    }
}

impl<T> Debug for Ghost<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ghost")
    }
}

impl<T> PartialEq for Ghost<T> {
    fn eq(&self, _: &Ghost<T>) -> bool {
        true
    }
}

impl<T> Eq for Ghost<T> {}

impl<T> PartialOrd for Ghost<T> {
    fn partial_cmp(&self, other: &Ghost<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Ghost<T> {
    fn cmp(&self, _: &Ghost<T>) -> Ordering {
        Ordering::Equal
    }
}

impl<T> Hash for Ghost<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A ghost that has this value. Cases are written with it; the code under test has no use for it.
#[cfg(feature = "checked")]
#[must_use]
pub fn ghost<T>(value: T) -> Ghost<T> {
    Ghost { value }
}

#[cfg(feature = "checked")]
mod checked {
    use super::Ghost;
    use crate::input::{Input, MakeInput};
    use crate::source::{Construction, Source};
    use forall_protocol::value::Form;

    /// What a condition reads.
    pub fn value_of_ghost<T>(ghost: &Ghost<T>) -> &T {
        &ghost.value
    }

    /// What a contract updates, unless it is not checked.
    pub fn update<T>(ghost: &mut Ghost<T>, value: Option<T>) {
        if let Some(value) = value {
            ghost.value = value;
        }
    }

    impl<T: Input> Input for Ghost<T> {
        type By = T::By;
    }

    /// It is called like its value.
    impl<T: MakeInput<By>, By> MakeInput<By> for Ghost<T> {
        fn make(source: &mut Source<'_>) -> Ghost<T> {
            const HOW: Construction = Construction::of(Form::Parentheses, "forall::ghost", "");
            source.built(&HOW, |source| Ghost { value: T::make(source) })
        }
    }
}

#[cfg(feature = "checked")]
pub use checked::{update, value_of_ghost};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::hash_map::DefaultHasher;

    #[test]
    fn nobody_can_tell_one_from_another() {
        let [one, two] = [ghost(1), ghost(2)];
        let hash = |it: Ghost<u8>| {
            let mut hasher = DefaultHasher::new();
            it.hash(&mut hasher);
            hasher.finish()
        };
        assert!(one == two && one.cmp(&two) == Ordering::Equal && hash(one) == hash(two));
        assert_eq!(format!("{one:?}"), "Ghost");
        assert_eq!((*value_of_ghost(&two), *value_of_ghost(&Ghost::<u8>::default())), (2, 0));
    }
}
