//! Finding LLVM bitcode in what rustc hands to a linker.

use crate::Error;
use crate::cache::Key;
use crate::file::{self, Bytes};
use crate::libraries::{Libraries, members};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectKind, ObjectSection, ObjectSymbol};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

/// The inputs of a link, sorted by what can be done with them.
#[derive(Default)]
pub struct Inputs {
    /// The crate that is being linked.
    pub objects: Vec<Bitcode>,
    /// Members of the libraries it uses.
    pub members: Vec<Bitcode>,
    /// Which member defines a name, as the libraries say themselves; the first one counts.
    pub index: HashMap<String, usize>,
    /// Machine code only, for the system linker.
    pub native: Vec<Native>,
    /// What tells apart what the system linker finds by itself.
    pub libraries: Key,
    /// Where shared libraries lie that are not the system's.
    pub directories: BTreeSet<PathBuf>,
    /// Names that rustc would keep: entry points of its runtime, and what `#[used]` keeps in libraries.
    pub listed: HashSet<String>,
    /// Names that machine code expects from elsewhere, perhaps from the program.
    pub wanted: HashSet<String>,
    /// The same of shared libraries, which find them when they are loaded.
    pub wanted_when_loaded: HashSet<String>,
}

/// One module of the program.
#[derive(Default)]
pub struct Bitcode {
    pub name: String,
    pub bytes: Bytes,
    /// If it is of the toolchain's own libraries: which version of the library that is.
    standard: Option<Library>,
    key: OnceLock<Key>,
}

#[derive(Clone, Debug, Hash)]
struct Library {
    path: PathBuf,
    version: Option<(u64, SystemTime)>,
}

impl Bitcode {
    fn new(name: String, bytes: Bytes, standard: Option<Library>) -> Bitcode {
        Bitcode { name, bytes, standard, key: OnceLock::new() }
    }

    pub fn is_standard(&self) -> bool {
        self.standard.is_some()
    }

    /// What tells it from other modules: its contents, but the toolchain's libraries, which are large, are
    /// not read for that.
    pub fn key(&self) -> Key {
        *self.key.get_or_init(|| match &self.standard {
            Some(library) => Key::of((library, &self.name)),
            None => Key::of(&*self.bytes),
        })
    }
}

/// Machine code without bitcode.
pub enum Native {
    /// To be passed on as it is. `None` is what the toolchain contains.
    File { path: PathBuf, contents: Option<Key> },
    /// A member of an archive whose other members are bitcode.
    Member { name: String, bytes: Bytes },
}

impl Inputs {
    /// What tells the machine code apart that is linked into the program; that of the toolchain does not
    /// change by itself.
    pub fn machine_code(&self) -> Key {
        let of = |native: &Native| match native {
            Native::File { path, contents } => Key::of((path, contents)),
            Native::Member { name, bytes } => Key::of((name, &**bytes)),
        };
        Key::of((self.native.iter().map(of).collect::<Vec<Key>>(), self.libraries))
    }

    /// A module by its index: objects first, then members of libraries.
    pub fn module(&self, index: usize) -> &Bitcode {
        self.objects.get(index).unwrap_or_else(|| &self.members[index - self.objects.len()])
    }
}

const WRAPPER_MAGIC: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];

/// `rest` is what the system linker is told besides.
pub fn collect(paths: &[PathBuf], rest: &[OsString], sysroot: &Path) -> Result<Inputs, Error> {
    let mut inputs = Inputs::default();
    let libraries = Libraries::of(rest, sysroot);
    inputs.libraries = libraries.key()?;
    for file in &libraries.files {
        let bytes = Bytes::of_file(file)?;
        match members(&bytes) {
            Some(members) => {
                members.iter().for_each(|(_, member)| note_wanted(member, &mut inputs.wanted));
            }
            None => match shared_wants(&bytes) {
                Some(wanted) => {
                    inputs.directories.extend(file.parent().map(Path::to_owned));
                    inputs.wanted_when_loaded.extend(wanted);
                }
                None => note_wanted(&bytes, &mut inputs.wanted),
            },
        }
    }
    for path in paths {
        let bytes = Bytes::of_file(path)?;
        let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file_name == "symbols.o" {
            note_wanted(&bytes, &mut inputs.listed); // rustc's list of names to keep in an executable
        } else if path.extension().is_some_and(|e| e == "rlib") {
            let library = || Library { path: path.clone(), version: file::version(path) };
            let standard = path.starts_with(sysroot).then(library);
            collect_archive(path, standard.as_ref(), &bytes, &mut inputs)?;
        } else if let Some(bitcode) = bitcode_of(&bytes) {
            inputs.objects.push(Bitcode::new(file_name, bytes.piece(bitcode), None));
        } else {
            note_wanted(&bytes, &mut inputs.wanted);
            let contents = (!path.starts_with(sysroot)).then(|| Key::of(&*bytes));
            inputs.native.push(Native::File { path: path.clone(), contents });
        }
    }
    Ok(inputs)
}

fn collect_archive(
    path: &Path,
    standard: Option<&Library>,
    bytes: &Bytes,
    inputs: &mut Inputs,
) -> Result<(), Error> {
    let file_name = path.file_name().unwrap_or_default().to_string_lossy();
    let unreadable = |error: object::Error| Error::Object { path: path.into(), message: error.to_string() };
    if file_name.starts_with("libcompiler_builtins-") {
        // What code generation itself calls: machine code by nature.
        inputs.native.push(Native::File { path: path.into(), contents: None });
        return Ok(());
    }
    let archive = ArchiveFile::parse(&**bytes).map_err(unreadable)?;
    let mut by_place = HashMap::new();
    for member in archive.members() {
        let member = member.map_err(unreadable)?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let data = member.data(&**bytes).map_err(unreadable)?;
        if name == "lib.rmeta" {
            continue;
        }
        if let Some(bitcode) = bitcode_of(data) {
            by_place.insert(member.file_range(), inputs.members.len());
            let name = format!("{file_name}/{name}");
            inputs.members.push(Bitcode::new(name, bytes.piece(bitcode), standard.cloned()));
        } else if object::File::parse(data).is_ok() {
            note_wanted(data, &mut inputs.wanted);
            inputs.native.push(Native::Member { name, bytes: bytes.piece(data) });
        }
    }
    for symbol in archive.symbols().map_err(unreadable)?.into_iter().flatten() {
        let symbol = symbol.map_err(unreadable)?;
        let place = archive.member(symbol.offset()).map_err(unreadable)?.file_range();
        if let Some(&member) = by_place.get(&place) {
            let name = String::from_utf8_lossy(symbol.name()).into_owned();
            inputs.index.entry(name).or_insert(member);
        }
    }
    Ok(())
}

/// The bitcode a file is or carries.
fn bitcode_of(bytes: &[u8]) -> Option<&[u8]> {
    if bytes.starts_with(b"BC\xc0\xde") || bytes.starts_with(&WRAPPER_MAGIC) {
        return Some(bytes);
    }
    let section = object::File::parse(bytes).ok()?.section_by_name(".llvmbc")?.data().ok()?;
    (!section.is_empty()).then_some(section)
}

/// Names that a file expects from elsewhere, if it is a shared library.
fn shared_wants(bytes: &[u8]) -> Option<Vec<String>> {
    let file = object::File::parse(bytes).ok().filter(|file| file.kind() == ObjectKind::Dynamic)?;
    let undefined = file.dynamic_symbols().filter(|symbol| symbol.is_undefined());
    Some(undefined.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect())
}

fn note_wanted(bytes: &[u8], wanted: &mut HashSet<String>) {
    if let Ok(file) = object::File::parse(bytes) {
        let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
        wanted.extend(undefined.filter_map(|symbol| symbol.name().ok().map(str::to_owned)));
    }
}
