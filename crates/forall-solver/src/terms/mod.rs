//! The arena of terms: each distinct one is stored once, operands before the terms that use them.

mod dependencies;
mod float;
mod function;
mod operations;

use std::sync::atomic::{AtomicU64, Ordering};

pub use float::{Float, Rounding};
pub use function::Function;
pub(crate) use function::Signature;
pub use operations::{Binary, Unary};

use crate::concrete;
use crate::hash::FastMap;
use crate::model::Model;
use dependencies::{Dependencies, SetId};

/// Names a term of one [`Terms`]. Ordered by creation: an operand is less than the terms built from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the values of a variable are written and which of them are simple.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    #[default]
    Unsigned,
    Signed,
    Character,
    /// IEEE 754, of 32 or 64 bits.
    Float,
}

/// A term as stored. Not every operation occurs: see `simplify` for the forms that are left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// Index into the table of constants.
    Constant(u32),
    /// Index into the table of variables.
    Variable(u32),
    Unary(Unary, Term),
    Binary(Binary, Term, Term),
    /// The operand and its lowest bit that is kept.
    Extract(Term, u32),
    ZeroExtend(Term),
    SignExtend(Term),
    Ite(Term, Term, Term),
    /// Operands beyond those that the operation has repeat the first one.
    Float(Float, [Term; 3]),
    /// Arguments beyond those that the function has repeat the first one.
    Apply(Function, [Term; 3]),
}

impl Node {
    pub(crate) fn operands(self) -> impl Iterator<Item = Term> {
        let operands = match self {
            Node::Constant(_) | Node::Variable(_) => [None, None, None],
            Node::Unary(_, a) | Node::Extract(a, _) | Node::ZeroExtend(a) | Node::SignExtend(a) => {
                [Some(a), None, None]
            }
            Node::Binary(_, a, b) => [Some(a), Some(b), None],
            Node::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
            Node::Float(op, [a, b, c]) => {
                [Some(a), Some(b).filter(|_| op.arity() > 1), Some(c).filter(|_| op.arity() > 2)]
            }
            Node::Apply(function, [a, b, c]) => {
                let arity = function.arity();
                [Some(a), Some(b).filter(|_| arity > 1), Some(c).filter(|_| arity > 2)]
            }
        };
        operands.into_iter().flatten()
    }
}

struct Stored {
    node: Node,
    width: u32,
    depends_on: SetId,
}

struct Variable {
    name: String,
    style: Style,
}

/// The terms of one exploration.
pub struct Terms {
    identity: u64,
    stored: Vec<Stored>,
    /// By term: no value of it is greater, read as unsigned.
    bounds: Vec<u128>,
    known: FastMap<(Node, u32), Term>,
    constants: Vec<u128>,
    known_constants: FastMap<u128, u32>,
    variables: Vec<Variable>,
    known_variables: FastMap<(String, u32), Term>,
    functions: Vec<Signature>,
    known_functions: FastMap<Signature, Function>,
    dependencies: Dependencies,
    simplifies: bool,
}

impl Terms {
    /// Terms are at most this wide.
    pub const MAX_WIDTH: u32 = 128;

    pub fn new() -> Self {
        static CREATED: AtomicU64 = AtomicU64::new(0);
        Terms {
            identity: CREATED.fetch_add(1, Ordering::Relaxed),
            stored: Vec::new(),
            bounds: Vec::new(),
            known: FastMap::default(),
            constants: Vec::new(),
            known_constants: FastMap::default(),
            variables: Vec::new(),
            known_variables: FastMap::default(),
            functions: Vec::new(),
            known_functions: FastMap::default(),
            dependencies: Dependencies::new(),
            simplifies: true,
        }
    }

    /// Terms that are stored as they are built: for whoever wants to know whether simplification changes what
    /// they mean.
    pub fn unsimplified() -> Self {
        Terms { simplifies: false, ..Terms::new() }
    }

    /// Bits of `value` beyond the width are dropped.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        assert_width(width);
        let value = value & concrete::mask(width);
        let next = self.constants.len() as u32;
        let index = *self.known_constants.entry(value).or_insert(next);
        if index == next {
            self.constants.push(value);
        }
        self.intern(Node::Constant(index), width)
    }

    /// The same name and width give the same term.
    pub fn variable(&mut self, name: &str, width: u32) -> Term {
        assert_width(width);
        if let Some(&known) = self.known_variables.get(&(name.to_owned(), width)) {
            return known;
        }
        let index = self.variables.len() as u32;
        self.variables.push(Variable { name: name.to_owned(), style: Style::default() });
        let variable = self.intern(Node::Variable(index), width);
        self.known_variables.insert((name.to_owned(), width), variable);
        variable
    }

    /// Says how [`Terms::display`] writes the values of a variable.
    pub fn set_style(&mut self, variable: Term, style: Style) {
        let Node::Variable(index) = self.node(variable) else { panic!("only variables have a style") };
        self.variables[index as usize].style = style;
    }

    pub fn unary(&mut self, op: Unary, a: Term) -> Term {
        let width = self.width(a);
        assert!(op != Unary::BSwap || width.is_multiple_of(8), "only whole bytes can be swapped");
        match self.as_constant(a) {
            _ if !self.simplifies => self.intern(Node::Unary(op, a), width),
            Some(value) => self.constant(width, concrete::unary(op, width, value)),
            None => self.simplified_unary(op, a),
        }
    }

    /// The operands have equal widths, except those of [`Binary::Concat`].
    pub fn binary(&mut self, op: Binary, a: Term, b: Term) -> Term {
        if op == Binary::Concat {
            return self.concat(a, b);
        }
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of {op:?} differ in width");
        let result = if op.yields_bit() { 1 } else { width };
        match (self.as_constant(a), self.as_constant(b)) {
            _ if !self.simplifies => self.intern(Node::Binary(op, a, b), result),
            (Some(x), Some(y)) => self.constant(result, concrete::binary(op, width, x, y)),
            _ => self.simplified_binary(op, a, b),
        }
    }

    /// `if condition { then } else { otherwise }`, the condition one bit wide.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        assert_eq!(self.width(condition), 1, "a condition is one bit wide");
        assert_eq!(self.width(then), self.width(otherwise), "alternatives differ in width");
        if !self.simplifies {
            return self.intern(Node::Ite(condition, then, otherwise), self.width(then));
        }
        self.simplified_ite(condition, then, otherwise)
    }

    /// The operands have equal widths; `width` is that of the result. See [`Float::takes`] for which widths
    /// there are.
    pub fn float(&mut self, op: Float, operands: &[Term], width: u32) -> Term {
        assert_width(width);
        assert_eq!(operands.len(), op.arity(), "{op:?} does not have so many operands");
        let of = self.width(operands[0]);
        assert!(
            operands.iter().all(|&operand| self.width(operand) == of),
            "operands of {op:?} differ in width"
        );
        assert!(op.takes(of, width), "{op:?} does not make {width} bits of {of}");
        let operands = [0, 1, 2].map(|i| operands.get(i).copied().unwrap_or(operands[0]));
        match operands.map(|operand| self.as_constant(operand)) {
            _ if !self.simplifies => self.intern(Node::Float(op, operands), width),
            [Some(a), Some(b), Some(c)] => self.constant(width, concrete::float(op, of, width, [a, b, c])),
            _ => self.simplified_float(op, operands, width),
        }
    }

    /// The same operation on other operands of the same widths.
    pub(crate) fn with_operands(&mut self, t: Term, operand: impl Fn(Term) -> Term) -> Term {
        let width = self.width(t);
        match self.node(t) {
            Node::Constant(_) | Node::Variable(_) => t,
            Node::Unary(op, a) => self.unary(op, operand(a)),
            Node::Binary(op, a, b) => self.binary(op, operand(a), operand(b)),
            Node::Extract(a, low) => self.extract(operand(a), low, width),
            Node::ZeroExtend(a) => self.zero_extend(operand(a), width),
            Node::SignExtend(a) => self.sign_extend(operand(a), width),
            Node::Ite(condition, then, otherwise) => {
                self.ite(operand(condition), operand(then), operand(otherwise))
            }
            Node::Float(op, operands) => self.float(op, &operands.map(operand)[..op.arity()], width),
            Node::Apply(function, arguments) => {
                self.apply(function, &arguments.map(operand)[..function.arity()])
            }
        }
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.unary(Unary::Not, a)
    }

    pub fn width(&self, t: Term) -> u32 {
        self.stored[t.index()].width
    }

    pub fn as_constant(&self, t: Term) -> Option<u128> {
        match self.node(t) {
            Node::Constant(index) => Some(self.constants[index as usize]),
            _ => None,
        }
    }

    /// The value of a term under an assignment.
    pub fn evaluate(&self, t: Term, model: &Model) -> u128 {
        crate::evaluate::Evaluation::new(model.clone()).value(self, t)
    }

    /// The variables and applications of functions that a term depends on, in the order of their creation.
    pub fn variables_of(&self, t: Term) -> &[Term] {
        self.dependencies.members(self.stored[t.index()].depends_on)
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    pub(crate) fn node(&self, t: Term) -> Node {
        self.stored[t.index()].node
    }

    /// No value of the term is greater, read as unsigned.
    pub(crate) fn upper_bound(&self, t: Term) -> u128 {
        self.bounds[t.index()]
    }

    pub(crate) fn constant_at(&self, index: u32) -> u128 {
        self.constants[index as usize]
    }

    pub(crate) fn name_and_style(&self, variable: u32) -> (&str, Style) {
        let Variable { name, style } = &self.variables[variable as usize];
        (name, *style)
    }

    pub(crate) fn simplifies(&self) -> bool {
        self.simplifies
    }

    /// Tells this arena from every other one of the process.
    pub(crate) fn identity(&self) -> u64 {
        self.identity
    }

    /// Stores a node as it is.
    pub(crate) fn intern(&mut self, node: Node, width: u32) -> Term {
        if let Some(&known) = self.known.get(&(node, width)) {
            return known;
        }
        let term = Term(u32::try_from(self.stored.len()).expect("fewer than 2^32 terms"));
        let own = match Self::is_unknown(node) {
            true => self.dependencies.singleton(term),
            false => Dependencies::NONE,
        };
        let depends_on = node
            .operands()
            .fold(own, |set, operand| self.dependencies.union(set, self.stored[operand.index()].depends_on));
        let bound = self.bound_of(node, width);
        self.bounds.push(bound);
        self.stored.push(Stored { node, width, depends_on });
        self.known.insert((node, width), term);
        term
    }
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

pub(crate) fn assert_width(width: u32) {
    assert!((1..=Terms::MAX_WIDTH).contains(&width), "terms are 1 to 128 bits wide, not {width}");
}
