//! A framework that sends events. An event is configured in steps, in their order, and belongs to the session of the feeder that sends it:
//! the largest kind takes thirty calls before it can be sent.
//!
//! Weaknesses on purpose:
//!
//! 1. The contract of `Queue::put` says that there is one more event. The implementation holds three, and drops what comes then.
//! 2. Five constructors require less than they need: `Channel::new`, `Address::new`, `Period::new`, `Retry::new` and `Session::new` panic
//!    for some of what their contracts accept.
//! 3. `Feeder::flush` says that the queue is empty afterwards, and stops at the first event that is not of its session.

mod address;
mod event;
mod field;
mod filter;
mod queue;
mod retry;
#[path = "feeder.rs"]
mod sender;
mod session;
#[cfg(test)]
mod tests;

pub use address::{Address, Channel};
pub use event::{Event, Kind, Step};
pub use field::{Field, Value};
pub use filter::Filter;
pub use queue::Queue;
pub use retry::{Period, Retry};
pub use sender::Feeder;
pub use session::Session;
