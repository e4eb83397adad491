use std::collections::BTreeMap;
use std::fmt::Write;

struct Numbers(u32);

impl Iterator for Numbers {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some(self.0 >> 8)
    }
}

/// Arithmetic over arrays on the stack, as in hash functions.
pub fn mixing(seed: u32) -> u64 {
    let mut numbers = Numbers(seed);
    let mut state: [u32; 8] = std::array::from_fn(|_| numbers.next().unwrap_or(0));
    for _ in 0..2_000 {
        let mut schedule = [0u32; 64];
        for word in schedule.iter_mut().take(16) {
            *word = numbers.next().unwrap_or(0);
        }
        for i in 16..64 {
            let a = schedule[i - 15].rotate_right(7) ^ (schedule[i - 15] >> 3);
            let b = schedule[i - 2].rotate_right(17) ^ (schedule[i - 2] >> 10);
            schedule[i] = schedule[i - 16].wrapping_add(a).wrapping_add(schedule[i - 7]).wrapping_add(b);
        }
        for word in schedule {
            let sum = state[7].wrapping_add(word).wrapping_add(state[4].rotate_right(6));
            state.rotate_right(1);
            state[4] = state[4].wrapping_add(sum);
            state[0] = sum.wrapping_add(state[1] & state[2]);
        }
    }
    state.iter().map(|&word| u64::from(word)).sum()
}

pub fn sorting(seed: u32) -> u64 {
    let mut numbers: Vec<u32> = Numbers(seed).take(20_000).collect();
    numbers.sort();
    let mut pairs: Vec<(u32, u32)> = Numbers(seed).zip(Numbers(!seed)).take(10_000).collect();
    pairs.sort_unstable_by_key(|pair| pair.1);
    u64::from(numbers[7]) + u64::from(pairs[7].0)
}

/// Formatting and parsing.
pub fn text(seed: u32) -> u64 {
    let mut text = String::new();
    for number in Numbers(seed).take(4_000) {
        let _ = write!(text, "{number} ");
    }
    text.split_whitespace().filter_map(|word| word.parse::<u64>().ok()).fold(0, u64::wrapping_add)
}

/// Allocation and pointers.
pub fn tree(seed: u32) -> u64 {
    let mut map = BTreeMap::new();
    for number in Numbers(seed).take(5_000) {
        *map.entry(number % 4_096).or_insert(0u64) += 1;
    }
    map.range(100..2_000).map(|(key, count)| u64::from(*key) * count).sum()
}

pub fn matrix(seed: u32) -> u64 {
    const N: usize = 40;
    let mut numbers = Numbers(seed);
    let mut fill = || -> Vec<Vec<u64>> {
        (0..N).map(|_| numbers.by_ref().take(N).map(u64::from).collect()).collect()
    };
    let (a, b) = (fill(), fill());
    let mut trace = 0u64;
    for i in 0..N {
        for j in 0..N {
            let cell = (0..N).fold(0u64, |sum, k| sum.wrapping_add(a[i][k].wrapping_mul(b[k][j])));
            trace = trace.wrapping_add(cell);
        }
    }
    trace
}

trait Shape {
    fn area(&self) -> u64;
}

struct Square(u32);
struct Rectangle(u32, u32);

impl Shape for Square {
    fn area(&self) -> u64 {
        u64::from(self.0) * u64::from(self.0)
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u64 {
        u64::from(self.0) * u64::from(self.1)
    }
}

/// Calls through tables of functions.
pub fn dispatch(seed: u32) -> u64 {
    let shape = |number: u32| -> Box<dyn Shape> {
        if number.is_multiple_of(2) { Box::new(Square(number)) } else { Box::new(Rectangle(number, 3)) }
    };
    let shapes: Vec<Box<dyn Shape>> = Numbers(seed).take(200).map(shape).collect();
    (0..100).flat_map(|_| &shapes).fold(0, |sum, shape| sum.wrapping_add(shape.area()))
}
