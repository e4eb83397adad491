//! The tokens of a source file, as far as they have to be told apart to find modules in it.

use std::str::Chars;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// An identifier, a keyword, a number; raw identifiers with their `r#`.
    Word(&'a str),
    /// A string, character or lifetime, as it is written.
    Literal(&'a str),
    Sign(char),
}

pub struct Lexer<'a> {
    rest: Chars<'a>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.chars() }
    }

    /// What comes behind the last token.
    pub fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    pub fn next_token(&mut self) -> Option<Token<'a>> {
        loop {
            let text = self.rest.as_str();
            let first = self.rest.clone().next()?;
            if text.starts_with("//") {
                self.skip_to("\n");
            } else if text.starts_with("/*") {
                self.skip_block_comment();
            } else if first.is_whitespace() {
                self.rest.next();
            } else if is_word(first) {
                return Some(self.word_or_literal());
            } else if first == '"' {
                self.rest.next();
                self.skip_escaped('"');
                return Some(self.literal(text));
            } else if first == '\'' {
                self.skip_character_or_lifetime();
                return Some(self.literal(text));
            } else {
                self.rest.next();
                return Some(Token::Sign(first));
            }
        }
    }

    /// All from the beginning of `text` to here.
    fn literal(&self, text: &'a str) -> Token<'a> {
        Token::Literal(&text[..text.len() - self.rest.as_str().len()])
    }

    /// A word, or the literal it is the prefix of (`b"`, `r#"`, `b'`).
    fn word_or_literal(&mut self) -> Token<'a> {
        let text = self.rest.as_str();
        let length = text.find(|c| !is_word(c)).unwrap_or(text.len());
        let (word, after) = text.split_at(length);
        match word {
            "r" | "br" | "cr" => {
                let hashes = after.len() - after.trim_start_matches('#').len();
                if after[hashes..].starts_with('"') {
                    self.advance(length + hashes + 1);
                    self.skip_to(&format!("\"{}", "#".repeat(hashes)));
                    return self.literal(text);
                }
                if word == "r" && hashes == 1 && after[1..].starts_with(is_word) {
                    let name = after[1..].find(|c| !is_word(c)).unwrap_or(after.len() - 1);
                    self.advance(length + 1 + name);
                    return Token::Word(&text[..length + 1 + name]);
                }
            }
            "b" | "c" if after.starts_with('"') => {
                self.advance(length + 1);
                self.skip_escaped('"');
                return self.literal(text);
            }
            "b" if after.starts_with('\'') => {
                self.advance(length);
                self.skip_character_or_lifetime();
                return self.literal(text);
            }
            _ => {}
        }
        self.advance(length);
        Token::Word(word)
    }

    fn skip_character_or_lifetime(&mut self) {
        self.rest.next();
        let mut ahead = self.rest.clone();
        match (ahead.next(), ahead.next()) {
            (Some('\\'), _) => self.skip_escaped('\''),
            (Some(_), Some('\'')) => self.rest = ahead,
            _ => {
                let length = self.rest.as_str().find(|c| !is_word(c)).unwrap_or(self.rest.as_str().len());
                self.advance(length);
            }
        }
    }

    /// To behind the closing quote.
    fn skip_escaped(&mut self, quote: char) {
        while let Some(c) = self.rest.next() {
            if c == '\\' {
                self.rest.next();
            } else if c == quote {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        loop {
            let text = self.rest.as_str();
            if text.starts_with("/*") {
                depth += 1;
                self.advance(2);
            } else if text.starts_with("*/") {
                depth -= 1;
                self.advance(2);
            } else if self.rest.next().is_none() {
                return;
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// To behind `end`, or to the end of the text.
    fn skip_to(&mut self, end: &str) {
        let text = self.rest.as_str();
        self.advance(text.find(end).map_or(text.len(), |start| start + end.len()));
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.as_str()[bytes..].chars();
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
