//! Two programs whose code says in contracts what it does: a calculator, and a framework that sends events. They follow the descriptions of
//! the case studies *StackCalc* and *StreamingFeeder* of a dissertation on test data from contracts; the second of those was never
//! published, so this is another program.
//!
//! Both have weaknesses on purpose, so that it can be judged what a tool finds. Each module says which.

#[cfg(test)]
mod counted;
pub mod feeder;
#[cfg(test)]
mod repeated;
pub mod stack_calc;
