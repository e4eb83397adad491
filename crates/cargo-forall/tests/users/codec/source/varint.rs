//! Numbers in as few bytes as they need: seven bits each, the lowest first.

pub fn encode(mut n: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
    bytes
}

/// The number, and what is left of the bytes.
pub fn decode(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut n = 0;
    for (i, byte) in bytes.iter().enumerate() {
        n |= u64::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((n, &bytes[i + 1..]));
        }
    }
    None
}

/// Small numbers of both signs get small.
pub fn zigzag(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)) as u64
}

pub fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall]
    fn encoding_can_be_undone(n: u64) {
        assert_eq!(decode(&encode(n)), Some((n, &[][..])));
    }

    #[forall]
    fn ten_bytes_are_enough(n: u64) {
        assert!((1..=10).contains(&encode(n).len()));
    }

    #[forall]
    fn bytes_are_decoded_or_refused(bytes: &[u8]) {
        if let Some((_, rest)) = decode(bytes) {
            assert!(rest.len() < bytes.len());
        }
    }

    #[forall(max_len = 12)]
    fn many_bytes_are_decoded_or_refused(bytes: &[u8]) {
        decode(bytes);
    }

    #[forall]
    fn zigzag_can_be_undone(n: i64, m: u64) {
        assert_eq!(unzigzag(zigzag(n)), n);
        assert_eq!(zigzag(unzigzag(m)), m);
    }
}
