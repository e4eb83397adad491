//! Where the fast copy of a function may have to give way to the slow one.
//!
//! The fast copy computes no shadows; it only watches where symbolic data could come in: memory it reads,
//! results of what it calls, floats of which the compiler leaves something open. When that happens it hands
//! over to the slow copy, at a *point* the two have in common. Nothing between a point and the place where
//! its memory is watched has an effect, so the slow copy may do it again, and many reads share one point.
//!
//! See docs/decisions/two-copies-of-every-function.md.

use super::floats::yields_float;
use super::live::Liveness;
use super::private::{private_slots, written};
use super::regions::{Region, accessed, join};
use crate::llvm::{Block, Builder, Module, Opcode, TypeKind, Value};
use crate::places::base;
use std::collections::{HashMap, HashSet};

/// Functions larger than this have a slow copy only: what is live at each of their points would not fit into
/// reasonable memory.
const LARGEST: usize = 20_000;

/// How a function is taken apart.
pub struct Plan {
    /// Reachable blocks, each after all that dominate it.
    pub blocks: Vec<Block>,
    /// Their instructions.
    pub code: Vec<Vec<Value>>,
    /// Stack slots of fixed size: made by the fast copy, and handed over.
    pub slots: Vec<Value>,
    /// Where the slow copy can be entered; the first is the beginning.
    pub points: Vec<Point>,
    /// Of the slots, those that only this function's own reads and writes can reach: to the fast copy they
    /// hold nothing symbolic.
    pub private: HashSet<Value>,
    /// What is watched just before an instruction, and where to go on if it is symbolic.
    pub watches: HashMap<Value, Vec<Watch>>,
    /// Reads that are watched earlier, along with a neighbour.
    anticipated: HashSet<Value>,
}

/// A place between two instructions.
pub struct Point {
    /// Index of the block.
    pub block: usize,
    /// Index of the instruction that follows.
    pub index: usize,
    /// What the instructions from here on need, but for the parameters.
    pub live: Vec<Value>,
    /// The call that has just returned, if its result is watched.
    pub result: Option<Value>,
}

pub struct Watch {
    pub point: usize,
    pub source: Source,
}

pub enum Source {
    /// These instructions have read, or are about to change, memory.
    Memory(Vec<Value>),
    /// These instructions have yielded floats.
    Floats(Vec<Value>),
    /// A call has returned.
    Result,
}

impl Plan {
    /// `None` where there can be no second copy. `is_watched` tells which calls may return something symbolic.
    pub fn new(
        module: Module,
        builder: &Builder,
        function: Value,
        blocks: Vec<Block>,
        is_watched: impl Fn(Value) -> bool,
    ) -> Option<Plan> {
        gather_slots(builder, blocks[0]);
        let code: Vec<Vec<Value>> = blocks.iter().map(|block| block.instructions()).collect();
        if function.is_variadic()
            || code.iter().map(Vec::len).sum::<usize>() > LARGEST
            || code.iter().flatten().any(|&i| cannot_be_copied(i))
        {
            return None;
        }
        let slots: Vec<Value> = code[0].iter().copied().filter(|&i| is_fixed_slot(i)).collect();
        let begin = code[0].iter().position(|&i| !is_fixed_slot(i)).unwrap_or(0);
        let private = private_slots(&slots);
        let mut plan = Plan {
            blocks,
            code,
            slots,
            private,
            points: Vec::new(),
            watches: HashMap::new(),
            anticipated: HashSet::new(),
        };
        plan.add_point(0, begin, None);
        let numbers: HashMap<Block, usize> = plan.blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        let mut entered_by_invoke = HashMap::new();
        for instruction in plan.code.iter().filter_map(|code| code.last()).copied() {
            if instruction.opcode() == Opcode::Invoke && is_watched(instruction) {
                entered_by_invoke.insert(numbers[&instruction.normal_destination()], instruction);
            }
        }
        let followers = plan.followers(&numbers);
        for (block, followers) in followers.iter().enumerate() {
            plan.watch(block, entered_by_invoke.get(&block).copied(), &is_watched);
            plan.anticipate(module, block, followers);
        }
        let live = Liveness::new(&plan.blocks, &plan.code);
        live.fill_in(&mut plan.points, &plan.code);
        Some(plan)
    }

    /// Can the slow copy ever be reached?
    pub fn is_watchful(&self, takes_arguments: bool) -> bool {
        takes_arguments || !self.watches.is_empty()
    }

    fn watch(&mut self, block: usize, invoke: Option<Value>, is_watched: &impl Fn(Value) -> bool) {
        let code = self.code[block].clone();
        let first = code.iter().position(|i| !matches!(i.opcode(), Opcode::Phi | Opcode::LandingPad));
        let first = first.expect("a block ends in a terminator");
        let mut start = if block == 0 { self.points[0].index } else { first };
        let (mut pending, mut floats) = (Vec::new(), Vec::new());
        if let Some(invoke) = invoke {
            let point = self.add_point(block, first, Some(invoke));
            self.add_watch(code[first], point, Source::Result);
        }
        for (index, &instruction) in code.iter().enumerate().skip(first) {
            let changes_memory = matches!(instruction.opcode(), Opcode::AtomicCmpXchg | Opcode::AtomicRmw);
            if changes_memory {
                pending.push(instruction);
            }
            if has_effect(instruction) {
                if !floats.is_empty() {
                    let point = self.point_at(block, start);
                    self.add_watch(instruction, point, Source::Floats(std::mem::take(&mut floats)));
                }
                if !pending.is_empty() {
                    let point = self.point_at(block, start);
                    self.add_watch(instruction, point, Source::Memory(std::mem::take(&mut pending)));
                }
                start = index + 1;
                if instruction.opcode() == Opcode::Call && is_watched(instruction) {
                    let point = self.add_point(block, start, Some(instruction));
                    self.add_watch(code[start], point, Source::Result);
                }
            } else if self.is_to_watch(instruction) {
                pending.push(instruction);
            } else if yields_float(instruction) {
                floats.push(instruction);
            }
        }
    }

    fn add_watch(&mut self, before: Value, point: usize, source: Source) {
        self.watches.entry(before).or_default().push(Watch { point, source });
    }

    /// The accesses to memory that are watched just before an instruction.
    fn watched_accesses(&mut self, before: Value) -> Option<&mut Vec<Value>> {
        self.watches.get_mut(&before)?.iter_mut().find_map(|watch| match &mut watch.source {
            Source::Memory(accesses) => Some(accesses),
            _ => None,
        })
    }

    fn is_to_watch(&self, instruction: Value) -> bool {
        instruction.opcode() == Opcode::Load
            && !self.is_surely_concrete(instruction.operand(0))
            && !self.anticipated.contains(&instruction)
    }

    /// By block: the blocks that follow, to which control comes from there only.
    fn followers(&self, numbers: &HashMap<Block, usize>) -> Vec<Vec<usize>> {
        let successors = |code: &Vec<Value>| -> Vec<usize> {
            let terminator = code.last().expect("a block ends in a terminator");
            let is_branch = terminator.opcode() == Opcode::Br;
            let successors = terminator.successors().into_iter();
            successors.filter(|_| is_branch).map(|successor| numbers[&successor]).collect()
        };
        let mut followers: Vec<Vec<usize>> = self.code.iter().map(successors).collect();
        let mut ways = vec![0; followers.len()];
        for code in &self.code {
            let terminator = code.last().expect("a block ends in a terminator");
            terminator.successors().iter().for_each(|successor| ways[numbers[successor]] += 1);
        }
        followers.iter_mut().for_each(|followers| followers.retain(|&follower| ways[follower] == 1));
        followers
    }

    /// Watches, at the end of a block, also what is read next and lies beside what is watched there anyway:
    /// in between nothing can become symbolic.
    fn anticipate(&mut self, module: Module, block: usize, followers: &[usize]) {
        let terminator = *self.code[block].last().expect("a block ends in a terminator");
        let Some(accesses) = self.watched_accesses(terminator) else { return };
        let regions: Vec<Region> = accesses.iter().map(|&access| accessed(module, access)).collect();
        let joined = join(&regions);
        let is_beside = |load: Value| {
            let region = accessed(module, load);
            joined.iter().any(|one| one.with(region).is_some())
        };
        let next = followers.iter().flat_map(|&next| self.code[next].iter().take_while(|&&i| !has_effect(i)));
        let early: Vec<Value> = next.copied().filter(|&i| self.is_to_watch(i) && is_beside(i)).collect();
        self.anticipated.extend(&early);
        if let Some(accesses) = self.watched_accesses(terminator) {
            accesses.extend(early);
        }
    }

    /// Can the fast copy find nothing symbolic there?
    pub fn is_surely_concrete(&self, address: Value) -> bool {
        let base = base(address);
        self.private.contains(&base) || (base.is_global() && base.is_constant())
    }

    /// Does the fast copy have nothing to do for what is written there? What comes into a private slot is concrete.
    pub fn only_writes_private(&self, instruction: Value) -> bool {
        written(instruction).is_some_and(|address| self.is_surely_concrete(address))
    }

    fn point_at(&mut self, block: usize, index: usize) -> usize {
        // Not the beginning itself: who enters there brings the shadows of the arguments.
        let others = self.points.iter().enumerate().skip(1).rev();
        let mut known = others.filter(|(_, point)| point.block == block && point.index == index);
        known.next().map(|(number, _)| number).unwrap_or_else(|| self.add_point(block, index, None))
    }

    fn add_point(&mut self, block: usize, index: usize, result: Option<Value>) -> usize {
        self.points.push(Point { block, index, live: Vec::new(), result });
        self.points.len() - 1
    }
}

/// A stack slot whose size is known; at the beginning of a function it is made once.
pub fn is_fixed_slot(instruction: Value) -> bool {
    instruction.opcode() == Opcode::Alloca && instruction.operand(0).as_const_int().is_some()
}

/// Brings all stack slots of fixed size to the front.
fn gather_slots(builder: &Builder, entry: Block) {
    let code = entry.instructions();
    let front = *code.iter().find(|&&i| !is_fixed_slot(i)).expect("a block ends in a terminator");
    let behind = code.into_iter().skip_while(|&i| i != front).filter(|&i| is_fixed_slot(i));
    for slot in behind.collect::<Vec<Value>>() {
        slot.detach();
        builder.before(front);
        builder.insert(slot);
    }
}

/// Must not happen twice. Terminators count: they end what a point stands for.
fn has_effect(instruction: Value) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Store | Alloca | Fence | AtomicCmpXchg | AtomicRmw | Ret | Br | Switch | Invoke | Unreachable
        | Resume => true,
        Call => {
            let callee = instruction.callee();
            !(callee.is_function() && callee.is_intrinsic() && only_computes(&callee.name(), instruction))
        }
        _ => false,
    }
}

/// LLVM's own functions on values alone, and remarks for the optimiser.
fn only_computes(name: &str, call: Value) -> bool {
    let remark = ["llvm.dbg.", "llvm.assume", "llvm.lifetime.", "llvm.experimental.noalias"];
    let pointer = |value: &Value| value.type_of().kind() == TypeKind::Pointer;
    remark.iter().any(|prefix| name.starts_with(prefix))
        || (!call.arguments().is_empty()
            && !call.arguments().iter().any(pointer)
            && call.type_of().kind() != TypeKind::Void)
}

fn cannot_be_copied(instruction: Value) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        IndirectBr | CallBr | VAArg | Unknown(_) => true,
        Call | Invoke => {
            let callee = instruction.callee();
            let needs_its_frame = |name: &str| {
                ["llvm.stackrestore", "llvm.va_", "llvm.localescape", "llvm.frameaddress"]
                    .iter()
                    .any(|prefix| name.starts_with(prefix))
            };
            (instruction.opcode() == Call && instruction.is_must_tail())
                || (callee.is_function() && callee.is_intrinsic() && needs_its_frame(&callee.name()))
        }
        _ => false,
    }
}
