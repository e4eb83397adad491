//! A test that is to be tried.

/// A parameterized test that is to be tried. It stands directly behind the closed test in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The name of its function, which nothing else in the module has.
    pub name: String,
    /// The item with its attributes.
    pub text: String,
    /// The line of the text, from 0, that is the first line of the closed test's block; the lines of the block follow one to one.
    pub first_line: u32,
}
