//! Contradictions between comparisons: `a < b`, `b <= c`, `c <= a`.
//!
//! To a SAT solver transitivity is a fact about towers of gates, to be found anew for every chain; here it is
//! a cycle in a graph whose edges say "at most". Sorting and searching code asks about little else.

use super::{Layer, Query, Step};
use crate::concrete;
use crate::hash::FastMap;
use crate::terms::{Binary, Node, Term, Terms, Unary};

pub(super) struct Orderings;

impl Layer for Orderings {
    fn name(&self) -> &'static str {
        "Orderings"
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        Step::unsat_if(contradict(query.terms, query.group))
    }

    /// What a function yields is one operand among others.
    fn takes_functions(&self) -> bool {
        true
    }
}

/// Do the comparisons among these conditions contradict each other? `false` says nothing about the rest of them.
fn contradict(terms: &Terms, conditions: &[Term]) -> bool {
    [Binary::SLt, Binary::ULt].into_iter().any(|less| {
        let mut graph = OrderGraph::default();
        conditions.iter().for_each(|&condition| graph.add(terms, less, condition));
        graph.comparisons > 1 && {
            graph.add_constants(terms, less);
            graph.is_contradictory()
        }
    })
}

#[derive(Default)]
struct OrderGraph {
    comparisons: usize,
    numbers: FastMap<Term, usize>,
    /// By operand: what it is at most, and whether it is less.
    at_most: Vec<Vec<(usize, bool)>>,
    different: Vec<(usize, usize)>,
}

impl OrderGraph {
    fn add(&mut self, terms: &Terms, less: Binary, condition: Term) {
        match terms.node(condition) {
            Node::Binary(op, a, b) if op == less => {
                self.comparisons += 1;
                self.edge(a, b, true);
            }
            Node::Binary(Binary::Eq, a, b) => {
                self.edge(a, b, false);
                self.edge(b, a, false);
            }
            Node::Unary(Unary::Not, inner) => match terms.node(inner) {
                Node::Binary(op, a, b) if op == less => {
                    self.comparisons += 1;
                    self.edge(b, a, false);
                }
                Node::Binary(Binary::Eq, a, b) => {
                    let pair = (self.number(a), self.number(b));
                    self.different.push(pair);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Constants are in order by themselves.
    fn add_constants(&mut self, terms: &Terms, less: Binary) {
        let mut constants: Vec<(u32, i128, u128, Term)> = Vec::new();
        for &term in self.numbers.keys() {
            if let Some(value) = terms.as_constant(term) {
                let width = terms.width(term);
                let signed = if less == Binary::SLt { concrete::signed(width, value) } else { 0 };
                constants.push((width, signed, value, term));
            }
        }
        constants.sort_unstable();
        for pair in constants.windows(2) {
            if pair[0].0 == pair[1].0 {
                self.edge(pair[0].3, pair[1].3, true);
            }
        }
    }

    fn edge(&mut self, a: Term, b: Term, strict: bool) {
        let (a, b) = (self.number(a), self.number(b));
        self.at_most[a].push((b, strict));
    }

    fn number(&mut self, term: Term) -> usize {
        let next = self.at_most.len();
        let number = *self.numbers.entry(term).or_insert(next);
        if number == next {
            self.at_most.push(Vec::new());
        }
        number
    }

    /// Operands on a common cycle are equal: then none of them may be less than, or different from, another.
    fn is_contradictory(&self) -> bool {
        let class = self.classes();
        let strict_within = self
            .at_most
            .iter()
            .enumerate()
            .any(|(a, edges)| edges.iter().any(|&(b, strict)| strict && class[a] == class[b]));
        strict_within || self.different.iter().any(|&(a, b)| class[a] == class[b])
    }

    /// The strongly connected component of each operand (Tarjan's algorithm, without recursion).
    fn classes(&self) -> Vec<usize> {
        const UNSEEN: usize = usize::MAX;
        let count = self.at_most.len();
        let mut class = vec![UNSEEN; count];
        let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
        let (mut open, mut calls, mut next) = (Vec::new(), Vec::new(), 0);
        for root in 0..count {
            if index[root] != UNSEEN {
                continue;
            }
            calls.push((root, 0));
            while let Some((node, edge)) = calls.pop() {
                if edge == 0 {
                    (index[node], low[node]) = (next, next);
                    next += 1;
                    open.push(node);
                }
                if let Some(&(target, _)) = self.at_most[node].get(edge) {
                    calls.push((node, edge + 1));
                    if index[target] == UNSEEN {
                        calls.push((target, 0));
                    } else if class[target] == UNSEEN {
                        low[node] = low[node].min(index[target]);
                    }
                    continue;
                }
                if low[node] == index[node] {
                    while let Some(member) = open.pop() {
                        class[member] = node;
                        if member == node {
                            break;
                        }
                    }
                }
                if let Some(&(parent, _)) = calls.last() {
                    low[parent] = low[parent].min(low[node]);
                }
            }
        }
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conditions over four variables `a` to `d` and digits, like `a<b` and `b>=c`.
    fn contradicts(less: Binary, conditions: &str) -> bool {
        let mut terms = Terms::new();
        let mut built = Vec::new();
        for condition in conditions.split_whitespace() {
            let operators = ["<=", ">=", "!=", "==", "<", ">"];
            let operator = operators.into_iter().find(|o| condition.contains(o)).unwrap();
            let (left, right) = condition.split_once(operator).unwrap();
            let mut operand = |text: &str| match text.parse::<i128>() {
                Ok(value) => terms.constant(8, value as u128),
                Err(_) => terms.variable(text, 8),
            };
            let (a, b) = (operand(left), operand(right));
            let condition = match operator {
                "<" => terms.binary(less, a, b),
                ">" => terms.binary(less, b, a),
                "==" => terms.binary(Binary::Eq, a, b),
                "!=" => terms.binary(Binary::Ne, a, b),
                _ => {
                    let (a, b) = if operator == "<=" { (b, a) } else { (a, b) };
                    let greater = terms.binary(less, a, b);
                    terms.not(greater)
                }
            };
            built.push(condition);
        }
        contradict(&terms, &built)
    }

    #[test]
    fn cycles_with_a_strict_step_are_contradictions() {
        for less in [Binary::SLt, Binary::ULt] {
            assert!(contradicts(less, "a<b b<c c<a"));
            assert!(contradicts(less, "a<=b b<c c<=d d<=a"));
            assert!(contradicts(less, "a<=b b<=a a!=b"));
            assert!(contradicts(less, "a==b b<c c<=a"));
            assert!(contradicts(less, "a<5 b>9 b<=a"));
            assert!(!contradicts(less, "a<=b b<=c c<=a"));
            assert!(!contradicts(less, "a<b b<c a<c"));
            assert!(!contradicts(less, "a<b c<d a!=c"));
            assert!(!contradicts(less, "a<9 b>5 b<=a"));
        }
    }

    #[test]
    fn constants_are_ordered_as_the_comparison_reads_them() {
        assert!(contradicts(Binary::SLt, "a<-5 b>3 b<a"));
        assert!(!contradicts(Binary::ULt, "a<-5 b>3 b<a"));
    }

    #[test]
    fn what_it_calls_a_contradiction_has_no_solution() {
        // All sets of three comparisons over three variables, against all values below four.
        let names = ["a", "b", "c"];
        let operators = ["<", "<=", "==", "!="];
        let mut comparisons = Vec::new();
        for (x, y) in [(0, 1), (1, 2), (2, 0), (1, 0)] {
            for operator in operators {
                comparisons.push((x, operator, y));
            }
        }
        for &first in &comparisons {
            for &second in &comparisons {
                for &third in &comparisons {
                    let chosen = [first, second, third];
                    let text: Vec<String> =
                        chosen.iter().map(|(x, o, y)| format!("{}{o}{}", names[*x], names[*y])).collect();
                    let holds = |values: [u8; 3]| {
                        chosen.iter().all(|&(x, operator, y)| match operator {
                            "<" => values[x] < values[y],
                            "<=" => values[x] <= values[y],
                            "==" => values[x] == values[y],
                            _ => values[x] != values[y],
                        })
                    };
                    let solvable = (0..64u8).any(|n| holds([n & 3, n >> 2 & 3, n >> 4]));
                    if contradicts(Binary::ULt, &text.join(" ")) {
                        assert!(!solvable, "{text:?}");
                    }
                }
            }
        }
    }
}
