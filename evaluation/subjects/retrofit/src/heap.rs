//! Figures 9 and 10: a heap in an array that has room for four from the start.

/// The smallest number is first.
#[derive(Clone, Debug)]
pub struct Heap {
    numbers: Vec<i32>,
    count: usize,
}

const ROOM: usize = 4;

impl Heap {
    pub fn of(numbers: &[i32]) -> Heap {
        let mut heap = Heap { numbers: vec![0; ROOM], count: 0 };
        for number in numbers {
            heap.add(*number);
        }
        heap
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn numbers(&self) -> &[i32] {
        &self.numbers[..self.count]
    }

    pub fn add(&mut self, number: i32) {
        if self.count == self.numbers.len() {
            self.numbers.resize(2 * self.count, 0);
        }
        self.numbers[self.count] = number;
        self.count += 1;
        self.rise(self.count - 1);
    }

    /// Takes such a number out, if there is one.
    pub fn remove(&mut self, number: i32) -> bool {
        // The room that is not used is full of zeros.
        let searched = if cfg!(feature = "defective") { &self.numbers[..] } else { self.numbers() };
        let Some(index) = searched.iter().position(|known| *known == number) else { return false };
        self.count -= 1;
        self.numbers[index] = self.numbers[self.count];
        if index < self.count {
            self.rise(index);
            self.sink(index);
        }
        true
    }

    fn rise(&mut self, mut index: usize) {
        while index > 0 && self.numbers[index] < self.numbers[(index - 1) / 2] {
            self.numbers.swap(index, (index - 1) / 2);
            index = (index - 1) / 2;
        }
    }

    fn sink(&mut self, mut index: usize) {
        while let Some(child) = self.smaller_child(index)
            && self.numbers[child] < self.numbers[index]
        {
            self.numbers.swap(index, child);
            index = child;
        }
    }

    fn smaller_child(&self, index: usize) -> Option<usize> {
        let children = 2 * index + 1..(2 * index + 3).min(self.count);
        children.min_by_key(|child| self.numbers[*child])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[test]
    fn what_is_not_there_is_not_removed() {
        assert!(!Heap::of(&[2, 78, 1, 0, 56]).remove(99));
    }

    #[forall(max_len = 3)]
    fn what_is_there_is_removed(numbers: &[i32], number: i32) {
        let mut heap = Heap::of(numbers);
        let there = numbers.contains(&number);
        assert_eq!(heap.remove(number), there);
        assert_eq!(heap.count(), numbers.len() - usize::from(there));
        for other in numbers.iter().filter(|other| **other != number) {
            assert!(heap.numbers().contains(other));
        }
        assert!(heap.numbers().iter().all(|number| heap.numbers()[0] <= *number));
    }
}
