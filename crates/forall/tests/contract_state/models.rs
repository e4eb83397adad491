//! Model state: what contracts call the state of an object.

use super::broken;
use forall::spec::contract;

/// The model is called like the field that it abstracts from: the field holds the last one first.
pub struct Stack {
    items: std::collections::VecDeque<i64>,
}

#[contract]
#[model(items: Vec<i64>, top: Option<i64>)]
#[represents(items = self.items.iter().rev().copied().collect())]
#[represents(top = self.items.front().copied())]
#[invariant(self.items.len() <= 3 && for_all(self.items, |item| item < 100))]
impl Stack {
    #[ensures(|ret| model(ret.items).is_empty())]
    pub fn new() -> Self {
        Stack { items: Default::default() }
    }

    #[requires(self.items.len() < 3)]
    #[ensures(|_| self.items.len() == old(self.items.len()) + 1 && self.items.last() == Some(&item))]
    #[ensures(|_| for_all(0..old(self.items.len()), |i| self.items[i] == old(self.items)[i]))]
    pub fn push(&mut self, item: i64) {
        match item {
            8 => self.items.push_back(item),
            _ => self.items.push_front(item),
        }
    }

    #[modifies(self.items)]
    pub fn change_first(&mut self, item: i64) {
        if let Some(first) = self.items.back_mut() {
            *first = item;
        }
    }

    #[panics(self.items.is_empty(), "empty", ensures(|_| self.items.is_empty()))]
    #[ensures(|ret| Some(*ret) == old(self.top))]
    pub fn pop(&mut self) -> i64 {
        self.items.pop_front().expect("it is empty")
    }
}

/// Another block, and another function: here, a model field needs to be called one.
#[contract]
impl Stack {
    #[behavior(requires(model(self.items).len() > 1), ensures(|ret| *ret == model(self.items)[0]))]
    #[behavior(requires(model(self.items).len() <= 1), ensures(|ret| *ret == 0))]
    pub fn first(&self) -> i64 {
        self.items.back().copied().unwrap_or_default()
    }

    #[modifies(model(self.top))]
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

#[contract]
#[requires(model(from.items).len() + model(to.items).len() <= 3)]
#[modifies(to)]
#[ensures(|_| model(to.items).len() == old(model(to.items).len() + model(from.items).len()))]
fn pour(from: &mut Stack, to: &mut Stack) {
    for item in &from.items {
        to.items.push_front(*item);
    }
    from.items.clear();
}

/// A model of a struct, of an enum and of a generic type.
#[contract]
#[model(area: u32)]
#[represents(area = self.width * self.height)]
#[invariant(self.area < 100)]
struct Rectangle {
    width: u32,
    height: u32,
}

#[contract]
impl Rectangle {
    #[modifies()]
    pub fn turn(&mut self) {
        std::mem::swap(&mut self.width, &mut self.height);
    }

    #[ensures(|_| true)]
    pub fn grow(&mut self) {
        self.width += 1;
    }

    #[modifies()]
    pub fn shrink(&mut self) {
        self.width -= 1;
    }
}

#[contract]
#[model(is_on: bool)]
#[represents(is_on = matches!(self, Lamp::On(_)))]
enum Lamp {
    On(u8),
    Off,
}

#[contract]
impl Lamp {
    #[modifies()]
    #[requires(model(self.is_on))]
    pub fn dim(&mut self) {
        *self = match *self {
            Lamp::On(1) => Lamp::Off,
            Lamp::On(power) => Lamp::On(power / 2),
            Lamp::Off => Lamp::Off,
        };
    }
}

struct Pair<T>(T, T);

#[contract]
#[model(both: (T, T))]
#[represents(both = (self.0.clone(), self.1.clone()))]
impl<T: Clone + PartialEq + std::fmt::Debug> Pair<T> {
    #[ensures(|_| self.both == { let (a, b) = old(self.both); (b, a) })]
    pub fn swap(&mut self) {
        if self.0 != self.1 {
            self.1 = self.0.clone();
        }
    }
}

fn stack(items: &[i64]) -> Stack {
    Stack { items: items.iter().rev().copied().collect() }
}

#[test]
fn conditions_speak_of_the_model() {
    assert_eq!(broken(|| drop(Stack::new())), "");
    assert_eq!(broken(|| stack(&[1]).push(2)), "");
    assert!(broken(|| stack(&[1, 2, 3]).push(2)).ends_with("`self.items.len() < 3`: self.items.len() = 3"));
    assert!(broken(|| stack(&[1]).push(8)).ends_with(": self.items.last() = Some(1), Some(&item) = Some(8)"));
    assert_eq!(
        broken(|| stack(&[1]).push(100)),
        "`Stack::push` breaks the invariant `self.items.len() <= 3 && for_all(self.items, |item| item < 100)`, \
         of which this is false: `for_all(self.items, |item| item < 100)`: item = 100, item = 100"
    );
    assert_eq!(broken(|| assert_eq!(stack(&[1, 2]).pop(), 2)), "");
    assert_eq!(broken(|| assert_eq!(stack(&[]).pop(), 0)), "it is empty");
}

#[test]
fn elsewhere_it_is_called_a_model() {
    assert_eq!(broken(|| assert_eq!(stack(&[1, 2]).first(), 1)), "");
    assert!(broken(|| assert_eq!(stack(&[1]).first(), 0)).ends_with("`*ret == 0`: *ret = 1"));
    assert_eq!(
        broken(|| pour(&mut stack(&[1]), &mut stack(&[2]))),
        "`pour` changes more than it may, `modifies(to)`: old(from.items) = [1], from.items = []"
    );
}

#[test]
fn the_model_stays_unless_it_may_change() {
    assert_eq!(broken(|| stack(&[1, 2]).change_first(3)), "");
    assert!(
        broken(|| stack(&[1]).change_first(3)).ends_with(": old(self.top) = Some(1), self.top = Some(3)")
    );
    assert!(broken(|| stack(&[1]).clear()).ends_with(": old(self.items) = [1], self.items = []"));
}

#[test]
fn structs_enums_and_generic_types_have_models() {
    let rectangle = |width, height| Rectangle { width, height };
    assert_eq!(broken(move || rectangle(2, 3).turn()), "");
    assert!(broken(move || rectangle(9, 10).grow()).ends_with("`self.area < 100`: self.area = 100"));
    assert!(broken(move || rectangle(2, 3).shrink()).ends_with(": old(self.area) = 6, self.area = 3"));
    assert_eq!(broken(|| Lamp::On(2).dim()), "");
    assert!(broken(|| Lamp::On(1).dim()).ends_with(": old(self.is_on) = true, self.is_on = false"));
    assert_eq!(broken(|| Pair(1, 1).swap()), "");
    assert!(broken(|| Pair(1, 2).swap()).contains("self.both = (1, 1)"));
}
