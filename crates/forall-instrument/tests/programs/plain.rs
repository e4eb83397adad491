//! A program without tests: linked as it is.

use std::collections::HashMap;

fn main() {
    let mut lengths = HashMap::new();
    for word in ["a", "program", "like", "any", "other"] {
        *lengths.entry(word.len()).or_insert(0) += 1;
    }
    assert_eq!(lengths[&3], 1);
    let thread = std::thread::spawn(move || lengths.values().sum::<i32>());
    assert_eq!(thread.join().unwrap(), 5);
    let panicked = std::panic::catch_unwind(|| panic!("caught"));
    assert!(panicked.is_err());
}
