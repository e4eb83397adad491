//! Quicksort of six numbers. The part behind the pivot is not sorted when it begins with the pivot's equal.

use crate::branch;

pub const BRANCHES: usize = 5;

pub fn put(mut numbers: [i32; 6]) {
    sort(&mut numbers);
    assert!(branch!(4, numbers.is_sorted()), "not sorted");
}

fn sort(numbers: &mut [i32]) {
    if branch!(0, numbers.len() < 2) {
        return;
    }
    let last = numbers.len() - 1;
    let (mut small, mut at) = (0, 0);
    while branch!(1, at < last) {
        if branch!(2, numbers[at] < numbers[last]) {
            numbers.swap(small, at);
            small += 1;
        }
        at += 1;
    }
    numbers.swap(small, last);
    let (left, right) = numbers.split_at_mut(small);
    sort(left);
    // The defect: there may be more than that one behind it.
    if branch!(3, right.len() > 2 && right[0] == right[1]) {
        return;
    }
    sort(&mut right[1..]);
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn the_result_is_sorted(numbers: [i32; 6]) {
        super::put(numbers);
    }
}
