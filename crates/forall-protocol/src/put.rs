//! How a parameterized unit test (PUT) describes itself: a static that `#[forall]` places in the section [`SECTION`].

/// Section of the [`Put`] statics.
pub const SECTION: &str = "forall_puts";

/// A borrowed text that crosses a link boundary.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Text {
    start: *const u8,
    length: usize,
}

// SAFETY: a text is only ever made from a `&'static str`, which any thread may read.
unsafe impl Sync for Text {}
// SAFETY: as above.
unsafe impl Send for Text {}

impl Text {
    pub const fn new(text: &'static str) -> Text {
        Text { start: text.as_ptr(), length: text.len() }
    }

    pub fn as_str(&self) -> &'static str {
        // SAFETY: made from a `&'static str` in `new`, the only constructor.
        unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(self.start, self.length)) }
    }
}

/// What a test is allowed or required to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Expectation {
    /// It returns for every input.
    Returns = 0,
    /// `panics = "…"`: it panics with a message that contains the text, for every input.
    Panics = 1,
    /// `may_panic = "…"`: such a panic is no failure.
    MayPanic = 2,
}

/// How a test hands back its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Returns {
    Unit = 0,
    Result = 1,
    Value = 2,
}

/// A test, as linked into the program.
#[repr(C)]
pub struct Put {
    /// [`crate::VERSION`] of the `forall` crate it was compiled with.
    pub version: u32,
    pub line: u32,
    pub expectation: Expectation,
    pub returns: Returns,
    /// `crate::module::name`.
    pub name: Text,
    /// Source file, as the compiler was given it.
    pub file: Text,
    /// Where its cases are kept, relative to the package: `forall/module/name.rs`.
    pub cases: Text,
    /// Parameter names, separated by `,`.
    pub parameters: Text,
    /// The text of `panics` or `may_panic`; else empty.
    pub expected: Text,
    /// Draws the arguments and runs the test once, under exploration.
    pub run: extern "C" fn(),
}

/// The same, read out of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutDescription {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub cases: String,
    pub parameters: Vec<String>,
    pub expectation: Expectation,
    pub expected: String,
    pub returns: Returns,
}

impl Put {
    pub fn describe(&self) -> PutDescription {
        let parameters = self.parameters.as_str();
        PutDescription {
            name: self.name.as_str().into(),
            file: self.file.as_str().into(),
            line: self.line,
            cases: self.cases.as_str().into(),
            parameters: parameters.split(',').filter(|p| !p.is_empty()).map(str::to_owned).collect(),
            expectation: self.expectation,
            expected: self.expected.as_str().into(),
            returns: self.returns,
        }
    }
}
