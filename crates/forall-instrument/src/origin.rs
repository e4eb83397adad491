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
                false if file_of_std(&scope.file()).is_some() => Origin::Std,
                false => Origin::Dependency,
            }
        })
    }
}

/// Which file of the standard library, or of what it is built with, a path leads to, as the compiler names it
/// with and without its sources at hand.
pub fn file_of_std(path: &str) -> Option<&str> {
    let unpacked = || path.split_once("/lib/rustlib/src/rust/library/").map(|(_, file)| file);
    let remapped = || path.strip_prefix("/rustc/")?.split_once('/')?.1.strip_prefix("library/");
    remapped().or_else(unpacked).or_else(|| path.strip_prefix("/rust/deps/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_library_is_known_by_its_places() {
        let core = Some("core/src/ptr/mod.rs");
        assert_eq!(file_of_std("/rustc/0123abcd/library/core/src/ptr/mod.rs"), core);
        assert_eq!(file_of_std("/home/me/toolchain/lib/rustlib/src/rust/library/core/src/ptr/mod.rs"), core);
        let dependency = Some("hashbrown-0.16.1/src/raw.rs");
        assert_eq!(file_of_std("/rust/deps/hashbrown-0.16.1/src/raw.rs"), dependency);
        for other in [
            "/home/me/library/src/lib.rs",
            "/home/me/.cargo/registry/src/index-1/memchr-2.7.4/src/lib.rs",
            "/home/me/rust/deps/mine/src/lib.rs",
            "/home/me/rustc/mine/library/src/lib.rs",
            "/rustc/0123abcd/compiler/library/src/lib.rs",
        ] {
            assert_eq!(file_of_std(other), None, "{other}");
        }
    }
}
