//! Texts without what only a terminal understands.

/// The text without the codes by which terminals are told colours and such.
pub fn without_terminal_codes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' => skip_code(&mut rest),
            '\u{9b}' => skip_parameters(&mut rest),
            _ => plain.push(c),
        }
    }
    plain
}

/// What follows an escape character.
fn skip_code(rest: &mut std::str::Chars<'_>) {
    match rest.clone().next() {
        Some('[') => {
            rest.next();
            skip_parameters(rest);
        }
        // A title, a link: up to a bell, or to an escape with a backslash.
        Some(']') => while rest.next().is_some_and(|c| c != '\u{7}' && c != '\\') {},
        Some('\u{40}'..='\u{7e}') => drop(rest.next()),
        _ => {}
    }
}

/// Up to the letter that says what the code means; what cannot be in a code is text again.
fn skip_parameters(rest: &mut std::str::Chars<'_>) {
    while let Some(c @ '\u{20}'..='\u{7e}') = rest.clone().next() {
        rest.next();
        if c >= '\u{40}' {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_left_out_and_nothing_else() {
        for (text, plain) in [
            ("\u{1b}[1mDiff\u{1b}[0m < left", "Diff < left"),
            ("\u{1b}[38;5;196mred\u{1b}[m", "red"),
            ("\u{1b}]8;;https://example.org\u{1b}\\link\u{1b}]8;;\u{7}", "link"),
            ("[1m é \u{7}", "[1m é \u{7}"),
            ("cut off \u{1b}[3", "cut off "),
            ("cut off \u{1b}", "cut off "),
            ("\u{9b}31mred", "red"),
            ("a\u{1b}[3é", "aé"),
        ] {
            assert_eq!(without_terminal_codes(text), plain, "{text:?}");
        }
    }
}
