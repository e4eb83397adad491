//! Length-prefixed little-endian encoding of the few messages that are not plain shared memory.

use std::fmt;

/// Appends values to a buffer.
#[derive(Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    pub fn u32(&mut self, value: u32) -> &mut Writer {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub fn u128(&mut self, value: u128) -> &mut Writer {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub fn text(&mut self, text: &str) -> &mut Writer {
        self.u32(text.len() as u32);
        self.0.extend(text.as_bytes());
        self
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// The bytes are not what the reader was told to expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("malformed message between forall's parts")
    }
}

impl std::error::Error for Malformed {}

/// Takes values off the front of a buffer.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn bytes(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn u32(&mut self) -> Result<u32, Malformed> {
        self.bytes(4).map(|b| u32::from_le_bytes(b.try_into().expect("four bytes")))
    }

    pub fn u128(&mut self) -> Result<u128, Malformed> {
        self.bytes(16).map(|b| u128::from_le_bytes(b.try_into().expect("sixteen bytes")))
    }

    pub fn text(&mut self) -> Result<String, Malformed> {
        let length = self.u32()? as usize;
        String::from_utf8(self.bytes(length)?.to_vec()).map_err(|_| Malformed)
    }

    /// `count` items, each read by `item`.
    pub fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        let count = self.u32()?;
        (0..count).map(|_| item(self)).collect()
    }
}
