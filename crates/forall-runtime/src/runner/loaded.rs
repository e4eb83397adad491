//! The shared libraries of this process.
//!
//! Which files they are is decided when the program is loaded, by paths and variables that no linker knows
//! of; and they can change without the program.

use std::ffi::{CStr, OsStr, c_int, c_void};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Where the system keeps its own: these are large, and replaced as a whole.
const SYSTEM: [&str; 4] = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"];

/// Equal as long as all of them are the same, but for the one in `except`.
pub fn digest(except: &Path) -> u128 {
    let mut files = files();
    files.retain(|file| file.as_path() != except);
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        files.iter().for_each(|file| describe(file, &mut hasher));
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

fn describe(file: &Path, hasher: &mut DefaultHasher) {
    if !SYSTEM.iter().any(|directory| file.starts_with(directory)) {
        return (file.file_name(), fs::read(file).ok()).hash(hasher);
    }
    let metadata = fs::metadata(file).ok();
    let version = metadata.map(|metadata| (metadata.len(), metadata.modified().ok()));
    (file, version).hash(hasher);
}

/// In the order in which names are looked up in them. The program itself and the kernel's piece of code have
/// no file.
fn files() -> Vec<PathBuf> {
    extern "C" fn note(info: *mut libc::dl_phdr_info, _: usize, files: *mut c_void) -> c_int {
        // SAFETY: the loader hands over a description that is valid during this call, and what was given to it.
        let (name, files) = unsafe {
            let name = (*info).dlpi_name;
            (if name.is_null() { c"" } else { CStr::from_ptr(name) }, &mut *files.cast::<Vec<PathBuf>>())
        };
        let file = Path::new(OsStr::from_bytes(name.to_bytes()));
        if file.is_absolute() || file.exists() {
            files.push(file.to_owned());
        }
        0
    }
    let mut files: Vec<PathBuf> = Vec::new();
    // SAFETY: the function does not unwind, and gets the list it expects.
    unsafe { libc::dl_iterate_phdr(Some(note), (&raw mut files).cast()) };
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_of_a_process_are_known() {
        let files = files();
        let libc =
            files.iter().find(|file| file.to_string_lossy().contains("libc.so")).expect("the C library");
        assert_eq!(digest(Path::new("")), digest(Path::new("")));
        assert_ne!(digest(Path::new("")), digest(libc));
    }

    #[test]
    fn a_library_of_the_user_is_told_by_its_contents() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("libown.so");
        let described = |contents: &str| {
            fs::write(&file, contents).unwrap();
            let mut hasher = DefaultHasher::new();
            describe(&file, &mut hasher);
            hasher.finish()
        };
        assert_eq!(described("one"), described("one"));
        assert_ne!(described("one"), described("two"));
    }
}
