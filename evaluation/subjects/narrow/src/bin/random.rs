//! `random <library> <subject>` prints one line of JSON.

use narrow::{peers, probe};
use race::random::{Library, Random};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [library, subject] = &arguments[..] else { panic!("usage: random <library> <subject>") };
    let library = Library::named(library).expect("proptest or quickcheck");
    peers::race(subject, Random { library, covered: probe::covered });
}
