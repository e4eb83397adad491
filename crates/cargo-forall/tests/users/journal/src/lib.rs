//! A journal in a file: entries with times, written to the end.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum JournalError {
    #[error("the journal cannot be used")]
    Io(#[from] io::Error),
    #[error("line {0} is damaged")]
    Damaged(usize),
}

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub seconds: u64,
    pub text: String,
}

impl Entry {
    /// As a line.
    pub fn line(&self) -> String {
        format!("{} {}", self.seconds, self.text)
    }

    /// From a line.
    pub fn parse(line: &str) -> Option<Entry> {
        let (seconds, text) = line.split_once(' ')?;
        Some(Entry { seconds: seconds.parse().ok()?, text: text.to_owned() })
    }
}

/// Seconds since the beginning of time.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A journal in a file.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    pub fn at(path: impl Into<PathBuf>) -> Journal {
        Journal { path: path.into() }
    }

    pub fn write(&self, entry: &Entry) -> Result<(), JournalError> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        writeln!(file, "{}", entry.line())?;
        Ok(())
    }

    pub fn read(&self) -> Result<Vec<Entry>, JournalError> {
        let mut entries = Vec::new();
        for (i, line) in BufReader::new(File::open(&self.path)?).lines().enumerate() {
            entries.push(Entry::parse(&line?).ok_or(JournalError::Damaged(i + 1))?);
        }
        Ok(entries)
    }

    pub fn size(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |data| data.len())
    }
}

/// Where the journal is: what the environment says, or else in the home folder.
pub fn place() -> PathBuf {
    match env::var_os("JOURNAL") {
        Some(path) => PathBuf::from(path),
        None => Path::new(&env::var("HOME").unwrap_or_else(|_| ".".into())).join(".journal"),
    }
}

/// How many lines fit on the screen.
pub fn lines(default: u16) -> u16 {
    env::var("LINES").ok().and_then(|lines| lines.parse().ok()).unwrap_or(default)
}

/// A number for each entry of this run.
pub fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Tells whether enough time went by since the last time.
#[derive(Debug)]
pub struct Throttle {
    last: Option<Instant>,
    pause: Duration,
}

impl Throttle {
    pub fn new(pause: Duration) -> Throttle {
        Throttle { last: None, pause }
    }

    pub fn ready(&mut self) -> bool {
        let now = Instant::now();
        let ready = self.last.is_none_or(|last| now >= last + self.pause);
        if ready {
            self.last = Some(now);
        }
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};
    use std::ffi::OsString;

    #[forall]
    fn lines_can_be_read_back(seconds: u16, text: String) {
        let entry = Entry { seconds: seconds.into(), text };
        assert_eq!(Entry::parse(&entry.line()), Some(entry));
    }

    #[forall(max_len = 5)]
    fn lines_are_read_or_refused(line: &str) {
        if let Some(entry) = Entry::parse(line) {
            assert!(entry.text.len() + 2 <= line.len());
        }
    }

    #[forall(max_len = 5)]
    fn reading_can_be_undone(line: &str) {
        if let Some(entry) = Entry::parse(line) {
            assert_eq!(entry.line(), line);
        }
    }

    /// What is written today is not older than this program.
    #[forall]
    fn entries_are_new(text: &str) {
        let entry = Entry { seconds: now(), text: text.to_owned() };
        assert!(entry.seconds > 1_600_000_000);
    }

    /// Later entries have later times.
    #[forall]
    fn time_goes_on(pause: u8) {
        assume!(pause < 3);
        let before = now();
        std::thread::sleep(Duration::from_millis(pause.into()));
        assert!(now() >= before);
    }

    #[forall]
    fn the_screen_has_lines(default: u16) {
        assume!(default > 0);
        assert!(lines(default) > 0);
    }

    #[forall]
    fn the_default_is_used(default: u16) {
        assert_eq!(lines(default), default);
    }

    #[forall]
    fn there_is_a_place(_day: u8) {
        assert!(!place().as_os_str().is_empty());
    }

    #[forall]
    fn numbers_are_different(more: u8) {
        assume!(more < 4);
        let first = number();
        assert!((0..=more).all(|_| number() != first));
    }

    #[forall]
    fn the_number_is_small(limit: u8) {
        assume!(limit >= 10);
        assert!(number() < limit.into());
    }

    #[forall]
    fn the_first_is_always_ready(pause: Duration) {
        assert!(Throttle::new(pause).ready());
    }

    /// With any pause.
    #[forall]
    fn the_second_has_to_wait(pause: Duration) {
        assume!(pause > Duration::from_secs(60));
        let mut throttle = Throttle::new(pause);
        throttle.ready();
        assert!(!throttle.ready());
    }

    #[forall]
    fn without_a_pause_all_are_ready(times: u8) {
        assume!(times < 4);
        let mut throttle = Throttle::new(Duration::ZERO);
        assert!((0..times).all(|_| throttle.ready()));
    }

    /// Names of files, from anything.
    #[forall]
    fn a_journal_has_a_path(name: String) {
        let journal = Journal::at(OsString::from(&name));
        assert_eq!(journal.path.as_os_str().len(), name.len());
    }
}
