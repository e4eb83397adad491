//! What was made of a module, kept for the next time the same module is linked.
//!
//! Modules of libraries, above all of the standard library, are the same from build to build, and so are most
//! of those that rustc splits a package into. An entry is found by everything that it was made from; it is
//! never changed, and one that is damaged is made again.

use crate::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Environment variable: the directory to keep things in.
pub const VARIABLE: &str = "FORALL_LINK_CACHE";

/// When there is more than this, what was not used for longest goes.
const MOST_BYTES: u64 = 1 << 30;

/// What was used so recently may be about to be linked.
const RECENT: Duration = Duration::from_secs(2 * 3600);

/// What an entry was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    pub const BYTES: usize = 16;

    pub fn to_bytes(self) -> [u8; Key::BYTES] {
        self.0.to_le_bytes()
    }

    pub fn from_bytes(bytes: [u8; Key::BYTES]) -> Key {
        Key(u128::from_le_bytes(bytes))
    }

    pub fn of(everything: impl Hash) -> Key {
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            everything.hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Key(half(0) << 64 | half(1))
    }

    pub fn number(self) -> u128 {
        self.0
    }

    pub fn from_number(number: u128) -> Key {
        Key(number)
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A directory of entries; without one, nothing is kept.
pub struct Cache {
    directory: Option<PathBuf>,
}

impl Cache {
    pub fn from_environment() -> Result<Cache, Error> {
        Cache::at(std::env::var_os(VARIABLE).map(PathBuf::from))
    }

    fn at(directory: Option<PathBuf>) -> Result<Cache, Error> {
        if let Some(directory) = &directory {
            std::fs::create_dir_all(directory).map_err(Error::io("make", directory))?;
        }
        Ok(Cache { directory })
    }

    /// An entry of one kind, if there is one and it is whole. That it was used is noted.
    pub fn get(&self, kind: &str, key: Key) -> Option<Vec<u8>> {
        let path = self.path(kind, key)?;
        let mut bytes = std::fs::read(&path).ok()?;
        let (sum, contents) = bytes.split_at_checked(Key::BYTES)?;
        if sum != Key::of(contents).to_bytes() {
            return None;
        }
        // Should this fail, the entry only seems older than it is.
        let _ = note_use(&path);
        bytes.drain(..Key::BYTES);
        Some(bytes)
    }

    /// The file that is such an entry, if it is there and has these contents.
    pub fn get_file(&self, kind: &str, key: Key, contents: Key) -> Option<PathBuf> {
        let path = self.path(kind, key)?;
        if Key::of(&std::fs::read(&path).ok()?[..]) != contents {
            return None;
        }
        let _ = note_use(&path);
        Some(path)
    }

    /// Keeps an entry. What cannot be kept is made again the next time.
    pub fn put(&self, kind: &str, key: Key, contents: &[u8]) {
        let (Some(directory), Some(path)) = (&self.directory, self.path(kind, key)) else { return };
        let _ = write(directory, &path, &[&Key::of(contents).to_bytes(), contents]);
    }

    /// Keeps an entry as a file for others; where it is, if it could be kept.
    pub fn put_file(&self, kind: &str, key: Key, contents: &[u8]) -> Option<PathBuf> {
        let (directory, path) = (self.directory.as_ref()?, self.path(kind, key)?);
        write(directory, &path, &[contents]).ok()?;
        Some(path)
    }

    fn path(&self, kind: &str, key: Key) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join(format!("{key}.{kind}")))
    }

    /// Removes what was not used for longest, if there is too much.
    pub fn trim(&self) {
        if let Some(directory) = &self.directory {
            trim(directory, MOST_BYTES);
        }
    }
}

/// All at once: nobody sees a part of it.
fn write(directory: &Path, path: &Path, contents: &[&[u8]]) -> std::io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    for contents in contents {
        file.write_all(contents)?;
    }
    file.persist(path)?;
    Ok(())
}

/// To the hour: every note is a write to the disk.
fn note_use(path: &Path) -> std::io::Result<()> {
    let now = SystemTime::now();
    let age = now.duration_since(path.metadata()?.modified()?).unwrap_or_default();
    if age < Duration::from_secs(3600) {
        return Ok(());
    }
    std::fs::File::open(path)?.set_modified(now)
}

fn trim(directory: &Path, most: u64) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    let mut entries: Vec<(SystemTime, u64, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let metadata = entry.metadata().ok()?;
            Some((metadata.modified().ok()?, metadata.len(), entry.path()))
        })
        .collect();
    let mut total: u64 = entries.iter().map(|(_, length, _)| length).sum();
    if total <= most {
        return;
    }
    entries.sort();
    let now = SystemTime::now();
    for (used, length, path) in entries {
        if total <= most / 2 || now.duration_since(used).unwrap_or_default() < RECENT {
            return;
        }
        // Somebody else may have removed it.
        let _ = std::fs::remove_file(path);
        total -= length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::at(Some(directory.path().join("new"))).unwrap();
        (directory, cache)
    }

    #[test]
    fn an_entry_is_found_under_its_kind_and_key() {
        let (_directory, cache) = cache();
        let key = Key::of("module");
        cache.put("object", key, b"code");
        assert_eq!(cache.get("object", key).as_deref(), Some(&b"code"[..]));
        assert_eq!(cache.get("outline", key), None);
        assert_eq!(cache.get("object", Key::of("another")), None);
    }

    #[test]
    fn a_damaged_entry_is_none() {
        let (_directory, cache) = cache();
        let key = Key::of("module");
        cache.put("object", key, b"code");
        let path = cache.path("object", key).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(cache.get("object", key), None, "cut at {length}");
        }
        let mut other = whole.clone();
        *other.last_mut().unwrap() ^= 1;
        std::fs::write(&path, other).unwrap();
        assert_eq!(cache.get("object", key), None);
    }

    #[test]
    fn a_file_is_found_as_long_as_it_is_whole() {
        let (_directory, cache) = cache();
        let (key, contents) = (Key::of("module"), Key::of(&b"code"[..]));
        assert_eq!(cache.get_file("o", key, contents), None);
        let path = cache.put_file("o", key, b"code").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"code");
        assert_eq!(cache.get_file("o", key, contents).as_ref(), Some(&path));
        for damaged in [&b"cod"[..], b"bode", b""] {
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(cache.get_file("o", key, contents), None);
        }
    }

    #[test]
    fn without_a_directory_nothing_is_kept() {
        let cache = Cache::at(None).unwrap();
        cache.put("object", Key::of(1), b"code");
        assert_eq!(cache.get("object", Key::of(1)), None);
        assert_eq!(cache.put_file("o", Key::of(1), b"code"), None);
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let (_directory, cache) = cache();
        let keys = [1, 2, 3, 4].map(Key::of);
        for (age, key) in keys.iter().enumerate() {
            cache.put("object", *key, &[0; 84]);
            let path = cache.path("object", *key).unwrap();
            let then = SystemTime::now() - Duration::from_secs(10_000 - age as u64);
            std::fs::File::open(path).unwrap().set_modified(then).unwrap();
        }
        cache.get("object", keys[0]).unwrap();
        let left = || keys.map(|key| cache.path("object", key).unwrap().exists());
        trim(cache.directory.as_ref().unwrap(), 400);
        assert_eq!(left(), [true; 4], "there is room for all");
        trim(cache.directory.as_ref().unwrap(), 399);
        assert_eq!(left(), [true, false, false, false]);
    }
}
