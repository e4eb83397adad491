//! Amounts of memory on the command line.

use std::fmt;
use std::str::FromStr;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

const UNITS: [(&str, u32); 4] = [("T", 40), ("G", 30), ("M", 20), ("K", 10)];

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let shift = match unit.to_ascii_uppercase().as_str() {
            "" => 0,
            unit => {
                let known = UNITS.iter().find(|(name, _)| unit == *name || unit == format!("{name}IB"));
                known.ok_or(format!("`{unit}` is no unit of memory: use K, M, G or T"))?.1
            }
        };
        let number: u64 = number.parse().map_err(|_| "expected a number, such as 512M or 2G".to_owned())?;
        match number.checked_mul(1 << shift) {
            Some(bytes) if bytes > 0 => Ok(Size(bytes)),
            _ => Err("out of range".into()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.iter().find(|(_, shift)| self.0 != 0 && self.0.trailing_zeros() >= *shift) {
            Some((name, shift)) => write!(f, "{}{name}", self.0 >> shift),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [("7", 7), ("1K", 1024), ("512m", 512 << 20), ("2G", 2 << 30), ("3GiB", 3 << 30)]
        {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for wrong in ["", "G", "0", "1.5G", "2X", "-1", "99999999T"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
        assert_eq!(Size(2 << 30).to_string(), "2G");
        assert_eq!(Size(1000).to_string(), "1000");
    }
}
