//! All branches of the program in turn.
//!
//! See docs/decisions/sides-past-assumptions-first.md.

use super::{Branch, Frontier, OpenSide};
use crate::tree::Side;
use forall_solver::hash::FastMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

/// Outcomes that nobody has tried come first; after that all branches of the program take turns, and those
/// still unreached have four turns where others have one. A loop is one branch however often it goes round,
/// so it cannot starve the rest. Of a branch not seen yet, the side that a run came closest to; of others,
/// first come, first served.
///
/// Three of four turns are for whatever leads past an assumption that a run did not satisfy, the one after
/// most decisions first. Else what lies behind the assumptions of a helper that is called again and again
/// would come last: their branches have been taken elsewhere.
#[derive(Default)]
pub struct TakingTurns {
    lanes: Vec<Lane>,
    by_branch: FastMap<Branch, u32>,
    /// Lanes in which sides wait, by when it is their turn.
    ready: BTreeSet<(u64, u32)>,
    now: u64,
    waiting: usize,
    /// Sides past assumptions, by depth and then in their order.
    hurdles: BTreeMap<(Reverse<u32>, u64), OpenSide>,
    added: u64,
    /// How many of them had a turn since anything else had.
    hurdles_in_a_row: u32,
}

const STRIDE_UNREACHED: u64 = 1;
const STRIDE_REACHED: u64 = 4;
const HURDLES_IN_A_ROW: u32 = 3;

struct Lane {
    branch: Branch,
    sides: Sides,
    turn: u64,
    tried: bool,
    reached: bool,
}

/// The sides of one branch: by how close a run came as long as that may help to reach it at all, then in
/// their order.
enum Sides {
    ByDistance { heap: BinaryHeap<Reverse<(u8, u32, Side)>>, added: u32 },
    InOrder(VecDeque<(Side, u8)>),
}

impl Default for Sides {
    fn default() -> Sides {
        Sides::ByDistance { heap: BinaryHeap::new(), added: 0 }
    }
}

impl Sides {
    fn add(&mut self, side: Side, distance: u8) {
        match self {
            Sides::ByDistance { heap, added } => {
                *added += 1;
                heap.push(Reverse((distance, *added, side)));
            }
            Sides::InOrder(sides) => sides.push_back((side, distance)),
        }
    }

    fn next(&mut self) -> Option<(Side, u8)> {
        match self {
            Sides::ByDistance { heap, .. } => heap.pop().map(|Reverse((distance, _, side))| (side, distance)),
            Sides::InOrder(sides) => sides.pop_front(),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Sides::ByDistance { heap, .. } => heap.is_empty(),
            Sides::InOrder(sides) => sides.is_empty(),
        }
    }

    fn forget_distances(&mut self) {
        if let Sides::ByDistance { heap, .. } = self {
            let mut sides = std::mem::take(heap).into_vec();
            sides.sort_unstable_by_key(|Reverse((_, number, _))| *number);
            let in_order = sides.into_iter().map(|Reverse((distance, _, side))| (side, distance));
            *self = Sides::InOrder(in_order.collect());
        }
    }
}

impl Frontier for TakingTurns {
    fn add(&mut self, open: OpenSide) {
        self.waiting += 1;
        if open.hurdle > 0 {
            self.added += 1;
            self.hurdles.insert((Reverse(open.hurdle), self.added), open);
            return;
        }
        let number = self.lane(open.branch);
        let lane = &mut self.lanes[number as usize];
        if lane.sides.is_empty() {
            if lane.tried || lane.reached {
                lane.turn = lane.turn.max(self.now);
            }
            self.ready.insert((lane.turn, number));
        }
        lane.sides.add(open.side, open.distance);
    }

    fn reached(&mut self, branch: Branch) {
        let number = self.lane(branch);
        let lane = &mut self.lanes[number as usize];
        if std::mem::replace(&mut lane.reached, true) {
            return;
        }
        lane.sides.forget_distances();
        if lane.tried || lane.sides.is_empty() {
            return;
        }
        // It waited to be tried for the first time: that is no longer urgent.
        self.ready.remove(&(lane.turn, number));
        lane.turn = lane.turn.max(self.now);
        self.ready.insert((lane.turn, number));
    }

    fn next(&mut self) -> Option<OpenSide> {
        let is_enough = self.hurdles_in_a_row >= HURDLES_IN_A_ROW && !self.ready.is_empty();
        let hurdle = if is_enough { None } else { self.hurdles.pop_first() };
        self.hurdles_in_a_row = if hurdle.is_some() { self.hurdles_in_a_row + 1 } else { 0 };
        let open = hurdle.map(|(_, open)| open).or_else(|| self.next_in_turn());
        self.waiting -= usize::from(open.is_some());
        open
    }

    fn len(&self) -> usize {
        self.waiting
    }
}

impl TakingTurns {
    fn next_in_turn(&mut self) -> Option<OpenSide> {
        let (turn, number) = self.ready.pop_first()?;
        self.now = self.now.max(turn);
        let lane = &mut self.lanes[number as usize];
        lane.tried = true;
        lane.turn = self.now + if lane.reached { STRIDE_REACHED } else { STRIDE_UNREACHED };
        let (side, distance) = lane.sides.next()?;
        let open = OpenSide { side, branch: lane.branch, distance, hurdle: 0 };
        if !lane.sides.is_empty() {
            self.ready.insert((lane.turn, number));
        }
        Some(open)
    }

    fn lane(&mut self, branch: Branch) -> u32 {
        let next = self.lanes.len() as u32;
        let number = *self.by_branch.entry(branch).or_insert(next);
        if number == next {
            self.lanes.push(Lane { branch, sides: Sides::default(), turn: 0, tried: false, reached: false });
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::tests::{LOOP, RARE, drain, sides};

    fn open(side: Side, branch: Branch) -> OpenSide {
        OpenSide { side, branch, distance: 0, hurdle: 0 }
    }

    #[test]
    fn of_an_unseen_branch_the_closest_side_comes_first() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(3));
        for (side, distance) in sides.iter().zip([9, 2, 5]) {
            frontier.add(OpenSide { side: *side, branch: RARE, distance, hurdle: 0 });
        }
        assert_eq!(frontier.next().map(|open| open.side), Some(sides[1]));
        frontier.reached(RARE);
        assert_eq!(
            drain(&mut frontier),
            [sides[0], sides[2]],
            "once it is reached, first come, first served"
        );
    }

    #[test]
    fn an_outcome_that_nobody_tried_comes_first() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(10));
        frontier.reached(LOOP);
        for side in &sides[..9] {
            frontier.add(open(*side, LOOP));
        }
        frontier.next();
        frontier.next();
        frontier.add(open(sides[9], RARE));
        assert_eq!(frontier.next().map(|open| open.side), Some(sides[9]));
    }

    #[test]
    fn what_leads_past_an_assumption_has_most_turns_and_the_deepest_comes_first() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(7));
        frontier.reached(LOOP);
        for side in &sides[..3] {
            frontier.add(open(*side, LOOP));
        }
        for (side, hurdle) in sides[3..].iter().zip([4, 9, 4, 1]) {
            frontier.add(OpenSide { hurdle, ..open(*side, LOOP) });
        }
        assert_eq!(frontier.len(), 7);
        let order = [sides[4], sides[3], sides[5], sides[0], sides[6], sides[1], sides[2]];
        assert_eq!(drain(&mut frontier), order);
    }

    #[test]
    fn a_loop_does_not_starve_the_rest() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(1002));
        frontier.reached(LOOP);
        frontier.reached(RARE);
        for side in &sides[..1000] {
            frontier.add(open(*side, LOOP));
        }
        frontier.add(open(sides[1000], RARE));
        frontier.add(open(sides[1001], RARE));
        let taken = drain(&mut frontier);
        let position = |side: Side| taken.iter().position(|other| *other == side).unwrap();
        assert!(position(sides[1000]) < 4 && position(sides[1001]) < 4);
    }

    #[test]
    fn one_that_comes_late_does_not_starve_those_before_it() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(400));
        frontier.reached(LOOP);
        for side in &sides[..200] {
            frontier.add(open(*side, LOOP));
        }
        for _ in 0..100 {
            frontier.next();
        }
        for side in &sides[200..] {
            frontier.add(open(*side, RARE));
        }
        let taken = drain(&mut frontier);
        assert!(taken[..20].iter().any(|side| sides[..200].contains(side)));
    }

    #[test]
    fn unreached_branches_have_more_turns() {
        let (mut frontier, sides) = (TakingTurns::default(), sides(200));
        frontier.reached(LOOP);
        for side in &sides[..100] {
            frontier.add(open(*side, LOOP));
        }
        for side in &sides[100..] {
            frontier.add(open(*side, RARE));
        }
        let taken = drain(&mut frontier);
        let rare = taken[..50].iter().filter(|side| sides[100..].contains(side)).count();
        assert!((36..=44).contains(&rare), "{rare}");
    }
}
