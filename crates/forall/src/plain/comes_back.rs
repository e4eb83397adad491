//! A test that ends the process instead of coming back: nobody would hear that it failed, nor of the tests
//! after it.

use crate::test::Test;

/// Runs a test. Where it ends the process in the ordinary way, be it with success, the process says so and fails.
pub fn comes_back<R>(test: &Test, run: impl FnOnce() -> R) -> R {
    #[cfg(target_os = "linux")]
    let _watched = watch::Watched::new(test.path);
    #[cfg(not(target_os = "linux"))]
    let _ = test;
    run()
}

#[cfg(target_os = "linux")]
mod watch {
    use crate::plain::child::exit_at_once;
    use std::ffi::c_int;
    use std::io::{self, Write};
    use std::process;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};

    unsafe extern "C" {
        fn atexit(handler: extern "C" fn()) -> c_int;
    }

    /// The tests that run now. A child that a test forks has this list, too, but may end as it likes: hence
    /// the process.
    static RUNNING: Mutex<Vec<(u32, &'static str)>> = Mutex::new(Vec::new());

    fn running() -> MutexGuard<'static, Vec<(u32, &'static str)>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub struct Watched((u32, &'static str));

    impl Watched {
        pub fn new(name: &'static str) -> Watched {
            static HANDLER: Once = Once::new();
            HANDLER.call_once(|| {
                // SAFETY: the handler may be called at any time, on any thread. Where there is no room for
                // it, nobody is watched.
                let _ = unsafe { atexit(at_exit) };
            });
            let test = (process::id(), name);
            running().push(test);
            Watched(test)
        }
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            let mut running = running();
            if let Some(place) = running.iter().position(|test| *test == self.0) {
                running.swap_remove(place);
            }
        }
    }

    extern "C" fn at_exit() {
        let process = process::id();
        let mut names: Vec<&str> =
            running().iter().filter(|(of, _)| *of == process).map(|(_, name)| *name).collect();
        names.dedup();
        if !names.is_empty() {
            let message = format!(
                "\nforall: the process is ended by {}: a test that does not come back has failed\n",
                names.join(" or ")
            );
            // Not by `eprintln!`, which libtest keeps for a result that will not come.
            let _ = io::stderr().write_all(message.as_bytes());
            exit_at_once(FAILED)
        }
    }

    /// What libtest ends with when a test fails.
    const FAILED: c_int = 101;
}
