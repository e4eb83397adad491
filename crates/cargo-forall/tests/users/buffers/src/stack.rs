//! Stacks.

use std::collections::VecDeque;

/// A stack that knows its largest item.
#[derive(Debug, Clone, Default)]
pub struct MaxStack<T> {
    items: Vec<T>,
    maxima: Vec<T>,
}

impl<T: Clone + PartialOrd> MaxStack<T> {
    pub fn new() -> Self {
        MaxStack { items: Vec::new(), maxima: Vec::new() }
    }

    pub fn push(&mut self, item: T) {
        if self.maxima.last().is_none_or(|max| item > *max) {
            self.maxima.push(item.clone());
        }
        self.items.push(item);
    }

    pub fn pop(&mut self) -> Option<T> {
        let item = self.items.pop()?;
        if self.maxima.last() == Some(&item) {
            self.maxima.pop();
        }
        Some(item)
    }

    pub fn max(&self) -> Option<&T> {
        self.maxima.last()
    }

    pub fn clear(&mut self) {
        self.items.clear();
        self.maxima.clear();
    }
}

/// Turns a queue by so many places.
pub fn turn<T>(queue: &mut VecDeque<T>, by: usize) {
    let by = by % queue.len();
    queue.rotate_left(by);
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;
    use std::rc::Rc;

    #[forall(max_len = 3, types(T = [u8, String, Option<bool>, (i8, char)]))]
    fn what_is_pushed_is_popped<T: Clone + PartialOrd + std::fmt::Debug>(items: Vec<T>, top: T) {
        let mut stack = MaxStack::new();
        for item in items {
            stack.push(item);
        }
        stack.push(top.clone());
        assert_eq!(stack.pop(), Some(top));
    }

    #[forall]
    fn the_largest_is_known(items: Vec<i32>) {
        let mut stack = MaxStack::new();
        for item in &items {
            stack.push(*item);
        }
        assert_eq!(stack.max(), items.iter().max());
    }

    #[forall]
    fn the_largest_is_known_after_a_pop(items: Vec<i32>) {
        let mut stack = MaxStack::new();
        for item in &items {
            stack.push(*item);
        }
        stack.pop();
        let rest = items.split_last().map_or(&[][..], |(_, rest)| rest);
        assert_eq!(stack.max(), rest.iter().max());
    }

    #[forall]
    fn a_largest_float_is_known(items: Vec<f32>) {
        let mut stack = MaxStack::new();
        for item in &items {
            stack.push(*item);
        }
        assert!(items.iter().all(|item| item <= stack.max().unwrap()));
    }

    #[forall]
    fn clearing_releases_everything(value: u8, copies: u8) {
        let shared = Rc::new(value);
        let mut stack = MaxStack::new();
        for _ in 0..copies % 8 {
            stack.push(Rc::clone(&shared));
        }
        stack.clear();
        assert_eq!(Rc::strong_count(&shared), 1);
    }

    #[forall]
    fn turning_keeps_the_items(mut queue: VecDeque<u8>, by: usize) {
        let mut before: Vec<u8> = queue.iter().copied().collect();
        turn(&mut queue, by);
        let mut after: Vec<u8> = queue.into_iter().collect();
        before.sort_unstable();
        after.sort_unstable();
        assert_eq!(after, before);
    }
}
