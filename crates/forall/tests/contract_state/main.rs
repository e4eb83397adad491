//! What contracts say of state, in an ordinary build: of many elements, of what may change, of models.

mod changes;
mod ghosts;
mod many;
mod models;

use std::panic::{UnwindSafe, catch_unwind};

/// What is said of a broken contract, without the places; nothing where none is broken.
fn broken(run: impl FnOnce() + UnwindSafe) -> String {
    match catch_unwind(run) {
        Ok(()) => String::new(),
        Err(payload) => {
            let message = *payload.downcast::<String>().unwrap();
            message.split(" (written at ").next().unwrap().to_owned()
        }
    }
}
