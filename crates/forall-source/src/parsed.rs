//! Source files of the explored packages, parsed once for all that is asked about them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

thread_local! {
    // Syntax trees stay on their thread.
    static PARSED: RefCell<HashMap<PathBuf, Rc<syn::File>>> = RefCell::default();
}

/// The contents of a file; empty if it cannot be read or is no Rust.
pub fn parsed(file: &Path) -> Rc<syn::File> {
    if let Some(known) = PARSED.with_borrow(|parsed| parsed.get(file).cloned()) {
        return known;
    }
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let new = Rc::new(syn::parse_file(&source).unwrap_or_else(|_| syn::parse_quote!()));
    PARSED.with_borrow_mut(|parsed| parsed.insert(file.to_owned(), Rc::clone(&new)));
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_rust_has_no_items_and_what_is_known_is_not_read_again() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("lib.rs");
        assert!(parsed(&directory.path().join("missing.rs")).items.is_empty());
        std::fs::write(&file, "fn one() {} fn two() {}").unwrap();
        let first = parsed(&file);
        assert_eq!(first.items.len(), 2);
        std::fs::write(&file, "no Rust").unwrap();
        assert!(Rc::ptr_eq(&first, &parsed(&file)));
        let other = directory.path().join("other.rs");
        std::fs::write(&other, "no Rust").unwrap();
        assert!(parsed(&other).items.is_empty());
    }
}
