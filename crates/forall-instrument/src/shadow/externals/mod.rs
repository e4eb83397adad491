//! What is known of functions that exist only as machine code: one file a family.
//!
//! A call of a function that no family knows is always reported.

mod addresses;
mod allocation;
mod bytes;
mod harmless;
pub mod mathematics;
mod random;
mod threads;

use super::function::FunctionShadow;
use crate::llvm::Value;

/// Each tells how a function of that name is treated, if it is one of its own.
const FAMILIES: [fn(&str) -> Option<Model>; 7] = [
    allocation::model,
    bytes::model,
    addresses::model,
    random::model,
    threads::model,
    harmless::model,
    mathematics::model,
];

/// How calls to a function are treated.
#[derive(Clone, Copy)]
pub struct Model {
    /// Does a hook do the work? Then it cannot take the place of a call that may unwind.
    pub is_replaced: bool,
    /// Can the result be symbolic although all arguments are concrete? The fast copy of the caller watches it then.
    pub yields_terms: bool,
    pub follow: Follow,
}

/// Adds hooks to a call, or puts them in its place.
type Follow = fn(&mut FunctionShadow<'_>, &ExternalCall<'_>);

/// A call of a function that exists only as machine code.
pub struct ExternalCall<'a> {
    pub call: Value,
    pub name: &'a str,
    pub arguments: Vec<Value>,
    /// One for each argument.
    pub shadows: Vec<Value>,
    pub site: Value,
    /// The instruction behind the call.
    pub after: Value,
}

pub fn model(name: &str) -> Option<Model> {
    FAMILIES.iter().find_map(|family| family(name))
}

impl Model {
    /// The call stays.
    const fn beside(follow: Follow) -> Model {
        Model { is_replaced: false, yields_terms: false, follow }
    }

    /// A hook takes the place of the call.
    const fn instead(follow: Follow) -> Model {
        Model { is_replaced: true, yields_terms: false, follow }
    }

    /// The same, and its result may have a term.
    const fn yielding(follow: Follow) -> Model {
        Model { yields_terms: true, ..Model::instead(follow) }
    }
}

/// The call is reported if an argument is symbolic.
fn report_symbolic(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    shadow.unsupported(of.call, &format!("call of {}", of.name), of.shadows.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_unknown() {
        for unknown in ["getenv", "gettid", "mallo", "cosine", "_Unwin"] {
            assert!(model(unknown).is_none(), "{unknown}");
        }
        for known in ["malloc", "powf", "pow", "_Unwind_RaiseException", "bcmp", "pthread_self", "write"] {
            assert!(model(known).is_some(), "{known}");
        }
    }

    #[test]
    fn no_two_families_know_one_function() {
        let names = ["free", "memset", "memcmp", "getrandom", "pthread_join", "syscall", "abort", "fmod"];
        for name in names {
            assert_eq!(FAMILIES.iter().filter(|family| family(name).is_some()).count(), 1, "{name}");
        }
    }

    #[test]
    fn the_fast_copy_watches_what_reads_memory() {
        let yields = |name: &str| model(name).is_some_and(|model| model.yields_terms);
        assert!(yields("memcmp") && yields("bcmp") && yields(crate::addresses::TELL));
        assert!(!yields("malloc") && !yields("cos"));
    }
}
