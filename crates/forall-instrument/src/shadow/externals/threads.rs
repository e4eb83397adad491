//! Threads: the runtime starts them, one at a time.

use super::{ExternalCall, Model};
use crate::shadow::function::FunctionShadow;
use forall_protocol::hooks::Hook;

pub fn model(name: &str) -> Option<Model> {
    Some(match name {
        "pthread_create" => Model::instead(|shadow, of| hand_over(shadow, of, Hook::Spawn, 4)),
        "pthread_join" => Model::instead(|shadow, of| hand_over(shadow, of, Hook::Join, 2)),
        "pthread_detach" => Model::instead(|shadow, of| hand_over(shadow, of, Hook::Detach, 1)),
        "__cxa_thread_atexit_impl" => {
            Model::instead(|shadow, of| hand_over(shadow, of, Hook::AtThreadExit, 3))
        }
        "syscall" => Model::beside(system),
        _ => return None,
    })
}

/// The hook takes the first arguments of the function, and returns what it returns.
fn hand_over(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>, hook: Hook, arguments: usize) {
    shadow.fix_all(&of.arguments, &of.shadows, of.site);
    let code = shadow.all.hook(hook, &of.arguments[..arguments]);
    shadow.replace(of.call, code);
}

/// May wait for another thread.
fn system(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    shadow.leave(of.call, of.name);
    let word = |index: usize| match of.arguments.get(index) {
        Some(&argument) => shadow.all.bits(argument, 64),
        None => shadow.all.builder.int(64, 0),
    };
    shadow.all.hook(Hook::System, &[word(0), word(2)]);
}
