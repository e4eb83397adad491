//! Ctrl-C: the first one asks to stop after the current run, and ends a query at once; then what was found is concluded. The second one ends
//! the process at once.

use crate::exit::Exit;
use forall_solver::Cancel;
use signal_hook::consts::SIGINT;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long what was found until then may be concluded.
const CONCLUDING: Duration = Duration::from_secs(4);

#[derive(Clone)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    noticed: Arc<OnceLock<Instant>>,
}

impl Interrupt {
    pub fn listen() -> std::io::Result<Interrupt> {
        let asked = Arc::new(AtomicBool::new(false));
        // In this order: the first signal finds the flag down, and only then raises it.
        signal_hook::flag::register_conditional_shutdown(
            SIGINT,
            Exit::Interrupted.code().into(),
            asked.clone(),
        )?;
        signal_hook::flag::register(SIGINT, asked.clone())?;
        Ok(Interrupt { asked, noticed: Arc::default() })
    }

    /// Ends queries of a solver as soon as it is asked to stop.
    pub fn cancel(&self) -> Cancel {
        Cancel::when(self.asked.clone())
    }

    /// Nothing new is to be begun.
    pub fn is_asked(&self) -> bool {
        let asked = self.asked.load(Ordering::Relaxed);
        if asked {
            self.noticed.get_or_init(Instant::now);
        }
        asked
    }

    /// Not even what was found is to be concluded any more.
    pub fn is_over(&self) -> bool {
        self.is_asked() && self.noticed.get().is_some_and(|noticed| noticed.elapsed() > CONCLUDING)
    }
}
