//! proptest and quickcheck: values are drawn by these libraries, with their defaults, from a fixed seed.

use crate::{Input, Racer, Watch};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Both libraries can make one.
pub trait Drawn: proptest::arbitrary::Arbitrary + quickcheck::Arbitrary {}

impl<T: proptest::arbitrary::Arbitrary + quickcheck::Arbitrary> Drawn for T {}

#[derive(Clone, Copy)]
pub enum Library {
    Proptest,
    Quickcheck,
}

impl Library {
    pub fn named(name: &str) -> Option<Library> {
        match name {
            "proptest" => Some(Library::Proptest),
            "quickcheck" => Some(Library::Quickcheck),
            _ => None,
        }
    }
}

/// Prints the report.
pub struct Random {
    pub library: Library,
    /// How many outcomes of branches were seen in this process.
    pub covered: fn() -> usize,
}

impl Racer for Random {
    fn race<T: Input>(self, put: fn(T), branches: usize) {
        let mut watch = Watch::start(branches, self.covered);
        match self.library {
            Library::Proptest => {
                let strategy = proptest::arbitrary::any::<T>();
                let mut runner = TestRunner::deterministic();
                let mut draw = || strategy.new_tree(&mut runner).expect("nothing is rejected").current();
                while watch.run(draw(), put) {}
            }
            Library::Quickcheck => {
                let mut source = quickcheck::Gen::from_size_and_seed(100, 1);
                while watch.run(<T as quickcheck::Arbitrary>::arbitrary(&mut source), put) {}
            }
        }
        println!("{}", watch.report());
    }
}

/// The whole of a program that looks for nothing but the first failing input; its argument is the name of the library.
pub fn until_failure<T: Input>(put: fn(T)) {
    let name = std::env::args().nth(1).unwrap_or_default();
    let library = Library::named(&name).expect("proptest or quickcheck");
    Random { library, covered: || 0 }.race(put, 0);
}
