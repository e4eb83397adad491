//! Where decisions come from: the inputs of the run that was the first to make them.
//!
//! That run satisfies the path condition up to the decision. To take the other side, only the negated
//! condition and what shares variables with it has to be solved; all other inputs stay as they were.
//!
//! See docs/decisions/solve-only-the-negated-condition.md.

use std::ops::Range;

/// Most values are small and take a byte.
#[derive(Debug, Default)]
pub struct Origins {
    /// By decisions, ascending.
    runs: Vec<Origin>,
    /// The values of all of them, one after the other, seven bits a byte.
    values: Vec<u8>,
}

#[derive(Debug)]
struct Origin {
    /// The decisions that this run was the first to make.
    nodes: Range<u32>,
    /// Where its values begin.
    start: usize,
}

impl Origins {
    /// These decisions are younger than all that were added before.
    pub fn add(&mut self, nodes: Range<u32>, values: &[u128]) {
        if nodes.is_empty() {
            return;
        }
        debug_assert!(self.runs.last().is_none_or(|last| last.nodes.end <= nodes.start));
        self.runs.push(Origin { nodes, start: self.values.len() });
        for &value in values {
            let mut rest = value;
            while rest > 0x7F {
                self.values.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            self.values.push(rest as u8);
        }
    }

    /// How many bytes it takes.
    pub fn memory(&self) -> usize {
        self.runs.len() * size_of::<Origin>() + self.values.len()
    }

    /// The values, by input index, of the run that came to this decision first, if it is known.
    pub fn of(&self, node: u32) -> Option<Vec<u128>> {
        let place = self.runs.partition_point(|run| run.nodes.end <= node);
        let run = self.runs.get(place).filter(|run| run.nodes.contains(&node))?;
        let end = self.runs.get(place + 1).map_or(self.values.len(), |next| next.start);
        let (mut values, mut value, mut shift) = (Vec::new(), 0, 0);
        for &byte in &self.values[run.start..end] {
            value |= u128::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                values.push(value);
                (value, shift) = (0, 0);
            }
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_finds_the_values_of_its_run() {
        let mut origins = Origins::default();
        let first = [0, 1, 127, 128, u128::from(u64::MAX), u128::MAX, 1 << 126];
        origins.add(0..3, &first);
        origins.add(3..3, &[9]);
        // Nobody knows where the decision in between comes from.
        origins.add(4..5, &[]);
        origins.add(5..7, &[300]);
        assert_eq!([0, 2].map(|node| origins.of(node)), [Some(first.to_vec()), Some(first.to_vec())]);
        assert_eq!(origins.of(3), None);
        assert_eq!(origins.of(4), Some(vec![]));
        assert_eq!([5, 6].map(|node| origins.of(node)), [Some(vec![300]), Some(vec![300])]);
        assert_eq!(origins.of(7), None);
    }
}
