//! A scanner of nested brackets and quoted text. Inside of a quotation in a list in an object, a backslash at the end runs off the text.

use crate::branch;

pub const BRANCHES: usize = 10;

pub fn put(text: &[u8]) {
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while branch!(0, at < text.len()) {
        let byte = text[at];
        at += 1;
        let inside = open.last().copied();
        if branch!(1, inside == Some(b'"')) {
            if branch!(2, byte == b'"') {
                open.pop();
            } else if branch!(3, byte == b'\\') {
                if branch!(4, at == text.len()) {
                    assert!(!branch!(5, open == [b'{', b'[', b'"']), "escaped what is not there");
                }
                at += 1;
            }
        } else if branch!(6, matches!(byte, b'{' | b'[' | b'"')) {
            // Lists of lists are not part of the format.
            if branch!(7, byte == b'[' && inside == Some(b'[')) {
                return;
            }
            open.push(byte);
        } else if branch!(8, matches!((inside, byte), (Some(b'{'), b'}') | (Some(b'['), b']'))) {
            open.pop();
        } else if branch!(9, matches!(byte, b'}' | b']')) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    // Beyond that there are more paths than anyone waits for.
    #[forall::forall(max_len = 6)]
    fn no_text_is_left_behind(text: &[u8]) {
        super::put(text);
    }
}
