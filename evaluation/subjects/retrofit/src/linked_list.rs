//! Figure 12: a list to which numbers are added at the front.

#[derive(Debug, Default)]
pub struct SinglyLinkedList {
    head: Option<Box<Node>>,
    count: usize,
}

#[derive(Debug)]
struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

impl SinglyLinkedList {
    pub fn add_first(&mut self, value: i32) {
        self.head = Some(Box::new(Node { value, next: self.head.take() }));
        self.count += 1;
    }

    pub fn head(&self) -> Option<i32> {
        self.head.as_ref().map(|node| node.value)
    }

    pub fn tail(&self) -> Option<i32> {
        let mut last = self.head.as_ref()?;
        while let Some(next) = &last.next {
            last = next;
        }
        Some(last.value)
    }

    pub fn count(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn the_last_added_is_first(numbers: &[i32]) {
        assume!(numbers.len() > 1);
        let mut list = SinglyLinkedList::default();
        for number in numbers {
            list.add_first(*number);
        }
        assert_eq!(list.head(), numbers.last().copied());
        assert_eq!(list.tail(), numbers.first().copied());
        assert_eq!(list.count(), numbers.len());
    }
}
