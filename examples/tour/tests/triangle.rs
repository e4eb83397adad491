//! A test in `tests/` sees the public interface of the package, and nothing else.

use forall::forall;
use tour::triangle::classify;

/// Proved: each of the paths through two calls of `classify` was run.
#[forall]
fn the_order_of_the_sides_does_not_matter(a: i32, b: i32, c: i32) {
    assert_eq!(classify(a, b, c), classify(c, a, b));
}
