//! Which values of a function are still needed at its points.

use super::plan::Point;
use crate::llvm::{Block, Opcode, Value};
use std::collections::HashMap;

/// Needed at the end of each block, by number of instruction.
pub struct Liveness {
    values: Vec<Value>,
    /// Number of a block's first instruction.
    firsts: Vec<usize>,
    /// Numbers of the instructions that each one uses; none for phis.
    uses: Vec<Vec<usize>>,
    at_end: Vec<Set>,
}

impl Liveness {
    pub fn new(blocks: &[Block], code: &[Vec<Value>]) -> Liveness {
        let values: Vec<Value> = code.iter().flatten().copied().collect();
        let numbers: HashMap<Value, usize> = values.iter().enumerate().map(|(n, &v)| (v, n)).collect();
        let index: HashMap<Block, usize> = blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        let mut at_end = vec![Set::new(values.len()); blocks.len()];
        let mut uses = Vec::with_capacity(values.len());
        for &instruction in &values {
            if instruction.opcode() != Opcode::Phi {
                let operands = instruction.operands().into_iter();
                uses.push(operands.filter_map(|operand| numbers.get(&operand).copied()).collect());
                continue;
            }
            // What phis need is needed at the end of the block it comes from.
            uses.push(Vec::new());
            for (value, from) in instruction.incoming() {
                if let (Some(&number), Some(&block)) = (numbers.get(&value), index.get(&from)) {
                    at_end[block].insert(number);
                }
            }
        }
        let firsts = code
            .iter()
            .scan(0, |first, code| {
                let this = *first;
                *first += code.len();
                Some(this)
            })
            .collect();
        let mut live = Liveness { values, firsts, uses, at_end };
        live.solve(code, &index);
        live
    }

    fn solve(&mut self, code: &[Vec<Value>], index: &HashMap<Block, usize>) {
        let length = self.values.len();
        let mut needed = vec![Set::new(length); code.len()];
        let mut made = vec![Set::new(length); code.len()];
        for (block, code) in code.iter().enumerate() {
            for number in (self.firsts[block]..self.firsts[block] + code.len()).rev() {
                self.step_back(&mut needed[block], number);
                made[block].insert(number);
            }
        }
        let terminator = |code: &Vec<Value>| *code.last().expect("a block ends in a terminator");
        let successors: Vec<Vec<usize>> = code
            .iter()
            .map(|code| terminator(code).successors().iter().map(|successor| index[successor]).collect())
            .collect();
        let mut at_begin = needed;
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..code.len()).rev() {
                for &successor in &successors[block] {
                    self.at_end[block].add_all(&at_begin[successor]);
                }
                changed |= at_begin[block].add_all_but(&self.at_end[block], &made[block]);
            }
        }
    }

    /// Says of each point what is live there.
    pub fn fill_in(&self, points: &mut [Point], code: &[Vec<Value>]) {
        let mut by_block: HashMap<usize, Vec<&mut Point>> = HashMap::new();
        for point in points {
            by_block.entry(point.block).or_default().push(point);
        }
        for (block, mut points) in by_block {
            points.sort_by_key(|point| std::cmp::Reverse(point.index));
            let mut set = self.at_end[block].clone();
            let mut index = code[block].len();
            for point in points {
                while index > point.index {
                    index -= 1;
                    self.step_back(&mut set, self.firsts[block] + index);
                }
                point.live = set.numbers().map(|number| self.values[number]).collect();
            }
        }
    }

    /// From what is live after an instruction to what is live before it.
    fn step_back(&self, set: &mut Set, number: usize) {
        set.remove(number);
        self.uses[number].iter().for_each(|&used| set.insert(used));
    }
}

/// A set of small numbers.
#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    fn new(length: usize) -> Set {
        Set(vec![0; length.div_ceil(64)])
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    fn add_all(&mut self, others: &Set) {
        for (word, other) in self.0.iter_mut().zip(&others.0) {
            *word |= other;
        }
    }

    /// Was any of them new?
    fn add_all_but(&mut self, others: &Set, exceptions: &Set) -> bool {
        let mut new = 0;
        for ((word, other), exception) in self.0.iter_mut().zip(&others.0).zip(&exceptions.0) {
            let added = other & !exception;
            new |= added & !*word;
            *word |= added;
        }
        new != 0
    }

    fn numbers(&self) -> impl Iterator<Item = usize> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.0.iter().enumerate().flat_map(move |(index, &word)| bits(word).map(move |bit| 64 * index + bit))
    }
}
