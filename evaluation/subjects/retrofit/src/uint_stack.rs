//! Figures 1 and 2: a stack of numbers that are not negative.

#[derive(Debug, Default)]
pub struct UIntStack {
    numbers: Vec<u32>,
}

impl UIntStack {
    pub fn push(&mut self, number: i32) {
        match u32::try_from(number) {
            Ok(number) => self.numbers.push(number),
            // Nobody learns that the number is not there.
            Err(_) if cfg!(feature = "defective") => {}
            Err(_) => panic!("the number is negative"),
        }
    }

    pub fn count(&self) -> usize {
        self.numbers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[test]
    fn one_push_makes_one() {
        let mut stack = UIntStack::default();
        stack.push(1);
        assert_eq!(stack.count(), 1);
    }

    #[test]
    fn two_pushes_make_two() {
        let mut stack = UIntStack::default();
        stack.push(1);
        stack.push(30);
        assert_eq!(stack.count(), 2);
    }

    #[forall(max_len = 3, may_panic = "is negative")]
    fn every_push_counts(numbers: &[i32]) {
        let mut stack = UIntStack::default();
        for number in numbers {
            stack.push(*number);
        }
        assert_eq!(stack.count(), numbers.len());
    }
}
