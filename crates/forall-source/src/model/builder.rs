//! Makes a body of what is read of it, from the inside out.
//!
//! The compiler's tree has a node `Scope` around each expression that is written, and in it, around the expression itself, one for each thing that it adds:
//! dereferences, borrows, calls of `Deref::deref`, unsizing. Here both are one expression.

use super::body::{Binding, BindingId, Body, Expression, ExpressionId, Kind, Parameter, TypeId};
use super::cursor::Cursor;
use super::definition::Definition;
use super::frame::{Field, Frame, What};
use super::place::{self, Place};
use super::types::{Callee, Type};
use std::collections::HashMap;

pub struct Builder {
    definition: Definition,
    parameters: Vec<Parameter>,
    bindings: Vec<Binding>,
    expressions: Vec<Expression>,
    types: Vec<Type>,
    known_types: HashMap<String, TypeId>,
    files: Vec<String>,
}

/// What is complete, and part of something.
pub enum Child {
    Expression(Node),
    /// With the variable, if it is nothing else.
    Pattern(Option<BindingId>),
}

/// A node of the compiler's tree.
pub struct Node {
    ty: TypeId,
    place: Place,
    inner: Inner,
}

struct Bare {
    ty: TypeId,
    kind: Kind,
    parts: Vec<ExpressionId>,
    /// A dereference comes around it, and only then it is what is written.
    is_pointer: bool,
}

enum Inner {
    Recorded(ExpressionId),
    /// The expression itself, which perhaps has something around it already.
    Bare(Bare),
}

impl Node {
    fn parts(&self) -> &[ExpressionId] {
        match &self.inner {
            Inner::Recorded(number) => std::slice::from_ref(number),
            Inner::Bare(bare) => &bare.parts,
        }
    }

    /// The only expression in it.
    fn part(&self) -> Option<ExpressionId> {
        match self.parts() {
            [only] => Some(*only),
            _ => None,
        }
    }

    fn is_bare(&self) -> bool {
        matches!(self.inner, Inner::Bare(_))
    }
}

type Expected = &'static str;

impl Builder {
    pub fn new(definition: Definition) -> Builder {
        Builder {
            definition,
            parameters: Vec::new(),
            bindings: Vec::new(),
            expressions: Vec::new(),
            types: Vec::new(),
            known_types: HashMap::new(),
            files: Vec::new(),
        }
    }

    /// All of it, with its outermost expression.
    pub fn body(mut self, whole: Vec<Child>) -> Result<Body, Expected> {
        let Some(Child::Expression(node)) = whole.into_iter().next() else { return Err("an expression") };
        let (place, result) = (node.place, node.ty);
        if node.is_bare() {
            self.record(node);
        }
        let Builder { definition, parameters, bindings, expressions, types, files, .. } = self;
        Ok(Body { definition, place, result, parameters, bindings, expressions, types, files })
    }

    pub fn finish(&mut self, frame: Frame) -> Result<Vec<Child>, Expected> {
        match frame.what {
            What::Expression => self.expression(frame).map(|node| vec![Child::Expression(node)]),
            What::Pattern => self.pattern(frame),
            What::Statement => Ok(self.statement(frame)),
            What::Parameter => self.parameter(frame).map(|()| Vec::new()),
        }
    }

    fn parameter(&mut self, frame: Frame) -> Result<(), Expected> {
        let ty = self.ty(frame.said(Field::Type).ok_or("the type of a parameter")?);
        // Closures are their own parameter, without a pattern.
        let Some((_, Child::Pattern(binding))) = frame.children.first() else { return Ok(()) };
        let name = binding.and_then(|id| self.bindings.iter().find(|own| own.id == id));
        let name = name.map(|binding| binding.name.clone());
        let is_self = frame.said(Field::Receiver).is_some_and(|kind| kind != "None");
        self.parameters.push(Parameter { name, ty, binding: *binding, is_self });
        Ok(())
    }

    fn pattern(&mut self, frame: Frame) -> Result<Vec<Child>, Expected> {
        let place = self.place(frame.said(Field::Place).ok_or("the place of a pattern")?)?;
        let mut binding = None;
        if frame.kind.as_deref() == Some("Binding") {
            let id = frame.said(Field::Local).and_then(local).ok_or("the number of a variable")?;
            let name = frame.said(Field::Name).ok_or("the name of a variable")?;
            let ty = self.ty(frame.said(Field::Bound).ok_or("the type of a variable")?);
            let mutable = frame.said(Field::Mode).is_some_and(|mode| mode.ends_with(", Mut)"));
            self.bind(Binding { id, name: unquoted(name), ty, place, mutable, initializer: None });
            binding = Some(id).filter(|_| frame.children.is_empty());
        }
        let expressions = frame.children.into_iter().map(|(_, child)| child);
        let expressions = expressions.filter(|child| matches!(child, Child::Expression(_)));
        Ok(std::iter::once(Child::Pattern(binding)).chain(expressions).collect())
    }

    /// A variable of alternatives (`A(x) | B(x)`) is said several times.
    fn bind(&mut self, binding: Binding) {
        if self.bindings.iter().all(|own| own.id != binding.id) {
            self.bindings.push(binding);
        }
    }

    fn statement(&mut self, frame: Frame) -> Vec<Child> {
        let pattern = frame.children.iter().find_map(|(_, child)| match child {
            Child::Pattern(binding) => *binding,
            Child::Expression(_) => None,
        });
        let initializer = frame.children.iter().find_map(|(label, child)| match child {
            Child::Expression(node) if label == "initializer" => node.part(),
            _ => None,
        });
        if let Some(binding) = self.bindings.iter_mut().find(|binding| Some(binding.id) == pattern) {
            binding.initializer = initializer;
        }
        let children = frame.children.into_iter().map(|(_, child)| child);
        children.filter(|child| matches!(child, Child::Expression(_))).collect()
    }

    fn expression(&mut self, mut frame: Frame) -> Result<Node, Expected> {
        let ty = self.ty(frame.said(Field::Type).ok_or("the type of an expression")?);
        let place = self.place(frame.said(Field::Place).ok_or("the place of an expression")?)?;
        let name = frame.kind.take().ok_or("the kind of an expression")?;
        if let Some(pattern) = frame.said(Field::Pattern) {
            self.bindings_in(pattern)?;
        }
        let mut children: Vec<(String, Node)> = std::mem::take(&mut frame.children)
            .into_iter()
            .filter_map(|(label, child)| match child {
                Child::Expression(node) => Some((label, node)),
                Child::Pattern(_) => None,
            })
            .collect();
        if name == "Scope" {
            let Some((_, value)) = children.into_iter().next() else { return Err("the value of a scope") };
            let number = self.record(Node { ty, place, inner: value.inner });
            return Ok(Node { ty, place, inner: Inner::Recorded(number) });
        }
        let kind = self.kind(&name, &frame, ty, &children)?;
        // The function is in the kind; where it is not written, there is no expression for it.
        children.retain(|(label, node)| label != "fun" || !node.is_bare());
        let parts = children.iter().flat_map(|(_, node)| node.parts().to_vec()).collect();
        let inner = match children.pop() {
            Some((_, Node { inner: Inner::Bare(bare), .. }))
                if children.is_empty() && is_added(&name, &kind) =>
            {
                match bare {
                    Bare { is_pointer: true, .. } if name == "Deref" => {
                        Bare { ty, is_pointer: false, ..bare }
                    }
                    _ => bare,
                }
            }
            _ => Bare { ty, parts, is_pointer: is_place(&kind), kind },
        };
        Ok(Node { ty, place, inner: Inner::Bare(inner) })
    }

    fn kind(
        &mut self,
        name: &str,
        frame: &Frame,
        ty: TypeId,
        children: &[(String, Node)],
    ) -> Result<Kind, Expected> {
        let definition = || {
            let said = frame.said(Field::Definition).ok_or("the name of a definition")?;
            Definition::parse(&mut Cursor(said)).ok_or("the name of a definition")
        };
        let operands = || children.iter().filter_map(|(_, node)| node.part()).collect::<Vec<_>>();
        Ok(match name {
            "Literal" | "NonHirLiteral" => Kind::Literal,
            "VarRef" | "UpvarRef" => {
                Kind::Local(frame.said(Field::Local).and_then(local).ok_or("the number of a variable")?)
            }
            "NamedConst" => Kind::Constant(definition()?),
            "StaticRef" | "ThreadLocalRef" => Kind::Static(definition()?),
            "ZstLiteral" => match self.callee(ty) {
                Some(callee) => Kind::Function(callee),
                None => Kind::Other(name.into()),
            },
            "Call" => {
                let called = self.ty(frame.said(Field::Called).ok_or("the type of a called function")?);
                let arguments = children.iter().filter(|(label, _)| label == "args");
                Kind::Call {
                    callee: self.callee(called),
                    arguments: arguments.map(|(_, node)| node.part()).collect(),
                    written: frame.said(Field::Written) == Some("true"),
                }
            }
            "Binary" | "LogicalOp" | "Unary" | "AssignOp" => {
                let operator = frame.said(Field::Operator).ok_or("an operator")?.to_owned();
                Kind::Operation { operator, operands: operands() }
            }
            "Assign" => Kind::Operation { operator: name.into(), operands: operands() },
            "Index" => Kind::Index(operands()),
            "Field" => {
                let number = frame.said(Field::Name).and_then(|name| name.parse().ok());
                Kind::Field(number.ok_or("the number of a field")?)
            }
            "Adt" => {
                let fields = children.iter().filter_map(|(label, node)| {
                    Some((label.strip_prefix("field ")?.parse().ok()?, node.part()))
                });
                Kind::Struct { definition: definition()?, variant: variant(frame), fields: fields.collect() }
            }
            "Closure" => Kind::Closure(definition()?),
            "Borrow" => Kind::Borrow {
                mutable: frame.said(Field::Borrow).is_some_and(|kind| kind.starts_with("Mut")),
            },
            _ => Kind::Other(name.into()),
        })
    }

    fn callee(&self, ty: TypeId) -> Option<Callee> {
        match self.types.get(usize::try_from(ty).ok()?)? {
            Type::Item(callee) => Some(callee.clone()),
            _ => None,
        }
    }

    fn record(&mut self, node: Node) -> ExpressionId {
        let Node { ty: adjusted, place, inner } = node;
        let (ty, kind, parts) = match inner {
            Inner::Bare(Bare { ty, kind, parts, .. }) => (ty, kind, parts),
            Inner::Recorded(number) => (adjusted, Kind::Other("Scope".into()), vec![number]),
        };
        let number = count(self.expressions.len());
        for part in parts {
            let part = usize::try_from(part).ok().and_then(|part| self.expressions.get_mut(part));
            if let Some(part) = part {
                part.parent = Some(number);
            }
        }
        let adjusted = Some(adjusted).filter(|adjusted| *adjusted != ty);
        self.expressions.push(Expression { place, ty, adjusted, kind, parent: None });
        number
    }

    fn ty(&mut self, text: &str) -> TypeId {
        if let Some(known) = self.known_types.get(text) {
            return *known;
        }
        let number = count(self.types.len());
        self.types.push(Type::parse(text));
        self.known_types.insert(text.to_owned(), number);
        number
    }

    fn place(&mut self, text: &str) -> Result<Place, Expected> {
        let (file, range, expansion) = place::parse(text).ok_or("a place in the source")?;
        let known = self.files.iter().position(|own| own == file);
        let file = known.unwrap_or_else(|| {
            self.files.push(file.to_owned());
            self.files.len() - 1
        });
        Ok(Place { file: count(file), range, expansion })
    }

    /// The variables of a pattern that is written in one line.
    fn bindings_in(&mut self, pattern: &str) -> Result<(), Expected> {
        let parts: Vec<&str> = pattern.split("kind: Binding { ").collect();
        for pair in parts.windows(2) {
            let [before, after] = pair else { continue };
            let place = before.rsplit_once("span: ").and_then(|(_, place)| place.split_once("(#"));
            let (start, end) = place.ok_or("the place of a pattern")?;
            let expansion = end.split_once(')').map(|(number, _)| number).ok_or("the place of a pattern")?;
            let place = self.place(&format!("{start}(#{expansion})"))?;
            let mut cursor = Cursor(after);
            let mut field = |start| {
                cursor.eat(", ");
                cursor.expect(start).map(|()| cursor.take_balanced(&[',']))
            };
            let (name, mode) = (field("name: "), field("mode: "));
            let (id, ty) = (field("var: ").and_then(local), field("ty: "));
            let (Some(name), Some(mode), Some(id), Some(_)) = (name, mode, id, ty) else {
                return Err("a variable in a pattern");
            };
            // Commas between the arguments of a type stand in no brackets that are balanced.
            let ty =
                after.split_once(")), ty: ").and_then(|(_, rest)| Some(rest.split_once(", subpattern: ")?.0));
            let ty = self.ty(ty.ok_or("the type of a variable")?);
            self.bind(Binding {
                id,
                name: unquoted(name),
                ty,
                place,
                mutable: mode.ends_with(", Mut)"),
                initializer: None,
            });
        }
        Ok(())
    }
}

/// Does the compiler add such a node around an expression?
fn is_added(name: &str, kind: &Kind) -> bool {
    match kind {
        Kind::Call { callee: Some(callee), written: false, .. } => {
            ["deref", "deref_mut"].contains(&callee.function.name())
        }
        _ => ["Deref", "Borrow", "Pointer", "NeverToAny", "Use", "Reborrow"].contains(&name),
    }
}

/// Is its value a pointer to what is written, so that a dereference around it is part of it? So are statics, and `*x` and `x[i]` by
/// functions.
fn is_place(kind: &Kind) -> bool {
    match kind {
        Kind::Static(_) => true,
        Kind::Call { callee: Some(callee), written: false, .. } => {
            ["deref", "deref_mut", "index", "index_mut"].contains(&callee.function.name())
        }
        _ => false,
    }
}

/// `LocalVarId(HirId(DefId(…).17))`
fn local(text: &str) -> Option<BindingId> {
    let mut cursor = Cursor(text);
    cursor.eat("LocalVarId(");
    Definition::parse_part(&mut cursor).map(|(_, number)| number)
}

fn unquoted(name: &str) -> String {
    name.trim_matches('"').to_owned()
}

/// The name of the variant that is made, of an enum.
fn variant(frame: &Frame) -> Option<String> {
    let number: usize = frame.said(Field::Variant)?.parse().ok()?;
    let is_enum = frame.said(Field::Flags)?.contains("IS_ENUM");
    let variant = frame.said(Field::Variants)?.split("VariantDef { def_id: ").nth(number + 1)?;
    let (_, name) = variant.split_once("name: \"")?;
    is_enum.then(|| name.split('"').next().unwrap_or_default().to_owned())
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
