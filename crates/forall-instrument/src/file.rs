//! Files as the kernel has them: what is not looked at is not read.

use crate::Error;
use memmap2::Mmap;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// A piece of a file.
#[derive(Clone, Default)]
pub struct Bytes {
    /// Empty files cannot be mapped.
    file: Option<Arc<Mmap>>,
    range: Range<usize>,
}

impl Bytes {
    pub fn of_file(path: &Path) -> Result<Bytes, Error> {
        let map = || {
            let file = std::fs::File::open(path)?;
            // SAFETY: rustc and cargo replace files but do not change them, least of all those they hand to a
            // running linker.
            Ok(if file.metadata()?.len() == 0 { None } else { Some(Arc::new(unsafe { Mmap::map(&file) }?)) })
        };
        let file: Option<Arc<Mmap>> = map().map_err(Error::io("read", path))?;
        let range = 0..file.as_ref().map_or(0, |file| file.len());
        Ok(Bytes { file, range })
    }

    /// A part of these bytes, itself.
    pub fn piece(&self, part: &[u8]) -> Bytes {
        let start = part.as_ptr().addr() - self.as_ptr().addr();
        assert!(start + part.len() <= self.len(), "it is a part of these bytes");
        let start = self.range.start + start;
        Bytes { file: self.file.clone(), range: start..start + part.len() }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.file.as_ref().map_or(&[], |file| &file[self.range.clone()])
    }
}

/// What changes when a file is replaced: its length and when it was written.
pub fn version(path: &Path) -> Option<(u64, SystemTime)> {
    let metadata = path.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_of_a_piece_is_where_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        std::fs::write(&path, b"0123456789").unwrap();
        let whole = Bytes::of_file(&path).unwrap();
        let middle = whole.piece(&whole[2..8]);
        let inner = middle.piece(&middle[1..4]);
        assert_eq!((&*middle, &*inner), (&b"234567"[..], &b"345"[..]));
        drop((whole, middle));
        assert_eq!(&*inner, b"345");
        std::fs::write(&path, b"").unwrap();
        assert!(Bytes::of_file(&path).unwrap().is_empty());
    }
}
