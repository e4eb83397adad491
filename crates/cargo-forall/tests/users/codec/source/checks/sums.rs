//! Sums to find mistakes.

/// Adler-32, with the remainders taken at the end.
pub fn adler(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1u32, 0u32);
    for byte in bytes {
        a += u32::from(*byte);
        b += a;
    }
    (b % 65521) << 16 | (a % 65521)
}

/// The exclusive or of all words of four bytes, read where they are.
pub fn words(bytes: &[u8]) -> u32 {
    let mut sum = 0;
    let whole = bytes.len() / 4;
    for i in 0..whole {
        // SAFETY: four bytes from there on are in the slice.
        sum ^= unsafe { bytes.as_ptr().add(4 * i).cast::<u32>().read_unaligned() };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall]
    fn the_order_matters(a: u8, b: u8) {
        forall::assume!(a != b);
        assert_ne!(adler(&[a, b]), adler(&[b, a]));
    }

    #[forall]
    fn zeros_at_the_end_matter(bytes: Vec<u8>) {
        let mut longer = bytes.clone();
        longer.push(0);
        assert_ne!(adler(&longer), adler(&bytes));
    }

    #[forall]
    fn words_are_read_as_they_are(word: u32, rest: [u8; 3]) {
        let mut bytes = word.to_ne_bytes().to_vec();
        bytes.extend(rest);
        assert_eq!(words(&bytes), word);
    }

    #[forall]
    fn equal_words_cancel(bytes: &[u8]) {
        assert_eq!(words(&[bytes, bytes].concat()), 0);
    }
}
