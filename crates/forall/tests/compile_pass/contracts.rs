//! Contracts of a crate whose author wants to hear of everything.

#![deny(warnings, missing_docs, unreachable_pub, unused, nonstandard_style, rust_2018_idioms, let_underscore_drop)]
#![deny(unused_lifetimes, unused_qualifications, unused_results, unnameable_types, single_use_lifetimes, trivial_casts)]
#![forbid(unsafe_code)]

use forall::spec::{contract, contract_for};

/// A stack.
#[derive(Debug, Default, forall::Input)]
pub struct Stack<T> {
    items: Vec<T>,
    shortened: forall::spec::Ghost<u8>,
}

#[contract]
#[model(first: Option<T>)]
#[represents(first = self.items.first().cloned())]
#[invariant(self.first.is_none() || !self.is_empty())]
#[invariant(self.len() < 10 && !self.items.contains(&T::default()))]
impl<T: Clone + Default + PartialEq> Stack<T> {
    /// Takes the last.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    #[panics(self.is_empty(), "none", ensures(|_| self.len() == old(self.len())))]
    #[ensures(|ret| self.len() + 1 == old(self.len()) && *ret != T::default())]
    pub fn pop(&mut self) -> T {
        self.items.pop().expect("there are none")
    }

    /// Takes all but the first.
    #[requires(ghost(self.shortened) < 100)]
    #[updates(self.shortened = ghost(self.shortened) + 1)]
    #[modifies(self.len())]
    #[ensures(|_| self.find(&T::default()).is_none())]
    pub fn shorten(&mut self, by: &mut usize, log: &mut [T]) {
        let _ = (by, log);
        self.items.truncate(1);
    }

    /// How many there are.
    #[must_use]
    #[pure]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    #[pure]
    #[ensures(|&ret| ret == (self.len() == 0))]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// One of them.
    #[requires(index < self.len())]
    pub fn at(&mut self, index: usize) -> &mut T {
        &mut self.items[index]
    }

    /// The first that is like this.
    #[must_use]
    #[ensures(|ret| ret.is_none_or(|found| found == wanted))]
    pub fn find<'a>(&'a self, wanted: &T) -> Option<&'a T> {
        self.items.iter().find(|item| *item == wanted)
    }
}

/// The larger of two numbers.
#[must_use]
#[contract]
#[requires(a != b)]
#[behavior(requires(a > b), ensures(|ret| *ret == a))]
#[behavior(requires(a <= b), ensures(|ret| *ret == b))]
pub fn larger(mut a: u32, (b, _): (u32, u8)) -> u32 {
    if a < b {
        a = b;
    }
    a
}

/// Everything twice.
#[contract]
#[requires(!items.is_empty())]
#[ensures(|ret| ret.clone().count() == 2 * old(items.len()))]
pub fn twice<T>(items: &[T], visit: impl Fn(&T)) -> impl Iterator<Item = &T> + Clone {
    items.iter().for_each(visit);
    items.iter().chain(items)
}

/// The part before the point.
///
/// # Errors
///
/// If there is no point.
#[contract]
#[ensures(|ret| ret.as_ref().is_ok_and(|part| part.len() < text.len()) || !text.contains('.'))]
pub fn before_point(text: &str) -> Result<String, String> {
    let (before, _) = text.split_once('.').ok_or("there is no point")?;
    Ok(before.to_owned())
}

/// What can be counted.
#[contract]
#[invariant(self.count() < 100)]
#[constraint(self.count() >= old(self.count()))]
pub trait Count<'a, T: Clone> {
    /// What has no number.
    type Rest: AsRef<str>;

    /// How many there are.
    #[must_use]
    #[pure]
    fn count(&self) -> usize;

    /// Adds one.
    ///
    /// # Errors
    ///
    /// If there is no room.
    #[requires(self.count() < 99 && !name.is_empty())]
    #[ensures(|ret| ret.is_err() || self.count() > old(self.count()) && buffer.len() >= kept.len() && !name.is_empty())]
    fn add(&mut self, item: &'a T, name: &str, kept: String, buffer: &mut Vec<u8>) -> Result<&T, Self::Rest>;

    /// Adds one, and tells of it.
    #[behavior(requires(self.count() == 0), ensures(|_| self.count() == 1))]
    #[behavior(requires(self.count() > 0), ensures(|_| true))]
    fn tell(&mut self, item: &'a T, mut tell: impl FnMut(usize)) {
        let _ = self.add(item, "a", String::new(), &mut Vec::new()).is_ok();
        tell(self.count());
    }
}

#[contract]
impl<'a, T: Clone> Count<'a, T> for Stack<T> {
    type Rest = String;

    fn count(&self) -> usize {
        self.items.len()
    }

    #[requires(self.items.len() < 100)]
    fn add(&mut self, item: &'a T, name: &str, _: String, mut buffer: &mut Vec<u8>) -> Result<&T, String> {
        self.items.push(item.clone());
        std::io::Write::write_all(&mut buffer, name.as_bytes()).map_err(|error| error.to_string())?;
        self.items.last().ok_or_else(|| "there is none".to_owned())
    }
}

#[contract]
impl<T> std::ops::AddAssign<T> for Stack<T> {
    fn add_assign(&mut self, item: T) {
        self.items.push(item);
    }
}

/// The greatest of some numbers.
#[must_use]
#[contract]
#[requires(exists(numbers, |_| true) && for_all(0..numbers.len(), |i| numbers[i] < 100))]
#[requires(exists_one([name, name], |given| matches("[a-z]+", given)) || !name.is_empty())]
#[ensures(|ret| for_all(old(numbers.to_vec()), |number| number <= *ret))]
pub fn greatest(numbers: &[u8], name: &str) -> u8 {
    let _ = name;
    numbers.iter().copied().max().unwrap_or_default()
}

contract_for! {
    /// The larger of two.
    #[must_use]
    #[ensures(|ret| *ret >= a)]
    pub fn std::cmp::max(a: u8, b: u8) -> u8;

    /// What is said of vectors.
    pub impl<T: Clone> Vec<T> {
        /// How many there are.
        #[must_use]
        #[pure]
        fn len(&self) -> usize;

        /// Takes the last.
        #[requires(self.len() > 0)]
        #[ensures(|ret| ret.is_some())]
        fn pop(&mut self) -> Option<T>;
    }
}

/// How many numbers come before the first that is zero.
#[must_use]
pub fn before_zero(numbers: &[u8]) -> usize {
    let mut count = 0;
    while count < numbers.len() && numbers[count] > 0 {
        forall::spec::loop_invariant!(for_all(0..count, |i| numbers[i] > 0));
        count += 1;
    }
    count
}
