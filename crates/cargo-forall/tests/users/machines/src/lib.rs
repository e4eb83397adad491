//! Machines with states: a door, a turnstile, a vending machine and a connection.

pub mod connection;
pub mod door;
pub mod vending;
