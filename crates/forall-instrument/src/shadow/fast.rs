//! The fast copy of a function: the program's own code, which does nothing for its data but watch where
//! symbolic data could come in.
//!
//! A table of tags, shared with the runtime, says which pieces of memory hold nothing symbolic for sure; it
//! is looked at in place. Writing clears what the memory held, reading what is symbolic ends the fast copy:
//! the values that are live go into a frame, and the slow copy computes the rest and returns in its stead.

use super::function::FunctionShadow;
use super::plan::{Plan, Source, Watch};
use super::regions::{Region, accessed, join};
use super::slow::frame_layout;
use crate::llvm::{BinOp, Block, Cast, Opcode, Predicate, Type, Value};
use crate::places::size_of_slot;
use forall_protocol::hooks::{Hook, TAG_COUNT, TAG_GRANULE};
use forall_protocol::manifest::NOT_COUNTED;
use std::collections::HashMap;

/// Of memory up to this length the tags are looked at in place, of longer memory by a hook.
pub const SHORT: u64 = 256;

/// So many tags are read at once.
const MOST_TAGS: u64 = 8;

/// Of so many bytes, wherever they begin, all tags can be read at once.
const AT_ONCE: u64 = ((MOST_TAGS - 1) << TAG_GRANULE) + 1;

/// Without marks of when a stack slot is in use, each has its memory for itself: the slow copy may use one
/// that the fast one has not used yet.
pub fn forget_lifetimes(blocks: &[Block]) {
    for block in blocks {
        for instruction in block.instructions() {
            if instruction.opcode() == Opcode::Call
                && instruction.callee().is_function()
                && instruction.callee().name().starts_with("llvm.lifetime.")
            {
                instruction.erase();
            }
        }
    }
}

/// The way to the slow copy.
struct Exits<'a> {
    plan: &'a Plan,
    slow: Value,
    frame: Value,
    /// By point.
    blocks: HashMap<usize, Block>,
}

impl FunctionShadow<'_> {
    pub fn instrument_fast(&mut self, plan: &Plan, slow: Option<Value>) {
        let begin = plan.code[0][plan.points[0].index];
        self.all.builder.before(begin);
        self.begin();
        self.clear_slots(begin, &plan.slots);
        let mut exits = slow.map(|slow| self.exits(plan, slow));
        if let Some(exits) = &mut exits
            && !self.function.parameters().is_empty()
        {
            let meant = self.all.is_meant_for(self.function);
            let exit = self.exit(exits, 0);
            self.leave_if(begin, meant, exit);
        }
        for code in &plan.code {
            for (index, &instruction) in code.iter().enumerate() {
                if let (Some(exits), Some(watches)) = (&mut exits, plan.watches.get(&instruction)) {
                    for watch in watches {
                        self.watch(instruction, watch, exits);
                    }
                }
                if !plan.slots.contains(&instruction) && !plan.only_writes_private(instruction) {
                    self.all.builder.before(instruction);
                    self.fast_instruction(instruction, code.get(index + 1).copied());
                }
            }
        }
        self.erase_replaced();
    }

    fn fast_instruction(&mut self, instruction: Value, next: Option<Value>) {
        match instruction.opcode() {
            Opcode::Store => {
                let (value, address) = (instruction.operand(0), instruction.operand(1));
                let size = self.all.module.store_size_of(value.type_of());
                self.clear_short(instruction, address, size, instruction.alignment());
            }
            Opcode::Load => self.note_detection(instruction),
            Opcode::PtrToInt | Opcode::PtrToAddr => self.note_alignment(instruction),
            Opcode::Br if instruction.is_conditional() => self.branch(instruction),
            Opcode::Switch => self.switch(instruction),
            Opcode::Ret => self.ret(instruction),
            Opcode::Call | Opcode::Invoke => self.call(instruction, next),
            Opcode::Alloca => self.alloca(instruction, next.expect("no block ends in an alloca")),
            _ => {}
        }
    }

    /// New stack slots may lie where symbolic data of a finished call lay.
    fn clear_slots(&mut self, begin: Value, slots: &[Value]) {
        let size = |slot: Value| size_of_slot(self.all.module, slot);
        let sizes: Vec<(Value, u64)> = slots.iter().map(|&slot| (slot, size(slot))).collect();
        let (short, long): (Vec<_>, Vec<_>) = sizes.into_iter().partition(|&(_, size)| size <= SHORT);
        for (slot, size) in long {
            self.all.hook(Hook::Clear, &[slot, self.all.builder.int(64, size)]);
        }
        let tags = short.iter().filter(|&&(_, size)| size > 0);
        let tags: Vec<Value> = tags.map(|&(slot, size)| self.tag(slot, size, slot.alignment())).collect();
        self.rarely(begin, &tags, |this| {
            for (slot, size) in short {
                this.all.rare_hook(Hook::Clear, &[slot, this.all.builder.int(64, size)]);
            }
        });
    }

    /// Memory of this length is about to be overwritten by what is concrete.
    pub fn clear_short(&mut self, instruction: Value, address: Value, size: u64, alignment: u64) {
        if size > SHORT {
            self.all.hook(Hook::Clear, &[address, self.all.builder.int(64, size)]);
        } else if size > 0 {
            let tag = self.tag(address, size, alignment);
            self.rarely(instruction, &[tag], |this| {
                this.all.rare_hook(Hook::Clear, &[address, this.all.builder.int(64, size)]);
            });
        }
    }

    pub fn copy_short(&mut self, call: Value, to: Value, from: Value, size: u64) {
        if size == 0 {
            return;
        }
        let site = self.place(call);
        let tags = [self.tag(to, size, 1), self.tag(from, size, 1)];
        self.rarely(call, &tags, |this| {
            let (zero, size) = (this.all.zero(), this.all.builder.int(64, size));
            this.all.rare_hook(Hook::Copy, &[to, zero, from, zero, size, zero, site]);
        });
    }

    /// The same for a length that is not known.
    pub fn copy_some(&mut self, call: Value, to: Value, from: Value, length: Value) {
        let site = self.place(call);
        let tags = [self.is_long(length), self.tag(to, AT_ONCE, 1), self.tag(from, AT_ONCE, 1)];
        self.rarely(call, &tags, |this| {
            let (zero, length) = (this.all.zero(), this.all.bits(length, 64));
            this.all.rare_hook(Hook::Copy, &[to, zero, from, zero, length, zero, site]);
        });
    }

    /// Memory of some length is about to be overwritten by what is concrete.
    pub fn clear_some(&mut self, call: Value, address: Value, length: Value) {
        let tags = [self.is_long(length), self.tag(address, AT_ONCE, 1)];
        self.rarely(call, &tags, |this| {
            let length = this.all.bits(length, 64);
            this.all.rare_hook(Hook::Clear, &[address, length]);
        });
    }

    /// Not 0 if there may be more tags than can be read at once.
    fn is_long(&self, length: Value) -> Value {
        let b = &self.all.builder;
        let most = b.int(64, AT_ONCE);
        b.cast(Cast::ZExt, b.compare(Predicate::Ugt, self.all.bits(length, 64), most), b.int_type(8))
    }

    /// Not 0 if the memory might hold anything symbolic.
    fn tag(&self, address: Value, size: u64, alignment: u64) -> Value {
        let b = &self.all.builder;
        let granule = 1 << TAG_GRANULE;
        let aligned =
            alignment >= size.min(granule) && (size <= granule || alignment.is_multiple_of(granule));
        let mut left = if aligned { size.div_ceil(granule) } else { (size - 1).div_ceil(granule) + 1 };
        let mut at = b.cast(Cast::PtrToInt, address, b.int_type(64));
        let mut tags = Vec::new();
        loop {
            let number = b.binary(BinOp::LShr, at, b.int(64, u64::from(TAG_GRANULE)));
            let index = b.binary(BinOp::And, number, b.int(64, TAG_COUNT as u64 - 1));
            let width = 8 * left.next_power_of_two().min(MOST_TAGS) as u32;
            tags.push(b.load_unaligned(b.int_type(width), b.offset_by(self.all.words.tags, index)));
            if left <= MOST_TAGS {
                return self.either(tags.into_iter()).expect("memory is not empty");
            }
            left -= MOST_TAGS;
            at = b.binary(BinOp::Add, at, b.int(64, MOST_TAGS << TAG_GRANULE));
        }
    }

    /// Not 0 if any of the numbers is not.
    fn either(&self, numbers: impl Iterator<Item = Value>) -> Option<Value> {
        let b = &self.all.builder;
        numbers.reduce(|one, other| {
            let width = |value: Value| self.scalar_width(value.type_of()).expect("it is a number");
            let common = b.int_type(width(one).max(width(other)));
            b.binary(BinOp::Or, b.cast(Cast::ZExt, one, common), b.cast(Cast::ZExt, other, common))
        })
    }

    /// Adds code before an instruction that runs only if any of the tags is set.
    fn rarely(&mut self, instruction: Value, tags: &[Value], code: impl FnOnce(&mut Self)) {
        let Some(any) = self.either(tags.iter().copied()) else { return };
        let set = self.is_set(any);
        let tail = instruction.block();
        let head = tail.split_head(&self.all.builder, instruction);
        let rare = self.new_block();
        self.all.builder.at_end(head);
        self.all.builder.cond_br_rarely(set, rare, tail);
        self.all.builder.at_end(rare);
        code(self);
        self.all.builder.br(tail);
        self.all.builder.before(instruction);
    }

    fn is_set(&self, tag: Value) -> Value {
        let b = &self.all.builder;
        b.compare(Predicate::Ne, tag, b.null(tag.type_of()))
    }

    /// Adds a way out before an instruction.
    fn leave_if(&mut self, instruction: Value, condition: Value, exit: Block) {
        let tail = instruction.block();
        let head = tail.split_head(&self.all.builder, instruction);
        self.all.builder.at_end(head);
        self.all.builder.cond_br_rarely(condition, exit, tail);
        self.all.builder.before(instruction);
    }

    fn watch(&mut self, instruction: Value, watch: &Watch, exits: &mut Exits<'_>) {
        let exit = self.exit(exits, watch.point);
        self.all.builder.before(instruction);
        match &watch.source {
            Source::Result => {
                let b = &self.all.builder;
                let symbolic = self.is_set(b.load(b.int_type(32), self.all.words.returned));
                self.leave_if(instruction, symbolic, exit);
            }
            Source::Floats(floats) => {
                let open = self.is_left_open(floats);
                self.leave_if(instruction, open, exit);
            }
            Source::Memory(accesses) => self.watch_memory(instruction, accesses, exit),
        }
    }

    /// The tags are quick but err on one side: before leaving, the runtime is asked.
    fn watch_memory(&mut self, instruction: Value, accesses: &[Value], exit: Block) {
        let regions: Vec<Region> = accesses.iter().map(|&access| self.region(access)).collect();
        let tag = |region: Region| match region.size {
            0 => self.all.builder.int(8, 0),
            1..=SHORT => self.tag(region.address(&self.all.builder), region.size, region.alignment),
            _ => self.all.builder.int(8, 1),
        };
        let tags: Vec<Value> = join(&regions).into_iter().map(tag).collect();
        let any = self.either(tags.into_iter()).expect("something is watched");
        let set = self.is_set(any);
        let tail = instruction.block();
        let head = tail.split_head(&self.all.builder, instruction);
        let rare = self.new_block();
        self.all.builder.at_end(head);
        self.all.builder.cond_br_rarely(set, rare, tail);
        self.all.builder.at_end(rare);
        let holds = |region: &Region| {
            let b = &self.all.builder;
            self.all.rare_hook(Hook::Holds, &[region.address(b), b.int(64, region.size)])
        };
        let holds: Vec<Value> = regions.iter().map(holds).collect();
        let any = self.either(holds.into_iter()).expect("something is watched");
        let symbolic = self.is_set(any);
        self.all.builder.cond_br_rarely(symbolic, exit, tail);
        self.all.builder.before(instruction);
    }

    fn region(&self, access: Value) -> Region {
        accessed(self.all.module, access)
    }

    fn exits<'a>(&self, plan: &'a Plan, slow: Value) -> Exits<'a> {
        let size = plan.points.iter().map(|point| frame_layout(self.all, &point.live).1).max().unwrap_or(0);
        let b = &self.all.builder;
        let position = plan.code[0][0];
        b.before(position);
        let frame = b.alloca(Type::array(b.int_type(8), size));
        b.before(plan.code[0][plan.points[0].index]);
        Exits { plan, slow, frame, blocks: HashMap::new() }
    }

    /// The block that hands over to the slow copy at a point.
    fn exit(&mut self, exits: &mut Exits<'_>, number: usize) -> Block {
        if let Some(&block) = exits.blocks.get(&number) {
            return block;
        }
        let block = self.new_block();
        exits.blocks.insert(number, block);
        let b = &self.all.builder;
        b.at_end(block);
        if number == 0 {
            self.all.forget_callee();
        }
        let live = &exits.plan.points[number].live;
        let (offsets, _) = frame_layout(self.all, live);
        for (&value, offset) in live.iter().zip(offsets) {
            let replaced = self.replaced.iter().find(|(call, _)| *call == value);
            let value = replaced.map_or(value, |&(_, result)| result);
            b.store_unaligned(value, b.offset(exits.frame, offset));
        }
        let mut arguments = self.function.parameters();
        arguments.extend([self.all.word(number as u32), exits.frame]);
        let result = b.call(exits.slow.global_type(), exits.slow, &arguments);
        result.call_like(exits.slow);
        if let Some(outer) = self.outer_place {
            b.store(outer, self.all.words.place);
        }
        let returns = !matches!(result.type_of().kind(), crate::llvm::TypeKind::Void);
        b.ret(returns.then_some(result));
        block
    }

    fn new_block(&self) -> Block {
        Block::append(self.all.module.context, self.function, "")
    }

    /// Counts the side of a branch.
    pub fn cover_branch(&mut self, site: u32, condition: Value) {
        if self.is_counted(site) {
            let outcome = self.all.builder.cast(Cast::ZExt, condition, self.all.builder.int_type(32));
            self.cover(site, outcome);
        }
    }

    /// Counts the group of a switch's cases that a value belongs to.
    pub fn cover_switch(&mut self, site: u32, value: Value, cases: &[(usize, Value)], default: u64) {
        if !self.is_counted(site) {
            return;
        }
        let b = &self.all.builder;
        let mut outcome = b.int(32, default);
        for &(group, case) in cases {
            let is_it = b.compare(Predicate::Eq, value, case);
            outcome = b.select(is_it, b.int(32, group as u64), outcome);
        }
        self.cover(site, outcome);
    }

    fn is_counted(&self, site: u32) -> bool {
        self.all.sites.first_outcome(site) != NOT_COUNTED
    }

    fn cover(&self, site: u32, outcome: Value) {
        let b = &self.all.builder;
        let index = b.binary(BinOp::Add, self.all.first_outcome(site), outcome);
        let index = b.cast(Cast::ZExt, index, b.int_type(64));
        let map = b.load_fixed(Type::pointer(self.all.module.context), self.all.words.coverage);
        b.store(b.int(8, 1), b.offset_by(map, index));
    }
}
