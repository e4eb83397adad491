//! Running a test on one stack, and everything around it on another.

use crate::mapping::Mapping;
use std::arch::global_asm;
use std::ffi::c_void;

global_asm!(
    ".pushsection .text.forall_stacks,\"ax\",@progbits",
    // fn forall_run_on(stack: *mut u8, function: extern "C" fn(*const c_void), argument: *const c_void)
    ".hidden forall_run_on",
    ".globl forall_run_on",
    ".type forall_run_on,@function",
    "forall_run_on:",
    ".cfi_startproc",
    // Nobody unwinds from one stack to the other.
    ".cfi_undefined rip",
    "push rbp",
    "push rbx",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "sub rsp, 8",
    "stmxcsr [rsp]",
    "fnstcw [rsp + 4]",
    "mov [rip + forall_way_back], rsp",
    "mov rsp, rdi",
    "mov rdi, rdx",
    "xor ebp, ebp",
    "call rsi",
    // fn forall_go_back() -> !
    ".hidden forall_go_back",
    ".globl forall_go_back",
    "forall_go_back:",
    "mov rsp, [rip + forall_way_back]",
    "cld",
    "ldmxcsr [rsp]",
    "fninit",
    "fldcw [rsp + 4]",
    "add rsp, 8",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbx",
    "pop rbp",
    "ret",
    ".cfi_endproc",
    ".size forall_run_on, . - forall_run_on",
    ".popsection",
    ".pushsection .bss.forall_way_back,\"aw\",@nobits",
    ".balign 8",
    "forall_way_back:",
    ".zero 8",
    ".popsection",
);

unsafe extern "C" {
    fn forall_run_on(stack: *mut u8, function: extern "C" fn(*const c_void), argument: *const c_void);
    fn forall_go_back() -> !;
}

/// Calls the function on the stack that ends at `stack`; comes back when it returns or calls [`go_back`].
///
/// # Safety
/// Below `stack`, which is a multiple of 16, there is room that nobody uses. The function does not unwind.
pub unsafe fn run_on<T>(stack: *mut u8, function: extern "C" fn(*const c_void), argument: &T) {
    // SAFETY: as the caller promises; the way back is kept on this stack until it is taken.
    unsafe { forall_run_on(stack, function, (&raw const *argument).cast()) }
}

/// Leaves the function that [`run_on`] runs, with everything it has begun.
///
/// # Safety
/// On the thread that called [`run_on`], which has not come back yet. Nothing that was begun on the stack is
/// missed.
pub unsafe fn go_back() -> ! {
    // SAFETY: as the caller promises.
    unsafe { forall_go_back() }
}

/// Where a stack in this memory begins.
pub fn top(memory: &Mapping) -> *mut u8 {
    // SAFETY: the end of the mapping, which is page aligned.
    unsafe { memory.start().add(memory.length()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    extern "C" fn returns(argument: *const c_void) {
        // SAFETY: the test passes a cell.
        unsafe { &*argument.cast::<Cell<u32>>() }.set(1);
    }

    extern "C" fn leaves(argument: *const c_void) {
        // SAFETY: as above; nothing was begun.
        unsafe {
            (*argument.cast::<Cell<u32>>()).set(2);
            go_back()
        }
    }

    #[test]
    fn a_function_comes_back_either_way() {
        let memory = Mapping::anonymous(64 << 10).unwrap();
        let cell = Cell::new(0);
        for (function, expected) in [(returns as extern "C" fn(*const c_void), 1), (leaves, 2)] {
            // SAFETY: the stack is new.
            unsafe { run_on(top(&memory), function, &cell) };
            assert_eq!(cell.get(), expected);
        }
    }
}
