//! What a case leaves behind in its process, as far as it can be seen from there.

use forall_protocol::replay::Trace;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// What a later case could find.
pub struct Traces {
    statics: Vec<Statics>,
    variables: BTreeMap<OsString, OsString>,
    directory: Option<PathBuf>,
    files: BTreeSet<OsString>,
}

/// A part of the program that can be written.
struct Statics {
    /// Where it lies in the program's file, as it is loaded.
    place: u64,
    bytes: Vec<u8>,
}

impl Traces {
    pub fn now() -> Traces {
        let entries = fs::read_dir(env::temp_dir()).into_iter().flatten().flatten();
        Traces {
            statics: statics().unwrap_or_default(),
            variables: env::vars_os().collect(),
            directory: env::current_dir().ok(),
            files: entries.map(|entry| entry.file_name()).collect(),
        }
    }

    /// What has changed since.
    pub fn left(&self) -> Vec<Trace> {
        let now = Traces::now();
        let mut traces = Vec::new();
        for (before, now) in self.statics.iter().zip(&now.statics) {
            changes(before, now, &mut traces);
        }
        let names: BTreeSet<_> = self.variables.keys().chain(now.variables.keys()).collect();
        let changed = names.into_iter().filter(|name| self.variables.get(*name) != now.variables.get(*name));
        traces.extend(changed.map(|name| Trace::Variable(name.to_string_lossy().into())));
        if self.directory != now.directory {
            traces.push(Trace::Directory);
        }
        let files = self.files.symmetric_difference(&now.files);
        traces.extend(files.map(|name| Trace::File(name.to_string_lossy().into())));
        traces
    }
}

/// How exactly places are told, in bytes.
const WORD: usize = 4;

fn changes(before: &Statics, now: &Statics, traces: &mut Vec<Trace>) {
    let words = before.bytes.chunks(WORD).zip(now.bytes.chunks(WORD));
    for (number, _) in (0..).zip(words).filter(|(_, (before, now))| before != now) {
        let from = before.place + number * WORD as u64;
        let to = from + WORD as u64;
        match traces.last_mut() {
            Some(Trace::Statics(_, end)) if *end == from => *end = to,
            _ => traces.push(Trace::Statics(from, to)),
        }
    }
}

/// The writable parts of this program: those that come from its file, and what follows them directly, which
/// begins as zeros.
fn statics() -> Option<Vec<Statics>> {
    let program = fs::read_link("/proc/self/exe").ok()?;
    let memory = File::open("/proc/self/mem").ok()?;
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let (mut base, mut end, mut statics) = (None, 0, Vec::new());
    for map in maps.lines() {
        let mut fields = map.splitn(6, ' ');
        let (range, rights) = (fields.next()?, fields.next()?);
        let path = fields.nth(3).map(str::trim).filter(|path| !path.is_empty());
        let (from, to) = range.split_once('-')?;
        let (from, to) = (u64::from_str_radix(from, 16).ok()?, u64::from_str_radix(to, 16).ok()?);
        let own = path.is_some() && path == program.to_str();
        if own {
            base.get_or_insert(from);
        }
        let follows = path.is_none() && from == end;
        if rights.starts_with("rw") && (own || follows) {
            let mut bytes = vec![0; usize::try_from(to - from).ok()?];
            memory.read_exact_at(&mut bytes, from).ok()?;
            statics.push(Statics { place: from - base?, bytes });
            end = to;
        } else if own {
            end = to;
        }
    }
    Some(statics)
}
