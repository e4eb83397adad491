//! In which order open sides are tried: one file a strategy.

mod depth;
mod rank;
mod turns;

use crate::tree::Side;
use depth::DepthFirst;
use rank::{ByFitness, ByRarity, Ranked};
use turns::TakingTurns;

/// An outcome of a decision in the program, wherever in the tree it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    pub site: u32,
    pub taken: bool,
}

/// A side that no run has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSide {
    pub side: Side,
    pub branch: Branch,
    /// How far the run that passed it was from taking it, in bits: 0 for a difference of 0, 7 for one of 100.
    pub distance: u8,
    /// Where the run that passed it ended at an assumption, and this side leads past it: after how many
    /// decisions. Else 0.
    pub hurdle: u32,
}

/// A strategy: it is told of open sides and of what runs did, and says which side comes next.
pub trait Frontier {
    fn add(&mut self, open: OpenSide);
    /// A run went this way.
    fn reached(&mut self, branch: Branch);
    /// Takes out the side to try next. Every side that was added comes up in the end.
    fn next(&mut self) -> Option<OpenSide>;
    /// How many sides wait.
    fn len(&self) -> usize;
}

/// The strategies to choose from. All of them end with the same paths if they may go on to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Unseen branches first and the closest side of each, then all branches in turn.
    #[default]
    Combined,
    /// Always the branch that the fewest runs have taken.
    Rare,
    /// Always the side that a run came closest to, of branches not seen before all others.
    Fitness,
    /// The latest side first: a part of the tree is finished before the next is begun.
    DepthFirst,
}

forall_protocol::list_variants!(pub Strategy: Combined, Rare, Fitness, DepthFirst);

impl Strategy {
    pub(crate) fn frontier(self) -> Box<dyn Frontier + Send> {
        match self {
            Strategy::Combined => Box::new(TakingTurns::default()),
            Strategy::Rare => Box::new(Ranked::<ByRarity>::default()),
            Strategy::Fitness => Box::new(Ranked::<ByFitness>::default()),
            Strategy::DepthFirst => Box::new(DepthFirst::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Placement, Step, Tree};
    use forall_solver::Terms;

    /// As many sides as asked for.
    pub fn sides(count: usize) -> Vec<Side> {
        let (mut tree, mut terms) = (Tree::new(count), Terms::new());
        let condition = terms.variable("c", 1);
        let step = Step { site: 0, condition, taken: true };
        let Placement::Placed { nodes, .. } = tree.insert(&vec![step; count], false) else { panic!() };
        nodes.filter_map(|node| tree.other_side(node)).collect()
    }

    pub fn drain(frontier: &mut dyn Frontier) -> Vec<Side> {
        std::iter::from_fn(|| frontier.next()).map(|open| open.side).collect()
    }

    pub const LOOP: Branch = Branch { site: 1, taken: true };
    pub const EXIT: Branch = Branch { site: 1, taken: false };
    pub const RARE: Branch = Branch { site: 2, taken: true };

    #[test]
    fn with_every_strategy_every_side_comes_up_once() {
        for strategy in Strategy::ALL {
            let (mut frontier, sides) = (strategy.frontier(), sides(300));
            for (n, side) in sides.iter().enumerate() {
                let branch = [LOOP, EXIT, RARE][n % 3];
                frontier.add(OpenSide {
                    side: *side,
                    branch,
                    distance: (n % 7) as u8,
                    hurdle: (n % 4) as u32,
                });
                if n % 5 == 0 {
                    frontier.reached([EXIT, LOOP][n % 2]);
                }
            }
            assert_eq!(frontier.len(), 300);
            let taken = drain(&mut *frontier);
            assert_eq!(frontier.len(), 0);
            assert_eq!(taken.len(), 300, "{strategy:?}");
            assert!(sides.iter().all(|side| taken.contains(side)), "{strategy:?}");
        }
    }
}
