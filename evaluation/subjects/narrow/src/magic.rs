//! A file format with a magic string of seven bytes and a version after it. Version 0 is read although it has no body.

use crate::branch;

pub const BRANCHES: usize = 3;

pub fn put(bytes: &[u8]) {
    if branch!(0, bytes.starts_with(b"forall!")) {
        let body = &bytes[7..];
        if branch!(1, !body.is_empty()) {
            assert!(!branch!(2, body[0] == 0), "a file without a version is read");
        }
    }
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn files_are_read_or_refused(bytes: &[u8]) {
        super::put(bytes);
    }
}
