//! The slow copy of a function: the same code in a function of its own that can be entered at every point of
//! the plan.
//!
//! Besides the parameters of the original it takes the number of a point and the address of a *frame*, in
//! which the fast copy left the values that are live there. Since control may come from anywhere, values that
//! are used in another part of the code than they are made in go through stack slots, and so do their
//! shadows.

use super::Shadowing;
use super::leaves::{LeafKind, leaves};
use super::plan::Plan;
use crate::llvm::{Block, Linkage, Opcode, Predicate, Type, Value};
use std::collections::{HashMap, HashSet};

/// The copy, before anything in it is shadowed.
pub struct Slow {
    pub function: Value,
    /// The parts of the program's code, in its order.
    pub parts: Vec<Block>,
    /// Parts that lead straight to a panic.
    pub panics: HashSet<Block>,
    /// Phis that may be symbolic.
    pub symbolic: HashSet<Value>,
    /// Stack slots of values, with those of their shadows: one a leaf, none for what is never symbolic.
    pub slots: HashMap<Value, Vec<Value>>,
    /// Where code goes that comes before everything else.
    pub entry: Value,
    /// One bit: the shadows of the arguments are meant for this call.
    pub from_the_start: Value,
}

/// Bytes between two values in a frame, as far as they fit.
const FRAME_UNIT: u64 = 16;

/// Where the values of a frame lie, and how long it is.
pub fn frame_layout(all: &Shadowing, live: &[Value]) -> (Vec<u64>, u64) {
    let mut end = 0;
    let offsets = live.iter().map(|value| {
        let offset = end;
        end += all.module.size_of(value.type_of()).next_multiple_of(FRAME_UNIT);
        offset
    });
    (offsets.collect(), end)
}

pub fn copy(
    all: &Shadowing,
    original: Value,
    plan: &Plan,
    symbolic: &HashSet<Value>,
    panics: &HashSet<Block>,
) -> Slow {
    let mut copying = Copying::new(all, original, plan);
    copying.find_slots();
    copying.copy_code();
    copying.connect();
    copying.finish(symbolic, panics)
}

/// A part: index of its block, index in the block.
type BlockPart = (usize, usize);

struct Copying<'a> {
    all: &'a Shadowing,
    plan: &'a Plan,
    function: Value,
    entry: Block,
    /// By block: where its parts but the first begin.
    cuts: Vec<Vec<usize>>,
    parts: Vec<Vec<Block>>,
    /// Which part makes an instruction's value. The result of an invoke is made where it goes on.
    made_in: HashMap<Value, BlockPart>,
    copies: HashMap<Value, Value>,
    /// By value of the original.
    slots: HashMap<Value, Value>,
    /// Those values in the order in which their slots were made.
    saved: Vec<Value>,
    fixed_slots: HashSet<Value>,
    /// By block: the invoke whose result arrives there.
    arriving: HashMap<usize, Value>,
    reloads: HashMap<(Block, Value), Value>,
    /// Where reloads go.
    beginnings: HashMap<Block, Value>,
    blocks: HashMap<Block, usize>,
}

impl<'a> Copying<'a> {
    fn new(all: &'a Shadowing, original: Value, plan: &'a Plan) -> Copying<'a> {
        let (module, b) = (all.module, &all.builder);
        let mut parameters: Vec<Type> = original.parameters().iter().map(|p| p.type_of()).collect();
        parameters.extend([b.int_type(32), Type::pointer(module.context)]);
        let ty = Type::function(original.global_type().result(), &parameters);
        let function = module.add_function(&format!("{}.slow", original.name()), ty);
        function.make_like(original);
        function.set_linkage(Linkage::Internal);
        let mut cuts = vec![Vec::new(); plan.blocks.len()];
        for point in &plan.points {
            cuts[point.block].push(point.index);
        }
        for cuts in &mut cuts {
            cuts.sort_unstable();
            cuts.dedup();
        }
        let entry = Block::append(module.context, function, "enter");
        let new_part = || Block::append(module.context, function, "");
        let parts = cuts.iter().map(|cuts| (0..=cuts.len()).map(|_| new_part()).collect()).collect();
        let blocks: HashMap<Block, usize> = plan.blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        let mut copying = Copying {
            all,
            plan,
            function,
            entry,
            cuts,
            parts,
            made_in: HashMap::new(),
            copies: original.parameters().into_iter().zip(function.parameters()).collect(),
            slots: HashMap::new(),
            saved: Vec::new(),
            fixed_slots: plan.slots.iter().copied().collect(),
            arriving: HashMap::new(),
            reloads: HashMap::new(),
            beginnings: HashMap::new(),
            blocks,
        };
        copying.find_makers();
        copying
    }

    fn find_makers(&mut self) {
        for (block, code) in self.plan.code.iter().enumerate() {
            for (index, &instruction) in code.iter().enumerate() {
                if self.fixed_slots.contains(&instruction) {
                    continue; // the fast copy makes them
                }
                let mut part = self.part_at(block, index);
                if instruction.opcode() == Opcode::Invoke {
                    let next = self.blocks[&instruction.normal_destination()];
                    self.arriving.insert(next, instruction);
                    part = (next, 0);
                }
                self.made_in.insert(instruction, part);
            }
        }
    }

    fn part_at(&self, block: usize, index: usize) -> BlockPart {
        (block, self.cuts[block].partition_point(|&cut| cut <= index))
    }

    fn last_part(&self, block: usize) -> BlockPart {
        (block, self.parts[block].len() - 1)
    }

    fn block_of(&self, (block, part): BlockPart) -> Block {
        self.parts[block][part]
    }

    /// Gives a stack slot to every value that is used outside of the part that makes it.
    fn find_slots(&mut self) {
        let mut wanted: Vec<Value> = self.plan.slots.clone();
        for (block, code) in self.plan.code.iter().enumerate() {
            for (index, &instruction) in code.iter().enumerate() {
                if instruction.opcode() == Opcode::Phi {
                    for (value, from) in instruction.incoming() {
                        if let Some(&from) = self.blocks.get(&from)
                            && self.must_reload(value, self.last_part(from))
                            && !self.is_made_by_leaving(value, from)
                        {
                            wanted.push(value);
                        }
                    }
                    continue;
                }
                let part = self.part_at(block, index);
                wanted.extend(instruction.operands().into_iter().filter(|&o| self.must_reload(o, part)));
            }
        }
        // A frame brings all that is live.
        wanted.extend(self.plan.points.iter().flat_map(|point| &point.live));
        self.all.builder.at_end(self.entry);
        for value in wanted {
            if !self.slots.contains_key(&value) {
                self.slots.insert(value, self.all.builder.alloca(value.type_of()));
                self.saved.push(value);
            }
        }
    }

    fn must_reload(&self, value: Value, part: BlockPart) -> bool {
        self.fixed_slots.contains(&value) || self.made_in.get(&value).is_some_and(|&made| made != part)
    }

    /// Is it the result of the invoke that ends the block?
    fn is_made_by_leaving(&self, value: Value, block: usize) -> bool {
        self.plan.code[block].last() == Some(&value)
    }

    fn copy_code(&mut self) {
        for block in 0..self.plan.blocks.len() {
            let mut to_save: Vec<Value> = Vec::new();
            let mut at_beginning = true;
            self.all.builder.at_end(self.parts[block][0]);
            to_save.extend(self.arriving.get(&block));
            for (index, &instruction) in self.plan.code[block].iter().enumerate() {
                let all = self.all;
                let b = &all.builder;
                let opcode = instruction.opcode();
                if at_beginning && !matches!(opcode, Opcode::Phi | Opcode::LandingPad) {
                    at_beginning = false;
                    to_save.drain(..).for_each(|value| self.save(value));
                }
                if self.cuts[block].contains(&index) {
                    let (_, part) = self.part_at(block, index);
                    b.br(self.parts[block][part]);
                    b.at_end(self.parts[block][part]);
                }
                if self.fixed_slots.contains(&instruction) {
                    continue;
                }
                let copy = if opcode == Opcode::Phi {
                    b.phi(instruction.type_of())
                } else {
                    let copy = instruction.duplicate();
                    b.insert(copy);
                    copy
                };
                self.copies.insert(instruction, copy);
                if at_beginning {
                    to_save.push(instruction);
                } else if opcode != Opcode::Invoke {
                    self.save(instruction);
                }
            }
        }
    }

    fn save(&self, value: Value) {
        if let Some(&slot) = self.slots.get(&value) {
            self.all.builder.store(self.copies[&value], slot);
        }
    }

    /// Lets the copies use each other.
    fn connect(&mut self) {
        let blocks: Vec<Block> = self.parts.iter().flatten().copied().collect();
        self.beginnings = blocks.into_iter().map(|block| (block, block.insertion_point())).collect();
        for (block, code) in self.plan.code.iter().enumerate() {
            for (index, &instruction) in code.iter().enumerate() {
                let Some(&copy) = self.copies.get(&instruction) else { continue };
                if instruction.opcode() == Opcode::Phi {
                    for (value, from) in instruction.incoming() {
                        let Some(&from) = self.blocks.get(&from) else { continue };
                        let last = self.last_part(from);
                        let value = if self.is_made_by_leaving(value, from) {
                            self.copies[&value]
                        } else {
                            self.value_in(value, last)
                        };
                        copy.add_incoming(value, self.block_of(last));
                    }
                    continue;
                }
                let part = self.part_at(block, index);
                for (number, operand) in instruction.operands().into_iter().enumerate() {
                    if !operand.is_block() {
                        let value = self.value_in(operand, part);
                        if value != operand {
                            copy.set_operand(number as u32, value);
                        }
                    }
                }
                if index + 1 == code.len() {
                    for (number, successor) in instruction.successors().into_iter().enumerate() {
                        copy.set_successor(number as u32, self.parts[self.blocks[&successor]][0]);
                    }
                }
            }
        }
    }

    /// What stands for a value of the original in a part of the copy.
    fn value_in(&mut self, value: Value, part: BlockPart) -> Value {
        if !self.must_reload(value, part) {
            return self.copies.get(&value).copied().unwrap_or(value);
        }
        let block = self.block_of(part);
        let (all, slot) = (self.all, self.slots[&value]);
        let beginning = self.beginnings[&block];
        *self.reloads.entry((block, value)).or_insert_with(|| {
            all.builder.before(beginning);
            all.builder.load(value.type_of(), slot)
        })
    }

    /// Makes the entry: from the frame into the slots, and on to the point.
    fn finish(self, symbolic: &HashSet<Value>, panics: &HashSet<Block>) -> Slow {
        let (all, b) = (self.all, &self.all.builder);
        let context = all.module.context;
        let parameters = self.function.parameters();
        let [point, frame] = [2, 1].map(|from_end| parameters[parameters.len() - from_end]);
        b.at_end(self.entry);
        let shadowed = self.shadow_slots(symbolic);
        let stubs: Vec<Block> =
            self.plan.points.iter().map(|_| Block::append(context, self.function, "")).collect();
        let from_the_start = b.compare(Predicate::Eq, point, b.int(32, 0));
        b.switch(point, &stubs);
        for (stub, point) in stubs.into_iter().zip(&self.plan.points) {
            b.at_end(stub);
            let (offsets, _) = frame_layout(all, &point.live);
            for (value, offset) in point.live.iter().zip(offsets) {
                let value_there = b.load_unaligned(value.type_of(), b.offset(frame, offset));
                b.store(value_there, self.slots[value]);
            }
            if let Some(result) = point.result
                && let Some(slot) = self.slots.get(&result)
            {
                let returned = b.load(b.int_type(32), all.words.returned);
                let symbolic = b.compare(Predicate::Ne, returned, b.int(32, 0));
                for (word, &shadow) in shadowed[slot].iter().enumerate() {
                    let given = b.load(b.int_type(32), b.offset(all.words.results, 4 * word as u64));
                    b.store(b.select(symbolic, given, all.zero()), shadow);
                }
            }
            b.br(self.block_of(self.part_at(point.block, point.index)));
        }
        let copies = &self.copies;
        Slow {
            function: self.function,
            symbolic: symbolic.iter().filter_map(|value| copies.get(value).copied()).collect(),
            panics: panics.iter().map(|block| self.parts[self.blocks[block]][0]).collect(),
            parts: self.parts.into_iter().flatten().collect(),
            slots: shadowed,
            entry: self.entry.terminator(),
            from_the_start,
        }
    }

    /// Slots for shadows, zero at first.
    fn shadow_slots(&self, symbolic: &HashSet<Value>) -> HashMap<Value, Vec<Value>> {
        let (module, b) = (self.all.module, &self.all.builder);
        let mut words = 0;
        let mut wanted = Vec::new();
        for value in &self.saved {
            let slot = self.slots[value];
            let leaves = if symbolic.contains(value) { leaves(module, value.type_of()) } else { Vec::new() };
            let count = if leaves.iter().any(|leaf| matches!(leaf.kind, LeafKind::Scalar(_))) {
                leaves.len()
            } else {
                0
            };
            wanted.push((slot, words, count as u64));
            words += count as u64;
        }
        let area = b.alloca(Type::array(b.int_type(32), words));
        b.zero_memory(area, 4 * words);
        let addresses = |first: u64, count: u64| (first..first + count).map(|word| b.offset(area, 4 * word));
        wanted.into_iter().map(|(slot, first, count)| (slot, addresses(first, count).collect())).collect()
    }
}
