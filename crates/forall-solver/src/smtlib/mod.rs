//! Queries as SMT-LIB 2 scripts, which any solver of that language reads.
//!
//! Everything is a bit-vector there, too; conditions are one bit wide.

mod counting;
mod float;
mod operations;

use std::fmt::Write;

use crate::slicing::terms_below;
use crate::terms::{Function, Node, Signature, Term, Terms};

impl Terms {
    /// A script that asks whether all assertions can be true: declarations, definitions, assertions and
    /// `(check-sat)`.
    pub fn smtlib(&self, assertions: &[Term]) -> String {
        let below = terms_below(self, assertions);
        let mut script = Script { terms: self, text: String::new() };
        let _ = writeln!(script.text, "(set-logic {})", script.logic(&below));
        script.declare_functions(&below);
        for &term in &below {
            script.define(term);
        }
        for &assertion in assertions {
            let _ = writeln!(script.text, "(assert (= {} #b1))", script.symbol(assertion));
        }
        script.text += "(check-sat)\n";
        script.text
    }

    /// What scripts call a variable or an application of a function. Two variables may differ in nothing but
    /// their width.
    pub(crate) fn smtlib_name(&self, unknown: Term) -> String {
        let Node::Variable(index) = self.node(unknown) else { return format!("t{}", unknown.index()) };
        let (name, width) = (self.name_and_style(index).0, self.width(unknown));
        match readable(name) {
            None => format!("|{name}:{width}|"),
            // No other variable has this number.
            Some(readable) => format!("|{readable}:{width}#{}|", unknown.index()),
        }
    }

    /// No variable's name ends like this.
    fn smtlib_function(&self, function: Function) -> String {
        let Signature { name, arguments, result } = self.signature(function);
        let arguments: Vec<String> = arguments.iter().map(u32::to_string).collect();
        match readable(name) {
            None => format!("|{name}({}) -> {result}|", arguments.join(", ")),
            Some(readable) => format!("|{readable}#{}|", function.index()),
        }
    }
}

/// Another name for one that not even quotes make a symbol.
fn readable(name: &str) -> Option<String> {
    let is_symbol = !name.contains(['|', '\\']) && name.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    (!is_symbol).then(|| name.chars().map(letter).collect())
}

struct Script<'a> {
    terms: &'a Terms,
    text: String,
}

impl Script<'_> {
    fn logic(&self, below: &[Term]) -> &'static str {
        let any = |is: fn(Node) -> bool| below.iter().any(|&term| is(self.terms.node(term)));
        let floats = any(|node| matches!(node, Node::Float(..)));
        let functions = any(|node| matches!(node, Node::Apply(..)));
        match (functions, floats) {
            (false, false) => "QF_BV",
            (false, true) => "QF_BVFP",
            (true, false) => "QF_UFBV",
            // There is no name for this one that all solvers know.
            (true, true) => "ALL",
        }
    }

    fn declare_functions(&mut self, below: &[Term]) {
        let mut declared = Vec::new();
        for &term in below {
            let Node::Apply(function, _) = self.terms.node(term) else { continue };
            if declared.contains(&function) {
                continue;
            }
            declared.push(function);
            let Signature { arguments, result, .. } = self.terms.signature(function);
            let sorts: Vec<String> = arguments.iter().map(|width| format!("(_ BitVec {width})")).collect();
            let name = self.terms.smtlib_function(function);
            let _ = writeln!(self.text, "(declare-fun {name} ({}) (_ BitVec {result}))", sorts.join(" "));
        }
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
            Node::Apply(function, _) => {
                let arguments: Vec<String> =
                    self.terms.node(term).operands().map(|argument| self.symbol(argument)).collect();
                let function = self.terms.smtlib_function(function);
                self.definition(term, &format!("({function} {})", arguments.join(" ")));
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
