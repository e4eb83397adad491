//! All encodings, one after the other.

use forall::forall;
use pretty_assertions::assert_eq;
use wire::{hex, runs, varint};

#[forall(max_len = 3)]
fn all_can_be_undone(bytes: Vec<u8>) {
    let packed = runs::encode(&bytes);
    let text = hex::encode(&packed);
    assert_eq!(runs::decode(&hex::decode(&text).unwrap()), Some(bytes));
}

#[forall]
fn lengths_come_first(length: u16, marker: u8) -> String {
    let mut message = varint::encode(length.into());
    message.push(marker);
    assert_eq!(varint::decode(&message), Some((length.into(), &[marker][..])));
    hex::encode(&message[..1])
}
