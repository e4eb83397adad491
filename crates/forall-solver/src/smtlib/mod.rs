//! Queries as SMT-LIB 2 scripts, which any solver of that language reads.
//!
//! Everything is a bit-vector there, too; conditions are one bit wide.

mod float;
mod operations;

use std::fmt::Write;

use crate::slicing::terms_below;
use crate::terms::{Node, Term, Terms};

impl Terms {
    /// A script that asks whether all assertions can be true: declarations, definitions, assertions and `(check-sat)`.
    pub fn smtlib(&self, assertions: &[Term]) -> String {
        let below = terms_below(self, assertions);
        let mut script = Script { terms: self, text: String::new() };
        let _ = writeln!(script.text, "(set-logic {})", script.logic(&below));
        for &term in &below {
            script.define(term);
        }
        for &assertion in assertions {
            let _ = writeln!(script.text, "(assert (= {} #b1))", script.symbol(assertion));
        }
        script.text += "(check-sat)\n";
        script.text
    }

    /// The name that a variable has in scripts: its own and its width, as two may differ in nothing else.
    pub(crate) fn smtlib_name(&self, variable: Term) -> String {
        let Node::Variable(index) = self.node(variable) else { panic!("only variables have names") };
        let (name, width) = (self.name_and_style(index).0, self.width(variable));
        if name.contains(['|', '\\']) || !name.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            // Not even quotes make these a symbol. No other variable has this number.
            let readable: String =
                name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            return format!("|{readable}:{width}#{}|", variable.index());
        }
        format!("|{name}:{width}|")
    }
}

struct Script<'a> {
    terms: &'a Terms,
    text: String,
}

impl Script<'_> {
    fn logic(&self, below: &[Term]) -> &'static str {
        let floats = below.iter().any(|&term| matches!(self.terms.node(term), Node::Float(..)));
        if floats { "QF_BVFP" } else { "QF_BV" }
    }

    fn define(&mut self, term: Term) {
        let width = self.terms.width(term);
        match self.terms.node(term) {
            // Written where they are used.
            Node::Constant(_) => {}
            Node::Variable(_) => {
                let name = self.terms.smtlib_name(term);
                let _ = writeln!(self.text, "(declare-const {name} (_ BitVec {width}))");
            }
            Node::Float(op, operands) => {
                let value = self.float(term, op, operands);
                self.definition(term, &value);
            }
            _ => {
                let value = self.operation(term);
                self.definition(term, &value);
            }
        }
    }

    fn definition(&mut self, term: Term, value: &str) {
        let _ = writeln!(
            self.text,
            "(define-fun {} () (_ BitVec {}) {value})",
            self.symbol(term),
            self.terms.width(term)
        );
    }

    /// How a term is referred to.
    fn symbol(&self, term: Term) -> String {
        match self.terms.node(term) {
            Node::Constant(_) => literal(self.terms.width(term), self.terms.as_constant(term).unwrap_or(0)),
            Node::Variable(_) => self.terms.smtlib_name(term),
            _ => format!("t{}", term.index()),
        }
    }
}

fn literal(width: u32, value: u128) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

/// One bit for something that is a Boolean there.
fn bit(condition: &str) -> String {
    format!("(ite {condition} #b1 #b0)")
}

#[cfg(test)]
mod tests;
