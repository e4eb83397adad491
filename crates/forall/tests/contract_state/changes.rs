//! `modifies(…)`: what may change.

use super::broken;
use forall::spec::contract;

pub struct Shelf {
    books: Vec<String>,
    pub room: u8,
    pub label: String,
    lost: u8,
}

#[contract]
impl Shelf {
    /// It says nothing of what it changes.
    #[ensures(|_| self.count() == old(self.count()) + 1)]
    pub fn put(&mut self, book: &str) {
        self.books.push(book.to_owned());
    }

    #[modifies(self.count(), self.last(), self.contains(book))]
    #[ensures(|_| self.contains(book) && !self.contains("lost"))]
    pub fn add(&mut self, book: &str) {
        match book {
            "room" => self.room -= 1,
            "label" => self.label.clear(),
            "lost" => self.lost += 1,
            "first" => self.books.insert(0, book.to_owned()),
            _ => self.books.push(book.to_owned()),
        }
        if !self.contains(book) {
            self.books.push(book.to_owned());
        }
    }

    /// It may make room, and hold others, whichever.
    #[modifies(self.room, self.contains(_), self.first())]
    #[ensures(|_| !self.contains(book))]
    pub fn exchange(&mut self, book: &str, other: &str) {
        for it in &mut self.books {
            if it == book {
                it.clear();
                it.push_str(other);
            }
        }
        self.room += 1;
    }

    #[modifies()]
    pub fn look(&mut self) -> u8 {
        self.books.truncate(1);
        self.lost += 1;
        self.lost
    }

    #[modifies(self)]
    pub fn clear(&mut self) {
        self.books.clear();
    }

    #[panics(self.count() > 1, "too many")]
    #[modifies(self.room)]
    pub fn close(&mut self, badly: bool) {
        self.room = 0;
        if self.books.len() > 1 {
            if badly {
                self.label.push('!');
            }
            panic!("too many books");
        }
    }

    #[pure]
    pub fn count(&self) -> usize {
        self.books.len()
    }

    #[pure]
    #[requires(self.count() > 0)]
    pub fn last(&self) -> &str {
        &self.books[self.books.len() - 1]
    }

    #[pure]
    pub fn contains(&self, book: &str) -> bool {
        self.books.iter().any(|it| it == book)
    }
}

/// Another block: what is seen there may not change either.
#[contract]
impl Shelf {
    /// There is nothing to be seen of an empty one.
    #[pure]
    pub fn first(&self) -> Option<&String> {
        assert!(!self.books.is_empty(), "there are none");
        self.books.first()
    }
}

#[contract]
#[requires(count > 0)]
#[modifies(shelf.count(), buffer)]
fn refill(shelf: &mut Shelf, count: u8, buffer: &mut Vec<String>, log: &mut [u8], total: &mut f64) {
    for _ in 0..count {
        shelf.books.extend(buffer.pop());
    }
    if count == 2 {
        log[0] = count;
    }
    *total += if count == 3 { 1.0 } else { 0.0 };
}

/// Only a part of a type of others may change: what conditions say of the rest is compared.
#[contract]
#[modifies(text.capacity())]
#[ensures(|_| text.len() < 4 || text.is_empty())]
fn reserve(text: &mut String) {
    text.reserve(100);
    if text.is_empty() {
        text.push('a');
    }
}

impl Measured for Shelf {
    fn weight(&self) -> f64 {
        if self.lost > 0 { f64::from(self.lost) } else { f64::NAN }
    }
}

pub trait Measured {
    fn weight(&self) -> f64;
}

/// A copy of the object observes as well.
#[derive(Clone, Copy)]
struct Clock {
    hours: u8,
    minutes: u8,
}

trait Shown {
    fn face(self) -> (u8, u8);
}

#[contract]
impl Shown for Clock {
    #[pure]
    fn face(self) -> (u8, u8) {
        (self.hours, self.minutes)
    }
}

#[contract]
impl Clock {
    #[modifies(self.face())]
    pub fn tick(&mut self) {
        self.minutes = (self.minutes + 1) % 60;
        self.hours += u8::from(self.minutes == 0);
    }

    #[modifies(self.hours())]
    pub fn turn(&mut self) {
        self.hours += 1;
    }

    #[pure]
    pub fn hours(self) -> u8 {
        self.hours
    }
}

mod inner {
    use super::{Measured, Shelf};
    use forall::spec::contract;

    pub trait Counted {
        fn lost(&self) -> u8;
        fn lose(&mut self, count: u8);
    }

    #[contract]
    impl Counted for Shelf {
        #[pure]
        fn lost(&self) -> u8 {
            self.lost
        }

        /// Conditions observe what stands in no block with a contract, and it is no number before and after.
        #[modifies(self.lost())]
        #[ensures(|_| old(self.weight().is_nan()) || self.weight() > 1.0)]
        fn lose(&mut self, count: u8) {
            self.lost += count;
        }
    }
}

fn shelf(books: &[&str]) -> Shelf {
    let books = books.iter().map(|book| book.to_string()).collect();
    Shelf { books, room: 9, label: "A".into(), lost: 0 }
}

#[test]
fn without_it_everything_may_change() {
    assert_eq!(broken(|| shelf(&[]).put("a")), "");
}

#[test]
fn what_is_named_may_change_and_nothing_else() {
    assert_eq!(broken(|| shelf(&["a"]).add("b")), "");
    let words =
        "`Shelf::add` changes more than it may, `modifies(self.count(), self.last(), self.contains(book))`: ";
    let changed = |book: &'static str| broken(move || shelf(&["a"]).add(book));
    assert_eq!(changed("room"), [words, "old(self.room) = 9, self.room = 8"].concat());
    assert_eq!(changed("label"), [words, "old(self.label) = \"A\", self.label = \"\""].concat());
    assert_eq!(
        changed("first"),
        [words, "old(self.first()) = Some(\"a\"), self.first() = Some(\"first\")"].concat()
    );
    assert_eq!(broken(|| shelf(&["a"]).clear()), "");
}

#[test]
fn an_observer_is_asked_with_the_arguments_of_the_conditions() {
    // `contains("lost")` occurs, too.
    assert!(
        broken(|| shelf(&["a"]).add("lost")).ends_with("of which this is false: `!self.contains(\"lost\")`")
    );
    assert_eq!(broken(|| shelf(&["a", "b"]).exchange("a", "c")), "");
    assert!(
        broken(|| shelf(&["b", "a"]).exchange("a", "c"))
            .ends_with("old(self.last()) = \"a\", self.last() = \"c\"")
    );
}

pub struct Marks([bool; 4]);

#[contract]
impl Marks {
    #[modifies(self.has(place))]
    #[ensures(|_| self.has(place) | self.has(other))]
    pub fn mark(&mut self, place: usize, other: usize) {
        let _ = other;
        self.0[place] = true;
    }

    #[modifies(self.has(place))]
    #[ensures(|_| self.has(place) | self.has(other))]
    pub fn mark_both(&mut self, place: usize, other: usize) {
        self.0[place] = true;
        self.0[other] = true;
    }

    #[pure]
    pub fn has(&self, place: usize) -> bool {
        self.0[place]
    }
}

#[test]
fn what_may_change_may_do_so_under_another_name() {
    assert_eq!(broken(|| Marks([false; 4]).mark(1, 1)), "");
    assert_eq!(broken(|| Marks([false; 4]).mark(1, 2)), "");
    assert_eq!(broken(|| Marks([false; 4]).mark_both(1, 1)), "");
    assert!(
        broken(|| Marks([false; 4]).mark_both(1, 2))
            .ends_with("old(self.has(other)) = false, self.has(other) = true")
    );
}

#[test]
fn what_cannot_be_observed_is_not_compared() {
    // Of an empty shelf nobody may ask for the last, and `first` panics.
    assert_eq!(broken(|| shelf(&[]).add("a")), "");
}

#[test]
fn nothing_may_change() {
    assert_eq!(broken(|| assert_eq!(shelf(&["a"]).look(), 1)), "");
    assert_eq!(
        broken(|| assert_eq!(shelf(&["a", "b"]).look(), 1)),
        "`Shelf::look` changes more than it may, `modifies()`: old(self.count()) = 2, self.count() = 1"
    );
}

#[test]
fn parameters_are_compared_by_what_is_seen_of_them_or_as_a_whole() {
    let refill = |count: u8| {
        let mut shelf = shelf(&["a"]);
        let mut buffer = vec!["b".to_owned(), "a".to_owned()];
        broken(move || super::changes::refill(&mut shelf, count, &mut buffer, &mut [0], &mut { f64::NAN }))
    };
    assert_eq!(refill(1), "");
    let words = "`refill` changes more than it may, `modifies(shelf.count(), buffer)`: ";
    assert_eq!(refill(2), [words, "old(shelf.last()) = \"a\", shelf.last() = \"b\""].concat());
    let mut none = Vec::new();
    let log = broken(move || super::changes::refill(&mut shelf(&[]), 2, &mut none, &mut [0], &mut 0.0));
    assert_eq!(log, [words, "old(*log) = [0], *log = [2]"].concat());
    let mut none = Vec::new();
    let total = broken(move || super::changes::refill(&mut shelf(&[]), 3, &mut none, &mut [0], &mut 0.5));
    assert_eq!(total, [words, "old(*total) = 0.5, *total = 1.5"].concat());
    assert_eq!(broken(|| reserve(&mut "b".into())), "");
    assert!(broken(|| reserve(&mut String::new())).ends_with(": old(text.len()) = 0, text.len() = 1"));
}

#[test]
fn copies_observe() {
    assert_eq!(broken(|| Clock { hours: 1, minutes: 1 }.tick()), "");
    let tick = broken(|| Clock { hours: 1, minutes: 59 }.tick());
    assert!(tick.ends_with(": old(self.hours()) = 1, self.hours() = 2"));
    let turn = broken(|| Clock { hours: 1, minutes: 59 }.turn());
    assert!(turn.ends_with(": old(self.face()) = (1, 59), self.face() = (2, 59)"));
}

#[test]
fn what_is_no_number_stays_so() {
    use inner::Counted;
    assert_eq!(broken(|| shelf(&[]).lose(0)), "");
    assert!(broken(|| shelf(&[]).lose(2)).ends_with(": old(self.weight()) = NaN, self.weight() = 2.0"));
}

#[test]
fn it_is_asked_after_a_panic_that_must_be() {
    assert_eq!(broken(|| shelf(&["a"]).close(true)), "");
    let text = |badly| broken(move || shelf(&["a", "b"]).close(badly));
    assert!(
        text(true)
            .starts_with("`Shelf::close` changes more than it may, `modifies(self.room)`: old(self.label)")
    );
}
