//! Keywords, and how to escape them.

/// All keywords that can be made names with `r#`.
pub const KEYWORDS: [&str; 12] =
    ["as", "async", "do", "dyn", "else", "fn", "for", "if", "in", "match", "type", "use"];

/// Keywords that are names nowhere.
pub const NEVER: [&str; 4] = ["crate", "self", "super", "Self"];

/// Whether the word is a keyword.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || NEVER.contains(&word)
}

/// The word as a name, if it can be one.
pub fn escape(word: &str) -> Option<String> {
    if NEVER.contains(&word) {
        None
    } else if KEYWORDS.contains(&word) {
        Some(format!("r#{word}"))
    } else {
        Some(word.to_owned())
    }
}

/// The word without its `r#`.
pub fn unescape(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Whether the text is a name, in ASCII.
pub fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A name in snake case, from one in camel case.
pub fn r#as(name: &str) -> String {
    let mut snake = String::new();
    for (i, c) in name.char_indices() {
        if c.is_ascii_uppercase() {
            if i > 0 {
                snake.push('_');
            }
            snake.push(c.to_ascii_lowercase());
        } else {
            snake.push(c);
        }
    }
    snake
}

#[cfg(test)]
mod r#try {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn r#if(word: &str) {
        if is_keyword(word) {
            assert!(word.len() <= 5);
            assert!(is_name(word));
        }
    }

    #[forall(values(r#use = ["crate", "self", "super", "Self"]))]
    fn r#fn(r#use: &str) {
        assert_eq!(escape(r#use), None);
    }

    /// Escaping and back again.
    #[forall]
    fn r#yield(name: &str) {
        if let Some(escaped) = escape(name) {
            assert_eq!(unescape(&escaped), name);
        }
    }

    /// The same, for names.
    #[forall]
    fn r#final(name: &str) {
        assume!(is_name(name));
        if let Some(escaped) = escape(name) {
            assert_eq!(unescape(&escaped), name);
        }
    }

    #[forall]
    fn snake_case_is_lower_case(name: &str) {
        assert!(!r#as(name).bytes().any(|b| b.is_ascii_uppercase()));
    }

    /// Once is enough.
    #[forall]
    fn snake_case_stays_snake_case(name: &str) {
        let snake = r#as(name);
        assert_eq!(r#as(&snake), snake);
    }

    #[forall]
    fn no_name_starts_with_an_underscore(name: &str) {
        assume!(is_name(name) && !name.starts_with('_'));
        assert!(!r#as(name).contains("__"));
    }
}
