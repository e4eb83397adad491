//! In which order open sides are tried.

use crate::tree::Edge;
use std::collections::{BTreeSet, HashMap, VecDeque};

/// An outcome of a decision in the program, wherever in the tree it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    pub site: u32,
    pub taken: bool,
}

/// A strategy: it is told of open sides and of what runs did, and says which side comes next.
pub trait Frontier {
    /// A side is open.
    fn add(&mut self, side: Edge, branch: Branch);
    /// A run went this way.
    fn reached(&mut self, branch: Branch);
    /// Takes out the side to try next. Every side that was added comes up in the end.
    fn next(&mut self) -> Option<Edge>;
    /// How many sides wait.
    fn len(&self) -> usize;
}

/// Outcomes that nobody has tried come first; after that all branches of the program take turns, and those still unreached have
/// four turns where others have one. A loop is one branch however often it goes round, so it cannot starve the rest.
/// Within a branch, first come, first served.
#[derive(Default)]
pub struct TakingTurns {
    lanes: Vec<Lane>,
    by_branch: HashMap<Branch, u32>,
    /// Lanes in which sides wait, by when it is their turn.
    ready: BTreeSet<(u64, u32)>,
    now: u64,
    waiting: usize,
}

const STRIDE_UNREACHED: u64 = 1;
const STRIDE_REACHED: u64 = 4;

#[derive(Default)]
struct Lane {
    sides: VecDeque<Edge>,
    turn: u64,
    tried: bool,
    reached: bool,
}

impl Frontier for TakingTurns {
    fn add(&mut self, side: Edge, branch: Branch) {
        let number = self.lane(branch);
        let lane = &mut self.lanes[number as usize];
        if lane.sides.is_empty() {
            if lane.tried || lane.reached {
                lane.turn = lane.turn.max(self.now);
            }
            self.ready.insert((lane.turn, number));
        }
        lane.sides.push_back(side);
        self.waiting += 1;
    }

    fn reached(&mut self, branch: Branch) {
        let number = self.lane(branch);
        let lane = &mut self.lanes[number as usize];
        if std::mem::replace(&mut lane.reached, true) || lane.tried || lane.sides.is_empty() {
            return;
        }
        // It waited to be tried for the first time: that is no longer urgent.
        self.ready.remove(&(lane.turn, number));
        lane.turn = lane.turn.max(self.now);
        self.ready.insert((lane.turn, number));
    }

    fn next(&mut self) -> Option<Edge> {
        let (turn, number) = self.ready.pop_first()?;
        self.now = self.now.max(turn);
        let lane = &mut self.lanes[number as usize];
        lane.tried = true;
        lane.turn = self.now + if lane.reached { STRIDE_REACHED } else { STRIDE_UNREACHED };
        let side = lane.sides.pop_front();
        if !lane.sides.is_empty() {
            self.ready.insert((lane.turn, number));
        }
        self.waiting -= 1;
        side
    }

    fn len(&self) -> usize {
        self.waiting
    }
}

impl TakingTurns {
    fn lane(&mut self, branch: Branch) -> u32 {
        let next = self.lanes.len() as u32;
        let number = *self.by_branch.entry(branch).or_insert(next);
        if number == next {
            self.lanes.push(Lane::default());
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Placement, Step, Tree};
    use forall_solver::Terms;

    /// As many sides as asked for.
    fn sides(count: usize) -> Vec<Edge> {
        let (mut tree, mut terms) = (Tree::new(count), Terms::new());
        let condition = terms.variable("c", 1);
        let step = Step { site: 0, condition, taken: true };
        let Placement::Placed { nodes, .. } = tree.insert(&vec![step; count], false) else { panic!() };
        nodes.filter_map(|node| tree.other_side(node)).collect()
    }

    fn drain(frontier: &mut TakingTurns) -> Vec<Edge> {
        std::iter::from_fn(|| frontier.next()).collect()
    }

    const LOOP: Branch = Branch { site: 1, taken: true };
    const EXIT: Branch = Branch { site: 1, taken: false };
    const RARE: Branch = Branch { site: 2, taken: true };

    #[test]
    fn every_side_comes_up_once() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(300));
        for (n, side) in sides.iter().enumerate() {
            frontier.add(*side, [LOOP, EXIT, RARE][n % 3]);
        }
        assert_eq!(frontier.len(), 300);
        let taken = drain(&mut frontier);
        assert_eq!(frontier.len(), 0);
        assert!(sides.iter().all(|side| taken.iter().filter(|other| *other == side).count() == 1));
    }

    #[test]
    fn an_outcome_that_nobody_tried_comes_first() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(10));
        frontier.reached(LOOP);
        for side in &sides[..9] {
            frontier.add(*side, LOOP);
        }
        frontier.next();
        frontier.next();
        frontier.add(sides[9], RARE);
        assert_eq!(frontier.next(), Some(sides[9]));
    }

    #[test]
    fn a_loop_does_not_starve_the_rest() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(1002));
        frontier.reached(LOOP);
        frontier.reached(RARE);
        for side in &sides[..1000] {
            frontier.add(*side, LOOP);
        }
        frontier.add(sides[1000], RARE);
        frontier.add(sides[1001], RARE);
        let taken = drain(&mut frontier);
        let position = |side: Edge| taken.iter().position(|other| *other == side).unwrap();
        assert!(position(sides[1000]) < 4 && position(sides[1001]) < 4);
    }

    #[test]
    fn one_that_comes_late_does_not_starve_those_before_it() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(400));
        frontier.reached(LOOP);
        for side in &sides[..200] {
            frontier.add(*side, LOOP);
        }
        for _ in 0..100 {
            frontier.next();
        }
        for side in &sides[200..] {
            frontier.add(*side, RARE);
        }
        let taken = drain(&mut frontier);
        assert!(taken[..20].iter().any(|side| sides[..200].contains(side)));
    }

    #[test]
    fn unreached_branches_have_more_turns() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(200));
        frontier.reached(LOOP);
        for side in &sides[..100] {
            frontier.add(*side, LOOP);
        }
        for side in &sides[100..] {
            frontier.add(*side, RARE);
        }
        let taken = drain(&mut frontier);
        let rare = taken[..50].iter().filter(|side| sides[100..].contains(side)).count();
        assert!((36..=44).contains(&rare), "{rare}");
    }
}
