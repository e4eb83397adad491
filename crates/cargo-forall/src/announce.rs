//! A first failing input is told when it is found, not only when the exploration is over.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What is over so soon need not be announced: it is reported.
const SOON: Duration = Duration::from_secs(1);

/// Waits for the first thing to be announced, prepares it, and announces it if what began at `begin` still goes on `SOON` after that. Senders
/// are dropped when it ends.
pub fn first<T, P>(
    found: &Receiver<T>,
    begin: Instant,
    prepare: impl FnOnce(T) -> Option<P>,
    announce: impl FnOnce(P),
) {
    let Ok(first) = found.recv() else { return };
    let Some(prepared) = prepare(first) else { return };
    loop {
        match found.recv_timeout(SOON.saturating_sub(begin.elapsed())) {
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => return announce(prepared),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn announced(sent: &[u8], goes_on: bool) -> Option<u8> {
        let (sender, receiver) = channel();
        sent.iter().for_each(|number| sender.send(*number).unwrap());
        let sender = goes_on.then_some(sender);
        let mut announced = None;
        let long_ago = Instant::now() - 2 * SOON;
        first(
            &receiver,
            long_ago,
            |number| (number > 1).then_some(number),
            |number| announced = Some(number),
        );
        drop(sender);
        announced
    }

    #[test]
    fn only_the_first_is_announced_and_only_while_it_goes_on() {
        assert_eq!(announced(&[7, 8], true), Some(7));
        assert_eq!(announced(&[7, 8], false), None, "it is over");
        assert_eq!(announced(&[], false), None);
        assert_eq!(announced(&[1, 8], true), None, "there is nothing to be said of it");
    }
}
