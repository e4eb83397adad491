//! The instrumented library, loaded into this process.
//!
//! See docs/decisions/shared-library-without-runtime-crate.md.

use super::loaded;
use forall_protocol::VERSION;
use forall_protocol::hooks::{self, Constant, ConstantList, Hooks, TAG_COUNT};
use forall_protocol::manifest::Manifest;
use forall_protocol::put::Put;
use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU8;

/// Why a library cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error("cannot load {}: {reason}", path.display())]
    Load { path: PathBuf, reason: String },
    #[error("{} lacks `{symbol}`: it was not linked by cargo forall", path.display())]
    Missing { path: PathBuf, symbol: &'static str },
    #[error("the manifest in {} is malformed or of another version of cargo forall; rebuild it", path.display())]
    Manifest { path: PathBuf },
    #[error(
        "test number {index} in {} speaks version {found} of forall's protocol, cargo forall speaks version {VERSION}: use \
         the same release of the `forall` crate and of cargo forall", path.display()
    )]
    PutVersion { path: PathBuf, index: usize, found: u32 },
}

/// What the library exports. It is never unloaded.
pub struct Library {
    pub place: *mut i32,
    pub manifest: Manifest,
    pub puts: Vec<&'static Put>,
    pub constants: Vec<Constant>,
    pub tags: *const [AtomicU8; TAG_COUNT],
    /// See [`hooks::EARLY_KEYS`].
    pub early_keys: u64,
    table: *mut Hooks,
    coverage: *mut *mut u8,
}

impl Library {
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let handle = load(path)?;
        let loaded = loaded::digest(&absolute(path)?);
        let symbol = |name: &'static str| find(handle, name, path);
        let table = symbol(hooks::TABLE)?.cast();
        let place: *mut i32 = symbol(hooks::PLACE)?.cast();
        let encoded = symbol(hooks::MANIFEST)?;
        let listed = symbol(hooks::PUTS)?;
        // SAFETY: the instrumenter puts the length before the bytes.
        let encoded: &[u8] = unsafe { counted(encoded) };
        let mut manifest =
            Manifest::decode(encoded).map_err(|_| LibraryError::Manifest { path: path.to_owned() })?;
        // What a test reaches outside of the library is known only now.
        manifest.codes.iter_mut().for_each(|code| *code ^= loaded);
        // SAFETY: the instrumenter puts the number before the pointers, which lead to statics of the library.
        let puts: &[&'static Put] = unsafe { counted(listed) };
        // SAFETY: the instrumenter puts the number before the lists, which lead to so many constants of the
        // library.
        let constants = unsafe {
            let lists: &[ConstantList] = counted(symbol(hooks::CONSTANTS)?);
            lists
                .iter()
                .flat_map(|list| std::slice::from_raw_parts(list.first, list.length))
                .copied()
                .collect()
        };
        for (index, put) in puts.iter().enumerate() {
            if put.version != VERSION {
                return Err(LibraryError::PutVersion { path: path.to_owned(), index, found: put.version });
            }
        }
        // Before the first call in the package's own code there is no place.
        // SAFETY: the instrumenter exports an `i32`.
        unsafe { place.write(-1) };
        let tags = symbol(hooks::TAGS)?.cast();
        let coverage = symbol(hooks::COVERAGE)?.cast();
        // SAFETY: the instrumenter exports an `i64`; its initialisers have run.
        let early_keys = unsafe { symbol(hooks::EARLY_KEYS)?.cast::<u64>().read() };
        Ok(Library { place, manifest, puts: puts.to_vec(), constants, tags, early_keys, table, coverage })
    }

    /// From here on the program calls these hooks and marks in this map what it covers.
    pub fn connect(&self, table: &Hooks, coverage: *mut u8) {
        // SAFETY: the instrumenter exports a writable table of this type, and a pointer to a map.
        unsafe {
            self.table.write(*table);
            self.coverage.write(coverage);
        }
    }
}

/// Without a slash the loader would search its own directories.
fn absolute(path: &Path) -> Result<PathBuf, LibraryError> {
    std::path::absolute(path)
        .map_err(|error| LibraryError::Load { path: path.to_owned(), reason: error.to_string() })
}

fn load(path: &Path) -> Result<*mut c_void, LibraryError> {
    let error = |reason| LibraryError::Load { path: path.to_owned(), reason };
    let name = CString::new(absolute(path)?.as_os_str().as_bytes()).map_err(|e| error(e.to_string()))?;
    // SAFETY: the name is a C string. The library's initialisers run now, as they would in a test binary.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if handle.is_null() {
        // SAFETY: after a failure `dlerror` yields a C string that lives until the next call.
        let reason = unsafe { CStr::from_ptr(libc::dlerror()) };
        return Err(error(reason.to_string_lossy().into_owned()));
    }
    Ok(handle)
}

fn find(handle: *mut c_void, symbol: &'static str, path: &Path) -> Result<*mut c_void, LibraryError> {
    let name = CString::new(symbol).expect("the protocol's names have no zero in them");
    // SAFETY: the handle is that of a loaded library, the name a C string.
    let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
    if address.is_null() { Err(LibraryError::Missing { path: path.to_owned(), symbol }) } else { Ok(address) }
}

/// # Safety
/// At `start` lies an `i64`, and behind it as many `T`s, for good.
unsafe fn counted<T>(start: *mut c_void) -> &'static [T] {
    let start = start.cast::<i64>();
    // SAFETY: as the caller promises; everything is aligned to 8 bytes at most.
    unsafe { std::slice::from_raw_parts(start.add(1).cast(), start.read() as usize) }
}
