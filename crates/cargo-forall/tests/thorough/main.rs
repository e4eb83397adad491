//! Is what the tool says true, and is nobody worse off? On many packages, at several levels of optimization, at random.
//!
//! `cargo test` leaves this program out, because it takes about ten minutes; `.ci/run` does not.

#[path = "../common/fixture.rs"]
mod fixture;
#[path = "../common/promise.rs"]
mod promise;

mod addresses;
mod blessed;
mod causes;
mod checked;
mod contract_truth;
mod hunt;
mod hunting;
mod native;
mod open;
mod truth;
mod users;
