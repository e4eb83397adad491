//! The paths of a test as a tree: inner nodes are decisions, and each side of a decision is in one of a few
//! states.
//!
//! One decision costs 20 bytes, shared by all paths through it; nothing else of a path is kept here.

use forall_solver::Term;
use std::ops::Range;

/// A decision of a run, its condition in the solver's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub site: u32,
    pub condition: Term,
    pub taken: bool,
}

/// One side of a decision: how a path enters the part of the tree below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side(u32);

impl Side {
    /// The way into the tree, before any decision.
    pub const ROOT: Side = Side(u32::MAX);

    fn new(node: u32, taken: bool) -> Side {
        Side(node << 1 | u32::from(taken))
    }

    /// The number of the decision that it is a side of; decisions that were made first by one run have
    /// numbers in a row.
    pub fn node(self) -> Option<u32> {
        (self != Side::ROOT).then_some(self.0 >> 1)
    }

    fn taken(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What is known of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideState {
    /// No run went there yet.
    Open,
    /// A path ends here without a further decision.
    Ended,
    /// A run was cut off here: what lies below is not known.
    Cut,
    /// The solver proved that no input goes there.
    Infeasible,
    /// Given up, for a reason that the report names.
    GivenUp,
    /// Another tree has what lies there.
    Elsewhere,
    /// The next decision.
    Leads(u32),
}

/// Where a run did not do what was expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// How many decisions were as expected.
    pub depth: usize,
    pub site: u32,
}

/// Where a run found its place in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    Placed {
        /// Where it ended.
        end: Side,
        /// No run took this path before.
        fresh: bool,
        /// The decisions that this run was the first to make.
        nodes: Range<u32>,
        /// It took the side of this site which the solver had excluded.
        excluded: Option<u32>,
    },
    /// After the same decisions as an earlier run it came to another one than that run; `site` is where.
    Conflict { site: u32 },
    /// There is no room for its decisions.
    Full,
}

#[derive(Debug)]
pub struct Tree {
    root: Slot,
    nodes: Vec<Node>,
    capacity: usize,
}

impl Tree {
    /// Room for this many decisions unless told otherwise: under a gigabyte.
    pub const CAPACITY: usize = 1 << 25;

    pub fn new(capacity: usize) -> Tree {
        assert!(capacity <= Slot::MAX_NODE as usize);
        Tree { root: Slot::pack(SideState::Open), nodes: Vec::new(), capacity }
    }

    /// How many decisions it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a run. One that was `cut` off may end where others went on.
    pub fn insert(&mut self, steps: &[Step], cut: bool) -> Placement {
        let first = self.nodes.len() as u32;
        let mut side = Side::ROOT;
        let mut excluded = None;
        for (depth, step) in steps.iter().enumerate() {
            let node = match self.state(side) {
                SideState::Leads(node) => {
                    let known = &self.nodes[node as usize];
                    if (known.condition, known.site) != (step.condition, step.site) {
                        return Placement::Conflict { site: known.site };
                    }
                    node
                }
                SideState::Ended => return Placement::Conflict { site: step.site },
                state => {
                    if self.nodes.len() + steps.len() - depth > self.capacity {
                        return Placement::Full;
                    }
                    excluded = excluded.or(self.excluded(side, state));
                    let node = self.nodes.len() as u32;
                    let sides = [Slot::pack(SideState::Open); 2];
                    self.nodes.push(Node { up: side, site: step.site, condition: step.condition, sides });
                    self.set(side, SideState::Leads(node));
                    node
                }
            };
            side = Side::new(node, step.taken);
        }
        let state = self.state(side);
        let fresh = match state {
            SideState::Leads(node) if !cut => {
                return Placement::Conflict { site: self.nodes[node as usize].site };
            }
            SideState::Leads(_) | SideState::Ended => false,
            _ => {
                excluded = excluded.or(self.excluded(side, state));
                self.set(side, if cut { SideState::Cut } else { SideState::Ended });
                true
            }
        };
        Placement::Placed { end: side, fresh, nodes: first..self.nodes.len() as u32, excluded }
    }

    /// The first decision of a run that is not the one that an earlier run made there: the way to it, the
    /// earlier one, and how many were alike.
    pub fn disagreement(&self, steps: &[Step]) -> Option<(Side, Step, usize)> {
        let mut side = Side::ROOT;
        for (depth, step) in steps.iter().enumerate() {
            let SideState::Leads(node) = self.state(side) else { return None };
            let known = &self.nodes[node as usize];
            if (known.condition, known.site) != (step.condition, step.site) {
                let known = Step { site: known.site, condition: known.condition, taken: step.taken };
                return Some((side, known, depth));
            }
            side = Side::new(node, step.taken);
        }
        None
    }

    /// Opens the side to which these decisions lead; what lies beside them is and stays elsewhere. `None`
    /// when this tree has the side already.
    pub fn graft(&mut self, steps: &[Step]) -> Option<Side> {
        let mut side = Side::ROOT;
        for step in steps {
            let node = match self.state(side) {
                SideState::Leads(node) => {
                    let known = &self.nodes[node as usize];
                    ((known.condition, known.site) == (step.condition, step.site)).then_some(node)?
                }
                SideState::Elsewhere if self.nodes.len() < self.capacity => {
                    let node = self.nodes.len() as u32;
                    let sides = [Slot::pack(SideState::Elsewhere); 2];
                    self.nodes.push(Node { up: side, site: step.site, condition: step.condition, sides });
                    self.set(side, SideState::Leads(node));
                    node
                }
                _ => return None,
            };
            side = Side::new(node, step.taken);
        }
        (self.state(side) == SideState::Elsewhere).then(|| self.set(side, SideState::Open))?;
        Some(side)
    }

    /// A run that went on with the concrete value of something says only which value it was; runs before it
    /// may have asked for others at that place. `denied` says whether a condition is of that kind and false
    /// in this run: such answers are put before its own. (Whatever is true of a run may be added to its path;
    /// all it costs is a finer division of the inputs.)
    pub fn align(&self, steps: Vec<Step>, mut denied: impl FnMut(u32, Term) -> bool) -> Vec<Step> {
        let mut aligned = Vec::with_capacity(steps.len());
        let mut side = Some(Side::ROOT);
        for step in steps {
            while let Some(SideState::Leads(node)) = side.map(|side| self.state(side)) {
                let known = &self.nodes[node as usize];
                let asked_for_another = known.site == step.site
                    && known.condition != step.condition
                    && denied(known.site, known.condition);
                if !asked_for_another {
                    break;
                }
                aligned.push(Step { site: known.site, condition: known.condition, taken: false });
                side = Some(Side::new(node, false));
            }
            side = match side.map(|side| self.state(side)) {
                Some(SideState::Leads(node)) => Some(Side::new(node, step.taken)),
                _ => None,
            };
            aligned.push(step);
        }
        aligned
    }

    /// Where a run left the path that leads through `predicted`; `None` when it went there.
    pub fn departure(&self, predicted: Side, steps: &[Step]) -> Option<Departure> {
        let depth = self.steps_up(predicted).count();
        // From below, so the last one that is found is the first one of the run.
        let expected = (0..depth).rev().zip(self.steps_up(predicted));
        let departures = expected.filter(|(depth, step)| steps.get(*depth) != Some(step));
        departures.last().map(|(depth, step)| Departure { depth, site: step.site })
    }

    /// The decisions from the root through `side`.
    pub fn steps(&self, side: Side) -> Vec<Step> {
        let mut steps = Vec::with_capacity(self.steps_up(side).count());
        steps.extend(self.steps_up(side));
        steps.reverse();
        steps
    }

    /// The decisions from `side` up to the root.
    fn steps_up(&self, side: Side) -> impl Iterator<Item = Step> {
        let mut side = side;
        std::iter::from_fn(move || {
            if side == Side::ROOT {
                return None;
            }
            let step = self.step(side);
            side = self.node(side).up;
            Some(step)
        })
    }

    /// The side of a new decision that its run did not take.
    pub fn other_side(&self, node: u32) -> Option<Side> {
        [false, true]
            .map(|taken| Side::new(node, taken))
            .into_iter()
            .find(|e| self.state(*e) == SideState::Open)
    }

    /// The last decision before `side`.
    pub fn step(&self, side: Side) -> Step {
        let node = self.node(side);
        Step { site: node.site, condition: node.condition, taken: side.taken() }
    }

    pub fn state(&self, side: Side) -> SideState {
        match side {
            Side::ROOT => self.root.unpack(),
            _ => self.node(side).sides[usize::from(side.taken())].unpack(),
        }
    }

    pub fn set(&mut self, side: Side, state: SideState) {
        let slot = match side {
            Side::ROOT => &mut self.root,
            _ => &mut self.nodes[(side.0 >> 1) as usize].sides[usize::from(side.taken())],
        };
        *slot = Slot::pack(state);
    }

    /// The sides to which the solver saw no way, the oldest first.
    pub fn infeasible(&self) -> Vec<Side> {
        let sides =
            (0..self.nodes.len() as u32).flat_map(|node| [false, true].map(|taken| Side::new(node, taken)));
        sides.filter(|side| self.state(*side) == SideState::Infeasible).collect()
    }

    /// Is every side either executed to its end or proved infeasible?
    pub fn is_settled(&self) -> bool {
        let settled =
            |slot: &Slot| !matches!(slot.unpack(), SideState::Open | SideState::Cut | SideState::GivenUp);
        settled(&self.root) && self.nodes.iter().flat_map(|node| &node.sides).all(settled)
    }

    fn node(&self, side: Side) -> &Node {
        &self.nodes[(side.0 >> 1) as usize]
    }

    fn excluded(&self, side: Side, state: SideState) -> Option<u32> {
        (state == SideState::Infeasible).then(|| self.node(side).site)
    }
}

#[derive(Debug)]
struct Node {
    up: Side,
    site: u32,
    condition: Term,
    sides: [Slot; 2],
}

/// A [`SideState`] in four bytes.
#[derive(Clone, Copy, Debug)]
struct Slot(u32);

impl Slot {
    /// Nodes of higher number could not be told from the other states, nor could their sides from the root.
    const MAX_NODE: u32 = (u32::MAX >> 1) - 9;

    fn pack(state: SideState) -> Slot {
        Slot(match state {
            SideState::Open => 0,
            SideState::Ended => 1,
            SideState::Cut => 2,
            SideState::Infeasible => 3,
            SideState::GivenUp => 4,
            SideState::Elsewhere => 5,
            SideState::Leads(node) => node + 6,
        })
    }

    fn unpack(self) -> SideState {
        match self.0 {
            0 => SideState::Open,
            1 => SideState::Ended,
            2 => SideState::Cut,
            3 => SideState::Infeasible,
            4 => SideState::GivenUp,
            5 => SideState::Elsewhere,
            node => SideState::Leads(node - 6),
        }
    }
}

#[cfg(test)]
mod tests;
