//! Quicksort, recursive and in place.

pub fn quicksort(numbers: &mut [i32]) {
    if numbers.len() < 2 {
        return;
    }
    let middle = partition(numbers);
    let (smaller, larger) = numbers.split_at_mut(middle);
    quicksort(smaller);
    quicksort(&mut larger[1..]);
}

/// Moves the last number to where it belongs, smaller ones before it; says where that is.
fn partition(numbers: &mut [i32]) -> usize {
    let last = numbers.len() - 1;
    let mut middle = 0;
    for i in 0..last {
        if numbers[i] < numbers[last] {
            numbers.swap(i, middle);
            middle += 1;
        }
    }
    numbers.swap(middle, last);
    middle
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall]
    fn four_come_out_in_order(numbers: [i32; 4]) {
        come_out_in_order(numbers);
    }

    #[forall]
    fn four_stay_the_same(numbers: [i32; 4], any: i32) {
        stay_the_same(numbers, any);
    }

    #[forall]
    fn five_come_out_in_order(numbers: [i32; 5]) {
        come_out_in_order(numbers);
    }

    #[forall]
    fn five_stay_the_same(numbers: [i32; 5], any: i32) {
        stay_the_same(numbers, any);
    }

    #[forall]
    fn six_come_out_in_order(numbers: [i32; 6]) {
        come_out_in_order(numbers);
    }

    #[forall]
    fn six_stay_the_same(numbers: [i32; 6], any: i32) {
        stay_the_same(numbers, any);
    }

    fn come_out_in_order<const N: usize>(mut numbers: [i32; N]) {
        quicksort(&mut numbers);
        assert!(numbers.is_sorted());
    }

    /// Whatever number one looks for, it is there as often as before.
    fn stay_the_same<const N: usize>(mut numbers: [i32; N], any: i32) {
        let count = |numbers: &[i32]| numbers.iter().filter(|number| **number == any).count();
        let before = count(&numbers);
        quicksort(&mut numbers);
        assert_eq!(count(&numbers), before);
    }
}
