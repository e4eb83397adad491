//! A calculator that works on a stack: 19 operators, a factory that knows them by their symbols, a controller with undo and redo, and a
//! console that shows the stack as text.
//!
//! Weaknesses on purpose, as code has them whose contracts were written years later:
//!
//! 1. `Divide` and `Remainder` require that the divisor is not 0, and forget that `i64::MIN / -1` is no `i64` either: a panic.
//! 2. `Absolute` ensures that its result is not negative. That of `i64::MIN` is.
//! 3. `Controller::redo` does not require that there is something to redo, and calls what does.
//! 4. `Console::show` forgets that its title takes a line, too: the invariant on its height breaks.

mod console;
mod controller;
mod factory;
mod number;
mod operators;
mod stack;
#[cfg(test)]
mod tests;

pub use console::Console;
pub use controller::{Controller, Problem};
pub use factory::Factory;
pub use number::Number;
pub use operators::*;
pub use stack::Stack;
