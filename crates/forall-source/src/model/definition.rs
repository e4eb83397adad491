//! What a name leads to: `DefId(3:8611 ~ alloc[fdfd]::vec::{impl#1}::len)`.

use super::cursor::Cursor;
use serde::{Deserialize, Serialize};

/// A function, constant or other item, by the crate and the module that define it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Definition {
    /// The name of the crate, as `use` writes it.
    #[serde(rename = "crate")]
    pub krate: String,
    /// Within the crate: `vec::{impl#1}::len`. An `impl` has no name, only a number, and what has the name of
    /// another item beside it has one after a `#`.
    pub path: String,
    /// Is it of the very crate that was compiled?
    #[serde(rename = "local", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_local: bool,
}

/// Where an item comes from, seen from the tests of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The crate of the test itself.
    Own,
    /// The library of the package, used by tests outside of it.
    Library,
    /// Rust's own libraries.
    Std,
    /// Another crate.
    Other,
}

/// The crates that come with the compiler.
pub const OF_RUST: [&str; 5] = ["std", "core", "alloc", "test", "proc_macro"];

impl Definition {
    /// Steps over a definition.
    pub fn parse(cursor: &mut Cursor) -> Option<Definition> {
        cursor.expect("DefId(")?;
        let number = cursor.number()?;
        cursor.expect(":")?;
        cursor.number()?;
        cursor.expect(" ~ ")?;
        let krate = cursor.take_while(|next| next != '[' && next != ')').to_owned();
        cursor.expect("[")?;
        cursor.take_while(|next| next.is_ascii_hexdigit());
        cursor.expect("]")?;
        cursor.eat("::");
        let path = cursor.take_balanced(&[')']).to_owned();
        cursor.expect(")")?;
        Some(Definition { krate, path, is_local: number == 0 })
    }

    /// `HirId(DefId(…).17)`: the item it stands in, and its number there.
    pub fn parse_part(cursor: &mut Cursor) -> Option<(Definition, u32)> {
        cursor.expect("HirId(")?;
        let owner = Definition::parse(cursor)?;
        cursor.expect(".")?;
        let number = cursor.number()?;
        cursor.expect(")")?;
        Some((owner, number))
    }

    /// The last part of its path, as it is written: `len`.
    pub fn name(&self) -> &str {
        let last = self.path.rsplit("::").next().unwrap_or_default();
        match last.split_once('#') {
            Some((name, _)) if !name.is_empty() && name != "r" && !name.starts_with('{') => name,
            _ => last,
        }
    }

    /// Where it comes from, for tests of the package with this library.
    pub fn origin(&self, library: Option<&str>) -> Origin {
        match self.krate.as_str() {
            _ if self.is_local => Origin::Own,
            name if Some(name) == library => Origin::Library,
            name if OF_RUST.contains(&name) => Origin::Std,
            _ => Origin::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<Definition> {
        let mut cursor = Cursor(text);
        Definition::parse(&mut cursor).filter(|_| cursor.is_at_end())
    }

    #[test]
    fn definitions_have_a_crate_a_path_and_an_origin() {
        let len = parsed("DefId(3:8611 ~ alloc[fdfd]::vec::{impl#1}::len)").unwrap();
        assert_eq!(
            (len.krate.as_str(), len.path.as_str(), len.name()),
            ("alloc", "vec::{impl#1}::len", "len")
        );
        assert_eq!(len.origin(Some("mine")), Origin::Std);
        let test = parsed("DefId(0:22 ~ a[4c2f]::tests::pushes#1)").unwrap();
        assert_eq!((test.name(), test.origin(None)), ("pushes", Origin::Own));
        let closure = parsed("DefId(0:22 ~ a[4c2f]::pushes::{closure#1})").unwrap();
        assert_eq!(closure.name(), "{closure#1}");
        let of_library = parsed("DefId(20:1 ~ strsim[4c2f]::hamming)").unwrap();
        assert_eq!(of_library.origin(Some("strsim")), Origin::Library);
        assert_eq!(of_library.origin(Some("other")), Origin::Other);
        assert_eq!(parsed("DefId(0:0 ~ a[4c2f])").unwrap().path, "");
        for wrong in ["", "DefId(", "DefId(0:1 ~ a)", "DefId(0:1 ~ a[4c2f]::b", "DefId(x:1 ~ a[4c2f]::b)"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }
}
