//! Steps through one line of the compiler's text.

/// What is left of a text.
#[derive(Clone, Debug)]
pub struct Cursor<'t>(pub &'t str);

impl<'t> Cursor<'t> {
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    pub fn starts_with(&self, text: &str) -> bool {
        self.0.starts_with(text)
    }

    /// Steps over `text` if it comes next.
    pub fn eat(&mut self, text: &str) -> bool {
        match self.0.strip_prefix(text) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    /// Steps over `text`, which must come next.
    pub fn expect(&mut self, text: &str) -> Option<()> {
        self.eat(text).then_some(())
    }

    /// Steps over characters while they are of a kind.
    pub fn take_while(&mut self, is_taken: impl Fn(char) -> bool) -> &'t str {
        let end = self.0.find(|next| !is_taken(next)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        taken
    }

    pub fn number(&mut self) -> Option<u32> {
        self.take_while(|next| next.is_ascii_digit()).parse().ok()
    }

    /// Steps up to the first of `ends` that stands outside of brackets and texts.
    pub fn take_balanced(&mut self, ends: &[char]) -> &'t str {
        let mut depth = 0_usize;
        let mut characters = self.0.char_indices();
        let mut end = self.0.len();
        while let Some((at, next)) = characters.next() {
            if depth == 0 && ends.contains(&next) {
                end = at;
                break;
            }
            match next {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                '"' => {
                    while let Some((_, next)) = characters.next() {
                        match next {
                            '\\' => drop(characters.next()),
                            '"' => break,
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_texts_hide_what_is_in_them() {
        let mut cursor = Cursor(r#"f(a, "b), \", c", [d, {e}]), g"#);
        assert_eq!(cursor.take_balanced(&[',']), r#"f(a, "b), \", c", [d, {e}])"#);
        assert!(cursor.eat(", "));
        assert_eq!(cursor.take_balanced(&[',']), "g");
        assert!(cursor.is_at_end());
        assert_eq!(Cursor("\"open").take_balanced(&[',']), "\"open");
    }
}
