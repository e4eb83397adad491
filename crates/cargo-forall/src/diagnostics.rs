//! What the compiler says, in cargo's JSON.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// An error, and the files it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Error {
    pub files: BTreeSet<PathBuf>,
    /// Where it is, and the macro calls around that: file and line.
    pub places: Vec<(PathBuf, u32)>,
    /// The message alone.
    pub message: String,
    /// As it is shown to people.
    pub rendered: String,
}

#[derive(Deserialize)]
struct Line {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    message: String,
    spans: Vec<Span>,
    #[serde(default)]
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Span {
    file_name: PathBuf,
    #[serde(default)]
    line_start: u32,
    #[serde(default)]
    is_primary: bool,
    #[serde(default)]
    expansion: Option<Box<Expansion>>,
}

/// The macro call that a place in a macro belongs to.
#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

impl Span {
    /// Its own place, and those of the macro calls around it.
    fn places(&self) -> Vec<(PathBuf, u32)> {
        let mut places = vec![(self.file_name.clone(), self.line_start)];
        places.extend(self.expansion.iter().flat_map(|expansion| expansion.span.places()));
        places
    }
}

pub fn errors(messages: &str) -> Vec<Error> {
    let mut errors = Vec::new();
    for line in messages.lines() {
        let Ok(Line { message }) = serde_json::from_str(line) else { continue };
        if message.level != "error" {
            continue;
        }
        let mut files = BTreeSet::new();
        // `#[forall]` itself has seen that they do not fit.
        let named = message.message.strip_prefix("the cases in `").and_then(|rest| rest.split('`').next());
        files.extend(named.map(PathBuf::from));
        files.extend(message.spans.iter().flat_map(Span::places).map(|(file, _)| file));
        let primary = message.spans.iter().filter(|span| span.is_primary);
        let places = primary.flat_map(Span::places).collect();
        let rendered = message.rendered.unwrap_or_else(|| message.message.clone());
        errors.push(Error { files, places, message: message.message, rendered });
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_files_they_are_about() {
        let error = |level: &str, text: &str, file: &str| {
            format!(
                r#"{{"reason":"compiler-message","message":{{"level":"{level}","message":"{text}","spans":[{{"file_name":"{file}","expansion":null}}]}}}}"#
            )
        };
        let in_macro = r#"{"message":{"level":"error","message":"no","rendered":"error: no","spans":[{"file_name":"std.rs","line_start":7,"is_primary":true,"expansion":{"span":{"file_name":"forall/d.rs","line_start":3,"expansion":null}}}]}}"#;
        let said = [
            error("warning", "unused", "forall/a.rs"),
            error("error", "mismatched types", "forall/b.rs"),
            error("error", "the cases in `forall/c.rs` call this with 1 argument", "src/lib.rs"),
            in_macro.into(),
            r#"{"reason":"build-finished","success":false}"#.into(),
        ];
        let errors = errors(&said.join("\n"));
        let files: Vec<Vec<&str>> = errors
            .iter()
            .map(|error| error.files.iter().filter_map(|file| file.to_str()).collect())
            .collect();
        assert_eq!(
            files,
            [vec!["forall/b.rs"], vec!["forall/c.rs", "src/lib.rs"], vec!["forall/d.rs", "std.rs"]]
        );
        assert_eq!((&*errors[2].message, &*errors[2].rendered), ("no", "error: no"));
        assert_eq!(errors[2].places, [("std.rs".into(), 7), ("forall/d.rs".into(), 3)]);
    }
}
