//! The message of a panic.

use std::any::Any;

/// The text of a panic's payload, worded as the standard library does where there is none.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&'static str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "Box<dyn Any>"
    }
}
