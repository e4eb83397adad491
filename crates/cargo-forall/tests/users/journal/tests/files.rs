//! With files, in a folder of their own.

use forall::{assume, forall};
use journal::{Entry, Journal, JournalError};
use std::fs;

fn entry(seconds: u16, text: &str) -> Entry {
    Entry { seconds: seconds.into(), text: text.to_owned() }
}

/// What is written can be read.
#[forall(max_len = 3)]
fn entries_are_read_back(seconds: u16, text: &str) -> Result<(), JournalError> {
    assume!(!text.contains(['\n', '\r']));
    let folder = tempfile::tempdir()?;
    let journal = Journal::at(folder.path().join("journal"));
    journal.write(&entry(seconds, text))?;
    assert_eq!(journal.read()?, [entry(seconds, text)]);
    Ok(())
}

/// Whatever it is.
#[forall(max_len = 3)]
fn all_entries_are_read_back(text: &str) -> Result<(), JournalError> {
    let folder = tempfile::tempdir()?;
    let journal = Journal::at(folder.path().join("journal"));
    journal.write(&entry(7, text))?;
    assert_eq!(journal.read()?.len(), 1);
    Ok(())
}

#[forall]
fn journals_grow(times: u8) -> Result<(), JournalError> {
    assume!(times < 4);
    let folder = tempfile::tempdir()?;
    let journal = Journal::at(folder.path().join("journal"));
    for i in 0..times {
        let before = journal.size();
        journal.write(&entry(i.into(), "x"))?;
        assert!(journal.size() > before);
    }
    Ok(())
}

#[forall]
fn a_missing_journal_is_an_error(n: u8) {
    let folder = std::env::temp_dir().join("a-folder-that-nobody-made");
    assert!(matches!(Journal::at(folder.join(format!("{}", n % 2))).read(), Err(JournalError::Io(_))));
}

/// The second line is damaged.
#[forall]
fn damaged_lines_are_named(damaged: bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    fs::write(&path, if damaged { "1 one\ntwo\n" } else { "1 one\n2 two\n" }).unwrap();
    match Journal::at(path).read() {
        Ok(entries) => assert!(!damaged && entries.len() == 2),
        Err(error) => assert_eq!(error.to_string(), "line 2 is damaged"),
    }
}

/// Files are made where they are said to be.
#[forall(max_len = 2)]
fn every_name_is_a_file(name: String) -> Result<(), JournalError> {
    let folder = tempfile::tempdir()?;
    assume!(!name.contains(['/', '\0']));
    Journal::at(folder.path().join(name)).write(&entry(1, "one"))
}
