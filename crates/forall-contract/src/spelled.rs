//! Tokens as a person would write them, in one line.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

/// Good enough for expressions and types; whatever spaces it has, it means the same.
pub fn spelled(tokens: &TokenStream) -> String {
    let mut text = String::new();
    let mut before = Before::Start;
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                grouped(&mut text, &group, before);
                before = Before::Word;
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if matches!(before, Before::Word | Before::Operator) {
                    space(&mut text);
                }
                text.push_str(&token.to_string());
                before = Before::Word;
            }
            TokenTree::Punct(sign) => before = punctuated(&mut text, &sign, before),
        }
    }
    text
}

fn grouped(text: &mut String, group: &Group, before: Before) {
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{ ", " }"),
        Delimiter::None => ("", ""),
    };
    let inner = spelled(&group.stream());
    if group.delimiter() == Delimiter::Brace && !text.is_empty() || before == Before::Operator {
        space(text);
    }
    match inner.is_empty() {
        true => text.push_str(&format!("{}{}", open.trim_end(), close.trim_start())),
        false => text.push_str(&format!("{open}{inner}{close}")),
    }
}

fn punctuated(text: &mut String, sign: &Punct, before: Before) -> Before {
    let c = sign.as_char();
    let joined = sign.spacing() == Spacing::Joint;
    let after = match (c, before) {
        (',' | ';', _) => Before::Operator,
        (':', Before::Colon) => Before::Tight,
        (':', _) if joined => Before::Colon,
        (':', _) => Before::Operator,
        ('.' | '?' | '<' | '>' | '\'', _) => Before::Tight,
        ('&' | '*' | '-' | '!', Before::Start | Before::Operator | Before::Tight) => {
            if before == Before::Operator {
                space(text);
            }
            Before::Tight
        }
        ('!', _) => Before::Tight,
        (_, Before::Joined) => Before::Operator,
        _ => {
            space(text);
            if joined { Before::Joined } else { Before::Operator }
        }
    };
    text.push(c);
    after
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Start,
    Word,
    /// A space follows.
    Operator,
    /// The first sign of several.
    Joined,
    /// The first of two colons.
    Colon,
    /// No space follows.
    Tight,
}

fn space(text: &mut String) {
    if !text.ends_with(' ') && !text.is_empty() {
        text.push(' ');
    }
}

/// `SaveAll` of `save_all`.
pub fn camel(name: &str) -> String {
    let word = |word: &str| {
        let mut characters = word.chars();
        let first = characters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(characters).collect::<String>()
    };
    name.trim_start_matches("r#").split('_').map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_read_as_they_were_written() {
        for text in [
            "Stack::new()",
            "Stack::with_capacity(1)",
            "vec![1, 2]",
            "-1",
            "Point { x: 1, y: -2 }",
            "a.b(c)?.d",
            "i32::MAX - 1",
            "&[1, 2]",
            "Some(&\"a b\")",
            "1 + 2 * 3",
        ] {
            assert_eq!(spelled(&text.parse().unwrap()), text);
        }
    }
}
