//! Runs of equal bytes: each byte with its count before it.

pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut runs = Vec::new();
    let mut rest = bytes.iter().peekable();
    while let Some(byte) = rest.next() {
        let mut count = 1u8;
        while rest.peek() == Some(&byte) {
            rest.next();
            count += 1;
        }
        runs.extend([count, *byte]);
    }
    runs
}

pub fn decode(runs: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for pair in runs.chunks(2) {
        let &[count, byte] = pair else { return None };
        bytes.extend(std::iter::repeat(byte).take(count.into()));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall]
    fn encoding_can_be_undone(bytes: &[u8]) {
        assert_eq!(decode(&encode(bytes)).as_deref(), Some(bytes));
    }

    /// A long run, as in a picture.
    #[forall]
    fn long_runs_can_be_undone(byte: u8, length: u16) {
        forall::assume!(length < 1000);
        let bytes = vec![byte; length.into()];
        assert_eq!(decode(&encode(&bytes)), Some(bytes));
    }

    #[forall]
    fn decoding_can_be_undone(runs: &[u8]) {
        if let Some(bytes) = decode(runs) {
            assert_eq!(encode(&bytes), runs);
        }
    }

    #[forall]
    fn runs_are_not_longer_than_twice(bytes: Vec<u8>) {
        assert!(encode(&bytes).len() <= 2 * bytes.len());
    }
}
