//! Ctrl-C: the first one asks to stop after the current run, and ends a query at once; the second one ends the process at once.

use crate::exit::Exit;
use forall_solver::Cancel;
use signal_hook::consts::SIGINT;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

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
        Ok(Interrupt(asked))
    }

    /// Ends queries of a solver as soon as it is asked to stop.
    pub fn cancel(&self) -> Cancel {
        Cancel::when(self.0.clone())
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
