//! `branch!(number, condition)` is the condition. With the feature `probes` it is also recorded which way it went.

// Each is a place of its own, in reports of coverage as well.
#[collapse_debuginfo(yes)]
#[macro_export]
macro_rules! branch {
    ($number:expr, $condition:expr) => {
        if $condition { $crate::probe::hit(2 * $number + 1) } else { $crate::probe::missed(2 * $number) }
    };
}

#[inline(always)]
pub fn hit(_outcome: usize) -> bool {
    #[cfg(feature = "probes")]
    recorded::record(_outcome);
    true
}

#[inline(always)]
pub fn missed(_outcome: usize) -> bool {
    #[cfg(feature = "probes")]
    recorded::record(_outcome);
    false
}

#[cfg(feature = "probes")]
pub use recorded::covered;

#[cfg(feature = "probes")]
mod recorded {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    static TAKEN: [AtomicBool; 64] = [const { AtomicBool::new(false) }; 64];
    static COVERED: AtomicUsize = AtomicUsize::new(0);

    /// How many outcomes were seen in this process. It runs one subject only.
    pub fn covered() -> usize {
        COVERED.load(Relaxed)
    }

    pub fn record(outcome: usize) {
        if !TAKEN[outcome].load(Relaxed) && !TAKEN[outcome].swap(true, Relaxed) {
            COVERED.fetch_add(1, Relaxed);
            tell(outcome);
        }
    }

    /// Kept tests are run by others, who learn from this file what was covered.
    #[cold]
    fn tell(outcome: usize) {
        let Some(file) = std::env::var_os("PROBES") else { return };
        let file = std::fs::OpenOptions::new().append(true).create(true).open(file);
        file.and_then(|mut file| file.write_all(format!("{outcome}\n").as_bytes()))
            .expect("PROBES can be written");
    }
}
