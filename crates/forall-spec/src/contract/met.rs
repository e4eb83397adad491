//! Whether a condition holds, and what of it does not.

use super::inside::is_assuming;
use std::any::Any;

/// A condition, as it is written.
pub struct Clause {
    pub text: &'static str,
    pub file: &'static str,
    pub line: u32,
}

/// What became of a condition.
pub type Met = Result<(), Unmet>;

pub struct Unmet {
    pub(super) clause: Option<&'static Clause>,
    /// Empty where there is only one.
    pub(super) conjunct: &'static str,
    /// `self.size() = 0`
    pub(super) values: String,
}

/// A conjunct that is a plain condition.
pub fn held(holds: bool, conjunct: &'static str) -> Met {
    match holds {
        true => Ok(()),
        false => Err(Unmet { clause: None, conjunct, values: String::new() }),
    }
}

/// A conjunct that compares two operands. Those that say what they are have a text.
pub fn compared(
    holds: bool,
    conjunct: &'static str,
    texts: [&'static str; 2],
    shown: [&dyn Fn() -> String; 2],
) -> Met {
    if holds {
        return Ok(());
    }
    let values = values_of(|| {
        let mut values = String::new();
        for (text, shown) in texts.into_iter().zip(shown) {
            if text.is_empty() {
                continue;
            }
            if !values.is_empty() {
                values.push_str(", ");
            }
            values.push_str(text);
            values.push_str(" = ");
            values.push_str(&shown());
        }
        values
    });
    Err(Unmet { clause: None, conjunct, values })
}

/// The values of what does not hold, if somebody is going to read them.
pub(super) fn values_of(values: impl FnOnce() -> String) -> String {
    if is_assuming() {
        return String::new();
    }
    // Formatting decides by the values, and these decisions are not the program's.
    #[cfg(forall_explore)]
    crate::explored::mute();
    values()
}

/// A conjunct that says something of one value.
pub fn held_of(holds: bool, conjunct: &'static str, text: &'static str, shown: &dyn Fn() -> String) -> Met {
    match holds {
        true => Ok(()),
        false => {
            let values = values_of(|| [text, " = ", &shown()].concat());
            Err(Unmet { clause: None, conjunct, values })
        }
    }
}

/// The message of a panic, if it has one.
pub(super) fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    payload
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}
