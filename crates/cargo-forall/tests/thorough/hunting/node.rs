//! Expressions as trees, each node with several ways to write the same.

use super::random::Random;

/// `$0`, `$1`, … in a way stand for the operands.
pub struct Node {
    ways: Vec<String>,
    operands: Vec<Node>,
}

impl Node {
    pub fn leaf(text: impl Into<String>) -> Node {
        Node { ways: vec![text.into()], operands: Vec::new() }
    }

    /// `ways` are separated by ` ≡ `: all of them mean the same.
    pub fn of(ways: &str, operands: Vec<Node>) -> Node {
        Node { ways: ways.split(" ≡ ").map(str::to_owned).collect(), operands }
    }

    /// Writes it in some way.
    pub fn write(&self, random: &mut Random) -> String {
        let way = random.pick(&self.ways);
        let mut text = String::new();
        let mut pieces = way.split('$');
        text.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let number =
                piece.chars().next().and_then(|digit| digit.to_digit(10)).expect("an operand") as usize;
            text.push_str(&enclosed(self.operands[number].write(random)));
            text.push_str(&piece[1..]);
        }
        text
    }
}

/// What begins like this would take in what follows it, or end before it.
fn enclosed(text: String) -> String {
    if text.starts_with(['{', '!', '-']) { format!("({text})") } else { text }
}
