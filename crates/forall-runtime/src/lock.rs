//! A lock for what threads of the explored program rarely do at once. It needs no allocation and survives a fork.

use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Default)]
pub struct Lock(AtomicBool);

impl Lock {
    /// Waits until nobody else does such a thing, then does it.
    pub fn hold<R>(&self, action: impl FnOnce() -> R) -> R {
        while self.0.swap(true, Ordering::Acquire) {
            std::hint::spin_loop();
        }
        let result = action();
        self.0.store(false, Ordering::Release);
        result
    }
}
