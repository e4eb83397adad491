//! Functions that make nothing of data that a test could see: reported only if an argument is symbolic.

use super::{ExternalCall, Model, report_symbolic};
use crate::origin::Origin;
use crate::shadow::function::FunctionShadow;

pub fn model(name: &str) -> Option<Model> {
    if BOOKKEEPING.contains(&name) {
        Some(Model::beside(keep_books))
    } else if HARMLESS.contains(&name) || name.starts_with("_Unwind_") {
        Some(Model::beside(report_symbolic))
    } else {
        None
    }
}

/// Tell of the thread, or write where their argument leads. The standard library makes nothing of it that a
/// test could see; others may.
const BOOKKEEPING: [&str; 5] =
    ["pthread_attr_init", "pthread_getspecific", "pthread_key_create", "pthread_mutex_init", "pthread_self"];

/// Neither read data of the program into something they decide on, nor write any: bookkeeping of the runtime
/// system, output.
const HARMLESS: [&str; 16] = [
    "abort",
    "_exit",
    "exit",
    "write",
    "writev",
    "__errno_location",
    "pthread_attr_destroy",
    "pthread_attr_setstacksize",
    "pthread_key_delete",
    "pthread_setspecific",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_mutex_destroy",
    "sched_yield",
    "__rust_probestack",
];

fn keep_books(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    match shadow.origin(of.call) {
        Origin::Std => report_symbolic(shadow, of),
        _ => shadow.leave(of.call, of.name),
    }
}
