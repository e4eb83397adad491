//! The server has the numbers, too.

#[path = "../shared/numbers.rs"]
mod numbers;

use forall::forall;

#[forall]
fn both_group_alike(n: u16) {
    assert_eq!(numbers::grouped(n.into()), forms::numbers::grouped(n.into()));
}
