//! Which blocks of a source file enclose a place in it.
//!
//! A macro is told the file and the position of a function but not its module. The text before the function tells it: only
//! [comments, literals and braces](crate::lexer) have to be told apart for that, whatever comes behind it.

use crate::lexer::{Lexer, Token};
use std::collections::HashSet;
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

/// The blocks of a text, and what has which name in its modules.
#[derive(Debug, Default)]
pub struct Outline {
    /// In the order in which they begin, each from behind its first brace to behind its last.
    blocks: Vec<(Block, Range<usize>)>,
    /// Names that a module beside them cannot have, each with where the innermost module around it begins.
    taken: HashSet<(Option<usize>, String)>,
}

impl Outline {
    pub fn of(text: &str) -> Outline {
        let mut outline = Outline::default();
        let mut pass = Pass::default();
        let mut lexer = Lexer::new(text);
        while let Some(token) = lexer.next_token() {
            pass.take(token, text.len() - lexer.rest().len(), &mut outline);
        }
        outline
    }

    /// The blocks around a place, the outermost first.
    pub fn blocks_around(&self, place: usize) -> Vec<Block> {
        self.around(place).map(|(block, _)| block.clone()).collect()
    }

    /// Where the definition of the outermost macro around a place stands.
    pub fn macro_around(&self, place: usize) -> Option<Range<usize>> {
        self.around(place).find(|(block, _)| *block == Block::Macro).map(|(_, range)| range.clone())
    }

    /// Has the innermost module around a place another thing whose name a module of this name would take?
    pub fn has_other(&self, place: usize, name: &str) -> bool {
        let modules = self.around(place).filter(|(block, _)| matches!(block, Block::Module(_)));
        self.taken.contains(&(modules.last().map(|(_, range)| range.start), name.to_owned()))
    }

    fn around(&self, place: usize) -> impl Iterator<Item = &(Block, Range<usize>)> {
        let begun = self.blocks.partition_point(|(_, range)| range.start <= place);
        self.blocks[..begun].iter().filter(move |(_, range)| place < range.end)
    }
}

/// Goes through a text and keeps count of what is open.
#[derive(Default)]
struct Pass<'a> {
    /// Places in the outline.
    open: Vec<usize>,
    /// The words since the last brace or semicolon; `None` stands for anything else.
    words: Vec<Option<&'a str>>,
    in_use: bool,
}

impl<'a> Pass<'a> {
    /// With where the token ends.
    fn take(&mut self, token: Token<'a>, end: usize, outline: &mut Outline) {
        if let Some(name) = self.taken_by(token) {
            let is_module = |open: &&usize| matches!(outline.blocks[**open].0, Block::Module(_));
            let module = self.open.iter().rev().find(is_module).map(|open| outline.blocks[*open].1.start);
            outline.taken.insert((module, name.trim_start_matches("r#").to_owned()));
        }
        match token {
            Token::Word(word) => {
                self.in_use |= word == "use";
                self.words.push(Some(word));
            }
            Token::Sign('{') => {
                self.open.push(outline.blocks.len());
                // Until something closes it, it is open.
                outline.blocks.push((block_after(&self.words), end..usize::MAX));
                self.words.clear();
            }
            Token::Sign('}') => {
                if let Some(closed) = self.open.pop() {
                    outline.blocks[closed].1.end = end;
                }
                self.words.clear();
            }
            Token::Sign(';') => {
                self.in_use = false;
                self.words.clear();
            }
            Token::Sign(_) | Token::Literal(_) => self.words.push(None),
        }
    }

    /// The name that something has as of this token.
    fn taken_by(&self, token: Token<'a>) -> Option<&'a str> {
        match (self.words.last().copied().flatten()?, token) {
            ("mod" | "struct" | "enum" | "union" | "type" | "trait", Token::Word(name)) => Some(name),
            // The last part of what is imported, or what it is imported as.
            (name, Token::Sign(';' | ',' | '}')) if self.in_use => Some(name),
            _ => None,
        }
    }
}

/// The byte at which a line and column (both from 1, the column in characters) begin.
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let in_line = text[start..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    start + in_line
}

/// The line and column of a byte, or of the end.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset.min(text.len())];
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
        let open: Vec<String> = Outline::of(text)
            .blocks_around(place)
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
            assert_eq!(
                Outline::of(text)
                    .macro_around(place)
                    .map(|range| &text[range.start..range.end.min(text.len())]),
                expected,
                "{text}"
            );
        };
        check("fn f() {} | fn g() {}", None);
        check("mod a { macro_rules! m {() => { f|n }; (a) => {}} } m!();", Some("() => { f|n }; (a) => {}}"));
        check("macro_rules! m {() => { | ", Some("() => { | "));
    }

    #[test]
    fn what_has_the_name_of_the_test_is_found_beside_it() {
        let has = |text: &str| Outline::of(text).has_other(text.find('|').expect("a mark"), "same");
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
