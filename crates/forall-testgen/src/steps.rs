//! Statements before the call, for objects that stand in several places.

use crate::code::Code;
use crate::layout;
use crate::name::words::snake_case;
use crate::paths::Paths;
use crate::spelling::{plain, spelled};
use forall_protocol::value::{Built, Form, Shape, Value};
use std::fmt::Write;

#[derive(Debug, PartialEq)]
pub enum Step {
    /// A variable, and the object that it has.
    Made(String, Value),
    Filled(Filling),
    /// A variable that nobody else takes.
    Dropped(String),
}

impl Step {
    pub fn written(&self, paths: &Paths) -> String {
        match self {
            Step::Made(name, object) => {
                layout::statement(&format!("let {name} = "), &crate::code(object, paths))
            }
            Step::Filled(filling) => filling.written(crate::code(&filling.content, paths), paths),
            Step::Dropped(name) => layout::statement("", &Code::text(format!("drop({name})"))),
        }
    }
}

/// What is put into a cell of an object when the object is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Filling {
    /// The variable of the object.
    pub object: String,
    /// From the object to the cell.
    pub way: Vec<Access>,
    pub cell: Shape,
    pub content: Value,
}

/// From a thing to a part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Access {
    Field(String),
    Index(usize),
    /// What a pointer leads to.
    Pointee,
    /// The value of an `Option` or `Result`: the method that gives it.
    Value(&'static str),
    /// A field of a variant.
    Variant {
        variant: Built,
        field: usize,
    },
}

impl Access {
    pub fn of_node(shape: Shape, position: usize) -> Access {
        match shape {
            Shape::Some | Shape::Ok => Access::Value("unwrap"),
            Shape::Err => Access::Value("unwrap_err"),
            Shape::Box | Shape::Rc | Shape::Arc | Shape::Leaked => Access::Pointee,
            Shape::Vec | Shape::VecDeque | Shape::Array => Access::Index(position),
            _ => Access::Field(position.to_string()),
        }
    }

    pub fn of_built(built: &Built, position: usize) -> Access {
        let is_variant = built.item.starts_with(char::is_uppercase);
        match built.parts.get(position) {
            _ if is_variant => Access::Variant { variant: built.clone(), field: position },
            // `Rc::from([..])`.
            _ if built.item == "from" => Access::Pointee,
            Some((name, _)) if !name.is_empty() => Access::Field(spelled(&plain(name))),
            _ => Access::Field(position.to_string()),
        }
    }
}

impl Filling {
    fn written(&self, content: Code, paths: &Paths) -> String {
        let mut statements = String::new();
        let mut place = self.object.clone();
        // How many pointers lead to what is meant.
        let mut pointers = 0;
        for access in &self.way {
            if *access == Access::Pointee {
                pointers += 1;
                continue;
            }
            let stars = "*".repeat(std::mem::take(&mut pointers));
            match access {
                Access::Field(name) => {
                    let _ = write!(place, ".{name}");
                }
                Access::Index(index) => {
                    let _ = write!(place, "[{index}]");
                }
                Access::Value(method) if stars.is_empty() => {
                    let _ = write!(place, ".as_ref().{method}()");
                }
                Access::Value(method) => place = format!("({stars}{place}).as_ref().{method}()"),
                Access::Variant { variant, field } => {
                    let name = format!("{}_{}", self.object, snake_case(&variant.item));
                    let pattern = pattern(variant, *field, &name, paths);
                    statements.push_str(&layout::let_else(&pattern, &format!("&{stars}{place}")));
                    place = name;
                }
                Access::Pointee => {}
            }
        }
        let method = if self.cell == Shape::Cell { "set" } else { "replace" };
        statements += &layout::statement("", &Code::list(&format!("{place}.{method}("), vec![content], ")"));
        statements
    }
}

/// `Value::List(_, name)`.
fn pattern(variant: &Built, field: usize, name: &str, paths: &Paths) -> String {
    let path = paths.written(variant);
    if variant.form == Form::Braces {
        let field = spelled(&plain(&variant.parts[field].0));
        let rest = if variant.parts.len() > 1 { ", .." } else { "" };
        return format!("{path} {{ {field}: {name}{rest} }}");
    }
    let fields = (0..variant.parts.len()).map(|position| if position == field { name } else { "_" });
    format!("{path}({})", fields.collect::<Vec<_>>().join(", "))
}
