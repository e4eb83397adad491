//! Who wrote a function: the tested package, another one, or the standard library.

use crate::llvm::Scope;
use crate::sites::Sites;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Own,
    Dependency,
    Std,
}

/// What is known of functions so far.
#[derive(Default)]
pub struct Origins(HashMap<Scope, Origin>);

impl Origins {
    pub fn of(&mut self, sites: &mut Sites, scope: Scope) -> Origin {
        *self.0.entry(scope).or_insert_with(|| {
            let (file, directory) = scope.file_and_directory();
            match sites.is_own_file(&file, &directory) {
                true => Origin::Own,
                false if is_of_std(&scope.file()) => Origin::Std,
                false => Origin::Dependency,
            }
        })
    }
}

/// Is it a file of the standard library, as the compiler names it with and without its sources at hand?
fn is_of_std(file: &str) -> bool {
    let library = || file.split_once("/rustc/").is_some_and(|(_, rest)| rest.contains("/library/"));
    library() || file.contains("/rustlib/src/rust/library/") || file.contains("/rust/deps/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_library_is_known_by_its_places() {
        assert!(is_of_std("/rustc/0123abcd/library/core/src/ptr/mod.rs"));
        assert!(is_of_std("/home/me/toolchain/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs"));
        assert!(is_of_std("/rust/deps/hashbrown-0.16.1/src/raw.rs"));
        assert!(!is_of_std("/home/me/library/src/lib.rs"));
        assert!(!is_of_std("/home/me/.cargo/registry/src/index-1/memchr-2.7.4/src/lib.rs"));
    }
}
