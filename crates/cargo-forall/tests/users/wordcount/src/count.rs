//! The counting itself: part of the library, and of the program that came first.

/// What was counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub lines: usize,
    pub words: usize,
    pub chars: usize,
}

impl Counts {
    /// Counts a text.
    pub fn of(text: &str) -> Counts {
        let mut counts = Counts::default();
        let mut inside = false;
        for c in text.chars() {
            counts.chars += 1;
            counts.lines += usize::from(c == '\n');
            if c.is_whitespace() {
                inside = false;
            } else if !inside {
                inside = true;
                counts.words += 1;
            }
        }
        counts
    }
}

/// The longest line, in bytes.
#[allow(dead_code)]
pub fn longest_line(text: &str) -> usize {
    text.split('\n').map(str::len).max().unwrap()
}

/// The average length of words.
#[allow(dead_code)]
pub fn average(text: &str) -> usize {
    let words = text.split_whitespace();
    let letters: usize = words.clone().map(|word| word.chars().count()).sum();
    letters / words.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall(max_len = 6)]
    fn words_are_those_of_split_whitespace(text: &str) {
        assert_eq!(Counts::of(text).words, text.split_whitespace().count());
    }

    #[forall]
    fn there_are_not_more_words_than_characters(text: &str) {
        let counts = Counts::of(text);
        assert!(counts.words <= counts.chars && counts.lines <= counts.chars);
    }

    #[forall]
    fn lines_are_those_of_the_library(text: &str) {
        assert_eq!(Counts::of(text).lines, text.lines().count());
    }

    #[forall]
    fn no_line_is_longer_than_the_text(text: &str) {
        assert!(longest_line(text) <= text.len());
    }

    #[forall]
    fn words_have_letters(text: &str) {
        assert!(average(text) >= 1);
    }
}
