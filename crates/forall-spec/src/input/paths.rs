//! Paths and texts of the operating system: any bytes, and not only those that are UTF-8.

use super::borrowed::Pointee;
use super::collections::sequence;
use super::{Input, Itself, MakeInput, Passing};
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Shape};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// The text of these bytes. Cases with a text that is not UTF-8 make it so.
pub fn os_string(bytes: &[u8]) -> OsString {
    OsString::from_vec(bytes.to_vec())
}

/// The path of these bytes. Cases with a path that is not UTF-8 make it so.
pub fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(os_string(bytes))
}

/// The same, never freed: for references inside of types.
pub fn leaked_os_str(bytes: &[u8]) -> &'static OsStr {
    os_string(bytes).leak()
}

/// The same, never freed: for references inside of types.
pub fn leaked_path(bytes: &[u8]) -> &'static Path {
    path(bytes).leak()
}

impl Input for OsString {
    type By = Itself;
}

impl MakeInput<Itself> for OsString {
    fn make(source: &mut Source<'_>) -> OsString {
        const HOW: Construction = Construction::of(Form::Parentheses, "forall::os_string", "");
        os_string(&source.built(&HOW, bytes))
    }
}

impl Input for PathBuf {
    type By = Itself;
}

impl MakeInput<Itself> for PathBuf {
    fn make(source: &mut Source<'_>) -> PathBuf {
        const HOW: Construction = Construction::of(Form::Parentheses, "forall::path", "");
        path(&source.built(&HOW, bytes))
    }
}

fn bytes(source: &mut Source<'_>) -> Vec<u8> {
    Passing::Reference.enclose(source, |source| sequence(source, Shape::Slice))
}

impl Input for &'static OsStr {
    type By = Itself;
}

impl MakeInput<Itself> for &'static OsStr {
    fn make(source: &mut Source<'_>) -> &'static OsStr {
        const HOW: Construction = Construction::of(Form::Parentheses, "forall::leaked_os_str", "");
        leaked_os_str(&source.built(&HOW, bytes))
    }
}

impl Input for &'static Path {
    type By = Itself;
}

impl MakeInput<Itself> for &'static Path {
    fn make(source: &mut Source<'_>) -> &'static Path {
        const HOW: Construction = Construction::of(Form::Parentheses, "forall::leaked_path", "");
        leaked_path(&source.built(&HOW, bytes))
    }
}

impl Pointee<Itself> for OsStr {
    type Owned = Box<OsStr>;

    fn draw(source: &mut Source<'_>) -> Box<OsStr> {
        OsString::make(source).into()
    }
}

impl Pointee<Itself> for Path {
    type Owned = Box<Path>;

    fn draw(source: &mut Source<'_>) -> Box<Path> {
        PathBuf::make(source).into()
    }
}
