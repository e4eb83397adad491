//! integer-encoding 1.0.3: decoding shifts too far when eleven bytes go on.

use integer_encoding::VarInt;
pub fn put(b: &[u8]) {
    let _ = u64::decode_var(b); /* must not panic */
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(b: &[u8]) {
        super::put(b);
    }
}
