//! What the system linker takes in besides the objects and Rust libraries: archives, shared libraries,
//! scripts, wherever its arguments lead.

use crate::Error;
use crate::cache::Key;
use crate::file::Bytes;
use object::read::archive::ArchiveFile;
use std::collections::HashSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The files, and what else the arguments say.
#[derive(Debug, Default)]
pub struct Libraries {
    pub files: Vec<PathBuf>,
    words: Vec<String>,
    directories: Vec<PathBuf>,
    seen: HashSet<PathBuf>,
}

impl Libraries {
    /// Of arguments for the system linker. What lies in the toolchain or is found nowhere but in the system's
    /// own directories is left out.
    pub fn of(arguments: &[OsString], sysroot: &Path) -> Libraries {
        let mut libraries = Libraries::default();
        let mut words = Vec::new();
        let mut all = flattened(arguments).into_iter();
        while let Some(word) = all.next() {
            match word.as_str() {
                "-L" | "--library-path" => libraries.directories.extend(all.next().map(PathBuf::from)),
                "-l" | "--library" => words.extend(all.next().map(|name| format!("-l{name}"))),
                other => match other.strip_prefix("-L").or(other.strip_prefix("--library-path=")) {
                    Some(directory) => libraries.directories.push(directory.into()),
                    None => words.push(word),
                },
            }
        }
        libraries.directories.retain(|directory| !directory.starts_with(sysroot));
        for word in words {
            if !libraries.follow(&word) {
                libraries.words.push(word);
            }
        }
        libraries.files.retain(|file| !file.starts_with(sysroot));
        libraries
    }

    /// Adds the files that a word may mean; `false` if it means none.
    fn follow(&mut self, word: &str) -> bool {
        let names: Vec<String> = match word.strip_prefix("-l").or(word.strip_prefix("--library=")) {
            Some(name) => match name.strip_prefix(':') {
                Some(name) => vec![name.to_owned()],
                // Which of them is taken depends on the options before.
                None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
            },
            // An option may have a path for its value, and a path may have an equals sign in it.
            None => [word]
                .into_iter()
                .chain(word.match_indices('=').map(|(at, _)| &word[at + 1..]))
                .map(|name| name.trim_start_matches('@').to_owned())
                .collect(),
        };
        let found: Vec<PathBuf> = names.iter().flat_map(|name| self.find(name)).collect();
        let is_file = !found.is_empty();
        for file in found {
            if self.seen.insert(file.clone()) {
                self.look_inside(&file);
                self.files.push(file);
            }
        }
        is_file
    }

    fn find(&self, name: &str) -> Vec<PathBuf> {
        let places = self.directories.iter().map(|directory| directory.join(name));
        places.chain([PathBuf::from(name)]).filter(|file| file.is_file()).collect()
    }

    /// In the place of a library there may be a text that names others, or an archive that has its members
    /// elsewhere.
    fn look_inside(&mut self, file: &Path) {
        let Ok(bytes) = Bytes::of_file(file) else { return };
        if let Ok(archive) = ArchiveFile::parse(&*bytes) {
            for member in archive.members().filter_map(Result::ok).filter(|_| archive.is_thin()) {
                let name = String::from_utf8_lossy(member.name()).into_owned();
                self.follow(&file.with_file_name(name).to_string_lossy());
            }
            return;
        }
        let Ok(text) = std::str::from_utf8(&bytes) else { return };
        let separates = |c: char| c.is_whitespace() || "(),;\"".contains(c);
        // A name in quotes may have anything in it.
        let quoted = text.split('"').skip(1).step_by(2);
        for word in text.split(separates).chain(quoted).filter(|word| !word.is_empty()) {
            self.follow(word);
        }
    }

    /// What tells what is linked apart from other things: contents, and the remaining words.
    pub fn key(&self) -> Result<Key, Error> {
        let files: Vec<Key> = self.files.iter().map(|file| contents(file)).collect::<Result<_, _>>()?;
        Ok(Key::of((files, &self.words)))
    }
}

/// What the linker itself is told, word by word.
fn flattened(arguments: &[OsString]) -> Vec<String> {
    let mut words = Vec::new();
    for argument in arguments.iter().map(|argument| argument.to_string_lossy().into_owned()) {
        match argument.strip_prefix("-Wl,") {
            Some(parts) => words.extend(parts.split(',').map(str::to_owned)),
            None if argument == "-Xlinker" => {}
            None => words.push(argument),
        }
    }
    words
}

/// Of an archive what is in it, not when it was put there.
fn contents(path: &Path) -> Result<Key, Error> {
    let bytes = Bytes::of_file(path)?;
    let members = members(&bytes).unwrap_or_default();
    let members: Vec<Key> = members.iter().map(|(name, data)| Key::of((name, &**data))).collect();
    let whole = if members.is_empty() { Key::of(&*bytes) } else { Key::of(members) };
    Ok(Key::of((path.file_name().map(OsStrExt::as_bytes), whole)))
}

/// The members of an archive, with their names; `None` if it is none, or keeps them elsewhere.
pub fn members(bytes: &Bytes) -> Option<Vec<(String, Bytes)>> {
    let archive = ArchiveFile::parse(&**bytes).ok().filter(|archive| !archive.is_thin())?;
    let member = |member: object::read::Result<object::read::archive::ArchiveMember<'_>>| {
        let member = member.ok()?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        Some((name, bytes.piece(member.data(&**bytes).ok()?)))
    };
    archive.members().map(member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn libraries(arguments: &str, directory: &Path) -> Libraries {
        let arguments = arguments.replace("DIR", directory.to_str().unwrap());
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        Libraries::of(&arguments, Path::new("/toolchain"))
    }

    fn names(libraries: &Libraries) -> Vec<&str> {
        libraries.files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect()
    }

    #[test]
    fn arguments_and_scripts_lead_to_files() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        for name in ["libone.a", "libtwo.so", "three.o", "exact.a", "list", "four.a", "libfive.a", "six.o"] {
            fs::write(path.join(name), [0, 0xff, 1]).unwrap();
        }
        let member = format!("{:<48}{:<10}`\n", "six.o/", 3);
        fs::write(path.join("libthin.a"), format!("!<thin>\n{member}")).unwrap();
        fs::write(path.join("libscript.so"), "/* text */ GROUP ( four.a AS_NEEDED ( -lfive ) )").unwrap();
        let found = libraries(
            "-L DIR -Wl,-Bstatic -lone -Wl,-Bdynamic -l two -l:exact.a -Wl,--whole-archive,DIR/three.o \
             -Wl,--dynamic-list=DIR/list -lscript -lthin -lc -Wl,--defsym=LIMIT=5",
            path,
        );
        assert_eq!(
            names(&found),
            [
                "libone.a",
                "libtwo.so",
                "exact.a",
                "three.o",
                "list",
                "four.a",
                "libfive.a",
                "libscript.so",
                "six.o",
                "libthin.a"
            ]
        );
        assert_eq!(found.words, ["-Bstatic", "-Bdynamic", "--whole-archive", "-lc", "--defsym=LIMIT=5"]);
    }

    #[test]
    fn names_may_have_anything_in_them() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("version=1");
        fs::create_dir(&path).unwrap();
        for name in ["one.o", "two=2.o", "libthree.a", "libfour.a", "the fifth.a"] {
            fs::write(path.join(name), [0, 0xff, 1]).unwrap();
        }
        fs::write(path.join("script"), "INPUT(\"the fifth.a\")").unwrap();
        let found = libraries("DIR/one.o -Wl,--script=DIR/two=2.o", &path);
        assert_eq!(names(&found), ["one.o", "two=2.o"]);
        let found = libraries("-Wl,-L,DIR -lthree -Xlinker --library-path=DIR -Xlinker -lfour", &path);
        assert_eq!(names(&found), ["libthree.a", "libfour.a"]);
        assert_eq!(names(&libraries("-L DIR DIR/script", &path)), ["the fifth.a", "script"]);
    }

    #[test]
    fn contents_and_options_make_a_difference_and_places_do_not() {
        let [one, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for directory in [&one, &other] {
            fs::write(directory.path().join("libone.a"), "data").unwrap();
        }
        let key = |arguments: &str, directory: &Path| libraries(arguments, directory).key().unwrap();
        let first = key("-L DIR -lone", one.path());
        assert_eq!(first, key("-LDIR -lone", other.path()));
        assert_ne!(first, key("-L DIR -lone -Wl,--defsym=LIMIT=5", one.path()));
        fs::write(other.path().join("libone.a"), "date").unwrap();
        assert_ne!(first, key("-L DIR -lone", other.path()));
    }
}
