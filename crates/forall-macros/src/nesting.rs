//! Which blocks of a source file enclose a place in it.
//!
//! A macro is told the file and the position of a function but not its module. The text before the function tells it: only
//! [comments, literals and braces](crate::lexer) have to be told apart for that, which works however the file is cut off.

use crate::lexer::{Lexer, Token};
use std::ops::Range;

/// A block that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// `mod name { .. }`
    Module(String),
    Function,
    /// `impl` or `trait`.
    Associated,
    /// `macro_rules! name { .. }`
    Macro,
    Other,
}

/// The blocks around a place, the outermost first.
pub fn blocks_around(text: &str, place: usize) -> Vec<Block> {
    Blocks::until(text, place).open.into_iter().map(|(block, _)| block).collect()
}

/// Where the definition of the outermost macro around a place stands.
pub fn macro_around(text: &str, place: usize) -> Option<Range<usize>> {
    let mut blocks = Blocks::until(text, place);
    let depth = blocks.open.iter().position(|(block, _)| *block == Block::Macro)?;
    let start = blocks.open[depth].1;
    while blocks.open.len() > depth && blocks.step() {}
    Some(start..text.len() - blocks.lexer.rest().len())
}

/// Has the innermost module around a place another thing whose name a module of this name would take?
pub fn has_other(text: &str, place: usize, name: &str) -> bool {
    let modules = |open: &[(Block, usize)]| {
        let is_module = |(block, _): &&(Block, usize)| matches!(block, Block::Module(_));
        open.iter().filter(is_module).map(|(_, start)| *start).collect::<Vec<_>>()
    };
    let around = modules(&Blocks::until(text, place).open);
    let mut blocks = Blocks::of(text);
    let mut in_use = false;
    loop {
        let before = blocks.words.last().copied().flatten();
        let here = modules(&blocks.open) == around;
        let next = blocks.next_token();
        let is_it = |word: &str| word.trim_start_matches("r#") == name;
        match (before, next) {
            (_, None) => return false,
            (Some("mod" | "struct" | "enum" | "union" | "type" | "trait"), Some(Token::Word(word)))
                if here && is_it(word) =>
            {
                return true;
            }
            // The last part of what is imported, or what it is imported as.
            (Some(word), Some(Token::Sign(';' | ',' | '}'))) if here && in_use && is_it(word) => return true,
            (_, Some(Token::Word("use"))) => in_use = true,
            (_, Some(Token::Sign(';'))) => in_use = false,
            _ => {}
        }
    }
}

/// Goes through a text and keeps count of what is open.
struct Blocks<'a> {
    lexer: Lexer<'a>,
    text: &'a str,
    /// With where they begin.
    open: Vec<(Block, usize)>,
    /// The words since the last brace or semicolon; `None` stands for anything else.
    words: Vec<Option<&'a str>>,
}

impl<'a> Blocks<'a> {
    fn of(text: &'a str) -> Blocks<'a> {
        Blocks { lexer: Lexer::new(text), text, open: Vec::new(), words: Vec::new() }
    }

    fn until(text: &'a str, place: usize) -> Blocks<'a> {
        let mut blocks = Blocks::of(&text[..place]);
        while blocks.step() {}
        // From here on there is more to come.
        blocks.lexer = Lexer::new(&text[place..]);
        Blocks { text, ..blocks }
    }

    fn step(&mut self) -> bool {
        self.next_token().is_some()
    }

    fn next_token(&mut self) -> Option<Token<'a>> {
        let token = self.lexer.next_token()?;
        match token {
            Token::Word(word) => self.words.push(Some(word)),
            Token::Sign('{') => {
                let start = self.text.len() - self.lexer.rest().len();
                self.open.push((block_after(&self.words), start));
                self.words.clear();
            }
            Token::Sign('}') => {
                self.open.pop();
                self.words.clear();
            }
            Token::Sign(';') => self.words.clear(),
            Token::Sign(_) | Token::Literal(_) => self.words.push(None),
        }
        Some(token)
    }
}

/// The byte at which a line and column (both from 1, the column in characters) begin.
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let in_line = text[start..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    start + in_line
}

/// The line and column of a byte.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let in_line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, in_line.chars().count() + 1)
}

fn block_after(words: &[Option<&str>]) -> Block {
    match words {
        [.., Some("mod"), Some(name)] => return Block::Module(name.trim_start_matches("r#").into()),
        [.., Some("macro_rules"), None, Some(_)] => return Block::Macro,
        _ => {}
    }
    let keyword = words.iter().flatten().find(|word| matches!(**word, "fn" | "impl" | "trait"));
    match keyword {
        Some(&"fn") => Block::Function,
        Some(_) => Block::Associated,
        None => Block::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The open blocks at the mark `|` of a text, as `a/fn/impl/..`.
    fn check(text: &str, expected: &str) {
        let place = text.find('|').expect("a mark");
        let open: Vec<String> = blocks_around(text, place)
            .into_iter()
            .map(|block| match block {
                Block::Module(name) => name,
                Block::Function => "fn".into(),
                Block::Associated => "impl".into(),
                Block::Macro => "macro".into(),
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
        check("macro_rules! m { ($n:ident) => { mod $n { fn |", "macro/../..");
    }

    #[test]
    fn a_macro_ends_where_its_definition_ends() {
        let check = |text: &str, expected: Option<&str>| {
            let place = text.find('|').expect("a mark");
            assert_eq!(macro_around(text, place).map(|range| &text[range]), expected, "{text}");
        };
        check("fn f() {} | fn g() {}", None);
        check("mod a { macro_rules! m {() => { f|n }; (a) => {}} } m!();", Some("() => { f|n }; (a) => {}}"));
        check("macro_rules! m {() => { | ", Some("() => { | "));
    }

    #[test]
    fn what_has_the_name_of_the_test_is_found_beside_it() {
        let has = |text: &str| has_other(text, text.find('|').expect("a mark"), "same");
        assert!(has("fn |same() {} mod same;"));
        assert!(has("mod same { fn x() {} } fn |same() {}"));
        assert!(has("mod a { fn |same() {} pub mod r#same {} }"));
        assert!(has("struct same; fn |same() {}"));
        assert!(has("use a::same; fn |same() {}"));
        assert!(has("use a::{b, c as same}; fn |same() {}"));
        assert!(!has("use a::same::b; fn |same() {}"));
        assert!(!has("mod a { mod same {} } fn |same() {}"));
        assert!(!has("mod same {} mod a { fn |same() {} }"));
        assert!(!has("// mod same\nfn |same(modes: u8) { same; }"));
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
        assert_eq!(line_and_column(text, offset(text, 2, 4)), (2, 4));
    }
}
