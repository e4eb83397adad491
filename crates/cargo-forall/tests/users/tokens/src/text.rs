//! From text to values and back.

/// Puts a text in quotes.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}

/// Takes a text out of its quotes.
pub fn unquote(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        plain.push(if c == '\\' { chars.next()? } else { c });
    }
    Some(plain)
}

/// Reads a number.
pub fn number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i64;
    for c in digits.chars() {
        value = value * 10 + i64::from(c.to_digit(10)?);
    }
    Some(if negative { -value } else { value })
}

/// The words, numbers and parentheses of a text.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = None;
    for (i, c) in text.char_indices() {
        let single = c == '(' || c == ')';
        if single || c.is_whitespace() {
            if let Some(s) = start.take() {
                found.push(&text[s..i]);
            }
            if single {
                found.push(&text[i..i + 1]);
            }
        } else if start.is_none() {
            start = Some(i);
        }
    }
    if let Some(s) = start {
        found.push(&text[s..]);
    }
    found
}

/// The text up to the first space.
pub fn first_word(text: &str) -> &str {
    for (i, c) in text.chars().enumerate() {
        if c == ' ' {
            return &text[..i];
        }
    }
    text
}

/// Whether each parenthesis has its partner.
pub fn balanced(text: &str) -> bool {
    let mut open = 0;
    for c in text.chars() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return false,
            ')' => open -= 1,
            _ => {}
        }
    }
    open == 0
}

/// Reads a truth value.
pub fn truth(text: &str) -> Result<bool, String> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        other => Err(format!("{other} is neither true nor false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall]
    fn quoted_texts_are_in_quotes(text: String) {
        let quoted = quote(&text);
        assert!(quoted.len() >= text.len() + 2);
        assert!(quoted.starts_with('"') && quoted.ends_with('"'));
    }

    #[forall]
    fn quoting_can_be_undone(text: &str) {
        assert_eq!(unquote(&quote(text)).as_deref(), Some(text));
    }

    #[forall]
    fn numbers_are_read_back(n: i64) {
        assert_eq!(number(&n.to_string()), Some(n));
    }

    #[forall]
    fn tokens_are_all_there_is(text: &str) {
        let rest: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        assert_eq!(tokens(text).concat(), rest);
    }

    #[forall]
    fn the_first_word_comes_first(text: &str) {
        assert!(text.starts_with(first_word(text)));
    }

    #[forall(max_len = 5)]
    fn a_mirror_keeps_the_balance(text: &str) {
        let mirror: String = text
            .chars()
            .rev()
            .map(|c| match c {
                '(' => ')',
                ')' => '(',
                other => other,
            })
            .collect();
        assert_eq!(balanced(&mirror), balanced(text));
    }

    #[forall(values(text = ["true", "false", "on", "yes"]))]
    fn usual_words_are_truths(text: &str, _again: bool) -> Result<(), String> {
        truth(text).map(|_| ())
    }
}
