//! Where a replay tells what happens.

use forall_protocol::replay::Entry;
use std::ffi::c_int;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::Arc;

unsafe extern "C" {
    fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
}

const DUPLICATE_AND_CLOSE_ON_EXEC: c_int = 1030;
/// Where a test does not stumble over a descriptor.
const FAR: c_int = 900;

/// It is opened anew for every entry, because a test may close all descriptors there are. But one is kept: a
/// test may use up all there can be.
#[derive(Clone)]
pub struct Report {
    path: PathBuf,
    kept: Option<Arc<File>>,
}

impl Report {
    pub fn new(path: PathBuf) -> Report {
        let kept = open(&path).ok().and_then(|file| out_of_reach(&file)).map(Arc::new);
        Report { path, kept }
    }

    /// One write an entry, so that what is there is complete whenever the process dies.
    pub fn append(&self, entry: Entry) -> io::Result<()> {
        let bytes = entry.encode();
        match (open(&self.path), &self.kept) {
            (Ok(mut file), _) => file.write_all(&bytes),
            (Err(_), Some(kept)) if self.is_at(kept) => (&**kept).write_all(&bytes),
            (Err(error), _) => Err(io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))),
        }
    }

    /// Who closed the descriptor may have another file under its number.
    fn is_at(&self, file: &File) -> bool {
        let [Ok(file), Ok(report)] = [file.metadata(), fs::metadata(&self.path)] else { return false };
        (file.dev(), file.ino()) == (report.dev(), report.ino())
    }
}

fn open(path: &PathBuf) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

fn out_of_reach(file: &File) -> Option<File> {
    // SAFETY: the call only makes another descriptor.
    let far = unsafe { fcntl(file.as_raw_fd(), DUPLICATE_AND_CLOSE_ON_EXEC, FAR) };
    // SAFETY: it is new, and nobody else's.
    (far >= 0).then(|| unsafe { File::from_raw_fd(far) })
}
