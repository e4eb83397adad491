//! Shows the stack as text.

use super::{Controller, Stack};
use forall_spec::{Input, contract};
use std::fmt::Write;

#[derive(Clone, Debug, Input)]
pub struct Console {
    #[forall(range = 1..=3)]
    height: usize,
    #[forall(with = shown)]
    lines: Vec<String>,
}

/// What a console may show.
#[allow(dead_code, reason = "without contracts nothing is drawn")]
fn shown(count: u8) -> Vec<String> {
    (0..count.min(3)).map(|number| format!("line {number}")).collect()
}

#[contract]
#[invariant(self.lines.len() <= self.height)]
impl Console {
    #[requires(height > 0)]
    #[ensures(|ret| ret.is_blank() && ret.height() == height)]
    pub fn new(height: usize) -> Self {
        Console { height, lines: Vec::new() }
    }

    #[pure]
    pub fn height(&self) -> usize {
        self.height
    }

    #[pure]
    #[ensures(|ret| *ret == (self.line_count() == 0))]
    pub fn is_blank(&self) -> bool {
        self.lines.is_empty()
    }

    #[pure]
    #[ensures(|ret| *ret <= self.height())]
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    #[pure]
    #[requires(number < self.line_count())]
    pub fn line(&self, number: usize) -> &str {
        &self.lines[number]
    }

    /// The last lines stay.
    #[requires(!line.contains('\n'))]
    #[ensures(|_| self.line_count() == old(self.line_count() + 1).min(self.height()))]
    #[ensures(|_| self.line(self.line_count() - 1) == line)]
    pub fn print(&mut self, line: &str) {
        if self.lines.len() == self.height {
            self.lines.remove(0);
        }
        self.lines.push(line.to_owned());
    }

    #[ensures(|_| self.is_blank())]
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// The title, and below it as much of the stack as there is room for, the top first.
    #[requires(title.len() <= 40)]
    #[ensures(|_| self.line(0) == title)]
    pub fn show(&mut self, title: &str, stack: &Stack) {
        self.lines.clear();
        self.lines.push(title.to_owned());
        // The title is forgotten on purpose.
        for depth in 0..stack.size().min(self.height) {
            let mut line = String::new();
            let _ = write!(line, "{depth:>3}: {}", stack.below(depth));
            self.lines.push(line);
        }
    }

    pub fn text(&self) -> String {
        self.lines.join("\n")
    }
}

#[contract]
impl Controller {
    #[requires(console.height() > self.stack().size())]
    #[ensures(|_| console.line_count() == self.stack().size() + 1)]
    pub fn show(&self, console: &mut Console) {
        console.show("stack", self.stack());
    }
}
