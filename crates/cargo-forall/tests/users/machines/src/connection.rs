//! A connection that is made anew when it breaks.

/// What the network does: the real one, or one for tests.
pub trait Network {
    fn connect(&mut self) -> bool;
    fn send(&mut self, byte: u8) -> Result<(), Broken>;
}

#[derive(Debug, PartialEq, Eq)]
pub struct Broken;

/// Sends a byte, with at most `tries` connections.
pub fn send<N: Network>(network: &mut N, byte: u8, tries: u8) -> Result<u8, Broken> {
    for used in 1..=tries {
        if network.connect() && network.send(byte).is_ok() {
            return Ok(used);
        }
    }
    Err(Broken)
}

/// How long to wait before the next try, in milliseconds.
pub fn backoff(tries: u32) -> u32 {
    100 * 2u32.pow(tries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, choose, forall};

    /// Anything may happen in it.
    #[derive(Default)]
    struct Anything {
        connected: bool,
        sent: Vec<u8>,
    }

    impl Network for Anything {
        fn connect(&mut self) -> bool {
            self.connected = choose::<bool>();
            self.connected
        }

        fn send(&mut self, byte: u8) -> Result<(), Broken> {
            assert!(self.connected, "sent without a connection");
            match choose::<Option<bool>>() {
                None => Err(Broken),
                // It went out, but nobody answered.
                Some(false) => {
                    self.sent.push(byte);
                    Err(Broken)
                }
                Some(true) => {
                    self.sent.push(byte);
                    Ok(())
                }
            }
        }
    }

    #[forall]
    fn what_was_sent_arrives(byte: u8) {
        let mut network = Anything::default();
        if send(&mut network, byte, 3).is_ok() {
            assert_eq!(network.sent.last(), Some(&byte));
        }
    }

    #[forall]
    fn bytes_are_sent_once(byte: u8) {
        let mut network = Anything::default();
        let _ = send(&mut network, byte, 2);
        assert!(network.sent.len() <= 1);
    }

    #[forall(values(tries = [0, 1, 2, 3]))]
    fn not_more_tries_than_allowed(tries: u8) {
        let mut network = Anything::default();
        assert!(send(&mut network, 0, tries).unwrap_or(0) <= tries);
    }

    #[forall]
    fn waiting_gets_longer(tries: u32) {
        assume!(tries < 40);
        assert!(backoff(tries + 1) > backoff(tries));
    }
}
