//! What the definitions of a module are made of, in brief.
//!
//! It is taken from the module's text, because that has everything: an attribute, a flag or an ordering that
//! nobody thought of here makes a difference, too. Left out is what differs without a meaning: numbers and
//! names that the compiler makes up, and debug information but for places in the source, which reports and
//! panics show.

use crate::cache::Key;
use std::collections::HashMap;

/// The text of a module, taken apart.
pub struct Contents<'t> {
    /// Functions, variables and aliases.
    definitions: HashMap<String, &'t str>,
    types: HashMap<&'t str, &'t str>,
    attributes: HashMap<&'t str, &'t str>,
    metadata: HashMap<&'t str, &'t str>,
    /// What is said of the module as a whole.
    whole: Vec<u8>,
    /// Of metadata and types that were met before.
    known: HashMap<&'t str, Key>,
}

impl<'t> Contents<'t> {
    pub fn of(text: &'t str) -> Contents<'t> {
        let mut contents = Contents {
            definitions: HashMap::new(),
            types: HashMap::new(),
            attributes: HashMap::new(),
            metadata: HashMap::new(),
            whole: Vec::new(),
            known: HashMap::new(),
        };
        let mut whole = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let is_function = rest.starts_with("define ");
            let end = rest.find(if is_function { "\n}\n" } else { "\n" });
            let (item, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            contents.add(item.trim_end(), &mut whole);
            rest = after;
        }
        let mut written = Vec::new();
        whole.into_iter().for_each(|item| contents.write(item, &mut written, |_| true));
        contents.whole = written;
        contents
    }

    fn add(&mut self, item: &'t str, whole: &mut Vec<&'t str>) {
        let (left, right) = item.split_once(" = ").unwrap_or((item, ""));
        match item.as_bytes().first() {
            Some(b'd') if item.starts_with("define ") => {
                if let Some(at) = item.find('@') {
                    self.definitions.insert(plain_name(token(&item[at..])), item);
                }
            }
            Some(b'@') => {
                self.definitions.insert(plain_name(token(item)), item);
            }
            Some(b'%') => {
                self.types.insert(left, right);
            }
            Some(b'!') if left.as_bytes().get(1).is_some_and(u8::is_ascii_digit) => {
                self.metadata.insert(left, right);
            }
            Some(b'!') if left == "!llvm.module.flags" => whole.push(right),
            Some(b'a') if item.starts_with("attributes #") => {
                self.attributes.insert(&left["attributes ".len()..], right);
            }
            Some(b't' | b'm') if item.starts_with("target ") || item.starts_with("module asm ") => {
                whole.push(item);
            }
            _ => {}
        }
    }

    /// Of a definition; `references` are the names of all that it refers to, which is told by position: what
    /// is there is another matter. `None` if it is not in the text under its name.
    pub fn digest(&mut self, name: &str, references: &[&str]) -> Option<Key> {
        let definition = *self.definitions.get(name)?;
        let mut written = self.whole.clone();
        let body = if is_made_up(definition) { &definition[token(definition).len()..] } else { definition };
        let positions: HashMap<&str, usize> = references.iter().copied().zip(0..).collect();
        let mut rest = body;
        while let Some(at) = next_global(rest) {
            let (before, from) = rest.split_at(at);
            self.write(before, &mut written, |_| true);
            let global = token(from);
            match positions.get(plain_name(global).as_str()) {
                Some(position) => written.extend(format!("@{position} ").as_bytes()),
                None => written.extend(global.as_bytes()),
            }
            rest = &from[global.len()..];
        }
        self.write(rest, &mut written, |_| true);
        // Also where it refers to itself by position.
        let name = if is_made_up(definition) { "" } else { name };
        Some(Key::of((name, written)))
    }

    /// Writes a text with what it mentions in place of the numbers; of metadata only that which is wanted,
    /// given what stands before it.
    fn write(&mut self, text: &'t str, written: &mut Vec<u8>, wanted: impl Fn(&str) -> bool) {
        let mut rest = text;
        while let Some(at) = rest.find(['"', '%', '!', '#', ';']) {
            let (before, from) = rest.split_at(at);
            written.extend(before.as_bytes());
            let mentioned = token(from);
            let length = match from.as_bytes()[0] {
                b';' => line_length(from),
                b'#' if from.starts_with("#dbg_") => line_length(from),
                b'#' => {
                    let attributes = self.attributes.get(mentioned).copied().unwrap_or(mentioned);
                    written.extend(attributes.as_bytes());
                    mentioned.len()
                }
                b'!' if self.metadata.contains_key(mentioned) => {
                    if wanted(before) {
                        written.extend(format!("{} ", self.metadata(mentioned)).as_bytes());
                    }
                    mentioned.len()
                }
                b'%' if self.types.contains_key(mentioned) => {
                    written.extend(format!("{} ", self.type_of(mentioned)).as_bytes());
                    mentioned.len()
                }
                _ => {
                    written.extend(mentioned.as_bytes());
                    mentioned.len()
                }
            };
            rest = &from[length..];
        }
        written.extend(rest.as_bytes());
    }

    fn metadata(&mut self, number: &'t str) -> Key {
        if let Some(known) = self.known.get(number) {
            return *known;
        }
        // Should it mention itself, that is all there is to say.
        self.known.insert(number, Key::of("itself"));
        let mut text = self.metadata[number];
        if text.starts_with("!DIFile(") {
            // A checksum of the file changes with every comment.
            text = text.split(", checksumkind:").next().unwrap_or(text);
        }
        let is_debug = text.trim_start_matches("distinct ").starts_with("!DI");
        let leads_to_places =
            |before: &str| ["scope: ", "file: ", "inlinedAt: "].iter().any(|key| before.ends_with(key));
        let mut written = Vec::new();
        self.write(text, &mut written, |before| !is_debug || leads_to_places(before));
        let key = Key::of(written);
        self.known.insert(number, key);
        key
    }

    fn type_of(&mut self, name: &'t str) -> Key {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        self.known.insert(name, Key::of(name));
        let mut written = Vec::new();
        self.write(self.types[name], &mut written, |_| true);
        let key = Key::of((name, written));
        self.known.insert(name, key);
        key
    }
}

/// A constant without an identity, under a name such as `vtable.7`.
fn is_made_up(definition: &str) -> bool {
    let Some(linkage) = definition.strip_prefix(token(definition)) else { return false };
    let Some(rest) = linkage.strip_prefix(" = private ") else { return false };
    definition.starts_with('@') && rest.trim_start_matches("unnamed_addr ").starts_with("constant ")
}

/// The next mention of something with an address; in texts and comments there is none.
fn next_global(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find(['@', '"', ';'])?;
        at += match text.as_bytes()[at] {
            b'@' => return Some(at),
            b';' => line_length(&text[at..]),
            _ => token(&text[at..]).len(),
        };
    }
}

/// A sign with the name or number behind it, or a quoted text.
fn token(text: &str) -> &str {
    let quoted = |start: usize| text[start..].find('"').map_or(text.len(), |end| start + end + 1);
    let end = match text.as_bytes() {
        [b'"', ..] => quoted(1),
        [_, b'"', ..] => quoted(2),
        [_, rest @ ..] => {
            let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.-".contains(byte);
            1 + rest.iter().position(|byte| !belongs(byte)).unwrap_or(rest.len())
        }
        [] => 0,
    };
    &text[..end]
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// A name without its sign, quotes and escapes.
fn plain_name(token: &str) -> String {
    let name = token[1..].trim_matches('"');
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let [first, after @ ..] = rest {
        let code = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        match after.get(..2).filter(|_| *first == b'\\').and_then(code) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = r#"; ModuleID = 'one'
target triple = "x86_64-unknown-linux-gnu"

%"Pair" = type { i32, %Inner }
%Inner = type { i64 }

@static = internal global [4 x i8] zeroinitializer, align 4
@vtable.3 = private constant <{ [2 x i8], ptr }> <{ [2 x i8] c"@a", ptr @"a call" }>, align 8, !dbg !7

; Function Attrs: nounwind
define internal i32 @f(i32 %x) #0 !dbg !1 {
start:
  %p = getelementptr %"Pair", ptr @static, i64 0, !dbg !3 ; of @nothing
    #dbg_declare(ptr %p, !9, !DIExpression(), !3)
  %y = call i32 @"a call"(i32 %x, ptr @vtable.3), !range !6
  ret i32 %y
}

declare i32 @"a call"(i32, ptr)

attributes #0 = { nounwind "target-features"="+sse2" }

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = distinct !DISubprogram(name: "f", scope: null, file: !2, line: 3, type: !8, unit: !10)
!2 = !DIFile(filename: "src/lib.rs", directory: "/krate", checksumkind: CSK_MD5, checksum: "0123")
!3 = !DILocation(line: 4, column: 9, scope: !1)
!6 = !{i32 0, i32 9}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = !DIBasicType(name: "u32")
!9 = !DILocalVariable(name: "p", scope: !1)
!10 = !DICompileUnit(producer: "rustc")
"#;

    fn digest(text: &str, name: &str) -> Key {
        let references = if name == "f" { vec!["static", "a call", "vtable.3"] } else { vec!["a call"] };
        Contents::of(text).digest(name, &references).unwrap()
    }

    fn changed(from: &str, to: &str) -> String {
        assert!(MODULE.contains(from), "{from}");
        MODULE.replace(from, to)
    }

    #[test]
    fn whatever_has_a_meaning_makes_a_difference() {
        for (from, to) in [
            ("i64 0, !dbg !3", "i64 1, !dbg !3"),
            ("getelementptr %", "getelementptr inbounds %"),
            ("type { i64 }", "type { i32 }"),
            ("+sse2", "+avx"),
            ("linux-gnu", "linux-musl"),
            ("i32 2}", "i32 1}"),
            ("i32 9}", "i32 8}"),
            ("line: 4", "line: 5"),
            ("src/lib.rs", "src/main.rs"),
            ("(i32 %x, ptr @vtable.3)", "(i32 %x, ptr @static)"),
            ("internal i32 @f", "i32 @f"),
        ] {
            assert_ne!(digest(&changed(from, to), "f"), digest(MODULE, "f"), "{from} became {to}");
        }
        for (from, to) in
            [("c\"@a\"", "c\"@b\""), ("private constant", "private global"), ("align 8", "align 4")]
        {
            assert_ne!(
                digest(&changed(from, to), "vtable.3"),
                digest(MODULE, "vtable.3"),
                "{from} became {to}"
            );
        }
    }

    #[test]
    fn what_the_compiler_makes_up_makes_none() {
        for (from, to) in [
            ("ModuleID = 'one'", "ModuleID = 'two'"),
            ("checksum: \"0123\"", "checksum: \"4567\""),
            ("of @nothing", "of @something"),
            ("name: \"p\"", "name: \"q\""),
            ("producer: \"rustc\"", "producer: \"clippy\""),
            ("!6", "!66"),
            ("#0", "#5"),
        ] {
            for name in ["f", "vtable.3"] {
                assert_eq!(digest(&changed(from, to), name), digest(MODULE, name), "{from} became {to}");
            }
        }
        let renamed = changed("vtable.3", "vtable.8");
        let references = ["static", "a call", "vtable.8"];
        assert_eq!(Contents::of(&renamed).digest("f", &references), Some(digest(MODULE, "f")));
        assert_eq!(Contents::of(&renamed).digest("vtable.8", &["a call"]), Some(digest(MODULE, "vtable.3")));
    }

    #[test]
    fn statics_that_look_alike_are_told_apart() {
        let other = changed("@static", "@other");
        assert_ne!(Contents::of(&other).digest("other", &[]), Contents::of(MODULE).digest("static", &[]));
        assert_eq!(Contents::of(MODULE).digest("nowhere", &[]), None);
    }
}
