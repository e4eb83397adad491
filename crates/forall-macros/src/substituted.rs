//! What a macro was given for a test that stands in its definition: `u8` for `$t`.

use crate::instances::words;
use crate::parse::Function;
use crate::place::{Definition, Position};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// What is given and longer than this is a part of the test, which may be edited, and not what tells it from others.
const LONGEST: usize = 6;
/// File names have a limit.
const LONGEST_WORDS: usize = 60;

#[derive(Default)]
pub struct Given {
    /// What was given, each once, as words for a file name: `u8_and_3`.
    pub words: String,
    /// Where the first of it stands: in the call of the macro.
    pub first: Option<Position>,
}

/// All tokens of a test that do not stand in the definition of the macro around it.
pub fn given(arguments: &TokenStream, function: &Function, definition: &Definition) -> Given {
    let Function { signature, body, .. } = function;
    let mut runs = Runs { definition, first: None, runs: Vec::new(), run: Vec::new() };
    for tokens in [arguments.clone(), signature.to_token_stream(), body.clone()] {
        runs.collect(tokens);
        runs.end();
    }
    let mut pieces: Vec<String> = Vec::new();
    for run in runs.runs.into_iter().filter(|run| run.len() <= LONGEST) {
        let piece = words(run.into_iter().collect());
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    Given { words: shortened(pieces.join("_and_")), first: runs.first }
}

/// Tokens beside each other that were given.
struct Runs<'a> {
    definition: &'a Definition,
    first: Option<Position>,
    runs: Vec<Vec<TokenTree>>,
    run: Vec<TokenTree>,
}

impl Runs<'_> {
    fn collect(&mut self, tokens: TokenStream) {
        for token in tokens {
            match &token {
                // What is around may be the definition's, what is inside given; or invisible.
                TokenTree::Group(group) => {
                    if self.is_given(group.span_open()) {
                        self.collect(group.stream());
                    } else {
                        self.end();
                        self.collect(group.stream());
                        self.end();
                    }
                }
                _ if self.is_given(token.span()) => self.run.push(token),
                _ => self.end(),
            }
        }
    }

    fn end(&mut self) {
        if !self.run.is_empty() {
            self.runs.push(std::mem::take(&mut self.run));
        }
    }

    fn is_given(&mut self, span: proc_macro2::Span) -> bool {
        let given = !self.definition.contains(span.unwrap());
        if given && self.first.is_none() {
            self.first = Position::of(span.unwrap());
        }
        given
    }
}

fn shortened(words: String) -> String {
    let Some((end, _)) = words.char_indices().nth(LONGEST_WORDS) else { return words };
    let hash = words
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{}_{:08x}", &words[..end], hash as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_stay_apart() {
        let long = |end: &str| shortened(format!("{}{end}", "x".repeat(70)));
        assert_eq!(shortened("u8".into()), "u8");
        assert_ne!(long("a"), long("b"));
        assert_eq!(long("a").len(), 69);
    }
}
