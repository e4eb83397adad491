//! Starting a runner process.

use super::{
    ANSWERS_VARIABLE, ASKS_VARIABLE, CONTROL_VARIABLE, LIBRARY_VARIABLE, MEMORY_VARIABLE, ROLE_RUNNER,
    ROLE_VARIABLE, ROOM_VARIABLE, SCRATCH_VARIABLE, SHARED_VARIABLE, SHOW_OUTPUT_VARIABLE,
};
use crate::confine::Limits;
use crate::mapping::Mapping;
use crate::turn::{self, Bell, Ear};
use forall_protocol::shared::{Shared, layout};
use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub struct Started {
    pub process: Child,
    pub stream: UnixStream,
    pub asks: Bell,
    pub answers: Ear,
    pub memory: Mapping,
    pub file: File,
    pub stderr: Option<File>,
}

pub fn start(
    executable: &Path,
    library: &Path,
    limits: &Limits,
    directory: &Path,
    room: usize,
) -> io::Result<Started> {
    let file = memory_file(c"forall shared memory")?;
    file.set_len(layout::LENGTH as u64)?;
    let memory = Mapping::shared(file.as_raw_fd(), layout::LENGTH)?;
    // SAFETY: the mapping has the right length and outlives this use.
    unsafe { Shared::new(memory.start()) }.initialise();
    let (stream, theirs) = UnixStream::pair()?;

    let (asks, their_ear) = turn::pair()?;
    let (their_bell, answers) = turn::pair()?;

    let inherited = [file.as_raw_fd(), theirs.as_raw_fd(), their_ear.0.as_raw_fd(), their_bell.0.as_raw_fd()];
    let mut command = Command::new(executable);
    command
        .current_dir(directory)
        .env(ROLE_VARIABLE, ROLE_RUNNER)
        .env(LIBRARY_VARIABLE, library)
        .env(SHARED_VARIABLE, file.as_raw_fd().to_string())
        .env(CONTROL_VARIABLE, theirs.as_raw_fd().to_string())
        .env(ASKS_VARIABLE, their_ear.0.as_raw_fd().to_string())
        .env(ANSWERS_VARIABLE, their_bell.0.as_raw_fd().to_string())
        .env(MEMORY_VARIABLE, limits.max_memory.to_string())
        .env(ROOM_VARIABLE, format!("{room:08}"))
        .env_remove(SCRATCH_VARIABLE)
        // Backtraces are not shown and take longer than many a test.
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    if let Some(scratch) = &limits.scratch {
        command.env(SCRATCH_VARIABLE, scratch).env("TMPDIR", scratch);
    }
    let stderr = if std::env::var_os(SHOW_OUTPUT_VARIABLE).is_some_and(|value| value == "1") {
        None
    } else {
        // A file, unlike a pipe, needs nobody to read it.
        let file = memory_file(c"forall standard error")?;
        command.stderr(file.try_clone()?);
        Some(file)
    };
    // SAFETY: both functions make system calls only.
    unsafe {
        command.pre_exec(move || {
            // Where this is forbidden, all runs of one runner still see the same addresses, being forks of
            // one process.
            let _ = disable_address_randomisation();
            inherited.into_iter().try_for_each(let_inherit)
        });
    }
    Ok(Started { process: command.spawn()?, stream, asks, answers, memory, file, stderr })
}

/// From the next program that this process executes on, all addresses are the same every time. For use in
/// [`CommandExt::pre_exec`].
pub fn disable_address_randomisation() -> io::Result<()> {
    // SAFETY: asks for, then changes a setting of this process.
    unsafe {
        let current = libc::personality(0xFFFF_FFFF);
        if current < 0 || libc::personality((current | libc::ADDR_NO_RANDOMIZE) as libc::c_ulong) < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

fn let_inherit(fd: RawFd) -> io::Result<()> {
    // SAFETY: changes a flag of a descriptor in the process that is about to execute the runner.
    if unsafe { libc::fcntl(fd, libc::F_SETFD, 0) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

fn memory_file(name: &CStr) -> io::Result<File> {
    // SAFETY: the name is a C string.
    let fd = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new and belongs to nobody else.
    Ok(unsafe { File::from_raw_fd(fd) })
}
