//! Every subject by name, for tools that draw all arguments as one value.

use crate::*;
use race::Racer;

pub fn race(subject: &str, racer: impl Racer) {
    match subject {
        "checksum" => racer.race(|frame: Vec<u8>| checksum::put(&frame), checksum::BRANCHES),
        "date" => racer.race(date::put, date::BRANCHES),
        "list" => racer.race(|(capacity, items): (_, Vec<_>)| list::put(capacity, &items), list::BRANCHES),
        "long" => racer.race(|numbers: Vec<u8>| long::put(&numbers), long::BRANCHES),
        "magic" => racer.race(|bytes: Vec<u8>| magic::put(&bytes), magic::BRANCHES),
        "needle" => racer.race(|(x, y)| needle::put(x, y), needle::BRANCHES),
        "nested" => racer.race(|text: Vec<u8>| nested::put(&text), nested::BRANCHES),
        "power" => racer.race(|(percent, years)| power::put(percent, years), power::BRANCHES),
        "quicksort" => racer.race(quicksort::put, quicksort::BRANCHES),
        "triangle" => racer.race(|(a, b, c)| triangle::put(a, b, c), triangle::BRANCHES),
        _ => panic!("there is no subject {subject}"),
    }
}
