//! Contradictions between sums: `a + b <= c`, `b > 0`, `c < a`.
//!
//! Bit by bit such a thing takes thousands of conflicts; as inequalities over the integers it takes a few
//! additions. A sum counts as one only where it cannot leave the range of its type. Variables are eliminated
//! one after the other (Fourier and Motzkin), as long as that stays small; what is left contradicts itself or
//! says nothing.

use super::{Layer, Query, Step};
use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

/// With more of either, the search is the better way.
const MOST_UNKNOWNS: usize = 10;
const MOST_ROWS: usize = 160;
/// How many terms of one operand are looked at.
const MOST_STEPS: u32 = 24;
/// The widest numbers: sums of a few of them are far from what an `i128` holds.
const WIDEST: u32 = 64;

pub(super) struct Inequalities;

impl Layer for Inequalities {
    fn name(&self) -> &'static str {
        "Inequalities"
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        Step::unsat_if(contradict(query.terms, query.group))
    }

    /// What a function yields is one unknown among others.
    fn takes_functions(&self) -> bool {
        true
    }
}

/// Do the inequalities among these conditions contradict each other? `false` says nothing about the rest of them.
fn contradict(terms: &Terms, conditions: &[Term]) -> bool {
    // Without sums it is a matter of order, which has been looked at.
    if !conditions.iter().any(|&condition| compares_sums(terms, condition)) {
        return false;
    }
    let mut system = System { terms, unknowns: Vec::new(), rows: Vec::new() };
    conditions.iter().try_for_each(|&condition| system.add(condition)).is_some()
        && system.bound_unknowns().is_some()
        && system.contradicts_itself()
}

fn compares_sums(terms: &Terms, condition: Term) -> bool {
    let comparison = match terms.node(condition) {
        Node::Unary(Unary::Not, inner) => terms.node(inner),
        node => node,
    };
    let is_sum = |operand: Term| {
        let operand = match terms.node(operand) {
            Node::SignExtend(a) | Node::ZeroExtend(a) => a,
            _ => operand,
        };
        matches!(
            terms.node(operand),
            Node::Binary(Binary::Add | Binary::Sub, ..) | Node::Unary(Unary::Neg, _)
        )
    };
    matches!(comparison, Node::Binary(Binary::SLt | Binary::ULt | Binary::Eq, a, b) if is_sum(a) || is_sum(b))
}

struct System<'a> {
    terms: &'a Terms,
    /// What is added up, each read as signed or not.
    unknowns: Vec<(Term, bool)>,
    rows: Vec<Row>,
}

/// `factors * unknowns + constant <= 0`
#[derive(Clone, PartialEq, Eq)]
struct Row {
    factors: [i128; MOST_UNKNOWNS],
    constant: i128,
}

/// A row that stands for a number, and the range in which it lies.
struct Number {
    row: Row,
    low: i128,
    high: i128,
}

impl Row {
    fn constant(constant: i128) -> Row {
        Row { factors: [0; MOST_UNKNOWNS], constant }
    }

    /// `factor * self + other_factor * other`
    fn combine(&self, factor: i128, other: &Row, other_factor: i128) -> Option<Row> {
        let one = |a: i128, b: i128| a.checked_mul(factor)?.checked_add(b.checked_mul(other_factor)?);
        let mut sum = Row::constant(one(self.constant, other.constant)?);
        for (place, (a, b)) in sum.factors.iter_mut().zip(self.factors.iter().zip(&other.factors)) {
            *place = one(*a, *b)?;
        }
        Some(sum)
    }

    /// The same inequality over the integers in its smallest numbers.
    fn reduced(mut self) -> Row {
        let divisor = self.factors.iter().fold(0, |divisor, factor| gcd(divisor, factor.unsigned_abs()));
        if let Ok(divisor @ 2..) = i128::try_from(divisor) {
            self.factors.iter_mut().for_each(|factor| *factor /= divisor);
            self.constant =
                self.constant.div_euclid(divisor) + i128::from(self.constant.rem_euclid(divisor) != 0);
        }
        self
    }

    fn is_false(&self) -> bool {
        self.constant > 0 && self.factors.iter().all(|factor| *factor == 0)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl System<'_> {
    /// `None` when it becomes too large.
    fn add(&mut self, condition: Term) -> Option<()> {
        let (comparison, holds) = match self.terms.node(condition) {
            Node::Unary(Unary::Not, inner) => (self.terms.node(inner), false),
            node => (node, true),
        };
        match comparison {
            Node::Binary(op @ (Binary::SLt | Binary::ULt), a, b) if self.terms.width(a) <= WIDEST => {
                let signed = op == Binary::SLt;
                let (less, more) = if holds { (a, b) } else { (b, a) };
                self.at_most(less, more, signed, i128::from(holds))
            }
            Node::Binary(Binary::Eq, a, b) if holds && (2..=WIDEST).contains(&self.terms.width(a)) => {
                for signed in [false, true] {
                    self.at_most(a, b, signed, 0)?;
                    self.at_most(b, a, signed, 0)?;
                }
                Some(())
            }
            _ => Some(()),
        }
    }

    /// `less + difference <= more`
    fn at_most(&mut self, less: Term, more: Term, signed: bool, difference: i128) -> Option<()> {
        let (less, more) = (self.number(less, signed)?, self.number(more, signed)?);
        let mut row = less.row.combine(1, &more.row, -1)?;
        row.constant = row.constant.checked_add(difference)?;
        self.push(row)
    }

    fn push(&mut self, row: Row) -> Option<()> {
        self.rows.push(row.reduced());
        (self.rows.len() <= MOST_ROWS).then_some(())
    }

    fn number(&mut self, term: Term, signed: bool) -> Option<Number> {
        let mut steps = MOST_STEPS;
        self.part(term, signed, &mut steps)
    }

    /// `None` when there are too many unknowns.
    fn part(&mut self, term: Term, signed: bool, steps: &mut u32) -> Option<Number> {
        *steps = steps.saturating_sub(1);
        let width = self.terms.width(term);
        if let Some(value) = self.terms.as_constant(term) {
            let value = if signed { concrete::signed(width, value) } else { value as i128 };
            return Some(Number { row: Row::constant(value), low: value, high: value });
        }
        let (lowest, highest) = self.range(term, signed);
        let sum = match self.terms.node(term) {
            _ if *steps == 0 => None,
            // The value is the same, and fits.
            Node::SignExtend(a) if signed => return self.part(a, true, steps),
            Node::ZeroExtend(a) => return self.part(a, false, steps),
            Node::Binary(Binary::Add, a, b) => {
                let (a, b) = (self.part(a, signed, steps)?, self.part(b, signed, steps)?);
                let row = a.row.combine(1, &b.row, 1);
                row.map(|row| Number { row, low: a.low + b.low, high: a.high + b.high })
            }
            Node::Binary(Binary::Sub, a, b) => {
                let (a, b) = (self.part(a, signed, steps)?, self.part(b, signed, steps)?);
                let row = a.row.combine(1, &b.row, -1);
                row.map(|row| Number { row, low: a.low - b.high, high: a.high - b.low })
            }
            Node::Unary(Unary::Neg, a) if signed => {
                let a = self.part(a, signed, steps)?;
                let row = a.row.combine(-1, &Row::constant(0), 0);
                row.map(|row| Number { row, low: -a.high, high: -a.low })
            }
            _ => None,
        };
        match sum.filter(|sum| lowest <= sum.low && sum.high <= highest) {
            Some(sum) => Some(sum),
            None => self.unknown(term, signed, lowest, highest),
        }
    }

    fn unknown(&mut self, term: Term, signed: bool, low: i128, high: i128) -> Option<Number> {
        // What is never negative is the same number either way.
        let key = (term, signed && low < 0);
        let index = self.unknowns.iter().position(|known| *known == key).unwrap_or(self.unknowns.len());
        if index == self.unknowns.len() {
            self.unknowns.push(key);
        }
        let mut row = Row::constant(0);
        *row.factors.get_mut(index)? = 1;
        Some(Number { row, low, high })
    }

    fn range(&self, term: Term, signed: bool) -> (i128, i128) {
        let (width, most) = (self.terms.width(term), self.terms.upper_bound(term));
        match signed && most >= concrete::sign_bit(width) {
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, most as i128),
        }
    }

    fn bound_unknowns(&mut self) -> Option<()> {
        for index in 0..self.unknowns.len() {
            let (term, signed) = self.unknowns[index];
            let (low, high) = self.range(term, signed);
            for (factor, constant) in [(-1, low), (1, -high)] {
                let mut row = Row::constant(constant);
                row.factors[index] = factor;
                self.push(row)?;
            }
        }
        Some(())
    }

    fn contradicts_itself(mut self) -> bool {
        for _ in 0..self.unknowns.len() {
            if self.rows.iter().any(Row::is_false) {
                return true;
            }
            if self.eliminate().is_none() {
                return false;
            }
        }
        self.rows.iter().any(Row::is_false)
    }

    /// Takes out the unknown for which that makes the fewest rows.
    fn eliminate(&mut self) -> Option<()> {
        let product = |index: usize| {
            let count =
                |sign: i128| self.rows.iter().filter(|row| row.factors[index].signum() == sign).count();
            (count(1), count(-1))
        };
        let used = (0..self.unknowns.len()).filter(|index| product(*index) != (0, 0));
        let Some(index) = used.min_by_key(|index| (product(*index).0 * product(*index).1, *index)) else {
            return Some(());
        };
        let (with, mut rows): (Vec<Row>, Vec<Row>) =
            self.rows.drain(..).partition(|row| row.factors[index] != 0);
        let (above, below): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|row| row.factors[index] > 0);
        for a in &above {
            for b in &below {
                let row = a.combine(-b.factors[index], b, a.factors[index])?.reduced();
                if row.constant > i128::MAX >> 32 || row.constant < i128::MIN >> 32 {
                    return None;
                }
                let says_something = row.is_false() || row.factors.iter().any(|factor| *factor != 0);
                if says_something && !rows.contains(&row) {
                    rows.push(row);
                }
                if rows.len() > MOST_ROWS {
                    return None;
                }
            }
        }
        self.rows = rows;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comparisons of sums over variables of eight bits, which are added in sixteen: `a+b<=c`, `a+-3<b`.
    fn contradicts(signed: bool, conditions: &str) -> bool {
        let mut terms = Terms::new();
        let built: Vec<Term> =
            conditions.split_whitespace().map(|text| condition(&mut terms, signed, 16, text)).collect();
        contradict(&terms, &built)
    }

    fn condition(terms: &mut Terms, signed: bool, width: u32, text: &str) -> Term {
        let operator = ["<=", "==", "<"].into_iter().find(|o| text.contains(o)).unwrap();
        let (left, right) = text.split_once(operator).unwrap();
        let [a, b] = [left, right].map(|side| sum(terms, signed, width, side));
        let less = if signed { Binary::SLt } else { Binary::ULt };
        match operator {
            "<" => terms.binary(less, a, b),
            "==" => terms.binary(Binary::Eq, a, b),
            _ => {
                let more = terms.binary(less, b, a);
                terms.not(more)
            }
        }
    }

    fn sum(terms: &mut Terms, signed: bool, width: u32, text: &str) -> Term {
        let parts = text.split('+').map(|part| match part.parse::<i128>() {
            Ok(value) => terms.constant(width, value as u128 & concrete::mask(width)),
            Err(_) => {
                let (name, negated) = part.strip_prefix('-').map_or((part, false), |name| (name, true));
                let narrow = terms.variable(name, width / 2);
                let wide = match signed {
                    true => terms.sign_extend(narrow, width),
                    false => terms.zero_extend(narrow, width),
                };
                if negated { terms.unary(Unary::Neg, wide) } else { wide }
            }
        });
        let parts: Vec<Term> = parts.collect();
        parts.into_iter().reduce(|a, b| terms.binary(Binary::Add, a, b)).unwrap()
    }

    #[test]
    fn sides_of_triangles() {
        for signed in [false, true] {
            assert!(contradicts(signed, "0<a 0<b 0<c a+b<=c c<a"));
            assert!(contradicts(signed, "0<a 0<b 0<c c<a+b a<b+c a+c<=b b<=a"));
            assert!(!contradicts(signed, "0<a 0<b 0<c c<a+b a<b+c b<a+c"));
            assert!(!contradicts(signed, "0<=a 0<=b 0<=c a+b<=c c<=a"));
        }
        assert!(contradicts(false, "a+b<c c<=a"));
        assert!(!contradicts(true, "a+b<c c<=a"), "b may be negative");
    }

    #[test]
    fn what_may_wrap_is_no_sum() {
        let mut terms = Terms::new();
        let (a, b) = (terms.variable("a", 8), terms.variable("b", 8));
        let sum = terms.binary(Binary::Add, a, b);
        let less = terms.binary(Binary::ULt, sum, a);
        assert!(!contradict(&terms, &[less]));
    }

    #[test]
    fn nothing_that_has_a_solution_is_a_contradiction() {
        // Four bits each, added in eight, so that all values can be tried; the conditions are made up by a
        // fixed sequence.
        let mut seed = 7_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let names = ["a", "b", "c", "-a", "-b", "-c", "3", "-5", "1"];
        let (mut contradictions, mut rounds) = (0, 0);
        while rounds < 3000 {
            rounds += 1;
            let signed = random(2) == 0;
            let names = if signed { &names[..] } else { &names[..3] };
            let mut terms = Terms::new();
            let conditions: Vec<Term> = (0..2 + random(3))
                .map(|_| {
                    let mut side = || -> String {
                        let parts: Vec<&str> =
                            (0..1 + random(2)).map(|_| names[random(names.len() as u64) as usize]).collect();
                        parts.join("+")
                    };
                    let (left, right) = (side(), side());
                    let text = format!("{left}{}{right}", ["<", "<=", "=="][random(3) as usize]);
                    condition(&mut terms, signed, 8, &text)
                })
                .collect();
            if !contradict(&terms, &conditions) {
                continue;
            }
            contradictions += 1;
            let variables = ["a", "b", "c"].map(|name| terms.variable(name, 4));
            for values in 0..1_u128 << 12 {
                let mut model = crate::model::Model::new();
                for (position, variable) in variables.iter().enumerate() {
                    model.set(*variable, values >> (4 * position) & 15);
                }
                let holds = conditions.iter().all(|condition| terms.evaluate(*condition, &model) == 1);
                assert!(
                    !holds,
                    "{:?}",
                    conditions.iter().map(|c| terms.display(*c).to_string()).collect::<Vec<_>>()
                );
            }
        }
        assert!(contradictions > 100, "{contradictions}");
    }
}
