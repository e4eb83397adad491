//! bitreader 0.3.7: reading 64 bits as `i64` shifts too far.

pub fn put(bytes: [u8; 8], n: u8) {
    let r = bitreader::BitReader::new(&bytes).read_i64(n);
    if n > 64 {
        assert!(r.is_err());
        return;
    }
    if n == 0 {
        return;
    }
    assert_eq!(r.unwrap(), i64::from_be_bytes(bytes) >> (64 - n));
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(bytes: [u8; 8], n: u8) {
        super::put(bytes, n);
    }
}
