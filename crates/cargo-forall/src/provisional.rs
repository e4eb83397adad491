//! What is written at an interrupt is not the last word: when the same exploration comes to its end, its case file says what it would have said
//! without the interrupt. So what was there before is remembered beside the state.
//!
//! See docs/decisions/provisional-cases-at-an-interrupt.md.

use crate::state::Key;
use forall_protocol::wire::{Malformed, Reader, Writer};
use std::path::PathBuf;

/// Of one case file.
pub struct Provisional {
    /// Where it is remembered.
    pub file: PathBuf,
    /// The code that the test reaches, and what is asked of its exploration. When that has changed, what failed before is kept as such.
    pub key: Key,
}

impl Provisional {
    /// What the case file would say had nobody interrupted, if `now` is what it says.
    pub fn without(&self, now: Option<String>) -> Option<String> {
        match self.remembered() {
            Some((before, written)) if now.as_ref() == Some(&written) => before,
            _ => now,
        }
    }

    /// To be called before it is written.
    pub fn remember(&self, before: Option<&str>, written: &str) -> std::io::Result<()> {
        let mut writer = Writer::default();
        writer.text(&self.key.to_string()).u32(before.is_some().into()).text(before.unwrap_or_default());
        if let Some(directory) = self.file.parent() {
            std::fs::create_dir_all(directory)?;
        }
        writer.text(written);
        std::fs::write(&self.file, writer.into_bytes())
    }

    /// The exploration came to its end.
    pub fn forget(&self) {
        // Mostly there is none.
        let _ = std::fs::remove_file(&self.file);
    }

    /// What the case file said before, and what was written then.
    fn remembered(&self) -> Option<(Option<String>, String)> {
        let bytes = std::fs::read(&self.file).ok()?;
        let read = |reader: &mut Reader<'_>| -> Result<_, Malformed> {
            Ok((reader.text()?, reader.u32()? != 0, reader.text()?, reader.text()?))
        };
        // Torn or of another version: then what was written then is like any other file.
        let (key, existed, before, written) = read(&mut Reader(&bytes)).ok()?;
        (key == self.key.to_string()).then_some((existed.then_some(before), written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_before_an_interrupt_comes_back_as_long_as_nothing_else_changed() {
        let directory = tempfile::tempdir().unwrap();
        let of = |code: &str| Provisional { file: directory.path().join("a/b"), key: Key::of(code) };
        let (code, text) = (of("code"), |text: &str| Some(text.to_owned()));
        assert_eq!((code.without(None), code.without(text("old"))), (None, text("old")));

        code.remember(Some("old"), "old and new").unwrap();
        assert_eq!(code.without(text("old and new")), text("old"));
        assert_eq!(code.without(text("edited")), text("edited"));
        assert_eq!(code.without(None), None);
        assert_eq!(of("other code").without(text("old and new")), text("old and new"));

        code.remember(None, "new").unwrap();
        assert_eq!(code.without(text("new")), None);
        let bytes = std::fs::read(&code.file).unwrap();
        std::fs::write(&code.file, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(code.without(text("new")), text("new"), "torn");
        code.forget();
        assert_eq!(code.without(text("new")), text("new"));
    }
}
