//! Types, as the compiler writes them for its own developers.

use super::cursor::Cursor;
use super::definition::Definition;
use super::types::{Argument, Callee, Object, Type};

/// Types nested deeper are not taken apart.
const DEEPEST: usize = 24;

impl Type {
    /// Never fails: what is not understood is `Other`.
    pub fn parse(text: &str) -> Type {
        let mut parser = Parser { cursor: Cursor(text), depth: 0 };
        let known = parser.one().filter(|_| parser.cursor.is_at_end());
        known.or_else(|| function_of(text)).unwrap_or_else(|| Type::Other(text.to_owned()))
    }
}

/// The function at least, whatever its arguments are.
fn function_of(text: &str) -> Option<Type> {
    let mut cursor = Cursor(text);
    cursor.expect("FnDef(")?;
    let function = Definition::parse(&mut cursor)?;
    let arguments = vec![Argument::Type(Type::Other(cursor.0.to_owned()))];
    Some(Type::Item(Callee { function, arguments }))
}

struct Parser<'t> {
    cursor: Cursor<'t>,
    depth: usize,
}

fn is_of_name(next: char) -> bool {
    next.is_alphanumeric() || next == '_'
}

impl Parser<'_> {
    fn one(&mut self) -> Option<Type> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let parsed = self.any();
        self.depth -= 1;
        parsed
    }

    fn boxed(&mut self) -> Option<Box<Type>> {
        self.one().map(Box::new)
    }

    fn any(&mut self) -> Option<Type> {
        if self.cursor.eat("!") {
            return Some(Type::Primitive("!".into()));
        }
        if self.cursor.eat("&") {
            if self.cursor.starts_with("'") {
                self.region()?;
                self.cursor.expect(" ")?;
            }
            let mutable = self.cursor.eat("mut ");
            return Some(Type::Reference { mutable, to: self.boxed()? });
        }
        for (start, mutable) in [("*const ", false), ("*mut ", true)] {
            if self.cursor.eat(start) {
                return Some(Type::Pointer { mutable, to: self.boxed()? });
            }
        }
        match self.cursor.0.chars().next()? {
            '[' => self.sequence(),
            '(' => self.tuple(),
            _ if self.cursor.eat("dyn [") => self.object(),
            _ if self.cursor.eat("FnDef(") => {
                let function = Definition::parse(&mut self.cursor)?;
                self.cursor.expect(", ")?;
                let arguments = self.list()?;
                self.cursor.expect(")")?;
                Some(Type::Item(Callee { function, arguments }))
            }
            _ if self.cursor.eat("Closure(") => {
                let closure = Definition::parse(&mut self.cursor)?;
                self.cursor.take_balanced(&[')']);
                self.cursor.expect(")")?;
                Some(Type::Closure(closure))
            }
            _ if self.cursor.starts_with("Alias(") => self.or_other(Self::alias),
            _ if self.cursor.starts_with("Binder { value: ") => self.or_other(Self::function),
            _ if self.cursor.starts_with("impl ") => {
                let end = self.cursor.0.find("/#")?;
                let (text, rest) = self.cursor.0.split_at_checked(end + 2)?;
                self.cursor.0 = rest;
                self.cursor.number()?;
                Some(Type::Other(text.trim_end_matches("/#").to_owned()))
            }
            _ => self.or_other(Self::named),
        }
    }

    /// What is not understood is passed over, up to its closing bracket.
    fn or_other(&mut self, known: impl Fn(&mut Self) -> Option<Type>) -> Option<Type> {
        let start = self.cursor.clone();
        if let Some(known) = known(self).filter(|_| !self.cursor.starts_with("(")) {
            return Some(known);
        }
        self.cursor = start.clone();
        self.cursor.take_while(|next| is_of_name(next) || next == ' ');
        let (open, close) = match self.cursor.0.chars().next()? {
            '(' => ("(", ")"),
            '{' => ("{", "}"),
            _ => return None,
        };
        self.cursor.expect(open)?;
        self.cursor.take_balanced(&[')', '}']);
        self.cursor.expect(close)?;
        start.0.get(..start.0.len() - self.cursor.0.len()).map(|text| Type::Other(text.to_owned()))
    }

    /// `'{erased}`, `'a/#0`, `'^0.Named(DefId(…))`
    fn region(&mut self) -> Option<()> {
        self.cursor.expect("'")?;
        if self.cursor.eat("{") {
            self.cursor.take_while(|next| next != '}');
            return self.cursor.expect("}");
        }
        let taken = self.cursor.take_while(|next| is_of_name(next) || "^#/.?".contains(next));
        if self.cursor.eat("(") {
            self.cursor.take_balanced(&[')']);
            self.cursor.expect(")")?;
        }
        (!taken.is_empty()).then_some(())
    }

    fn sequence(&mut self) -> Option<Type> {
        self.cursor.expect("[")?;
        let element = self.boxed()?;
        if self.cursor.eat("]") {
            return Some(Type::Slice(element));
        }
        self.cursor.expect("; ")?;
        let length = constant(self.cursor.take_balanced(&[']']));
        self.cursor.expect("]")?;
        Some(Type::Array(element, length))
    }

    fn tuple(&mut self) -> Option<Type> {
        self.cursor.expect("(")?;
        let mut parts = Vec::new();
        while !self.cursor.eat(")") {
            parts.push(self.one()?);
            if !self.cursor.eat(", ") {
                self.cursor.eat(",");
            }
        }
        Some(Type::Tuple(parts))
    }

    /// `Binder { value: fn(u8, u8) -> bool, bound_vars: [] }`
    fn function(&mut self) -> Option<Type> {
        self.cursor.expect("Binder { value: fn(")?;
        let mut parameters = Vec::new();
        while !self.cursor.eat(")") {
            parameters.push(self.one()?);
            self.cursor.eat(", ");
        }
        let result = match self.cursor.eat(" -> ") {
            true => self.boxed()?,
            false => Box::new(Type::Tuple(Vec::new())),
        };
        self.cursor.expect(", bound_vars: ")?;
        self.cursor.take_balanced(&['}']);
        self.cursor.expect("}")?;
        Some(Type::Function { parameters, result })
    }

    /// `Alias(Projection, AliasTy { args: […], def_id: DefId(…), .. })`, since 1.97 `Alias(AliasTy { args: […], kind: Projection
    /// { def_id: DefId(…) }, .. })`.
    fn alias(&mut self) -> Option<Type> {
        self.cursor.expect("Alias(")?;
        let is_older = self.cursor.eat("Projection, ");
        self.cursor.expect("AliasTy { args: ")?;
        let arguments = self.list()?;
        self.cursor.expect(if is_older { ", def_id: " } else { ", kind: Projection { def_id: " })?;
        let definition = Definition::parse(&mut self.cursor)?;
        self.cursor.expect(if is_older { ", .. })" } else { " }, .. })" })?;
        Some(Type::Projection { definition, arguments })
    }

    /// After `dyn [`.
    fn object(&mut self) -> Option<Type> {
        let mut object = Object { principal: None, associated: Vec::new(), automatic: Vec::new() };
        while !self.cursor.eat("]") {
            self.cursor.expect("Binder { value: ")?;
            if self.cursor.eat("Trait(") {
                match self.named()? {
                    Type::Named { path, arguments } => object.principal = Some((path, arguments)),
                    _ => return None,
                }
            } else if self.cursor.eat("AutoTrait(") {
                object.automatic.push(Definition::parse(&mut self.cursor)?);
            } else {
                object.associated.push(self.existential()?);
            }
            self.cursor.expect("), bound_vars: ")?;
            self.cursor.take_balanced(&['}']);
            self.cursor.expect("}")?;
            self.cursor.eat(", ");
        }
        self.cursor.expect(" + ")?;
        self.region()?;
        Some(Type::Object(object))
    }

    fn existential(&mut self) -> Option<(String, Type)> {
        self.cursor.expect("Projection(ExistentialProjection { def_id: ")?;
        let name = Definition::parse(&mut self.cursor)?.name().to_owned();
        self.cursor.expect(", args: ")?;
        self.list()?;
        self.cursor.expect(", term: Term::Ty(")?;
        let ty = self.one()?;
        self.cursor.expect("), .. }")?;
        Some((name, ty))
    }

    /// `T/#0`, `u8`, `std::vec::Vec<u8, std::alloc::Global>`
    fn named(&mut self) -> Option<Type> {
        let mut path = self.segment()?.to_owned();
        if self.cursor.eat("/#") {
            self.cursor.number()?;
            return Some(Type::Parameter(path));
        }
        while self.cursor.eat("::") {
            path.push_str("::");
            path.push_str(self.segment()?);
        }
        if PRIMITIVES.contains(&path.as_str()) {
            return Some(Type::Primitive(path));
        }
        let mut arguments = Vec::new();
        if self.cursor.eat("<") {
            while !self.cursor.eat(">") {
                arguments.push(self.argument()?);
                self.cursor.eat(", ");
            }
        }
        Some(Type::Named { path, arguments })
    }

    /// `name`, `r#name`, `{closure#0}`, `name#1`
    fn segment(&mut self) -> Option<&str> {
        let start = self.cursor.0;
        if self.cursor.eat("{") {
            self.cursor.take_while(|next| next != '}');
            self.cursor.expect("}")?;
        } else {
            self.cursor.eat("r#");
            let name = self.cursor.take_while(is_of_name);
            if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
                return None;
            }
            if self.cursor.eat("#") {
                self.cursor.number()?;
            }
        }
        start.get(..start.len() - self.cursor.0.len())
    }

    /// `[u8, 'a, 3_usize]`
    fn list(&mut self) -> Option<Vec<Argument>> {
        self.cursor.expect("[")?;
        let mut arguments = Vec::new();
        while !self.cursor.eat("]") {
            arguments.push(self.argument()?);
            self.cursor.eat(", ");
        }
        Some(arguments)
    }

    fn is_word(&self, word: &str) -> bool {
        let rest = self.cursor.0.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_:".contains(c)))
    }

    fn argument(&mut self) -> Option<Argument> {
        let mut characters = self.cursor.0.chars();
        let first = characters.next()?;
        let is_value = first.is_ascii_digit()
            || "-\"{".contains(first)
            || (first == '\'' && characters.nth(1) == Some('\''))
            || ["true", "false"].iter().any(|value| self.is_word(value));
        if is_value {
            let value = self.cursor.take_balanced(&[',', '>', ']']);
            return (!value.is_empty()).then(|| Argument::Constant(constant(value)));
        }
        if first == '\'' {
            self.region()?;
            return Some(Argument::Lifetime);
        }
        Some(Argument::Type(self.one()?))
    }
}

/// As it is written: `3` for `3_usize`, `N` for `N/#1`.
fn constant(text: &str) -> String {
    let short = match text.split_once("/#") {
        Some((name, _)) => name,
        None if text.starts_with(|first: char| first.is_ascii_digit() || first == '-') => {
            text.split('_').next().unwrap_or(text)
        }
        None => text,
    };
    short.to_owned()
}

const PRIMITIVES: [&str; 19] = [
    "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize", "f16", "f32", "f64", "f128",
];
