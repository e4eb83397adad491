//! One program, four roles: the command itself, the linker and the compiler that cargo calls, and the process that runs an explored program.

use forall_runtime::host::ROLE_RUNNER;

/// The environment variable that tells the role.
pub use forall_runtime::host::ROLE_VARIABLE as VARIABLE;

/// Its value for the linker.
pub const LINKER: &str = "linker";
/// Its value for the compiler.
pub const COMPILER: &str = "compiler";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Command,
    Linker,
    Compiler,
    Runner,
}

impl Role {
    pub fn of_this_process() -> Role {
        match std::env::var(VARIABLE).as_deref() {
            Ok(LINKER) => Role::Linker,
            Ok(COMPILER) => Role::Compiler,
            Ok(ROLE_RUNNER) => Role::Runner,
            _ => Role::Command,
        }
    }
}
