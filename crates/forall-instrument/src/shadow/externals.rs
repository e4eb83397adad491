//! What is known of functions that exist only as machine code.

use crate::addresses::TELL;

/// How a call to such a function is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum External {
    /// Returns fresh memory; the argument of that index is its size.
    Allocate(usize),
    /// `calloc`.
    AllocateZeroed,
    /// `posix_memalign`: the fresh memory's address goes through the first argument.
    AllocateThrough,
    Reallocate,
    Release,
    /// `memcpy`, `memmove`.
    Copy,
    /// `memset`.
    Fill,
    /// `memcmp`, `bcmp`.
    Compare,
    /// Tells the address that is its first argument as a number.
    Address,
    /// `getrandom`: fills its first argument, as long as the second says, with what no run can repeat.
    Random,
    /// `pthread_create`, `pthread_join`, `pthread_detach`.
    Spawn,
    Join,
    Detach,
    /// `syscall`: may wait for another thread.
    System,
    /// Its result depends on its arguments alone, and it touches no memory: reported only with symbolic arguments.
    Pure,
    /// Tells of the thread, or writes where its argument leads. The standard library makes nothing of it that a test could see; for others it is
    /// `Unknown`.
    Bookkeeping,
    /// Neither reads data of the program into something it decides on, nor writes any: bookkeeping of the runtime system, output.
    Harmless,
    /// Anything else: always reported.
    Unknown,
}

impl External {
    /// Does a hook do the work? Then it cannot take the place of a call that may unwind.
    pub fn is_replaced(self) -> bool {
        use External::*;
        matches!(self, Reallocate | Compare | Address | Random | Spawn | Join | Detach)
    }
}

pub fn classify(name: &str) -> External {
    match name {
        "malloc" => External::Allocate(0),
        "aligned_alloc" | "memalign" => External::Allocate(1),
        "calloc" => External::AllocateZeroed,
        "posix_memalign" => External::AllocateThrough,
        "realloc" => External::Reallocate,
        "free" => External::Release,
        "memcpy" | "memmove" => External::Copy,
        "memset" => External::Fill,
        "memcmp" | "bcmp" => External::Compare,
        TELL => External::Address,
        "getrandom" => External::Random,
        "pthread_create" => External::Spawn,
        "pthread_join" => External::Join,
        "pthread_detach" => External::Detach,
        "syscall" => External::System,
        _ if BOOKKEEPING.contains(&name) => External::Bookkeeping,
        _ if HARMLESS.contains(&name) || name.starts_with("_Unwind_") => External::Harmless,
        _ if is_math(name) => External::Pure,
        _ => External::Unknown,
    }
}

const BOOKKEEPING: [&str; 5] =
    ["pthread_attr_init", "pthread_getspecific", "pthread_key_create", "pthread_mutex_init", "pthread_self"];

const HARMLESS: [&str; 17] = [
    "abort",
    "_exit",
    "exit",
    "write",
    "writev",
    "__errno_location",
    "__cxa_thread_atexit_impl",
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

/// Functions of the C mathematics library, in double and single precision.
pub fn is_math(name: &str) -> bool {
    const NAMES: [&str; 36] = [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "cbrt",
        "ceil",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "fdim",
        "floor",
        "fma",
        "fmod",
        "hypot",
        "log",
        "log10",
        "log1p",
        "log2",
        "nearbyint",
        "pow",
        "rint",
        "round",
        "roundeven",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "trunc",
    ];
    NAMES.contains(&name) || name.strip_suffix('f').is_some_and(|double| NAMES.contains(&double))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_unknown() {
        assert_eq!(classify("getenv"), External::Unknown);
        assert_eq!(classify("gettid"), External::Unknown, "differs from run to run");
        assert_eq!(classify("powf"), External::Pure);
        assert_eq!(classify("_Unwind_RaiseException"), External::Harmless);
        assert_eq!(classify("bcmp"), External::Compare);
    }
}
