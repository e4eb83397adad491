//! A file of records: a header that says for which key, then each record with its length before and a checksum behind it.

use std::hash::{DefaultHasher, Hasher};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    Episode = 1,
    Report = 2,
}

/// What a file says.
#[derive(Debug, PartialEq, Eq)]
pub enum Contents<'a> {
    /// It is empty, or does not exist.
    Nothing,
    /// It is about something else.
    Other,
    /// It says something that nobody wrote.
    Damaged,
    Records {
        records: Vec<(RecordKind, &'a [u8])>,
        /// Up to the end of the last whole record.
        length: usize,
    },
}

/// Changes whenever what is written changes its meaning.
const MAGIC: &[u8; 16] = b"forall state 4\r\n";

pub fn header(key: &[u8; 16]) -> Vec<u8> {
    let mut header = [&MAGIC[..], key].concat();
    header.extend(checksum(&header).to_le_bytes());
    header
}

pub fn encode(kind: RecordKind, payload: &[u8]) -> Vec<u8> {
    let mut record = (payload.len() as u32).to_le_bytes().to_vec();
    record.push(kind as u8);
    record.extend(payload);
    record.extend(checksum(&record).to_le_bytes());
    record
}

pub fn read<'a>(bytes: &'a [u8], key: &[u8; 16]) -> Contents<'a> {
    if bytes.is_empty() {
        return Contents::Nothing;
    }
    let expected = header(key);
    let Some((found, mut rest)) = bytes.split_at_checked(expected.len()) else { return Contents::Damaged };
    if found != expected {
        let (text, sum) = found.split_at(found.len() - 8);
        return if sum == checksum(text).to_le_bytes() { Contents::Other } else { Contents::Damaged };
    }
    let mut records = Vec::new();
    // The last record may be half written: that happens to whoever is killed.
    while let Some(length) = rest.first_chunk().map(|length| u32::from_le_bytes(*length) as usize)
        && let Some((record, after)) = rest.split_at_checked(length.saturating_add(13))
    {
        let (text, sum) = record.split_at(record.len() - 8);
        let kind = match text[4] {
            1 => RecordKind::Episode,
            2 => RecordKind::Report,
            _ => return Contents::Damaged,
        };
        if sum != checksum(text).to_le_bytes() {
            return Contents::Damaged;
        }
        records.push((kind, &text[5..]));
        rest = after;
    }
    Contents::Records { records, length: bytes.len() - rest.len() }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 16] = [7; 16];

    fn file() -> Vec<u8> {
        [header(&KEY), encode(RecordKind::Episode, b"one"), encode(RecordKind::Report, b"")].concat()
    }

    #[test]
    fn records_come_back() {
        let file = file();
        let records = vec![(RecordKind::Episode, &b"one"[..]), (RecordKind::Report, &b""[..])];
        assert_eq!(read(&file, &KEY), Contents::Records { records, length: file.len() });
        assert_eq!(read(&file, &[8; 16]), Contents::Other);
        assert_eq!(read(&[], &KEY), Contents::Nothing);
    }

    #[test]
    fn wherever_writing_was_cut_off_the_whole_records_before_stay() {
        let (file, start) = (file(), header(&KEY).len());
        for length in start..file.len() {
            match read(&file[..length], &KEY) {
                Contents::Records { records, length: whole } => {
                    assert_eq!(records.len(), usize::from(length >= start + 16));
                    assert_eq!(whole, if records.is_empty() { start } else { start + 16 });
                }
                other => panic!("{other:?} of {length} bytes"),
            }
        }
    }

    #[test]
    fn no_byte_can_change_unnoticed() {
        let whole = file();
        for place in 0..whole.len() {
            let mut file = whole.clone();
            file[place] ^= 0x10;
            // A length that has grown looks like a record that was cut off: it is not believed either.
            let Contents::Records { records, .. } = read(&file, &KEY) else { continue };
            assert!(records.len() < 2, "byte {place}");
        }
    }
}
