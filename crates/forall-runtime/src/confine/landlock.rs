//! Files stay as they are outside one directory, whatever path leads to them.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Version of the kernel's Landlock; 0 when there is none.
pub fn version() -> u32 {
    const VERSION: libc::c_long = 1;
    // SAFETY: with this flag the call takes no memory and makes nothing.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, 0 as libc::c_long, 0 as libc::c_long, VERSION)
    };
    u32::try_from(version).unwrap_or(0)
}

/// Rules that a process can put itself under.
pub struct Ruleset(OwnedFd);

impl Ruleset {
    /// For good, and for everything that this thread starts. Safe to call between fork and exec.
    pub fn enforce(&self) -> io::Result<()> {
        renounce_privileges()?;
        // SAFETY: the descriptor is a ruleset.
        check(unsafe {
            libc::syscall(libc::SYS_landlock_restrict_self, self.0.as_raw_fd(), 0 as libc::c_long)
        })?;
        Ok(())
    }
}

/// No program started from here has more rights than this one; without this promise nobody may confine himself.
pub fn renounce_privileges() -> io::Result<()> {
    // SAFETY: changes a setting of this process only.
    check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }.into())?;
    Ok(())
}

/// Everything may be changed in `directory`, the `files` may be written, nothing else. `None` where the
/// kernel has no Landlock.
pub fn ruleset(directory: &Path, files: &[PathBuf]) -> io::Result<Option<Ruleset>> {
    let version = version();
    if version == 0 {
        return Ok(None);
    }
    let changes = changes(version);
    let attributes = Attributes {
        files: changes,
        network: if version >= 4 { ALL_TCP } else { 0 },
        scopes: if version >= 6 { ABSTRACT_SOCKETS | SIGNALS } else { 0 },
    };
    // Older kernels know a shorter structure.
    let size = match version {
        ..4 => 8,
        4..6 => 16,
        6.. => size_of::<Attributes>(),
    };
    // SAFETY: the kernel reads `size` bytes, which the attributes have.
    let fd = check(unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, &raw const attributes, size, 0 as libc::c_long)
    })?;
    // SAFETY: the descriptor is new and belongs to nobody else.
    let ruleset = Ruleset(unsafe { OwnedFd::from_raw_fd(fd as i32) });
    allow(&ruleset, directory, changes)?;
    let to_file = changes & (WRITE_FILE | TRUNCATE);
    for file in files {
        allow(&ruleset, file, to_file)?;
    }
    for device in DEVICES {
        // One that does not exist cannot be written either.
        let _ = allow(&ruleset, Path::new(device), to_file);
    }
    Ok(Some(ruleset))
}

/// What is written there leaves no trace.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The beginning of the kernel's `landlock_ruleset_attr`.
#[repr(C)]
struct Attributes {
    files: u64,
    network: u64,
    scopes: u64,
}

/// The kernel's `landlock_path_beneath_attr`.
#[repr(C, packed)]
struct Beneath {
    allowed: u64,
    directory: i32,
}

const WRITE_FILE: u64 = 1 << 1;
const REMOVE_DIR: u64 = 1 << 4;
const MAKE_SYM: u64 = 1 << 12;
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const ALL_TCP: u64 = 3;
const ABSTRACT_SOCKETS: u64 = 1;
const SIGNALS: u64 = 2;

/// All kinds of change to files that this version governs.
fn changes(version: u32) -> u64 {
    // From removing directories to making symbolic links there are only changes.
    let mut changes = WRITE_FILE | (2 * MAKE_SYM - REMOVE_DIR);
    if version >= 2 {
        changes |= REFER;
    }
    if version >= 3 {
        changes |= TRUNCATE;
    }
    changes
}

fn allow(ruleset: &Ruleset, path: &Path, allowed: u64) -> io::Result<()> {
    const PATH_BENEATH: libc::c_long = 1;
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: the path is a C string.
    let fd = check(unsafe { libc::open(path.as_ptr(), libc::O_PATH | libc::O_CLOEXEC) }.into())?;
    // SAFETY: the descriptor is new and belongs to nobody else.
    let fd = unsafe { OwnedFd::from_raw_fd(fd as i32) };
    let rule = Beneath { allowed, directory: fd.as_raw_fd() };
    // SAFETY: the kernel reads a structure of this layout.
    check(unsafe {
        libc::syscall(
            libc::SYS_landlock_add_rule,
            ruleset.0.as_raw_fd(),
            PATH_BENEATH,
            &raw const rule,
            0 as libc::c_long,
        )
    })?;
    Ok(())
}

fn check(result: libc::c_long) -> io::Result<libc::c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_all_rights_but_reading_and_executing() {
        assert_eq!(changes(1), 0b1_1111_1111_0010);
        assert_eq!(changes(7), 0b111_1111_1111_0010);
    }
}
