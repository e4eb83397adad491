//! The one place from which explored code's process may make any system call.
//!
//! Under a [`super::filter`], most system calls are interrupted. Whoever then decides to let one through
//! repeats it here: the filter knows the address. Unlike those of the C library, these calls do not touch
//! `errno` either, which belongs to the explored program.

use std::arch::global_asm;

global_asm!(
    ".pushsection .text.forall_perform_syscall,\"ax\",@progbits",
    ".hidden forall_perform_syscall",
    ".globl forall_perform_syscall",
    ".type forall_perform_syscall,@function",
    "forall_perform_syscall:",
    // A signal that the program sends itself arrives here, and whoever handles it looks at what led here.
    ".cfi_startproc",
    "mov rax, rdi",
    "mov r11, rsi",
    "mov rdi, [r11]",
    "mov rsi, [r11 + 8]",
    "mov rdx, [r11 + 16]",
    "mov r10, [r11 + 24]",
    "mov r8, [r11 + 32]",
    "mov r9, [r11 + 40]",
    "syscall",
    ".hidden forall_performed_syscall",
    ".globl forall_performed_syscall",
    "forall_performed_syscall:",
    "ret",
    ".cfi_endproc",
    ".size forall_perform_syscall, . - forall_perform_syscall",
    ".popsection",
);

unsafe extern "C" {
    fn forall_perform_syscall(number: i64, arguments: *const [u64; 6]) -> i64;
    static forall_performed_syscall: u8;
}

/// Makes a system call; a negative result is an error number.
///
/// # Safety
/// That of the system call.
pub unsafe fn perform(number: i64, arguments: [u64; 6]) -> i64 {
    // SAFETY: the function takes its arguments as the kernel does, from memory that lives for the duration of
    // the call.
    unsafe { forall_perform_syscall(number, &arguments) }
}

/// The address at which such a system call returns.
pub fn returns_to() -> u64 {
    (&raw const forall_performed_syscall).addr() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_calls_yield_what_the_kernel_says() {
        // SAFETY: neither call touches memory.
        let (id, error) =
            unsafe { (perform(libc::SYS_getpid, [0; 6]), perform(libc::SYS_close, [u64::MAX; 6])) };
        assert_eq!(id, i64::from(std::process::id()));
        assert_eq!(error, -i64::from(libc::EBADF));
    }
}
