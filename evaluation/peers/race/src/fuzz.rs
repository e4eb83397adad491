//! libFuzzer, which has a `main` of its own and calls for every input.

use crate::{Input, Racer, Watch};
use arbitrary::Unstructured;
pub use libfuzzer_sys;
use std::sync::Mutex;

/// Can be made of bytes.
pub trait Decoded: for<'a> arbitrary::Arbitrary<'a> {}

impl<T: for<'a> arbitrary::Arbitrary<'a>> Decoded for T {}

static WATCH: Mutex<Option<Watch>> = Mutex::new(None);

/// Runs one input. When the time is up, writes the report into the file that `REPORT` names, and ends the process.
pub struct OneInput<'a> {
    pub bytes: &'a [u8],
    /// How many outcomes of branches were seen in this process.
    pub covered: fn() -> usize,
}

impl Racer for OneInput<'_> {
    fn race<T: Input>(self, put: fn(T), branches: usize) {
        let Ok(input) = T::arbitrary_take_rest(Unstructured::new(self.bytes)) else { return };
        let mut watch = WATCH.lock().expect("one thread");
        let watch = watch.get_or_insert_with(|| Watch::start(branches, self.covered));
        if !watch.run(input, put) {
            let file = std::env::var_os("REPORT").expect("REPORT names a file");
            std::fs::write(file, watch.report()).expect("the report can be written");
            // SAFETY: it takes a number and does not return. libFuzzer would take a regular exit for a crash.
            unsafe { _exit(0) }
        }
    }
}

unsafe extern "C" {
    fn _exit(code: i32) -> !;
}
