//! How the value of an observation is kept until after the call: `(&&&&Observation(&value)).kept()` takes the first of the traits below that
//! fits.

use std::borrow::Borrow;

/// What an observer returned.
pub struct Observation<'a, T>(pub &'a T);

/// Something lent, of which a copy can be made.
pub struct Lent;
/// Something lent, or nothing.
pub struct LentOption;
/// Something of its own.
pub struct Owned;
/// Something that cannot be compared with what it is after the call.
pub struct Lost;

pub trait ByCopy {
    fn kept(&self) -> Lent {
        Lent
    }
}

impl<T: ToOwned + PartialEq + ?Sized> ByCopy for &&&Observation<'_, &T> {}

pub trait ByCopyInside {
    fn kept(&self) -> LentOption {
        LentOption
    }
}

impl<T: ToOwned + PartialEq + ?Sized> ByCopyInside for &&&Observation<'_, Option<&T>> {}

pub trait OnlyLent {
    fn kept(&self) -> Lost {
        Lost
    }
}

impl<T: ?Sized> OnlyLent for &&Observation<'_, &T> {}
impl<T: ?Sized> OnlyLent for &&Observation<'_, Option<&T>> {}

pub trait ByItself {
    fn kept(&self) -> Owned {
        Owned
    }
}

impl<T: PartialEq> ByItself for &Observation<'_, T> {}

pub trait NotAtAll {
    fn kept(&self) -> Lost {
        Lost
    }
}

impl<T> NotAtAll for Observation<'_, T> {}

/// Equal values; what is not even equal to itself, as a number that is none, is the same if both are so.
#[allow(clippy::eq_op)]
fn is_changed<T: PartialEq + ?Sized>(before: &T, after: &T) -> bool {
    before != after && (before == before || after == after)
}

impl Lent {
    pub fn keep<T: ToOwned + ?Sized>(&self, value: &T) -> T::Owned {
        value.to_owned()
    }

    pub fn is_changed<T: ToOwned + PartialEq + ?Sized>(&self, before: &T::Owned, after: &&T) -> bool {
        is_changed(before.borrow(), *after)
    }
}

impl LentOption {
    pub fn keep<T: ToOwned + ?Sized>(&self, value: Option<&T>) -> Option<T::Owned> {
        value.map(ToOwned::to_owned)
    }

    pub fn is_changed<T: ToOwned + PartialEq + ?Sized>(
        &self,
        before: &Option<T::Owned>,
        after: &Option<&T>,
    ) -> bool {
        match (before, after) {
            (Some(before), Some(after)) => is_changed(before.borrow(), *after),
            (None, None) => false,
            _ => true,
        }
    }
}

impl Owned {
    pub fn keep<T>(&self, value: T) -> T {
        value
    }

    pub fn is_changed<T: PartialEq>(&self, before: &T, after: &T) -> bool {
        is_changed(before, after)
    }
}

impl Lost {
    pub fn keep<T: Comparable>(&self, value: T) -> T {
        value
    }

    pub fn is_changed<T: Comparable>(&self, _: &T, _: &T) -> bool {
        false
    }
}

/// Nothing is; its name is for the message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared before and after a call, which `modifies` asks for",
    label = "this is not said to change",
    note = "name it in `modifies(…)` if it may change; else let it be `PartialEq`, and what is lent `Clone`, too"
)]
pub trait Comparable {}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! is_changed {
        ($before:expr, $after:expr) => {{
            let (before, after) = ($before, $after);
            let kept = (&&&&Observation(&before)).kept().keep(before);
            (&&&&Observation(&after)).kept().is_changed(&kept, &after)
        }};
    }

    #[test]
    fn values_are_compared_however_they_are_lent() {
        assert!(is_changed!(1, 2) && !is_changed!(1, 1));
        assert!(is_changed!("a", "b") && !is_changed!("a", "a"));
        assert!(is_changed!(&[1][..], &[1, 2][..]) && !is_changed!(&[1][..], &[1][..]));
        assert!(is_changed!(Some("a"), None::<&str>) && !is_changed!(Some("a"), Some("a")));
        assert!(is_changed!(Some(1), Some(2)) && !is_changed!(Some(&1), Some(&1)));
    }

    #[test]
    fn what_is_no_number_stays_so() {
        assert!(!is_changed!(f64::NAN, f64::NAN));
        assert!(is_changed!(f64::NAN, 1.0) && is_changed!(1.0, f64::NAN));
    }
}
