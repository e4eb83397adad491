//! The `Debug` text of a value, however long it would be.

use std::fmt::{self, Debug, Write};

/// So many bytes are enough for a reader. The text of what leads back to itself has no end, and each further part of it takes stack.
const ENOUGH: usize = 1 << 13;

/// The text, and whether it is all of it.
pub fn shown(value: &dyn Debug) -> (String, bool) {
    let mut text = Beginning(String::new());
    let is_complete = write!(text, "{value:?}").is_ok();
    let Beginning(mut text) = text;
    if !is_complete {
        text.push('…');
    }
    (text, is_complete)
}

struct Beginning(String);

impl Write for Beginning {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.0.len() + more.len() > ENOUGH {
            let mut end = ENOUGH - self.0.len();
            while !more.is_char_boundary(end) {
                end -= 1;
            }
            self.0.push_str(&more[..end]);
            return Err(fmt::Error);
        }
        self.0.push_str(more);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[derive(Debug)]
    struct Node {
        next: RefCell<Option<Rc<Node>>>,
    }

    #[test]
    fn of_a_long_text_the_beginning_is_shown() {
        let (text, is_complete) = shown(&"é".repeat(9000));
        assert!(!is_complete && text.starts_with("\"éé") && text.ends_with("é…") && text.len() > ENOUGH - 4);
    }

    #[test]
    fn what_leads_to_itself_has_a_text_that_ends() {
        let node = Rc::new(Node { next: RefCell::new(None) });
        let next = &node.next;
        next.replace(Some(Rc::clone(&node)));
        let (text, is_complete) = shown(&node);
        assert!(!is_complete && text.starts_with("Node { next: RefCell { value: Some(Node {"));
        assert!(text.ends_with('…') && text.len() < 10_000);
        next.replace(None);
    }

    #[test]
    fn ordinary_texts_are_whole() {
        assert_eq!(shown(&"a\n"), ("\"a\\n\"".into(), true));
    }
}
