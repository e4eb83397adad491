//! What ordinary code does: collections, text, sorting, traits, closures, panics that are caught, threads.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

// As source, so that this program cannot disagree with the protocol.
#[allow(dead_code)]
#[path = "../../../forall-protocol/src/put.rs"]
mod put;

#[allow(dead_code)]
pub const VERSION: u32 = 1;

use put::{Expectation, Put, Returns, Text};

#[used]
#[unsafe(link_section = "forall_puts")]
static PUT: Put = Put {
    version: VERSION,
    line: 0,
    expectation: Expectation::Returns,
    returns: Returns::Unit,
    path: Text::new(""),
    module: Text::new(""),
    file: Text::new(""),
    function: Text::new(""),
    cases: Text::new(""),
    parameters: Text::new(""),
    expected: Text::new(""),
    types: Text::new(""),
    bounds: Text::new(""),
    contract: Text::new(""),
    wanted: Text::new(""),
    missing: 0,
    examples: 0,
    run,
};

extern "C" fn run() {
    std::panic::set_hook(Box::new(|_| {}));
    collections();
    text();
    numbers();
    traits_and_closures();
    panics();
    threads();
    assert_eq!(memory(&[3, 1, 2]), [1, 2, 3]);
}

fn collections() {
    let mut numbers: Vec<u32> = (0..100).map(|x| x * 37 % 101).collect();
    numbers.sort();
    assert!(numbers.windows(2).all(|pair| pair[0] <= pair[1]));
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.dedup();
    assert_eq!(numbers.len(), 100);
    let tree: BTreeMap<u32, String> = numbers.iter().map(|&n| (n, n.to_string())).collect();
    assert_eq!(tree.range(10..13).map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["10", "11", "12"]);
    let hashed: HashMap<String, u32> = tree.iter().map(|(&n, text)| (text.clone(), n)).collect();
    assert_eq!(hashed.get("42"), tree.get(&42).map(|_| &42));
    let mut queue: VecDeque<_> = (0..10).collect();
    queue.rotate_left(3);
    assert_eq!(queue.pop_front(), Some(3));
}

fn text() {
    let mut written = String::new();
    write!(written, "{:>5}|{:<4}|{:#x}|{:?}|{:.3}", 42, "ab", 255, Some("é"), 1.5f64).unwrap();
    assert_eq!(written, "   42|ab  |0xff|Some(\"é\")|1.500");
    assert_eq!("3.25e2".parse::<f64>(), Ok(325.0));
    assert_eq!("-17".parse::<i8>(), Ok(-17));
    assert!("300".parse::<u8>().is_err());
    let words: Vec<&str> = " one, two ,three ".split(',').map(str::trim).collect();
    assert_eq!(words.join("-"), "one-two-three");
    assert_eq!("añb".chars().rev().collect::<String>(), "bña");
    assert!(std::str::from_utf8(&[0xc3, 0x28]).is_err());
}

fn numbers() {
    assert_eq!(i128::MAX.wrapping_add(1), i128::MIN);
    assert_eq!(u64::MAX.rotate_left(7).count_ones(), 64);
    assert_eq!((0x1234_5678u32).swap_bytes().leading_zeros(), 1);
    assert_eq!(i8::MIN.saturating_sub(1), i8::MIN);
    assert_eq!(200u8.saturating_add(100), 255);
    assert_eq!(7u128.pow(40) / 7u128.pow(38), 49);
    assert_eq!((-7i64).rem_euclid(3), 2);
    assert_eq!((1.0f64 / 3.0).mul_add(3.0, -1.0).abs() < 1e-15, true);
    assert_eq!(300.7f32 as u8, 255);
    assert_eq!(1u8.cmp(&2), std::cmp::Ordering::Less);
}

trait Shape {
    fn area(&self) -> u64;
}

impl Shape for u64 {
    fn area(&self) -> u64 {
        self * self
    }
}

impl<F: Fn() -> u64> Shape for F {
    fn area(&self) -> u64 {
        self()
    }
}

fn traits_and_closures() {
    let captured = 5;
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(3u64), Box::new(move || captured)];
    assert_eq!(shapes.iter().map(|shape| shape.area()).sum::<u64>(), 14);
}

struct Counted<'a>(&'a std::cell::Cell<u32>);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

fn panics() {
    let drops = std::cell::Cell::new(0);
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let _counted = Counted(&drops);
        let empty: [u8; 0] = [];
        std::hint::black_box(&empty)[std::hint::black_box(3)]
    }));
    assert!(caught.unwrap_err().downcast_ref::<String>().unwrap().contains("index out of bounds"));
    assert_eq!(drops.get(), 1);
    let any = catch_unwind(|| std::panic::panic_any(17u8)).unwrap_err();
    assert_eq!(any.downcast_ref::<u8>(), Some(&17));
}

fn threads() {
    let threads: Vec<_> = (0..4u64).map(|n| std::thread::spawn(move || (0..n).sum::<u64>())).collect();
    let sum: u64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert_eq!(sum, 4);
}

fn memory(values: &[u8]) -> Vec<u8> {
    let mut copy = values.to_vec();
    copy.reserve(1000);
    copy.extend_from_within(..);
    copy.truncate(values.len());
    if copy > values.iter().rev().copied().collect::<Vec<_>>() {
        copy.sort();
    }
    copy
}

fn main() {}
