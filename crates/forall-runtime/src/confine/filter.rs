//! Which system calls a program may make, as programs for the kernel to run at each of them.

use super::landlock::renounce_privileges;
use super::syscall;
use libc::c_long;
use std::io;

type Program = Vec<libc::sock_filter>;

pub fn is_available() -> bool {
    const GET_ACTION_AVAIL: c_long = 2;
    let action: u32 = libc::SECCOMP_RET_TRAP;
    // SAFETY: the kernel reads one word.
    unsafe { libc::syscall(libc::SYS_seccomp, GET_ACTION_AVAIL, 0 as c_long, &raw const action) == 0 }
}

/// For good, and for everything that this thread starts. Safe to call between fork and exec.
pub fn install(program: &Program) -> io::Result<()> {
    renounce_privileges()?;
    let program = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    // SAFETY: the kernel reads the program.
    if unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Interrupts every system call that could leave a trace or disturb others, unless it is made by
/// [`syscall::perform`]: the handler of `SIGSYS` decides.
pub fn watchful() -> Program {
    let mut program = beginning();
    for number in HARMLESS {
        program.extend([if_equal(*number as u32, 0, 1), end(libc::SECCOMP_RET_ALLOW)]);
    }
    program.extend(threads());
    let address = syscall::returns_to();
    program.extend([
        load(INSTRUCTION_POINTER),
        if_equal(address as u32, 0, 3),
        load(INSTRUCTION_POINTER + 4),
        if_equal((address >> 32) as u32, 0, 1),
        end(libc::SECCOMP_RET_ALLOW),
        end(libc::SECCOMP_RET_TRAP),
    ]);
    program
}

/// Kills the program at what [`refused`] names, lets it do everything else.
pub fn deadly() -> Program {
    let mut program = beginning();
    for number in (0..LAST_KNOWN).filter(|number| refused(*number).is_some()) {
        // The program itself is yet to be started; what it starts instead of itself is as confined.
        if number != libc::SYS_execve {
            program.extend([if_equal(number as u32, 0, 1), end(libc::SECCOMP_RET_KILL_PROCESS)]);
        }
    }
    program.extend(threads());
    program.extend([
        load(NUMBER),
        if_equal(libc::SYS_clone as u32, 0, 6),
        // A replay begins its lives so.
        load(FIRST_ARGUMENT),
        if_equal(libc::SIGCHLD as u32, 0, 3),
        load(THIRD_ARGUMENT),
        if_equal(forall_protocol::replay::FORK, 0, 1),
        end(libc::SECCOMP_RET_ALLOW),
        end(libc::SECCOMP_RET_KILL_PROCESS),
        end(libc::SECCOMP_RET_ALLOW),
    ]);
    program
}

/// What no explored program may do, in words that complete "it tried to".
pub fn refused(number: c_long) -> Option<&'static str> {
    Some(match number {
        libc::SYS_socket | libc::SYS_connect | libc::SYS_bind => "use the network",
        libc::SYS_fork | libc::SYS_vfork | libc::SYS_execve | libc::SYS_execveat => "start a process",
        libc::SYS_chmod
        | libc::SYS_fchmod
        | libc::SYS_fchmodat
        | 452 // fchmodat2
        | libc::SYS_chown
        | libc::SYS_fchown
        | libc::SYS_lchown
        | libc::SYS_fchownat
        | libc::SYS_utime
        | libc::SYS_utimes
        | libc::SYS_futimesat
        | libc::SYS_utimensat
        | libc::SYS_setxattr
        | libc::SYS_lsetxattr
        | libc::SYS_fsetxattr
        | libc::SYS_removexattr
        | libc::SYS_lremovexattr
        | libc::SYS_fremovexattr => "change the attributes of a file",
        libc::SYS_shmget | libc::SYS_semget | libc::SYS_msgget | libc::SYS_mq_open | libc::SYS_mq_unlink => {
            "talk to other processes"
        }
        libc::SYS_ptrace | libc::SYS_process_vm_writev | libc::SYS_pidfd_send_signal | libc::SYS_pidfd_getfd => {
            "interfere with another process"
        }
        libc::SYS_mount
        | libc::SYS_umount2
        | libc::SYS_pivot_root
        | libc::SYS_chroot
        | libc::SYS_unshare
        | libc::SYS_setns
        | libc::SYS_fsopen
        | libc::SYS_move_mount
        | libc::SYS_open_tree
        | libc::SYS_mount_setattr
        | libc::SYS_swapon
        | libc::SYS_swapoff
        | libc::SYS_reboot
        | libc::SYS_kexec_load
        | libc::SYS_kexec_file_load
        | libc::SYS_init_module
        | libc::SYS_finit_module
        | libc::SYS_delete_module
        | libc::SYS_settimeofday
        | libc::SYS_clock_settime
        | libc::SYS_adjtimex
        | libc::SYS_clock_adjtime
        | libc::SYS_sethostname
        | libc::SYS_setdomainname
        | libc::SYS_acct
        | libc::SYS_quotactl
        | libc::SYS_iopl
        | libc::SYS_ioperm
        | libc::SYS_bpf
        | libc::SYS_perf_event_open
        | libc::SYS_add_key
        | libc::SYS_request_key
        | libc::SYS_keyctl
        | libc::SYS_open_by_handle_at
        // Either would let it do the rest unseen.
        | libc::SYS_io_uring_setup
        | libc::SYS_userfaultfd => "use a privilege of the system",
        _ => return None,
    })
}

/// Numbers of system calls end below.
const LAST_KNOWN: c_long = 512;

/// These only tell, wait, or work on what is open already, and leave a process as it was.
const HARMLESS: &[c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_futex,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_time,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getcpu,
    libc::SYS_getrandom,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getcwd,
    libc::SYS_getrusage,
    libc::SYS_getrlimit,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_uname,
    libc::SYS_poll,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_lseek,
    libc::SYS_stat,
    libc::SYS_fstat,
    libc::SYS_lstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_access,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlink,
    libc::SYS_readlinkat,
    libc::SYS_wait4,
    libc::SYS_waitid,
    // A handler could not make these for the program, and what they set up is of no consequence for others.
    libc::SYS_sigaltstack,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_rt_sigreturn,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// Offsets in `seccomp_data`.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const INSTRUCTION_POINTER: u32 = 8;
const FIRST_ARGUMENT: u32 = 16;
const THIRD_ARGUMENT: u32 = 32;

const X86_64: u32 = 0xC000_003E;

/// Leaves the number loaded. Programs for other kinds of processor are none that we built.
fn beginning() -> Program {
    const OTHER_ABI: u32 = 0x4000_0000;
    vec![
        load(ARCHITECTURE),
        if_equal(X86_64, 1, 0),
        end(libc::SECCOMP_RET_KILL_PROCESS),
        load(NUMBER),
        if_at_least(OTHER_ABI, 0, 1),
        end(libc::SECCOMP_RET_KILL_PROCESS),
    ]
}

/// A thread may be started, by the call whose flags can be seen. Anything else goes on behind.
fn threads() -> [libc::sock_filter; 6] {
    [
        if_equal(libc::SYS_clone3 as u32, 0, 1),
        // The C library then uses the older call.
        end(libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
        if_equal(libc::SYS_clone as u32, 0, 3),
        load(FIRST_ARGUMENT),
        if_any_bit(libc::CLONE_THREAD as u32, 0, 1),
        end(libc::SECCOMP_RET_ALLOW),
    ]
}

fn load(offset: u32) -> libc::sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

fn if_equal(value: u32, then: u8, otherwise: u8) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, value, then, otherwise)
}

fn if_at_least(value: u32, then: u8, otherwise: u8) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, value, then, otherwise)
}

fn if_any_bit(bits: u32, then: u8, otherwise: u8) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, bits, then, otherwise)
}

fn end(action: u32) -> libc::sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, action, 0, 0)
}

/// The last two say how many instructions to skip.
fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt, jf, k }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_refused_is_harmless() {
        assert!(HARMLESS.iter().all(|number| refused(*number).is_none()));
    }

    #[test]
    fn programs_are_as_short_as_the_kernel_demands() {
        const LONGEST: usize = 4096;
        assert!(watchful().len() < LONGEST && deadly().len() < LONGEST);
    }
}
