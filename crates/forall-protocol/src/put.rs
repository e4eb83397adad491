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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Expectation {
    /// It returns for every input.
    #[default]
    Returns = 0,
    /// `panics = "…"`: it panics with a message that contains the text, for every input.
    Panics = 1,
    /// `may_panic = "…"`: such a panic is no failure.
    MayPanic = 2,
}

/// How a test hands back its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Returns {
    #[default]
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
    /// The function that cases call: the last part of the name, unless the test is one of several instances.
    pub function: Text,
    /// Where its cases are kept, relative to the package: `forall/module/name.rs`.
    pub cases: Text,
    /// Parameter names, separated by `,`.
    pub parameters: Text,
    /// The text of `panics` or `may_panic`; else empty.
    pub expected: Text,
    /// The paths in the types of the parameters, as the cases can write them, separated by `,`.
    pub types: Text,
    /// Bounds of its own, as `max_len=3,max_time=10s`.
    pub bounds: Text,
    /// Draws the arguments and runs the test once, under exploration.
    pub run: extern "C" fn(),
}

/// The same, read out of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutDescription {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    pub cases: String,
    pub parameters: Vec<String>,
    pub expectation: Expectation,
    pub expected: String,
    pub returns: Returns,
    pub types: Vec<String>,
    pub bounds: String,
}

impl Put {
    pub fn describe(&self) -> PutDescription {
        PutDescription {
            name: self.name.as_str().into(),
            file: self.file.as_str().into(),
            line: self.line,
            function: self.function.as_str().into(),
            cases: self.cases.as_str().into(),
            parameters: listed(self.parameters.as_str()),
            expectation: self.expectation,
            expected: self.expected.as_str().into(),
            returns: self.returns,
            types: listed(self.types.as_str()),
            bounds: self.bounds.as_str().into(),
        }
    }
}

/// The items of a list that are separated by `,`.
pub(crate) fn listed(items: &str) -> Vec<String> {
    items.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect()
}
