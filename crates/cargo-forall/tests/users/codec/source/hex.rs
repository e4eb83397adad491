//! Hexadecimal digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

pub fn encode(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 15)]);
    }
    // SAFETY: all of them are ASCII.
    unsafe { String::from_utf8_unchecked(text) }
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

pub fn decode(text: &str) -> Option<Vec<u8>> {
    text.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;
    use pretty_assertions::{assert_eq, assert_ne};

    #[forall(max_len = 4)]
    fn encoding_can_be_undone(bytes: &[u8]) {
        assert_eq!(decode(&encode(bytes)), Some(bytes.to_vec()));
    }

    #[forall(max_len = 4)]
    fn decoding_can_be_undone(text: &str) {
        if let Some(bytes) = decode(text) {
            assert_eq!(encode(&bytes), text);
        }
    }

    #[forall(max_len = 3)]
    fn different_bytes_look_different(a: Vec<u8>, b: Vec<u8>) {
        forall::assume!(a != b);
        assert_ne!(encode(&a), encode(&b));
    }
}
