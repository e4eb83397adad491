//! Which blocks of a source file enclose a place in it.
//!
//! A macro is told the file and the position of a function but not its module. The text before the function tells it: only
//! comments, literals and braces have to be told apart for that, which works however the file is cut off.

use std::str::Chars;

/// A block that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// `mod name { .. }`
    Module(String),
    Function,
    /// `impl` or `trait`.
    Associated,
    Other,
}

/// The blocks that are still open at the end of a text, the outermost first.
pub fn open_blocks(text: &str) -> Vec<Block> {
    let mut open = Vec::new();
    // The words since the last brace or semicolon; `None` stands for anything else.
    let mut words: Vec<Option<&str>> = Vec::new();
    let mut lexer = Lexer { rest: text.chars() };
    while let Some(token) = lexer.next_token() {
        match token {
            Token::Word(word) => words.push(Some(word)),
            Token::Sign('{') => {
                open.push(block_after(&words));
                words.clear();
            }
            Token::Sign('}') => {
                open.pop();
                words.clear();
            }
            Token::Sign(';') => words.clear(),
            Token::Sign(_) | Token::Literal => words.push(None),
        }
    }
    open
}

/// The byte at which a line and column (both from 1, the column in characters) begin.
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let in_line = text[start..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    start + in_line
}

fn block_after(words: &[Option<&str>]) -> Block {
    if let [.., Some("mod"), Some(name)] = words {
        return Block::Module(name.trim_start_matches("r#").into());
    }
    let keyword = words.iter().flatten().find(|word| matches!(**word, "fn" | "impl" | "trait"));
    match keyword {
        Some(&"fn") => Block::Function,
        Some(_) => Block::Associated,
        None => Block::Other,
    }
}

enum Token<'a> {
    /// An identifier, a keyword, a number; raw identifiers with their `r#`.
    Word(&'a str),
    /// A string, character or lifetime.
    Literal,
    Sign(char),
}

struct Lexer<'a> {
    rest: Chars<'a>,
}

impl<'a> Lexer<'a> {
    fn next_token(&mut self) -> Option<Token<'a>> {
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
                return Some(Token::Literal);
            } else if first == '\'' {
                self.skip_character_or_lifetime();
                return Some(Token::Literal);
            } else {
                self.rest.next();
                return Some(Token::Sign(first));
            }
        }
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
                    return Token::Literal;
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
                return Token::Literal;
            }
            "b" if after.starts_with('\'') => {
                self.advance(length);
                self.skip_character_or_lifetime();
                return Token::Literal;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The open blocks at the mark `|` of a text, as `a/fn/impl/..`.
    fn check(text: &str, expected: &str) {
        let (before, _) = text.split_once("|").expect("a mark");
        let open: Vec<String> = open_blocks(before)
            .into_iter()
            .map(|block| match block {
                Block::Module(name) => name,
                Block::Function => "fn".into(),
                Block::Associated => "impl".into(),
                Block::Other => "..".into(),
            })
            .collect();
        assert_eq!(open.join("/"), expected, "{text}");
    }

    #[test]
    fn modules_nest() {
        check("fn |", "");
        check("mod a { fn |", "a");
        check("mod a { mod b {} pub(crate) mod c { fn |", "a/c");
        check("mod a { struct S { x: u8 } fn f() { loop {} } fn |", "a");
        check("mod r#type { fn |", "type");
        check("mod a; mod b { fn |", "b");
        check("mod a /* of */ { // {\n fn |", "a");
    }

    #[test]
    fn blocks_that_are_no_modules_are_told_apart() {
        check("impl<T> S<T> { fn |", "impl");
        check("unsafe impl Send for S { fn |", "impl");
        check("mod a { trait T { fn |", "a/impl");
        check("fn f(x: impl Fn()) -> impl Fn() { fn |", "fn");
        check("fn f() { mod a { fn |", "fn/a");
        check("proptest! { fn |", "..");
        check("enum E { A = { 1 }, |", "..");
    }

    #[test]
    fn comments_hide_braces() {
        check("// mod a {\nfn |", "");
        check("/// mod a {\nfn |", "");
        check("/* mod a { */ fn |", "");
        check("/* /* } */ mod a { */ mod b { fn |", "b");
        check("/* /* mod a { */ fn |", "");
    }

    #[test]
    fn strings_hide_braces() {
        check(r#"const S: &str = "mod a { \" {"; fn |"#, "");
        check(r##"const S: &str = r"\"; mod a { fn |"##, "a");
        check(r###"const S: &str = r#"mod a { " { "#; fn |"###, "");
        check(r###"const S: &str = br##"{ "# { "##; fn |"###, "");
        check(r#"const S: &[u8] = b"{\"{"; fn |"#, "");
        check(r#"const S: &CStr = c"{"; fn |"#, "");
        check("const S: &str = \"{\n{\\\n{\"; fn |", "");
    }

    #[test]
    fn characters_are_not_lifetimes() {
        check("const C: char = '{'; fn |", "");
        check("const C: char = '\\''; mod a { fn |", "a");
        check("const C: u8 = b'{'; const D: u8 = b'\\''; fn |", "");
        check("const C: char = '\\u{7B}'; mod a { fn |", "a");
        check("const C: char = '}'; mod a { const Q: char = '\"'; fn |", "a");
        check("mod a { fn f<'a>(x: &'a str) -> &'a str { x } fn |", "a");
        check("mod a { fn f() { 'l: loop { break 'l } } fn |", "a");
    }

    #[test]
    fn raw_identifiers_are_not_raw_strings() {
        check("fn r#fn() {} mod r#mod { fn |", "mod");
        check("mod r { fn |", "r");
        check("macro_rules! m { ($r:expr) => { r#\"{\"# } } mod br { fn |", "br");
    }

    #[test]
    fn unbalanced_text_does_not_panic() {
        for text in ["}}} |", "\"|", "'|", "r#\"|", "/*|", "r#|", "b'|", "'\\|"] {
            check(text, "");
        }
    }

    #[test]
    fn columns_count_characters() {
        let text = "é\nßé fn";
        assert_eq!(&text[offset(text, 2, 4)..], "fn");
        assert_eq!(offset(text, 1, 1), 0);
        assert_eq!(offset(text, 9, 9), text.len());
    }
}
