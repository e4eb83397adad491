//! The file of settings: lines such as `name = value`.

use anyhow::{bail, Context, Result};

/// One line of the file, or nothing if it is empty or a comment.
pub fn line(text: &str) -> Result<Option<(&str, &str)>> {
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let (key, value) = text.split_once('=').with_context(|| format!("no '=' in {text:?}"))?;
    if key.is_empty() {
        bail!("no name before '='");
    }
    Ok(Some((key.trim(), value.trim())))
}

/// A size such as `10k`, in bytes.
pub fn size(text: &str) -> Result<u32> {
    let (digits, factor) = match text.strip_suffix('k') {
        Some(digits) => (digits, 1024),
        None => (text, 1),
    };
    let number: u32 = digits.parse().context("not a number")?;
    Ok(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fa::{assume, forall};

    #[forall(max_len = 5)]
    fn names_are_not_empty(text: &str) {
        if let Ok(Some((key, _))) = line(text) {
            assert!(!key.is_empty());
        }
    }

    #[forall]
    fn names_are_found(key: u8, value: u8) -> Result<()> {
        let text = format!(" k{key}={value} # \n");
        let (found, _) = line(&text)?.context("a comment")?;
        assert_eq!(found[1..].parse::<u8>()?, key);
        Ok(())
    }

    #[forall]
    fn comments_are_skipped(text: &str) -> Result<()> {
        assert_eq!(line(&format!("#{text}"))?, None);
        Ok(())
    }

    #[forall]
    fn sizes_are_read(n: u32) -> Result<()> {
        assume!(n < 100);
        assert_eq!(size(&format!("{n}k"))?, n * 1024);
        Ok(())
    }

    #[forall]
    fn sizes_are_read_or_refused(text: &str) {
        let _ = size(text);
    }
}
