//! What is open at a line of the typed tree, and what has been said of it.

use super::builder::Child;
use super::place;

pub struct Frame {
    /// Of its first and its last line.
    pub depth: usize,
    pub what: What,
    /// The last line of it that announces something: `lhs` for `lhs:`, `args` for `args: [`.
    pub label: String,
    /// With the label under which they stand.
    pub children: Vec<(String, Child)>,
    /// `Call` for `Call {`
    pub kind: Option<String>,
    fields: Vec<(Field, String)>,
    is_kind_next: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Expression,
    Pattern,
    Parameter,
    Statement,
}

/// What may be said, and is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Type,
    Place,
    /// The type of the function that is called.
    Called,
    Written,
    Operator,
    Local,
    Definition,
    Name,
    Borrow,
    /// Of `if let`, in one line.
    Pattern,
    Variant,
    Variants,
    Flags,
    Mode,
    /// The type of the variable.
    Bound,
    Receiver,
}

impl What {
    pub fn of(line: &str) -> Option<What> {
        Some(match line {
            "Expr {" => What::Expression,
            "Pat {" => What::Pattern,
            "Param {" => What::Parameter,
            "Stmt {" => What::Statement,
            _ => return None,
        })
    }

    /// How many levels deeper each stands, and how it begins.
    fn fields(self) -> &'static [(usize, &'static str, Field)] {
        match self {
            What::Expression => &[
                (1, "ty: ", Field::Type),
                (1, "span: ", Field::Place),
                (3, "ty: ", Field::Called),
                (3, "from_hir_call: ", Field::Written),
                (3, "op: ", Field::Operator),
                (3, "id: ", Field::Local),
                (3, "var_hir_id: ", Field::Local),
                (3, "def_id: ", Field::Definition),
                (3, "name: ", Field::Name),
                (3, "borrow_kind: ", Field::Borrow),
                (3, "pat: ", Field::Pattern),
                (4, "variant_index: ", Field::Variant),
                (5, "did: ", Field::Definition),
                (5, "variants: ", Field::Variants),
                (5, "flags: ", Field::Flags),
                (5, "closure_id: ", Field::Definition),
            ],
            What::Pattern => &[
                (1, "ty: ", Field::Type),
                (1, "span: ", Field::Place),
                (3, "name: ", Field::Name),
                (3, "mode: ", Field::Mode),
                (3, "var: ", Field::Local),
                (3, "ty: ", Field::Bound),
            ],
            What::Parameter => &[(1, "ty: ", Field::Type), (1, "self_kind: ", Field::Receiver)],
            What::Statement => &[],
        }
    }
}

impl Frame {
    pub fn new(what: What, depth: usize) -> Frame {
        Frame {
            depth,
            what,
            label: String::new(),
            children: Vec::new(),
            kind: None,
            fields: Vec::new(),
            is_kind_next: false,
        }
    }

    /// A line that is this much deeper. What must be there, if it is something else.
    pub fn line(&mut self, deeper: usize, text: &str) -> Result<(), &'static str> {
        if std::mem::take(&mut self.is_kind_next) {
            let end = text.find(|next: char| !next.is_alphanumeric()).unwrap_or(text.len());
            self.kind = text.get(..end).map(str::to_owned);
            return Ok(());
        }
        self.is_kind_next = deeper == 1 && text.starts_with("kind:");
        let announced =
            text.strip_suffix('[').or_else(|| text.strip_suffix("Some(")).unwrap_or(text).trim_end();
        if let Some(label) = announced.strip_suffix(':') {
            label.clone_into(&mut self.label);
            return Ok(());
        }
        for (level, start, field) in self.what.fields() {
            if *level == deeper
                && let Some(said) = text.strip_prefix(start)
                && self.said(*field).is_none()
            {
                self.fields.push((*field, said.to_owned()));
                return match field {
                    Field::Place if place::parse(said).is_none() => Err("a place in the source"),
                    _ => Ok(()),
                };
            }
        }
        Ok(())
    }

    pub fn said(&self, field: Field) -> Option<&str> {
        self.fields.iter().find(|(own, _)| *own == field).map(|(_, said)| said.as_str())
    }
}
