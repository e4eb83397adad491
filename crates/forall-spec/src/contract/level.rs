//! How much of the contracts is checked: `FORALL_CONTRACTS=requires cargo test`.
//!
//! Under exploration it is all, whatever the variable says; `cargo forall` does not hand it on to replays either.

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Off,
    /// What callers owe.
    Requires,
    All,
}

#[cfg(forall_explore)]
pub(super) fn level() -> Level {
    Level::All
}

#[cfg(not(forall_explore))]
pub(super) fn level() -> Level {
    use forall_protocol::contract::LEVEL;
    use std::sync::OnceLock;

    static LEVEL_OF_PROCESS: OnceLock<Level> = OnceLock::new();
    *LEVEL_OF_PROCESS.get_or_init(|| {
        let value = std::env::var_os(LEVEL).unwrap_or_default();
        match value.to_str() {
            Some("" | "all") => Level::All,
            Some("requires") => Level::Requires,
            Some("off") => Level::Off,
            _ => panic!("{LEVEL} is {value:?}: it can be `all`, `requires` or `off`"),
        }
    })
}
