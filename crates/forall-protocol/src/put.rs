//! How a parameterized unit test (PUT) describes itself: a static that `#[forall]` places in the section [`SECTION`].

/// Section of the [`Put`] statics.
pub const SECTION: &str = "forall_puts";

/// Stands in the place of the function whose contract is tested where nothing is said of it: only the compiler knows whether a trait
/// has a contract. There is no such test for anybody.
pub const NOTHING_SAID: &str = "-";

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
    /// `may_panic = "…"`, or a list of texts: such a panic is no failure.
    MayPanic = 2,
}

/// Stands between the texts of `may_panic = ["…", "…"]`.
pub const OR: char = '\u{1e}';

/// The texts of `panics` or `may_panic`, one of which the message of a panic has to contain.
pub fn expected_texts(expected: &str) -> impl Iterator<Item = &str> {
    expected.split(OR)
}

/// Is a panic with this message one that is expected?
pub fn is_expected(expected: &str, message: &str) -> bool {
    expected_texts(expected).any(|text| message.contains(text))
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
    /// The path of the module that was made for it: `crate::module::name`, or longer for one of several instances.
    pub path: Text,
    /// What that module is called: like the function, unless something else is called so.
    pub module: Text,
    /// Source file, as the compiler was given it.
    pub file: Text,
    /// The function that cases call: the last part of the name, unless the test is one of several instances.
    pub function: Text,
    /// Where its cases are kept, relative to the package: `forall/module/name.rs`.
    pub cases: Text,
    /// Parameter names, separated by `,`.
    pub parameters: Text,
    /// The text of `panics`, or those of `may_panic` with [`OR`] between them; else empty.
    pub expected: Text,
    /// The paths in the types of the parameters, as the cases can write them, separated by `,`.
    pub types: Text,
    /// Bounds of its own, as `max_len=3,max_time=10s`.
    pub bounds: Text,
    /// The function whose contract it tests, or empty.
    pub contract: Text,
    /// What it has to be given for that, separated by `;`.
    pub wanted: Text,
    /// A bit for each of these that cannot be made.
    pub missing: u64,
    /// How many examples it has.
    pub examples: u32,
    /// Draws the arguments and runs the test once, under exploration.
    pub run: extern "C" fn(),
}

/// The same, read out of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutDescription {
    /// `crate::module::name`: with its target it tells it from all others.
    pub name: String,
    /// The module of its cases in the program.
    pub path: String,
    /// What the module that was made for it is called.
    pub module: String,
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
    /// The function whose contract it tests, or empty.
    pub contract: String,
    /// What would have to be there for the test to run: `stack: Stack`.
    pub missing: Vec<String>,
    pub examples: u32,
}

impl Put {
    pub fn describe(&self) -> PutDescription {
        PutDescription {
            name: shown_name(self.path.as_str(), self.module.as_str(), self.function.as_str()),
            path: self.path.as_str().into(),
            module: self.module.as_str().into(),
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
            contract: self.contract.as_str().into(),
            missing: missing(self.wanted.as_str(), self.missing),
            examples: self.examples,
        }
    }
}

/// Those that are marked.
fn missing(wanted: &str, marks: u64) -> Vec<String> {
    let all = wanted.split(';').filter(|item| !item.is_empty()).enumerate();
    all.filter(|(number, _)| marks.checked_shr(*number as u32).is_none_or(|marks| marks & 1 == 1))
        .map(|(_, item)| item.to_owned())
        .collect()
}

/// What a test is called: its path, which ends with its own name where that of its module is another one. Instances are called by their path.
pub fn shown_name(path: &str, module: &str, function: &str) -> String {
    let plain = |name: &str| name.trim_start_matches("r#").to_owned();
    match path.rsplit_once("::") {
        Some((parent, last)) if plain(last) == plain(module) && plain(last) != plain(function) => {
            format!("{parent}::{function}")
        }
        _ => path.to_owned(),
    }
}

/// The bound of one parameter among those of a test: 12 for `max_len` of `hex` in `max_len=3,max_len.hex=12`.
pub fn own_bound(bounds: &str, key: &str, parameter: &str) -> Option<u64> {
    let is_meant = |name: &str| name.split_once('.') == Some((key, parameter));
    let found = bounds.split(',').filter_map(|bound| bound.split_once('=')).find(|(name, _)| is_meant(name));
    found?.1.parse().ok()
}

/// The items of a list that are separated by `,`.
pub(crate) fn listed(items: &str) -> Vec<String> {
    items.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_has_bounds_of_its_own() {
        let bound = |key, parameter| own_bound("max_len=3,max_len.hex=12,max.n=64", key, parameter);
        assert_eq!((bound("max_len", "hex"), bound("max", "n")), (Some(12), Some(64)));
        assert_eq!((bound("max", "hex"), bound("max_len", ""), bound("max_len", "he")), (None, None, None));
    }

    #[test]
    fn a_test_is_called_by_its_own_name() {
        assert_eq!(shown_name("a::m::abs", "abs", "abs"), "a::m::abs");
        assert_eq!(shown_name("a::same_cases", "same_cases", "same"), "a::same");
        assert_eq!(shown_name("a::same_cases::of_u8", "same_cases", "same"), "a::same_cases::of_u8");
        assert_eq!(shown_name("a::r#try", "r#try", "try"), "a::r#try");
    }
}
