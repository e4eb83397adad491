//! What crosses a link or process boundary in forall, and nothing else.
//!
//! Four parties meet here: the *instrumenter* emits calls to [`hooks`] and a [`manifest::Manifest`]; the *runtime* answers the hooks
//! and writes the [`shared`] trace; the *host* reads it; the user's `forall` crate describes its tests ([`put`]) and repeats single
//! inputs in plain builds ([`replay`]), where it tells the arguments as [`value`]s. They are built at different times, so they agree on one [`VERSION`].

pub mod contract;
pub mod hooks;
pub mod inputs;
pub mod manifest;
pub mod put;
pub mod replay;
pub mod shared;
pub mod terms;
pub mod value;
mod variants;
pub mod wire;

/// Changes whenever anything in this crate changes meaning.
pub const VERSION: u32 = 30;
