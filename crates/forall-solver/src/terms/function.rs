//! Functions of which nothing is known but that equal arguments give equal results.

use super::{Binary, Node, Term, Terms, assert_width};

/// Names a function of one [`Terms`].
///
/// Fourteen bits say which, two how many arguments it has: terms stay small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Function(u16);

impl Function {
    /// How many arguments a function may have.
    pub const MOST_ARGUMENTS: usize = 3;

    pub fn arity(self) -> usize {
        usize::from(self.0 & 3)
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0 >> 2)
    }
}

/// What a function is called, and how many bits its arguments and its result have.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Signature {
    pub name: String,
    pub arguments: Vec<u32>,
    pub result: u32,
}

impl Terms {
    /// One to three arguments. The same name and widths give the same function.
    pub fn function(&mut self, name: &str, arguments: &[u32], result: u32) -> Function {
        assert!(
            (1..=Function::MOST_ARGUMENTS).contains(&arguments.len()),
            "a function has one to three arguments"
        );
        arguments.iter().chain([&result]).for_each(|&width| assert_width(width));
        let signature = Signature { name: name.to_owned(), arguments: arguments.to_vec(), result };
        if let Some(&known) = self.known_functions.get(&signature) {
            return known;
        }
        let index = u16::try_from(self.functions.len()).ok().filter(|&index| index < 1 << 14);
        let function = Function(index.expect("fewer than 2^14 functions") << 2 | arguments.len() as u16);
        self.functions.push(signature.clone());
        self.known_functions.insert(signature, function);
        function
    }

    /// The function's result for these arguments, which have the widths that it was declared with.
    pub fn apply(&mut self, function: Function, arguments: &[Term]) -> Term {
        let widths: Vec<u32> = arguments.iter().map(|&argument| self.width(argument)).collect();
        let Signature { name, arguments: expected, result } = self.signature(function);
        assert_eq!(widths, *expected, "arguments of {name}");
        let width = *result;
        let arguments = [0, 1, 2].map(|i| arguments.get(i).copied().unwrap_or(arguments[0]));
        self.intern(Node::Apply(function, arguments), width)
    }

    /// Conditions that say that equal arguments have equal results, for all applications of functions that
    /// these conditions depend on. With them, an application is as good as a variable.
    pub fn consistency(&mut self, conditions: &[Term]) -> Vec<Term> {
        if self.functions.is_empty() {
            return Vec::new();
        }
        let depended_on = conditions.iter().flat_map(|&condition| self.variables_of(condition));
        let mut applications: Vec<(Function, Term)> = depended_on
            .filter_map(|&term| match self.node(term) {
                Node::Apply(function, _) => Some((function, term)),
                _ => None,
            })
            .collect();
        applications.sort_unstable();
        applications.dedup();
        let mut consistent = Vec::new();
        for (place, &(function, a)) in applications.iter().enumerate() {
            for &(_, b) in applications[place + 1..].iter().take_while(|(other, _)| *other == function) {
                consistent.push(self.same_if_arguments_are(a, b));
            }
        }
        consistent
    }

    fn same_if_arguments_are(&mut self, a: Term, b: Term) -> Term {
        let pairs: Vec<(Term, Term)> = self.node(a).operands().zip(self.node(b).operands()).collect();
        let mut same = self.binary(Binary::Eq, a, b);
        for (x, y) in pairs {
            let differ = self.binary(Binary::Ne, x, y);
            same = self.binary(Binary::Or, same, differ);
        }
        same
    }

    pub(crate) fn signature(&self, function: Function) -> &Signature {
        &self.functions[function.index()]
    }

    /// The applications that a term depends on count as variables of it.
    pub(super) fn is_unknown(node: Node) -> bool {
        matches!(node, Node::Variable(_) | Node::Apply(..))
    }

    pub(crate) fn depends_on_functions(&self, t: Term) -> bool {
        !self.functions.is_empty()
            && self.variables_of(t).iter().any(|&term| matches!(self.node(term), Node::Apply(..)))
    }
}
