//! With real files and the real environment.

extern crate fa as forall;

use fa::{assume, forall};
use settings::{file, place};
use std::{env, fs};

/// What is written is read.
#[forall(max_len = 4)]
fn written_files_are_read(bytes: Vec<u8>) -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("settings.conf");
    fs::write(&path, &bytes)?;
    assert_eq!(fs::read(&path)?, bytes);
    Ok(())
}

/// A file without a name is the folder.
#[forall(max_len = 3)]
fn files_are_in_the_folder(name: &str) {
    let folder = env::temp_dir();
    assert!(place::place(&folder, name).starts_with(&folder));
}

#[forall(max_len = 3)]
fn names_get_an_ending(name: &str) {
    assume!(!name.contains(['/', '.']));
    assert!(place::with_ending(name).ends_with(".conf"));
}

#[forall]
fn we_are_somewhere(depth: u8) {
    let here = env::current_dir().unwrap();
    assert!(here.ancestors().count() < 100 + usize::from(depth));
}

#[forall]
fn a_variable_can_be_set(value: u8) {
    // Its own name, so that tests beside this one do not notice.
    env::set_var("SETTINGS_TEST_VALUE", value.to_string());
    let read = env::var("SETTINGS_TEST_VALUE").unwrap();
    assert_eq!(file::size(&read).unwrap(), value.into());
}
